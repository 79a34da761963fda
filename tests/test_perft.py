"""How many lines of play there are from some positions: a change in legality cannot pass unseen."""

import pytest

from keltis import KELTIS_LITERAL, REFERENCE_MANUAL, GameState, Rules, Tile, new_game
from keltis.testing import Seat, perft, position

CLOVERS = dict.fromkeys(("R2", "Y3", "P4"), Tile.CLOVER)
CHAINS = Seat(hand="R5 Y9 P6", laid="R3", at="Y2 P3")
TURN_OFF = Rules(may_take_own_discard=False)


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        pytest.param(new_game(2, seed=1), [24, 36, 680, 1348], id="the deal, two players"),
        pytest.param(
            new_game(4, seed=2, rules=KELTIS_LITERAL),
            [24, 32, 672, 2531],
            id="the deal, literal rules, four players",
        ),
        pytest.param(
            new_game(3, seed=3, rules=REFERENCE_MANUAL),
            [21, 28, 626, 1023],
            id="the deal, reference manual, three players",
        ),
        pytest.param(
            position(CHAINS, Seat(at="R5"), tiles=CLOVERS),
            [14, 42, 182, 414],
            id="clovers in reach",
        ),
        pytest.param(
            position(CHAINS, Seat(at="R5"), tiles=CLOVERS, rules=KELTIS_LITERAL),
            [14, 63, 301, 848],
            id="and literal rules",
        ),
        pytest.param(
            position(Seat(hand="R9", at="Y3"), Seat(hand="R9"), discards="R1 B3", rules=TURN_OFF),
            [15, 40, 600, 1275],
            id="no own discards",
        ),
        pytest.param(
            position(
                Seat(hand="R8 R9", laid="R0 R0 R1 R2 R3 R4 R5 R6 R7", at="Y6 P6"),
                Seat(at="Y7 P7 G7"),
            ),
            [10, 22, 258, 480],
            id="a finished path, one entry before the end",
        ),
        pytest.param(
            position(Seat(hand="R9"), Seat(), pile_size=1),
            [15, 65, 750, 3400],
            id="the last card of the pile",
        ),
    ],
)
def test_the_number_of_lines(state: GameState, counts: list[int]) -> None:
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
