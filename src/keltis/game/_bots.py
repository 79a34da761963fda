"""What the bots of all games share: the protocol, the random bot, bots by name, and programs.

A program reads requests and writes moves, one a line. The how-to "Bots in other languages"
describes it. A bot in Python speaks the same in its own process: `python -m keltis.bots NAME`.
"""

import importlib
import inspect
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import entry_points
from operator import attrgetter
from typing import Final, Generic, TypeAlias, TypeVar, final

import attrs
from typing_extensions import TypeIs

from keltis._codec.json import dump
from keltis._lib.chance import GameRandom
from keltis._lib.checks import ABOVE_ZERO, as_number
from keltis._lib.guard import CANNOT_START, SCARCE
from keltis._lib.processes import GUARD, call_within
from keltis._lib.text import did_you_mean, quoted, short, short_repr
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument, KeltisError, NotationError
from keltis.game._protocols import Bot, Messages, Notation, R, V, require_moves
from keltis.game._record import M, S

T = TypeVar("T")
Factory: TypeAlias = Callable[..., object]
"""A class or function that makes a bot."""

PROGRAM: Final = "program"
"""How the name of a bot begins that is a program. It is not among the names of a registry, as those
can be in files, and a file must not choose what is run."""

PROTOCOL_VERSION: Final = 1
"""The version of the protocol, which every program is sent first."""
DEFAULT_SECONDS: Final = 60.0
"""The time that a program may take for a move, if no other limit is given."""

_MAX_SECONDS: Final = 86_400.0
_MAX_ANSWER: Final = 10_000
_MAX_COMMAND: Final = 10_000
_END_SECONDS: Final = 1.0  # for the end of a program that has closed its output
_KILL_SECONDS: Final = 5.0  # for the guard, which kills the program and all that it has started
_HAS_GROUPS: Final = hasattr(os, "killpg")


@final
@attrs.frozen
class RandomBot:
    """Chooses uniformly among the legal moves, in any game.

    >>> import random
    >>> import keltis
    >>> from keltis.bots import RandomBot
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> RandomBot()(view, keltis.legal_moves(view), random.Random(7)) in keltis.legal_moves(view)
    True
    """

    def __call__(self, view: object, moves: tuple[T, ...], rng: random.Random, /) -> T:
        """Return one of the moves, each with the same probability."""
        del view
        require_moves(moves)
        return moves[int(rng.random() * len(moves))]


# Programs


class ProgramError(KeltisError):
    """A program that plays as a bot has failed, or its answer is not a move.

    >>> from keltis.bots import play_match
    >>> play_match(["program:seconds=0.1:sleep 1000", "random"])
    Traceback (most recent call last):
    ...
    keltis.bots.ProgramTimeout: no answer within 0.1 seconds
    """


class ProgramTimeout(ProgramError):
    """A program has not answered in time, and was stopped."""


class ProgramEnded(ProgramError):
    """A program has ended before the game."""


class ProgramNotStarted(ProgramError):
    """The system has no files, processes or memory left for a program: this is not its fault."""


class ProgramFailed(ProgramError):
    """A program says why it cannot answer."""


