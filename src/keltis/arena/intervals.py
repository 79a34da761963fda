"""How sure a number is that was measured over some games."""

import math
import statistics
from collections.abc import Sequence
from typing import Final, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.errors import InvalidArgument

Z_95: Final = 1.959964
"""How many standard errors to either side hold 95 % of a normal distribution."""


@final
@attrs.frozen
class Estimate(Immutable):
    """A measured value, and an interval that holds the true one in 95 of 100 such measurements."""

    value: float
    low: float
    high: float


def wilson(successes: float, trials: int) -> Estimate:
    """A share, with the score interval of E. B. Wilson (1927), which stays within 0 and 1 and is sound for few trials.

    Successes may be fractions, as a shared win is; the interval is then a little wider than it need
    be. It takes the trials to be independent. Games with the same deal are not quite: as a good
    hand helps each entrant in turn, the true interval tends to be narrower.

    >>> share = wilson(8, 10)
    >>> share.value, round(share.low, 3), round(share.high, 3)
    (0.8, 0.49, 0.943)
    """
    if (
        type(trials) is not int
        or type(successes) not in (int, float)
        or trials < 1
        or not 0 <= successes <= trials
    ):
        raise InvalidArgument(
            f"expected successes of one or more trials, not {short_repr(successes)} of {short_repr(trials)}"
        )
    share = successes / trials
    square = Z_95**2 / trials
    centre = (share + square / 2) / (1 + square)
    margin = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return Estimate(share, max(0.0, centre - margin), min(1.0, centre + margin))


def mean(values: Sequence[float]) -> Estimate:
    """The mean of some values, with the interval of the normal approximation; of one value it is without bounds.

    >>> points = mean([1, 2, 3, 4])
    >>> points.value, round(points.low, 2), round(points.high, 2)
    (2.5, 1.23, 3.77)
    """
    if not values:
        raise InvalidArgument("expected one or more values")
    value = statistics.fmean(values)
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Estimate(value, value - Z_95 * error, value + Z_95 * error)
