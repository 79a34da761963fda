"""The strands that run through tiles (K2).

Every open side has two strand ends, left and right as seen from the tile's centre. Within the tile,
an arc joins the right end of each open side to the left end of the next open side clockwise; it is
named by its tile and the side of its right end. Across a border left meets left and right meets
right.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias, final

import attrs

from keltis._lib.values import Immutable, trusted_constructor
from keltis.celtic._engine.tiles import ALL_MASKS, OPPOSITE, SIDES, STEP, Cell, neighbour

Design: TypeAlias = Mapping[Cell, int]
"""The masks of tiles by cell. Two open sides that face each other are joined."""


def is_joined(design: Design, cell: Cell, side: int) -> bool:
    """Whether a side is open and faces an open side."""
    return bool(design[cell] & side and design.get(neighbour(cell, side), 0) & OPPOSITE[side])


@final
@attrs.frozen
class Arc(Immutable):
    """The part of a strand within a tile (K2).

    It runs from the right end of `side` to the left end of the next open side clockwise.
    """

    x: int
    y: int
    side: int


_trusted_arc: Final = trusted_constructor(Arc)
_Place: TypeAlias = tuple[int, int, int]
"""The fields of an `Arc`, quicker to compare."""


@final
@attrs.frozen
class Strand(Immutable):
    """A whole strand: its arcs in their order, and whether the last one leads to the first."""

    arcs: tuple[Arc, ...]
    closed: bool

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells of the tiles that the strand visits."""
        return frozenset((arc.x, arc.y) for arc in self.arcs)


def _next_open(mask: int, side: int, turn: int) -> int:
    """The next open side: clockwise if `turn` is 1, counter-clockwise if it is -1."""
    place = SIDES.index(side) + turn
    while not mask & SIDES[place % 4]:
        place += turn
    return SIDES[place % 4]


# By the mask and an open side:
_CLOCKWISE: Final = {
    (mask, side): _next_open(mask, side, 1) for mask in ALL_MASKS for side in SIDES
}
_COUNTER_CLOCKWISE: Final = {
    (mask, side): _next_open(mask, side, -1) for mask in ALL_MASKS for side in SIDES
}


def strands(design: Design) -> tuple[Strand, ...]:
    """All strands of a design by their first arcs: row by row, in a tile clockwise.

    Two end tiles that face each other have one strand, with an arc in each:

    >>> [len(strand.arcs) for strand in strands({(0, 0): 2, (1, 0): 8})]
    [2]
    """
    all_strands = []
    seen: set[_Place] = set()
    for x, y in sorted(design, key=lambda cell: (cell[1], cell[0])):
        for side in SIDES:
            if design[x, y] & side and (x, y, side) not in seen:
                places, closed = _strand(design, (x, y, side))
                seen.update(places)
                all_strands.append(Strand(tuple(_trusted_arc(*place) for place in places), closed))
    return tuple(all_strands)


def _strand(design: Design, first: _Place) -> tuple[list[_Place], bool]:
    """The arcs of the strand through this one, and whether it is closed."""
    onwards, closed = _follow(design, first, by_left=True)
    if closed:
        return onwards, True
    back, _ = _follow(design, first, by_left=False)
    return back[:0:-1] + onwards, False


def _follow(design: Design, first: _Place, by_left: bool) -> tuple[list[_Place], bool]:
    """The arcs from the first one on, out by its left or right end, and whether they return."""
    arcs = [first]
    x, y, side = first
    while True:
        out = _CLOCKWISE[design[x, y], side] if by_left else side
        x, y = x + STEP[out][0], y + STEP[out][1]
        mask, side = design.get((x, y), 0), OPPOSITE[out]
        if not mask & side:
            return arcs, False
        # Entered by its left end, an arc is left by its right end, and the other way round.
        if by_left:
            side = _COUNTER_CLOCKWISE[mask, side]
        by_left = not by_left
        arc = x, y, side
        if arc == first:
            return arcs, True
        arcs.append(arc)
