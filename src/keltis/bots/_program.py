"""Programs in any language as bots: they read requests and write moves, one a line.

The how-to "Bots in other languages" describes the protocol.
"""

import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from contextlib import suppress
from typing import IO, Final, final

from keltis._shared.checks import ABOVE_ZERO, as_number
from keltis._shared.json import dump
from keltis._shared.processes import call_within
from keltis._shared.text import quoted, short_repr
from keltis.bots._bot import require_decision
from keltis.documents import Json, to_document
from keltis.errors import InvalidArgument, KeltisError, NotationError
from keltis.learning import move_of
from keltis.moves import Move
from keltis.notation import parse_move
from keltis.view import PlayerView

PROTOCOL_VERSION: Final = 1
"""The version of the protocol, which every program is sent first."""
DEFAULT_SECONDS: Final = 60.0
"""The time that a program may take for a move, if no other limit is given."""

_MAX_SECONDS: Final = 86_400.0
_MAX_ANSWER: Final = 10_000
_MAX_ERRORS: Final = 1_000_000
_CHUNK: Final = 4096
_END_SECONDS: Final = 1.0  # for the end of a program that has closed its output
_HAS_GROUPS: Final = os.name == "posix"

# A process between this one and the program: when this one ends, even by kill, it ends the program
# and all that the program has started.
_GUARD: Final = """
import os, signal, subprocess, sys, threading
def watch():
    os.read(int(sys.argv[1]), 1)
    os.killpg(0, signal.SIGKILL)
threading.Thread(target=watch, daemon=True).start()
sys.exit(subprocess.call(sys.argv[2:]))
"""


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
    """A program has ended although the game goes on."""


@final
class ProgramBot:
    """A program that chooses moves. `make_bot("program:node bot.js")` makes one, too.

    The program is started at the first decision, and again for a player on another seat or by other
    rules. It gets the view as JSON and nothing else of the game. One that takes more than `seconds`
    for a move is stopped, with a `ProgramTimeout`.

    >>> import random
    >>> import keltis
    >>> from keltis.bots import ProgramBot
    >>> view = keltis.observe(keltis.new_game(2, seed=1), 0)
    >>> bot = ProgramBot("sh -c 'read hello; read request; echo discard R6'")
    >>> bot(view, keltis.legal_moves(view), random.Random(1))
    Discard(card=<R6>)
    >>> bot.close()
    """

    def __init__(self, command: str, seconds: float = DEFAULT_SECONDS) -> None:
        self.command = command
        self.seconds: float = _as_seconds(seconds)
        self._words = _split_command(command)
        self._process: _Process | None = None

    def __repr__(self) -> str:
        return f"ProgramBot({self.command!r}, seconds={self.seconds:g})"

    def __reduce__(self) -> tuple[type["ProgramBot"], tuple[str, float]]:
        return ProgramBot, (self.command, self.seconds)

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Return the move of the program, which may be illegal."""
        return self.choose(view, moves, rng, self.seconds)

    def choose(
        self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random, seconds: float
    ) -> Move:
        """Return the move of the program, which may be illegal; it has this time."""
        seat = require_decision(view, moves)
        seconds = _as_seconds(seconds)
        hello: Json = {
            "type": "hello",
            "protocol": PROTOCOL_VERSION,
            "game": "keltis",
            "rules": to_document(view.rules),
            "players": len(view.players),
            "seat": seat,
        }
        request = {
            "type": "move",
            "moves": [str(move) for move in moves],
            "seconds": seconds,
            "seed": rng.getrandbits(53),
            "view": to_document(view),
        }
        answer = self._start(dump(hello, None)).ask(dump(request, None), seconds)
        return _parse_answer(answer)

    def close(self) -> None:
        """End the program. The next decision starts it again."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def _start(self, hello: str) -> "_Process":
        """Return the program, which has been sent this."""
        if self._process is not None and (self._process.hello != hello or self._process.is_stopped):
            self.close()
        if self._process is None:
            self._process = _Process(self._words, hello)
            weakref.finalize(self, self._process.stop)
        return self._process


