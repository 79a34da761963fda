"""Stones, tiles and figures, drawn from simple shapes."""

import math
from typing import Final

from keltis.board import Tile
from keltis.cards import Colour
from keltis.render._kit.svg import Attribute, Point, element, label, path_data, polygon
from keltis.render._layout import STONE, TILE
from keltis.render._theme import Theme

_UNEVEN: Final = (0.02, -0.05, 0.04, -0.01, 0.06, -0.04, 0.01, -0.06, 0.03)
"""How far the edge of a stone goes in and out, by its radius."""


def stone(middle: Point, turn: int, *, dark: bool, theme: Theme) -> str:
    """A stone of a path, not quite round, dark where a tile belongs; `turn` varies its edge."""
    x, y = middle
    corners = len(_UNEVEN)
    edge = []
    for corner in range(corners):
        angle = 2 * math.pi * corner / corners
        out = STONE * (1.03 + _UNEVEN[(corner * 2 + turn) % corners])
        edge.append((x + out * math.sin(angle), y - out * math.cos(angle)))
    middles = [_midpoint(edge[corner - 1], edge[corner]) for corner in range(corners)]
    curves = [("Q", [edge[corner], middles[(corner + 1) % corners]]) for corner in range(corners)]
    fill = theme.dark_stone.fill if dark else theme.stone.fill
    line = path_data(("M", [middles[0]]), *curves, ("Z", []))
    return element("path", d=line, fill=fill, stroke=theme.edge, stroke_width=1.2)


