"""Strands as ribbons that pass over and under each other.

Along an arc the strand comes from above at its right end and goes below at its left end. Right
meets right across a border, so the same strand is on top on either side of it; and along every
strand over and under alternate, whatever the tiles.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from keltis.celtic.render._curves import TILE, Curve, arc_curves, first_part, reverse, shift
from keltis.celtic.strands import Arc, Design, Strand
from keltis.celtic.tiles import OPPOSITE, SIDES, Cell, neighbour
from keltis.render._kit.svg import Point, element, path_data
from keltis.render._kit.themes import Paint

PaintedStrand: TypeAlias = tuple[Strand, Paint]
"""A strand and its colours."""

RIBBON: Final = 17.0
"""The width of a ribbon without its edges."""
_EDGE: Final = 2.5
_SHINE: Final = 4.0
# The share of an arc that is drawn again where it is on top: more of the ribbon than of its edges,
# so that the end of the edges does not show.
_OVER_EDGE: Final = 0.34
_OVER: Final = 0.38


def cell_centre(cell: Cell) -> Point:
    """The centre of a cell; that of the cell 0,0 is at 0,0."""
    return cell[0] * TILE, cell[1] * TILE


def is_joined(design: Design, cell: Cell, side: int) -> bool:
    """Whether a side is open and faces an open side."""
    return bool(design[cell] & side and design.get(neighbour(cell, side), 0) & OPPOSITE[side])


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
    return tuple(shift(curve, cell_centre(cell)) for curve in curves)


def strand_curves(design: Design, strand: Strand) -> Iterator[Curve]:
    """The curves of a strand; each begins where the one before it ends."""
    first = strand.arcs[0]
    # A closed strand is left by the left end of its first arc; an open one begins at an open end.
    forwards = strand.closed or not is_joined(design, (first.x, first.y), first.side)
    for arc in strand.arcs:
        curves = curves_of(design, arc)
        yield from curves if forwards else map(reverse, reversed(curves))
        forwards = not forwards


def ribbons(design: Design, painted: Sequence[PaintedStrand]) -> Iterator[str]:
    """All strands, then once more the parts that are on top of others."""
    lines = [
        (_line(strand_curves(design, strand), closed=strand.closed), paint)
        for strand, paint in painted
    ]
    yield from (_stroke(line, None, RIBBON + 2 * _EDGE) for line, _ in lines)
    yield from (_stroke(line, paint.fill, RIBBON) for line, paint in lines)
    yield from (_stroke(line, paint.ink, _SHINE) for line, paint in lines)
    yield from crossings(design, painted)


def arcs(design: Design, painted: Iterable[PaintedStrand]) -> Iterator[str]:
    """All strands arc by arc, each complete; what is on top of others is not drawn again."""
    for strand, paint in painted:
        for arc in strand.arcs:
            line = _line(curves_of(design, arc))
            yield (
                _stroke(line, None, RIBBON + 2 * _EDGE)
                + _stroke(line, paint.fill, RIBBON)
                + _stroke(line, paint.ink, _SHINE)
            )


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
        return _line([reverse(first_part(here, share)), first_part(there, share)])

    return element(
        "g",
        _stroke(piece(_OVER_EDGE), None, RIBBON + 2 * _EDGE),
        _stroke(piece(_OVER), paint.fill, RIBBON),
        _stroke(piece(_OVER), paint.ink, _SHINE),
        class_="keltis-over",
    )


def _line(curves: Iterable[Curve], *, closed: bool = False) -> str:
    curves = list(curves)
    steps = [("C", curve[1:]) for curve in curves]
    return path_data(("M", curves[0][:1]), *steps, *([("Z", ())] if closed else []))


def _stroke(line: str, colour: str | None, width: float) -> str:
    """A line; without a colour it has the colour of its group."""
    return element("path", d=line, stroke=colour, stroke_width=width)


def ribbon_group(
    design: Design, painted: Sequence[PaintedStrand], edge: str, **attributes: str
) -> str:
    """All ribbons of a design as one group, with edges of this colour."""
    return element(
        "g",
        *ribbons(design, painted),
        fill="none",
        stroke=edge,
        stroke_linejoin="round",
        **attributes,
    )
