"""How many lines of play there are from some positions: a change in legality cannot pass unseen."""

import pytest

from celtic import naive
from celtic.games import EXAMPLE, SMALL, WIDE, lays, state_after
from keltis import GameState, celtic
from keltis.testing import perft
from perft_counts import COUNTS
from profiles import by_profile

DEPTH = by_profile(4, 6)


@pytest.mark.parametrize(("state", "counts"), COUNTS.values(), ids=COUNTS)
def test_the_number_of_lines(state: GameState, counts: tuple[int, ...]) -> None:
    assert tuple(perft(state, depth) for depth in range(1, DEPTH + 1)) == counts[:DEPTH]


def lines(state: celtic.GameState, depth: int) -> int:
    """The number of lines of `depth` moves of CELTIC!."""
    moves = celtic.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(lines(celtic.apply_move(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("rules", "quick", "counts"),
    [
        pytest.param(celtic.CELTIC, 3, (60, 3_688, 213_384), id="the game"),
        pytest.param(SMALL, 4, (28, 616, 8_664, 86_288, 420_392), id="a small window"),
        pytest.param(WIDE, 3, (27, 754, 18_041, 425_976), id="a wide window"),
    ],
)
def test_the_number_of_lines_of_celtic(
    rules: celtic.Rules, quick: int, counts: tuple[int, ...]
) -> None:
    depth = by_profile(quick, len(counts))
    start = celtic.new_game(rules=rules)
    assert tuple(lines(start, moves) for moves in range(1, depth + 1)) == counts[:depth]


def ends(state: celtic.GameState) -> int:
    """The number of ways to play a game of CELTIC! to its end."""
    moves = celtic.legal_moves(state)
    return sum(ends(celtic.apply_move(state, move)) for move in moves) or 1


def test_the_number_of_ends_of_the_example_game() -> None:
    counts = {19: 2, 18: 4, 17: 5, 16: 57, 15: 307, 14: 1_895, 13: 59_654}
    for tiles in range(by_profile(14, 13), 20):
        assert ends(state_after(*lays(EXAMPLE)[:tiles])) == counts[tiles]


def test_two_moves_of_the_naive_rules_are_as_many() -> None:
    start = celtic.new_game(rules=SMALL)
    after = [celtic.apply_move(start, celtic.parse_move(move)) for move in naive.moves(start)]
    assert sum(len(naive.moves(state)) for state in after) == lines(start, 2)
