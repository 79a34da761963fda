"""Estimates with 95 % confidence intervals: shares by Wilson, means by Student's t."""

import math
import statistics
from collections.abc import Sequence
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

_FEW_DEGREES: Final = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582)
_EXPANSION: Final = (
    Z_95,
    (Z_95**3 + Z_95) / 4,
    (5 * Z_95**5 + 16 * Z_95**3 + 3 * Z_95) / 96,
    (3 * Z_95**7 + 19 * Z_95**5 + 17 * Z_95**3 - 15 * Z_95) / 384,
    (79 * Z_95**9 + 776 * Z_95**7 + 1482 * Z_95**5 - 1920 * Z_95**3 - 945 * Z_95) / 92_160,
)
"""The coefficients of the powers of 1 / degrees."""


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
    values = list(map(float, values))  # also NumPy's
    value = statistics.fmean(values)
    if len(values) == 1:
        return Estimate(value, -math.inf, math.inf)
    error = statistics.stdev(values) / math.sqrt(len(values))
    margin = t_quantile(len(values) - 1) * error
    return Estimate(value, value - margin, value + margin)


def t_quantile(degrees: int) -> float:
    """Return the quantile of Student's t distribution for a two-sided 95 % interval.

    It is Cornish and Fisher's expansion, with an error of less than 0.0002 from 6 degrees on;
    below, it is a table.

    >>> round(t_quantile(3), 3)
    3.182
    """
    if degrees <= len(_FEW_DEGREES):
        return _FEW_DEGREES[degrees - 1]
    return math.fsum(term / degrees**power for power, term in enumerate(_EXPANSION))
