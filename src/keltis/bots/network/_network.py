"""The weights of the network, its forward pass, and its gradients."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, final
from zipfile import BadZipFile

import numpy as np

from keltis._shared.text import short, short_repr
from keltis.bots.network._features import COLOURS, LOCAL, SHARED, VALUES, Features, Floats, features
from keltis.errors import InvalidArgument
from keltis.learning import STANDARD_ACTION_COUNT, action_id, encode, layout
from keltis.moves import Move
from keltis.view import PlayerView

OUTPUTS: Final = 4 * VALUES + 3 + 1
"""The actions of one colour: lays and discards by value, then advances, then the draw."""


class Activations(NamedTuple):
    """What the network computes from features: its outputs, and its hidden layers."""

    logits: Floats
    """By view and action number: the higher, the better. Illegal actions have logits, too."""
    values: Floats
    """By view, the expected lead of the viewer."""
    first: Floats
    first_mean: Floats
    second: Floats
    second_mean: Floats


@final
class PolicyNetwork:
    """Weights that value actions. Its arrays may be written to, as training does."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        """Take arrays by name, of the shapes that `initial` gives them."""
        self.weights: dict[str, Floats] = weights

    @staticmethod
    def initial(hidden: int = 64, seed: int = 0) -> "PolicyNetwork":
        """An untrained network with random weights."""
        rng = np.random.default_rng(seed)
        weights: dict[str, Floats] = {}
        for name, (inputs, outputs) in _shapes(hidden).items():
            scale = _SCALES[name] * (2 / inputs) ** 0.5
            weights[name] = (rng.standard_normal((inputs, outputs)) * scale).astype(np.float32)
        return PolicyNetwork(weights)

    @staticmethod
    def load(path: Path) -> "PolicyNetwork":
        """Read the file that `save` has written."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                weights = {name: arrays[name].astype(np.float32) for name in arrays.files}
        except (OSError, ValueError, TypeError, AttributeError, EOFError, BadZipFile) as error:
            raise _unreadable(path, short(str(error))) from error
        expected = _shapes(weights["bias"].size if "bias" in weights else 0)
        if {name: array.shape for name, array in weights.items()} != expected:
            raise _unreadable(path, "its arrays do not fit the network")
        if not all(np.isfinite(array).all() for array in weights.values()):
            raise _unreadable(path, "not all weights are finite")
        return PolicyNetwork(weights)

    def save(self, path: Path) -> None:
        """Write the weights to an `.npz` file, as 16-bit floats. Equal weights give equal files."""
        halves = {name: array.astype(np.float16) for name, array in self.weights.items()}
        with path.open("wb") as file:
            np.savez(file, allow_pickle=False, **halves)

    def move_values(self, view: PlayerView, moves: Sequence[Move]) -> list[float]:
        """The logits of moves of the viewer: the higher, the better."""
        code = layout(view.rules, len(view.players))
        observations = np.frombuffer(encode(view), np.uint8)[np.newaxis]
        logits = self.forward(features(observations, code)).logits[0]
        actions = [action_id(move) for move in moves]
        for move, action in zip(moves, actions, strict=True):
            if action >= len(logits):
                raise InvalidArgument(f"the network does not know the move {move}")
        return [float(logits[action]) for action in actions]

    def forward(self, given: Features) -> Activations:
        """Value all actions, in all views at once."""
        weights = self.weights
        count, hidden = len(given.local), weights["shared"].shape[1]
        by_colour = count, COLOURS, hidden
        first: Floats = (given.local.reshape(-1, LOCAL) @ weights["local"]).reshape(by_colour)
        first += (given.shared @ weights["shared"] + weights["bias"])[:, np.newaxis]
        np.maximum(first, 0, out=first)
        first_mean: Floats = first.mean(1)
        second: Floats = (first.reshape(-1, hidden) @ weights["own"]).reshape(by_colour)
        second += (first_mean @ weights["mean"] + weights["second_bias"])[:, np.newaxis]
        np.maximum(second, 0, out=second)
        second_mean: Floats = second.mean(1)
        outputs: Floats = second.reshape(-1, hidden) @ weights["actions"] + weights["action_bias"]
        others: Floats = second_mean @ weights["others"] + weights["other_bias"]
        logits = np.empty((count, STANDARD_ACTION_COUNT), np.float32)
        _write_logits(logits, outputs.reshape(count, COLOURS, OUTPUTS), others)
        return Activations(logits, others[:, 2], first, first_mean, second, second_mean)

    def gradients(
        self, given: Features, activations: Activations, by_logits: Floats, by_values: Floats
    ) -> dict[str, Floats]:
        """The gradients of a loss by the weights, from its gradients by the logits and values.

        The activations are those of `forward` for the same features.
        """
        weights, hidden = self.weights, self.weights["own"].shape[0]
        by_outputs, by_others = _read_logits(by_logits)
        by_others = np.concatenate((by_others, by_values[:, np.newaxis]), axis=1)
        flat = by_outputs.reshape(-1, OUTPUTS)
        second = (flat @ weights["actions"].T).reshape(activations.second.shape)
        second += (by_others @ weights["others"].T)[:, np.newaxis] / COLOURS
        second *= activations.second > 0
        second_sum, second_rows = second.sum(1), second.reshape(-1, hidden)
        first = (second_rows @ weights["own"].T).reshape(activations.first.shape)
        first += (second_sum @ weights["mean"].T)[:, np.newaxis] / COLOURS
        first *= activations.first > 0
        first_sum = first.sum(1)
        return {
            "local": given.local.reshape(-1, LOCAL).T @ first.reshape(-1, hidden),
            "shared": given.shared.T @ first_sum,
            "bias": first_sum.sum(0, keepdims=True),
            "own": activations.first.reshape(-1, hidden).T @ second_rows,
            "mean": activations.first_mean.T @ second_sum,
            "second_bias": second_sum.sum(0, keepdims=True),
            "actions": activations.second.reshape(-1, hidden).T @ flat,
            "action_bias": flat.sum(0, keepdims=True),
            "others": activations.second_mean.T @ by_others,
            "other_bias": by_others.sum(0, keepdims=True),
        }


