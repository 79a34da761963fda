"""What holds in every position of CELTIC!."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings

from celtic import naive
from celtic.games import SMALL, WIDE, games, positions, states_by_picks
from keltis.celtic import CELTIC, GameState, Owner, Pass, Shape, legal_moves, opponent, setup_game
from profiles import by_profile


@pytest.mark.parametrize("seed", range(15))
def test_whole_games_are_those_of_the_naive_rules(seed: int) -> None:
    rng, rules = random.Random(seed), (CELTIC, SMALL, WIDE)[seed % 3]
    states = states_by_picks(rules, [rng.randrange(2**16) for _ in range(60)])
    assert legal_moves(states[-1]) == ()
    for state in states:
        assert {str(move) for move in legal_moves(state)} == naive.moves(state)


@given(states=games)
@settings(max_examples=by_profile(15, 60))
def test_turns_alternate_and_each_takes_a_tile_from_a_supply_or_is_a_pass(
    states: list[GameState],
) -> None:
    for before, after in pairwise(states):
        assert after.to_move is opponent(before.to_move)
        passed = legal_moves(before) == (Pass(),)
        assert len(after.lays) == len(before.lays) + (not passed)
        left = {(owner, shape): after.left[owner][shape] for owner in Owner for shape in Shape}
        assert left == naive.left_of(after)
        assert min(left.values()) >= 0


@given(position=positions)
@settings(max_examples=by_profile(15, 60))
def test_a_position_is_its_tiles_in_any_order_and_whose_turn_it_is(position: GameState) -> None:
    tiles, rules = position.lays, position.rules
    for some in (reversed(tiles), [lay for lay in tiles if lay.cell != (0, 0)]):
        again = setup_game(some, to_move=position.to_move, rules=rules)
        assert again == position
        assert hash(again) == hash(position)
    assert setup_game(tiles, to_move=opponent(position.to_move), rules=rules) != position
