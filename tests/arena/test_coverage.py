"""Intervals cover the truth as often as they say, and sequential tests err as rarely."""

import pytest

from keltis.arena import Sprt

intervals = pytest.importorskip("bench.intervals", reason="the simulations need NumPy")
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("deals", [2, 4, 20, 400])
@pytest.mark.parametrize("name", intervals.MODELS)
def test_intervals_over_deals_cover_the_truth(name: str, deals: int) -> None:
    share, rating, _ = intervals.coverage(intervals.MODELS[name], deals, 1_000)
    assert min(share, rating) > 0.93


@pytest.mark.parametrize("deals", [2, 4, 20, 400])
def test_the_interval_of_scores_covers_the_mean(deals: int) -> None:
    # Three standard errors of the simulation; the normal quantile covers 0.86 for 4 deals.
    assert intervals.score_coverage(deals, 4_000) == pytest.approx(0.95, abs=0.0105)


@pytest.mark.parametrize("name", ["independent games", "a deal helps both", "ties"])
@pytest.mark.parametrize(("truth", "elo"), [("H0", 0), ("H1", 100)])
def test_sequential_tests_err_as_rarely_as_asked_for(name: str, truth: str, elo: float) -> None:
    chances = intervals.shifted(intervals.MODELS[name], elo)
    wrong, _ = intervals.errors(Sprt(0, 100), chances, truth, 500)
    assert wrong < 0.08  # 5 % were asked for, and three standard errors are 3 %
