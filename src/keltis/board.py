"""Tiles and figures (C3, C4), and the shape of what is arranged by colour."""

import enum
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")

ByColour: TypeAlias = tuple[T, ...]
"""Five things, one for each `Colour`, which is their index."""


class Tile(enum.Enum):
    """What can lie on a stone.

    >>> Tile.TWO.points, Tile.CLOVER.points
    (2, 0)
    """

    WISHING_STONE = "wishing stone"
    CLOVER = "clover"
    ONE = "1"
    TWO = "2"
    THREE = "3"

    @property
    def points(self) -> int:
        """The points of a number tile (P1), 0 for the others."""
        return _POINTS[self]

    def __repr__(self) -> str:
        return f"Tile.{self.name}"


WISHING_STONE, CLOVER, ONE, TWO, THREE = Tile
_POINTS = {WISHING_STONE: 0, CLOVER: 0, ONE: 1, TWO: 2, THREE: 3}


class Figure(enum.Enum):
    """The two kinds of figure. The large one scores double."""

    SMALL = "small"
    LARGE = "large"

    def __repr__(self) -> str:
        return f"Figure.{self.name}"


SMALL, LARGE = Figure

Tiles: TypeAlias = ByColour[tuple[Tile | None, ...]]
"""The tiles on the board: `tiles[colour][row]`, where row 0 is the starting stone and never has one."""


def number_points(tiles: Tiles, rows: Sequence[int]) -> int:
    """The points of all number tiles that figures on these rows have come over, which is what they gave (P1)."""
    points = 0
    for path, row in zip(tiles, rows, strict=True):
        for tile in path[: row + 1]:
            if tile is not None:
                points += tile.points
    return points
