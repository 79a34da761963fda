"""Moves as a table."""

from collections.abc import Iterable
from typing import assert_never

from keltis._shared.narration import count_noun
from keltis.game import Record
from keltis.moves import Advance, Decline, Discard, Draw, Lay, Move
from keltis.render._frames import frames_of
from keltis.render._kit.html import Table, numbered_moves
from keltis.scoring import scores
from keltis.state import GameState


def moves_table(moves: Record[GameState, Move] | Iterable[Move]) -> Table:
    """The turns of a record with the points after them, or a list of moves, as a table.

    A notebook shows the table; `str` of it is text.

    >>> import keltis
    >>> from keltis.render import moves_table
    >>> state = keltis.new_game(2, seed=1)
    >>> print(moves_table(keltis.legal_moves(state)[:2]))
    2 moves
    number  move          meaning
    0       lay R6 small  lay the red 6, with the small figure
    1       lay R6 large  lay the red 6, with the large figure
    """
    if isinstance(moves, Record):
        return _turns_table(moves)
    listed = tuple(moves)
    return numbered_moves(count_noun(len(listed), "move"), listed, _meaning)


def _turns_table(record: Record[GameState, Move]) -> Table:
    game = frames_of(record)
    rows = []
    place = 0
    for number, turn in enumerate(record.turns, 1):
        place += len(turn)
        points = [str(score.total) for score in scores(record.states[place])]
        moves = ", ".join(str(move) for _, move in turn)
        rows.append((str(number), game.names[turn[0][0].to_move], moves, *points))
    header = ("turn", "player", "moves", *game.names)
    return Table(count_noun(len(rows), "turn"), header, tuple(rows))


def _meaning(move: Move) -> str:
    match move:
        case Discard(card):
            return f"discard the {card.colour} {card.value}"
        case Lay(card, figure):
            with_figure = "" if figure is None else f", with the {figure.value} figure"
            return f"lay the {card.colour} {card.value}{with_figure}"
        case Advance(colour, figure):
            if figure is None:
                return f"move the figure on the {colour} path"
            return f"bring the {figure.value} figure on to the {colour} path"
        case Decline():
            return "leave the step unused"
        case Draw(source):
            top = "pile" if source is None else f"{source} discard pile"
            return f"take the top card of the {top}"
    assert_never(move)
