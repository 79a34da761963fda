"""The batch engine beside the scalar engine and others, in one run.

    nox --sessions bench

All programs take turns in short slices within one run. A rate is that of the best slice, in
decisions per second of CPU time; one and two threads are compared in elapsed time. What counts is
the ratio to the scalar engine, which plays uniformly random games: list the moves, choose one, make
the new state; and the ratio of the playouts to other engines. Playouts include the deals. The
choice of the actions for a step is not timed.
"""

import argparse
import random
import time
from typing import Literal

import numpy as np
from engines import Program, other_engines, timed

import keltis
from keltis.batch import Shape, VectorEnv, new_games
from keltis.bots import GreedyBot, SearchBot, play_match

GAMES = (1, 64, 1_024, 16_384)


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

    return Program("scalar engine, 2 players", lambda: timed(play))


def playouts(players: int, policy: Literal["random", "greedy"] = "random") -> Program:
    count = 400 if policy == "random" else 10
    seeds = iter(range(10**9))

    def play() -> int:
        seed = next(seeds)
        batch = new_games(count, players, seed=seed)
        return int(batch.play_out(policy=policy, seed=seed).decisions.sum())

    name = f"{policy} playouts, {players} players"
    return Program(name, lambda: timed(play))


def greedy_bot() -> Program:
    rng, bot = random.Random(1), GreedyBot()

    def play() -> int:
        return len(play_match([bot, bot], rng=rng))  # truncated where it would go on for ever

    return Program("scalar engine, greedy bot", lambda: timed(play))


def search(iterations: int) -> Program:
    """Every fourth decision of a game, as an iteration is longer at the start than at the end."""
    rng, bot = random.Random(1), SearchBot(iterations=iterations)
    game = play_match(["greedy", "greedy"], seed=1)
    states = [game.state_at(place) for place in range(0, len(game), 4)]
    views = [keltis.observe(state, state.to_move) for state in states]

    def play() -> int:
        found = [bot.analyse(view, keltis.legal_moves(view), rng) for view in views]
        return sum(candidate.visits for candidates in found for candidate in candidates)

    return Program("search", lambda: timed(play))


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
        steps = max(2, 8_192 // count)
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
    scalar, *programs = [
        scalar_engine(),
        *(playouts(players) for players in (2, 3, 4)),
        *(environment(count, observations=False) for count in GAMES),
        *(environment(count, observations=True) for count in GAMES),
        *other_engines(),
    ]
    one, two = (playouts_elapsed(threads) for threads in (1, 2))
    bot, greedy = greedy_bot(), playouts(2, "greedy")
    rollouts = search(300)
    for _ in range(slices):
        for program in (scalar, *programs, one, two, bot, greedy, rollouts):
            program.slice()
    print(f"{'':36} {'decisions/s':>14} {'x scalar':>9} {'playouts are':>13}")
    for program in (scalar, *programs):
        ratios = f"{program.best / scalar.best:9.1f} {programs[0].best / program.best:11.1f} x"
        print(f"{program.name:36} {program.best:14,.0f} {ratios}")
    print(f"\nplayouts on two threads: {two.best / one.best:.2f} x one, in elapsed time")
    print(f"{greedy.name}: {greedy.best:,.0f} decisions/s, {greedy.best / bot.best:.0f} x the bot")
    print(f"search: {rollouts.best:,.0f} rollouts/s")
    sizes = {players: Shape.of(keltis.KELTIS, players).game.itemsize for players in (2, 3, 4)}
    print("bytes for each game:", ", ".join(f"{n} players {size}" for n, size in sizes.items()))


if __name__ == "__main__":
    main()
