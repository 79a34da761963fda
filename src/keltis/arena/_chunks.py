"""Chunks of the games of a tournament: what an executor gets as one task."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from keltis.arena._batches import is_installed, play_with_kernels
from keltis.arena._bot_process import ProcessPool
from keltis.arena._entrants import Entrant
from keltis.arena._game import GameTable
from keltis.arena._plan import Plan
from keltis.arena._players import Limits
from keltis.arena._results import GameResult
from keltis.arena._workers import worker_pool

_CHUNKS: Final = 64
_MAX_CHUNK: Final = 8
_BATCH: Final = 256
"""The number of games in a batch, which take some tenths of a second."""


def iterate_games(
    plan: Plan, entrants: Sequence[Entrant], limits: Limits, numbers: Iterable[int]
) -> Iterator[GameResult]:
    """Play some games of a plan, and yield each as it ends."""
    by_name = {entrant.name: entrant for entrant in entrants}
    pool = worker_pool() or ProcessPool()
    try:
        table = GameTable(plan, by_name, limits, pool)
        for number in numbers:
            yield table.play(number)
    finally:
        if pool is not worker_pool():
            pool.stop()


def play_games(
    plan: Plan, entrants: Sequence[Entrant], limits: Limits, numbers: Iterable[int]
) -> list[GameResult]:
    """Play some games of a plan: the task of an executor."""
    return list(iterate_games(plan, entrants, limits, numbers))


def play_batch(
    plan: Plan, entrants: Sequence[Entrant], limits: Limits, numbers: Sequence[int]
) -> list[GameResult]:
    """Play some games of a plan with the kernels, or without where they are not installed."""
    if is_installed():
        return play_with_kernels(plan, entrants, numbers)
    return play_games(plan, entrants, limits, numbers)


def chunks(numbers: list[int], *, batch: bool) -> Iterator[list[int]]:
    """Split the numbers: small enough for many workers, large enough to be cheap to send."""
    size = _BATCH if batch else min(_MAX_CHUNK, len(numbers) // _CHUNKS + 1)
    return (numbers[start : start + size] for start in range(0, len(numbers), size))


def play_chunks(
    plan: Plan, entrants: Sequence[Entrant], limits: Limits, numbers: list[int], *, batch: bool
) -> Iterator[list[GameResult]]:
    """Play games here, and yield them one by one or batch by batch."""
    if batch:
        for chunk in chunks(numbers, batch=True):
            yield play_batch(plan, entrants, limits, chunk)
    else:
        for game in iterate_games(plan, entrants, limits, numbers):
            yield [game]
