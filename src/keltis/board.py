"""Tiles and figures (C3, C4), and the type of tuples by colour."""

from collections.abc import Sequence
from typing import Final, TypeAlias, TypeVar

from keltis._shared.values import ImmutableEnum
from keltis.cards import Colour

T = TypeVar("T")

ByColour: TypeAlias = tuple[T, ...]
"""A tuple of five items, one for each `Colour`, which is the index."""


class Tile(ImmutableEnum):
    """The kinds of tile that lie on stones.

    >>> Tile.TWO.points, Tile.CLOVER.points
    (2, 0)
    """

    WISHING_STONE = "wishing stone"
    CLOVER = "clover"
    ONE = "1"
    TWO = "2"
    THREE = "3"

    _value_: str

    def __init__(self, word: str) -> None:
        self.points: Final = int(word) if word.isdigit() else 0
        """The points of a number tile (P1), 0 for the others."""


WISHING_STONE, CLOVER, ONE, TWO, THREE = Tile


class Figure(ImmutableEnum):
    """The two kinds of figure. The large one scores double."""

    SMALL = "small"
    LARGE = "large"


SMALL, LARGE = Figure

Tiles: TypeAlias = ByColour[tuple[Tile | None, ...]]
"""The tiles on the board: `tiles[colour][row]`. Row 0, the starting stone, never has a tile."""


def are_tiles(value: object, path_length: int) -> bool:
    """Whether a value is a tile or None for each row of each path, row 0 too."""
    return (
        isinstance(value, tuple)
        and len(value) == len(Colour)
        and all(isinstance(path, tuple) and len(path) == path_length + 1 for path in value)
        and all(tile is None or isinstance(tile, Tile) for path in value for tile in path)
    )


def number_points(tiles: Tiles, rows: Sequence[int]) -> int:
    """The points of all number tiles up to these rows: what the figures there have scored (P1)."""
    points = 0
    for path, row in zip(tiles, rows, strict=True):
        for tile in path[: row + 1]:
            if tile is not None:
                points += tile.points
    return points
