"""The compiled search: it plays by the rules, and knows nothing but the view."""

import itertools
import math
import random
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Final

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import keltis
import keltis.batch
from batch.comparisons import TINY, Rooms
from keltis import (
    KELTIS,
    Draw,
    GameRandom,
    GameState,
    InvalidArgument,
    Phase,
    Rules,
    _network,
    action_id,
    apply_move,
    determinize,
    legal_moves,
    move_of,
    new_game,
    observe,
    outcome,
)
from keltis._network import DRAW_COST, HIGH_COST_CHANCE, HIGH_DRAW_COST, own_network
from keltis.batch import SearchStatistics, search_moves
from keltis.testing import Seat, position, states

SEEDS: Final = st.integers(0, 2**64 - 1)
START: Final = new_game(2, seed=1)
draw: Final = partial(
    position,
    Seat(laid="R2 R3 R4", at="Y7 P7"),
    Seat(at="Y7 G6"),
    discards="R6 Y3 G5",
    phase=Phase.DRAW,
)
ONE: Final = {"iterations": 1}
slow = pytest.mark.slow  # it compiles the search


def search(
    state: GameState, iterations: int, seed: int = 1, engine: ModuleType = keltis.batch
) -> SearchStatistics:
    found: SearchStatistics = engine.search_moves(
        observe(state, state.to_move), legal_moves(state), iterations=iterations, seed=seed
    )
    return found


def same(one: SearchStatistics, other: SearchStatistics) -> bool:
    return np.array_equal(one.visits, other.visits) and np.allclose(
        one.values, other.values, atol=1e-5
    )


# What it is given, and what it returns.


@slow
@settings(max_examples=20, deadline=None)
@given(states(over=False), SEEDS)
def test_the_same_seed_gives_the_same_result(state: GameState, seed: int) -> None:
    found = search(state, 60, seed)
    assert found.visits.shape == found.values.shape == (len(legal_moves(state)),)
    assert found.visits.sum() <= 60
    assert same(found, search(state, 60, seed))


@slow
def test_another_seed_gives_another_result() -> None:
    assert not same(search(START, 100, 1), search(START, 100, 2))


@slow
@settings(max_examples=20, deadline=None)
@given(states(over=False), st.integers(0, 10**6))
def test_hidden_cards_make_no_difference(state: GameState, seed: int) -> None:
    other = determinize(observe(state, state.to_move), random.Random(seed))
    assert same(search(state, 50), search(other, 50))


@slow
def test_a_search_ends_with_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()  # a second passes between any two looks at it
    monkeypatch.setattr("time.perf_counter", lambda: float(next(clock)))
    view = observe(START, 0)
    short = search_moves(view, legal_moves(view), iterations=10**9, seconds=1e-9, seed=1)
    assert short.visits.max() == 8
    few = search_moves(view, legal_moves(view), iterations=100, seconds=1000, seed=1)
    assert same(few, search(START, 100))


@slow
def test_some_of_the_moves_can_be_searched() -> None:
    view = observe(START, 0)
    found = search_moves(view, legal_moves(view)[3:5], iterations=30, seed=1, network=own_network())
    assert found.visits.shape == (2,)


