"""The statistics of a tournament: all of them follow from its games."""

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias, final

import attrs

from keltis._shared.values import Immutable
from keltis.arena.intervals import Estimate, mean, wilson
from keltis.arena.ratings import elo_ratings
from keltis.arena.results import GameEnd, TournamentResult


@final
@attrs.frozen
class Standing(Immutable):
    """How one entrant did."""

    name: str
    games: int
    """How many games it played."""
    wins: int
    """How many it won alone."""
    shared_wins: int
    """How many it won together with others."""
    forfeits: int
    """How many it lost because its bot failed."""
    win_share: Estimate | None
    """The share of games won, a win that k share counting 1/k, with its Wilson interval. None before the first game."""
    score: Estimate | None
    """The mean of its points in games that were finished, with its interval. None if there are none."""
    elo: float
    """Its rating, see `elo_ratings`: from who had more points, for any two in a game."""


@final
@attrs.frozen
class Meeting(Immutable):
    """What one entrant scored against another, see `GameResult.points_against`."""

    points: float
    games: int
    """In how many games it was decided who of them did better, or that they did equally well."""

    @property
    def share(self) -> float | None:
        """The share of the points, or None if nothing was decided."""
        return self.points / self.games if self.games else None


Meetings: TypeAlias = tuple[tuple[Meeting, ...], ...]
"""By entrant, then by opponent, in the order of `plan.names`."""


@final
@attrs.frozen
class Spread(Immutable):
    """How some numbers are spread."""

    least: int
    mean: float
    median: float
    most: int


@final
@attrs.frozen
class Lengths(Immutable):
    """How long the games were."""

    turns: Spread
    decisions: Spread


def standings(result: TournamentResult) -> tuple[Standing, ...]:
    """How each entrant did, the best first: by share of wins, then by rating, then as they entered."""
    points = [[meeting.points for meeting in row] for row in meetings(result)]
    ratings = elo_ratings(points)
    found = [
        _standing(result, name, elo) for name, elo in zip(result.plan.names, ratings, strict=True)
    ]
    return tuple(sorted(found, key=_rank))


def _rank(standing: Standing) -> tuple[float, float]:
    return -(standing.win_share.value if standing.win_share else 0), -standing.elo


def _standing(result: TournamentResult, name: str, elo: float) -> Standing:
    games = list(result.seats_of(name))
    won = [game for game, seat in games if seat in game.winners]
    wins = sum(len(game.winners) == 1 for game in won)
    return Standing(
        name,
        len(games),
        wins,
        len(won) - wins,
        sum(game.forfeit is not None and game.forfeit.seat == seat for game, seat in games),
        wilson(sum(1 / len(game.winners) for game in won), len(games)) if games else None,
        mean(points) if (points := finished_scores(result, name)) else None,
        elo,
    )


def finished_scores(result: TournamentResult, name: str) -> list[int]:
    """The points of this entrant in the games that were finished, by number."""
    return [game.scores[seat].total for game, seat in result.seats_of(name) if game.finished]


def meetings(result: TournamentResult) -> Meetings:
    """What each entrant scored against each other one; against itself nothing."""
    places = {name: place for place, name in enumerate(result.plan.names)}
    points = [[0.0] * len(places) for _ in places]
    games = [[0] * len(places) for _ in places]
    for game in result.games:
        for seat, name in enumerate(game.seating):
            for other, opponent in enumerate(game.seating):
                scored = None if seat == other else game.points_against(seat, other)
                if scored is not None:
                    points[places[name]][places[opponent]] += scored
                    games[places[name]][places[opponent]] += 1
    return tuple(tuple(map(Meeting, *rows)) for rows in zip(points, games, strict=True))


def end_counts(result: TournamentResult) -> dict[GameEnd, int]:
    """How many games ended in each way."""
    counted = Counter(game.end for game in result.games)
    return {end: counted[end] for end in GameEnd}


def lengths(result: TournamentResult) -> Lengths | None:
    """How long the games were, or None before the first one."""
    if not result.games:
        return None
    return Lengths(
        _spread([game.turns for game in result.games]),
        _spread([game.decisions for game in result.games]),
    )


def _spread(numbers: Sequence[int]) -> Spread:
    return Spread(
        min(numbers), statistics.fmean(numbers), float(statistics.median(numbers)), max(numbers)
    )


def goal_curve(result: TournamentResult, name: str) -> tuple[float, ...]:
    """The mean number of figures that this entrant had in the goal area at the start, after turn 1, and so on.

    It goes to the last turn of its longest game; a game that is over stays as it was.
    """
    games = list(result.seats_of(name))
    if not games:
        return ()
    entered = Counter(
        entry.turn for game, seat in games for entry in game.goal_entries if entry.seat == seat
    )
    figures = 0
    curve = []
    for turn in range(max(game.turns for game, _ in games) + 1):
        figures += entered[turn]
        curve.append(figures / len(games))
    return tuple(curve)
