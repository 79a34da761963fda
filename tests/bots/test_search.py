"""The search bot: its budgets, its candidates and its tree."""

import itertools
import random
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keltis import Draw, GameState, IllegalMove, InvalidArgument, Move, legal_moves, new_game
from keltis._engine.view import observe
from keltis.bots import Candidate, SearchBot, _search, make_bot
from keltis.bots._tree import Determinization, Node, descend, visit
from keltis.testing import states

both_engines = pytest.mark.parametrize(
    "engine", ["python", pytest.param("compiled", marks=pytest.mark.slow)]
)


def analyse(bot: SearchBot, state: GameState, seed: int = 1) -> tuple[Candidate, ...]:
    return bot.analyse(observe(state, state.to_move), legal_moves(state), random.Random(seed))


def visits(candidates: tuple[Candidate, ...]) -> list[int]:
    return sorted(candidate.visits for candidate in candidates)


@pytest.mark.parametrize("engine", ["python", "compiled"])
def test_the_usual_budget_is_in_iterations(engine: _search.Engine) -> None:
    usual = _search.DEFAULT_ITERATIONS[engine]
    assert SearchBot(engine=engine) == SearchBot(usual, engine=engine)


# Engines.


def test_the_compiled_engine_is_used_where_the_extra_is_installed() -> None:
    assert SearchBot().engine == "compiled"
    assert repr(SearchBot(5)) == "SearchBot(iterations=5, seconds=None, engine='compiled')"


@pytest.fixture
def no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba is not installed."""
    monkeypatch.delitem(sys.modules, "keltis.batch", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)


@pytest.mark.usefixtures("no_extra")
def test_plain_python_is_used_where_it_is_not() -> None:
    assert SearchBot() == SearchBot(engine="python")
    with pytest.raises(ImportError, match=r'pip install "keltis\[batch\]"'):
        SearchBot(engine="compiled")
    with pytest.raises(InvalidArgument, match=r'pip install "keltis\[batch\]"'):
        make_bot("search:engine=compiled")


def test_an_unknown_engine_is_refused() -> None:
    bot: Callable[..., SearchBot] = SearchBot
    with pytest.raises(InvalidArgument, match='engine must be "compiled" or "python", not 7'):
        bot(engine=7)


@pytest.mark.slow
def test_the_compiled_engine_searches_for_its_seconds() -> None:
    bot = SearchBot(seconds=1e-9, engine="compiled")
    assert sum(visits(analyse(bot, new_game(2, seed=1)))) == 64


@both_engines
def test_an_illegal_move_is_refused(engine: _search.Engine) -> None:
    view = observe(new_game(2, seed=1), 0)
    with pytest.raises(IllegalMove):
        SearchBot(50, engine=engine).analyse(
            view, [*legal_moves(view), Draw(None)], random.Random(1)
        )


# Budgets.


@pytest.mark.parametrize("iterations", [1, 2, 25, 100])
def test_iterations_end_with_the_budget_or_when_the_rest_can_change_nothing(
    iterations: int,
) -> None:
    *others, second, first = visits(
        analyse(SearchBot(iterations=iterations, engine="python"), new_game(2, seed=1))
    )
    left = iterations - sum([*others, second, first])
    assert left == 0 or (left > 0 and left < first - second <= left + 2)


@pytest.mark.thorough
def test_what_the_rest_would_have_changed_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [new_game(2, seed=seed) for seed in range(5)]
    bot = SearchBot(iterations=40, engine="python")
    chosen = [bot(observe(state, 0), legal_moves(state), random.Random(1)) for state in states]
    done = [sum(visits(analyse(bot, state))) for state in states]
    monkeypatch.setattr(SearchBot, "_is_decided", lambda *_: False)
    assert [
        bot(observe(state, 0), legal_moves(state), random.Random(1)) for state in states
    ] == chosen
    assert [sum(visits(analyse(bot, state))) for state in states] == [40] * len(states)
    assert min(done) < 40


def test_the_move_that_was_tried_most_often_is_made() -> None:
    state, bot = new_game(2, seed=1), SearchBot(iterations=25, engine="python")
    most = max(analyse(bot, state), key=lambda candidate: (candidate.visits, candidate.value))
    assert bot(observe(state, 0), legal_moves(state), random.Random(1)) == most.move


def test_a_search_ends_with_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()  # a second passes between any two looks at it
    monkeypatch.setattr("time.perf_counter", lambda: float(next(clock)))
    assert sum(visits(analyse(SearchBot(seconds=7, engine="python"), new_game(2, seed=1)))) == 7


def test_the_budget_that_is_used_up_first_counts_after_one_iteration() -> None:
    assert sum(visits(analyse(SearchBot(3, 1000, "python"), new_game(2, seed=1)))) <= 3
    assert sum(visits(analyse(SearchBot(10**9, 1e-9, "python"), new_game(2, seed=1)))) == 1


@both_engines
@settings(max_examples=20)
@given(state=states(over=False), seed=st.integers(0, 2**32))
def test_candidates_are_legal_moves_each_once_with_values_from_0_to_1(
    engine: _search.Engine, state: GameState, seed: int
) -> None:
    found = analyse(SearchBot(iterations=5, engine=engine), state, seed)
    moves = [candidate.move for candidate in found]
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(legal_moves(state))
    assert all(0 <= candidate.value <= 1 for candidate in found)


def test_a_single_move_is_not_searched() -> None:
    state = new_game(2, seed=1)
    move = legal_moves(state)[0]
    assert SearchBot().analyse(observe(state, 0), (move,), random.Random(1)) == (
        Candidate(move, 0, 0.5),
    )


# The tree.


def test_the_descent_ends_at_an_unvisited_node() -> None:
    assert descend(Node(1.0), new_game(2, seed=1)) == ([], new_game(2, seed=1))


def test_the_tree_grows_by_a_node_a_visit() -> None:
    root, state = Node(1.0), new_game(2, seed=1)
    depths = []
    for _ in range(60):
        root.visit_count += 1
        path, _ = descend(root, state)
        assert [node.visit_count > 0 for node, _ in path] == [True] * (len(path) - 1) + [False]
        for node, _ in path:
            node.visit_count += 1
        depths.append(len(path))
    assert depths[0] == 1
    assert max(depths) > 2


def test_every_visit_of_a_move_has_its_own_determinization_of_the_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sampled: dict[Move, list[GameState]] = {}

    def visit_and_note(node: Node, move: Move, determinization: Determinization) -> None:
        sampled.setdefault(move, []).append(determinization[0])
        visit(node, move, determinization)

    monkeypatch.setattr(_search, "visit", visit_and_note)
    state = new_game(2, seed=1)
    view = observe(state, 0)
    SearchBot(iterations=30, engine="python").analyse(view, legal_moves(state), random.Random(1))
    states = max(sampled.values(), key=len)
    assert len({state.draw_pile for state in states}) == len(states) > 3
    assert all(observe(state, 0) == view for state in states)
    for others in sampled.values():  # common random numbers for all moves
        assert others == states[: len(others)]
