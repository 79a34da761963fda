"""The players of a game, who ask a bot for its moves. A fault of the bot is a `Fault`."""

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol, TypeVar, final, get_args

import attrs

from keltis._shared.chance import GameRandom
from keltis._shared.checks import ABOVE_ZERO, as_number
from keltis._shared.values import Immutable
from keltis.arena._entrants import Entrant
from keltis.arena._intervals import MAX_NUMBER
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

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @classmethod
    def make(cls, entrant: Entrant) -> "LocalPlayer | Fault":
        """Make the bot of an entrant for one game."""
        bot = attempt(entrant.new_bot)
        return bot if isinstance(bot, Fault) else cls(bot)

    def decide(
        self, state: GameState, moves: tuple[Move, ...], rng: GameRandom, seconds: float | None
    ) -> Move | Fault:
        """Return the move of the bot, however long it takes."""
        del seconds
        answer = self.answer(observe(state, state.to_move), moves, rng)
        return answer if isinstance(answer, Fault) else judge(answer, state, moves)

    def answer(self, view: PlayerView, moves: tuple[Move, ...], rng: GameRandom) -> Move | Fault:
        """Return the move of the bot, which may be illegal."""
        answer = attempt(lambda: self._bot(view, moves, rng))
        if isinstance(answer, (Fault, *_MOVES)):
            return answer
        return Fault(Failure.NOT_A_MOVE, type(answer).__name__)


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


def judge(answer: Move, state: GameState, moves: tuple[Move, ...]) -> Move | Fault:
    """Return a legal answer, or else a fault."""
    if answer in moves:
        return answer
    return Fault(Failure.ILLEGAL_MOVE, one_line(f"{answer}: {illegality(state, answer)}"))


def attempt(function: Callable[[], T]) -> T | Fault:
    """Call a function of a bot; an exception is a fault, and so is `sys.exit`, but not Ctrl-C."""
    try:
        return function()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the bot raises
        # No traceback, which might show hidden cards.
        name, message = type(error).__name__, str(error)
        return Fault(Failure.RAISED, one_line(f"{name}: {message}" if message else name))


def one_line(text: str) -> str:
    """Return the text as one printable line of limited length."""
    return "".join(letter if letter.isprintable() else " " for letter in text[:MAX_DETAIL])
