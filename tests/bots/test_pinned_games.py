"""The same seed gives the same game on every Python: digests of whole games, bot by bot.

A change of a digest is a change of play. The games of `greedy` were chosen among those that `sum`,
which adds floats in another way since Python 3.12, would change.
"""

import hashlib
import random
from functools import partial

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


slow = partial(pytest.param, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("name", "players", "seed", "expected"),
    [
        ("random", 2, 0, "bc4f48ccb80980c9"),
        ("random", 3, 0, "780d5ef4a6dd417d"),
        ("random", 4, 0, "d722910b084dafa3"),
        ("greedy", 2, 6, "5a559296dd205e52"),
        ("greedy", 2, 9, "dc8327763e9acc85"),
        ("greedy", 3, 4, "1a215e3eee3adfe2"),
        ("greedy", 4, 10, "4e740a845bd13d7f"),
        slow("search:engine=compiled,iterations=100", 2, 0, "c0cfeb3318e283cc"),
        slow("search:engine=compiled,iterations=100", 3, 0, "fd5da7e82e53d2bf"),
        slow("search:engine=compiled,iterations=100", 4, 0, "6e1badbf9171f43b"),
        ("search:engine=python,iterations=12", 2, 0, "66ae8fb3612d5a26"),
        slow("search:engine=python,iterations=12", 3, 0, "3539ff98c6bf57fd"),
        slow("search:engine=python,iterations=12", 4, 0, "4bc9cb34d30ec6b8"),
    ],
)
def test_a_bot_plays_the_pinned_game(name: str, players: int, seed: int, expected: str) -> None:
    assert digest(played_moves(name, players, seed)) == expected


def test_the_values_of_candidates_are_pinned_to_the_last_bit() -> None:
    view = observe(new_game(2, seed=3), 0)
    bot = SearchBot(iterations=50, engine="python")
    candidates = bot.analyse(view, legal_moves(view), random.Random(3))
    assert digest([f"{c.move} {c.visits} {c.value!r}" for c in candidates]) == "65eedc1d1f4a7405"
