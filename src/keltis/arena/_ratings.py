"""Elo ratings with 95 % intervals, fitted to the points between any two entrants."""

import math
from collections.abc import Sequence
from typing import Final

from keltis._shared.text import short_repr
from keltis.arena._intervals import MAX_NUMBER, Z_95, Estimate
from keltis.errors import InvalidArgument

ANCHOR: Final = 1500.0
"""The mean of all ratings."""
PRIOR: Final = 0.5
"""The points of each entrant against each other one before play: the prior is one drawn game."""

_SCALE: Final = 400 / math.log(10)
"""Elo points for one unit of log strength."""
_TOLERANCE: Final = 1e-12
_MAX_ROUNDS: Final = 100_000


def elo_ratings(points: Sequence[Sequence[float]]) -> tuple[Estimate, ...]:
    """Return the maximum likelihood ratings; `points[a][b]` are the points of a against b.

    The model is that of Bradley and Terry: a scores against b with a probability of 1 / (1 + 10 **
    ((b - a) / 400)). It is fitted to all games at once by Hunter's iteration (2004), so the order
    of the games makes no difference. Half a point counts as half a win. The prior, one drawn game
    between any two, keeps the rating of an entrant finite that won or lost every game. The mean
    rating is 1500.

    The intervals are Wald intervals: the standard errors, for ratings relative to their mean, come
    from the inverse of the observed Fisher information, in which the prior does not count. They
    take all results to be independent. Without a game, or between groups of entrants that never
    met, they are unbounded. Between two entrants they cover the true rating with 92 % or more, for
    4 games or 100, unless one wins more than nine games in ten; then it can be 78 %. Play more
    games there, or look at `wilson`.

    >>> from keltis.arena import elo_ratings
    >>> ann, bob = elo_ratings([[0, 30], [10, 0]])
    >>> round(ann.value), round(ann.low), round(ann.high)
    (1593, 1531, 1654)
    """
    _require_square(points)
    entrants = range(len(points))
    wins = [[0.0 if a == b else points[a][b] + PRIOR for b in entrants] for a in entrants]
    strengths = _strengths(wins)
    logs = [math.log(strength) for strength in strengths]
    shift = math.fsum(logs) / len(logs)
    games = [[0.0 if a == b else points[a][b] + points[b][a] for b in entrants] for a in entrants]
    errors = _standard_errors(games, strengths)
    ratings = []
    for log, error in zip(logs, errors, strict=True):
        value = ANCHOR + _SCALE * (log - shift)
        margin = Z_95 * _SCALE * error
        ratings.append(Estimate(value, value - margin, value + margin))
    return tuple(ratings)


def _require_square(points: Sequence[Sequence[float]]) -> None:
    if not (
        len(points) > 1
        and all(len(row) == len(points) for row in points)
        and all(0 <= number <= MAX_NUMBER for row in points for number in row)
    ):
        raise InvalidArgument(
            "expected a square of the points of two or more entrants, numbers from 0 to 2**53, "
            f"not {short_repr(points)}"
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
    size = len(strengths)
    weights = [
        [
            games[a][b] * strengths[a] * strengths[b] / (strengths[a] + strengths[b]) ** 2
            for b in range(size)
        ]
        for a in range(size)
    ]
    if not _is_connected(weights):
        return [math.inf] * size
    degrees = [math.fsum(row) for row in weights]
    constant = math.fsum(degrees) / size**2
    matrix = [[constant - weight for weight in row] for row in weights]
    for a in range(size):
        matrix[a][a] += degrees[a]
    excess = 1 / (constant * size**2)
    return [math.sqrt(max(0.0, variance - excess)) for variance in _inverse_diagonal(matrix)]


def _is_connected(weights: list[list[float]]) -> bool:
    """Return whether a chain of games links any two entrants."""
    reached, pending = {0}, [0]
    while pending:
        neighbours = {b for b, weight in enumerate(weights[pending.pop()]) if weight > 0}
        pending += neighbours - reached
        reached |= neighbours
    return len(reached) == len(weights)


def _inverse_diagonal(matrix: list[list[float]]) -> list[float]:
    """Return the diagonal of the inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(at == unit) for at in range(size))] for unit, row in enumerate(matrix)]
    for step in range(size):
        pivot = rows[step][step]
        if pivot <= 0:  # by rounding errors, where one pair met 10**16 times as often as another
            return [math.inf] * size
        rows[step] = [number / pivot for number in rows[step]]
        for other in range(size):
            factor = 0.0 if other == step else rows[other][step]
            rows[other] = [a - factor * b for a, b in zip(rows[other], rows[step], strict=True)]
    return [rows[at][size + at] for at in range(size)]
