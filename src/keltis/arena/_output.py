"""A limit on what bots print.

While games are played, `sys.stdout` and `sys.stderr` count what a bot writes to them. Games may be
played in several threads at once, so the streams are replaced once for all of them, and each thread
charges the bot that it has called. This stops a careless bot, not one that opens files itself.
"""

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, AnyStr, Final, Generic, TextIO

MAX_OUTPUT: Final = 1_000_000
"""The number of characters that a bot may print in one game."""

_STREAMS: Final = ("stdout", "stderr")
_LOCK: Final = threading.Lock()
_replaced: Final[dict[str, TextIO]] = {}
_games: Final[list[None]] = []  # one for each game that is being played
_thread: Final = threading.local()


class OutputLimitExceeded(Exception):
    """A bot printed more than `MAX_OUTPUT` characters in one game."""

    def __init__(self) -> None:
        super().__init__(f"printed more than {MAX_OUTPUT} characters")


class OutputBudget:
    """The number of characters that one bot may still print in a game."""

    def __init__(self) -> None:
        self._left = MAX_OUTPUT

    def spend(self, size: int) -> None:
        """Take this number of characters from the budget."""
        self._left -= size
        if self._left < 0:
            raise OutputLimitExceeded

    @contextmanager
    def charge(self) -> Iterator[None]:
        """Charge what this thread prints inside the `with` statement to this budget."""
        _thread.budget = self
        try:
            yield
        finally:
            _thread.budget = None
        self.spend(0)  # the bot may have caught the exception


class _CountingStream(Generic[AnyStr]):
    """A stream that charges what is written to the budget of the thread."""

    def __init__(self, stream: IO[AnyStr]) -> None:
        self._stream: IO[AnyStr] = stream

    def write(self, text: AnyStr) -> int:
        budget: object = getattr(_thread, "budget", None)
        if type(budget) is OutputBudget:
            budget.spend(len(text))
        with suppress(OSError):  # a stream that nobody reads is no fault of a bot
            return self._stream.write(text)
        return len(text)

    def writelines(self, lines: Iterable[AnyStr]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


class _CountingTextStream(_CountingStream[str]):
    """A text stream whose bytes count as well."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._text_stream = stream

    @property
    def buffer(self) -> _CountingStream[bytes]:
        return _CountingStream(self._text_stream.buffer)


@contextmanager
def count_output() -> Iterator[None]:
    """Replace the standard streams by counting ones until the last game in any thread is over."""
    with _LOCK:
        if not _games:
            for name in _STREAMS:
                _replaced[name] = getattr(sys, name)
                setattr(sys, name, _CountingTextStream(_replaced[name]))
        _games.append(None)
    try:
        yield
    finally:
        with _LOCK:
            _games.pop()
            if not _games:
                for name in _STREAMS:
                    setattr(sys, name, _replaced.pop(name))
