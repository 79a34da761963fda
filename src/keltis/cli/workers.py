"""Processes that play games for a tournament."""

import multiprocessing
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import Final

_PATIENCE: Final = 1.0


@contextmanager
def workers(jobs: int) -> Iterator[Executor | None]:
    """So many processes to spread games over; None, which means this process, for one."""
    if jobs == 1:
        yield None
        return
    # A new interpreter each: to fork a process that may have threads is not safe.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin) as executor:
        try:
            yield executor
        except BaseException:
            _stop(executor)
            raise


def _begin() -> None:
    """Leave Ctrl-C, which goes to every process of the terminal, to the first one; and the standard output to its results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr


def _stop(executor: Executor) -> None:
    """End the processes, as nobody waits any more for the games that they are playing."""
    # The executor must have dropped what was called off before a process ends: a thread of its own
    # would try to mark it as failed, and complain that it cannot. When the last task is called off,
    # it has.
    with suppress(BrokenExecutor, CancelledError, TimeoutError):
        last = executor.submit(int)
        executor.shutdown(wait=False, cancel_futures=True)
        last.result(_PATIENCE)
    for process in multiprocessing.active_children():
        process.terminate()
