"""The results of games and tournaments. Results that contradict themselves are rejected."""

import enum
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, Generic, TypeAlias, final, overload

import attrs
from typing_extensions import TypeVar

from keltis._engine import scoring
from keltis._lib.checks import as_int, as_seat, plain_int
from keltis._lib.text import short_repr
from keltis._lib.values import Immutable, ImmutableEnum
from keltis.arena._plan import G_co, Plan, PlayedGame
from keltis.errors import InvalidArgument
from keltis.game import MAX_MOVES, Game, M, R, Record, S, Score, V
from keltis.record import GameRecord

P_co = TypeVar("P_co", bound=Score, covariant=True, default=scoring.Score)
"""The scores of a game."""

MAX_DETAIL: Final = 200
"""The maximal length of the detail of a forfeit."""


class GameEnd(ImmutableEnum):
    """How a game ended that was not played to an end of the rules, which is an `EndReason`."""

    TRUNCATED = "truncated"
    """The game reached the turn limit of the plan, or 10,000 moves (E3). Nobody won."""
    FORFEITED = "forfeited"
    """A bot failed. All others won together."""


class Failure(ImmutableEnum):
    """How a bot failed."""

    RAISED = "raised"
    """It raised an exception. The detail is the type and the message."""
    ILLEGAL_MOVE = "illegal move"
    """It returned an illegal move. The detail is the move and the reason."""
    NOT_A_MOVE = "not a move"
    """It returned something other than a move. The detail is its type."""
    OUT_OF_TIME = "out of time"
    """It took longer than it may. The detail is the limit."""
    PROCESS_ENDED = "process ended"
    """Its own process ended. The detail is the exit code."""


@final
@attrs.frozen
class Forfeit(Immutable):
    """The failure of a bot, by which it lost the game.

    >>> from keltis.arena import Failure, Forfeit
    >>> Forfeit(1, Failure.RAISED, "RuntimeError: no luck").seat
    1
    """

    seat: int = attrs.field(converter=plain_int)
    failure: Failure
    detail: str
    """One line for people, made of what the bot raised or returned, never of hidden cards."""

    def __attrs_post_init__(self) -> None:
        as_int(self.seat, "the seat of a forfeit", 0)
        if not (self.detail.isprintable() and len(self.detail) <= MAX_DETAIL):
            raise InvalidArgument(
                f"the detail of a forfeit must be at most {MAX_DETAIL} printable characters"
            )


@final
@attrs.frozen
class GoalEntry(Immutable):
    """The entry of a figure into the goal area; in another game, a milestone of it."""

    turn: int = attrs.field(converter=plain_int)
    """The turn, counted from 1 over all players."""
    seat: int = attrs.field(converter=plain_int)
    """The owner of the figure, who reached it."""

    def __attrs_post_init__(self) -> None:
        as_int(self.turn, "the turn of a goal entry", 1)
        as_int(self.seat, "the seat of a goal entry", 0)


@final
@attrs.frozen
class GameResult(Immutable, Generic[P_co]):
    """The result of one game. One that contradicts itself raises `InvalidArgument`."""

    number: int = attrs.field(converter=plain_int)
    """The number of the game in the plan."""
    deal: int = attrs.field(converter=plain_int)
    seed: int = attrs.field(converter=plain_int)
    """The seed that `keltis.new_game` dealt from."""
    seating: tuple[str, ...]
    """The names of the entrants by seat."""
    end: enum.Enum
    """Why it ended: an `EndReason` of the game, or a `GameEnd`."""
    winners: tuple[int, ...]
    """The seats with the best score (F4, K11); none if truncated, all others after a forfeit."""
    scores: tuple[P_co, ...]
    """By seat, at the end of the game."""
    turns: int = attrs.field(converter=plain_int)
    """The number of turns that began."""
    decisions: int = attrs.field(converter=plain_int)
    """The number of moves."""
    goal_entries: tuple[GoalEntry, ...]
    """The entries of figures into the goal area, or other milestones, in order."""
    forfeit: Forfeit | None = None
    """The failure of a bot, in a forfeited game."""
    moves: tuple[str, ...] | None = attrs.field(default=None, repr=False)
    """The moves as text, if `play_tournament` was asked to keep them. Files do not have them."""

    def __attrs_post_init__(self) -> None:
        for fault in _contradictions(self):
            raise InvalidArgument(f"game {self.number}: {fault}")

    @property
    def finished(self) -> bool:
        """Whether the game reached an end that the rules give it."""
        return not isinstance(self.end, GameEnd)

    def figures_in_goal(self, seat: int, turn: int) -> int:
        """Return how many goal entries this seat had after this turn."""
        as_seat(seat, len(self.seating), "seat")
        as_int(turn, "turn", 0)
        return sum(entry.seat == seat and entry.turn <= turn for entry in self.goal_entries)

    def points_against(self, seat: int, other: int) -> float | None:
        """Return 1 if a seat did better than another, 0.5 if as well, 0 if worse, None if open.

        In a finished game the scores decide. In a forfeited one the bot that failed did worse than
        all others, and between those it is open. In a truncated one it is open.
        """
        as_seat(seat, len(self.seating), "seat")
        as_seat(other, len(self.seating), "other")
        if self.forfeit is not None:
            return {seat: 0.0, other: 1.0}.get(self.forfeit.seat)
        if not self.finished:
            return None
        mine, theirs = self.scores[seat], self.scores[other]
        return 0.0 if mine < theirs else 1.0 if theirs < mine else 0.5


