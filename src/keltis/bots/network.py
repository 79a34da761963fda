"""The network of the bot `learnt`, and the features that it reads.

The same weights read each of the five colours, then each colour beside the mean over the colours.
So exchanging two colours exchanges the values of their moves and changes nothing else. Other
players are read as their mean, so the weights fit any number of them. It needs NumPy alone:

>>> import numpy as np
>>> import keltis
>>> from keltis.bots.network import PolicyNetwork, features
>>> from keltis.learning import encode, layout
>>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
>>> observations = np.frombuffer(encode(view), np.uint8)[np.newaxis]
>>> network = PolicyNetwork.initial(hidden=16, seed=1)
>>> activations = network.forward(features(observations, layout(view.rules, 2)))
>>> activations.logits.shape, activations.values.shape
((1, 242), (1,))
"""

try:
    import numpy as np
except ImportError as _error:
    raise ImportError('the bot "learnt" needs NumPy: pip install "keltis[learnt]"') from _error

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias, final
from zipfile import BadZipFile

from numpy.typing import NDArray

from keltis._engine.moves import Move
from keltis._engine.view import PlayerView
from keltis._lib.text import short, short_repr
from keltis.errors import InvalidArgument
from keltis.learning import STANDARD_ACTION_COUNT, Layout, action_id, encode, layout

__all__ = ["Activations", "Features", "PolicyNetwork", "features"]

_Floats: TypeAlias = NDArray[np.float32]
"""An array of 32-bit floats."""

_COLOURS: Final = 5
_VALUES: Final = 11
_ROWS: Final = 9
_STONES: Final = 6
_WIDTHS: Final = (
    *(_VALUES, _VALUES, _VALUES),  # hand, hidden, top of the discard pile
    *(_ROWS, _ROWS, _ROWS, 1),  # tiles, and whether the pile is barred
    *(_VALUES, 4, _ROWS + 1, 1, _VALUES, _VALUES, _VALUES, 1),  # the viewer
    *(_VALUES, 4, _ROWS + 1, 1, _VALUES, _VALUES, 1),  # the others
)
_LOCAL: Final = sum(_WIDTHS)
"""The features of one colour."""
_SHARED: Final = 3 + 1 + 2 + 2 + _STONES + 1
"""The features that belong to no colour."""
_OUTPUTS: Final = 4 * _VALUES + 3 + 1
"""The actions of one colour: lays and discards by value, then advances, then the draw."""
_ACTIONS: Final = np.array(
    [
        [
            *(22 + 20 * value + 4 * colour + kind for value in range(_VALUES) for kind in range(4)),
            *(6 + 3 * colour + kind for kind in range(3)),
            1 + colour,
        ]
        for colour in range(_COLOURS)
    ]
)
"""By colour, the action numbers of these outputs: see `keltis.learning`."""
_OTHER_ACTIONS: Final = (0, 21)
"""To draw from the pile, and to decline."""


class Features(NamedTuple):
    """What the network reads, for a number of views."""

    local: _Floats
    """By view and colour."""
    shared: _Floats
    """By view."""


def features(observations: NDArray[np.uint8], layout: Layout) -> Features:
    """The features of encoded views, one in each row, with this layout.

    The values of the cards must be within 0 to 10, and a path can have 9 stones at most.
    """
    players, rows = layout.shapes["rows"][0], layout.shapes["stone_tiles"][1]
    if layout.values[-1] >= _VALUES:
        raise InvalidArgument(
            f"the network reads cards from 0 to {_VALUES - 1}, "
            f"but these rules have cards of value {layout.values[-1]}"
        )
    if rows > _ROWS:
        raise InvalidArgument(
            f"the network reads paths of at most {_ROWS} stones, but these rules have {rows}"
        )
    if players < 2:
        raise InvalidArgument("the network needs an opponent, but there is only one player")
    return _Reader(observations, layout).features()