def _midpoint(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def tile(middle: Point, kind: Tile, theme: Theme) -> str:
    """A tile with its sign: a clover, a spiral or points."""
    x, y = middle
    disc = element("circle", cx=x, cy=y, r=TILE, fill=theme.tile.fill, stroke=theme.edge)
    match kind:
        case Tile.CLOVER:
            return disc + _clover(middle, theme)
        case Tile.WISHING_STONE:
            return wishing_stone(middle, TILE, theme)
        case _:
            points = label(
                x,
                y,
                f"+{kind.points}",
                22,
                max_width=2 * TILE - 2,
                fill=theme.tile.ink,
                font_weight="bold",
            )
            return disc + points


def _clover(middle: Point, theme: Theme) -> str:
    """Four heart-shaped leaves and a stem."""
    x, y = middle
    grow = TILE / 14.5
    leaves = []
    for quarter in range(4):
        angle = math.pi / 4 + quarter * math.pi / 2

        def at(out: float, aside: float, angle: float = angle) -> Point:
            sin, cos = math.sin(angle), math.cos(angle)
            return x + grow * (out * sin + aside * cos), y - 1 + grow * (aside * sin - out * cos)

        leaves += [
            ("M", [at(0, 0)]),
            ("C", [at(4, -6), at(11, -7), at(9, 0)]),
            ("C", [at(11, 7), at(4, 6), at(0, 0)]),
        ]
    stem = path_data(("M", [(x, y)]), ("Q", [(x + 1, y + 6 * grow), (x + 4, y + 10 * grow)]))
    return element("path", d=path_data(*leaves), fill=theme.clover) + element(
        "path", d=stem, fill="none", stroke=theme.clover, stroke_width=2.4, stroke_linecap="round"
    )


def wishing_stone(middle: Point, radius: float, theme: Theme) -> str:
    """A round stone with a spiral."""
    x, y = middle
    turns = 2.25
    steps = 18
    spiral = []
    for step in range(steps + 1):
        angle = 2 * math.pi * turns * step / steps
        out = radius * (0.06 + 0.68 * step / steps)
        spiral.append((x + out * math.sin(angle), y - out * math.cos(angle)))
    curves = [
        ("Q", [spiral[step], _midpoint(spiral[step], spiral[step + 1])]) for step in range(1, steps)
    ]
    line = path_data(("M", [spiral[0]]), *curves, ("L", [spiral[-1]]))
    return element("circle", cx=x, cy=y, r=radius, fill="#c3cfdd", stroke=theme.edge) + element(
        "path",
        d=line,
        fill="none",
        stroke=theme.spiral,
        stroke_width=radius / 8,
        stroke_linecap="round",
    )


def token(
    middle: Point,
    radius: float,
    seat: int,
    theme: Theme,
    *,
    initial: str = "",
    large: bool = False,
) -> str:
    """A figure or marker: each seat has its shape and colour, and its initial if it has a name.

    A large figure has a ring.
    """
    x, y = middle
    paint = theme.seat(seat)
    body = _body(middle, radius - 0.9, seat, fill=paint.fill, stroke=paint.ink, stroke_width=1.8)
    ring = (
        _body(middle, radius * 0.78, seat, fill="none", stroke=paint.ink, stroke_width=1.8)
        if large
        else ""
    )
    if not initial:
        return body + ring
    size = radius * (1.0 if large else 1.15)
    letter = label(x, y, initial, size, max_width=1.5 * radius, fill=paint.ink, font_weight="bold")
    return body + ring + letter


def ghost(middle: Point, radius: float, seat: int, theme: Theme) -> str:
    """The outline of a figure at the place that it left."""
    return _body(
        middle,
        radius - 1,
        seat,
        fill="none",
        stroke=theme.accent,
        stroke_width=2.5,
        stroke_dasharray="4 3",
    )


def symbol(middle: Point, radius: float, colour: Colour, fill: str) -> str:
    """The symbol of a path's colour: a triangle, a star, a heart, a leaf or a drop."""
    x, y = middle

    def at(right: float, down: float) -> Point:
        return x + right * radius, y + down * radius

    match colour:
        case Colour.RED:
            return polygon([at(0, -1), at(1, 0.8), at(-1, 0.8)], fill=fill)
        case Colour.YELLOW:
            tips = _corners(middle, radius * 1.15, 10)
            dents = _corners(middle, radius * 0.5, 10)
            return polygon(
                [(dents if corner % 2 else tips)[corner] for corner in range(10)], fill=fill
            )
        case Colour.PINK:
            steps = [
                ("M", [at(0, 1)]),
                ("C", [at(-1.9, -0.3), at(-0.7, -1.7), at(0, -0.5)]),
                ("C", [at(0.7, -1.7), at(1.9, -0.3), at(0, 1)]),
            ]
        case Colour.GREEN:
            steps = [
                ("M", [at(-0.95, 0.95)]),
                ("C", [at(-1.2, -0.7), at(0.2, -1.1), at(0.95, -0.95)]),
                ("C", [at(1.1, -0.2), at(0.7, 1.2), at(-0.95, 0.95)]),
            ]
        case _:
            steps = [
                ("M", [at(0, -1.15)]),
                ("C", [at(0.5, -0.4), at(0.85, -0.1), at(0.85, 0.35)]),
                ("C", [at(0.85, 1.3), at(-0.85, 1.3), at(-0.85, 0.35)]),
                ("C", [at(-0.85, -0.1), at(-0.5, -0.4), at(0, -1.15)]),
            ]
    return element("path", d=path_data(*steps, ("Z", [])), fill=fill)


def _body(middle: Point, radius: float, seat: int, **attributes: Attribute) -> str:
    x, y = middle
    match seat % 4:
        case 0:
            return element("circle", cx=x, cy=y, r=radius, **attributes)
        case 1:
            side = radius * 0.9
            return element(
                "rect",
                x=x - side,
                y=y - side,
                width=2 * side,
                height=2 * side,
                rx=radius / 5,
                **attributes,
            )
        case 2:
            return polygon(_corners(middle, radius, 6), stroke_linejoin="round", **attributes)
        case _:
            return polygon(
                _corners(middle, radius * 1.18, 4), stroke_linejoin="round", **attributes
            )


def _corners(middle: Point, radius: float, count: int) -> list[Point]:
    x, y = middle
    angles = [2 * math.pi * corner / count for corner in range(count)]
    return [(x + radius * math.sin(angle), y - radius * math.cos(angle)) for angle in angles]
