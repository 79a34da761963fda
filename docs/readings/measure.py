"""How often each switch of the rules changes a game: writes `table.txt` for the page.

Run it as `python docs/readings/measure.py`; it needs the extra `batch`. It takes some minutes, and
the same figures come out every time.
"""

from pathlib import Path

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis import KELTIS, KELTIS_LITERAL, REFERENCE_MANUAL, Rules, compare_readings
from keltis.batch import play_matches
from keltis.bots import play_match

GAMES = 2_000
BOTS = ("greedy", "greedy")
MAX_TURNS = 1_000
READINGS: dict[str, Rules] = {
    "T4: an equal pair fixes a flat column": attrs.evolve(KELTIS, equal_pair_fixes_flat=True),
    "T7: no card may be taken back": attrs.evolve(KELTIS, may_take_own_discard=False),
    "P4: a clover must be used": attrs.evolve(KELTIS, clover_may_be_declined=False),
    "P5, T5: a step may bring a figure on to a path": attrs.evolve(KELTIS, advance_may_enter=True),
    "P6: a step may be wasted on an end stone": attrs.evolve(KELTIS, step_may_be_wasted=True),
    "F2: two wishing stones cost 2 points": attrs.evolve(
        KELTIS, wishing_stone_points=REFERENCE_MANUAL.wishing_stone_points
    ),
    "F2: the table that the Spanish edition prints": attrs.evolve(
        KELTIS, wishing_stone_points=(-4, -3, -2, -3, -6, 10)
    ),
    "`KELTIS_LITERAL`": KELTIS_LITERAL,
    "`REFERENCE_MANUAL` with the deck of `KELTIS`": attrs.evolve(
        REFERENCE_MANUAL, values=KELTIS.values, cards_removed=KELTIS.cards_removed
    ),
}


def main() -> None:
    """Play the games, and write the table."""
    records = [play_match(BOTS, seed=seed) for seed in range(GAMES)]
    usual = winners(KELTIS)
    lines = [
        "| Reading | Other legal moves | A move is illegal | Another winner | Played anew |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, rules in READINGS.items():
        compared = [compare_readings(record, rules) for record in records]
        shares = (
            sum(comparison.first_choice is not None for comparison in compared) / GAMES,
            sum(comparison.illegal is not None for comparison in compared) / GAMES,
            sum(comparison.winners_differ for comparison in compared) / GAMES,
            share_of_others(usual, winners(rules)),
        )
        lines.append(f"| {name} | {' | '.join(f'{share:.1%}' for share in shares)} |")
    chance = share_of_others(usual, winners(KELTIS, first_policy_seed=GAMES))
    lines.append(f"| none, but the bots break ties otherwise | | | | {chance:.1%} |")
    Path(__file__).with_name("table.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


def winners(rules: Rules, *, first_policy_seed: int = 0) -> NDArray[np.bool_]:
    """By deal and seat, who wins a new game of the bots; nobody wins one that is truncated (E3)."""
    ends = play_matches(
        [BOTS] * GAMES,
        seeds=range(GAMES),
        policy_seeds=range(first_policy_seed, first_policy_seed + GAMES),
        rules=rules,
        max_turns=MAX_TURNS,
    )
    return ends.batch.outcomes().winners


def share_of_others(ones: NDArray[np.bool_], others: NDArray[np.bool_]) -> float:
    """The share of the games that other seats win."""
    return float((ones != others).any(axis=1).mean())


if __name__ == "__main__":
    main()
