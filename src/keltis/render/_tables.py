"""Moves as a table."""

from collections.abc import Iterable

from keltis._shared.html import Table
from keltis._shared.svg import item_tuple, signed_text
from keltis._shared.text import short_repr
from keltis.errors import InvalidArgument
from keltis.moves import Advance, Decline, Discard, Draw, Lay, Move
from keltis.record import GameRecord
from keltis.render._frames import frames_of
from keltis.scoring import scores


def moves_table(moves: GameRecord | Iterable[Move]) -> Table:
    """The turns of a record with the points after them, or a list of moves, as a table.

    A notebook shows the table; `str` of it is text.

    >>> import keltis
    >>> from keltis.render import moves_table
    >>> state = keltis.new_game(2, seed=1)
    >>> print(moves_table(keltis.legal_moves(state)[:2]))
    2 moves
    number  move        meaning
    0       discard R2  discard the red 2
    1       discard R5  discard the red 5
    """
    if isinstance(moves, GameRecord):
        return _turns_table(moves)
    listed = item_tuple(moves, "moves", "moves, or a GameRecord")
    rows = tuple((str(number), str(move), _meaning(move)) for number, move in enumerate(listed))
    caption = f"{len(rows)} move{'s' * (len(rows) != 1)}"
    return Table(caption, ("number", "move", "meaning"), rows)


def _turns_table(record: GameRecord) -> Table:
    game = frames_of(record)
    rows = []
    place = 0
    for number, turn in enumerate(record.turns, 1):
        place += len(turn)
        points = [signed_text(score.total) for score in scores(record.states[place])]
        moves = ", ".join(str(move) for _, move in turn)
        rows.append((str(number), game.names[turn[0][0].to_move], moves, *points))
    caption = f"{len(rows)} turn{'s' * (len(rows) != 1)}"
    return Table(caption, ("turn", "player", "moves", *game.names), tuple(rows))


def _meaning(move: object) -> str:
    match move:
        case Discard(card):
            return f"discard the {card.colour} {card.value}"
        case Lay(card, None):
            return f"lay the {card.colour} {card.value}"
        case Lay(card, figure):
            return f"lay the {card.colour} {card.value}, with the {figure.value} figure"
        case Advance(colour, None):
            return f"move the figure on the {colour} path"
        case Advance(colour, figure):
            return f"bring the {figure.value} figure on to the {colour} path"
        case Decline():
            return "leave the step unused"
        case Draw(None):
            return "draw from the pile"
        case Draw(colour):
            return f"take the top of the {colour} discard pile"
        case _:
            raise InvalidArgument(f"moves must have moves of keltis, not {short_repr(move)}")
