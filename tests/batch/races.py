"""Races of two threads for one batch: `python tests/batch/races.py NAME`. The end is checked."""

import contextlib
import random
import sys
import threading
from collections.abc import Callable
from typing import Final

import numpy as np

from keltis.batch import Batch, IllegalActions, VectorEnv, new_games

GAMES: Final = 500
ROUNDS: Final = 60


def race(second: Callable[[], object], first: Callable[[], object]) -> None:
    """Call `first` some times while another thread calls `second` over and over."""
    over = threading.Event()

    def repeat() -> None:
        while not over.is_set():
            second()

    thread = threading.Thread(target=repeat)
    thread.start()
    for _ in range(ROUNDS):
        first()
    over.set()
    thread.join()


def apply_some(batch: Batch) -> None:
    """Make random legal moves, unless the other thread has moved in between."""
    masks = batch.legal_masks()
    rng = np.random.default_rng(random.getrandbits(32))
    actions = (masks * rng.random(masks.shape)).argmax(axis=1)
    with contextlib.suppress(IllegalActions):
        batch.apply(actions, where=masks.any(axis=1))


def race_of(name: str) -> Batch:
    """Run a race, and return the batch that it was for."""
    batch = new_games(GAMES, 2, seed=7)
    if name == "apply":
        race(lambda: apply_some(batch), lambda: apply_some(batch))
        return batch
    if name == "read":
        race(lambda: apply_some(batch), lambda: batch.play_out(seed=1, max_moves=50))
        return batch
    if name == "step":
        env = VectorEnv(GAMES)
        _, infos = env.reset(seed=1)

        def step() -> None:
            with contextlib.suppress(IllegalActions):
                env.step(infos["action_mask"].argmax(axis=1))

        race(step, step)
        return env.batch
    actions, where = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.bool_)

    def change() -> None:
        if name == "actions":
            actions.fill(2**20)
        else:
            where.fill(True)

    def apply() -> None:
        masks = batch.legal_masks()
        where[:] = masks.any(axis=1) & (np.arange(GAMES) % 2 == 0)
        actions[:] = np.where(where, masks.argmax(axis=1), 2**20)
        with contextlib.suppress(IllegalActions):
            batch.apply(actions, where=where)

    race(change, apply)
    return batch


if __name__ == "__main__":
    played = race_of(sys.argv[1])
    Batch(played.codec, played.games)  # which refuses impossible games
    print("possible")  # noqa: T201 - for the test