class _Reader:
    """The fields of encoded views, padded to the sizes that the network knows."""

    def __init__(self, observations: NDArray[np.uint8], layout: Layout) -> None:
        self._observations = observations
        self._values = layout.values
        self._slices = layout.slices
        self._shapes = layout.shapes
        self._count = len(observations)

    def _field(self, name: str) -> NDArray[np.uint8]:
        part = self._observations[:, self._slices[name]]
        return part.reshape(self._count, *self._shapes[name])

    def _cards(self, name: str) -> NDArray[np.uint8]:
        """A field by value, with zeros for values that the deck does not have."""
        field, values = self._field(name), self._values
        if len(values) == _VALUES:
            return field
        padded = np.zeros((*field.shape[:-1], _VALUES), np.uint8)
        padded[..., list(values)] = field
        return padded

    def _stones(self, name: str) -> NDArray[np.uint8]:
        field = self._field(name)
        missing = _ROWS - field.shape[-1]
        return np.pad(field, ((0, 0), (0, 0), (0, missing))) if missing else field

    def _number(self, name: str) -> _Floats:
        """A number that takes one byte or two, the low one first."""
        field = self._field(name).astype(np.float32)
        return field[..., 0] + 256 * field[..., 1] if field.shape[-1] > 1 else field[..., 0]

    def features(self) -> Features:
        hand = self._cards("hand")
        hidden = self._cards("hidden")
        places = np.array([-1, *self._values])  # 0 stands for no card
        top = places[self._field("discard_order")[..., 0]][..., np.newaxis] == np.arange(_VALUES)
        laid, directions = self._cards("laid"), self._field("directions")
        rows = np.minimum(self._field("rows"), _ROWS)[..., np.newaxis] == np.arange(_ROWS + 1)
        large = self._field("large")[..., np.newaxis]
        fits = _fit_mask(laid > 0, directions)
        others = fits[:, 1:].mean(1, dtype=np.float32)
        seen = self._cards("seen")[:, 1:]
        parts = (
            *(hand, hidden * np.float32(0.5), top),
            *(self._stones("stone_tiles"), self._stones("clover_tiles")),
            self._stones("number_tiles") * np.float32(0.4),
            self._field("barred")[..., np.newaxis],
            *(laid[:, 0], directions[:, 0], rows[:, 0], large[:, 0], fits[:, 0]),
            *(hand * fits[:, 0], hidden * fits[:, 0] * np.float32(0.5)),
            (top & fits[:, 0]).any(2, keepdims=True),
            *(_mean(laid), _mean(directions), _mean(rows), _mean(large)),
            *(seen.mean(1, dtype=np.float32), others, (top * others).sum(2, keepdims=True)),
        )
        local = np.empty((self._count, _COLOURS, _LOCAL), np.float32)
        np.concatenate(parts, axis=2, out=local, casting="unsafe")
        return Features(local, self._shared_features())

    def _shared_features(self) -> _Floats:
        pile = self._number("draw_pile")[:, np.newaxis]
        points = self._number("tile_points")
        stones = self._field("wishing_stones")[..., 0]
        held = np.minimum(stones[:, :1], _STONES - 1) == np.arange(_STONES)
        parts = (
            *(self._field("phase")[:, :3], self._field("may_decline")),
            *(pile / 64, np.minimum(pile, 10) / 10),
            *(points[:, :1] / 10, points[:, 1:].mean(1, keepdims=True) / 10),
            *(held, stones[:, 1:].mean(1, keepdims=True, dtype=np.float32) / 5),
        )
        shared = np.empty((self._count, _SHARED), np.float32)
        return np.concatenate(parts, axis=1, out=shared, casting="unsafe")


def _mean(field: NDArray[np.uint8] | NDArray[np.bool_]) -> _Floats:
    """The mean over all players but the viewer."""
    mean: _Floats = field[:, 1:].mean(1, dtype=np.float32)
    return mean


