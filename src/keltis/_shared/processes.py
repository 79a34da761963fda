"""Other processes: time limits, interrupts, and processes that end with their parent."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def call_within(seconds: float | None, function: Callable[[], T]) -> T:
    """Call a function; after this time raise `TimeoutError`, and leave it to itself.

    The function runs in a thread of its own, which cannot be stopped: it must wait for something
    that the caller can end.

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
def no_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach; one that comes meanwhile waits for the end.

    They ignore it from their first line on, but Python would print a traceback before that.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - browsers have no processes

    resource_tracker.ensure_running()  # it would unblock the signal as it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
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
