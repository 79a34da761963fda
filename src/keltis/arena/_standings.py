"""The statistics of a tournament: standings, meetings, lengths and goal figures over time."""

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias, final

import attrs

from keltis._shared.values import Immutable
from keltis.arena._intervals import Estimate, mean, wilson
from keltis.arena._ratings import elo_ratings
from keltis.arena._results import GameEnd, TournamentResult


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
    """The share of games won, with Wilson's interval; a win of k is 1/k. None without a game."""
    score: Estimate | None
    """The mean score in finished games, with Student's t interval. None without such a game."""
    elo: Estimate
    """The Elo rating with its interval, from the meetings of any two, see `elo_ratings`."""

    def _repr_html_(self) -> str:
        """The table in a notebook, of one row."""
        from keltis.arena._tables import standings_html  # noqa: PLC0415 - it imports this module

        return standings_html(self.name, [self])


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


def standings(result: TournamentResult) -> tuple[Standing, ...]:
    """Return the standing of each entrant, the best first.

    The order is by share of wins, then by rating, then by entry.

    >>> from keltis.arena import play_tournament, standings
    >>> result = play_tournament(["random", "greedy"], deals=1, seed=7)
    >>> [(standing.name, standing.wins) for standing in standings(result)]
    [('greedy', 2), ('random', 0)]
    """
    points = [[meeting.points for meeting in row] for row in meetings(result)]
    ratings = elo_ratings(points)
    unsorted = [
        _standing(result, name, elo) for name, elo in zip(result.plan.names, ratings, strict=True)
    ]
    return tuple(sorted(unsorted, key=_sort_key))


def _sort_key(standing: Standing) -> tuple[float, float]:
    return -(standing.win_share.value if standing.win_share else 0), -standing.elo.value


def _standing(result: TournamentResult, name: str, elo: Estimate) -> Standing:
    games = list(result.seats_of(name))
    won = [game for game, seat in games if seat in game.winners]
    wins = sum(len(game.winners) == 1 for game in won)
    shares = math.fsum(1 / len(game.winners) for game in won)
    points = finished_scores(result, name)
    return Standing(
        name=name,
        games=len(games),
        wins=wins,
        shared_wins=len(won) - wins,
        forfeits=sum(
            game.forfeit is not None and game.forfeit.seat == seat for game, seat in games
        ),
        win_share=wilson(shares, len(games)) if games else None,
        score=mean(points) if points else None,
        elo=elo,
    )


def finished_scores(result: TournamentResult, name: str) -> list[int]:
    """Return the total scores of this entrant in finished games, in the order of the games."""
    return [game.scores[seat].total for game, seat in result.seats_of(name) if game.finished]


def meetings(result: TournamentResult) -> Meetings:
    """Return the points of each entrant against each other one; against itself there are none."""
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
    """Return the number of games for each end."""
    counted = Counter(game.end for game in result.games)
    return {end: counted[end] for end in GameEnd}


def lengths(result: TournamentResult) -> Lengths | None:
    """Return the lengths of the games, or None without a game."""
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
    """Return the mean number of figures in the goal area at the start, after turn 1, and so on.

    The curve ends with the last turn of the entrant's longest game. A game that is over counts with
    its last number.
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
