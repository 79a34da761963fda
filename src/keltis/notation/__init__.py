"""Moves, cards, rules and whole positions as short text, with strict parsers.

A move is written as `str(move)`, and cards as `R7 R7 B10`, or `-` for none. Rules are the name of a
preset and the fields that differ from it: `KELTIS hand_size=6 clover_may_be_declined=no`. A list in
them is `1,2,3`, the tiles are `WWCC123`, their rows on each path `2,4,9/2,4/-/-/3`, the removed
cards by players `2:30,3:0,4:0`. In files, every field is written, without a preset.

A position has a line for each part, in this order:

    rules: KELTIS
    turn: 1 advance may-decline      # seat and phase; or `0 draw barred R`
    tiles: ..W.C1W.C .C.2.WC.W ...   # from row 1: W wishing stone, C clover, 1 2 3 number, . none
    pile: R7 B10                     # the draw pile, its top last
    discards: R2 R9 Y0               # the discard piles, their tops last
    removed: B1
    hand 0: R1 R1 P5                 # from here on for each seat
    columns 0: G3 G4 G7              # in the order in which they were laid
    figures 0: 0 0 0 4L 0            # the rows by path, with L for the large figure
    points 0: 3                      # from number tiles
    stones 0: 1                      # wishing stones
    seen 0: P5

A view has the same lines, with a number of cards in place of hidden cards: `pile: 64 cards`.

Empty lines and comments, from `#` to the end of a line, are ignored.

An error says what was expected, and where. The parsers raise only errors of this library, whatever
the text, and reject texts beyond the limits given here (`MAX_TEXT` and so on).
"""

from keltis._lib.exports import set_public_module
from keltis._lib.text import MAX_TEXT
from keltis.notation._positions import format_state, format_view, parse_state, parse_view
from keltis.notation._positions import read_state as read_state  # for `keltis.record`
from keltis.notation._rules import (
    FILE_VERSION,
    MAX_RULES_TEXT,
    format_rules,
    format_rules_in_full,
    parse_rules,
)
from keltis.notation._words import MAX_CARDS, format_cards, parse_cards, parse_move
from keltis.notation._words import parse_count as parse_count  # for `keltis.record`

__all__ = [
    "FILE_VERSION",
    "MAX_CARDS",
    "MAX_RULES_TEXT",
    "MAX_TEXT",
    "format_cards",
    "format_rules",
    "format_rules_in_full",
    "format_state",
    "format_view",
    "parse_cards",
    "parse_move",
    "parse_rules",
    "parse_state",
    "parse_view",
]

set_public_module(__name__)
