"""What a game is worth to each player."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
from keltis import EndReason, Outcome, Rules, Score, score_bounds, score_margins, win_shares
from keltis.testing import custom_rules, later_state


def outcome_of(*totals: int) -> Outcome:
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    scores = tuple(Score(total, 0, 0) for total in totals)
    return Outcome(EndReason.DRAW_PILE_EMPTY, scores, winners)


@pytest.mark.parametrize(
    ("totals", "shares"),
    [
        *(((5,), (0,)), ((5, 3), (1, -1)), ((3, 3), (0, 0)), ((-4, -4, -4), (0, 0, 0))),
        *(((1, 9, 2), (-1, 2, -1)), ((9, 9, 2), (0.5, 0.5, -1)), ((0, 0, 0, 1), (-1, -1, -1, 3))),
        ((7, 7, 7, 1), (1 / 3, 1 / 3, 1 / 3, -1)),
    ],
)
def test_f4_the_win_is_shared(totals: tuple[int, ...], shares: tuple[float, ...]) -> None:
    assert win_shares(outcome_of(*totals)) == pytest.approx(shares)


@given(st.lists(st.integers(-99, 99), min_size=1, max_size=6))
def test_returns_sum_to_zero(totals: list[int]) -> None:
    end = outcome_of(*totals)
    assert sum(win_shares(end)) == pytest.approx(0)
    assert sum(score_margins(end)) == pytest.approx(0, abs=1e-9)


@given(st.lists(st.integers(-99, 99), min_size=2, max_size=6))
def test_margins_differ_as_the_points_do(totals: list[int]) -> None:
    margins = score_margins(outcome_of(*totals))
    assert margins[0] - margins[1] == pytest.approx(totals[0] - totals[1])


def test_f3_the_bounds_of_the_named_rules() -> None:
    assert score_bounds(keltis.KELTIS) == (-28, 80)
    assert score_bounds(keltis.KELTIS_LITERAL) == (-28, 80)
    assert score_bounds(keltis.REFERENCE_MANUAL) == (-28, 80)


@pytest.mark.parametrize(
    ("rules", "bounds"),
    [
        # one figure of each kind: 10 + 2 * 10 + 14 + 10 at best, -4 + 2 * -4 - 4 at worst
        (Rules(small_figures=1), (-16, 54)),
        # one figure in the goal ends the game there: 4 x 3 points before it, 6 on row 7, doubled
        (Rules(goal_figures=1), (-28, 3 * 4 + 6 * 2 + 14 + 10)),
        # no figure can pass the goal's first row, which is the first of all
        (Rules(goal_row=1, goal_figures=1), (-28, 0 + 14 + 10)),
        (Rules(goal_figures=20), (-28, 10 * 6 + 14 + 10)),
        (Rules(large_figures=0, small_figures=5), (-24, 10 * 4 + 6 + 14 + 10)),
        (Rules(row_points=(1, 2, 3), goal_row=3, tile_rows=((),) * 5, tiles=()), (-4, 18 + 10)),
    ],
)
def test_f3_the_bounds_of_other_rules(rules: Rules, bounds: tuple[int, int]) -> None:
    assert score_bounds(rules) == bounds


@settings(max_examples=60)
@given(custom_rules(), st.integers(0, 2**32))
def test_no_score_lies_beyond_the_bounds(rules: Rules, seed: int) -> None:
    lowest, highest = score_bounds(rules)
    players = rules.player_counts[seed % len(rules.player_counts)]
    state = keltis.new_game(players, seed=seed, rules=rules)
    end = later_state(state, random.Random(seed), lean=seed % 10 / 9, max_moves=400)
    assert all(lowest <= score.total <= highest for score in keltis.scores(end))
