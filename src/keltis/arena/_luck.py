"""Results without the luck of the cards: the same means in expectation, with less variance."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from statistics import fmean
from typing import TypeAlias, final, overload

import attrs

from keltis._lib.values import Immutable
from keltis.arena._results import GameResult, TournamentResult, game_records
from keltis.arena._statistics import Estimate, mean
from keltis.arena._tally import Total
from keltis.bots import Worth, drawn_luck
from keltis.errors import InvalidArgument
from keltis.game import Game, M, R, Record, S, Score, V


@final
@attrs.frozen
class Corrected(Immutable):
    """A mean over deals, as it was played and without the luck of the cards.

    Both have the same expectation. How much narrower the interval is says how good the values are
    by which the luck was measured.
    """

    played: Estimate
    corrected: Estimate

    @property
    def fewer_games(self) -> float:
        """How many times fewer games are enough for the same interval."""
        played, corrected = (each.high - each.low for each in (self.played, self.corrected))
        if played == corrected:  # also without width, and of a single deal
            return 1.0
        return (played / corrected) ** 2


@final
@attrs.frozen
class LuckCorrected(Immutable):
    """The results of an entrant without luck, see `correct_luck`."""

    name: str
    win_share: Corrected
    """The share of games won, a win of k being 1/k."""
    lead: Corrected
    """The points ahead of the mean of the others, where the score is a single number."""


@overload
def correct_luck(result: TournamentResult) -> tuple[LuckCorrected, ...]: ...
@overload
def correct_luck(
    result: TournamentResult[Score, Game[S, V, M, R]], luck: Callable[[Record[S, M]], Worth]
) -> tuple[LuckCorrected, ...]: ...
def correct_luck(
    result: TournamentResult[Score, Game[S, V, M, R]],
    luck: Callable[[Record[S, M]], Worth] = drawn_luck,  # type: ignore[assignment]  # exact above
) -> tuple[LuckCorrected, ...]:
    """Return the results of all entrants without the luck of the cards, in the order of the plan.

    From every share of a win and every lead in points is subtracted what the cards from the
    face-down pile gave, beyond the exact mean of all that could have come (`bots.drawn_luck`). The
    expectation of that is 0, so the estimates stay unbiased, whatever the bots are and however good
    the values. The luck of the deal cancels, as every deal is played in every seating. The
    intervals are over deals: Student's t.

    :param result: with the moves of its games: play them with `keep_records=True`. Only whole deals
        count
    :param luck: what chance gave in a record, another function or that of another game;
        `keltis.batch.drawn_luck` looks a turn ahead, so fewer games are enough

    >>> from keltis.arena import correct_luck, play_tournament
    >>> result = play_tournament(
    ...     ["greedy", "random"], deals=2, seed=7, max_turns=12, keep_records=True
    ... )
    >>> greedy, random = correct_luck(result)
    >>> greedy.lead.corrected.low < greedy.lead.corrected.value < greedy.lead.corrected.high
    True
    """
    played = tuple([game for game in result.games if game.moves is not None])
    records = game_records(attrs.evolve(result, games=played))
    deals: dict[str, list[_Sums]] = {name: [] for name in result.plan.names}
    for _, games in groupby(zip(played, records, strict=True), lambda pair: pair[0].deal):
        deal = list(games)
        if len(deal) < result.plan.seatings:
            continue  # in part of its seatings, the luck of the deal does not cancel
        sides = [side for game, record in deal for side in _sides(game, luck(record))]
        for name, sums in deals.items():
            mine = [numbers for other, numbers in sides if other == name]
            sums.append([fmean(column) for column in zip(*mine, strict=True)])
    if not all(deals.values()):
        raise InvalidArgument("there is no whole deal with its moves: play with keep_records=True")
    return tuple([_corrected(name, sums) for name, sums in deals.items()])


_Sums: TypeAlias = Sequence[float]
"""The share of a win, and without luck; the lead in points, and without luck."""


def _sides(game: GameResult[Score], luck: Worth) -> Iterator[tuple[str, _Sums]]:
    """The name and the numbers of each seat."""
    totals = [float(score.total) if isinstance(score, Total) else 0.0 for score in game.scores]
    for seat, name in enumerate(game.seating):
        share = 1 / len(game.winners) if seat in game.winners else 0.0
        lead = _lead(totals, seat)
        yield name, (share, share - luck.shares[seat], lead, lead - _lead(luck.points, seat))


def _lead(points: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of the mean of the others."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def _corrected(name: str, deals: Sequence[_Sums]) -> LuckCorrected:
    share, fair_share, lead, fair_lead = map(mean, zip(*deals, strict=True))
    return LuckCorrected(name, Corrected(share, fair_share), Corrected(lead, fair_lead))
