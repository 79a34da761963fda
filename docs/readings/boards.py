"""What the places of the tiles change in play (C3): writes `boards.txt` for the page of the rules.

Run it as `python docs/readings/boards.py`; it needs the extra `batch`. The same figures come out
every time.
"""

from pathlib import Path

from keltis import KELTIS, EndReason, Rules
from keltis.batch import END_REASONS, play_matches

GAMES = 10_000
MAX_TURNS = 1_000
EVEN, ODD = (2, 4, 6, 8, 9), (1, 3, 5, 7, 9)
BOARDS = {
    "`KELTIS`": KELTIS,
    "the checkerboard of 0.2.0": Rules(tile_rows=(EVEN, ODD, EVEN, ODD, EVEN)),
    "every other row, as in 0.1.0": Rules(tile_rows=(EVEN,) * 5),
}


def main() -> None:
    """Play the games, and write the table."""
    lines = [
        "| Board | Ends by the fifth figure | Score | Margin | Turns |",
        "|---|---:|---:|---:|---:|",
        *(f"| {name} | {' | '.join(figures(rules))} |" for name, rules in BOARDS.items()),
    ]
    Path(__file__).with_name("boards.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


def figures(rules: Rules) -> list[str]:
    """The columns of a board: over all games but those that are truncated (E3)."""
    matches = play_matches(
        [("greedy", "greedy")] * GAMES,
        seeds=range(GAMES),
        rules=rules,
        max_turns=MAX_TURNS,
    )
    ends = matches.batch.outcomes()
    over = ends.reasons > 0
    scores, fifth = ends.scores[over], END_REASONS.index(EndReason.FIFTH_FIGURE)
    return [
        f"{(ends.reasons[over] == fifth).mean():.1%}",
        f"{scores.mean():.1f}",
        f"{abs(scores[:, 0] - scores[:, 1]).mean():.1f}",
        f"{matches.turns[over].mean():.1f}",
    ]


if __name__ == "__main__":
    main()
