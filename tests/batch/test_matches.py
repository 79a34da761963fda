"""Whole games between policies."""

import numpy as np
import pytest

import keltis.batch
from batch.comparisons import compare_matches
from batch.lockstep import ANY_SHAPE
from keltis import KELTIS, PRESETS, Rules, new_game, outcome, scores
from keltis.batch import Batch, Policy, play_matches
from keltis.bots import play_match
from leaning import SHORT

pytestmark = pytest.mark.slow  # it compiles the policies

DUEL: tuple[Policy, Policy] = "greedy", "random"


def test_a_seed_deals_the_game_of_new_game_and_threads_change_nothing() -> None:
    one, many = (
        play_matches(
            [("random",) * 3] * 5,
            seeds=range(5),
            max_turns=0,
            threads=threads,
            shape=ANY_SHAPE,
        )
        for threads in (1, 3)
    )
    assert one.batch.state(4) == new_game(3, seed=4)
    assert np.array_equal(one.batch.games, many.batch.games)


@pytest.mark.parametrize("rules", [KELTIS, SHORT], ids=["KELTIS", "SHORT"])
def test_matches_are_those_of_the_bots(rules: Rules) -> None:
    seats: list[tuple[Policy, ...]] = [DUEL, DUEL[::-1], ("random", "random")]
    compare_matches(seats, [3, 2**70, 0], rules, keltis.batch)


def test_policies_can_have_other_seeds_than_the_deal() -> None:
    matches = play_matches([DUEL], seeds=[3], policy_seeds=[10**30], rules=SHORT, shape=ANY_SHAPE)
    start = new_game(2, seed=3, rules=SHORT)
    assert matches.batch.state(0) == play_match(DUEL, start=start, seed=10**30).final


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_itemised_scores_are_those_of_the_states(rules: Rules) -> None:
    starts = [play_match(["greedy", "random"], seed=seed, rules=rules).final for seed in range(2)]
    items = Batch.of(starts, shape=ANY_SHAPE).itemised_scores()
    for state, points in zip(starts, items.tolist(), strict=True):
        assert outcome(state) is not None
        assert points == [
            [score.paths, score.tile_points, score.wishing_stones] for score in scores(state)
        ]
