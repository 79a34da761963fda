"""Confidence intervals: known values, bounds, and coverage by simulation."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis import InvalidArgument
from keltis.arena import Estimate, mean, wilson
from keltis.arena._statistics import t_quantile


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0, 0.2775),  # 3.8415 / 13.8415
        (10, 10, 0.7225, 1),
        (50, 100, 0.4038, 0.5962),
        (1, 1, 0.2065, 1),  # 1 / 4.8415
    ],
)
def test_wilson_intervals(successes: float, trials: int, low: float, high: float) -> None:
    share = wilson(successes, trials)
    assert share.value == successes / trials
    assert (share.low, share.high) == pytest.approx((low, high), abs=0.00005)


@given(
    st.integers(1, 1000).flatmap(
        lambda trials: st.tuples(st.integers(0, 2 * trials), st.just(trials))
    )
)
def test_wilson_intervals_contain_the_share_and_stay_within_bounds(halves: tuple[int, int]) -> None:
    doubled, trials = halves
    share, mirrored = wilson(doubled / 2, trials), wilson(trials - doubled / 2, trials)
    assert 0 <= share.low <= share.value + 1e-12
    assert share.value - 1e-12 <= share.high <= 1
    assert share.low == pytest.approx(1 - mirrored.high)


@pytest.mark.parametrize(
    ("successes", "trials", "message"),
    [
        (0, 0, "trials must be a whole number from 1 to"),
        (1, 10**400, "trials must be a whole number from 1 to"),
        (-1, 3, "successes must be a number from 0 to 3, not -1"),
        (4, 3, "successes must be a number from 0 to 3, not 4"),
        (math.nan, 3, "successes must be a number from 0 to 3, not nan"),
    ],
)
def test_invalid_counts_are_refused(successes: float, trials: int, message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        wilson(successes, trials)


@pytest.mark.parametrize("degrees", [*range(1, 13), 15, 20, 29, 30, 31, 40, 60, 120, 500])
def test_quantiles_of_student_leave_five_in_a_hundred_outside(degrees: int) -> None:
    """By the sums for whole degrees (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = math.atan(t_quantile(degrees) / math.sqrt(degrees))
    term, total = (math.cos(angle), 0.0) if degrees % 2 else (1.0, 0.0)
    for power in range(1 + degrees % 2, degrees, 2):
        total += term
        term *= math.cos(angle) ** 2 * power / (power + 1)
    inside = math.sin(angle) * total
    if degrees % 2:
        inside = (angle + inside) * 2 / math.pi
    assert inside == pytest.approx(0.95, abs=1e-5)


@given(st.integers(1, 10_000_000))
def test_quantiles_of_student_fall_to_that_of_the_normal_distribution(degrees: int) -> None:
    normal = statistics.NormalDist().inv_cdf(0.975)
    assert t_quantile(degrees) >= t_quantile(degrees + 1) > normal


def test_the_interval_of_a_mean_is_that_of_student() -> None:
    # The standard deviation of 2, 4, 6 is 2, so the standard error is 2 / sqrt(3).
    estimate = mean([2, 4, 6])
    assert estimate.value == 4
    assert estimate.high == pytest.approx(4 + 4.302653 * 2 / math.sqrt(3))
    assert estimate.low == pytest.approx(4 - 4.302653 * 2 / math.sqrt(3))


def test_the_interval_of_one_value_is_unbounded() -> None:
    assert mean([5]) == Estimate(5, -math.inf, math.inf)


@pytest.mark.parametrize("values", [[], [1, math.nan], [1, math.inf], [1, 10**400]])
def test_invalid_values_are_refused(values: list[float]) -> None:
    with pytest.raises(InvalidArgument, match=r"^expected one or more numbers between"):
        mean(values)
