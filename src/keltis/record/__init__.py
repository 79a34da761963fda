"""Whole games: a starting position and the moves, as text or JSON; readers check every move.

The text is for people. Empty lines and comments, from `#` to the end of a line, are ignored:

    keltis record 3
    result: unfinished              # optional; if given, it must follow from the moves
    name 0: Ann                     # optional
    name 1: Bob
    players: 2                      # from here on the start: the deal,
    seed: 7                         # or a position as `keltis.notation` writes it
    first: 0
    rules: KELTIS                   # or all fields, as this library writes them

    0: lay R3 small, draw pile      # a turn: the seat, then its moves
    1: discard Y2
    end                             # without it, the file is incomplete

`keltis.documents` writes and reads the same as JSON: `result`, `names`, `start` and `moves`.
"""

from typing import Final

from keltis._codec.aliases import OldFunctions, OldReader
from keltis._codec.aliases import record_to_json as record_to_json
from keltis._lib.exports import set_public_module
from keltis.errors import RecordError
from keltis.game import MAX_MOVES, MAX_NAME
from keltis.record._readings import ReadingComparison, compare_readings
from keltis.record._record import (
    GameRecord,
    ObservedMove,
    Policy,
    RecordView,
    format_record,
    format_record_view,
    new_record,
    parse_record,
    play_out,
)
from keltis.record._record import read_moves as read_moves  # for files of any kind
from keltis.record._resampling import RecordSampler, resample_record
from keltis.record._rows import Row, game_rows, record_rows

__all__ = [
    "MAX_MOVES",
    "MAX_NAME",
    "GameRecord",
    "ObservedMove",
    "Policy",
    "ReadingComparison",
    "RecordError",
    "RecordSampler",
    "RecordView",
    "Row",
    "compare_readings",
    "format_record",
    "format_record_view",
    "game_rows",
    "new_record",
    "parse_record",
    "play_out",
    "record_rows",
    "resample_record",
]

set_public_module(__name__)

record_from_json: Final = OldReader("record", GameRecord)
record_view_to_json: Final = OldFunctions("record_view").to_json
