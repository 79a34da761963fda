"""The batch engine beside the scalar engine, in one run.

    pip install -e ".[batch]" && python tests/bench/batch_speed.py

All programs take turns in short slices within one run. A rate is that of the best slice, in
decisions per second of CPU time; one and two threads are compared in elapsed time. What counts is
the ratio to the scalar engine, which plays uniformly random games: list the moves, choose one, make
the new state. Playouts include the deals. The choice of the actions for a step is not timed.
"""

import argparse
import random
import time
from collections.abc import Callable

import attrs
import numpy as np

import keltis
from keltis.batch import Shape, VectorEnv, new_games

GAMES = (1, 64, 1_024, 16_384)


@attrs.define
class Program:
    """One line of the table."""

    name: str
    run: Callable[[], tuple[int, float]]
    """Makes a slice: how many decisions, and how many seconds they took."""
    best: float = 0.0

    def slice(self) -> None:
        decisions, seconds = self.run()
        self.best = max(self.best, decisions / seconds)


def timed(work: Callable[[], int], clock: Callable[[], float]) -> tuple[int, float]:
    start = clock()
    decisions = work()
    return decisions, clock() - start


def scalar_engine() -> Program:
    rng = random.Random(1)

    def play() -> int:
        decisions = 0
        while decisions < 3_000:
            state = keltis.new_game(2, rng=rng)
            while moves := keltis.legal_moves(state):
                state = keltis.apply_move(state, moves[int(rng.random() * len(moves))])
                decisions += 1
        return decisions

    return Program("scalar engine, 2 players", lambda: timed(play, time.process_time))


def playouts(players: int) -> Program:
    seeds = iter(range(10**9))

    def play() -> int:
        seed = next(seeds)
        return int(new_games(400, players, seed=seed).play_out(seed=seed).decisions.sum())

    return Program(f"playouts, {players} players", lambda: timed(play, time.process_time))


def playouts_elapsed(threads: int) -> Program:
    batch = new_games(8_000, 2, seed=1)

    def play() -> int:
        return int(batch.play_out(seed=1, threads=threads).decisions.sum())

    return Program(f"playouts, {threads} threads, elapsed", lambda: timed(play, time.perf_counter))


def environment(count: int, *, observations: bool) -> Program:
    env = VectorEnv(count, observations=observations)
    rng = np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    masks = infos["action_mask"]

    def run() -> tuple[int, float]:
        steps = max(1, 4_000 // count)
        seconds = 0.0
        for _ in range(steps):
            actions = np.where(masks, rng.random(masks.shape, np.float32), 0).argmax(axis=1)
            start = time.process_time()
            env.step(actions)
            seconds += time.process_time() - start
        return steps * count, seconds

    for _ in range(200):  # games in all their phases
        env.step(np.where(masks, rng.random(masks.shape, np.float32), 0).argmax(axis=1))
    kind = "observations" if observations else "masks"
    return Program(f"step with {kind}, {count:,} games", run)


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the batch engine.")
    parser.add_argument("--slices", type=int, default=30, help="slices of each program")
    slices = parser.parse_args().slices
    programs = [
        scalar_engine(),
        *(playouts(players) for players in (2, 3, 4)),
        *(playouts_elapsed(threads) for threads in (1, 2)),
        *(environment(count, observations=False) for count in GAMES),
        *(environment(count, observations=True) for count in GAMES),
    ]
    for _ in range(slices):
        for program in programs:
            program.slice()
    scalar = programs[0].best
    print(f"{'':36} {'decisions/s':>14} {'x scalar':>9}")
    for program in programs:
        print(f"{program.name:36} {program.best:14,.0f} {program.best / scalar:9.1f}")
    one, two = programs[4], programs[5]
    print(f"\ntwo threads: {two.best / one.best:.2f} x one")
    sizes = {players: Shape.of(keltis.KELTIS, players).game.itemsize for players in (2, 3, 4)}
    print("bytes for each game:", ", ".join(f"{n} players {size}" for n, size in sizes.items()))


if __name__ == "__main__":
    main()
