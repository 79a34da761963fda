"""The layers of the network of `learnt`, by NumPy or in plain Python."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, TypeAlias

from keltis._network import HIDDEN_1, HIDDEN_2, ValueNetwork, Vector, weight_shapes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Features: TypeAlias = tuple[Sequence[int], Sequence[float]]
"""Rows of weights, and factors."""


class Layers(Protocol):
    """The layers of a network, by NumPy or in plain Python."""

    def sum_colour(self, index: Sequence[int], factor: Sequence[float], /) -> Vector[float]:
        """The sums of the first layer from the features of one colour."""

    def values(
        self, sums: Sequence[Sequence[Vector[float]]], shared: Sequence[Features], /
    ) -> list[tuple[float, float]]:
        """The values of afterstates: the chance to win, and that of the margin.

        They are given by the sums of their colours and the features that the colours share.
        """


class PlainLayers:
    """The layers in plain Python."""

    def __init__(self, network: ValueNetwork) -> None:
        parts = []
        start = 0
        for height, width in weight_shapes(network.values, network.rows):
            stop = start + height * width
            rows = range(start, stop, width)
            parts.append([network.weights[row : row + width].tolist() for row in rows])
            start = stop
        (
            self._colour,
            self._shared,
            self._second,
            self._second_shared,
            self._output,
            (self._bias,),
        ) = parts

    def sum_colour(self, index: Sequence[int], factor: Sequence[float]) -> list[float]:
        return _add_rows(self._colour, index, factor, [0.0] * HIDDEN_1)

    def values(
        self, sums: Sequence[Sequence[Vector[float]]], shared: Sequence[Features]
    ) -> list[tuple[float, float]]:
        return [self._value(*afterstate) for afterstate in zip(sums, shared, strict=True)]

    def _value(self, sums: Sequence[Vector[float]], shared: Features) -> tuple[float, float]:
        given = _add_rows(self._shared, *shared, [0.0] * HIDDEN_1)
        first = [
            sum([colour + same for colour in colours if colour + same > 0])
            for same, *colours in zip(given, *sums, strict=True)
        ]
        second = _add_rows(self._second_shared, *shared, [0.0] * HIDDEN_2)
        second = _add_rows(self._second, range(HIDDEN_1), first, second)
        win, margin = (
            bias
            + sum([unit * weight for unit, weight in zip(second, row, strict=True) if unit > 0])
            for row, bias in zip(self._output, self._bias, strict=True)
        )
        return _sigmoid(win), _sigmoid(margin)


def _add_rows(
    rows: Sequence[Sequence[float]],
    index: Sequence[int],
    factor: Sequence[float],
    sums: list[float],
) -> list[float]:
    for row, size in zip(index, factor, strict=True):
        if size:
            sums = [total + size * weight for total, weight in zip(sums, rows[row], strict=True)]
    return sums


def _sigmoid(logit: float) -> float:
    return 1 / (1 + math.exp(min(-logit, 700.0)))  # whatever weights a file has


@lru_cache(maxsize=8)
def make_layers(network: ValueNetwork) -> Layers:
    """The layers of a network, by NumPy if it is installed."""
    try:
        return _numpy_layers(network)
    except ImportError:
        return PlainLayers(network)


def _numpy_layers(network: ValueNetwork) -> Layers:
    import numpy as np  # noqa: PLC0415 - the bot plays without it, too

    parts = []
    start = 0
    for height, width in weight_shapes(network.values, network.rows):
        stop = start + height * width
        parts.append(np.array(network.weights[start:stop], np.float32).reshape(height, width))
        start = stop
    colour, given_1, second, given_2, output, bias = parts

    class NumpyLayers:
        """The layers by NumPy, for all afterstates at once."""

        def sum_colour(
            self, index: Sequence[int], factor: Sequence[float]
        ) -> "NDArray[np.float32]":
            sums: NDArray[np.float32] = np.array(factor, np.float32) @ colour[index]
            return sums

        def values(
            self, sums: Sequence[Sequence[Vector[float]]], shared: Sequence[Features]
        ) -> list[tuple[float, float]]:
            given = np.zeros((len(shared), len(given_1)), np.float32)
            for row, (index, factor) in zip(given, shared, strict=True):
                np.add.at(row, index, factor)
            first = np.maximum(
                np.array(sums, np.float32) + (given @ given_1)[:, np.newaxis], 0
            ).sum(1)
            logits = np.maximum(first @ second + given @ given_2, 0) @ output.T + bias
            with np.errstate(over="ignore"):  # whatever weights a file has
                values: list[tuple[float, float]] = (1 / (1 + np.exp(-logits))).tolist()
            return values

    return NumpyLayers()
