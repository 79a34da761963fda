"""Chunks of games, each the task of an executor, and the worker processes of this machine.

The workers end with the process that started them.
"""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Final, ParamSpec, TypeVar

from keltis._shared.processes import BotOutput, end_with_parent, no_interrupts
from keltis.arena._batches import batch_results, is_installed
from keltis.arena._bot_process import ProcessPool
from keltis.arena._entrants import Entrant
from keltis.arena._game import game_result
from keltis.arena._plan import Plan
from keltis.arena._players import Limits
from keltis.arena._results import GameResult

P = ParamSpec("P")
T = TypeVar("T")

_CHUNKS: Final = 64
_MAX_CHUNK: Final = 8
_BATCH: Final = 256
"""The number of games in a batch, which take some tenths of a second."""


def chunks(numbers: list[int], *, batch: bool) -> Iterator[list[int]]:
    """Split the numbers: small enough for many workers, large enough to be cheap to send."""
    size = _BATCH if batch else min(_MAX_CHUNK, len(numbers) // _CHUNKS + 1)
    return (numbers[start : start + size] for start in range(0, len(numbers), size))


def single_results(
    plan: Plan, entrants: Sequence[Entrant], limits: Limits, numbers: Iterable[int]
) -> Generator[GameResult, None, None]:
    """Play some games of a plan one by one, and yield each as it ends."""
    by_name = {entrant.name: entrant for entrant in entrants}
    pool = worker_pool() or ProcessPool()
    try:
        for number in numbers:
            yield game_result(plan, by_name, limits, pool, number)
    finally:
        if pool is not worker_pool():
            pool.stop()


def chunk_results(
    plan: Plan, entrants: Sequence[Entrant], limits: Limits, numbers: Sequence[int], *, batch: bool
) -> list[GameResult]:
    """Play a chunk of games, as a batch if that is asked for and the extra is installed here."""
    if batch and is_installed():
        return batch_results(plan, entrants, numbers)
    return list(single_results(plan, entrants, limits, numbers))


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
