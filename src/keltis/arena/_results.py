"""The results of games and tournaments. Results that contradict themselves are refused."""

from collections.abc import Iterator
from typing import Final, final

import attrs

from keltis._shared.checks import as_int, as_seat, plain_int
from keltis._shared.text import short_repr
from keltis._shared.values import Immutable, ImmutableEnum
from keltis.arena._plan import Plan
from keltis.ending import EndReason
from keltis.errors import InvalidArgument
from keltis.moves import Move
from keltis.record import MAX_MOVES, GameRecord
from keltis.scoring import Score, winning_seats

MAX_DETAIL: Final = 200
"""The maximal length of the detail of a forfeit."""


class GameEnd(ImmutableEnum):
    """How a game of a tournament ended: as the rules say, by truncation or by forfeit."""

    FIFTH_FIGURE = EndReason.FIFTH_FIGURE.value
    """Enough figures, five in Keltis, entered the goal area (E1)."""
    DRAW_PILE_EMPTY = EndReason.DRAW_PILE_EMPTY.value
    """The last card of the face-down pile was drawn (E2)."""
    TRUNCATED = "truncated"
    """The game reached the turn limit of the plan (E3). Nobody won."""
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
    """The entry of a figure into the goal area, which it never leaves."""

    turn: int = attrs.field(converter=plain_int)
    """The turn, counted from 1 over all players."""
    seat: int = attrs.field(converter=plain_int)
    """The owner of the figure."""

    def __attrs_post_init__(self) -> None:
        as_int(self.turn, "the turn of a goal entry", 1)
        as_int(self.seat, "the seat of a goal entry", 0)


@final
@attrs.frozen
class GameResult(Immutable):
    """The result of one game. One that contradicts itself is refused with `InvalidArgument`."""

    number: int = attrs.field(converter=plain_int)
    """The number of the game in the plan."""
    deal: int = attrs.field(converter=plain_int)
    seed: int = attrs.field(converter=plain_int)
    """The seed that `keltis.new_game` dealt from."""
    seating: tuple[str, ...]
    """The names of the entrants by seat."""
    end: GameEnd
    winners: tuple[int, ...]
    """The seats with the most points (F4); none if truncated, all others after a forfeit."""
    scores: tuple[Score, ...]
    """By seat, at the end of the game."""
    turns: int = attrs.field(converter=plain_int)
    """The number of turns that began."""
    decisions: int = attrs.field(converter=plain_int)
    """The number of moves."""
    goal_entries: tuple[GoalEntry, ...]
    """The entries of figures into the goal area, in order."""
    forfeit: Forfeit | None = None
    """The failure of a bot, in a forfeited game."""
    moves: tuple[Move, ...] | None = attrs.field(default=None, repr=False)
    """The moves, if `play_tournament` was asked to keep them. Files do not have them."""

    def __attrs_post_init__(self) -> None:
        for fault in _contradictions(self):
            raise InvalidArgument(f"game {self.number}: {fault}")

    @property
    def finished(self) -> bool:
        """Whether the game reached an end that the rules give it."""
        return self.end in (GameEnd.FIFTH_FIGURE, GameEnd.DRAW_PILE_EMPTY)

    def figures_in_goal(self, seat: int, turn: int) -> int:
        """Return how many figures of this seat were in the goal area after this turn."""
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
        mine, theirs = self.scores[seat].total, self.scores[other].total
        return 0.5 if mine == theirs else float(mine > theirs)


def winners_of(end: GameEnd, scores: tuple[Score, ...], forfeit: Forfeit | None) -> tuple[int, ...]:
    """Return the seats that win a game with this end."""
    if forfeit is not None:
        return tuple(seat for seat in range(len(scores)) if seat != forfeit.seat)
    return () if end is GameEnd.TRUNCATED else winning_seats(scores)


def _contradictions(game: GameResult) -> Iterator[str]:
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
class TournamentResult(Immutable):
    """The plan of a tournament and the results of its games, in the order of their numbers.

    Games may be missing, see `complete`. A game that does not fit the plan is refused with
    `InvalidArgument`.
    """

    plan: Plan
    games: tuple[GameResult, ...]

    def __attrs_post_init__(self) -> None:
        last = -1
        for game in self.games:
            require_game_of(self.plan, game)
            if game.number <= last:
                raise InvalidArgument(
                    f"games must be in the order of their numbers, each once: "
                    f"{game.number} comes after {last}"
                )
            last = game.number

    @property
    def complete(self) -> bool:
        """Whether all games of the plan were played."""
        return len(self.games) == len(self.plan)

    def _repr_html_(self) -> str:
        """The table in a notebook: the standings."""
        from keltis.arena._tables import result_html  # noqa: PLC0415 - it imports this module

        return result_html(self)

    def seats_of(self, name: str) -> Iterator[tuple[GameResult, int]]:
        """Return the games of this entrant, each with its seat."""
        if name not in self.plan.names:
            raise InvalidArgument(
                f"unknown entrant {short_repr(name)}: expected one of {', '.join(self.plan.names)}"
            )
        return ((game, game.seating.index(name)) for game in self.games if name in game.seating)


def require_game_of(plan: Plan, game: GameResult) -> None:
    """Refuse a game that does not fit the plan."""
    fixture = plan.fixture(game.number)
    if (game.deal, game.seed, game.seating) != (fixture.deal, fixture.seed, fixture.seating):
        raise InvalidArgument(f"game {game.number} of the plan has another deal or seating")
    truncated = game.end is GameEnd.TRUNCATED
    if game.turns > plan.max_turns or (truncated and game.turns != plan.max_turns):
        raise InvalidArgument(f"game {game.number} contradicts the limit of {plan.max_turns} turns")


def game_records(result: TournamentResult) -> tuple[GameRecord, ...]:
    """Return the records of the games that `play_tournament(keep_records=True)` played.

    The names are those of the entrants; a record has none if a file could not have them.

    >>> from keltis.arena import game_records, play_tournament
    >>> result = play_tournament(["greedy", "random"], games=2, seed=7, keep_records=True)
    >>> [record.names for record in game_records(result)]
    [('greedy', 'random'), ('random', 'greedy')]
    """
    return tuple([_record(result.plan, game) for game in result.games])


def _record(plan: Plan, game: GameResult) -> GameRecord:
    if game.moves is None:
        raise InvalidArgument(
            f"the moves of game {game.number} were not kept: play it with keep_records=True"
        )
    if len(game.moves) > MAX_MOVES:
        raise InvalidArgument(f"game {game.number} has more than the {MAX_MOVES} moves of a record")
    names = () if any("#" in name for name in game.seating) else game.seating
    start = GameRecord.seeded(plan.players, game.seed, rules=plan.rules, names=names)
    moves = iter(game.moves)
    return start.play(lambda _: next(moves, None))
