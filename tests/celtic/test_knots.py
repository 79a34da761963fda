"""How strands run, and the knots they form (K2, K10)."""

from math import gcd

import pytest
from hypothesis import given, settings

from celtic import naive
from celtic.algebra import knots_by_nullity
from celtic.games import EXAMPLE, closed_designs, games, lays, plait, state_after
from keltis.celtic import Arc, Cell, GameState, Lay, Owner, knots, paths
from keltis.celtic._engine.strands import strands
from profiles import by_profile


def test_k2_the_right_end_of_a_side_runs_to_the_left_end_of_the_next_one_clockwise() -> None:
    assert {strand.arcs for strand in strands({(0, 0): 15})} == {
        (Arc(0, 0, side),) for side in (1, 2, 4, 8)
    }


def test_k2_it_runs_to_itself_if_it_is_the_only_one() -> None:
    (strand,) = strands({(0, 0): 4})
    assert (strand.arcs, strand.closed) == ((Arc(0, 0, 4),), False)


def test_k2_across_a_border_left_meets_left_and_right_meets_right() -> None:
    # Two crosses side by side: each strand over the border turns clockwise in one tile and
    # counter-clockwise in the other.
    across = {
        frozenset(strand.arcs)
        for strand in strands({(0, 0): 15, (1, 0): 15})
        if len(strand.arcs) > 1
    }
    assert across == {
        frozenset({Arc(0, 0, 1), Arc(1, 0, 4)}),
        frozenset({Arc(0, 0, 2), Arc(1, 0, 8)}),
    }


def test_k2_a_walk_turns_clockwise_and_counter_clockwise_by_turns() -> None:
    inner, outer = strands({(0, 0): 6, (1, 0): 12, (0, 1): 3, (1, 1): 9})
    assert inner.arcs == (Arc(0, 0, 2), Arc(0, 1, 2), Arc(1, 1, 8), Arc(1, 0, 8))
    assert outer.arcs == (Arc(0, 0, 4), Arc(1, 0, 4), Arc(1, 1, 1), Arc(0, 1, 1))


def test_strands_come_row_by_row_whatever_the_order_of_the_design() -> None:
    cells = [(0, 0), (1, 0), (0, 1), (1, 1)]
    for order in (cells, cells[::-1]):
        firsts = [strand.arcs[0] for strand in strands(dict.fromkeys(order, 2))]
        assert firsts == [Arc(x, y, 2) for x, y in cells]


@pytest.mark.parametrize("width", range(1, 8))
@pytest.mark.parametrize("height", range(1, 8))
def test_a_full_plait_has_as_many_knots_as_the_greatest_common_divisor_says(
    width: int, height: int
) -> None:
    design = plait(width, height)
    if len(design) > 1:  # a single tile would have no open side
        assert (
            sum(strand.closed for strand in strands(design))
            == len(strands(design))
            == gcd(width, height)
        )


@given(design=closed_designs())
@settings(deadline=None, max_examples=by_profile(40, 200))
def test_knots_by_tracing_are_as_many_as_by_algebra(design: dict[Cell, int]) -> None:
    assert all(strand.closed for strand in strands(design))
    assert len(strands(design)) == knots_by_nullity(design)


@given(design=closed_designs())
@settings(deadline=None, max_examples=by_profile(40, 200))
def test_every_arc_is_on_one_strand(design: dict[Cell, int]) -> None:
    arcs = [arc for strand in strands(design) for arc in strand.arcs]
    assert len(arcs) == len(set(arcs)) == sum(mask.bit_count() for mask in design.values())


@given(states=games)
@settings(deadline=None, max_examples=by_profile(15, 60))
def test_knots_are_those_of_a_naive_tracer(states: list[GameState]) -> None:
    for state in states:
        design = naive.design_of(state.lays)
        assert sorted(
            sorted(tile.cell for tile in knot.tiles) for knot in knots(state)
        ) == naive.knot_cells(design)
        assert len(paths(state)) == len(naive.groups(design))


def test_k10_a_knot_counts_each_tile_once_however_often_it_passes() -> None:
    # Four ends around the start: one knot, which passes through the cross four times.
    state = state_after(
        "lay 0,-1 S orange", "lay 1,0 W blue", "lay 0,1 N orange", "lay -1,0 E blue"
    )
    (knot,) = knots(state)
    assert len(knot.arcs) == 8
    assert knot.counts == (2, 2)
    assert knot.tiles == state.lays


def test_k10_a_tile_counts_in_every_knot_that_visits_it() -> None:
    state = state_after(*lays(EXAMPLE))
    assert sum(len(knot.tiles) for knot in knots(state)) > len(state.lays)


def test_k10_neutral_tiles_score_for_nobody() -> None:
    (knot,) = knots(
        state_after("lay 0,-1 S orange", "lay 1,0 W blue", "lay 0,1 N orange", "lay -1,0 E neutral")
    )
    assert knot.counts == (2, 1)
    assert [tile.supply for tile in knot.tiles].count(Owner.NEUTRAL) == 2


def test_open_paths_are_not_knots() -> None:
    state = state_after("lay 0,-1 S orange")
    assert knots(state) == ()
    assert [(len(path.arcs), path.is_knot) for path in paths(state)] == [
        (3, False),
        (1, False),
        (1, False),
    ]


def test_an_open_path_is_given_from_end_to_end() -> None:
    state = state_after("lay 0,-1 S orange")
    longest = max(paths(state), key=lambda path: len(path.arcs))
    assert longest.arcs in {
        (Arc(0, 0, 8), Arc(0, -1, 4), Arc(0, 0, 1)),
        (Arc(0, 0, 1), Arc(0, -1, 4), Arc(0, 0, 8)),
    }
    assert longest.tiles == (Lay(0, -1, 4, Owner.ORANGE), Lay(0, 0, 15, Owner.NEUTRAL))


def test_paths_come_in_the_order_of_their_first_arcs_row_by_row() -> None:
    first = [knot.arcs[0] for knot in knots(state_after(*lays(EXAMPLE)))]
    assert first == [Arc(-1, -3, 2), Arc(2, -2, 2), Arc(-1, -1, 4)]
