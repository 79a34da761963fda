"""The curves of strands within a tile.

Where two tiles are joined, the strands cross in the middle of the side, at right angles. At an open
end they stop at the side next to each other, and point outwards.
"""

import math
from functools import cache
from typing import Final, TypeAlias

from keltis.celtic.tiles import SIDES
from keltis.render._kit.svg import Point

Curve: TypeAlias = tuple[Point, Point, Point, Point]
"""A cubic Bézier curve: its start, its two handles, and its end."""

TILE: Final = 100.0
"""The width of a tile."""
APART: Final = 15.0
"""The distance of each strand from the middle of the side at an open end."""

_HALF: Final = TILE / 2
_SLANT: Final = math.sqrt(0.5)
_HANDLE: Final = {1: 23.6, 2: 43.0, 3: 74.0}
"""The length of the handles by the quarter turns to the next open side."""
_OPEN_END: Final = 0.8
"""The factor for a handle at an open end, which is shorter."""
_LOOP: Final = 23.0
"""How far the loop of an end tile goes beyond its middle."""
_LOOP_START: Final = 38.0
"""The length of the handle of a loop at the side."""
_LOOP_BOTTOM: Final = 29.0
"""The length of the handle of a loop where it turns back."""


@cache
def arc_curves(side: int, turns: int, starts_open: bool, ends_open: bool) -> tuple[Curve, ...]:
    """The curves of an arc in a tile about 0,0.

    It runs from the right end of `side` to the left end of the side that is `turns` quarter turns
    clockwise.
    """
    start, out = _end(right=True, is_open=starts_open)
    end, back = _end(right=False, is_open=ends_open)
    quarter = SIDES.index(side)
    if turns == len(SIDES):
        return tuple(_rotate_curve(curve, quarter) for curve in _loop(start, out, end, back))
    first = _offset(start, out, _HANDLE[turns] * (_OPEN_END if starts_open else 1))
    second = _offset(end, back, _HANDLE[turns] * (_OPEN_END if ends_open else 1))
    return (_rotate_curve((start, first, _rotate(second, turns), _rotate(end, turns)), quarter),)


def _end(*, right: bool, is_open: bool) -> tuple[Point, Point]:
    """The point where a strand meets the north side, and its direction into the tile."""
    aside = 1.0 if right else -1.0
    if is_open:
        return (aside * APART, -_HALF), (0.0, 1.0)
    return (0.0, -_HALF), (aside * _SLANT, _SLANT)


def _loop(start: Point, out: Point, end: Point, back: Point) -> tuple[Curve, Curve]:
    """From the north around the middle of the tile and back."""
    bottom = (0.0, _LOOP)
    return (
        (start, _offset(start, out, _LOOP_START), (_LOOP_BOTTOM, _LOOP), bottom),
        (bottom, (-_LOOP_BOTTOM, _LOOP), _offset(end, back, _LOOP_START), end),
    )


def _offset(point: Point, direction: Point, length: float) -> Point:
    return point[0] + direction[0] * length, point[1] + direction[1] * length


def _rotate(point: Point, quarters: int) -> Point:
    """The point after clockwise quarter turns about the middle."""
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _rotate_curve(curve: Curve, quarters: int) -> Curve:
    start, first, second, end = curve
    return (
        _rotate(start, quarters),
        _rotate(first, quarters),
        _rotate(second, quarters),
        _rotate(end, quarters),
    )


def shift(curve: Curve, by: Point) -> Curve:
    """The curve moved by a vector."""
    start, first, second, end = ((x + by[0], y + by[1]) for x, y in curve)
    return start, first, second, end


def reverse(curve: Curve) -> Curve:
    """The curve from its end to its start."""
    start, first, second, end = curve
    return end, second, first, start


def first_part(curve: Curve, share: float) -> Curve:
    """The first part of a curve, by de Casteljau.

    >>> first_part(((0, 0), (3, 0), (6, 0), (9, 0)), 0.5)[-1]
    (4.5, 0.0)
    """
    start, first, second, end = curve
    a, b, c = (
        _interpolate(start, first, share),
        _interpolate(first, second, share),
        _interpolate(second, end, share),
    )
    d, e = _interpolate(a, b, share), _interpolate(b, c, share)
    return start, a, d, _interpolate(d, e, share)


def _interpolate(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
