"""The sums of a tournament, and the intervals over deals that follow from them."""

import math

import pytest

import arena_bots as bots
from keltis import InvalidArgument, arena, celtic
from keltis.arena import DealSums, Estimate, TournamentResult, tally
from keltis.arena._statistics import design_effect, mean_score
from leaning import SHORT


@pytest.mark.parametrize("split", [1, 2, 3])
def test_sums_of_different_deals_add_up_in_any_order(split: int) -> None:
    entrants: list[arena.Entrant | str] = [*bots.DUEL, "arena_bots:crashing"]
    whole = arena.play_tournament(entrants, deals=4, seed=1, rules=SHORT)
    first, second = (
        tally(
            TournamentResult(
                whole.plan, tuple(g for g in whole.games if (g.deal < split) is is_first)
            )
        )
        for is_first in (True, False)
    )
    assert first + second == second + first == tally(whole)
    with pytest.raises(InvalidArgument, match="deal 0 is counted twice"):
        first + first


def test_a_game_with_several_numbers_has_no_sums_of_scores() -> None:
    result = arena.play_tournament(["random", "random"], game=celtic.GAME, deals=1, seed=7)
    sums = tally(result)
    assert [entrant.score for entrant in sums.entrants] == [DealSums(), DealSums()]
    assert sums.entrants[0].share.games == 2


# Intervals over deals


def sums_of(counts: tuple[int, ...]) -> DealSums:
    """The sums if an entrant got 0, 1, 2, 3 or 4 half points so often in the games of a deal."""
    deals, total = sum(counts), sum(got * n for got, n in enumerate(counts))
    squared = sum(got * got * n for got, n in enumerate(counts))
    return DealSums(deals, 2 * deals, total, 4 * deals, 2 * total, squared)


@pytest.mark.parametrize(
    ("counts", "effect"),
    [
        # With 2 deals as a prior: the squares of the deviations from 2, and 2 * 2 by the prior,
        # over 21 - 1 + 2 deals, where 2 is the variance of two independent games.
        ((0, 0, 21, 0, 0), 4 / 22 / 2),
        ((10, 0, 1, 0, 10), (20 * 4 + 4) / 22 / 2),
        ((5, 0, 11, 0, 5), 1),
        ((0, 0, 0, 0, 21), 1),  # the sample cannot tell
    ],
)
def test_the_design_effect_is_small_if_a_deal_helps_both(
    counts: tuple[int, ...], effect: float
) -> None:
    assert design_effect(sums_of(counts), 2) == pytest.approx(effect)


def test_the_interval_of_scores_of_one_deal_is_unbounded() -> None:
    assert mean_score(DealSums(1, 2, 30, 4, 60, 900)) == Estimate(15, -math.inf, math.inf)
