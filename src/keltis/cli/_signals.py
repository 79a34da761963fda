"""Signals that stop the program: the terminal is closed, or the process is asked to end."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from keltis.cli._commands import Stopped

# Not every system has both.
_STOP_SIGNALS: Final = tuple(
    number for number in signal.Signals if number.name in ("SIGHUP", "SIGTERM")
)


@contextmanager
def raise_on_stop_signals() -> Iterator[None]:
    """Let a signal to stop raise `Stopped` in this block; signals that are ignored stay so."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread can handle signals
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *_STOP_SIGNALS)}
    for number in _STOP_SIGNALS:
        if before[number] is not signal.SIG_IGN:
            signal.signal(number, _raise_stopped)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ignore_stop_signals() -> None:
    """Ignore Ctrl-C and signals to stop until the end of `raise_on_stop_signals`.

    For the time in which something is saved.
    """
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, *_STOP_SIGNALS):
            signal.signal(number, signal.SIG_IGN)


def _raise_stopped(number: int, _: FrameType | None) -> None:
    raise Stopped(number)
