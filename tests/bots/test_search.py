"""The search bot: its budgets and its candidates."""

import random
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keltis import GameState, InvalidArgument, Rules, legal_moves, new_game
from keltis._engine.view import observe
from keltis.batch import SearchStatistics
from keltis.bots import Candidate, LearntBot, SearchBot, _search, make_bot
from keltis.testing import states


def analyse(bot: SearchBot, state: GameState, seed: int = 1) -> tuple[Candidate, ...]:
    return bot.analyse(observe(state, state.to_move), legal_moves(state), random.Random(seed))


def test_the_usual_budget_is_in_iterations() -> None:
    assert SearchBot() == SearchBot(_search.DEFAULT_ITERATIONS)
    assert repr(SearchBot(5)) == "SearchBot(iterations=5, seconds=None, weights=None)"
    assert SearchBot(seconds=1).iterations is None


def test_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "keltis.batch", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ImportError, match=r'pip install "keltis\[batch\]"'):
        SearchBot()
    with pytest.raises(InvalidArgument, match=r'pip install "keltis\[batch\]"'):
        make_bot("search")


def test_it_says_what_to_do_about_rules_that_it_has_not_learnt() -> None:
    with pytest.raises(InvalidArgument, match=r"learnt KELTIS hand_size=6 with 2 .* `keltis train"):
        analyse(SearchBot(), new_game(2, seed=1, rules=Rules(hand_size=6)))


def test_a_single_move_is_not_searched() -> None:
    state = new_game(2, seed=1)
    move = legal_moves(state)[0]
    assert SearchBot().analyse(observe(state, 0), (move,), random.Random(1)) == (
        Candidate(move, 0, 0.5),
    )


def test_the_move_that_was_tried_most_often_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_game(2, seed=1)
    moves = legal_moves(state)

    def search_moves(*_: object, **options: object) -> SearchStatistics:
        assert options["iterations"] == 4
        visits, values = np.zeros(len(moves), int), np.zeros(len(moves))
        visits[2:4] = 2
        values[3:5] = 0.5, 0.9
        return SearchStatistics(visits, values)

    monkeypatch.setattr(sys.modules["keltis.batch"], "search_moves", search_moves)
    bot = SearchBot(iterations=4)
    assert analyse(bot, state)[3] == Candidate(moves[3], 2, 0.5)
    assert bot(observe(state, 0), moves, random.Random(1)) == moves[3]


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(state=states(over=False), seed=st.integers(0, 2**32))
def test_candidates_are_legal_moves_each_once_with_values_from_0_to_1(
    state: GameState, seed: int
) -> None:
    found = analyse(SearchBot(iterations=20), state, seed)
    assert tuple(candidate.move for candidate in found) == legal_moves(state)
    assert sum(candidate.visits for candidate in found) <= 20
    assert all(-1 <= candidate.value <= 1 for candidate in found)


@pytest.mark.slow
def test_without_rollouts_it_makes_the_move_of_the_network() -> None:
    for seed in range(5):
        state = new_game(3, seed=seed)
        view, moves = observe(state, 0), legal_moves(state)
        best = max(LearntBot().analyse(view, moves, random.Random(1)), key=lambda each: each.value)
        found = max(analyse(SearchBot(iterations=1), state), key=lambda each: each.value)
        assert found.visits == 0
        assert found.move == best.move
