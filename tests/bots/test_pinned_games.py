"""The same seed gives the same game on every Python: digests of whole games, bot by bot.

A change of a digest is a change of play. The games of `greedy` were chosen among those that `sum`,
which adds floats in another way since Python 3.12, would change.
"""

import hashlib
import random

import pytest

from keltis import apply_move, legal_moves, new_game, observe
from keltis.bots import SearchBot, make_bot


def digest(texts: list[str]) -> str:
    return hashlib.sha256(" ".join(texts).encode()).hexdigest()[:16]


def played_moves(name: str, players: int, seed: int) -> list[str]:
    bot, rng, state = make_bot(name), random.Random(seed), new_game(players, seed=seed)
    played = []
    while moves := legal_moves(state):
        move = bot(observe(state, state.to_move), moves, rng)
        played.append(str(move))
        state = apply_move(state, move)
    return played


@pytest.mark.parametrize(
    ("name", "players", "seed", "expected"),
    [
        ("random", 2, 0, "d8efab473d304095"),
        ("random", 3, 0, "90cdded4d7c890e1"),
        ("random", 4, 0, "240a785d1da9dc8c"),
        ("greedy", 2, 17, "1eb64d8d03d4c0e6"),
        ("greedy", 2, 23, "bde5d72b2632bb40"),
        ("greedy", 3, 0, "19d02fa39ac63bd0"),
        ("greedy", 4, 2, "cb5391df7517caaf"),
        ("search:iterations=12", 2, 0, "303f243624d90f59"),
        pytest.param("search:iterations=12", 3, 0, "c40bab1edf6c8f03", marks=pytest.mark.thorough),
        pytest.param("search:iterations=12", 4, 0, "3e12183946e73e7d", marks=pytest.mark.thorough),
    ],
)
def test_a_bot_plays_the_pinned_game(name: str, players: int, seed: int, expected: str) -> None:
    assert digest(played_moves(name, players, seed)) == expected


def test_the_values_of_candidates_are_pinned_to_the_last_bit() -> None:
    view = observe(new_game(2, seed=3), 0)
    bot = SearchBot(iterations=50)
    candidates = bot.analyse(view, legal_moves(view), random.Random(3))
    assert digest([f"{c.move} {c.visits} {c.value!r}" for c in candidates]) == "55175d2fe8232a67"
