"""Where a design can grow: what the tiles around each empty cell, and the window, ask of a tile there (K5 to K7)."""

from collections.abc import Iterable
from typing import Final, final

import attrs

from keltis._shared.values import Immutable, trusted_constructor
from keltis.celtic.grid import Grid
from keltis.celtic.moves import Lay
from keltis.celtic.tiles import ALL_MASKS, EAST, NORTH, SHAPES, SOUTH, WEST, Shape

TAKEN: Final = -1
"""What stands for a cell that has a tile."""


@final
@attrs.frozen
class Frontier(Immutable):
    """Where a design can grow. It follows from the tiles laid, and is kept because a move changes little of it."""

    contacts: tuple[int, ...]
    """For each cell of the grid `TAKEN`, or the sides on which a tile must be open (bits 0 to 3) or closed (bits 4 to 7)."""
    faced: tuple[int, ...]
    """The empty cells that are faced by an open side, in reading order: where the next tile can go (K5)."""
    box: tuple[int, int, int, int]
    """The lowest and highest x, then y, of all tiles and faced cells (K7)."""


_trusted_frontier: Final = trusted_constructor(Frontier)

NO_FRONTIER: Final = Frontier((), (), (0, 0, 0, 0))
"""What stands for a frontier that has not been worked out."""


def frontier_of(grid: Grid, lays: Iterable[Lay]) -> Frontier:
    """The frontier of a design that contains the cell 0,0, fits the window and has no path cut off."""
    frontier = Frontier((0,) * grid.cells, (), (0, 0, 0, 0))
    for lay in lays:
        frontier = extended(frontier, grid, lay)
    return frontier


def extended(frontier: Frontier, grid: Grid, lay: Lay) -> Frontier:
    """The frontier with one more tile, which fits there."""
    x, y, mask = lay.x, lay.y, lay.mask
    cell = (y + grid.height) * grid.columns + x + grid.width
    contacts = list(frontier.contacts)
    faced = [other for other in frontier.faced if other != cell]
    contacts[cell] = TAKEN
    for side, opposite, step in grid.neighbours:
        there = cell + step
        contact = contacts[there]
        if contact == TAKEN:
            continue
        if not mask & side:
            contacts[there] = contact | opposite << 4
            continue
        contacts[there] = contact | opposite
        if not contact & 15:
            faced.append(there)
    faced.sort()
    box = _extended_box(frontier.box, x, y, mask)
    if box != frontier.box:
        _wall(contacts, grid, box)
    return _trusted_frontier(tuple(contacts), tuple(faced), box)


def _extended_box(
    box: tuple[int, int, int, int], x: int, y: int, mask: int
) -> tuple[int, int, int, int]:
    west, east, north, south = box
    return (
        min(west, x - 1 if mask & WEST else x),
        max(east, x + 1 if mask & EAST else x),
        min(north, y - 1 if mask & NORTH else y),
        max(south, y + 1 if mask & SOUTH else y),
    )


def _wall(contacts: list[int], grid: Grid, box: tuple[int, int, int, int]) -> None:
    """Close the cells along the edges of the window, if the design is so wide or high that it cannot shift any more (K7).

    A design that is less wide can grow by any legal tile: a window is at least three wide, and a
    tile adds one column, or two to the only one there is. So these walls are all that K7 asks for.
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
"""What fits, by the contact of a cell and by which shapes are available, one bit for each: the places of the masks among
`ALL_MASKS` (K6)."""


def available_shapes(counts: tuple[int, ...]) -> int:
    """Which shapes there are still tiles of, one bit for each."""
    ends, corners, straights, tees, crosses = counts
    return (
        (ends > 0)
        | (corners > 0) << 1
        | (straights > 0) << 2
        | (tees > 0) << 3
        | (crosses > 0) << 4
    )