def score_numbers(score: Score) -> tuple[int, ...]:
    """The numbers of a score, from which `Engine.read_score` makes it again."""
    if isinstance(score, tuple):
        return score
    return tuple(getattr(score, name) for name in score_items(type(score)))


def score_items(kind: type) -> tuple[str, ...]:
    """The names of what scores are made of, if they have names."""
    return tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else ()


def winners_of(
    end: enum.Enum, scores: tuple[P_co, ...], forfeit: Forfeit | None
) -> tuple[int, ...]:
    """Return the seats that win a game with this end."""
    if forfeit is not None:
        return tuple(seat for seat in range(len(scores)) if seat != forfeit.seat)
    if end is GameEnd.TRUNCATED:
        return ()
    return tuple(
        seat for seat, score in enumerate(scores) if not any(score < other for other in scores)
    )


def _contradictions(game: GameResult[P_co]) -> Iterator[str]:
    """Contradictions between the fields; each assumes that there are none before it."""
    for name in ("number", "deal", "seed", "turns", "decisions"):
        if getattr(game, name) < 0:
            yield f"{name} must be a whole number from 0, not {getattr(game, name)}"
    seats = range(len(game.seating))
    if len(game.scores) != len(seats) or not seats:
        yield f"expected the scores of {len(seats)} players, not of {len(game.scores)}"
    if (game.end is GameEnd.FORFEITED) is not (game.forfeit is not None):
        yield f"the end {game.end.value!r} and the forfeit {game.forfeit} contradict each other"
    if game.forfeit is not None and game.forfeit.seat not in seats:
        yield f"there is no seat {short_repr(game.forfeit.seat)} that could forfeit"
    if game.winners != winners_of(game.end, game.scores, game.forfeit):
        yield f"the winners {short_repr(game.winners)} contradict the scores or the end"
    if any(entry.seat not in seats or entry.turn > game.turns for entry in game.goal_entries):
        yield "a goal entry has a seat or a turn that the game does not have"
    turns = [entry.turn for entry in game.goal_entries]
    if turns != sorted(turns):
        yield "the goal entries are not in order"


@final
@attrs.frozen
class TournamentResult(Immutable, Generic[P_co, G_co]):
    """The plan of a tournament and the results of its games, in the order of their numbers.

    Games may be missing, see `complete`. A game that does not fit the plan raises
    `InvalidArgument`.
    """

    plan: Plan[G_co]
    games: tuple[GameResult[P_co], ...]

    def __attrs_post_init__(self) -> None:
        for game in self.games:
            require_game_of(self.plan, game)
        for before, after in pairwise(game.number for game in self.games):
            if after <= before:
                order = "games must be in the order of their numbers, each once"
                raise InvalidArgument(f"{order}: {after} comes after {before}")

    @property
    def complete(self) -> bool:
        """Whether all games of the plan were played."""
        return len(self.games) == len(self.plan)

    def _repr_html_(self) -> str:
        """The table in a notebook: the standings."""
        from keltis.arena._tables import result_html  # noqa: PLC0415 - it imports this module

        return result_html(self)

    def seats_of(self, name: str) -> Iterator[tuple[GameResult[P_co], int]]:
        """Return the games of this entrant, each with its seat."""
        self.plan.place(name)  # raises for an unknown one
        return ((game, game.seating.index(name)) for game in self.games if name in game.seating)


AnyResult: TypeAlias = TournamentResult[Score, PlayedGame]
"""The result of a tournament of any game."""


def require_game_of(plan: Plan[G_co], game: GameResult[P_co]) -> None:
    """Raise `InvalidArgument` unless the game fits the plan."""
    fixture = plan.fixture(game.number)
    if (game.deal, game.seed, game.seating) != (fixture.deal, fixture.seed, fixture.seating):
        raise InvalidArgument(f"game {game.number} of the plan has another deal or seating")
    truncated = game.end is GameEnd.TRUNCATED and game.decisions < MAX_MOVES
    if game.turns > plan.max_turns or (truncated and game.turns != plan.max_turns):
        raise InvalidArgument(f"game {game.number} contradicts the limit of {plan.max_turns} turns")


@overload
def game_records(result: TournamentResult) -> tuple[GameRecord, ...]: ...
@overload
def game_records(result: TournamentResult[Score, Game[S, V, M, R]]) -> tuple[Record[S, M], ...]: ...
def game_records(result: TournamentResult[Score, Game[S, V, M, R]]) -> tuple[Record[S, M], ...]:
    """Return the records of the games that `play_tournament(keep_records=True)` played.

    The names are those of the entrants; a record has none if a file could not have them.

    >>> from keltis.arena import game_records, play_tournament
    >>> result = play_tournament(["greedy", "random"], games=2, seed=7, keep_records=True)
    >>> [record.names for record in game_records(result)]
    [('greedy', 'random'), ('random', 'greedy')]
    """
    plan = result.plan
    rules = plan.game.require_rules(plan.rules)

    def replay(game: GameResult[Score]) -> Record[S, M]:
        if game.moves is None:
            raise InvalidArgument(
                f"the moves of game {game.number} were not kept: play it with keep_records=True"
            )
        names = () if any("#" in name for name in game.seating) else game.seating
        start = plan.game.record.new_record(plan.players, seed=game.seed, rules=rules, names=names)
        moves = map(plan.game.notation.parse_move, game.moves)
        return start.play(lambda _: next(moves, None))

    return tuple(map(replay, result.games))
