"""Lines of play counted with batches, two plies deeper than with states."""

import pytest

from batch.lockstep import ANY_SHAPE
from keltis import GameState, new_game
from keltis.batch import Shape, perft
from perft_counts import COUNTS
from profiles import by_profile

DEPTH = by_profile(6, 8)


@pytest.mark.parametrize(("state", "counts"), COUNTS.values(), ids=COUNTS)
def test_the_number_of_lines(
    state: GameState, counts: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shape, "of", lambda *_: ANY_SHAPE)  # that of other tests: it is compiled
    assert tuple(perft(state, depth) for depth in range(1, DEPTH + 1)) == counts[:DEPTH]


def test_there_is_one_line_without_a_move() -> None:
    assert perft(new_game(2, seed=1), 0) == 1
