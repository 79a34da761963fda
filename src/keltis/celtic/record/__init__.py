"""Whole games: a starting position and the moves, as text or JSON; readers check every move.

The text is for people. Empty lines and comments, from `#` to the end of a line, are ignored:

    celtic record 1
    result: unfinished              # optional; if given, it must follow from the moves
    name orange: Ann                # optional
    name blue: Bob
    rules: CELTIC                   # from here on the start, as `keltis.celtic.notation` writes it
    turn: orange

    orange: lay 0,-1 ES orange      # a turn: the player, then the move
    blue: lay 1,-1 W neutral
    end                             # without it, the file is incomplete

A turn can be the penalty of K12, as in `orange: forfeit 3,0 EW orange`, in files of version 2.

`keltis.documents` writes and reads the same as JSON: `result`, `names`, `start` and `moves`.
"""

from collections.abc import Callable

from keltis._codec.aliases import OldWriter, old_reader, old_writer
from keltis._lib.exports import set_public_module
from keltis.celtic.record._record import GameRecord, new_record
from keltis.celtic.record._text import format_record, parse_record
from keltis.errors import RecordError
from keltis.game import MAX_MOVES, MAX_NAME

__all__ = [
    "MAX_MOVES",
    "MAX_NAME",
    "GameRecord",
    "RecordError",
    "format_record",
    "new_record",
    "parse_record",
]

set_public_module(__name__)

record_from_json: Callable[[str], GameRecord] = old_reader("record_from_json", GameRecord)
record_to_json: OldWriter[GameRecord] = old_writer("record_to_json", GameRecord)
