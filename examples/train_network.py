"""Train a network for the bot `learnt` by rules of your own, and let it play against `greedy`.

    python examples/train_network.py --games 100000 --out network.json
    keltis tournament learnt:weights=network.json greedy --deals 50 --rules "KELTIS goal_figures=3"

The command `keltis train` does the same, with a progress bar. Half a minute is spent to compile the
kernels, once. After the 800 games that it plays without arguments the network is still a beginner.
"""

import argparse
from pathlib import Path
from tempfile import mkdtemp

from keltis import Rules
from keltis.arena import play_tournament, summary
from keltis.batch import Checkpoint, train

RULES = Rules(goal_figures=3)


def show(checkpoint: Checkpoint) -> None:
    """Print how strong the network is."""
    for _, players, share, half in checkpoint.shares:
        print(f"{checkpoint.games} games, {players} players: {share:.0%} ± {half:.0%} won")


def main() -> None:
    """Train, then play a few games."""
    parser = argparse.ArgumentParser(description="Train a network by rules of your own.")
    parser.add_argument("--games", type=int, default=800, help="the games of self-play")
    parser.add_argument("--out", type=Path, default=Path(mkdtemp()) / "network.json")
    options = parser.parse_args()
    train(
        options.out,
        games=options.games,
        players=[2],
        rules=RULES,
        checkpoints=2,
        deals=20,
        seed=1,
        progress=show,
    )
    bots = [f"learnt:weights={options.out}", "greedy"]
    print(summary(play_tournament(bots, deals=2, rules=RULES, seed=1)))


if __name__ == "__main__":
    main()
