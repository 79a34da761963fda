"""Elo ratings and their intervals."""

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arena_bots as bots
from keltis import InvalidArgument
from keltis.arena import Entrant, elo_ratings, play_tournament, standings
from keltis.arena import _statistics as ratings


def values(points: list[list[float]]) -> list[float]:
    return [rating.value for rating in elo_ratings(points)]


def win_probability(rating: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - rating) / 400))


def expected_points(elo: list[float], games: int) -> list[list[float]]:
    return [[0 if a is b else games * win_probability(a, b) for b in elo] for a in elo]


def test_elo_recovers_the_ratings_behind_the_points() -> None:
    true = [1800.0, 1650, 1500, 1350, 1200]
    assert values(expected_points(true, 1_000_000)) == pytest.approx(true, abs=0.1)


@given(
    st.lists(st.lists(st.integers(0, 40), min_size=5, max_size=5), min_size=5, max_size=5),
    st.integers(2, 5),
)
def test_elo_is_finite_and_anchored_for_any_points(table: list[list[int]], size: int) -> None:
    rated = elo_ratings([row[:size] for row in table[:size]])
    assert all(math.isfinite(rating.value) for rating in rated)
    assert all(rating.low <= rating.value <= rating.high for rating in rated)
    assert math.fsum(rating.value for rating in rated) / size == pytest.approx(1500)


def test_elo_is_finite_after_only_wins() -> None:
    few, many = values([[0, 5], [0, 0]]), values([[0, 500], [0, 0]])
    assert few == pytest.approx([1500 + 200 * math.log10(11), 1500 - 200 * math.log10(11)])
    assert many[0] > few[0]  # more wins are more evidence
    best, middle, worst = values([[0, 20, 20], [0, 0, 20], [0, 0, 0]])
    assert best > middle > worst
    assert middle == pytest.approx(1500)


def test_the_fit_stops_after_the_maximal_number_of_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "_MAX_ROUNDS", 1)
    rough = values([[0, 9, 9], [0, 0, 9], [0, 0, 0]])
    assert rough[0] > rough[1] > rough[2]


@pytest.mark.parametrize(
    "points",
    [
        *([], [[0]], [[0, 1], [0]]),
        *([[0, -5], [3, 0]], [[0, math.nan], [3, 0]], [[0, math.inf], [3, 0]]),
        [[0, 10**400], [3, 0]],
    ],
)
def test_invalid_points_are_refused(points: list[list[float]]) -> None:
    with pytest.raises(InvalidArgument, match=r"^expected a square of the points of two or more"):
        elo_ratings(points)


def test_the_interval_of_two_entrants_is_that_of_the_log_odds() -> None:
    # The variance of the log odds is 1 / (n p q), and each rating moves by half of the difference.
    p = 30.5 / 41
    margin = 1.959964 * 400 / math.log(10) * math.sqrt(1 / (40 * p * (1 - p))) / 2
    ann, bob = elo_ratings([[0, 30], [10, 0]])
    assert ann.high - ann.value == ann.value - ann.low == pytest.approx(margin)
    assert bob.high - bob.value == pytest.approx(margin)


def test_the_interval_of_equal_entrants_narrows_with_the_root_of_the_games() -> None:
    def width(games: int) -> float:
        rating, *_ = elo_ratings(expected_points([1500.0, 1500.00001, 1499.99999], games))
        return rating.high - rating.low

    assert width(100) / width(400) == pytest.approx(2, rel=1e-6)


@pytest.mark.parametrize(
    "points",
    [
        [[0, 0], [0, 0]],
        [[0, 5, 0], [5, 0, 0], [0, 0, 0]],
        [[0, 5, 0, 0], [5, 0, 0, 0], [0, 0, 0, 5], [0, 0, 5, 0]],
    ],
)
def test_without_games_between_all_the_intervals_are_unbounded(points: list[list[float]]) -> None:
    for rating in elo_ratings(points):
        assert rating.value == pytest.approx(1500)
        assert (rating.low, rating.high) == (-math.inf, math.inf)


def test_a_chain_of_games_links_all_ratings() -> None:
    chain = elo_ratings([[0, 5, 0], [5, 0, 5], [0, 5, 0]])
    assert all(math.isfinite(rating.high) for rating in chain)
    assert chain[1].high < chain[0].high == pytest.approx(chain[2].high)  # the middle played most


def test_the_intervals_of_three_cover_the_true_ratings() -> None:
    true, games, trials, rng = [1600.0, 1500.0, 1400.0], 20, 400, random.Random(2008)
    covered = 0
    for _ in range(trials):
        points = [[0.0] * len(true) for _ in true]
        for a, b in itertools.combinations(range(len(true)), 2):
            won = sum(rng.random() < win_probability(true[a], true[b]) for _ in range(games))
            points[a][b], points[b][a] = won, games - won
        rated = elo_ratings(points)
        covered += sum(r.low <= t <= r.high for r, t in zip(rated, true, strict=True))
    assert 0.93 <= covered / trials / len(true) <= 0.99


@pytest.mark.parametrize("games", [4, 6, 12, 30])
@pytest.mark.parametrize(("best", "least"), [(0.9, 0.92), (0.99, 0.77)])
def test_the_exact_coverage_of_the_intervals_of_two(games: int, best: float, least: float) -> None:
    rated = [elo_ratings([[0, won], [games - won, 0]])[0] for won in range(games + 1)]
    chances = [0.5 + (best - 0.5) * step / 200 for step in range(201)]
    for chance in chances:
        true = 1500 + 200 * math.log10(chance / (1 - chance))
        coverage = math.fsum(
            math.comb(games, won) * chance**won * (1 - chance) ** (games - won)
            for won, rating in enumerate(rated)
            if rating.low <= true <= rating.high
        )
        assert coverage > least


def test_the_order_of_strength_is_recovered_from_play() -> None:
    entrants = [Entrant(name, bot) for name, bot in bots.QUICK.items()]
    ranking = standings(play_tournament(entrants, deals=6, seed=1))
    assert [standing.name for standing in ranking] == ["careful", "hasty", "uniform"]
    assert math.fsum(standing.elo.value for standing in ranking) == pytest.approx(4500)
