"""Other processes: time limits, interrupts, and processes that end with their parent."""

import io
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from pathlib import Path
from types import FrameType
from typing import Final, TypeVar

T = TypeVar("T")

# Not every system has all of them.
_STOP_SIGNALS: Final = tuple(
    number for number in signal.Signals if number.name in ("SIGHUP", "SIGINT", "SIGTERM")
)
_MAX_HELD: Final = 9
_STDOUT: Final = 1
_STDERR: Final = 2
GUARD: Final = str(Path(__file__).with_name("guard.py"))
"""The program that runs another one and ends it, with all that it has started."""


class BotOutput(io.TextIOBase):
    """The standard output of bots: what they print is no result, so it goes to standard error.

    If that is closed, it is lost: a bot must not fail because of it.
    """

    def write(self, text: str) -> int:
        """Write to standard error."""
        with suppress(OSError):
            sys.stderr.write(text)
        return len(text)


@contextmanager
def divert_output() -> Iterator[None]:
    """Let all that bots print go to standard error, also what they write to descriptor 1."""
    sys.stdout.flush()
    with redirect_stdout(BotOutput()), ExitStack() as stack:
        with suppress(OSError):  # one of the streams may be closed
            saved = os.dup(_STDOUT)
            stack.callback(os.close, saved)
            stack.callback(os.dup2, saved, _STDOUT)
            os.dup2(_STDERR, _STDOUT)
        yield


def call_within(seconds: float | None, function: Callable[[], T]) -> T:
    """Call a function; after this time raise `TimeoutError`, and leave it to itself.

    The function runs in another thread, which cannot be stopped: it must wait for something that
    the caller can end.

    >>> call_within(60, lambda: 7)
    7
    """
    if seconds is None:
        return function()
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(function())
        except BaseException as error:  # noqa: BLE001 - it is raised again where it belongs
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future.result(seconds)


@contextmanager
def hold_stop_signals(notify: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Call `notify` when a signal asks to stop, and let the signal act at the end of the block.

    Otherwise its handler, such as that of Ctrl-C, raises an exception between any two steps: while
    a lock is held, a process starts, or the first signal is dealt with. The tenth signal acts at
    once, in case that something hangs. Signals reach only the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in _STOP_SIGNALS}
    held: list[int] = []

    def hold(number: int, frame: FrameType | None) -> None:
        held.append(number)
        notify()
        handler = handlers[signal.Signals(number)]
        if len(held) > _MAX_HELD and callable(handler):
            handler(number, frame)

    for number, handler in handlers.items():
        if callable(handler):  # a signal that is ignored, or ends the process, stays as it is
            signal.signal(number, hold)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            if callable(handler):
                signal.signal(number, handler)
        if held:
            signal.raise_signal(held[0])


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Start processes that neither Ctrl-C nor a closed terminal reaches; signals to stop are held.

    The processes could ignore them from their first line on, but before that Python would print a
    traceback.
    """
    with hold_stop_signals():
        if not hasattr(signal, "pthread_sigmask"):  # Windows
            yield
            return
        from multiprocessing import resource_tracker  # noqa: PLC0415 - browsers have no processes

        blocked = (signal.SIGINT, signal.SIGHUP)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
        try:
            resource_tracker.ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, blocked)  # the tracker has unblocked Ctrl-C
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Let this process, which `multiprocessing` started, end when its parent does, even by kill."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()


def _wait_and_end(sentinel: int) -> None:
    from multiprocessing.connection import wait  # noqa: PLC0415 - browsers have no processes

    wait([sentinel])
    os._exit(1)
