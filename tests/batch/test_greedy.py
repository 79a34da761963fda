"""The compiled greedy policy chooses what the greedy bot chooses."""

import random

import numpy as np
import pytest
from hypothesis import given, settings

import keltis
from batch.comparisons import SPECIAL, compare_choice
from batch.lockstep import ANY_SHAPE, LEANS, NAMES, compare_playouts, deal
from keltis import PRESETS, GameState, Rules, new_game
from keltis.batch import new_games
from keltis.testing import custom_rules, playthrough, states
from leaning import ALL_RULES

pytestmark = pytest.mark.slow  # it compiles the evaluation


@pytest.mark.parametrize("lean", LEANS)
@pytest.mark.parametrize("rules", ALL_RULES, ids=NAMES)
def test_choices_in_leaning_games_are_those_of_the_bot(rules: Rules, lean: float) -> None:
    rng = random.Random(1)
    for start in deal(rules, 2, 3):
        for state, _ in playthrough(start, random.Random(7), lean=lean, patience=200):
            if rng.random() < 0.1:
                compare_choice(state, rng.random())


@settings(max_examples=40)
@given(states(rules=custom_rules(), over=False))
def test_choices_in_any_position_are_those_of_the_bot(state: GameState) -> None:
    for chance in (0.0, 0.5, 0.999):
        compare_choice(state, chance)


def test_a_single_player_has_no_opponent() -> None:
    rules = Rules(cards_removed=((1, 0),))
    for state, _ in playthrough(new_game(1, seed=2, rules=rules), random.Random(1), lean=0.9):
        compare_choice(state, 0.5)


@pytest.mark.parametrize("state", SPECIAL.values(), ids=SPECIAL)
def test_choices_in_special_positions_are_those_of_the_bot(state: GameState) -> None:
    compare_choice(state, 0.5)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_greedy_playouts_are_those_of_the_bot(rules: Rules, players: int) -> None:
    batch = new_games(2, players, seed=7, rules=rules, shape=ANY_SHAPE)
    compare_playouts(batch, "greedy")


def test_e3_greedy_playouts_that_would_go_on_for_ever_are_truncated() -> None:
    ends = new_games(15, 2, seed=1, shape=ANY_SHAPE).play_out(policy="greedy", seed=1)
    assert ends.decisions.argmax() == 14
    assert np.flatnonzero(ends.truncated).tolist() == [14]
    assert ends.decisions[14] == keltis.MAX_MOVES
    assert ends.decisions[:14].max() < 1_000


def test_threads_do_not_change_greedy_playouts() -> None:
    batch = new_games(5, 2, seed=7, shape=ANY_SHAPE)
    one, many = (batch.play_out(policy="greedy", seed=3, threads=threads) for threads in (1, 3))
    assert one.scores.tolist() == many.scores.tolist()
    assert one.decisions.tolist() == many.decisions.tolist()
