"""The cells that a design can reach, numbered, and the moves on them, built once for each size of window.

The design holds the cell 0,0 and fits the window, so x stays within 1 - width and width - 1, and y
likewise. Around these cells lies a rim of one more, which stays empty, so that every cell of the
design has four neighbours with a number.
"""

import functools
from typing import final

import attrs

from keltis._shared.values import Immutable
from keltis.celtic.moves import Lay, trusted_lay
from keltis.celtic.tiles import ALL_MASKS, OPPOSITE, SIDES, STEP, Owner


@final
@attrs.frozen(eq=False, repr=False)
class Grid(Immutable):
    """The cells for one size of window."""

    width: int
    height: int
    columns: int
    """How many cells there are in a row, with the rim."""
    cells: int
    """How many cells there are, with the rim."""
    neighbours: tuple[tuple[int, int, int], ...]
    """For each side: the side, the opposite side, and what leads from a cell's number to that of its neighbour there."""
    lays: tuple[tuple[tuple[Lay, ...], ...], ...]
    """By owner and cell, the moves that lay a tile there, with each of `ALL_MASKS` in turn; none on the rim."""

    def number(self, x: int, y: int) -> int | None:
        """The number of a cell, or None if it is too far away for any design."""
        if -self.width < x < self.width and -self.height < y < self.height:
            return (y + self.height) * self.columns + x + self.width
        return None


@functools.cache
def grid_of(width: int, height: int) -> Grid:
    """The grid for windows of this size."""
    columns, rows = 2 * width + 1, 2 * height + 1
    neighbours = tuple(
        (side, OPPOSITE[side], STEP[side][0] + STEP[side][1] * columns) for side in SIDES
    )
    lays = tuple(
        tuple(
            _lays(cell % columns - width, cell // columns - height, owner, width, height)
            for cell in range(columns * rows)
        )
        for owner in Owner
    )
    return Grid(width, height, columns, columns * rows, neighbours, lays)


def _lays(x: int, y: int, owner: Owner, width: int, height: int) -> tuple[Lay, ...]:
    if abs(x) == width or abs(y) == height:
        return ()
    return tuple(trusted_lay(x, y, mask, owner) for mask in ALL_MASKS)
