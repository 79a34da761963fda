"""The players of a game, who ask a bot for its moves. A fault of the bot is a `Fault`."""

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol, TypeVar, final, get_args

import attrs

from keltis._shared.chance import GameRandom
from keltis._shared.checks import ABOVE_ZERO, as_number, require_flag
from keltis._shared.processes import can_be_stopped
from keltis._shared.text import class_name
from keltis._shared.values import Immutable
from keltis.arena._entrants import Entrant
from keltis.arena._intervals import MAX_NUMBER
from keltis.arena._output import OutputBudget
from keltis.arena._results import MAX_DETAIL, Failure
from keltis.bots import Bot, ProgramBot, ProgramEnded, ProgramError, ProgramTimeout
from keltis.legality import illegality
from keltis.moves import Move
from keltis.state import GameState
from keltis.view import PlayerView, observe

T = TypeVar("T")

_MOVES: Final[tuple[type, ...]] = get_args(Move)


@final
@attrs.frozen(kw_only=True)
class Limits(Immutable):
    """The time that a bot may take, and whether bots are isolated from each other."""

    seconds_per_move: float | None = None
    seconds_per_game: float | None = None
    """For all decisions of one bot in a game together."""
    isolate: bool = False
    keep_moves: bool = False
    """Whether the results have the moves of the games."""

    def __attrs_post_init__(self) -> None:
        for name in ("seconds_per_move", "seconds_per_game"):
            seconds: float | None = getattr(self, name)
            if seconds is not None:
                as_number(seconds, name, "a positive number or None", ABOVE_ZERO, MAX_NUMBER)
        require_flag(self.isolate, "isolate")
        require_flag(self.keep_moves, "keep_records")

    @property
    def needs_processes(self) -> bool:
        """Whether each bot needs a process of its own: only there it can be stopped."""
        return (
            self.isolate or self.seconds_per_move is not None or self.seconds_per_game is not None
        )


@final
class Fault(NamedTuple):
    """What a bot did wrong."""

    failure: Failure
    detail: str


class Player(Protocol):
    """Plays one seat of one game."""

    def decide(
        self, state: GameState, moves: tuple[Move, ...], rng: GameRandom, seconds: float | None
    ) -> Move | Fault:
        """Return the move of the bot, which is to move and may take this time."""


@final
class LocalPlayer:
    """A bot in this process, where nothing can stop it."""

    def __init__(self, bot: Bot, budget: OutputBudget) -> None:
        self._bot = bot
        self._budget = budget

    @classmethod
    def make(cls, entrant: Entrant) -> "LocalPlayer | Fault":
        """Make the bot of an entrant for one game."""
        budget = OutputBudget()
        bot = attempt(entrant.new_bot, budget)
        return bot if type(bot) is Fault else cls(bot, budget)

    def decide(
        self, state: GameState, moves: tuple[Move, ...], rng: GameRandom, seconds: float | None
    ) -> Move | Fault:
        """Return the move of the bot, however long it takes."""
        del seconds

        def answer() -> Move | Fault:
            answer = self._bot(observe(state, state.to_move), moves, rng)
            return _type_fault(answer) or judge(answer, state, moves)

        return attempt(answer, self._budget)

    def decide_as_text(
        self, view: PlayerView, moves: tuple[Move, ...], rng: GameRandom
    ) -> str | Fault:
        """Return the move of the bot as text. It may be illegal."""

        def answer() -> str | Fault:
            answer = self._bot(view, moves, rng)
            return _type_fault(answer) or one_line(str(answer))

        return attempt(answer, self._budget)


@final
class ProgramPlayer:
    """A bot that is a program."""

    def __init__(self, bot: ProgramBot) -> None:
        self._bot = bot

    def decide(
        self, state: GameState, moves: tuple[Move, ...], rng: GameRandom, seconds: float | None
    ) -> Move | Fault:
        """Return the move of the program, which may take this time or its own limit, if shorter."""
        limit = self._bot.seconds if seconds is None else min(seconds, self._bot.seconds)
        try:
            answer = self._bot.choose(observe(state, state.to_move), moves, rng, limit)
        except ProgramTimeout as error:
            return Fault(Failure.OUT_OF_TIME, one_line(str(error)))
        except ProgramEnded as error:
            return Fault(Failure.PROCESS_ENDED, one_line(str(error)))
        except ProgramError as error:
            return Fault(Failure.NOT_A_MOVE, one_line(str(error)))
        return judge(answer, state, moves)


def _type_fault(answer: Move) -> Fault | None:
    # Identity, as the class of the answer may compare equal to anything.
    if any(type(answer) is kind for kind in _MOVES):
        return None
    return Fault(Failure.NOT_A_MOVE, one_line(class_name(type(answer))))


def judge(answer: Move, state: GameState, moves: tuple[Move, ...]) -> Move | Fault:
    """Return the legal move that equals the answer, which may be forged, or else a fault."""
    if answer in moves:
        return moves[moves.index(answer)]
    return Fault(Failure.ILLEGAL_MOVE, one_line(f"{answer}: {illegality(state, answer)}"))


def attempt(function: Callable[[], T], budget: OutputBudget) -> T | Fault:
    """Call a function of a bot; whatever it raises is a fault, unless it is Ctrl-C."""
    try:
        with budget.charge():
            return function()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and can_be_stopped():
            raise
        return Fault(Failure.RAISED, _description(error))


def _description(error: BaseException) -> str:
    """Return the type and message of an exception; a traceback might show hidden cards."""
    name = class_name(type(error))
    try:
        with OutputBudget().charge():
            message = f"{error!s}"
        return one_line(f"{name}: {message}" if message else name)
    except BaseException as raised:  # the exception is the bot's own class
        if isinstance(raised, KeyboardInterrupt) and can_be_stopped():
            raise
        return one_line(f"{name}: ?")


def one_line(text: str) -> str:
    """Return the text as one printable line of limited length."""
    return "".join(letter if letter.isprintable() else " " for letter in text[:MAX_DETAIL])
