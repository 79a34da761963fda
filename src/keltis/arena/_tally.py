"""The running sums of a tournament, from which all statistics follow.

The deal, with all its seatings, is the unit: games with the same cards are not independent. The
sums are whole numbers, so they are the same in whatever order the deals come in.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations, groupby, pairwise
from operator import add, attrgetter
from typing import Final, Protocol, TypeAlias, final, overload, runtime_checkable

import attrs

from keltis._lib.values import Immutable
from keltis.arena._plan import G_co, Plan, PlayedGame
from keltis.arena._results import (
    AnyResult,
    Failure,
    GameEnd,
    GameResult,
    P_co,
    TournamentResult,
)
from keltis.errors import InvalidArgument
from keltis.game import Score

Counts: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers in ascending order, each with how often it occurred."""
Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers of deals in ascending order: the first of each range, and the one after its last."""

HALF: Final = 2
"""Points against another entrant are counted in halves."""


@runtime_checkable
class Total(Protocol):
    """A score that is a single number in the end."""

    @property
    def total(self) -> int: ...


@final
@attrs.frozen
class DealSums(Immutable):
    """Sums over deals of n, the games of a deal, and x, what an entrant got in them."""

    deals: int = 0
    games: int = 0
    """The sum of n."""
    total: int = 0
    """The sum of x."""
    games_squared: int = 0
    """The sum of n²."""
    products: int = 0
    """The sum of n x."""
    squared: int = 0
    """The sum of x²."""

    def __add__(self, other: "DealSums") -> "DealSums":
        return DealSums(*map(add, attrs.astuple(self), attrs.astuple(other)))


@final
@attrs.frozen
class FirstFailure(Immutable):
    """The first game that an entrant forfeited."""

    game: int
    failure: Failure
    detail: str


@final
@attrs.frozen(kw_only=True)
class EntrantTally(Immutable):
    """The sums of one entrant."""

    games: int = 0
    wins: int = 0
    """Games that it won alone."""
    shared_wins: int = 0
    forfeits: int = 0
    longest: int = 0
    """The number of turns of its longest game."""
    share: DealSums = DealSums()
    """Its shares of wins. A win counts `share_unit`, and one of k winners gets a k-th of it."""
    points: DealSums = DealSums()
    """Half points against the others, where n is the number of comparisons."""
    score: DealSums = DealSums()
    """Total scores of finished games."""
    scores: Counts = ()
    """Total scores of finished games; empty if games compare several numbers."""
    entries: Counts = ()
    """Goal entries by turn."""
    failure: FirstFailure | None = None

    def __add__(self, other: "EntrantTally") -> "EntrantTally":
        failures = [failure for failure in (self.failure, other.failure) if failure is not None]
        return EntrantTally(
            games=self.games + other.games,
            wins=self.wins + other.wins,
            shared_wins=self.shared_wins + other.shared_wins,
            forfeits=self.forfeits + other.forfeits,
            longest=max(self.longest, other.longest),
            share=self.share + other.share,
            points=self.points + other.points,
            score=self.score + other.score,
            scores=_add_counts(self.scores, other.scores),
            entries=_add_counts(self.entries, other.entries),
            failure=min(failures, key=attrgetter("game"), default=None),
        )


Encounters: TypeAlias = tuple[tuple[int, int, int], ...]
"""How two entrants did in the deals: games, half points of the first, and the number of such deals.

