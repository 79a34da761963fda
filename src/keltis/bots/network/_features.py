"""The features of encoded views that the network reads."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from keltis.errors import InvalidArgument
from keltis.learning import Layout

Floats: TypeAlias = NDArray[np.float32]
"""An array of 32-bit floats."""

COLOURS: Final = 5
VALUES: Final = 11
_ROWS: Final = 9
_STONES: Final = 6
_WIDTHS: Final = (
    *(VALUES, VALUES, VALUES),  # hand, hidden, top of the discard pile
    *(_ROWS, _ROWS, _ROWS, 1),  # tiles, and whether the pile is barred
    *(VALUES, 4, _ROWS + 1, 1, VALUES, VALUES, VALUES, 1),  # the viewer
    *(VALUES, 4, _ROWS + 1, 1, VALUES, VALUES, 1),  # the others
)
LOCAL: Final = sum(_WIDTHS)
"""The features of one colour."""
SHARED: Final = 3 + 1 + 2 + 2 + _STONES + 1
"""The features that belong to no colour."""


class Features(NamedTuple):
    """What the network reads, for a number of views."""

    local: Floats
    """By view and colour."""
    shared: Floats
    """By view."""


def features(observations: NDArray[np.uint8], layout: Layout) -> Features:
    """The features of encoded views, one in each row, with this layout.

    The values of the cards must be within 0 to 10, and a path can have 9 stones at most.
    """
    players, rows = layout.shapes["rows"][0], layout.shapes["stone_tiles"][1]
    if layout.values[-1] >= VALUES:
        raise InvalidArgument(
            f"the network reads cards from 0 to {VALUES - 1}, "
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
        if len(values) == VALUES:
            return field
        padded = np.zeros((*field.shape[:-1], VALUES), np.uint8)
        padded[..., list(values)] = field
        return padded

    def _stones(self, name: str) -> NDArray[np.uint8]:
        field = self._field(name)
        missing = _ROWS - field.shape[-1]
        return np.pad(field, ((0, 0), (0, 0), (0, missing))) if missing else field

    def _number(self, name: str) -> Floats:
        """A number that takes one byte or two, the low one first."""
        field = self._field(name).astype(np.float32)
        return field[..., 0] + 256 * field[..., 1] if field.shape[-1] > 1 else field[..., 0]

    def features(self) -> Features:
        hand = self._cards("hand")
        hidden = self._cards("hidden")
        places = np.array([-1, *self._values])  # 0 stands for no card
        top = places[self._field("discard_order")[..., 0]][..., np.newaxis] == np.arange(VALUES)
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
        local = np.empty((self._count, COLOURS, LOCAL), np.float32)
        np.concatenate(parts, axis=2, out=local, casting="unsafe")
        return Features(local, self._shared_features())

    def _shared_features(self) -> Floats:
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
        shared = np.empty((self._count, SHARED), np.float32)
        return np.concatenate(parts, axis=1, out=shared, casting="unsafe")


def _mean(field: NDArray[np.uint8] | NDArray[np.bool_]) -> Floats:
    """The mean over all players but the viewer."""
    mean: Floats = field[:, 1:].mean(1, dtype=np.float32)
    return mean


def _fit_mask(laid: NDArray[np.bool_], directions: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """By value, whether a card can follow in a column (T4)."""
    free, up, down, flat = (directions[..., place, np.newaxis] > 0 for place in range(4))
    lower = np.zeros_like(laid)  # whether a lower card was laid, and a higher one
    lower[..., 1:] = np.logical_or.accumulate(laid, axis=-1)[..., :-1]
    higher = np.zeros_like(laid)
    higher[..., :-1] = np.logical_or.accumulate(laid[..., ::-1], axis=-1)[..., -2::-1]
    return free | (up & ~higher) | (down & ~lower) | (flat & ~higher & ~lower)
