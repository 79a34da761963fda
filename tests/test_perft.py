"""How many lines of play there are from some positions: a change in legality cannot pass unseen."""

import pytest

from keltis import GameState
from keltis.testing import perft
from perft_counts import COUNTS
from profiles import by_profile

DEPTH = by_profile(4, 6)


@pytest.mark.parametrize(("state", "counts"), COUNTS.values(), ids=COUNTS)
def test_the_number_of_lines(state: GameState, counts: tuple[int, ...]) -> None:
    assert tuple(perft(state, depth) for depth in range(1, DEPTH + 1)) == counts[:DEPTH]
