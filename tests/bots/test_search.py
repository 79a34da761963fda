"""The search: its budgets, and what it tells of its moves."""

import random
import time

from hypothesis import given, settings
from hypothesis import strategies as st

from keltis import GameState, legal_moves, new_game
from keltis.bots import Candidate, SearchBot, search
from keltis.testing import Seat, position, states
from keltis.view import observe


def study(bot: SearchBot, state: GameState, seed: int = 1) -> tuple[Candidate, ...]:
    return bot.study(observe(state, state.to_move), legal_moves(state), random.Random(seed))


def visits(found: tuple[Candidate, ...]) -> list[int]:
    return sorted(candidate.visits for candidate in found)


def test_the_usual_budget_is_in_iterations() -> None:
    assert SearchBot() == SearchBot(iterations=search.ITERATIONS)


def test_no_more_iterations_than_the_budget() -> None:
    assert sum(visits(study(SearchBot(iterations=1), new_game(2, seed=1)))) == 1


def test_iterations_end_when_they_can_change_nothing() -> None:
    *_, second, first = visits(study(SearchBot(iterations=25), new_game(2, seed=1)))
    done = sum(visits(study(SearchBot(iterations=25), new_game(2, seed=1))))
    assert done == 25 or first - second > 25 - done


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
def test_candidates_are_legal_moves_each_once(state: GameState, seed: int) -> None:
    found = study(SearchBot(iterations=5), state, seed)
    moves = [candidate.move for candidate in found]
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(legal_moves(state))


def test_a_single_serious_move_is_not_searched() -> None:
    state = position(Seat(hand="R8", laid="R1 R2 R3 R4 R5 R6", at="Y7 P7 G7"), Seat(at="Y7"))
    (candidate,) = study(SearchBot(), state)
    assert (str(candidate.move), candidate.visits) == ("lay R8", 0)
