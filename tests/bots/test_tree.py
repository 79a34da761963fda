"""The search tree grows by one node a visit, and every visit has its own determinization."""

import random

import pytest

from keltis import GameState, Move, legal_moves, new_game
from keltis._engine.view import observe
from keltis.bots import SearchBot, _search
from keltis.bots._tree import Determinization, Node, descend, visit


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
