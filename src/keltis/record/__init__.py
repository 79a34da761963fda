"""Whole games: a starting position and the moves, kept as text or JSON, and checked move by move when they are loaded.

The text is for people. Everything from `#` on is a comment, and empty lines do not count:

    keltis record 1
    result: unfinished              # may be left out; otherwise it must be what the moves give
    name 0: Ann                     # names may be left out
    name 1: Bob
    players: 2                      # from here on the start: how it was dealt,
    seed: 7                         # or a whole position as `keltis.notation` writes it
    first: 0
    rules: KELTIS

    0: lay R3 small, draw pile      # a turn: the seat, then its moves
    1: discard Y2
    end                             # without it, the file has been cut

The JSON has the same: `format`, `version`, `result`, `names`, `start` and `moves`.
"""

from keltis._shared.exports import set_public_module
from keltis.record.documents import (
    RecordsExtraMissing,
    record_from_json,
    record_to_json,
    record_view_to_json,
)
from keltis.record.records import MAX_MOVES, MAX_NAME, GameRecord, RecordError
from keltis.record.shown import RecordView, ShownMove
from keltis.record.text import format_record, format_record_view, parse_record

__all__ = [
    "MAX_MOVES",
    "MAX_NAME",
    "GameRecord",
    "RecordError",
    "RecordView",
    "RecordsExtraMissing",
    "ShownMove",
    "format_record",
    "format_record_view",
    "parse_record",
    "record_from_json",
    "record_to_json",
    "record_view_to_json",
]

set_public_module(__name__)
