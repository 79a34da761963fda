"""Moves as a table."""

from collections.abc import Iterable
from typing import Final, get_args

from keltis._shared.html import Table, numbered_moves
from keltis._shared.narration import count_noun
from keltis._shared.svg import item_tuple
from keltis._shared.text import short_repr
from keltis.celtic.moves import Lay, Pass, RecordedMove
from keltis.celtic.record import GameRecord
from keltis.celtic.render._scene import scene_of
from keltis.celtic.scoring import score_text, scores
from keltis.errors import InvalidArgument

_MOVES: Final = get_args(RecordedMove)


def moves_table(moves: GameRecord | Iterable[RecordedMove]) -> Table:
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
    if type(moves) is GameRecord:
        return _turns_table(moves)
    listed = item_tuple(moves, "moves", "moves, or a GameRecord")
    return numbered_moves(count_noun(len(listed), "move"), listed, _meaning)


def _turns_table(record: GameRecord) -> Table:
    names = scene_of(record.start, names=record.names).names
    rows = []
    for number, (before, move) in enumerate(record, 1):
        knots = map(score_text, scores(record.states[number]))
        rows.append((str(number), names[before.to_move], str(move), *knots))
    header = ("turn", "player", "move", *names)
    return Table(count_noun(len(rows), "turn"), header, tuple(rows))


def _meaning(move: object) -> str:
    if type(move) not in _MOVES:
        raise InvalidArgument(f"moves must have moves of keltis.celtic, not {short_repr(move)}")
    if type(move) is Lay:
        return f"{move.supply} {move.shape} at {move.x},{move.y}"
    return "no tile can be laid" if type(move) is Pass else "tile back, turn lost"  # K8, K12
