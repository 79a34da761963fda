"""Playing one game of a tournament."""

import random
from collections.abc import Callable, Mapping
from typing import Final, TypeVar, get_args

from keltis.arena.entrants import Entrant
from keltis.arena.plans import Fixture, Plan
from keltis.arena.results import (
    MAX_DETAIL,
    Failure,
    Forfeit,
    GameEnd,
    GameResult,
    GoalEntry,
    winners_of,
)
from keltis.bots import Bot
from keltis.ending import figures_in_goal
from keltis.legality import illegality, legal_moves
from keltis.moves import PLAY, Move
from keltis.play import apply_move
from keltis.scoring import outcome, scores
from keltis.setup import new_game
from keltis.state import GameState
from keltis.view import observe

T = TypeVar("T")

_MOVES: Final[tuple[type, ...]] = get_args(Move)


def play_game(plan: Plan, entrants: Mapping[str, Entrant], number: int) -> GameResult:
    """Play one game of the plan to its end, or until the limit of turns, or until a bot fails.

    A bot is given its view, the legal moves and its own `random.Random`, and nothing else. What it
    raises, or answers instead of a legal move, makes it lose; only `KeyboardInterrupt` passes
    through.
    """
    game = _Game(plan, plan.fixture(number))
    bots = []
    for seat, name in enumerate(game.fixture.seating):
        bot = _attempted(seat, entrants[name].seated)
        if isinstance(bot, Forfeit):
            return game.result(GameEnd.FORFEITED, bot)
        bots.append(bot)
    return game.played(bots)


class _Game:
    """A game that is being played, and what is counted in it."""

    def __init__(self, plan: Plan, fixture: Fixture) -> None:
        self.plan = plan
        self.fixture = fixture
        self.state = new_game(plan.players, seed=fixture.seed, rules=plan.rules)
        self.chance = [random.Random(plan.bot_seed(fixture, seat)) for seat in range(plan.players)]
        self.turns = 0
        self.decisions = 0
        self.goal_entries: list[GoalEntry] = []

    def played(self, bots: list[Bot]) -> GameResult:
        while (end := outcome(self.state)) is None:
            if self.state.phase is PLAY:
                if self.turns == self.plan.max_turns:  # E3
                    return self.result(GameEnd.TRUNCATED)
                self.turns += 1
            seat = self.state.to_move
            move = _decided(self.state, bots[seat], self.chance[seat])
            if isinstance(move, Forfeit):
                return self.result(GameEnd.FORFEITED, move)
            self.apply(move)
        return self.result(GameEnd(end.reason.value))

    def apply(self, move: Move) -> None:
        seat = self.state.to_move
        before = _in_goal(self.state, seat)
        self.state = apply_move(self.state, move)
        self.decisions += 1
        self.goal_entries += [GoalEntry(self.turns, seat)] * (_in_goal(self.state, seat) - before)

    def result(self, end: GameEnd, forfeit: Forfeit | None = None) -> GameResult:
        points = scores(self.state)
        return GameResult(
            self.fixture.number,
            self.fixture.deal,
            self.fixture.seed,
            self.fixture.seating,
            end,
            winners_of(end, points, forfeit),
            points,
            self.turns,
            self.decisions,
            tuple(self.goal_entries),
            forfeit,
        )


def _in_goal(state: GameState, seat: int) -> int:
    return figures_in_goal(state.rules, [state.players[seat]])


def _decided(state: GameState, bot: Bot, rng: random.Random) -> Move | Forfeit:
    """What the bot decides, or how it failed."""
    seat = state.to_move
    moves = legal_moves(state)

    def decide() -> Move | Forfeit:
        answer = bot(observe(state, seat), moves, rng)
        if type(answer) not in _MOVES:
            return Forfeit(seat, Failure.NOT_A_MOVE, _line(type(answer).__name__))
        if answer not in moves:
            return Forfeit(
                seat, Failure.ILLEGAL_MOVE, _line(f"{answer}: {illegality(state, answer)}")
            )
        return answer

    return _attempted(seat, decide)


def _attempted(seat: int, attempt: Callable[[], T]) -> T | Forfeit:
    """What comes of the attempt, or that this seat has failed in it."""
    try:
        return attempt()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a bot raises, SystemExit too, is its own failure
        return Forfeit(seat, Failure.RAISED, _told(error))


def _told(error: BaseException) -> str:
    """The type and the message of an exception; no traceback, which might show hidden cards."""
    try:
        message = str(error)
    except Exception:  # noqa: BLE001 - it is a bot's own class
        message = "?"
    return _line(f"{type(error).__name__}: {message}" if message else type(error).__name__)


def _line(text: str) -> str:
    """The text as one line that is not too long."""
    return "".join(letter if letter.isprintable() else " " for letter in text[:MAX_DETAIL])