class Program(Generic[V, M]):
    """A program that chooses moves.

    The program is started at the first decision, and again for a player on another seat or by other
    rules. One that takes more than `seconds` for a move is stopped, with a `ProgramTimeout`.
    """

    def __init__(
        self, command: str, messages: Messages[V, M], seconds: float = DEFAULT_SECONDS
    ) -> None:
        self.command = command
        self.seconds: float = _as_seconds(seconds)
        self._messages = messages
        self._words = _split_command(command)
        self._process: Process | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.command!r}, seconds={self.seconds:g})"

    def __getstate__(self) -> dict[str, object]:
        """A copy is not started yet."""
        return {**vars(self), "_process": None}

    def __call__(self, view: V, moves: tuple[M, ...], rng: random.Random, /) -> M:
        """Return the move of the program, which may be illegal."""
        return self.choose(view, moves, rng, self.seconds)

    def choose(self, view: V, moves: tuple[M, ...], rng: random.Random, seconds: float | None) -> M:
        """Return the move of the program, which may be illegal.

        It has this time, or its own limit if that is shorter.
        """
        require_moves(moves)
        limit = self.seconds if seconds is None else min(_as_seconds(seconds), self.seconds)
        hello = {"type": "hello", "protocol": PROTOCOL_VERSION, **self._messages.hello(view)}
        request = move_request(self._messages.write_view(view), moves, rng, limit)
        return parse_answer(self._messages, self._start(dump(hello, None)).ask(request, limit))

    def close(self) -> None:
        """End the program. The next decision starts it again."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def _start(self, hello: str) -> "Process":
        """Return the program, which has been sent this."""
        if self._process is not None and (self._process.hello != hello or self._process.is_stopped):
            self.close()
        if self._process is None:
            self._process = Process(self._words, hello)
            weakref.finalize(self, self._process.stop)
        return self._process


def move_request(
    view: object, moves: Sequence[object], rng: random.Random, seconds: float | None
) -> dict[str, object]:
    """What a program is sent for a decision."""
    return {
        "type": "move",
        "moves": [str(move) for move in moves],
        "seconds": seconds,
        "seed": rng.getrandbits(53),
        "view": view,
    }


class Process:
    """A program that runs."""

    def __init__(self, words: list[str], hello: str) -> None:
        self.hello = hello
        """The first line that it is sent."""
        self.is_stopped: bool = False
        self._unsent = f"{hello}\n"
        pipe: tuple[int, ...] = ()
        try:
            pipe = reader, self._life = os.pipe()  # it closes when this process ends
            guard = [sys.executable, "-I", "-S", GUARD, str(reader)] if _HAS_GROUPS else []
            self._process = subprocess.Popen(  # noqa: S603 - the command is the user's own
                [*guard, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=(reader,) if _HAS_GROUPS else (),
                start_new_session=_HAS_GROUPS,
            )
        except OSError as error:
            for number in pipe:
                os.close(number)
            raise _not_started(words[0], error) from error
        os.close(reader)
        self._stdin, self._stdout = filter(None, (self._process.stdin, self._process.stdout))

    def ask(self, request: dict[str, object], seconds: float | None) -> bytes:
        """Return the line with which the program answers, within this time if there is a limit."""
        line = f"{self._unsent}{dump(request, None)}\n".encode()
        self._unsent = ""

        def talk() -> bytes:
            with suppress(OSError):  # it may have ended after its answer
                self._stdin.write(line)
                self._stdin.flush()
            return self._stdout.readline(_MAX_ANSWER)

        try:
            answer = call_within(seconds, talk)
        except RuntimeError as error:
            self.stop()
            raise ProgramNotStarted(f"cannot ask the program: {error}") from error
        except TimeoutError:
            self._end()
            with suppress(TimeoutError):  # without a guard, a child may keep a pipe open
                call_within(_END_SECONDS, self._close_pipes)
            raise ProgramTimeout(f"no answer within {seconds:g} seconds") from None
        if answer.endswith(b"\n"):
            return answer
        if len(answer) == _MAX_ANSWER:
            self.stop()
            raise ProgramError(f"the answer has more than {_MAX_ANSWER} characters")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        self.stop()
        if self._process.returncode == -CANNOT_START:
            raise ProgramNotStarted("the system has no files, processes or memory left")
        raise ProgramEnded(f"exit code {self._process.returncode}")

    def stop(self) -> None:
        """End the program and all that it has started."""
        if not self.is_stopped:
            self._end()
            self._close_pipes()

    def _end(self) -> None:
        self.is_stopped = True
        os.close(self._life)
        if _HAS_GROUPS:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_KILL_SECONDS)
            with suppress(ProcessLookupError, PermissionError):  # none of them is left
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()

    def _close_pipes(self) -> None:
        for pipe in (self._stdin, self._stdout):
            with suppress(OSError):  # there may be something that the program did not read
                pipe.close()


def _not_started(program: str, error: OSError) -> ProgramError:
    kind = ProgramNotStarted if error.errno in SCARCE else ProgramError
    return kind(f"cannot start {program}: {error.strerror}")


def _parse_program(make: Callable[[str, float], Bot[V, M]], name: str, text: str) -> Bot[V, M]:
    """Make the bot of a name `program:COMMAND` or `program:seconds=5:COMMAND`."""
    option, colon, rest = text.partition(":")
    if not (colon and option.startswith("seconds=")):
        return make(text, DEFAULT_SECONDS)
    try:
        seconds = float(option.removeprefix("seconds="))
    except ValueError:
        reason = f"seconds must be a number, not {short_repr(option)}"
        raise _cannot_make(name, reason) from None
    return make(rest, seconds)


def _split_command(command: str) -> list[str]:
    if len(command) > _MAX_COMMAND:
        raise InvalidArgument(f"a command has at most {_MAX_COMMAND} characters")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidArgument(f"cannot read the command {short_repr(command)}: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise InvalidArgument(f"there is no program {short_repr(words[0] if words else command)}")
    return words


def _as_seconds(seconds: float) -> float:
    expected = f"a number above 0, up to {_MAX_SECONDS:.0f}"
    return float(as_number(seconds, "seconds", expected, ABOVE_ZERO, _MAX_SECONDS))


def parse_answer(messages: Messages[V, M], line: bytes) -> M:
    """Read an answer: the number or the text of a move, as JSON, or the bare text.

    An object with the key `error` says why there is no move.
    """
    text = line.decode(errors="replace").strip()
    answer: object
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = text
    if isinstance(answer, dict) and "error" in answer:
        raise ProgramFailed(str(answer["error"]))
    try:
        if type(answer) is int or isinstance(answer, str):  # not True, which is an int
            return messages.read_move(answer)
    except (InvalidArgument, NotationError):
        pass
    raise ProgramError(f"the answer is not a move: {quoted(text)}")


# The side of the program, for bots in Python


def error_text(error: BaseException) -> str:
    """What a bot raised, in one line: no traceback, which might show hidden cards."""
    name, message = type(error).__name__, str(error)
    return f"{name}: {message}" if message else name


def answer_requests(
    messages: Messages[V, M],
    make_bot: Callable[[], Bot[V, M]],
    requests: Iterable[bytes],
    write: Callable[[str], object],
) -> None:
    """Answer the requests, one a line, with the moves of a bot.

    `hello` needs no answer. A request of the type `new` asks for another bot, made anew, and is
    answered by `ready`; without one, the bot is made at the first decision.
    """
    bot: Bot[V, M] | None = None
    for line in requests:
        request = json.loads(line)
        answer: object = "ready"
        try:
            if request["type"] == "new" or bot is None:
                bot = make_bot()
            if request["type"] == "move":
                answer = _decide(messages, bot, request)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the bot raises
            answer = {"error": error_text(error)}
        if request["type"] in ("new", "move"):
            write(dump(answer, None))


def _decide(messages: Messages[V, M], bot: Bot[V, M], request: dict[str, object]) -> str:
    """The move of the bot as text, or the name of the type of what is no move."""
    seed, state, texts = request["seed"], request.get("rng"), request["moves"]
    if not (isinstance(seed, int) and isinstance(texts, list)):
        raise InvalidArgument("a request needs a seed and moves")
    rng = GameRandom(seed)
    if isinstance(state, int):
        rng.setstate((state,))
    moves = tuple([messages.read_move(str(text)) for text in texts])
    answer = bot(messages.read_view(request["view"]), moves, rng)
    text = str(answer)
    try:
        return text if messages.read_move(text) == answer else type(answer).__name__
    except (InvalidArgument, NotationError):
        return type(answer).__name__


# Bots by name


@attrs.frozen(kw_only=True)
class BotRegistry(Immutable, Generic[V, M]):
    """`Bots` by name: those of the game, of installed packages, and of any module."""

    group: str
    """The group of entry points in which packages name their bots: each is a factory."""
    builtin: Mapping[str, Factory]
    messages: Messages[V, M]
    program: Callable[[str, float], Bot[V, M]]
    """Makes the bot that is a program, from its command and its seconds for a move."""

    def bot_names(self) -> tuple[str, ...]:
        """The names of the built-in bots, then of those of installed packages."""
        others = {entry.name for entry in entry_points(group=self.group)}
        return (*self.builtin, *sorted(others - self.builtin.keys()))

    def make_bot(self, name: str, /) -> Bot[V, M]:
        """Make the bot of a name in `bot_names()`, of `module:factory` or of `program:COMMAND`."""
        head, _, rest = name.partition(":")
        if head == PROGRAM:
            return _parse_program(self.program, name, rest)
        factory: object
        if head in self.builtin:
            factory = self.builtin[head]
        elif entries := tuple(entry_points(group=self.group, name=head)):
            value = entries[0].value
            with _explain_errors(f"unknown bot {short_repr(name)}: cannot load {value}; "):
                factory = entries[0].load()
        else:
            attribute, _, rest = rest.partition(":")
            factory = self._import(name, head, attribute)
        if not callable(factory):
            raise _cannot_make(name, f"{short_repr(factory)} is not a class or function")
        options = _parse_options(name, rest)
        _require_options(name, factory, options)
        with _explain_errors(f"cannot make {short_repr(name)}: "):
            bot: object = factory(**options)
        if not self._is_bot(bot):
            raise _cannot_make(name, f"{short_repr(bot)} is not callable")
        return bot

    def _import(self, name: str, module: str, attribute: str) -> object:
        names = ", ".join(self.bot_names())
        question = did_you_mean(module, self.bot_names())
        if not (module and attribute):
            raise InvalidArgument(
                f"unknown bot {short_repr(name)}: "
                f"expected {names}, module:factory or program:COMMAND{question}"
            )
        start = f"unknown bot {short_repr(name)}: not one of {names}{question or ';'} "
        with _explain_errors(start):
            factory: object = attrgetter(attribute)(importlib.import_module(module))
        return factory

    def _is_bot(self, value: object) -> TypeIs[Bot[V, M]]:
        return callable(value)


@contextmanager
def _explain_errors(start: str) -> Iterator[None]:
    """Raise an `InvalidArgument` that begins so for any error in the code of others."""
    try:
        yield
    except KeltisError:
        raise
    except (Exception, SystemExit) as error:
        cause = f"{type(error).__name__}: {short(str(error))}"
        raise InvalidArgument(f"{start}{cause}") from error


def _cannot_make(name: str, reason: str) -> InvalidArgument:
    return InvalidArgument(f"cannot make {short_repr(name)}: {reason}")


def _parse_options(name: str, text: str) -> dict[str, int | float | str]:
    """Parse `key=value,key=value`; numbers become numbers, other values stay text."""
    options: dict[str, int | float | str] = {}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        if not (key.isidentifier() and equals and value) or key in options:
            expected = "expected options like iterations=200, each once"
            raise _cannot_make(name, f"{expected}, not {short_repr(part)}")
        options[key] = value
        for number in (float, int):
            with suppress(ValueError):
                options[key] = number(value)
    return options


def _require_options(name: str, factory: Factory, options: Mapping[str, object]) -> None:
    try:
        signature = inspect.signature(factory)
    except (TypeError, ValueError):
        return  # a builtin without a signature: the call itself will tell
    try:
        signature.bind(**options)
    except TypeError as error:
        known = list(signature.parameters)
        wrong = [option for option in options if option not in known]
        reason = f"it has no option {wrong[0]!r}" if wrong else str(error)
        listed = f"its options are {', '.join(known)}" if known else "it takes none"
        question = did_you_mean(wrong[0], known) if wrong else ""
        raise _cannot_make(name, f"{reason}; {listed}{question}") from error


def make_each(items: Sequence[T | str], make: Callable[[str], T]) -> list[T]:
    """The objects in a sequence; for a name, the object that `make` returns.

    >>> make_each([int, "dict"], {"dict": dict}.__getitem__)
    [<class 'int'>, <class 'dict'>]
    """
    return [make(item) if isinstance(item, str) else item for item in items]


@final
@attrs.frozen
class PlainMessages(Immutable, Generic[V, M]):
    """`Messages` as a record of functions."""

    hello: Callable[[V], dict[str, object]]
    write_view: Callable[[V], object]
    read_view: Callable[[object], V]
    read_move: Callable[[str | int], M]


@final
@attrs.frozen(init=False)
class NamedBots(BotRegistry[S, M]):
    """`Bots` for any game without secrets: the bots of a table, and `random`.

    A program is sent the state in the notation of the game.
    """

    def __init__(self, bots: Mapping[str, Bot[S, M]], notation: Notation[S, M, R]) -> None:
        """Name these bots."""
        messages: Messages[S, M] = PlainMessages(
            hello=lambda state: {"seat": state.to_move},
            write_view=notation.format_state,
            read_view=lambda data: notation.parse_state(str(data)),
            read_move=lambda answer: notation.parse_move(str(answer)),
        )
        self.__attrs_init__(
            group="",
            builtin={"random": RandomBot, **{name: lambda b=bot: b for name, bot in bots.items()}},
            messages=messages,
            program=lambda command, seconds: Program(command, messages, seconds),
        )


for _error in (ProgramEnded, ProgramError, ProgramFailed, ProgramNotStarted, ProgramTimeout):
    _error.__module__ = "keltis.bots"  # where both games export them from
