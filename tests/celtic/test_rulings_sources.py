"""Clauses of the text that no other test of the rulings proves: see docs/rules/sources.toml."""

import random

import pytest

from celtic.games import EXAMPLE, lays, state_after
from keltis.celtic import (
    CELTIC,
    GameState,
    Lay,
    Owner,
    apply_move,
    knots,
    legal_moves,
    new_game,
    outcome,
    scores,
    setup_game,
)

DIRECTIONS = {1: (0, -1), 2: (1, 0), 4: (0, 1), 8: (-1, 0)}
"""The step to the neighbour that an open side faces: north, east, south, west."""


def covered_cells(state: GameState) -> set[tuple[int, int]]:
    """The cells of all tiles and those that an open side faces."""
    cells = {(lay.x, lay.y) for lay in state.lays}
    for lay in state.lays:
        for side, (x, y) in DIRECTIONS.items():
            if lay.mask & side:
                cells.add((lay.x + x, lay.y + y))
    return cells


def test_k4_no_neutral_tile_has_more_crossings_than_the_start() -> None:
    assert CELTIC.supplies[Owner.NEUTRAL] == (1, 1, 1, 1, 1)
    assert CELTIC.start.bit_count() == max(mask.bit_count() for mask in range(1, 16))


def test_k5_the_moves_are_of_own_and_neutral_tiles() -> None:
    state = new_game()
    for owner in (Owner.ORANGE, Owner.BLUE):
        supplies = {move.supply for move in legal_moves(state) if isinstance(move, Lay)}
        assert supplies == {owner, Owner.NEUTRAL}
        state = apply_move(state, legal_moves(state)[0])


@pytest.mark.parametrize("owner", [Owner.ORANGE, Owner.BLUE])
def test_k5_the_colour_of_a_neighbour_changes_no_move(owner: Owner) -> None:
    state = setup_game([Lay(0, -1, 6, owner)], to_move=Owner.BLUE)
    beside = [
        (move.mask, move.supply)
        for move in legal_moves(state)
        if isinstance(move, Lay) and move.cell == (1, -1)
    ]
    own = [(mask, Owner.BLUE) for mask in range(8, 16)]  # open to the west
    neutral = [(mask, Owner.NEUTRAL) for mask in range(8, 15)]  # the cross is laid
    assert beside == own + neutral


def test_k5_tiles_of_both_players_may_touch() -> None:
    state = state_after("lay 0,-1 ES orange", "lay 1,-1 W blue")
    assert [lay.supply for lay in state.lays if lay.y == -1] == [Owner.ORANGE, Owner.BLUE]


def test_k7_the_start_tile_stays_among_the_nine_in_the_middle() -> None:
    for seed in range(5):
        rng = random.Random(seed)
        state = new_game()
        while outcome(state) is None:
            state = apply_move(state, rng.choice(legal_moves(state)))
            for axis in zip(*covered_cells(state), strict=True):
                assert min(axis) <= -1
                assert max(axis) >= 1
                assert max(axis) - min(axis) <= 4


def test_k10_a_knot_comes_back_to_where_it_began() -> None:
    state = state_after(*lays(EXAMPLE))
    assert len(knots(state)) == 3
    for knot in knots(state):
        for arc, next_arc in zip(knot.arcs, [*knot.arcs[1:], knot.arcs[0]], strict=True):
            assert abs(arc.x - next_arc.x) + abs(arc.y - next_arc.y) == 1


def test_k11_the_best_scores_may_come_from_different_knots() -> None:
    state = state_after(
        "lay 0,1 N orange",
        "lay 1,0 W neutral",
        "lay 0,-1 SW neutral",
        "lay -1,-1 ES blue",
        "lay -1,0 NES neutral",
        "lay -1,1 N blue",
    )
    assert [knot.counts for knot in knots(state)] == [(0, 2), (1, 1)]
    assert scores(state) == ((1, 0), (2, 1))
