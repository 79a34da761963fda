"""Whole games: a starting position and the moves, kept as text or JSON, and checked move by move when they are loaded.

The text is for people. Everything from `#` on is a comment, and empty lines do not count:

    celtic record 1
    result: unfinished              # may be left out; otherwise it must be what the moves give
    name orange: Ann                # names may be left out
    name blue: Bob
    rules: CELTIC                   # from here on the start, as `keltis.celtic.notation` writes it
    turn: orange

    orange: lay 0,-1 ES orange      # a turn: the player, then the move
    blue: lay 1,-1 W neutral
    end                             # without it, the file has been cut

The JSON has the same: `format`, `version`, `result`, `names`, `start` and `moves`.
"""

from keltis._shared.exports import set_public_module
from keltis.celtic.record.documents import record_from_json, record_to_json
from keltis.celtic.record.records import GameRecord
from keltis.celtic.record.text import format_record, parse_record
from keltis.record.records import RecordError

__all__ = [
    "GameRecord",
    "RecordError",
    "format_record",
    "parse_record",
    "record_from_json",
    "record_to_json",
]

set_public_module(__name__)
