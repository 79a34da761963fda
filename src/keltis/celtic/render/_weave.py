"""The weave: strands as ribbons that pass over and under each other.

Where two tiles are joined, the strands cross in the middle of the side, at right angles. At an open
end they stop at the side next to each other, and point outwards.

Along an arc the strand comes from above at its right end and goes below at its left end. Right
meets right across a border, so the same strand is on top on either side of it; and along every
strand over and under alternate, whatever the tiles.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, TypeAlias

from keltis.celtic._engine.strands import Arc, Design, Strand, is_joined
from keltis.celtic._engine.tiles import OPPOSITE, SIDES, Cell, neighbour
from keltis.render._kit.svg import Point, element, path_data
from keltis.render._kit.themes import Paint

Curve: TypeAlias = tuple[complex, ...]
"""A cubic Bézier curve: its start, its two handles, and its end.

Points are complex numbers: a product with 1j is a clockwise quarter turn, as y grows downwards."""
PaintedStrand: TypeAlias = tuple[Strand, Paint]
"""A strand and its colours."""

TILE: Final = 100.0
"""The width of a tile."""
_APART: Final = 15.0
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
_RIBBON: Final = 17.0
"""The width of a ribbon without its edges."""
_EDGE: Final = 2.5
_SHINE: Final = 4.0
# The share of an arc that is drawn again where it is on top: more of the ribbon than of its edges,
# so that the end of the edges does not show.
_OVER_EDGE: Final = 0.34
_OVER: Final = 0.38


@cache
def arc_curves(side: int, turns: int, starts_open: bool, ends_open: bool) -> tuple[Curve, ...]:
    """The curves of an arc in a tile about 0,0.

    It runs from the right end of `side` to the left end of the side that is `turns` quarter turns
    clockwise.
    """
    start, out = _end(1, is_open=starts_open)
    end, back = _end(-1, is_open=ends_open)
    curves: list[Curve]
    if turns == len(SIDES):
        bottom = complex(0, _LOOP)
        curves = [
            (start, start + out * _LOOP_START, bottom + _LOOP_BOTTOM, bottom),
            (bottom, bottom - _LOOP_BOTTOM, end + back * _LOOP_START, end),
        ]
    else:
        first = start + out * (_HANDLE[turns] * (_OPEN_END if starts_open else 1))
        second = end + back * (_HANDLE[turns] * (_OPEN_END if ends_open else 1))
        curves = [(start, first, second * 1j**turns, end * 1j**turns)]
    quarter = 1j ** SIDES.index(side)
    return tuple(tuple(point * quarter for point in curve) for curve in curves)


def _end(aside: int, *, is_open: bool) -> tuple[complex, complex]:
    """The point where a strand meets the north side, and its direction into the tile.

    The strand is on the right (1) or on the left (-1).
    """
    if is_open:
        return complex(aside * _APART, -_HALF), 1j
    return complex(0, -_HALF), complex(aside * _SLANT, _SLANT)


def first_part(curve: Curve, share: float) -> Curve:
    """The first part of a curve, by de Casteljau.

    >>> first_part((0j, 3 + 0j, 6 + 0j, 9 + 0j), 0.5)[-1]
    (4.5+0j)
    """
    a, b, c = (one + (other - one) * share for one, other in pairwise(curve))
    d, e = a + (b - a) * share, b + (c - b) * share
    return curve[0], a, d, d + (e - d) * share


def cell_centre(cell: Cell) -> Point:
    """The centre of a cell; that of the cell 0,0 is at 0,0."""
    return cell[0] * TILE, cell[1] * TILE


def quarter_turns(design: Design, arc: Arc) -> int:
    """The clockwise quarter turns from an arc's right end to its left end: 4 on the same side."""
    place = SIDES.index(arc.side)
    return next(turns for turns in range(1, 5) if design[arc.x, arc.y] & SIDES[(place + turns) % 4])


def curves_of(design: Design, arc: Arc) -> tuple[Curve, ...]:
    """The curves of an arc of a design, from its right end to its left end."""
    cell = arc.x, arc.y
    turns = quarter_turns(design, arc)
    last = SIDES[(SIDES.index(arc.side) + turns) % 4]
    curves = arc_curves(
        arc.side, turns, not is_joined(design, cell, arc.side), not is_joined(design, cell, last)
    )
    centre = complex(*cell_centre(cell))
    return tuple(tuple(point + centre for point in curve) for curve in curves)


def strand_curves(design: Design, strand: Strand) -> Iterator[Curve]:
    """The curves of a strand; each begins where the one before it ends."""
    first = strand.arcs[0]
    # A closed strand is left by the left end of its first arc; an open one begins at an open end.
    forwards = strand.closed or not is_joined(design, (first.x, first.y), first.side)
    for arc in strand.arcs:
        curves = curves_of(design, arc)
        yield from curves if forwards else (curve[::-1] for curve in reversed(curves))
        forwards = not forwards


def ribbons(design: Design, painted: Sequence[PaintedStrand]) -> Iterator[str]:
    """All strands, then once more the parts that are on top of others."""
    layers = []
    for strand, paint in painted:
        line = _line(strand_curves(design, strand), closed=strand.closed)
        layers.append(_layers(line, line, paint))
    for layer in zip(*layers, strict=True):
        yield from layer
    yield from crossings(design, painted)


def arcs(design: Design, painted: Iterable[PaintedStrand]) -> Iterator[str]:
    """All strands arc by arc, each complete; what is on top of others is not drawn again."""
    for strand, paint in painted:
        for arc in strand.arcs:
            line = _line(curves_of(design, arc))
            yield "".join(_layers(line, line, paint))


def crossings(design: Design, painted: Iterable[PaintedStrand]) -> Iterator[str]:
    """The parts of strands that are on top of others."""
    for strand, paint in painted:
        for arc in strand.arcs:
            # Each border once: from the tile in the north or the west.
            if arc.side in SIDES[1:3] and is_joined(design, (arc.x, arc.y), arc.side):
                yield _over(design, arc, paint)


def _over(design: Design, arc: Arc, paint: Paint) -> str:
    """The part of two arcs, joined at their right ends, that is on top of the other strand."""
    x, y = neighbour((arc.x, arc.y), arc.side)
    here, there = curves_of(design, arc)[0], curves_of(design, Arc(x, y, OPPOSITE[arc.side]))[0]

    def piece(share: float) -> str:
        return _line([first_part(here, share)[::-1], first_part(there, share)])

    return element("g", *_layers(piece(_OVER_EDGE), piece(_OVER), paint), class_="keltis-over")


def _line(curves: Iterable[Curve], *, closed: bool = False) -> str:
    points = [[(point.real, point.imag) for point in curve] for curve in curves]
    steps = [("C", curve[1:]) for curve in points]
    return path_data(("M", points[0][:1]), *steps, *([("Z", ())] if closed else []))


def _layers(edge: str, line: str, paint: Paint) -> tuple[str, str, str]:
    """The edge of a ribbon, which has the colour of its group, the ribbon, and the line on it."""
    return (
        element("path", d=edge, stroke_width=_RIBBON + 2 * _EDGE),
        element("path", d=line, stroke=paint.fill, stroke_width=_RIBBON),
        element("path", d=line, stroke=paint.ink, stroke_width=_SHINE),
    )


def ribbon_group(ribbons: Iterable[str], edge: str, css_class: str | None = None) -> str:
    """Ribbons as one group, with edges of this colour."""
    return element(
        "g", *ribbons, fill="none", stroke=edge, stroke_linejoin="round", class_=css_class
    )
