"""How the strands run through tiles (K2).

Every open side has two strand ends, left and right as seen from the tile's centre. Within the tile,
the right end of each open side is joined to the left end of the next one clockwise: that is an arc,
named by its tile and by the side of its right end. Across a border left meets left and right meets
right.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias, final

import attrs

from keltis._shared.values import Immutable, trusted_constructor
from keltis.celtic.tiles import ALL_MASKS, OPPOSITE, SIDES, STEP, Cell

Design: TypeAlias = Mapping[Cell, int]
"""The masks of tiles by their cells. A side is joined to the one it faces if both are open, and else it is an open end."""


@final
@attrs.frozen
class Arc(Immutable):
    """A piece of a strand within a tile: from the right end of `side` to the left end of the next open side clockwise (K2)."""

    x: int
    y: int
    side: int


_trusted_arc: Final = trusted_constructor(Arc)
_Place: TypeAlias = tuple[int, int, int]
"""The fields of an `Arc`: quicker to compare."""


@final
@attrs.frozen
class Strand(Immutable):
    """A whole strand: its arcs in the order in which they follow each other, and whether the last one leads to the first."""

    arcs: tuple[Arc, ...]
    closed: bool

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells whose tiles the strand visits."""
        return frozenset((arc.x, arc.y) for arc in self.arcs)


def _next_open(mask: int, side: int, turn: int) -> int:
    """The next open side after this one: clockwise if `turn` is 1, counter-clockwise if it is -1."""
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
    """All strands of a design, in the order of their first arcs when these are read row by row and clockwise.

    Two ends that close each other: one strand, which takes the arc of each.

    >>> [len(strand.arcs) for strand in strands({(0, 0): 2, (1, 0): 8})]
    [2]
    """
    found = []
    seen: set[_Place] = set()
    for x, y in sorted(design, key=lambda cell: (cell[1], cell[0])):
        for side in SIDES:
            if design[x, y] & side and (x, y, side) not in seen:
                places, closed = _strand(design, (x, y, side))
                seen.update(places)
                found.append(Strand(tuple(_trusted_arc(*place) for place in places), closed))
    return tuple(found)


def _strand(design: Design, first: _Place) -> tuple[list[_Place], bool]:
    """The arcs of the strand with this one, and whether it is closed; it then begins with this one."""
    onwards, closed = _followed(design, first, by_left=True)
    if closed:
        return onwards, True
    back, _ = _followed(design, first, by_left=False)
    return back[:0:-1] + onwards, False


def _followed(design: Design, first: _Place, by_left: bool) -> tuple[list[_Place], bool]:
    """The arcs from the first one on, which is left by its left end or by its right; and whether they lead back to it."""
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
