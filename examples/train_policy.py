"""Train the policy of the bot `learnt` by self-play on the vector environment.

    python examples/train_policy.py --minutes 3.5 --points 7 --deals 20 --out policy
    keltis tournament learnt:weights=policy.npz random --deals 50

Without arguments it trains for some seconds only. It prints the shares of games won against random
and greedy, and writes the weights and the learning curve. It needs NumPy, Numba and matplotlib: pip
install "keltis[batch,plot]".

The algorithm is proximal policy optimisation (PPO): play some decisions of many games with the
present network, estimate the advantage of each decision (GAE), and change the weights a little in
favour of the better ones. Both players have the same network, so a reward of one is a loss of the
other. Two choices matter here:

- **Shaping.** A game has a hundred decisions, and a first step on a path costs four points. So the
  reward of each decision is the change of a potential: steps, tiles and wishing stones. At the end
  of a game the potential is replaced by the true lead. Shaping by a potential leaves the best
  policy as it is (Ng, Harada and Russell, 1999).
- **Truncation.** Two players who only take discarded cards can play forever. A game of 400
  decisions is a tie, so that the leader ends it.
"""

import argparse
import math
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

# The matrices are small: more threads of NumPy would only wait for each other.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from keltis import KELTIS, STANDARD_ACTION_COUNT
from keltis.arena import Entrant, play_tournament, standings
from keltis.batch import VectorEnv
from keltis.bots.network import Features, PolicyNetwork, features
from keltis.learning import layout

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]

LAYOUT: Final = layout(KELTIS, 2)
SLICES: Final = LAYOUT.slices
GAMES: Final = 512
"""The games that are played side by side."""
STEPS: Final = 32
"""The decisions of each game between two updates."""
MAX_MOVES: Final = 400
EPOCHS: Final = 2
BATCH: Final = 2048
LEARNING_RATE: Final = 1.5e-3
ENTROPY: Final = 0.02
"""The first weight of the entropy in the loss, so that the policy keeps exploring."""
CLIP: Final = 0.2
LAMBDA: Final = 0.95
WIN: Final = 10.0
"""What winning is worth beside the lead in points."""
SCALE: Final = 10.0
"""The points that are a reward of 1."""


OPPONENTS: Final = "random", "greedy"
"""The bots to measure it with; it learns from neither."""


class Progress(NamedTuple):
    """One point of the learning curve."""

    seconds: float
    decisions: int
    against_random: float
    """The share of games won."""
    against_greedy: float

    def __str__(self) -> str:
        trained = f"{self.seconds:5.0f} s {self.decisions:9,} decisions"
        return f"{trained}: {self.against_random:4.0%} and {self.against_greedy:4.0%} won"


class Rollout:
    """The decisions between two updates, by step and game."""

    def __init__(self) -> None:
        shape = STEPS, GAMES
        first = features(np.zeros((1, LAYOUT.size), np.uint8), LAYOUT)
        self.local: Floats = np.empty((*shape, *first.local.shape[1:]), np.float32)
        self.shared: Floats = np.empty((*shape, *first.shared.shape[1:]), np.float32)
        self.masks = np.empty((*shape, STANDARD_ACTION_COUNT), np.bool_)
        self.actions = np.empty(shape, np.int64)
        self.probabilities: Floats = np.empty(shape, np.float32)
        self.values: Floats = np.empty((STEPS + 1, GAMES), np.float32)
        self.rewards: Floats = np.empty(shape, np.float32)
        self.signs: Floats = np.empty(shape, np.float32)
        """1 if the same player decides next, -1 if the other does, 0 at the end of a game."""

    def advantages(self) -> Floats:
        """How much better each decision was than expected (GAE)."""
        advantages = np.empty_like(self.rewards)
        last: Floats = np.zeros(GAMES, np.float32)
        for step in reversed(range(STEPS)):
            later = self.signs[step] * (self.values[step + 1] + np.float32(LAMBDA) * last)
            last = self.rewards[step] + later - self.values[step]
            advantages[step] = last
        return advantages


