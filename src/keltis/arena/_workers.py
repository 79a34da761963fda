"""Worker processes of this machine that play games. They end with the process that started them."""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Final, ParamSpec, TypeVar

from keltis._shared.processes import BotOutput, end_with_parent, no_interrupts
from keltis.arena._bot_process import ProcessPool

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def start_workers(jobs: int) -> Iterator[Executor]:
    """Start an executor with this number of processes; end them after an error."""
    others = set(multiprocessing.active_children())
    # Each has a new interpreter: forking a process that may have threads is not safe.
    context = multiprocessing.get_context("spawn")
    with no_interrupts():
        workers = WorkerExecutor(jobs, mp_context=context, initializer=init_worker)
    with workers as executor:
        try:
            yield executor
        except BaseException:
            _kill_workers(others)
            raise


class WorkerExecutor(ProcessPoolExecutor):
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
    sys.stdout = BotOutput()


def _kill_workers(others: set[BaseProcess]) -> None:
    """Kill the processes in the middle of their games, but not others that were there before."""
    for process in multiprocessing.active_children():
        if process not in others:
            process.kill()  # a bot may ignore any other signal