def _unreadable(path: Path, reason: str) -> InvalidArgument:
    return InvalidArgument(f"cannot read the weights in {short_repr(str(path))}: {reason}")


def _write_logits(logits: Floats, outputs: Floats, others: Floats) -> None:
    """Write the outputs to the action numbers that they belong to: see `keltis.learning`."""
    cards, advances, draws = np.split(outputs, (4 * VALUES, 4 * VALUES + 3), axis=2)
    logits[:, 0] = others[:, 0]
    logits[:, 1:6] = draws[..., 0]
    logits[:, 6:21] = advances.reshape(len(logits), 15)
    logits[:, 21] = others[:, 1]
    by_colour = cards.reshape(len(logits), COLOURS, VALUES, 4)
    logits[:, 22:] = by_colour.transpose(0, 2, 1, 3).reshape(len(logits), -1)


def _read_logits(logits: Floats) -> tuple[Floats, Floats]:
    """The outputs by colour, and those of the pile and of declining, from the action numbers."""
    count = len(logits)
    cards = logits[:, 22:].reshape(count, VALUES, COLOURS, 4).transpose(0, 2, 1, 3)
    advances = logits[:, 6:21].reshape(count, COLOURS, 3)
    draws = logits[:, 1:6, np.newaxis]
    outputs = np.concatenate((cards.reshape(count, COLOURS, -1), advances, draws), axis=2)
    return outputs, logits[:, [0, 21]]


_SCALES: Final = {
    **dict.fromkeys(("local", "shared", "own"), 1.0),
    **dict.fromkeys(("bias", "second_bias", "action_bias", "other_bias"), 0.0),
    "mean": 0.5,
    "actions": 0.1,
    "others": 0.1,
}
"""By the name of an array, the scale of its initial weights."""


def _shapes(hidden: int) -> dict[str, tuple[int, int]]:
    return {
        "local": (LOCAL, hidden),
        "shared": (SHARED, hidden),
        "bias": (1, hidden),
        "own": (hidden, hidden),
        "mean": (hidden, hidden),
        "second_bias": (1, hidden),
        "actions": (hidden, OUTPUTS),
        "action_bias": (1, OUTPUTS),
        "others": (hidden, 3),
        "other_bias": (1, 3),
    }