def _fit_mask(laid: NDArray[np.bool_], directions: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """By value, whether a card can follow in a column (T4)."""
    free, up, down, flat = (directions[..., place, np.newaxis] > 0 for place in range(4))
    lower = np.zeros_like(laid)  # whether a lower card was laid, and a higher one
    lower[..., 1:] = np.logical_or.accumulate(laid, axis=-1)[..., :-1]
    higher = np.zeros_like(laid)
    higher[..., :-1] = np.logical_or.accumulate(laid[..., ::-1], axis=-1)[..., -2::-1]
    return free | (up & ~higher) | (down & ~lower) | (flat & ~higher & ~lower)


# The network.


class Activations(NamedTuple):
    """What the network computes from features: its outputs, and its hidden layers."""

    logits: _Floats
    """By view and action number: the higher, the better. Illegal actions have logits, too."""
    values: _Floats
    """By view, the expected lead of the viewer."""
    first: _Floats
    first_mean: _Floats
    second: _Floats
    second_mean: _Floats


@final
class PolicyNetwork:
    """Weights that value actions. Its arrays may be written to, as training does."""

    def __init__(self, weights: dict[str, _Floats]) -> None:
        """Take arrays by name, of the shapes that `initial` gives them."""
        self.weights: dict[str, _Floats] = weights

    @staticmethod
    def initial(hidden: int = 64, seed: int = 0) -> "PolicyNetwork":
        """An untrained network with random weights."""
        rng = np.random.default_rng(seed)
        weights: dict[str, _Floats] = {}
        for name, (inputs, outputs, size) in _shapes(hidden).items():
            scale = size * (2 / inputs) ** 0.5
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
        found = {name: array.shape for name, array in weights.items()}
        if found != {name: (inputs, outputs) for name, (inputs, outputs, _) in expected.items()}:
            raise _unreadable(path, "its arrays do not fit the network")
        if not all(np.isfinite(array).all() for array in weights.values()):
            raise _unreadable(path, "not all weights are finite")
        return PolicyNetwork(weights)

    def save(self, path: Path) -> None:
        """Write the weights to an `.npz` file, as 16-bit floats. Equal weights give equal files."""
        halves = {name: array.astype(np.float16) for name, array in self.weights.items()}
        save: Callable[..., None] = np.savez  # NumPy 2.0 has no `allow_pickle`, which types ask for
        with path.open("wb") as file:
            save(file, **halves)

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
        by_colour = count, _COLOURS, hidden
        first: _Floats = (given.local.reshape(-1, _LOCAL) @ weights["local"]).reshape(by_colour)
        first += (given.shared @ weights["shared"] + weights["bias"])[:, np.newaxis]
        np.maximum(first, 0, out=first)
        first_mean: _Floats = first.mean(1)
        second: _Floats = (first.reshape(-1, hidden) @ weights["own"]).reshape(by_colour)
        second += (first_mean @ weights["mean"] + weights["second_bias"])[:, np.newaxis]
        np.maximum(second, 0, out=second)
        second_mean: _Floats = second.mean(1)
        outputs: _Floats = second.reshape(-1, hidden) @ weights["actions"] + weights["action_bias"]
        others: _Floats = second_mean @ weights["others"] + weights["other_bias"]
        logits = np.empty((count, STANDARD_ACTION_COUNT), np.float32)
        logits[:, _ACTIONS] = outputs.reshape(count, _COLOURS, _OUTPUTS)
        logits[:, _OTHER_ACTIONS] = others[:, :2]
        return Activations(logits, others[:, 2], first, first_mean, second, second_mean)

    def gradients(
        self, given: Features, activations: Activations, by_logits: _Floats, by_values: _Floats
    ) -> dict[str, _Floats]:
        """The gradients of a loss by the weights, from its gradients by the logits and values.

        The activations are those of `forward` for the same features.
        """
        weights, hidden = self.weights, self.weights["own"].shape[0]
        by_others = np.column_stack((by_logits[:, _OTHER_ACTIONS], by_values))
        flat = by_logits[:, _ACTIONS].reshape(-1, _OUTPUTS)
        second = (flat @ weights["actions"].T).reshape(activations.second.shape)
        second += (by_others @ weights["others"].T)[:, np.newaxis] / _COLOURS
        second *= activations.second > 0
        second_sum, second_rows = second.sum(1), second.reshape(-1, hidden)
        first = (second_rows @ weights["own"].T).reshape(activations.first.shape)
        first += (second_sum @ weights["mean"].T)[:, np.newaxis] / _COLOURS
        first *= activations.first > 0
        first_sum = first.sum(1)
        return {
            "local": given.local.reshape(-1, _LOCAL).T @ first.reshape(-1, hidden),
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


def _shapes(hidden: int) -> dict[str, tuple[int, int, float]]:
    """By the name of an array, its inputs, its outputs, and the scale of its initial weights."""
    return {
        "local": (_LOCAL, hidden, 1.0),
        "shared": (_SHARED, hidden, 1.0),
        "bias": (1, hidden, 0.0),
        "own": (hidden, hidden, 1.0),
        "mean": (hidden, hidden, 0.5),
        "second_bias": (1, hidden, 0.0),
        "actions": (hidden, _OUTPUTS, 0.1),
        "action_bias": (1, _OUTPUTS, 0.0),
        "others": (hidden, 3, 0.1),
        "other_bias": (1, 3, 0.0),
    }
