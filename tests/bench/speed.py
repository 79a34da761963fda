"""Side-by-side speed of keltis and other engines, and the memory of a game's states.

    nox --sessions bench

Every engine plays uniformly random games in the functional way that a search needs: list the moves,
choose one, keep the old state, make the new one. The engines take turns in short slices within one
run by CPU time, and the ratio of their best slices counts. A rate is
decisions of players per second; setting a game up takes time but is not a decision. In
OpenSpiel cards are dealt by chance moves, which are cloned and applied like all others; the second
line of hearts leaves the time of the deals out altogether.
"""

import argparse
import random
import time
import tracemalloc
from collections.abc import Callable

import attrs
import chess
import pyspiel

import keltis

RNG = random.Random(1)
Slice = Callable[[int], float]
"""Plays a number of decisions and returns the seconds they took."""


@attrs.frozen
class Engine:
    """One line of the table."""

    name: str
    play: Slice
    decisions: int
    """The number of decisions in a slice: about ten milliseconds."""


def play_keltis(decisions: int) -> float:
    rand = RNG.random
    moves: tuple[keltis.Move, ...] = ()
    start = time.process_time()
    for _ in range(decisions):
        if not moves:
            state = keltis.new_game(2, rng=RNG)
            moves = keltis.legal_moves(state)
        after = keltis.apply_move(state, moves[int(rand() * len(moves))])
        state = after
        moves = keltis.legal_moves(state)
    return time.process_time() - start


HEARTS = pyspiel.load_game("hearts")
GIN_RUMMY = pyspiel.load_game("gin_rummy")


def play_hearts(decisions: int) -> float:
    start = time.process_time()
    _play_hearts(decisions)
    return time.process_time() - start


def play_dealt_hearts(decisions: int) -> float:
    start = time.process_time()
    seconds_of_deals = _play_hearts(decisions)
    return time.process_time() - start - seconds_of_deals


def _play_hearts(decisions: int) -> float:
    """Play, and return the seconds that the deals took; there is no chance outside the deals."""
    rand = RNG.random
    seconds = 0.0
    moves: list[int] = []
    for _ in range(decisions):
        if not moves:
            start = time.process_time()
            state = HEARTS.new_initial_state()
            while state.is_chance_node():
                moves = state.legal_actions()
                after = state.clone()
                after.apply_action(moves[int(rand() * len(moves))])
                state = after
            moves = state.legal_actions()
            seconds += time.process_time() - start
        after = state.clone()
        after.apply_action(moves[int(rand() * len(moves))])
        state = after
        moves = state.legal_actions()
    return seconds


def play_gin_rummy(decisions: int) -> float:
    rand = RNG.random
    start = time.process_time()
    state = GIN_RUMMY.new_initial_state()
    while decisions:
        moves = state.legal_actions()
        if not moves:
            state = GIN_RUMMY.new_initial_state()
            moves = state.legal_actions()
        decisions -= not state.is_chance_node()
        after = state.clone()
        after.apply_action(moves[int(rand() * len(moves))])
        state = after
    return time.process_time() - start


def play_chess(decisions: int) -> float:
    rand = RNG.random
    start = time.process_time()
    board = chess.Board()
    for _ in range(decisions):
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material():
            board = chess.Board()
            moves = list(board.legal_moves)
        after = board.copy(stack=False)
        after.push(moves[int(rand() * len(moves))])
        board = after
    return time.process_time() - start


ENGINES = [
    Engine("keltis", play_keltis, 3000),
    Engine("OpenSpiel hearts", play_hearts, 3000),
    Engine("OpenSpiel hearts, deal not timed", play_dealt_hearts, 3000),
    Engine("OpenSpiel gin rummy", play_gin_rummy, 300),
    Engine("python-chess", play_chess, 150),
]


def bytes_per_state(games: int = 20) -> float:
    """The memory that one more state takes in a list of the successive states of random games."""
    held = []
    tracemalloc.start()
    for seed in range(games):
        state = keltis.new_game(2, seed=seed)
        while moves := keltis.legal_moves(state):
            held.append(state)
            state = keltis.apply_move(state, moves[int(RNG.random() * len(moves))])
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(held)


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of keltis beside other engines.")
    parser.add_argument(
        "--slices", type=int, default=100, help="how many slices each engine plays (default: 100)"
    )
    slices = parser.parse_args().slices
    best = dict.fromkeys((engine.name for engine in ENGINES), 0.0)
    for _ in range(slices):
        for engine in ENGINES:
            best[engine.name] = max(
                best[engine.name], engine.decisions / engine.play(engine.decisions)
            )
    print(f"{'functional random games':34}  decisions/s  keltis is")
    for name, rate in best.items():
        print(f"{name:34}  {rate:11,.0f}  {best['keltis'] / rate:8.2f} x")
    print(f"\n{bytes_per_state():.0f} bytes for each further state in a list of successive states")


if __name__ == "__main__":
    main()
