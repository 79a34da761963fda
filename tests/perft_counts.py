"""How many lines of play there are from some positions, by their length from 1 to 8."""

from keltis import KELTIS_LITERAL, REFERENCE_MANUAL, GameState, Rules, Tile, new_game
from keltis.testing import Seat, position

_CLOVERS = dict.fromkeys(("R3", "Y4", "P3"), Tile.CLOVER)
_CHAINS = Seat(hand="R5 Y9 P6", laid="R3 R4", at="Y3 P2")
_TURN_OFF = Rules(may_take_own_discard=False)

COUNTS: dict[str, tuple[GameState, tuple[int, ...]]] = {
    "the deal, two players": (
        new_game(2, seed=1),
        (24, 32, 768, 1_204, 26_528, 48_128, 1_048_704, 2_119_828),
    ),
    "the deal, literal rules, four players": (
        new_game(4, seed=2, rules=KELTIS_LITERAL),
        (24, 32, 672, 1_059, 25_416, 44_890, 1_077_360, 2_070_784),
    ),
    "the deal, reference manual, three players": (
        new_game(3, seed=3, rules=REFERENCE_MANUAL),
        (21, 28, 672, 1_053, 25_272, 44_594, 798_704, 1_566_998),
    ),
    "clovers in reach": (
        position(_CHAINS, Seat(at="R5"), tiles=_CLOVERS),
        (11, 30, 180, 391, 3_447, 10_655, 69_098, 202_635),
    ),
    "and literal rules": (
        position(_CHAINS, Seat(at="R5"), tiles=_CLOVERS, rules=KELTIS_LITERAL),
        (11, 42, 216, 559, 3_891, 16_070, 89_643, 322_079),
    ),
    "no own discards": (
        position(Seat(hand="R9", at="Y3"), Seat(hand="R9"), discards="R1 B3", rules=_TURN_OFF),
        (15, 40, 600, 1_275, 15_945, 29_675, 382_601, 698_780),
    ),
    "a finished path, one entry before the end": (
        position(
            Seat(hand="R8 R9", laid="R0 R0 R1 R2 R3 R4 R5 R6 R7", at="Y6 P6"),
            Seat(at="Y7 P7 G7", taken="G2"),
        ),
        (10, 22, 258, 480, 5_000, 11_634, 132_778, 308_276),
    ),
    "the last card of the pile": (
        position(Seat(hand="R9"), Seat(), pile_size=1),
        (15, 65, 750, 3_400, 36_420, 171_065, 1_816_746, 8_703_376),
    ),
}
