"""How many lines of play there are from some positions, by their length from 1 to 8."""

from keltis import KELTIS_LITERAL, REFERENCE_MANUAL, GameState, Rules, Tile, new_game
from keltis.testing import Seat, position

_CLOVERS = dict.fromkeys(("R2", "Y3", "P4"), Tile.CLOVER)
_CHAINS = Seat(hand="R5 Y9 P6", laid="R3", at="Y2 P3")
_TURN_OFF = Rules(may_take_own_discard=False)

COUNTS: dict[str, tuple[GameState, tuple[int, ...]]] = {
    "the deal, two players": (
        new_game(2, seed=1),
        (24, 36, 680, 1_348, 21_376, 52_560, 773_388, 2_211_300),
    ),
    "the deal, literal rules, four players": (
        new_game(4, seed=2, rules=KELTIS_LITERAL),
        (24, 32, 672, 2_531, 19_976, 110_962, 836_970, 4_980_078),
    ),
    "the deal, reference manual, three players": (
        new_game(3, seed=3, rules=REFERENCE_MANUAL),
        (21, 28, 626, 1_023, 22_282, 40_976, 629_130, 1_395_238),
    ),
    "clovers in reach": (
        position(_CHAINS, Seat(at="R5"), tiles=_CLOVERS),
        (14, 42, 182, 414, 3_568, 12_196, 62_986, 201_226),
    ),
    "and literal rules": (
        position(_CHAINS, Seat(at="R5"), tiles=_CLOVERS, rules=KELTIS_LITERAL),
        (14, 63, 301, 848, 4_758, 20_088, 104_326, 387_464),
    ),
    "no own discards": (
        position(Seat(hand="R9", at="Y3"), Seat(hand="R9"), discards="R1 B3", rules=_TURN_OFF),
        (15, 40, 600, 1_275, 15_945, 29_675, 382_601, 698_780),
    ),
    "a finished path, one entry before the end": (
        position(
            Seat(hand="R8 R9", laid="R0 R0 R1 R2 R3 R4 R5 R6 R7", at="Y6 P6"),
            Seat(at="Y7 P7 G7"),
        ),
        (10, 22, 258, 480, 5_000, 11_634, 132_778, 349_876),
    ),
    "the last card of the pile": (
        position(Seat(hand="R9"), Seat(), pile_size=1),
        (15, 65, 750, 3_400, 36_420, 168_390, 1_767_547, 8_431_886),
    ),
}
