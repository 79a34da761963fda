"""Signals that stop the program: the terminal is closed, or the process is asked to end."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from keltis.cli._commands import ExitCode

# Not every system has both.
_STOP_SIGNALS: Final = tuple(
    number for number in signal.Signals if number.name in ("SIGHUP", "SIGTERM")
)


class Stopped(KeyboardInterrupt):
    """A signal other than that of Ctrl-C asks the program to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code: ExitCode = 128 + number
        """The exit code, as in shells."""


@contextmanager
def raise_on_stop_signals() -> Iterator[None]:
    """Let a signal to stop raise `Stopped` in this block; signals that are ignored stay so."""
    before = {
        number: signal.signal(number, _raise_stopped)
        for number in _STOP_SIGNALS
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ignore_stop_signals() -> None:
    """Ignore signals to stop until the end of `raise_on_stop_signals`: something must be saved."""
    for number in _STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _raise_stopped(number: int, _: FrameType | None) -> None:
    raise Stopped(number)
