"""Where a design can grow: the cells in reach, and what each asks of a tile (K5 to K7).

The design holds the cell 0,0 and fits the window, so x stays within 1 - width and width - 1, and y
likewise. These cells are numbered, with a rim of one more cell around them that stays empty, so
that every cell of the design has four numbered neighbours.
"""

import functools
from collections.abc import Iterable
from typing import Final, TypeAlias, final

import attrs

from keltis._lib.values import Immutable, trusted_constructor
from keltis.celtic._engine.moves import Lay, trusted_lay
from keltis.celtic._engine.tiles import (
    ALL_MASKS,
    EAST,
    NORTH,
    OPPOSITE,
    SHAPES,
    SIDES,
    SOUTH,
    STEP,
    WEST,
    Owner,
    Shape,
)

OCCUPIED: Final = -1
"""The contact of a cell that has a tile. All its bits are set, so that no side is added to it."""

Box: TypeAlias = tuple[int, int, int, int]
"""The lowest and highest x, then the lowest and highest y."""


@final
@attrs.frozen(eq=False, repr=False)
class Grid(Immutable):
    """The cells in reach, numbered, for one size of window."""

    width: int
    height: int
    columns: int
    """The number of cells in a row, with the rim."""
    cells: int
    """The number of all cells, with the rim."""
    neighbours: tuple[tuple[int, int, int], ...]
    """For each side: the side, its opposite, and the step to the neighbour's number."""
    lays: tuple[tuple[tuple[Lay, ...], ...], ...]
    """By owner and cell, a move for each of `ALL_MASKS`."""

    def number(self, x: int, y: int) -> int | None:
        """The number of a cell, or None if no design can reach it."""
        if -self.width < x < self.width and -self.height < y < self.height:
            return (y + self.height) * self.columns + x + self.width
        return None


@functools.cache
def grid_of(width: int, height: int) -> Grid:
    columns, rows = 2 * width + 1, 2 * height + 1
    neighbours = tuple(
        (side, OPPOSITE[side], STEP[side][0] + STEP[side][1] * columns) for side in SIDES
    )
    lays = tuple(
        tuple(
            tuple(
                trusted_lay(cell % columns - width, cell // columns - height, mask, owner)
                for mask in ALL_MASKS
            )
            for cell in range(columns * rows)
        )
        for owner in Owner
    )
    return Grid(width, height, columns, columns * rows, neighbours, lays)


@final
@attrs.frozen
class Frontier(Immutable):
    """Where a design can grow.

    It follows from the tiles laid; a state stores it because a move changes little of it.
    """

    contacts: tuple[int, ...]
    """For each cell `OCCUPIED`, or the sides on which a tile must be open or closed.

    Bits 0 to 3 are the sides that must be open, bits 4 to 7 those that must be closed."""
    faced: tuple[int, ...]
    """The empty cells that an open side faces, in reading order: the next tile goes there (K5)."""
    box: Box
    """The bounding box of all tiles and faced cells (K7)."""


_trusted_frontier: Final = trusted_constructor(Frontier)


def frontier_of(grid: Grid, lays: Iterable[Lay]) -> Frontier:
    """The frontier of a valid design: it holds the cell 0,0, fits the window and cuts no path."""
    no_cells = grid.width, -grid.width, grid.height, -grid.height
    frontier = Frontier((0,) * grid.cells, (), no_cells)
    for lay in lays:
        frontier = extend_frontier(frontier, grid, lay)
    return frontier


def extend_frontier(frontier: Frontier, grid: Grid, lay: Lay) -> Frontier:
    """The frontier after one more tile, which must fit."""
    x, y, mask = lay.x, lay.y, lay.mask
    cell = (y + grid.height) * grid.columns + x + grid.width
    contacts = list(frontier.contacts)
    faced = [other for other in frontier.faced if other != cell]
    contacts[cell] = OCCUPIED
    for side, opposite, step in grid.neighbours:
        there = cell + step
        contact = contacts[there]
        if not mask & side:
            contacts[there] = contact | opposite << 4
            continue
        contacts[there] = contact | opposite
        if not contact & 15:
            faced.append(there)
    faced.sort()
    box = _extend_box(frontier.box, x, y, mask)
    if box != frontier.box:
        _close_window(contacts, grid, box)
    return _trusted_frontier(tuple(contacts), tuple(faced), box)


def _extend_box(box: Box, x: int, y: int, mask: int) -> Box:
    west, east, north, south = box
    return (
        min(west, x - 1 if mask & WEST else x),
        max(east, x + 1 if mask & EAST else x),
        min(north, y - 1 if mask & NORTH else y),
        max(south, y + 1 if mask & SOUTH else y),
    )


def _close_window(contacts: list[int], grid: Grid, box: Box) -> None:
    """Close the cells along the edges of a window that cannot float any more (K7).

    A narrower design can grow by any tile that fits: a window is at least three wide, and a tile
    adds one column, or two to a single one. So nothing else is needed for K7.
    """
    west, east, north, south = box
    columns = grid.columns
    if east - west + 1 == grid.width:
        for row in range(0, grid.cells, columns):
            contacts[row + west + grid.width] |= WEST << 4
            contacts[row + east + grid.width] |= EAST << 4
    if south - north + 1 == grid.height:
        for column in range(columns):
            contacts[(north + grid.height) * columns + column] |= NORTH << 4
            contacts[(south + grid.height) * columns + column] |= SOUTH << 4


def _fitting(contact: int, available: int) -> tuple[int, ...]:
    must, must_not = contact & 15, contact >> 4
    return tuple(
        place
        for place, mask in enumerate(ALL_MASKS)
        if mask & must == must and not mask & must_not and available >> SHAPES[mask] & 1
    )


FITTING: Final = tuple(
    tuple(_fitting(contact, available) for available in range(1 << len(Shape)))
    for contact in range(256)
)
"""The tiles that fit, by the contact of a cell and the bits of the available shapes (K6).

A tile is the place of its mask among `ALL_MASKS`."""


@functools.lru_cache(maxsize=4096)
def available_shapes(counts: tuple[int, ...]) -> int:
    """The shapes that have tiles left, one bit for each."""
    return sum((count > 0) << shape for shape, count in enumerate(counts))
