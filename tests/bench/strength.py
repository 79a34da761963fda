"""How strong one bot is against another: the share of wins with its 95 % interval.

    pip install -e ".[batch]" && python tests/bench/strength.py search greedy --deals 200

The first bot plays each deal once in every seat; all other seats have the second bot. A shared win
counts as a share. The interval is that of the mean over deals, as games of the same deal are not
independent. Times are CPU time of the decisions of a bot, per game.
"""

import argparse
import math
import multiprocessing
import random
import statistics
import sys
import time
from functools import cache, partial

import attrs

import keltis
from keltis.bots import Bot, make_bot


@attrs.frozen
class DealResult:
    """One deal in all seatings."""

    share: float
    """The share of wins of the first bot."""
    seconds: tuple[float, float]
    """By bot, the CPU time in a game."""


def play_deal(bots: tuple[str, str], players: int, seed: int) -> DealResult:
    first, second = map(make_warm_bot, bots)
    share, seconds = 0.0, [0.0, 0.0]
    for seat in range(players):
        seated = [first if other == seat else second for other in range(players)]
        end, used = play_game(seated, seed)
        share += (seat in end.winners) / len(end.winners)
        seconds[0] += used.pop(seat)
        seconds[1] += sum(used)
    return DealResult(share / players, (seconds[0] / players, seconds[1] / players))


@cache
def make_warm_bot(name: str) -> Bot:
    """A bot that has made a decision, so that compilation is not timed."""
    bot, view = make_bot(name), keltis.observe(keltis.new_game(2, seed=0), 0)
    bot(view, keltis.legal_moves(view), random.Random(0))
    return bot


def play_game(bots: list[Bot], seed: int) -> tuple[keltis.Outcome, list[float]]:
    """How a game ended, and the CPU time that each bot used."""
    state = keltis.new_game(len(bots), seed=seed)
    rng = random.Random(seed)
    seconds = [0.0] * len(bots)
    while (end := keltis.outcome(state)) is None:
        seat = state.to_move
        view, moves = keltis.observe(state, seat), keltis.legal_moves(state)
        start = time.process_time()
        move = bots[seat](view, moves, rng)
        seconds[seat] += time.process_time() - start
        state = keltis.apply_move(state, move)
    return end, seconds


def summary(results: list[DealResult], players: int) -> str:
    shares = [result.share for result in results]
    mean = statistics.mean(shares)
    spread = statistics.stdev(shares) if len(shares) > 1 else math.inf
    half = 1.96 * spread / math.sqrt(len(shares))
    first, second = (statistics.mean(r.seconds[bot] for r in results) for bot in (0, 1))
    return (
        f"{mean:.1%} ± {half:.1%} of {players * len(shares)} games, "
        f"{first:.2f} s and {second:.2f} s a game"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how strong a bot is against another.")
    parser.add_argument("first", help="a name for make_bot, such as search:iterations=1000")
    parser.add_argument("second")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2008, help="the seed of the first deal")
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    bots = (arguments.first, arguments.second)
    seeds = range(arguments.seed, arguments.seed + arguments.deals)
    results: list[DealResult] = []
    play = partial(play_deal, bots, arguments.players)
    with multiprocessing.get_context("spawn").Pool(arguments.processes) as pool:
        for result in pool.imap_unordered(play, seeds):
            results.append(result)
            line = summary(results, arguments.players)
            sys.stdout.write(f"\r{bots[0]} against {bots[1]}, {arguments.players} players: {line}")
            sys.stdout.flush()
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
