"""The sums of a tournament, and the intervals over deals that follow from them."""

import math
import random
from collections import Counter
from functools import cache

import pytest

import arena_bots as bots
from keltis import InvalidArgument, arena, celtic
from keltis.arena import DealSums, Estimate, TournamentResult, tally
from keltis.arena._statistics import _rating_effect, design_effect, mean_score, win_share
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

Counted = tuple[int, ...]
"""How often an entrant got 0, 1, 2, 3 or 4 half points in the two games of a deal."""


def sums_of(counts: Counted) -> DealSums:
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
def test_the_design_effect_is_small_if_a_deal_helps_both(counts: Counted, effect: float) -> None:
    assert design_effect(sums_of(counts), 2) == pytest.approx(effect)


@cache
def share_and_rating(counts: Counted) -> tuple[Estimate, Estimate]:
    share = win_share(sums_of(counts), 2)
    effect = _rating_effect(sums_of(counts))
    points = 2 * sum(counts) * share.value
    rating, _ = arena.elo_ratings([[0, points], [2 * sum(counts) - points, 0]], [effect] * 2)
    return share, rating


MODELS = {
    "independent games": (0.25, 0, 0.5, 0, 0.25),
    "a deal helps both": (0.1, 0, 0.8, 0, 0.1),
    "a deal helps one": (0.4, 0, 0.2, 0, 0.4),
    "ties": (0.1, 0.2, 0.4, 0.2, 0.1),
    "uneven entrants": (0.03, 0, 0.54, 0, 0.43),
    "uneven entrants and ties": (0.02, 0.08, 0.3, 0.28, 0.32),
}


@pytest.mark.slow
@pytest.mark.parametrize("deals", [2, 5, 20, 200])
@pytest.mark.parametrize("chances", MODELS.values(), ids=MODELS)
def test_intervals_over_deals_cover_the_truth(chances: tuple[float, ...], deals: int) -> None:
    rng, trials = random.Random(deals), 1000
    true = sum(got * chance for got, chance in enumerate(chances)) / 4
    elo = 1500 + 200 * math.log10(true / (1 - true))
    covered, rated = 0, 0
    for _ in range(trials):
        drawn = Counter(rng.choices(range(5), chances, k=deals))
        share, rating = share_and_rating(tuple(drawn[got] for got in range(5)))
        covered += share.low <= true <= share.high
        rated += rating.low <= elo <= rating.high
    # Wilson's interval of independent games covers 0.68 to 0.93 if a deal helps one.
    assert min(covered, rated) / trials > 0.93


@pytest.mark.slow
@pytest.mark.parametrize("deals", [2, 5, 20, 200])
def test_the_interval_of_scores_over_deals_covers_the_mean(deals: int) -> None:
    rng, trials, covered = random.Random(deals), 1000, 0
    for _ in range(trials):
        totals = []
        for _ in range(deals):
            luck = rng.gauss(0, 5)  # the same for both games of a deal
            totals.append(round(rng.gauss(20, 5) + rng.gauss(20, 5) + 2 * luck))
        sums = DealSums(
            *(deals, 2 * deals, sum(totals), 4 * deals, 2 * sum(totals), sum(x * x for x in totals))
        )
        estimate = mean_score(sums)
        covered += estimate.low <= 20 <= estimate.high
    assert covered / trials == pytest.approx(0.95, abs=3 * math.sqrt(0.95 * 0.05 / trials))


def test_the_interval_of_scores_of_one_deal_is_unbounded() -> None:
    assert mean_score(DealSums(1, 2, 30, 4, 60, 900)) == Estimate(15, -math.inf, math.inf)
