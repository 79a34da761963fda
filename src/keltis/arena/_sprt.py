"""A sequential test: whether it is known yet which of two entrants is stronger.

It is the generalised sequential probability ratio test (GSPRT) on deals, as fishtest and fastchess
do it on pairs of games. The points of a deal have a multinomial distribution, with five outcomes
for two games (pentanomial). Nothing is assumed of it but its mean.
"""

import math
from collections.abc import Iterable
from typing import Final, Literal, final

import attrs

from keltis._lib.values import Immutable
from keltis.arena._tally import HALF, AnyTournament, Encounters, tally
from keltis.errors import InvalidArgument

_EMPTY: Final = 1e-3
"""What an outcome of a deal that has not occurred yet counts, so that its likelihood is not 0."""
_STEPS: Final = 60
_MAX_ELO: Final = 4_000.0


@final
@attrs.frozen
class Sprt(Immutable):
    """A sequential test whether the first entrant is better by `elo1` than by `elo0` Elo points.

    >>> from keltis.arena import Sprt
    >>> lower, upper = Sprt(0, 10).bounds
    >>> round(lower, 2), round(upper, 2)
    (-2.94, 2.94)
    """

    elo0: float
    """The Elo difference of the null hypothesis, H0."""
    elo1: float
    """The Elo difference of the alternative, H1, which is larger."""
    alpha: float = 0.05
    """The chance to accept H1 if H0 is true."""
    beta: float = 0.05
    """The chance to accept H0 if H1 is true."""

    def __attrs_post_init__(self) -> None:
        if not -_MAX_ELO <= self.elo0 < self.elo1 <= _MAX_ELO:
            raise InvalidArgument(
                f"expected elo0 below elo1, from -{_MAX_ELO:g} to {_MAX_ELO:g}, "
                f"not {self.elo0} and {self.elo1}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InvalidArgument(
                f"alpha and beta must be between 0 and 0.5, not {self.alpha} and {self.beta}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds of the log-likelihood ratio."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def status(self, encounters: Encounters) -> "SprtStatus":
        """Return where the test is after these deals of two entrants."""
        ratio = log_likelihood_ratio(encounters, self.elo0, self.elo1)
        lower, upper = self.bounds
        decision: Literal["H0", "H1"] | None = None
        if ratio <= lower:
            decision = "H0"
        elif ratio >= upper:
            decision = "H1"
        return SprtStatus(self, ratio, sum(deals for _, _, deals in encounters), decision)


@final
@attrs.frozen
class SprtStatus(Immutable):
    """The state of a sequential test."""

    test: Sprt
    llr: float
    """The log-likelihood ratio of H1 to H0."""
    deals: int
    decision: Literal["H0", "H1"] | None
    """The hypothesis that is accepted, or None if it takes more deals."""

    def __str__(self) -> str:
        lower, upper = self.test.bounds
        hypotheses = f"SPRT [{self.test.elo0:g}, {self.test.elo1:g}]"
        decision = "undecided" if self.decision is None else f"{self.decision} accepted"
        return f"{hypotheses}: LLR {self.llr:.2f} ({lower:.2f}, {upper:.2f}), {decision}"


def sprt(
    result: AnyTournament, elo0: float, elo1: float, *, alpha: float = 0.05, beta: float = 0.05
) -> SprtStatus:
    """Return the sequential test of the first of two entrants against the second.

    Look at it as often as you like while deals are played, and stop when there is a decision.
    `play_tournament(sprt=(elo0, elo1))` does so by itself.

    :param elo0: the Elo difference under H0: the first entrant is no better than that
    :param elo1: the difference under H1
    :param alpha: the probability to decide for H1 under H0
    :param beta: the probability to decide for H0 under H1

    >>> from keltis.arena import play_tournament, sprt
    >>> result = play_tournament(["greedy", "random"], deals=12, seed=7)
    >>> sprt(result, 0, 100).decision
    'H1'
    """
    sums = tally(result)
    require_two(sums.plan.names)
    (encounters,) = sums.pairs
    return Sprt(elo0, elo1, alpha, beta).status(encounters)


def require_two(names: tuple[str, ...]) -> None:
    """Raise `InvalidArgument` unless there are two entrants, as a sequential test needs."""
    if len(names) != 2:
        raise InvalidArgument(f"a sequential test needs two entrants, not {len(names)}")


def log_likelihood_ratio(encounters: Encounters, elo0: float, elo1: float) -> float:
    """Return how much more likely the deals are under the one mean than under the other.

    Of all distributions with that mean, the one that makes the deals most likely counts.
    """
    if not encounters:
        return 0.0
    counts = dict.fromkeys([step / 4 for step in range(5)], 0.0)
    for games, halves, deals in encounters:
        share = halves / (HALF * games)
        counts[share] = counts.get(share, 0.0) + deals
    weights = [(share, count or _EMPTY) for share, count in counts.items()]
    return _log_likelihood(weights, _expected(elo1)) - _log_likelihood(weights, _expected(elo0))


def _expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def _log_likelihood(weights: Iterable[tuple[float, float]], mean: float) -> float:
    """The maximal log-likelihood for this mean, but for a constant.

    The most likely distribution gives an outcome a probability proportional to its count, divided
    by 1 + x (outcome - mean). By bisection, x is such that the mean is right; there is one such x,
    as the sum below falls with x.
    """
    weights = [(share - mean, count) for share, count in weights]
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        x = (low + high) / 2
        if math.fsum(count * share / (1 + x * share) for share, count in weights) > 0:
            low = x
        else:
            high = x
    return -math.fsum(count * math.log1p(x * share) for share, count in weights)
