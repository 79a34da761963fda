"""What came of one game, and of all games of a tournament."""

import enum
from collections.abc import Iterator
from typing import Final, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.arena.plans import Plan
from keltis.ending import EndReason
from keltis.errors import InvalidArgument
from keltis.scoring import Score

MAX_DETAIL: Final = 200
"""The most characters that the detail of a forfeit can have."""


class GameEnd(enum.Enum):
    """How a game of a tournament ended."""

    FIFTH_FIGURE = EndReason.FIFTH_FIGURE.value
    """So many figures as the rules say, five in Keltis, had entered the goal area (E1)."""
    DRAW_PILE_EMPTY = EndReason.DRAW_PILE_EMPTY.value
    """The last card of the face-down pile was drawn (E2)."""
    TRUNCATED = "truncated"
    """It was broken off after the most turns that the plan allows (E3). Nobody won."""
    FORFEITED = "forfeited"
    """A bot failed. All others won together."""

    def __repr__(self) -> str:
        return f"GameEnd.{self.name}"


class Failure(enum.Enum):
    """How a bot failed."""

    RAISED = "raised"
    """It raised an exception. The detail is the type and the message of it."""
    ILLEGAL_MOVE = "illegal move"
    """The detail is the move, and why it was illegal."""
    NOT_A_MOVE = "not a move"
    """The detail is the type of what it answered."""

    def __repr__(self) -> str:
        return f"Failure.{self.name}"


@final
@attrs.frozen
class Forfeit(Immutable):
    """That a bot failed, and so lost its game."""

    seat: int
    failure: Failure
    detail: str
    """One line for people. It is made of what the bot said and knew, never of hidden cards."""


@final
@attrs.frozen
class GoalEntry(Immutable):
    """That a figure entered the goal area. It never leaves it again."""

    turn: int
    """In which turn, counted from 1 over all players."""
    seat: int
    """Whose figure it was."""


@final
@attrs.frozen
class GameResult(Immutable):
    """What came of one game. One that contradicts itself is refused with `InvalidArgument`."""

    number: int
    """Which game of the plan it is."""
    deal: int
    seed: int
    """What `keltis.new_game` dealt it from."""
    seating: tuple[str, ...]
    """The names of the entrants by seat."""
    end: GameEnd
    winners: tuple[int, ...]
    """The seats that won: those with the most points (F4). None in a truncated game, all others in a forfeited one."""
    scores: tuple[Score, ...]
    """By seat, as they stood when the game ended."""
    turns: int
    """How many turns were begun."""
    decisions: int
    """How many moves were made."""
    goal_entries: tuple[GoalEntry, ...]
    """When figures entered the goal area, in order."""
    forfeit: Forfeit | None = None
    """Which bot failed, in a forfeited game."""

    def __attrs_post_init__(self) -> None:
        for fault in _faults(self):
            raise InvalidArgument(f"game {short_repr(self.number)}: {fault}")

    @property
    def finished(self) -> bool:
        """Whether the game was played to the end that the rules give it."""
        return self.end in (GameEnd.FIFTH_FIGURE, GameEnd.DRAW_PILE_EMPTY)

    def figures_in_goal(self, seat: int, turn: int) -> int:
        """How many figures the player on this seat had in the goal area after this turn."""
        return sum(entry.seat == seat and entry.turn <= turn for entry in self.goal_entries)

    def points_against(self, seat: int, other: int) -> float | None:
        """1 if the player on the first seat did better than the other, 0.5 if as well, 0 if worse; None if it is open.

        In a finished game the scores decide. In a forfeited one who failed did worse than all
        others, and between those it is open. In a truncated one everything is.
        """
        if self.forfeit is not None:
            return {seat: 0.0, other: 1.0}.get(self.forfeit.seat)
        if not self.finished:
            return None
        mine, theirs = self.scores[seat].total, self.scores[other].total
        return 0.5 if mine == theirs else float(mine > theirs)


def winners_of(end: GameEnd, scores: tuple[Score, ...], forfeit: Forfeit | None) -> tuple[int, ...]:
    """The seats that won a game which ended like this."""
    if forfeit is not None:
        return tuple(seat for seat in range(len(scores)) if seat != forfeit.seat)
    if end is GameEnd.TRUNCATED:
        return ()
    most = max(score.total for score in scores)
    return tuple(seat for seat, score in enumerate(scores) if score.total == most)


def _faults(game: GameResult) -> Iterator[str]:
    """What is contradictory in a result; after the first one the rest makes no sense."""
    seats = range(len(game.seating))
    if len(game.scores) != len(seats) or not seats:
        yield f"expected the scores of {len(seats)} players, not of {len(game.scores)}"
    if game.turns < 0 or game.decisions < 0:
        yield "expected no negative number of turns or decisions"
    if (game.end is GameEnd.FORFEITED) is not (game.forfeit is not None):
        yield f"a forfeit does not go with the end {game.end.value!r}, or the other way round"
    if game.forfeit is not None and game.forfeit.seat not in seats:
        yield f"there is no seat {short_repr(game.forfeit.seat)} that could forfeit"
    if game.forfeit is not None and not (
        len(game.forfeit.detail) <= MAX_DETAIL and game.forfeit.detail.isprintable()
    ):
        yield f"the detail of a forfeit must be at most {MAX_DETAIL} printable characters"
    if game.winners != winners_of(game.end, game.scores, game.forfeit):
        yield f"the winners do not follow from the rest: {short_repr(game.winners)}"
    if any(
        entry.seat not in seats or not 1 <= entry.turn <= game.turns for entry in game.goal_entries
    ):
        yield "a figure entered the goal area in a turn, or from a seat, that there was not"
    turns = [entry.turn for entry in game.goal_entries]
    if turns != sorted(turns):
        yield "the figures that entered the goal area are not in order"


@final
@attrs.frozen
class TournamentResult(Immutable):
    """What came of a tournament: the plan and its games by number. They may be less than all, see `complete`.

    A game that is not one of the plan is refused with `InvalidArgument`.
    """

    plan: Plan
    games: tuple[GameResult, ...]

    def __attrs_post_init__(self) -> None:
        last = -1
        for game in self.games:
            require_game_of(self.plan, game)
            if game.number <= last:
                raise InvalidArgument(
                    f"expected the games by number, each once, but {game.number} comes after {last}"
                )
            last = game.number

    @property
    def complete(self) -> bool:
        """Whether all games of the plan have been played."""
        return len(self.games) == len(self.plan)

    def seats_of(self, name: str) -> Iterator[tuple[GameResult, int]]:
        """The games that this entrant played, with its seat in each."""
        if name not in self.plan.names:
            raise InvalidArgument(
                f"there is no entrant {short_repr(name)}, only {', '.join(self.plan.names)}"
            )
        return ((game, game.seating.index(name)) for game in self.games if name in game.seating)


def require_game_of(plan: Plan, game: GameResult) -> None:
    """Refuse a game that is not one of the plan."""
    fixture = plan.fixture(game.number)
    if (game.deal, game.seed, game.seating) != (fixture.deal, fixture.seed, fixture.seating):
        raise InvalidArgument(f"game {game.number} of the plan has another deal or seating")
    if game.turns > plan.max_turns or (
        game.end is GameEnd.TRUNCATED and game.turns != plan.max_turns
    ):
        raise InvalidArgument(
            f"game {game.number} does not keep to the limit of {plan.max_turns} turns"
        )
