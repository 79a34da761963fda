"""Elo ratings: one number for each entrant, from all that happened between any two."""

import math
from collections.abc import Sequence
from typing import Final

from keltis.errors import InvalidArgument

ANCHOR: Final = 1500.0
"""The mean of all ratings."""
PRIOR: Final = 0.5
"""The points that any two entrants are given against each other beforehand, as by one drawn game."""

_TOLERANCE: Final = 1e-12
_MAX_ROUNDS: Final = 100_000


def elo_ratings(points: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The ratings under which these points are the most likely; `points[a][b]` is what a scored in all games against b.

    This is the model of Bradley and Terry: a scores against b with a chance of 1 / (1 + 10 ** ((b -
    a) / 400)). It is fitted to all games at once by Hunter's iteration (2004), so that the order of
    the games makes no difference. Half a point counts as half a win. One drawn game between any
    two, the prior, keeps the rating of an entrant finite that won or lost every game. The mean
    rating is 1500.

    >>> [round(rating) for rating in elo_ratings([[0, 30], [10, 0]])]
    [1593, 1407]
    """
    size = len(points)
    if size < 2 or any(len(row) != size for row in points):
        raise InvalidArgument(
            "expected the points of two or more entrants against each other, as a square"
        )
    wins = [[0.0 if a == b else points[a][b] + PRIOR for b in range(size)] for a in range(size)]
    strengths = _strengths(wins)
    logs = [400 * math.log10(strength) for strength in strengths]
    shift = ANCHOR - math.fsum(logs) / size
    return tuple(log + shift for log in logs)


def _strengths(wins: list[list[float]]) -> list[float]:
    """The strengths under which a beats b with a chance of strength a / (strength a + strength b)."""
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
