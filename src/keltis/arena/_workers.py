"""Worker processes of this machine that play games. They end with the process that started them."""

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from typing import Final, ParamSpec, TypeVar

from keltis._shared.processes import end_with_parent, no_interrupts
from keltis.arena._bot_process import ProcessPool

P = ParamSpec("P")
T = TypeVar("T")

_SHUTDOWN_SECONDS: Final = 60.0
"""How long the executor may take to drop its tasks; it takes much less."""
_POLL_SECONDS: Final = 0.005


@contextmanager
def start_workers(jobs: int) -> Iterator[Executor]:
    """Start an executor with this number of processes; end them after an error."""
    others = set(multiprocessing.active_children())
    # Each has a new interpreter: forking a process that may have threads is not safe.
    context = multiprocessing.get_context("spawn")
    with _WorkerExecutor(jobs, mp_context=context, initializer=init_worker) as executor:
        try:
            yield executor
        except BaseException:
            _stop_workers(executor, others)
            raise


class _WorkerExecutor(ProcessPoolExecutor):
    """An executor that starts processes when tasks need them, and keeps Ctrl-C from them."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with no_interrupts():
            return super().submit(fn, *args, **kwargs)


_pools: Final[list[ProcessPool]] = []  # one, in a worker


def worker_pool() -> ProcessPool | None:
    """Return the processes of bots that stay from task to task, if this is a worker."""
    return _pools[0] if _pools else None


def init_worker() -> None:
    """Leave Ctrl-C and the standard output to the parent process, and end with it."""
    _pools.append(ProcessPool())
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr


def _stop_workers(executor: Executor, others: set[BaseProcess]) -> None:
    """Kill the processes in the middle of their games, but not others that were there before."""
    # The executor must have dropped its cancelled tasks before a process ends. Otherwise a thread
    # of its own tries to mark them as failed, and reports that it cannot. They are dropped when
    # the last task is cancelled, or when it waits for a worker, as all others did so before it.
    with suppress(BrokenExecutor):
        last = executor.submit(int)
        executor.shutdown(wait=False, cancel_futures=True)
        deadline = time.monotonic() + _SHUTDOWN_SECONDS
        while not (last.done() or last.running()) and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)
    for process in multiprocessing.active_children():
        if process not in others:
            process.kill()  # a bot may ignore any other signal
