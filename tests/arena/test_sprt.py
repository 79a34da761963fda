"""The sequential test: its ratio and its decisions."""

import pytest

from keltis import InvalidArgument, arena
from keltis.arena import Encounters, Sprt, play_tournament, sprt
from keltis.arena._sprt import log_likelihood_ratio
from leaning import SHORT


def test_the_bounds_are_those_of_wald() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((-2.944439, 2.944439))
    assert Sprt(0, 10, alpha=0.01, beta=0.1).bounds == pytest.approx((-2.292535, 4.499810))


def test_the_ratio_of_wins_and_losses_is_that_of_two_outcomes() -> None:
    # Whole deals won or lost: 60 and 40. 100 Elo points are a share of 0.640065.
    ratio = log_likelihood_ratio(((2, 0, 40), (2, 4, 60)), 0, 100)
    assert ratio == pytest.approx(60 * 0.246961 - 40 * 0.328685, abs=0.01)


def test_the_ratio_is_the_approximation_by_the_variance_for_small_differences() -> None:
    # A mean of 0.51 and a variance of 0.0249 a deal; 5 Elo points are a share of 0.507196.
    deals = ((2, 1, 500), (2, 2, 8600), (2, 3, 900))
    variance = (500 * 0.26**2 + 8600 * 0.01**2 + 900 * 0.24**2) / 10_000
    approximation = 10_000 * 0.007196 * (0.51 - 0.503598) / variance
    assert log_likelihood_ratio(deals, 0, 5) == pytest.approx(approximation, rel=0.05)


@pytest.mark.parametrize(
    ("encounters", "decision", "words"),
    [
        ((), None, "SPRT [0, 100]: LLR 0.00 (-2.94, 2.94), undecided"),
        (((2, 4, 100),), "H1", "(-2.94, 2.94), H1 accepted"),
        (((2, 0, 100),), "H0", "(-2.94, 2.94), H0 accepted"),
    ],
)
def test_a_test_is_undecided_until_a_bound_is_reached(
    encounters: Encounters, decision: str | None, words: str
) -> None:
    status = Sprt(0, 100).status(encounters)
    assert status.decision == decision
    assert str(status).endswith(words)
    assert status.deals == sum(deals for _, _, deals in encounters)


@pytest.mark.slow
def test_the_first_entrant_is_tested_against_the_second() -> None:
    result = play_tournament(["greedy", "random"], deals=12, seed=7)
    assert sprt(result, 0, 100).decision == "H1"
    assert sprt(arena.tally(result), -100, 0, alpha=0.1) == sprt(result, -100, 0, alpha=0.1)
    assert sprt(result, 0, 100).deals == 12
    reverse = play_tournament(["random", "greedy"], deals=12, seed=7)
    assert sprt(reverse, 0, 100).decision == "H0"


def test_three_entrants_have_no_sequential_test() -> None:
    result = play_tournament(["random"] * 3, deals=1, seed=1, rules=SHORT)
    with pytest.raises(InvalidArgument, match="needs two entrants, not 3"):
        sprt(result, 0, 10)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((10, 0), "expected elo0 below elo1"),
        ((0, 5000), "from -4000 to 4000, not 0 and 5000"),
        ((0, float("nan")), "expected elo0 below elo1"),
        ((0, 10, 0.5, 0.05), "alpha and beta must be between 0 and 0.5, not 0.5 and 0.05"),
        ((0, 10, 0.05, 0), "alpha and beta must be between 0 and 0.5, not 0.05 and 0"),
    ],
)
def test_impossible_tests_are_rejected(numbers: tuple[float, ...], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        Sprt(*numbers)
