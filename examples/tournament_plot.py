"""Play a small tournament, print its table, and plot the points.

    python examples/tournament_plot.py [points.png]

The plot needs matplotlib: pip install "keltis[plot]". For smaller errors play more deals. To use
all cores, pass `executor=concurrent.futures.ProcessPoolExecutor()`: the result stays the same.
"""

import random
import sys
import tempfile
from pathlib import Path

from keltis import Lay, Move, PlayerView
from keltis.arena import Entrant, play_tournament, summary
from keltis.arena.plots import plot_scores


def hasty(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Lay any card that fits."""
    del view  # this bot does not use it
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
