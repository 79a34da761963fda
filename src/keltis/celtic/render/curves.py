"""The curves of strands within a tile.

Where two tiles are joined, the strands cross in the middle of the side, at right angles. At an open
end they stop at the side next to each other, and point outwards.
"""

import math
from functools import cache
from typing import Final, TypeAlias

from keltis._shared.svg import Point
from keltis.celtic.tiles import SIDES

Curve: TypeAlias = tuple[Point, Point, Point, Point]
"""A cubic Bézier curve: where it starts, its two handles, and where it ends."""

TILE: Final = 100.0
"""How wide a tile is."""
APART: Final = 15.0
"""How far each strand is from the middle of the side at an open end."""

_HALF: Final = TILE / 2
_SLANT: Final = math.sqrt(0.5)
# By how many quarter turns the next open side is away, the length of the handles:
_REACH: Final = {1: 23.6, 2: 43.0, 3: 74.0}
_SHORTER: Final = 0.8
"""How much shorter the handle is at an open end."""
_LOOP: Final = 23.0
"""How far the loop of an end goes beyond the middle of the tile."""
_LEAVING: Final = 38.0
_ROUND: Final = 29.0
# The lengths of the handles of that loop, at the side and where it turns back.


@cache
def arc_curves(side: int, turns: int, starts_open: bool, ends_open: bool) -> tuple[Curve, ...]:
    """An arc around the middle of its tile, from the right end of `side` to the left end of a side so many turns clockwise."""
    start, out = _end(right=True, is_open=starts_open)
    end, back = _end(right=False, is_open=ends_open)
    quarter = SIDES.index(side)
    if turns == len(SIDES):
        return tuple(_turned(curve, quarter) for curve in _loop(start, out, end, back))
    first = _along(start, out, _REACH[turns] * (_SHORTER if starts_open else 1))
    second = _along(end, back, _REACH[turns] * (_SHORTER if ends_open else 1))
    return (_turned((start, first, _turn(second, turns), _turn(end, turns)), quarter),)


def _end(*, right: bool, is_open: bool) -> tuple[Point, Point]:
    """Where a strand meets the side in the north, and the direction from there into the tile."""
    aside = 1.0 if right else -1.0
    if is_open:
        return (aside * APART, -_HALF), (0.0, 1.0)
    return (0.0, -_HALF), (aside * _SLANT, _SLANT)


def _loop(start: Point, out: Point, end: Point, back: Point) -> tuple[Curve, Curve]:
    """From the north round the middle of the tile and back again."""
    bottom = (0.0, _LOOP)
    return (
        (start, _along(start, out, _LEAVING), (_ROUND, _LOOP), bottom),
        (bottom, (-_ROUND, _LOOP), _along(end, back, _LEAVING), end),
    )


def _along(point: Point, direction: Point, length: float) -> Point:
    return point[0] + direction[0] * length, point[1] + direction[1] * length


def _turn(point: Point, quarters: int) -> Point:
    """The point turned clockwise about the middle."""
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _turned(curve: Curve, quarters: int) -> Curve:
    start, first, second, end = curve
    return (
        _turn(start, quarters),
        _turn(first, quarters),
        _turn(second, quarters),
        _turn(end, quarters),
    )


def shifted(curve: Curve, by: Point) -> Curve:
    """The curve at another place."""
    start, first, second, end = ((x + by[0], y + by[1]) for x, y in curve)
    return start, first, second, end


def backwards(curve: Curve) -> Curve:
    """The curve from its end to its start."""
    start, first, second, end = curve
    return end, second, first, start


def beginning(curve: Curve, share: float) -> Curve:
    """The first part of a curve, by de Casteljau.

    >>> beginning(((0, 0), (3, 0), (6, 0), (9, 0)), 0.5)[-1]
    (4.5, 0.0)
    """
    start, first, second, end = curve
    a, b, c = (
        _between(start, first, share),
        _between(first, second, share),
        _between(second, end, share),
    )
    d, e = _between(a, b, share), _between(b, c, share)
    return start, a, d, _between(d, e, share)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