With two games a deal, these are the five counts of the pentanomial model. Games that decide nothing
between the two do not count.
"""


@final
@attrs.frozen(kw_only=True)
class Tally(Immutable):
    """The running sums of a tournament. Their size does not grow with the number of games.

    `tally` makes it of a result. `+` adds the sums of other deals of the same plan.
    """

    plan: Plan[PlayedGame]
    deals: Ranges = ()
    """The deals that are counted."""
    ends: tuple[int, ...]
    """Games by end: the ends of the game, then those of `GameEnd`."""
    turns: Counts = ()
    """Games by number of turns."""
    decisions: Counts = ()
    """Games by number of moves."""
    entrants: tuple[EntrantTally, ...]
    """In the order of `plan.names`."""
    pairs: tuple[Encounters, ...]
    """For any two entrants, in the order of `itertools.combinations`."""

    def __attrs_post_init__(self) -> None:
        names = len(self.plan.names)
        unit, last = share_unit(self.plan), 0
        for first, end in self.deals:
            if not last <= first < end <= self.plan.deals:
                raise InvalidArgument(f"the deals from {first} to {end} do not fit the plan")
            last = end
        sums = sum(self.ends), *(sum(n for _, n in c) for c in (self.turns, self.decisions))
        dealt = sum(end - first for first, end in self.deals)
        if (
            (len(self.entrants), len(self.pairs)) != (names, math.comb(names, 2))
            or len(self.ends) != len(ends_of(self.plan))
            or {*sums} != {sums[0]}
            or sums[0] > dealt * self.plan.seatings
            or not all(_is_possible(pair, dealt, self.plan.seatings) for pair in self.pairs)
            or any(b <= a for c in (self.turns, self.decisions) for (a, _), (b, _) in pairwise(c))
            or not all(
                max(entrant.wins + entrant.shared_wins, entrant.forfeits, entrant.score.games)
                <= entrant.games
                == entrant.share.games
                <= sums[0]
                and max(entrant.share.deals, entrant.points.deals, entrant.score.deals) <= dealt
                and entrant.points.games <= entrant.games * (self.plan.players - 1)
                and _is_share(entrant.share, unit)
                and _is_share(entrant.points, HALF)
                and (entrant.score.deals > 0) == (entrant.score.games > 0)
                and entrant.longest <= self.plan.max_turns
                for entrant in self.entrants
            )
        ):
            raise InvalidArgument("the sums of the tournament contradict each other or the plan")

    @property
    def games(self) -> int:
        """The number of games that are counted."""
        return sum(self.ends)

    @property
    def complete(self) -> bool:
        """Whether all games of the plan are counted."""
        return self.games == len(self.plan)

    def has_deal(self, deal: int) -> bool:
        """Whether a deal is counted."""
        return any(first <= deal < end for first, end in self.deals)

    def __add__(self, other: "Tally") -> "Tally":
        if self.plan != other.plan:
            raise InvalidArgument("the sums are of different plans")
        return Tally(
            plan=self.plan,
            deals=join_ranges([*self.deals, *other.deals]),
            ends=tuple(map(add, self.ends, other.ends)),
            turns=_add_counts(self.turns, other.turns),
            decisions=_add_counts(self.decisions, other.decisions),
            entrants=tuple(map(add, self.entrants, other.entrants)),
            pairs=tuple(map(add_encounters, self.pairs, other.pairs)),
        )

    def _repr_html_(self) -> str:
        """The table in a notebook: the standings."""
        from keltis.arena._tables import result_html  # noqa: PLC0415 - it imports this module

        return result_html(self)


def _is_share(sums: DealSums, unit: int) -> bool:
    """Whether so many games of so many deals can give this total."""
    return 0 <= sums.total <= unit * sums.games and (sums.deals > 0) == (sums.games > 0)


def _is_possible(encounters: Encounters, dealt: int, seatings: int) -> bool:
    return sum(deals for _, _, deals in encounters) <= dealt and all(
        0 < games <= seatings and 0 <= halves <= HALF * games for games, halves, _ in encounters
    )


AnyTournament: TypeAlias = AnyResult | Tally
"""What all statistics take: a result with its games, or their sums."""


def ends_of(plan: Plan[PlayedGame]) -> tuple[object, ...]:
    """The ends that a game can have, in the order of `Tally.ends`."""
    return (*plan.game.engine.EndReason, *GameEnd)


def share_unit(plan: Plan[PlayedGame]) -> int:
    """A whole win in the sums: any number of winners can share it."""
    return math.lcm(*range(1, plan.players + 1))


def join_ranges(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Sort ranges and join those that touch; raise `InvalidArgument` if any overlap."""
    joined: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if joined and first < joined[-1][1]:
            raise InvalidArgument(f"deal {first} is counted twice")
        touches = joined and first == joined[-1][1]
        joined.append((joined.pop()[0], end) if touches else (first, end))
    return tuple(joined)


def _add_counts(first: Counts, second: Counts) -> Counts:
    if not (first and second):
        return first or second
    return tuple(sorted((Counter(dict(first)) + Counter(dict(second))).items()))


def add_encounters(first: Encounters, second: Encounters) -> Encounters:
    """Return the encounters of two lots of deals together."""
    counts: Counter[tuple[int, int]] = Counter()
    for games, halves, deals in (*first, *second):
        counts[games, halves] += deals
    return _encounters(counts)


def _encounters(counts: Counter[tuple[int, int]]) -> Encounters:
    return tuple((*key, deals) for key, deals in sorted(counts.items()))


def tally(result: AnyTournament) -> Tally:
    """Return the sums of a result.

    >>> from keltis.arena import play_tournament, tally
    >>> result = play_tournament(["greedy", "random"], deals=3, seed=7)
    >>> tally(result).pairs
    (((2, 4, 3),),)

    Three times the first entrant got four half points in the two games of a deal.
    """
    return result if isinstance(result, Tally) else count_games(result.plan, result.games)


