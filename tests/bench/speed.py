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

import chess
import pyspiel
from engines import Program, timed

import keltis

RNG = random.Random(1)


def play_keltis(decisions: int) -> int:
    rand = RNG.random
    moves: tuple[keltis.Move, ...] = ()
    for _ in range(decisions):
        if not moves:
            state = keltis.new_game(2, rng=RNG)
            moves = keltis.legal_moves(state)
        after = keltis.apply_move(state, moves[int(rand() * len(moves))])
        state = after
        moves = keltis.legal_moves(state)
    return decisions


HEARTS = pyspiel.load_game("hearts")
GIN_RUMMY = pyspiel.load_game("gin_rummy")


def play_hearts(decisions: int) -> float:
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


def play_gin_rummy(decisions: int) -> int:
    rand = RNG.random
    left = decisions
    state = GIN_RUMMY.new_initial_state()
    while left:
        moves = state.legal_actions()
        if not moves:
            state = GIN_RUMMY.new_initial_state()
            moves = state.legal_actions()
        left -= not state.is_chance_node()
        after = state.clone()
        after.apply_action(moves[int(rand() * len(moves))])
        state = after
    return decisions


def play_chess(decisions: int) -> int:
    rand = RNG.random
    board = chess.Board()
    for _ in range(decisions):
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material():
            board = chess.Board()
            moves = list(board.legal_moves)
        after = board.copy(stack=False)
        after.push(moves[int(rand() * len(moves))])
        board = after
    return decisions


def program(name: str, play: Callable[[int], int], decisions: int) -> Program:
    """A program whose slices have this number of decisions: about ten milliseconds."""
    return Program(name, lambda: timed(lambda: play(decisions)))


def hearts(name: str, *, with_deals: bool) -> Program:
    def run() -> tuple[int, float]:
        start = time.process_time()
        deals = play_hearts(3000)
        return 3000, time.process_time() - start - (0.0 if with_deals else deals)

    return Program(name, run)


PROGRAMS = [
    program("keltis", play_keltis, 3000),
    hearts("OpenSpiel hearts", with_deals=True),
    hearts("OpenSpiel hearts, deal not timed", with_deals=False),
    program("OpenSpiel gin rummy", play_gin_rummy, 300),
    program("python-chess", play_chess, 150),
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
    for _ in range(slices):
        for each in PROGRAMS:
            each.slice()
    print(f"{'functional random games':34}  decisions/s  keltis is")
    for each in PROGRAMS:
        print(f"{each.name:34}  {each.best:11,.0f}  {PROGRAMS[0].best / each.best:8.2f} x")
    print(f"\n{bytes_per_state():.0f} bytes for each further state in a list of successive states")


if __name__ == "__main__":
    main()
