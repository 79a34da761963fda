"""A small tournament, its table, and a plot of the points.

    python examples/tournament_plot.py [points.png]

The plot needs matplotlib: pip install "keltis[plot]". For better numbers play more deals, on all
cores with `executor=concurrent.futures.ProcessPoolExecutor()`: the result is the same, however the
games are spread.
"""

import random
import sys
import tempfile
from pathlib import Path

from keltis import Lay, Move, PlayerView
from keltis.arena import Entrant, play_tournament, summary
from keltis.arena.plots import plot_scores


def hasty(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Lays any card that fits."""
    del view  # it does not even look
    lays = [move for move in moves if isinstance(move, Lay)]
    return rng.choice(lays or moves)


def main() -> None:
    result = play_tournament(["greedy", "random", Entrant("hasty", hasty)], deals=4, seed=2008)
    print(summary(result))
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp()) / "points.png"
    try:
        plot_scores(result).savefig(path, dpi=150)
    except ImportError as missing:
        print(f"\nNo plot this time: {missing}")
        return
    print(f"\nThe plot is in {path}")


if __name__ == "__main__":
    main()
