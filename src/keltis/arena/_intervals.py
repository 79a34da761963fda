"""Estimates with 95 % confidence intervals: shares by Wilson, means by Student's t."""

import math
import statistics
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, final

import attrs

from keltis._shared.checks import as_int, as_number
from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.errors import InvalidArgument

Z_95: Final = 1.959964
"""The quantile of the normal distribution for a two-sided 95 % interval."""
MAX_NUMBER: Final = 2**53
"""The largest count and value; floats represent all whole numbers up to here."""

_TAILS: Final = 0.05
_BISECTIONS: Final = 80


@final
@attrs.frozen
class Estimate(Immutable):
    """An estimate with a 95 % confidence interval.

    Of 100 such intervals from independent samples, about 95 contain the true value.
    """

    value: float
    low: float
    high: float


def wilson(successes: float, trials: int) -> Estimate:
    """Return a share with the score interval of E. B. Wilson (1927).

    It stays between 0 and 1, and is reliable for few trials. Successes may be fractions, as of a
    shared win; the interval is then a little wider than necessary. The trials are taken to be
    independent. Games with the same deal are not quite: a good hand helps each entrant in turn, so
    the true interval tends to be narrower.

    >>> from keltis.arena import wilson
    >>> share = wilson(8, 10)
    >>> share.value, round(share.low, 3), round(share.high, 3)
    (0.8, 0.49, 0.943)
    """
    trials = as_int(trials, "trials", 1, MAX_NUMBER)
    expected = f"a number from 0 to {trials}"
    share = as_number(successes, "successes", expected, 0, trials) / trials
    square = Z_95**2 / trials
    centre = (share + square / 2) / (1 + square)
    margin = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return Estimate(share, max(0.0, centre - margin), min(1.0, centre + margin))


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of some values with Student's t interval; of one value it is unbounded.

    The values are taken to be independent and roughly normal.

    >>> from keltis.arena import mean
    >>> points = mean([1, 2, 3, 4])
    >>> points.value, round(points.low, 2), round(points.high, 2)
    (2.5, 0.45, 4.55)
    """
    if not values or not all(-MAX_NUMBER <= value <= MAX_NUMBER for value in values):
        raise InvalidArgument(
            f"expected one or more numbers between -2**53 and 2**53, not {short_repr(values)}"
        )
    value = statistics.fmean(values)
    if len(values) == 1:
        return Estimate(value, -math.inf, math.inf)
    error = statistics.stdev(values) / math.sqrt(len(values))
    margin = t_quantile(len(values) - 1) * error
    return Estimate(value, value - margin, value + margin)


@lru_cache(maxsize=256)
def t_quantile(degrees: int) -> float:
    """Return the quantile of Student's t distribution for a two-sided 95 % interval.

    It is the t with a probability of 5 % outside of -t to t, found by bisection: with x = degrees /
    (degrees + t**2), that probability is the incomplete beta function I(x; degrees / 2, 1 / 2).

    >>> round(t_quantile(3), 3)
    3.182
    """
    low, high = 0.0, 13.0  # with one degree it is 12.7
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if _incomplete_beta(degrees / (degrees + middle**2), degrees / 2, 0.5) > _TAILS:
            low = middle
        else:
            high = middle
    return low


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function by its continued fraction."""
    if x > (a + 1) / (a + b + 2):  # where the fraction of the mirror image converges faster
        return 1 - _incomplete_beta(1 - x, b, a)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    logarithm += a * math.log(x) + b * math.log1p(-x)
    return math.exp(logarithm) / (a * _beta_fraction(x, a, b))


def _beta_fraction(x: float, a: float, b: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function by Lentz's method."""
    fraction = upper = 1.0
    lower = 0.0
    change, step = 0.0, 0
    while not math.isclose(change, 1, rel_tol=1e-15):
        step += 1
        half = step // 2
        if step % 2:
            term = -(a + half) * (a + b + half) * x / ((a + step - 1) * (a + step))
        else:
            term = half * (b - half) * x / ((a + step - 1) * (a + step))
        upper = 1 + term / upper
        lower = 1 / (1 + term * lower)
        change = upper * lower
        fraction *= change
    return fraction