class _Process:
    """A program that runs."""

    def __init__(self, words: list[str], hello: str) -> None:
        self.hello = hello
        self.is_stopped = False
        self._is_flooding = False
        self._unsent = f"{hello}\n"
        reader, self._life = os.pipe()  # it closes when this process ends
        guard = [sys.executable, "-I", "-S", "-c", _GUARD, str(reader)] if _HAS_GROUPS else []
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the command is the user's own
                [*guard, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(reader,) if _HAS_GROUPS else (),
                start_new_session=_HAS_GROUPS,
            )
        except OSError as error:
            os.close(self._life)
            raise ProgramError(f"cannot start {words[0]}: {error.strerror}") from error
        finally:
            os.close(reader)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = map(_require_pipe, pipes)
        self._errors = threading.Thread(target=self._pass_on_errors, daemon=True)
        self._errors.start()

    def ask(self, request: str, seconds: float) -> bytes:
        """Return the line with which the program answers."""
        line = f"{self._unsent}{request}\n".encode()
        self._unsent = ""

        def talk() -> bytes:
            with suppress(OSError):  # it may have ended after its answer
                self._stdin.write(line)
                self._stdin.flush()
            return self._stdout.readline(_MAX_ANSWER)

        try:
            answer = call_within(seconds, talk)
        except TimeoutError:
            self._end()
            # The thread that waits for an answer has a pipe until it has seen the end.
            threading.Thread(target=self._close_pipes, daemon=True).start()
            raise ProgramTimeout(f"no answer within {seconds:g} seconds") from None
        if not answer.endswith(b"\n"):
            raise self._end_error(answer)
        return answer

    def _end_error(self, answer: bytes) -> ProgramError:
        """Stop the program, and say what it did instead of writing a line."""
        if len(answer) == _MAX_ANSWER:
            self.stop()
            return ProgramError(f"the answer has more than {_MAX_ANSWER} characters")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        self.stop()
        if self._is_flooding:
            return ProgramEnded(f"printed more than {_MAX_ERRORS} characters")
        return ProgramEnded(f"exit code {self._process.returncode}")

    def stop(self) -> None:
        """End the program and all that it has started."""
        if not self.is_stopped:
            self._end()
            self._close_pipes()

    def _end(self) -> None:
        self.is_stopped = True
        self._kill()
        os.close(self._life)
        self._process.wait()

    def _kill(self) -> None:
        if not _HAS_GROUPS:
            self._process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):  # nobody of them is left
            os.killpg(self._process.pid, signal.SIGKILL)

    def _close_pipes(self) -> None:
        self._errors.join(_END_SECONDS)
        for pipe in (self._stdin, self._stdout, self._stderr):
            with suppress(OSError):  # there may be something that the program did not read
                pipe.close()

    def _pass_on_errors(self) -> None:
        """Copy standard error to our own; a program that prints without end is stopped."""
        size = 0
        while chunk := os.read(self._stderr.fileno(), _CHUNK):
            size += len(chunk)
            if size > _MAX_ERRORS:
                self._is_flooding = True
                self._kill()
                return
            with suppress(OSError, ValueError):  # nobody may read ours
                sys.stderr.write(chunk.decode(errors="replace"))


def _require_pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise AssertionError("a pipe was asked for")
    return pipe


def parse_program(name: str, text: str) -> ProgramBot:
    """Make the bot of a name `program:COMMAND` or `program:seconds=5:COMMAND`."""
    option, colon, rest = text.partition(":")
    if not (colon and option.startswith("seconds=")):
        return ProgramBot(text)
    try:
        seconds = float(option.removeprefix("seconds="))
    except ValueError:
        raise InvalidArgument(
            f"cannot make {short_repr(name)}: seconds must be a number, not {short_repr(option)}"
        ) from None
    return ProgramBot(rest, seconds)


_MAX_COMMAND: Final = 10_000


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


def _parse_answer(line: bytes) -> Move:
    """Read an answer: the number or the text of a move, as JSON, or the bare text."""
    text = line.decode(errors="replace").strip()
    answer: object
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = text
    try:
        if type(answer) is int:  # not True, which is an int
            return move_of(answer)
        if isinstance(answer, str):
            return parse_move(answer)
    except (InvalidArgument, NotationError):
        pass
    raise ProgramError(f"the answer is not a move: {quoted(text)}")
