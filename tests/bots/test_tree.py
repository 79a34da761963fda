"""The tree of a search: it grows where it is visited, and every visit imagines other cards."""

import random

import pytest

from keltis import GameState, Move, legal_moves, new_game
from keltis.bots import SearchBot, search
from keltis.bots.tree import Node, descend
from keltis.view import observe


def test_where_nobody_has_been_the_way_ends() -> None:
    assert descend(Node(1.0), new_game(2, seed=1)) == ([], new_game(2, seed=1))


def test_the_tree_grows_by_a_move_a_visit() -> None:
    start, state = Node(1.0), new_game(2, seed=1)
    depths = []
    for _ in range(60):
        start.visits += 1
        way, _ = descend(start, state)
        assert [node.visits > 0 for node, _ in way] == [True] * (len(way) - 1) + [False]
        for node, _ in way:
            node.visits += 1
        depths.append(len(way))
    assert depths[0] == 1
    assert max(depths) > 2


def test_every_visit_of_a_move_imagines_other_cards_that_fit_the_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    imagined: dict[Move, list[GameState]] = {}
    visit = search._visit

    def noted(node: Node, move: Move, deal: tuple[GameState, int]) -> None:
        imagined.setdefault(move, []).append(deal[0])
        visit(node, move, deal)

    monkeypatch.setattr(search, "_visit", noted)
    state = new_game(2, seed=1)
    view = observe(state, 0)
    SearchBot(iterations=30).study(view, legal_moves(state), random.Random(1))
    worlds = max(imagined.values(), key=len)
    assert len({world.draw_pile for world in worlds}) == len(worlds) > 3
    assert all(observe(world, 0) == view for world in worlds)
    for others in imagined.values():  # luck does not tell the moves apart
        assert others == worlds[: len(others)]
