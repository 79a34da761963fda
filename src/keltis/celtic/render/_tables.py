"""Moves as a table."""

from collections.abc import Iterable
from typing import assert_never

from keltis._shared.narration import count_noun
from keltis.celtic.moves import Forfeit, Lay, Move, Pass
from keltis.celtic.render._scene import scene_of
from keltis.celtic.scoring import score_text, scores
from keltis.celtic.state import GameState
from keltis.game import Record
from keltis.render._kit.html import Table, numbered_moves


def moves_table(moves: Record[GameState, Move] | Iterable[Move]) -> Table:
    """The turns of a record with the knots after them, or a list of moves, as a table.

    A notebook shows the table; `str` of it is text.

    >>> from keltis.celtic import legal_moves, new_game
    >>> from keltis.celtic.render import moves_table
    >>> print(moves_table(legal_moves(new_game())[:2]))
    2 moves
    number  move                meaning
    0       lay 0,-1 S orange   orange end at 0,-1
    1       lay 0,-1 NS orange  orange straight at 0,-1
    """
    if isinstance(moves, Record):
        return _turns_table(moves)
    listed = tuple(moves)
    return numbered_moves(count_noun(len(listed), "move"), listed, _meaning)


def _turns_table(record: Record[GameState, Move]) -> Table:
    names = scene_of(record.start, names=record.names).names
    rows = []
    for number, (before, move) in enumerate(record, 1):
        knots = map(score_text, scores(record.states[number]))
        rows.append((str(number), names[before.to_move], str(move), *knots))
    header = ("turn", "player", "move", *names)
    return Table(count_noun(len(rows), "turn"), header, tuple(rows))


def _meaning(move: Move) -> str:
    match move:
        case Lay():
            return f"{move.supply} {move.shape} at {move.x},{move.y}"
        case Pass():
            return "no tile can be laid"  # K8
        case Forfeit():
            return "tile back, turn lost"  # K12
    assert_never(move)
