"""How often each switch of the rules changes a game: writes `table.txt` for the page.

Run it as `python docs/readings/measure.py`. It takes about a quarter of an hour, and the same
figures come out every time.
"""

from pathlib import Path

import attrs

from keltis import KELTIS, KELTIS_LITERAL, Rules, compare_readings
from keltis.bots import play_match

GAMES = 2_000
"""The games that are replayed under every reading."""
ANEW = 200
"""The first of these deals that are also played anew under every reading."""
BOTS = ("greedy", "greedy")
READINGS: dict[str, Rules] = {
    "T4: an equal pair fixes a flat column": attrs.evolve(KELTIS, equal_pair_fixes_flat=True),
    "T7: no card may be taken back": attrs.evolve(KELTIS, may_take_own_discard=False),
    "P4: a clover must be used": attrs.evolve(KELTIS, clover_may_be_declined=False),
    "P5: a clover may bring a figure on to a path": attrs.evolve(KELTIS, advance_may_enter=True),
    "P6: a step may be wasted on an end stone": attrs.evolve(KELTIS, step_may_be_wasted=True),
    "F2: two wishing stones cost 2 points": attrs.evolve(
        KELTIS, wishing_stone_points=(-4, -3, -2, 3, 6, 10)
    ),
    "`KELTIS_LITERAL`": KELTIS_LITERAL,
}


def main() -> None:
    """Play the games, and write the table."""
    records = [play_match(BOTS, seed=seed) for seed in range(GAMES)]
    lines = [
        "| Reading | Other legal moves | A move is illegal | Another winner | Played anew |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, rules in READINGS.items():
        compared = [compare_readings(record, rules) for record in records]
        ends = [record.outcome for record in records[:ANEW]]
        others = [play_match(BOTS, seed=seed, rules=rules).outcome for seed in range(ANEW)]
        changed = [
            end is None or other is None or end.winners != other.winners
            for end, other in zip(ends, others, strict=True)
        ]
        shares = (
            sum(comparison.first_choice is not None for comparison in compared) / GAMES,
            sum(comparison.illegal is not None for comparison in compared) / GAMES,
            sum(comparison.winners_differ for comparison in compared) / GAMES,
            sum(changed) / ANEW,
        )
        lines.append(f"| {name} | {' | '.join(f'{share:.1%}' for share in shares)} |")
    Path(__file__).with_name("table.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
