"""Playing one game of a tournament. Whatever a bot does wrong, it loses the game, and no more."""

import random
from collections.abc import Callable, Mapping
from typing import Final, TypeVar, get_args

from keltis._shared.text import class_name, short_repr
from keltis.arena._entrants import Entrant
from keltis.arena._output import OutputBudget, count_output
from keltis.arena._plan import Fixture, Plan
from keltis.arena._results import (
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
from keltis.errors import InvalidArgument
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
    """Play one game of the plan to its end, to the turn limit, or until a bot fails.

    The arguments of a bot are its view, the legal moves and its own `random.Random`. A bot that
    raises an exception, returns anything but a legal move, or prints a million characters, loses
    the game. Only `KeyboardInterrupt` is not caught.

    >>> from keltis.arena import Entrant, Plan, play_game
    >>> entrants = {name: Entrant(name, "random") for name in ("ann", "bob")}
    >>> play_game(Plan(names=("ann", "bob"), seed=7), entrants, 0).end
    GameEnd.DRAW_PILE_EMPTY
    """
    if type(plan) is not Plan:
        raise InvalidArgument(f"plan must be a Plan, not {short_repr(plan)}")
    game = _Game(plan, plan.fixture(number))
    seated = [_entrant(entrants, name) for name in game.fixture.seating]
    with count_output():
        bots = []
        for seat, entrant in enumerate(seated):
            bot = _attempt(seat, entrant.new_bot, game.budgets[seat])
            if type(bot) is Forfeit:
                return game.result(GameEnd.FORFEITED, bot)
            bots.append(bot)
        return game.play(bots)


def _entrant(entrants: Mapping[str, Entrant], name: str) -> Entrant:
    entrant = entrants.get(name) if isinstance(entrants, Mapping) else None
    if type(entrant) is not Entrant:
        raise InvalidArgument(f"entrants must map {short_repr(name)} to an Entrant")
    return entrant


class _Game:
    """A game in progress, with its counters."""

    def __init__(self, plan: Plan, fixture: Fixture) -> None:
        seats = range(plan.players)
        self.plan = plan
        self.fixture = fixture
        self.state = new_game(plan.players, seed=fixture.seed, rules=plan.rules)
        self.generators = [random.Random(plan.bot_seed(fixture, seat)) for seat in seats]
        self.budgets = [OutputBudget() for _ in seats]
        self.turns = 0
        self.decisions = 0
        self.goal_entries: list[GoalEntry] = []

    def play(self, bots: list[Bot]) -> GameResult:
        while (end := outcome(self.state)) is None:
            if self.state.phase is PLAY:
                if self.turns == self.plan.max_turns:  # E3
                    return self.result(GameEnd.TRUNCATED)
                self.turns += 1
            move = self.ask(bots[self.state.to_move])
            if type(move) is Forfeit:
                return self.result(GameEnd.FORFEITED, move)
            self.apply(move)
        return self.result(GameEnd(end.reason.value))

    def ask(self, bot: Bot) -> Move | Forfeit:
        """Ask the bot for its move; a failure is a forfeit."""
        state = self.state
        seat = state.to_move
        moves = legal_moves(state)

        def decide() -> Move | Forfeit:
            answer = bot(observe(state, seat), moves, self.generators[seat])
            # Identity, as the class of the answer may compare equal to anything.
            if not any(type(answer) is kind for kind in _MOVES):
                return Forfeit(seat, Failure.NOT_A_MOVE, _one_line(class_name(type(answer))))
            if answer not in moves:
                reason = f"{answer}: {illegality(state, answer)}"
                return Forfeit(seat, Failure.ILLEGAL_MOVE, _one_line(reason))
            return moves[moves.index(answer)]  # not the answer, which may be forged

        return _attempt(seat, decide, self.budgets[seat])

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


def _attempt(seat: int, attempt: Callable[[], T], budget: OutputBudget) -> T | Forfeit:
    """Return the result of code of a bot; whatever it raises is a forfeit of its seat."""
    try:
        with budget.charge():
            return attempt()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - SystemExit too is the bot's own failure
        return Forfeit(seat, Failure.RAISED, _description(error))


def _description(error: BaseException) -> str:
    """Return the type and message of an exception; a traceback might show hidden cards."""
    name = class_name(type(error))
    try:
        with OutputBudget().charge():
            message = f"{error!s}"
        return _one_line(f"{name}: {message}" if message else name)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - the exception is the bot's own class
        return _one_line(f"{name}: ?")


def _one_line(text: str) -> str:
    """Return the text as one printable line of limited length."""
    return "".join(letter if letter.isprintable() else " " for letter in text[:MAX_DETAIL])
