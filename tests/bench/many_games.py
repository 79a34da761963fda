"""The cost of a game, in time and memory, for tournaments of more and more games.

    python tests/bench/many_games.py 10000 100000 1000000

Each size has a process of its own, whose peak of memory counts. The kernels play, as two `random`
bots; with `--bots` others do. CPU time counts, so that a busy machine makes little difference.
"""

import argparse
import multiprocessing
import resource
import time
from concurrent.futures import ProcessPoolExecutor

from keltis.arena import play_tournament


def measure(bots: list[str], games: int) -> tuple[float, float]:
    """The CPU time for a game in microseconds, and the memory that was added in megabytes."""
    play_tournament(bots, games=1_000, seed=1, keep_games=False)
    before, start = peak(), time.process_time()
    play_tournament(bots, games=games, seed=7, keep_games=False)
    return (time.process_time() - start) / games * 1e6, peak() - before


def peak() -> float:
    """The most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--bots", nargs=2, default=["random", "random"])
    options = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    first = 0.0
    for size in options.games:
        with ProcessPoolExecutor(1, mp_context=context) as pool:
            cost, memory = pool.submit(measure, options.bots, size).result()
        first = first or cost
        ratio = cost / first
        print(f"{size:>12,} games: {cost:6.1f} µs a game, {ratio:.2f} x; {memory:.0f} MB more")
