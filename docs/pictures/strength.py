"""Redraw the plot of the strength of `search`: `python docs/pictures/strength.py`.

`tests/bench/strength.py` measures the shares.
"""

import math
from pathlib import Path
from typing import Final

from keltis.render._kit.svg import circle, curve, element, label, path_data
from keltis.render._pieces import PALETTE, Theme

HERE: Final = Path(__file__).parent
SHARES: Final = (
    (100, 70.1, 4.1),
    (300, 76.4, 3.9),
    (1000, 80.2, 3.8),
    (2000, 86.1, 3.2),
)
"""Iterations, the share of wins against `greedy` in percent, and half of its 95 % interval."""
WIDTH, HEIGHT = 640.0, 360.0
LEFT, RIGHT, TOP, BOTTOM = 84.0, 24.0, 40.0, 70.0
LOWEST, HIGHEST = 50, 100


def main(directory: Path = HERE) -> None:
    for ending, theme in (("", "light"), ("-dark", "dark")):
        path = directory / f"strength{ending}.svg"
        path.write_text(strength(PALETTE.theme(theme)), encoding="utf-8")


def strength(theme: Theme) -> str:
    """The shares of wins by the number of iterations."""
    ink, paint = theme.page.ink, theme.accent
    line = [(place(count), height(share)) for count, share, _ in SHARES]
    parts = [
        *grid(theme),
        label(LEFT, 14, "wins against greedy", 18, 400, ink, anchor="start"),
        curve(path_data(("M", line[:1]), ("L", line[1:])), paint, 3),
    ]
    for count, share, half in SHARES:
        x = place(count)
        parts.append(rule(x, height(share - half), x, height(share + half), paint, 3))
        parts.append(circle((x, height(share)), 6, paint))
        parts.append(label(x, HEIGHT - BOTTOM + 20, f"{count:,}", 18, 90, ink))
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(label(middle, HEIGHT - 20, "iterations for a decision", 18, 400, ink))
    text = "The share of games that search wins against greedy grows with its iterations."
    return theme.picture("Strength of search by budget", text, (WIDTH, HEIGHT), parts)


def grid(theme: Theme) -> list[str]:
    """A line for every ten percent, with its number."""
    parts = []
    for share in range(LOWEST, HIGHEST + 1, 10):
        y = height(share)
        parts.append(rule(LEFT, y, WIDTH - RIGHT, y, theme.line, 1))
        parts.append(label(LEFT - 12, y, f"{share} %", 18, 70, theme.page.ink, anchor="end"))
    return parts


def rule(x1: float, y1: float, x2: float, y2: float, stroke: str, width: float) -> str:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width)


def place(iterations: int) -> float:
    """The x of a number of iterations, on a logarithmic scale."""
    first, last = (math.log(SHARES[end][0]) for end in (0, -1))
    along = (math.log(iterations) - first) / (last - first)
    return round(LEFT + 40 + along * (WIDTH - RIGHT - LEFT - 80), 1)


def height(share: float) -> float:
    """The y of a share in percent."""
    along = (share - LOWEST) / (HIGHEST - LOWEST)
    return round(HEIGHT - BOTTOM - along * (HEIGHT - BOTTOM - TOP), 1)


if __name__ == "__main__":
    main()
