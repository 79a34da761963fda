"""What holds in every position."""

import copy
import random
from itertools import pairwise, product

import pytest
from hypothesis import given, settings

from celtic import naive
from celtic.games import SMALL, WIDE, games, pickle_round_trip, positions, states_by_picks
from keltis.celtic import (
    CELTIC,
    GameState,
    Lay,
    Move,
    Owner,
    Pass,
    Shape,
    apply_move,
    illegality,
    knots,
    legal_moves,
    new_game,
    opponent,
    outcome,
    paths,
    setup_game,
)
from profiles import by_profile

NEAR = range(-6, 7)
EVERYTHING: list[Move] = [
    Pass(),
    *(Lay(*fields) for fields in product(NEAR, NEAR, range(1, 16), Owner)),
]
"""Every move on the cells that a design can reach, and some beyond."""


@given(position=positions)
@settings(max_examples=by_profile(15, 60), deadline=None)
def test_a_move_is_legal_exactly_if_it_is_listed(position: GameState) -> None:
    assert {move for move in EVERYTHING if illegality(position, move) is None} == set(
        legal_moves(position)
    )


@given(position=positions)
@settings(max_examples=by_profile(25, 100), deadline=None)
def test_listed_moves_are_different_and_there_are_some_until_the_end(position: GameState) -> None:
    moves = legal_moves(position)
    assert len(set(moves)) == len(moves)
    assert (moves == ()) == (outcome(position) is not None)


@given(states=games)
@settings(max_examples=15, deadline=None)
def test_legal_moves_are_those_of_the_naive_rules(states: list[GameState]) -> None:
    for state in states[::3]:
        assert {str(move) for move in legal_moves(state)} == naive.moves(state)


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_are_those_of_the_naive_rules(seed: int) -> None:
    rng = random.Random(seed)
    states = states_by_picks(CELTIC, [rng.randrange(2**16) for _ in range(60)])
    assert outcome(states[-1]) is not None
    for state in states:
        assert {str(move) for move in legal_moves(state)} == naive.moves(state)
        visited = sorted(sorted(tile.cell for tile in knot.tiles) for knot in knots(state))
        assert visited == naive.knot_cells(naive.design_of(state.lays))


@given(position=positions)
@settings(max_examples=by_profile(15, 60), deadline=None)
def test_every_legal_move_keeps_the_window(position: GameState) -> None:
    rules = position.rules
    for move in legal_moves(position):
        wide, high = naive.extent(naive.design_of(apply_move(position, move).lays))
        assert wide <= rules.width
        assert high <= rules.height


@given(states=games)
@settings(max_examples=by_profile(15, 60), deadline=None)
def test_supply_is_conserved(states: list[GameState]) -> None:
    for state in states:
        assert {
            (owner, shape): state.left[owner][shape] for owner in Owner for shape in Shape
        } == naive.left_of(state)
        assert min(map(min, state.left)) >= 0


@given(states=games)
@settings(max_examples=by_profile(15, 60), deadline=None)
def test_turns_alternate_and_each_adds_a_tile_or_is_a_pass(states: list[GameState]) -> None:
    for before, after in pairwise(states):
        assert after.to_move is opponent(before.to_move)
        passed = legal_moves(before) == (Pass(),)
        assert len(after.lays) == len(before.lays) + (not passed)


@given(position=positions)
@settings(max_examples=by_profile(15, 60), deadline=None)
def test_the_old_state_is_untouched(position: GameState) -> None:
    before = repr(position), position.left, position.frontier
    for move in legal_moves(position):
        apply_move(position, move)
    assert (repr(position), position.left, position.frontier) == before


@given(position=positions)
@settings(max_examples=by_profile(15, 60), deadline=None)
def test_equal_positions_are_equal_and_hash_equal(position: GameState) -> None:
    again = setup_game(reversed(position.lays), to_move=position.to_move, rules=position.rules)
    assert again == position
    assert hash(again) == hash(position)
    assert (
        setup_game(position.lays, to_move=opponent(position.to_move), rules=position.rules)
        != position
    )


@given(position=positions)
@settings(max_examples=by_profile(15, 60), deadline=None)
def test_pickles_are_equal_and_can_be_played_on(position: GameState) -> None:
    again = pickle_round_trip(position)
    assert again == position
    assert legal_moves(again) == legal_moves(position)


@given(position=positions)
@settings(max_examples=20, deadline=None)
def test_copies_are_the_object_itself(position: GameState) -> None:
    values = (
        position,
        position.rules,
        position.rules.grid,
        position.frontier,
        *position.lays,
        *paths(position),
        Pass(),
    )
    for value in values:
        assert copy.copy(value) is value
        assert copy.deepcopy(value) is value


def test_in_which_order_tiles_were_laid_makes_no_difference() -> None:
    tiles = [
        Lay(0, -1, 4, Owner.ORANGE),
        Lay(1, 0, 8, Owner.BLUE),
        Lay(0, 1, 1, Owner.ORANGE),
        Lay(-1, 0, 2, Owner.BLUE),
    ]
    one = other = new_game()
    for first, second in zip(tiles, [tiles[2], tiles[3], tiles[0], tiles[1]], strict=True):
        one, other = apply_move(one, first), apply_move(other, second)
    assert one == other
    assert len({one, other}) == 1


def test_rules_and_moves_survive_pickling() -> None:
    for value in (CELTIC, SMALL, WIDE, Pass(), Lay(1, 2, 3, Owner.BLUE)):
        assert pickle_round_trip(value) == value