@pytest.mark.parametrize(
    ("viewer", "moves", "options", "error", "message"),
    [
        (0, legal_moves(START), {}, InvalidArgument, "a search needs a budget"),
        (0, legal_moves(START), {"iterations": 0}, InvalidArgument, "iterations must be"),
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


def test_rules_that_the_network_has_not_learnt_are_rejected() -> None:
    state = new_game(2, seed=1, rules=TINY)
    with pytest.raises(InvalidArgument, match="the network has not learnt"):
        search_moves(observe(state, 0), legal_moves(state), iterations=1)


# How good it is.


@slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_fifth_figure_enters_when_that_wins(players: int) -> None:
    others = [Seat() for _ in range(players - 2)]
    state = position(
        Seat(hand="R8", laid="R1 R2 R3 R4 R5 R6", at="Y7 P7 G7"),
        Seat(at="Y7 P6"),
        *others,
    )
    found = search(state, 100)
    best = legal_moves(state)[np.lexsort((found.values, found.visits))[-1]]
    assert str(best).startswith("lay R")


# The kernels as plain Python.


def test_a_search_ends_when_one_candidate_is_left(
    plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain._search, "_CHUNK", 2)
    monkeypatch.setattr(plain._search, "_LEAST", 2)
    monkeypatch.setattr(plain._search, "_BEHIND", 1.0)
    found = search(draw(pile_size=1), 30, engine=plain)
    assert found.visits.tolist() == [2] * 5
    assert found.values.argmax() == 0


def test_a_rollout_ends_with_the_own_turn_of_the_searcher(
    plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain._search, "_TURNS", 2)
    monkeypatch.setattr(plain._search, "_BEHIND", 1.0)
    state = draw(pile_size=3)
    view = observe(state, 0)
    found = plain.search_moves(view, legal_moves(state)[:2], iterations=2, seconds=60.0, seed=1)
    assert found.visits.tolist() == [1, 1]
    assert ((found.values > 0) & (found.values < 1)).all()


def test_rounds_grow_until_the_rollouts_are_used(
    plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds: list[int] = []
    roll_out = plain._search.roll_out

    def roll_out_and_note(*arguments: NDArray[np.float64]) -> None:
        rounds.append(arguments[-1].shape[1])
        roll_out(*arguments)

    monkeypatch.setattr(plain._search, "roll_out", roll_out_and_note)
    for name, number in {"_CHUNK": 1, "_BEHIND": 1.0, "_LEAST": 99}.items():
        monkeypatch.setattr(plain._search, name, number)
    state = draw(pile_size=1)
    moves, view = legal_moves(state)[:2], observe(state, 0)
    found = plain.search_moves(view, moves, iterations=23, seconds=60.0, seed=1)
    assert found.visits.tolist() == [11, 11]
    assert rounds == [*[1] * 8, 2, 1]


def test_candidates_within_the_error_stay_with_the_leader(
    plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = {"_CHUNK": 1, "_BEHIND": 1.0, "_LEAST": 2, "_TURNS": 2, "_ERRORS": 1e9}
    for name, number in numbers.items():
        monkeypatch.setattr(plain._search, name, number)
    state = draw(pile_size=4)
    moves, view = legal_moves(state)[:2], observe(state, 0)
    assert plain.search_moves(view, moves, iterations=6, seed=1).visits.tolist() == [3, 3]


def test_a_deck_may_be_larger_than_that_of_the_default(plain: ModuleType) -> None:
    rules = Rules(copies=3)
    state = draw(pile_size=1, rules=rules)
    network = evolve(own_network(), trained=((rules, 2),))
    moves, view = legal_moves(state)[:1], observe(state, 0)
    found = plain.search_moves(view, moves, iterations=1, network=network)
    assert found.visits.tolist() == [0]


@pytest.mark.parametrize(("pile_size", "turns"), [(1, 2), (3, 3), (4, 2)])
def test_the_reward_is_the_mean_of_the_later_turns_of_the_searcher(
    pile_size: int, turns: int, plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that ends gives its result for all turns that are left."""
    dealt: list[GameState] = []
    module, codec = plain._search, plain._records.codec(KELTIS, 2, plain.Shape(4, 11, 9, 110))
    determinize = module.determinize

    def determinize_and_note(game: np.void, *arguments: object) -> np.uint64:
        after: np.uint64 = determinize(game, *arguments)
        game["deck"][110 - 30 : 110].sort()
        dealt.append(codec.read(game))
        return after

    monkeypatch.setattr(module, "determinize", determinize_and_note)
    monkeypatch.setattr(module, "_TURNS", turns)
    monkeypatch.setattr(module, "_BEHIND", 1.0)
    state, seed = draw(pile_size=pile_size), 1
    moves = legal_moves(state)[:2]
    found = plain.search_moves(observe(state, 0), moves, iterations=2, seed=seed)
    high = GameRandom(seed, module._COST_STREAM).random() < HIGH_COST_CHANCE
    utilities, ways, _ = Rooms(state, plain).find_turns(HIGH_DRAW_COST if high else DRAW_COST)
    monkeypatch.setattr(_network, "BEST_PLAYS", module._ROLLOUT_PLAYS)
    for move, value in zip(moves, found.values, strict=True):
        now, total, left, made = apply_move(dealt[0], move), 0.0, turns - 1, 0
        while left and now.phase is not Phase.OVER:
            values, turns_now, best = Rooms(now, plain).find_turns(DRAW_COST)
            made += 1
            if made in (4, 6):
                total, left = total + values[best], left - 1
            for action in turns_now[best] if left else ():
                now = apply_move(now, move_of(action))
        if end := outcome(now):
            lead = end.scores[0].total - end.scores[1].total
            won = (0 in end.winners) / len(end.winners)
            total += left * (won + 0.5 + 0.5 * math.tanh(lead / 24)) / 2
        given = utilities[ways.index([action_id(move)])]
        prior = module._PRIOR
        expected = (total / (turns - 1) + prior * given) / (1 + prior)
        assert value == pytest.approx(expected, abs=1e-5)


@slow
def test_plain_kernels_find_the_same(plain: ModuleType) -> None:
    state = draw(pile_size=5)
    assert same(search(state, 10), search(state, 10, engine=plain))