class _Sums:
    """`EntrantTally` while games are counted."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.longest = 0
        self.sums = {"share": [0] * 6, "points": [0] * 6, "score": [0] * 6}
        self.scores: Counter[int] = Counter()
        self.entries: Counter[int] = Counter()
        self.failure: FirstFailure | None = None

    def add_deal(self, name: str, games: int, got: int) -> None:
        numbers = 1, games, got, games * games, games * got, got * got
        self.sums[name] = [*map(add, self.sums[name], numbers)]

    def tally(self) -> EntrantTally:
        return EntrantTally(
            games=self.counts["games"],
            wins=self.counts["wins"],
            shared_wins=self.counts["shared"],
            forfeits=self.counts["forfeits"],
            longest=self.longest,
            share=DealSums(*self.sums["share"]),
            points=DealSums(*self.sums["points"]),
            score=DealSums(*self.sums["score"]),
            scores=tuple(sorted(self.scores.items())),
            entries=tuple(sorted(self.entries.items())),
            failure=self.failure,
        )


def count_games(plan: Plan[PlayedGame], games: Iterable[GameResult[Score]]) -> Tally:
    """Count games of a plan, which are in the order of their numbers."""
    places = {name: place for place, name in enumerate(plan.names)}
    entrants = [_Sums() for _ in places]
    pairs: dict[tuple[int, int], Counter[tuple[int, int]]] = {
        pair: Counter() for pair in combinations(range(len(places)), 2)
    }
    turns, decisions, ends = Counter[int](), Counter[int](), Counter[object]()
    deals: list[tuple[int, int]] = []
    for deal, played in groupby(games, attrgetter("deal")):
        deals.append((deal, deal + 1))
        got: defaultdict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0])
        met: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
        for game in played:
            turns[game.turns] += 1
            decisions[game.decisions] += 1
            ends[game.end] += 1
            seats = [places[name] for name in game.seating]
            _count_seats(game, seats, entrants, got, share_unit(plan))
            for (seat, a), (other, b) in combinations(enumerate(seats), 2):
                points = game.points_against(seat, other)
                if points is not None:
                    halves = round(HALF * (points if a < b else 1 - points))
                    _add_to(met[min(a, b), max(a, b)], halves)
        for (a, b), (count, halves) in met.items():
            pairs[a, b][count, halves] += 1
            for place, points in ((a, halves), (b, HALF * count - halves)):
                _add_to(got["points", place], points, count)
        for (name, place), (count, total) in got.items():
            entrants[place].add_deal(name, count, total)
    return Tally(
        plan=plan,
        deals=join_ranges(deals),
        ends=tuple(ends[end] for end in ends_of(plan)),
        turns=tuple(sorted(turns.items())),
        decisions=tuple(sorted(decisions.items())),
        entrants=tuple(sums.tally() for sums in entrants),
        pairs=tuple(map(_encounters, pairs.values())),
    )


def _add_to(sums: list[int], got: int, games: int = 1) -> None:
    sums[0] += games
    sums[1] += got


def _count_seats(
    game: GameResult[Score],
    seats: Sequence[int],
    entrants: Sequence[_Sums],
    got: defaultdict[tuple[str, int], list[int]],
    unit: int,
) -> None:
    """Count what each seat of a game got."""
    for seat, place in enumerate(seats):
        sums, score, won = entrants[place], game.scores[seat], seat in game.winners
        sums.counts["games"] += 1
        sums.longest = max(sums.longest, game.turns)
        if won:
            sums.counts["wins" if len(game.winners) == 1 else "shared"] += 1
        _add_to(got["share", place], unit // len(game.winners) if won else 0)
        if game.finished and isinstance(score, Total):
            sums.scores[score.total] += 1
            _add_to(got["score", place], score.total)
    for entry in game.goal_entries:
        entrants[seats[entry.seat]].entries[entry.turn] += 1
    if game.forfeit is not None:
        failed = entrants[seats[game.forfeit.seat]]
        failed.counts["forfeits"] += 1
        if failed.failure is None:
            failed.failure = FirstFailure(game.number, game.forfeit.failure, game.forfeit.detail)


@overload
def merge(parts: Sequence[Tally]) -> Tally: ...
@overload
def merge(parts: Sequence[TournamentResult[P_co, G_co]]) -> TournamentResult[P_co, G_co]: ...
@overload
def merge(
    parts: Sequence[TournamentResult[P_co, G_co] | Tally],
) -> TournamentResult[P_co, G_co] | Tally: ...
def merge(
    parts: Sequence[TournamentResult[P_co, G_co] | Tally],
) -> TournamentResult[P_co, G_co] | Tally:
    """Return the tournament whose games are in these parts, such as the shards of one.

    The parts have the same plan and no game in common. Of parts without games, the sums add up.

    >>> from functools import partial
    >>> from keltis.arena import merge, play_tournament
    >>> play = partial(play_tournament, ["greedy", "random"], deals=3, seed=7)
    >>> merge([play(shard=(1, 2)), play(shard=(2, 2))]) == play()
    True
    """
    plans = [part.plan for part in parts]
    if not plans or any(plan != plans[0] for plan in plans):
        raise InvalidArgument("expected one or more parts of the same tournament")
    results = [part for part in parts if isinstance(part, TournamentResult)]
    if len(results) < len(parts):
        return reduce(add, map(tally, parts))
    games = sorted((game for part in results for game in part.games), key=attrgetter("number"))
    return TournamentResult(results[0].plan, tuple(games))
