"""The search: its budgets, and what it tells of its moves."""

import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keltis import GameState, InvalidArgument, legal_moves, new_game
from keltis.bots import Candidate, SearchBot, search
from keltis.testing import states
from keltis.view import observe


def study(bot: SearchBot, state: GameState, seed: int = 1) -> tuple[Candidate, ...]:
    return bot.study(observe(state, state.to_move), legal_moves(state), random.Random(seed))


def visits(found: tuple[Candidate, ...]) -> list[int]:
    return sorted(candidate.visits for candidate in found)


def test_the_usual_budget_is_in_iterations() -> None:
    assert SearchBot() == SearchBot(iterations=search.ITERATIONS)


@pytest.mark.parametrize("iterations", [1, 2, 25, 100])
def test_iterations_end_with_the_budget_or_when_the_rest_can_change_nothing(
    iterations: int,
) -> None:
    *others, second, first = visits(study(SearchBot(iterations=iterations), new_game(2, seed=1)))
    left = iterations - sum([*others, second, first])
    assert left == 0 or (left > 0 and left < first - second <= left + 2)


def test_what_the_rest_would_have_changed_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [new_game(2, seed=seed) for seed in range(5)]
    bot = SearchBot(iterations=40)
    chosen = [bot(observe(state, 0), legal_moves(state), random.Random(1)) for state in states]
    done = [sum(visits(study(bot, state))) for state in states]
    monkeypatch.setattr(SearchBot, "_is_settled", lambda *_: False)
    assert [
        bot(observe(state, 0), legal_moves(state), random.Random(1)) for state in states
    ] == chosen
    assert [sum(visits(study(bot, state))) for state in states] == [40] * 5
    assert min(done) < 40


def test_the_move_that_was_tried_most_often_is_made() -> None:
    state = new_game(2, seed=1)
    most = max(
        study(SearchBot(iterations=25), state),
        key=lambda candidate: (candidate.visits, candidate.worth),
    )
    assert (
        SearchBot(iterations=25)(observe(state, 0), legal_moves(state), random.Random(1))
        == most.move
    )


def test_seconds_are_kept_to() -> None:
    start = time.perf_counter()
    found = study(SearchBot(seconds=0.2), new_game(2, seed=1))
    assert 0.2 <= time.perf_counter() - start < 5
    assert sum(visits(found)) > 1


def test_seconds_that_are_over_at_once_are_enough_for_one_iteration() -> None:
    assert sum(visits(study(SearchBot(seconds=1e-9), new_game(2, seed=1)))) == 1


def test_the_budget_that_is_used_up_first_counts() -> None:
    assert sum(visits(study(SearchBot(iterations=3, seconds=1000), new_game(2, seed=1)))) <= 3
    assert sum(visits(study(SearchBot(iterations=10**9, seconds=1e-9), new_game(2, seed=1)))) == 1


@settings(max_examples=20)
@given(state=states(over=False), seed=st.integers(0, 2**32))
def test_candidates_are_legal_moves_each_once_and_worth_0_to_1(state: GameState, seed: int) -> None:
    found = study(SearchBot(iterations=5), state, seed)
    moves = [candidate.move for candidate in found]
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(legal_moves(state))
    assert all(0 <= candidate.worth <= 1 for candidate in found)


def test_a_single_move_is_not_searched() -> None:
    state = new_game(2, seed=1)
    move = legal_moves(state)[0]
    assert SearchBot().study(observe(state, 0), (move,), random.Random(1)) == (
        Candidate(move, 0, 0.5),
    )


@pytest.mark.parametrize("field", ["iterations", "seconds"])
def test_a_budget_too_long_to_be_shown_is_refused_as_any_other(field: str) -> None:
    bot: Callable[..., SearchBot] = SearchBot
    with pytest.raises(InvalidArgument, match=f"{field} must be .*, not <int without a repr>"):
        bot(**{field: -(10**5000)})
