"""How often the intervals of tournaments hold, and how often the sequential test errs.

    python tests/bench/intervals.py --trials 20000

Deals of two games are drawn from models with a known truth. For each model and number of deals, the
first table has the share of tournaments, in percent, whose 95 % interval has the truth in it: that
of the wins, that of the Elo rating, and that of the wins if the games were independent. The second
table has the errors of `Sprt(0, 50)`, of which 5 % are allowed, and the deals that it took.
"""

import argparse
import math
from functools import cache
from typing import Final

import numpy as np

from keltis.arena import DealSums, Estimate, Sprt, elo_ratings, wilson
from keltis.arena._statistics import mean_score, rating_effect, win_share

MODELS: Final = {
    "independent games": (0.25, 0, 0.5, 0, 0.25),
    "a deal helps both": (0.1, 0, 0.8, 0, 0.1),
    "a deal helps one": (0.4, 0, 0.2, 0, 0.4),
    "ties": (0.1, 0.2, 0.4, 0.2, 0.1),
    "mostly ties": (0.02, 0.13, 0.7, 0.13, 0.02),
    "uneven entrants": (0.03, 0, 0.54, 0, 0.43),
    "uneven entrants and ties": (0.02, 0.08, 0.3, 0.28, 0.32),
}
"""The chances that an entrant gets 0, 1, 2, 3 and 4 half points in the two games of a deal."""

Counted = tuple[int, ...]
"""How often that happened."""


def sums_of(counts: Counted) -> DealSums:
    """The sums of some deals of two games."""
    deals, total = sum(counts), sum(got * n for got, n in enumerate(counts))
    squared = sum(got * got * n for got, n in enumerate(counts))
    return DealSums(deals, 2 * deals, total, 4 * deals, 2 * total, squared)


@cache
def intervals(counts: Counted) -> tuple[Estimate, Estimate, Estimate]:
    """The interval of wins, of the rating, and of wins if the games were independent."""
    sums = sums_of(counts)
    share, points = win_share(sums, 2), sums.total / 2
    rating, _ = elo_ratings([[0, points], [sums.games - points, 0]], [rating_effect(sums)] * 2)
    return share, rating, wilson(points, sums.games)


def coverage(chances: tuple[float, ...], deals: int, trials: int) -> list[float]:
    """How often each of these intervals has the truth in it."""
    share = sum(got * chance for got, chance in enumerate(chances)) / 4
    truths = share, 1500 + 200 * math.log10(share / (1 - share)), share
    drawn = np.random.default_rng(deals).multinomial(deals, chances, trials).tolist()
    held = [
        [each.low <= truth <= each.high for each, truth in zip(found, truths, strict=True)]
        for found in (intervals(tuple(counts)) for counts in drawn)
    ]
    return [sum(column) / trials for column in zip(*held, strict=True)]


def score_coverage(deals: int, trials: int) -> float:
    """How often the interval of the mean score holds, if a deal is as good for both games."""
    rng, held = np.random.default_rng(deals), 0
    for _ in range(trials):
        luck = rng.normal(0, 5, deals)
        totals = np.rint(rng.normal(40, 7, deals) + 2 * luck).astype(int).tolist()
        squared = sum(total * total for total in totals)
        sums = DealSums(deals, 2 * deals, sum(totals), 4 * deals, 2 * sum(totals), squared)
        estimate = mean_score(sums)
        held += estimate.low <= 20 <= estimate.high
    return held / trials


def shifted(chances: tuple[float, ...], elo: float) -> tuple[float, ...]:
    """These chances with another mean: each is multiplied by a power of the same number."""
    share, low, high = 1 / (1 + 10 ** (-elo / 400)), -5.0, 5.0
    while True:
        middle = (low + high) / 2
        weights = [chance * math.exp(middle * got) for got, chance in enumerate(chances)]
        mean = sum(got * weight for got, weight in enumerate(weights)) / sum(weights) / 4
        if abs(mean - share) < 1e-9:
            return tuple(weight / sum(weights) for weight in weights)
        low, high = (middle, high) if mean < share else (low, middle)


def errors(test: Sprt, chances: tuple[float, ...], truth: str, trials: int) -> tuple[float, float]:
    """How often a sequential test is wrong, and the mean number of deals that it takes."""
    wrong, deals = 0, 0
    for trial in range(trials):
        rng, counts, decision = np.random.default_rng([2008, trial]), [0] * 5, None
        while decision is None:
            for got in rng.choice(5, 64, p=chances).tolist():
                counts[got] += 1
                decision = decide(test, tuple(counts))
                if decision is not None:
                    break
        wrong += decision != truth
        deals += sum(counts)
    return wrong / trials, deals / trials


@cache
def decide(test: Sprt, counts: Counted) -> str | None:
    """The decision after these deals."""
    return test.status(tuple((2, got, n) for got, n in enumerate(counts) if n)).decision


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=20_000, help="tournaments of each kind")
    parser.add_argument("--tests", type=int, default=2_000, help="sequential tests of each kind")
    parser.add_argument("--deals", type=int, nargs="*", default=[4, 10, 40, 100, 400])
    options = parser.parse_args()
    show_row("model", [f"{deals} deals" for deals in options.deals])
    for name, chances in MODELS.items():
        covered = [coverage(chances, deals, options.trials) for deals in options.deals]
        show_row(name, [" / ".join(f"{100 * held:.1f}" for held in cell) for cell in covered])
    scores = [score_coverage(deals, options.trials) for deals in options.deals]
    show_row("mean score", [f"{100 * held:.1f}" for held in scores])
    test = Sprt(0, 50)
    show_row("model", ["H0 is true", "H1 is true"])
    for name in ("independent games", "a deal helps both", "a deal helps one", "ties"):
        cells = []
        for truth, elo in (("H0", test.elo0), ("H1", test.elo1)):
            rate, deals = errors(test, shifted(MODELS[name], elo), truth, options.tests)
            cells.append(f"{100 * rate:.1f} % wrong, {deals:.0f} deals")
        show_row(name, cells)


def show_row(name: str, cells: list[str]) -> None:
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
