"""The batch engine does what the scalar engine does."""

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batch.lockstep import LEANS, NAMES, compare_games, deal
from keltis import GameState, Rules
from keltis.testing import custom_rules, states
from leaning import ALL_RULES

pytestmark = pytest.mark.slow  # thousands of decisions; `test_kernels` has short games

SEEDS: Final = st.integers(0, 10**6)


@pytest.mark.parametrize("lean", LEANS)
@pytest.mark.parametrize("rules", ALL_RULES, ids=NAMES)
def test_thousands_of_decisions_are_equal(rules: Rules, lean: float) -> None:
    seen = 0
    seed = 0
    while seen < 4_200:  # 100,000 in all
        starts = deal(rules, 16, seed)
        counts = compare_games(starts, seed, lean, whole_every=64)
        seen += counts["decisions"]
        seed += 1


@settings(max_examples=30)
@given(custom_rules(), SEEDS, st.sampled_from(LEANS))
def test_games_under_any_rules_are_equal(rules: Rules, seed: int, lean: float) -> None:
    compare_games(deal(rules, 3, seed), seed, lean, patience=150, whole_every=32)


@settings(max_examples=30)
@given(states(rules=custom_rules()), SEEDS)
def test_games_from_any_position_are_equal(state: GameState, seed: int) -> None:
    """Also from the middle of a chain, and with a barred pile."""
    compare_games([state], seed, 0.9, patience=4, whole_every=2)