class Games:
    """The games that the network plays against itself."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._env = VectorEnv(GAMES, max_moves=MAX_MOVES)
        self._observations, self._infos = self._env.reset(seed=int(rng.integers(2**32)))

    def play(self, network: PolicyNetwork, rollout: Rollout) -> None:
        """Fill the rollout with the next decisions."""
        for step in range(STEPS):
            given = features(self._observations, LAYOUT)
            rollout.local[step], rollout.shared[step] = given
            rollout.masks[step] = self._infos["action_mask"]
            answer = network.forward(given)
            rollout.values[step] = answer.values
            chances = probabilities(answer.logits, rollout.masks[step])
            actions = sample(chances, self._rng)
            rollout.actions[step] = actions
            rollout.probabilities[step] = chances[np.arange(GAMES), actions]
            self._step(actions, rollout.rewards[step], rollout.signs[step])
        rollout.values[STEPS] = network.forward(features(self._observations, LAYOUT)).values

    def _step(self, actions: Ints, rewards: Floats, signs: Floats) -> None:
        players = self._infos["to_move"].copy()
        before = potential(self._observations)
        self._observations, _, ended, truncated, self._infos = self._env.step(actions)
        over = ended | truncated
        signs[:] = np.where(self._infos["to_move"] == players, 1, -1)
        rewards[:] = signs * potential(self._observations) - before
        if over.any():
            scores = self._infos["scores"][over].astype(np.float32)
            lead = (scores[:, 0] - scores[:, 1]) * np.where(players[over] == 0, 1, -1)
            lead[truncated[over]] = 0
            rewards[over] = lead + WIN * np.sign(lead) - before[over]
        rewards /= SCALE
        signs[over] = 0


def potential(observations: NDArray[np.uint8]) -> Floats:
    """A smooth measure of the viewer's lead: every step, tile and wishing stone is some points."""
    rows = observations[:, SLICES["rows"]].reshape(-1, 2, 5)
    large = observations[:, SLICES["large"]].reshape(-1, 2, 5)
    steps = (rows * (1 + large)).sum(2, dtype=np.float32)
    stones = np.minimum(observations[:, SLICES["wishing_stones"]], 5)
    points = 1.1 * steps + observations[:, SLICES["tile_points"]] + 2.5 * stones
    lead: Floats = (points[:, 0] - points[:, 1]).astype(np.float32)
    return lead


def probabilities(logits: Floats, masks: NDArray[np.bool_]) -> Floats:
    """The softmax over the legal actions."""
    chances = np.where(masks, logits, np.float32(-np.inf))
    chances -= chances.max(1, keepdims=True)
    np.exp(chances, out=chances)
    chances /= chances.sum(1, keepdims=True)
    return chances


def sample(chances: Floats, rng: np.random.Generator) -> Ints:
    """An action for each game, by the probabilities."""
    noise = rng.exponential(size=chances.shape).astype(np.float32) + np.float32(1e-20)
    chosen: Ints = (chances / noise).argmax(1)
    return chosen


class Adam:
    """The optimiser."""

    def __init__(self, network: PolicyNetwork) -> None:
        self._weights = network.weights
        self._means = {name: np.zeros_like(array) for name, array in self._weights.items()}
        self._squares = {name: np.zeros_like(array) for name, array in self._weights.items()}
        self._count = 0

    def step(self, gradients: dict[str, Floats], rate: float) -> None:
        """Change the weights; a gradient of a norm above 0.5 is shortened."""
        self._count += 1
        norm = math.sqrt(sum(float((array * array).sum()) for array in gradients.values()))
        rate /= 1 - 0.9**self._count
        for name, array in gradients.items():
            gradient = array * np.float32(min(1, 0.5 / (norm + 1e-9)))
            self._means[name] += np.float32(0.1) * (gradient - self._means[name])
            self._squares[name] += np.float32(0.001) * (gradient**2 - self._squares[name])
            size = np.sqrt(self._squares[name] / np.float32(1 - 0.999**self._count))
            self._weights[name] -= np.float32(rate) * self._means[name] / (size + np.float32(1e-8))


