"""Being told to stop from outside: the terminal's window is closed, or the process is asked to end."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from keltis.cli.commands import ExitCode

# Not every system has both.
_STOPPING: Final = tuple(
    number for number in signal.Signals if number.name in ("SIGHUP", "SIGTERM")
)


class Stopped(KeyboardInterrupt):
    """The program has been told to stop by another signal than that of Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code: ExitCode = 128 + number
        """The exit code, as shells have it."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Meanwhile, a signal to stop raises `Stopped` instead of ending the program at once; one that is ignored stays so."""
    before = {
        number: signal.signal(number, _stop)
        for number in _STOPPING
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def undisturbed() -> None:
    """Hear no signal to stop any more, until the end of `stoppable`: there is something to finish."""
    for number in _STOPPING:
        signal.signal(number, signal.SIG_IGN)


def _stop(number: int, _: FrameType | None) -> None:
    raise Stopped(number)
