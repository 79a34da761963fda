"""Counts of sequences of moves, to notice any change of legality."""

import pytest

from celtic import naive
from celtic.games import EXAMPLE, SMALL, WIDE, lays, state_after
from keltis.celtic import GameState, apply_move, legal_moves, new_game, parse_move


def perft(state: GameState, depth: int) -> int:
    """The number of sequences of `depth` moves."""
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(apply_move(state, move), depth - 1) for move in moves)


def naive_perft(state: GameState, depth: int) -> int:
    moves = naive.moves(state)
    if depth == 1:
        return len(moves)
    return sum(naive_perft(apply_move(state, parse_move(move)), depth - 1) for move in moves)


thorough = pytest.mark.thorough


def ends(state: GameState) -> int:
    """The number of ways to play a game to its end."""
    return sum(ends(apply_move(state, move)) for move in legal_moves(state)) or 1


@pytest.mark.parametrize(("depth", "count"), [(1, 60), (2, 3_688), (3, 213_384)])
def test_perft_of_the_game(depth: int, count: int) -> None:
    assert perft(new_game(), depth) == count


@pytest.mark.parametrize(
    ("depth", "count"),
    [(1, 28), (2, 616), (3, 8_664), (4, 86_288), pytest.param(5, 420_392, marks=thorough)],
)
def test_perft_of_a_small_window(depth: int, count: int) -> None:
    assert perft(new_game(rules=SMALL), depth) == count


@pytest.mark.parametrize(
    ("depth", "count"),
    [(1, 27), (2, 754), (3, 18_041), pytest.param(4, 425_976, marks=thorough)],
)
def test_perft_of_a_wide_window(depth: int, count: int) -> None:
    assert perft(new_game(rules=WIDE), depth) == count


def test_perft_of_the_naive_rules() -> None:
    assert naive_perft(new_game(rules=SMALL), 2) == perft(new_game(rules=SMALL), 2)


@pytest.mark.parametrize(
    ("tiles", "count"),
    [
        *[(21, 1), (19, 2), (18, 4), (17, 5), (16, 57), (15, 307), (14, 1_895)],
        pytest.param(13, 59_654, marks=thorough),
    ],
)
def test_ends_of_the_example_game(tiles: int, count: int) -> None:
    assert ends(state_after(*lays(EXAMPLE)[:tiles])) == count