def update(
    network: PolicyNetwork,
    adam: Adam,
    rollout: Rollout,
    left: float,
    rng: np.random.Generator,
) -> None:
    """Learn from a rollout; `left` is the part of the training that is left, from 1 to 0."""
    count = STEPS * GAMES
    advantages = rollout.advantages()
    goals = (advantages + rollout.values[:-1]).reshape(count)
    advantages = (advantages.reshape(count) - advantages.mean()) / (advantages.std() + 1e-6)
    local = rollout.local.reshape(count, *rollout.local.shape[2:])
    shared, masks = rollout.shared.reshape(count, -1), rollout.masks.reshape(count, -1)
    actions, before = rollout.actions.reshape(count), rollout.probabilities.reshape(count)
    entropy = np.float32((0.001 + ENTROPY * left**2) / BATCH)
    for _ in range(EPOCHS):
        for chosen in rng.permutation(count).reshape(-1, BATCH):
            given = Features(local[chosen], shared[chosen])
            answer = network.forward(given)
            chances = probabilities(answer.logits, masks[chosen])
            made = np.arange(BATCH), actions[chosen]
            ratio, advantage = chances[made] / before[chosen], advantages[chosen]
            useful = np.where(advantage >= 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            pull = advantage * ratio * useful / np.float32(BATCH)
            logs = np.log(np.maximum(chances, np.float32(1e-9)))
            surprise = logs - (chances * logs).sum(1, keepdims=True)
            by_logits = chances * (entropy * surprise + pull[:, np.newaxis])
            by_logits[made] -= pull
            by_values = (answer.values - goals[chosen]) * np.float32(0.5 / BATCH)
            gradients = network.gradients(given, answer, by_logits, by_values)
            adam.step(gradients, LEARNING_RATE * max(0.03, left))


def win_share(weights: Path, opponent: str, deals: int) -> float:
    """The share of games that saved weights win against a bot: every deal with both seatings."""
    mine = Entrant("mine", f"learnt:weights={weights}")
    result = play_tournament([mine, opponent], deals=deals, seed=1)
    (share,) = (place.win_share for place in standings(result) if place.name == "mine")
    return share.value if share else 0


def train(
    network: PolicyNetwork,
    *,
    seconds: float,
    seed: int,
    points: int,
    weights: Path,
    deals: int = 10,
    left: float = 1,
) -> Iterator[Progress]:
    """Train the network for some seconds; save and measure it now and then, and at the end.

    The learning rate and the entropy fall to their ends; with less `left`, they begin lower.
    """
    rng = np.random.default_rng(seed)
    games, rollout, adam = Games(rng), Rollout(), Adam(network)
    games.play(network, rollout)  # compiles the kernels, which is no training either
    decisions, used, due = 0, 0.0, 0.0  # measuring does not count as training
    while used < seconds:
        if used >= due:
            network.save(weights)
            yield Progress(used, decisions, *(win_share(weights, bot, deals) for bot in OPPONENTS))
            due += seconds / points
        start = time.process_time()
        games.play(network, rollout)
        update(network, adam, rollout, left * (1 - used / seconds), rng)
        decisions += STEPS * GAMES
        used += time.process_time() - start
    network.save(weights)
    yield Progress(used, decisions, *(win_share(weights, bot, deals) for bot in OPPONENTS))


def draw(curve: list[Progress]) -> Figure:
    """Draw the learning curve."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot(xlabel="decisions", ylabel="games won (%)", ylim=(0, 101))
    for bot, shares in zip(OPPONENTS, zip(*(now[2:] for now in curve), strict=True), strict=True):
        decisions = [now.decisions for now in curve]
        axes.plot(decisions, [100 * share for share in shares], marker="o", label=f"against {bot}")
    axes.legend()
    axes.grid(alpha=0.3)
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=0.08, help="processor time to train")
    parser.add_argument("--points", type=int, default=1, help="how often to measure")
    parser.add_argument("--deals", type=int, default=1, help="the deals of a measurement")
    parser.add_argument("--seed", type=int, default=2008)
    parser.add_argument("--start", type=Path, help="weights to continue from, with half the rate")
    parser.add_argument("--out", type=Path, default=Path(tempfile.mkdtemp()) / "policy")
    options = parser.parse_args()
    network, left = PolicyNetwork.initial(seed=options.seed), 1.0
    if options.start:
        network, left = PolicyNetwork.load(options.start), 0.5
    weights, picture = options.out.with_suffix(".npz"), options.out.with_suffix(".svg")
    curve = []
    for now in train(
        network,
        seconds=60 * options.minutes,
        seed=options.seed,
        points=options.points,
        weights=weights,
        deals=options.deals,
        left=left,
    ):
        print(now)
        curve.append(now)
    draw(curve).savefig(picture)
    print(f"The weights are in {weights}, the learning curve is in {picture}.")


if __name__ == "__main__":
    main()
