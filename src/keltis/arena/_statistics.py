"""The statistics of a tournament: standings, meetings, lengths, goal figures, Elo ratings.

Estimates have 95 % confidence intervals over deals: the games of a deal have the same cards, so
they are not independent of each other, but deals are.
"""

import enum
import math
import statistics
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from typing import Final, TypeAlias, final

import attrs

from keltis._lib.checks import as_int, as_number
from keltis._lib.text import short_repr
from keltis._lib.values import Immutable
from keltis.arena._results import AnyResult, GameEnd
from keltis.arena._tally import (
    HALF,
    AnyTournament,
    Counts,
    DealSums,
    EntrantTally,
    Tally,
    Total,
    share_unit,
    tally,
)
from keltis.errors import InvalidArgument

# Estimates

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
    independent. Games with the same deal are not, so `standings` does not use this.

    >>> from keltis.arena import wilson
    >>> share = wilson(8, 10)
    >>> share.value, round(share.low, 3), round(share.high, 3)
    (0.8, 0.49, 0.943)
    """
    trials = as_int(trials, "trials", 1, MAX_NUMBER)
    expected = f"a number from 0 to {trials}"
    return _wilson(as_number(successes, "successes", expected, 0, trials) / trials, trials, Z_95)


def _wilson(share: float, trials: float, quantile: float) -> Estimate:
    square = quantile**2 / trials
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
    return _estimate(value, t_quantile(len(values) - 1) * error)


def _estimate(value: float, margin: float) -> Estimate:
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


# Estimates over deals

_PRIOR_DEALS: Final = 2
"""The weight, in deals, of the prior that the games of a deal are independent."""


def win_share(sums: DealSums, unit: int) -> Estimate:
    """Return a share with Wilson's interval for the number of games that the deals are worth.

    `unit` is what one game can give. The interval has the quantile of Student's t instead of the
    normal one, as the design effect is estimated.
    """
    games = sums.games / design_effect(sums, unit)
    quantile = t_quantile(sums.deals - 1 + _PRIOR_DEALS)
    return _wilson(sums.total / (unit * sums.games), games, quantile)


def design_effect(sums: DealSums, unit: int) -> float:
    """Return the variance of a share over deals, divided by that of independent wins and losses.

    It is below 1 if a good deal helps each entrant in turn, and if there are ties. This is Kish's
    design effect, with a prior of two deals in which it is 1.
    """
    spread = sums.total * (unit * sums.games - sums.total)  # games² unit² p (1 - p)
    if not spread:
        return 1.0  # all won or all lost: the sample cannot tell
    expected = Fraction(spread, sums.games * sums.deals)
    observed = _squared_deviations(sums) + _PRIOR_DEALS * expected
    return float(observed / (expected * (sums.deals - 1 + _PRIOR_DEALS)))


def mean_score(sums: DealSums) -> Estimate:
    """Return the mean of one game with Student's t interval over deals; of one it is unbounded.

    This is the ratio estimator for clusters: deals may have different numbers of games.
    """
    value = sums.total / sums.games
    if sums.deals == 1:
        return Estimate(value, -math.inf, math.inf)
    variance = _squared_deviations(sums) * sums.deals / (sums.deals - 1)
    return _estimate(value, t_quantile(sums.deals - 1) * math.sqrt(variance) / sums.games)


def _squared_deviations(sums: DealSums) -> Fraction:
    """The sum of (x - m n)² over deals, for the mean m of one game; exact, as sums are large."""
    m = Fraction(sums.total, sums.games)
    return max(Fraction(0), sums.squared - 2 * m * sums.products + m * m * sums.games_squared)


# Ratings

ANCHOR: Final = 1500.0
"""The mean of all ratings."""
PRIOR: Final = 0.5
"""The points of each entrant against each other one before play: the prior is one drawn game."""

_SCALE: Final = 400 / math.log(10)
"""Elo points for one unit of log strength."""
_TOLERANCE: Final = 1e-12
_MAX_ROUNDS: Final = 100_000


def elo_ratings(
    points: Sequence[Sequence[float]], design_effects: Sequence[float] | None = None
) -> tuple[Estimate, ...]:
    """Return the maximum likelihood ratings; `points[a][b]` are the points of a against b.

    The model is that of Bradley and Terry: a scores against b with a probability of 1 / (1 + 10 **
    ((b - a) / 400)). It is fitted to all games at once by Hunter's iteration (2004), so the order
    of the games makes no difference. Half a point counts as half a win. The prior, one drawn game
    between any two, keeps the rating of an entrant finite that won or lost every game. The mean
    rating is 1500.

    The time grows with the square of the number of entrants, and with how one-sided the results
    are; after 100,000 rounds the iteration ends in any case.

    The intervals are Wald intervals: the standard errors, for ratings relative to their mean, come
    from the inverse of the observed Fisher information, in which the prior does not count. They
    take all results to be independent, unless there is a design effect for each entrant, by which
    its variance is multiplied: that is how `standings` counts deals. Between two entrants, this is
    the variance of the pentanomial model. Without a game, or between groups of entrants that never
    met, they are unbounded. Between two entrants they cover the true rating with 92 % or more, for
    4 games or 100, unless one wins more than nine games in ten; then it can be 78 %. Play more
    games there, or look at `wilson`.

    >>> from keltis.arena import elo_ratings
    >>> ann, bob = elo_ratings([[0, 30], [10, 0]])
    >>> round(ann.value), round(ann.low), round(ann.high)
    (1593, 1531, 1654)
    """
    if not (
        len(points) > 1
        and all(len(row) == len(points) for row in points)
        and all(0 <= number <= MAX_NUMBER for row in points for number in row)
    ):
        raise InvalidArgument(
            "expected a square of the points of two or more entrants, numbers from 0 to 2**53, "
            f"not {short_repr(points)}"
        )
    entrants = range(len(points))
    wins = [[0.0 if a == b else points[a][b] + PRIOR for b in entrants] for a in entrants]
    strengths = _strengths(wins)
    logs = [math.log(strength) for strength in strengths]
    shift = math.fsum(logs) / len(logs)
    games = [[0.0 if a == b else points[a][b] + points[b][a] for b in entrants] for a in entrants]
    errors = _standard_errors(games, strengths)
    effects = design_effects or [1.0] * len(points)
    return tuple(
        _estimate(ANCHOR + _SCALE * (log - shift), Z_95 * _SCALE * error * math.sqrt(effect))
        for log, error, effect in zip(logs, errors, effects, strict=True)
    )


def _strengths(wins: list[list[float]]) -> list[float]:
    """Fit strengths: a beats b with probability strength a / (strength a + strength b)."""
    entrants = range(len(wins))
    strengths = [1.0 for _ in entrants]
    for _ in range(_MAX_ROUNDS):
        before = strengths
        strengths = [
            math.fsum(wins[a])
            / math.fsum(
                (wins[a][b] + wins[b][a]) / (before[a] + before[b]) for b in entrants if b != a
            )
            for a in entrants
        ]
        scale = len(strengths) / math.fsum(strengths)
        strengths = [strength * scale for strength in strengths]
        if all(
            math.isclose(old, new, rel_tol=_TOLERANCE)
            for old, new in zip(before, strengths, strict=True)
        ):
            break
    return strengths


def _standard_errors(games: list[list[float]], strengths: list[float]) -> list[float]:
    """Return the standard errors of the log strengths relative to their mean.

    The Fisher information is the Laplacian matrix of the weights n p (1 - p). It is singular, as a
    common shift of all ratings changes nothing. With a constant c added everywhere it is not, and
    its inverse has a constant too much everywhere, 1 / (c * size ** 2).
    """
    entrants = range(len(strengths))
    weights = [
        [
            games[a][b] * strengths[a] * strengths[b] / (strengths[a] + strengths[b]) ** 2
            for b in entrants
        ]
        for a in entrants
    ]
    degrees = [math.fsum(row) for row in weights]
    constant = math.fsum(degrees) / len(entrants) ** 2
    matrix = [
        [constant - weights[a][b] + (degrees[a] if a == b else 0.0) for b in entrants]
        for a in entrants
    ]
    variances = _inverse_diagonal(matrix)
    if variances is None:
        return [math.inf for _ in entrants]
    excess = 1 / (constant * len(entrants) ** 2)
    return [math.sqrt(max(0.0, variance - excess)) for variance in variances]


def _inverse_diagonal(matrix: list[list[float]]) -> list[float] | None:
    """Return the diagonal of the inverse of a positive definite matrix, by Gauss and Jordan.

    It is None for a singular matrix: then no chain of games links some two entrants.
    """
    size = len(matrix)
    rows = [[*row, *(float(at == unit) for at in range(size))] for unit, row in enumerate(matrix)]
    least = _TOLERANCE * max(matrix[at][at] for at in range(size))
    for step in range(size):
        pivot = rows[step][step]
        if pivot <= least:
            return None
        rows[step] = [number / pivot for number in rows[step]]
        for other in range(size):
            factor = 0.0 if other == step else rows[other][step]
            rows[other] = [a - factor * b for a, b in zip(rows[other], rows[step], strict=True)]
    return [rows[at][size + at] for at in range(size)]


# Standings


@final
@attrs.frozen
class Standing(Immutable):
    """The statistics of one entrant."""

    name: str
    games: int
    """The number of its games."""
    wins: int
    """The number of games that it won alone."""
    shared_wins: int
    """The number of games that it won together with others."""
    forfeits: int
    """The number of games that it lost because its bot failed."""
    win_share: Estimate | None
    """The share of games won, a win of k being 1/k, with its interval over deals; None without a
    game."""
    score: Estimate | None
    """The mean score in finished games, with its interval over deals; None if there is no such
    game, or if the game compares several numbers."""
    elo: Estimate
    """The Elo rating with its interval over deals, from the meetings of any two."""

    def _repr_html_(self) -> str:
        """The table in a notebook, of one row."""
        from keltis.arena._tables import standings_html  # noqa: PLC0415 - it imports this module

        return standings_html(self.name, [self])

    @staticmethod
    def _tuple_html_(standings: Sequence["Standing"]) -> str:
        from keltis.arena._tables import standings_html  # noqa: PLC0415 - it imports this module

        return standings_html("Standings", standings)


@final
@attrs.frozen
class Meeting(Immutable):
    """The points of one entrant against another, see `GameResult.points_against`."""

    points: float
    games: int
    """The number of games that decided between the two, or were tied."""

    @property
    def share(self) -> float | None:
        """The share of the points, or None without such a game."""
        return self.points / self.games if self.games else None


Meetings: TypeAlias = tuple[tuple[Meeting, ...], ...]
"""Meetings by entrant, then by opponent, in the order of `plan.names`."""


@final
@attrs.frozen
class Spread(Immutable):
    """The distribution of some numbers."""

    least: int
    mean: float
    median: float
    most: int


@final
@attrs.frozen
class Lengths(Immutable):
    """The lengths of games."""

    turns: Spread
    decisions: Spread


def standings(result: AnyTournament) -> tuple[Standing, ...]:
    """Return the standing of each entrant, the best first.

    The order is by share of wins, then by rating, then by entry.

    >>> from keltis.arena import play_tournament, standings
    >>> result = play_tournament(["random", "greedy"], deals=1, seed=7)
    >>> [(standing.name, standing.wins) for standing in standings(result)]
    [('greedy', 2), ('random', 0)]
    """
    sums = tally(result)
    effects = [rating_effect(entrant.points) for entrant in sums.entrants]
    points = [[meeting.points for meeting in row] for row in meetings(sums)]
    ratings = elo_ratings(points, effects)
    unsorted = [
        Standing(
            name=name,
            games=entrant.games,
            wins=entrant.wins,
            shared_wins=entrant.shared_wins,
            forfeits=entrant.forfeits,
            win_share=win_share(entrant.share, share_unit(sums.plan)) if entrant.games else None,
            score=mean_score(entrant.score) if entrant.score.games else None,
            elo=elo,
        )
        for name, entrant, elo in zip(sums.plan.names, sums.entrants, ratings, strict=True)
    ]

    def strength(standing: Standing) -> tuple[float, float]:
        return standing.win_share.value if standing.win_share else 0.0, standing.elo.value

    return tuple(sorted(unsorted, key=strength, reverse=True))


def rating_effect(points: DealSums) -> float:
    """The design effect of a rating, larger for few deals: its interval has a normal quantile."""
    if not points.deals:
        return 1.0
    quantile = t_quantile(points.deals - 1 + _PRIOR_DEALS)
    return design_effect(points, HALF) * (quantile / Z_95) ** 2


def finished_scores(result: AnyResult, name: str) -> list[int]:
    """Return the total scores of this entrant in finished games, in the order of the games.

    There are none in a game such as CELTIC!, where several numbers are compared (K11).
    """
    scores = [game.scores[seat] for game, seat in result.seats_of(name) if game.finished]
    return [score.total for score in scores if isinstance(score, Total)]


def has_mean_scores(result: AnyTournament) -> bool:
    """Whether tables have a mean score: not if games compare several numbers, as CELTIC! (K11)."""
    sums = tally(result)
    unfinished = sum(sums.ends[-len(GameEnd) :])
    return sums.games == unfinished or any(entrant.score.games for entrant in sums.entrants)


def meetings(result: AnyTournament) -> Meetings:
    """Return the points of each entrant against each other one; against itself there are none."""
    sums = tally(result)
    entrants = range(len(sums.entrants))
    table = [[Meeting(0.0, 0) for _ in entrants] for _ in entrants]
    for (a, b), encounters in zip(combinations(entrants, 2), sums.pairs, strict=True):
        games = sum(games * deals for games, _, deals in encounters)
        halves = sum(halves * deals for _, halves, deals in encounters)
        table[a][b] = Meeting(halves / HALF, games)
        table[b][a] = Meeting(games - halves / HALF, games)
    return tuple(map(tuple, table))


def end_counts(result: AnyTournament) -> dict[enum.Enum, int]:
    """Return the number of games for each end: those of the game, then those of the arena."""
    sums = tally(result)
    ends = (*sums.plan.game.engine.EndReason, *GameEnd)
    return dict(zip(ends, sums.ends, strict=True))


def lengths(result: AnyTournament) -> Lengths | None:
    """Return the lengths of the games, or None without a game."""
    sums = tally(result)
    return Lengths(_spread(sums.turns), _spread(sums.decisions)) if sums.games else None


def _spread(counts: Counts) -> Spread:
    games = sum(count for _, count in counts)
    middle = (number_at(counts, (games - 1) // 2) + number_at(counts, games // 2)) / 2
    total = sum(number * count for number, count in counts)
    return Spread(counts[0][0], total / games, middle, counts[-1][0])


def number_at(counts: Counts, place: int) -> int:
    """Return the number at a place, from 0, of all numbers in ascending order."""
    ends = accumulate(count for _, count in counts)
    return next(number for (number, _), end in zip(counts, ends, strict=True) if place < end)


def goal_curve(result: AnyTournament, name: str) -> tuple[float, ...]:
    """Return the mean number of goal entries at the start, after turn 1, and so on.

    The curve ends with the last turn of the entrant's longest game. A game that is over counts with
    its last number.
    """
    sums = entrant_tally(tally(result), name)
    if not sums.games:
        return ()
    entered = dict(sums.entries)
    figures = accumulate(entered.get(turn, 0) for turn in range(sums.longest + 1))
    return tuple(count / sums.games for count in figures)


def entrant_tally(sums: Tally, name: str) -> EntrantTally:
    """Return the sums of the entrant with this name."""
    return sums.entrants[sums.plan.place(name)]
