"""The compiled tree search: it plays by the rules, and knows nothing but the view."""

import itertools
import random
from collections.abc import Callable
from types import ModuleType
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
import keltis.batch
from keltis import Draw, GameState, InvalidArgument, determinize, legal_moves, new_game, observe
from keltis.batch import SearchStatistics, _search, search_moves
from keltis.testing import Seat, custom_rules, position, states
from leaning import ALL_RULES

pytestmark = pytest.mark.slow  # it compiles the search

SEEDS: Final = st.integers(0, 2**64 - 1)
START: Final = new_game(2, seed=1)
ONE: Final = {"iterations": 1}


def search(
    state: GameState, iterations: int, seed: int = 1, engine: ModuleType = keltis.batch
) -> SearchStatistics:
    found: SearchStatistics = engine.search_moves(
        observe(state, state.to_move), legal_moves(state), iterations=iterations, seed=seed
    )
    return found


def same(one: SearchStatistics, other: SearchStatistics) -> bool:
    return np.array_equal(one.visits, other.visits) and np.array_equal(
        one.total_rewards, other.total_rewards
    )


# What it is given, and what it returns.


@settings(max_examples=30)
@given(states(rules=custom_rules(), over=False), SEEDS)
def test_every_visit_has_a_reward_from_0_to_1(state: GameState, seed: int) -> None:
    found = search(state, 20, seed)
    assert found.visits.shape == found.total_rewards.shape == (len(legal_moves(state)),)
    assert 0 < found.visits.sum() <= 20
    assert ((found.total_rewards >= 0) & (found.total_rewards <= found.visits)).all()


@settings(max_examples=20)
@given(states(over=False), SEEDS)
def test_the_same_seed_gives_the_same_result(state: GameState, seed: int) -> None:
    assert same(search(state, 100, seed), search(state, 100, seed))


def test_another_seed_gives_another_result() -> None:
    assert not same(search(START, 100, 1), search(START, 100, 2))


@settings(max_examples=20)
@given(states(over=False), st.integers(0, 10**6))
def test_hidden_cards_make_no_difference(state: GameState, seed: int) -> None:
    other = determinize(observe(state, state.to_move), random.Random(seed))
    assert same(search(state, 50), search(other, 50))


@pytest.mark.parametrize("iterations", [1, 2, 100, 1000])
def test_iterations_end_with_the_budget_or_when_the_rest_can_change_nothing(
    iterations: int,
) -> None:
    *others, second, first = sorted(search(new_game(2, seed=1), iterations).visits.tolist())
    left = iterations - sum([*others, second, first])
    assert left == 0 or left < first - second <= left + 2


def test_a_search_ends_with_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()  # a second passes between any two looks at it
    monkeypatch.setattr("time.perf_counter", lambda: float(next(clock)))
    view = observe(new_game(2, seed=1), 0)
    found = search_moves(view, legal_moves(view), seconds=3, seed=1)
    assert found.visits.sum() == 3 * 64


def test_the_budget_that_is_used_up_first_counts() -> None:
    view = observe(new_game(2, seed=1), 0)
    moves = legal_moves(view)
    short = search_moves(view, moves, iterations=10**9, seconds=1e-9, seed=1)
    assert short.visits.sum() == 64
    few = search_moves(view, moves, iterations=100, seconds=1000, seed=1)
    assert same(few, search_moves(view, moves, iterations=100, seed=1))


def test_some_of_the_moves_can_be_searched() -> None:
    view = observe(new_game(2, seed=1), 0)
    found = search_moves(view, legal_moves(view)[3:5], iterations=30, seed=1)
    assert found.visits.shape == (2,)


@pytest.mark.parametrize(
    ("viewer", "moves", "options", "error", "message"),
    [
        (0, legal_moves(START), {}, InvalidArgument, "a search needs a budget"),
        (
            1,
            legal_moves(START),
            ONE,
            InvalidArgument,
            "expected the view of seat 0, who is to move",
        ),
        (None, legal_moves(START), ONE, InvalidArgument, "expected the view of seat 0"),
        (0, (*legal_moves(START), Draw(None)), ONE, keltis.IllegalMove, "draw pile"),
        (0, (), ONE, InvalidArgument, "moves must not be empty"),
        *(
            (0, legal_moves(START), {"seconds": seconds}, InvalidArgument, "a number above 0, not")
            for seconds in (0, -1, float("nan"), float("inf"), "1", True)
        ),
    ],
)
def test_an_impossible_search_is_refused(
    viewer: int | None,
    moves: tuple[keltis.Move, ...],
    options: dict[str, int],
    error: type[Exception],
    message: str,
) -> None:
    search: Callable[..., object] = search_moves
    with pytest.raises(error, match=message):
        search(observe(START, viewer), moves, **options)


# How good it is.


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", keltis.PRESETS.values(), ids=keltis.PRESETS)
def test_the_fifth_figure_enters_when_that_wins(rules: keltis.Rules, players: int) -> None:
    others = [Seat() for _ in range(players - 2)]
    state = position(
        Seat(hand="R8", laid="R1 R2 R3 R4 R5 R6", at="Y7 P7 G7"),
        Seat(at="Y7"),
        *others,
        rules=rules,
    )
    best = legal_moves(state)[search(state, 500).visits.argmax()]
    assert str(best).startswith("lay R")


# The kernels as plain Python.


@pytest.mark.parametrize("rules", ALL_RULES)
def test_plain_kernels_find_the_same(rules: keltis.Rules, plain: ModuleType) -> None:
    state = new_game(rules.player_counts[0], seed=3, rules=rules)
    assert same(search(state, 12), search(state, 12, engine=plain))


def test_a_full_tree_is_searched_on(plain: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_game(2, seed=1)
    monkeypatch.setattr(plain._search, "MAX_NODES", 50)
    monkeypatch.setattr(_search, "MAX_NODES", 50)
    found = search(state, 30)
    assert found.visits.sum() > 10
    assert same(found, search(state, 30, engine=plain))
