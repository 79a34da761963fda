"""The pieces of the game: stones, tiles, figures, and cards in hands and piles."""

import math
from collections.abc import Collection, Sequence
from typing import Final

from keltis._engine.cards import Card, Colour, Tile
from keltis._lib.text import count_noun
from keltis.render._kit import svg
from keltis.render._kit.themes import Paint
from keltis.render._layout import STONE, TILE
from keltis.render._theme import Theme

CARD: Final = (48.0, 68.0)
"""The width and the height of a card."""
_ROOM_FOR_SYMBOL: Final = 40.0
"""The visible width of a card that has room for its symbol beside its letter."""

_UNEVEN: Final = (0.02, -0.05, 0.04, -0.01, 0.06, -0.04, 0.01, -0.06, 0.03)
"""How far the edge of a stone goes in and out, by its radius."""


def stone(middle: svg.Point, turn: int, *, dark: bool, theme: Theme) -> str:
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
    line = svg.path_data(("M", [middles[0]]), *curves, ("Z", []))
    return svg.element("path", d=line, fill=fill, stroke=theme.edge, stroke_width=1.2)


def _midpoint(one: svg.Point, other: svg.Point) -> svg.Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def tile(middle: svg.Point, kind: Tile, theme: Theme) -> str:
    """A tile with its sign: a clover, a spiral or points."""
    disc = svg.circle(middle, TILE, theme.tile.fill, theme.edge)
    match kind:
        case Tile.CLOVER:
            return disc + _clover(middle, theme)
        case Tile.WISHING_STONE:
            return wishing_stone(middle, TILE, theme)
        case _:
            points = f"+{kind.points}"
            return disc + svg.label(*middle, points, 22, 2 * TILE - 2, theme.tile.ink, bold=True)


def _clover(middle: svg.Point, theme: Theme) -> str:
    """Four heart-shaped leaves and a stem."""
    x, y = middle
    grow = TILE / 14.5
    leaves = []
    for quarter in range(4):
        angle = math.pi / 4 + quarter * math.pi / 2

        def at(out: float, aside: float, angle: float = angle) -> svg.Point:
            sin, cos = math.sin(angle), math.cos(angle)
            return x + grow * (out * sin + aside * cos), y - 1 + grow * (aside * sin - out * cos)

        leaves += [
            ("M", [at(0, 0)]),
            ("C", [at(4, -6), at(11, -7), at(9, 0)]),
            ("C", [at(11, 7), at(4, 6), at(0, 0)]),
        ]
    stem = svg.path_data(("M", [(x, y)]), ("Q", [(x + 1, y + 6 * grow), (x + 4, y + 10 * grow)]))
    drawn = svg.element("path", d=svg.path_data(*leaves), fill=theme.clover)
    return drawn + svg.curve(stem, theme.clover, 2.4, stroke_linecap="round")


def wishing_stone(middle: svg.Point, radius: float, theme: Theme) -> str:
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
    line = svg.path_data(("M", [spiral[0]]), *curves, ("L", [spiral[-1]]))
    disc = svg.circle(middle, radius, "#c3cfdd", theme.edge)
    return disc + svg.curve(line, theme.spiral, radius / 8, stroke_linecap="round")


def token(
    middle: svg.Point,
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
    paint = theme.seat(seat)
    drawn = _body(middle, radius - 0.9, seat, paint.fill, paint.ink, 1.8)
    if large:
        drawn += _body(middle, radius * 0.78, seat, "none", paint.ink, 1.8)
    if initial:
        size = radius * (1.0 if large else 1.15)
        drawn += svg.label(*middle, initial, size, 1.5 * radius, paint.ink, bold=True)
    return drawn


def ghost(middle: svg.Point, radius: float, seat: int, theme: Theme) -> str:
    """The outline of a figure at the place that it left."""
    return _body(middle, radius - 1, seat, "none", theme.accent, 2.5, dashes="4 3")


def symbol(middle: svg.Point, radius: float, colour: Colour, fill: str) -> str:
    """The symbol of a path's colour: a triangle, a star, a heart, a leaf or a drop."""
    x, y = middle

    def at(right: float, down: float) -> svg.Point:
        return x + right * radius, y + down * radius

    match colour:
        case Colour.RED:
            return svg.polygon([at(0, -1), at(1, 0.8), at(-1, 0.8)], fill=fill)
        case Colour.YELLOW:
            tips = _corners(middle, radius * 1.15, 10)
            dents = _corners(middle, radius * 0.5, 10)
            return svg.polygon(
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
    return svg.element("path", d=svg.path_data(*steps, ("Z", [])), fill=fill)


def _body(
    middle: svg.Point,
    radius: float,
    seat: int,
    fill: str,
    stroke: str,
    width: float,
    dashes: str | None = None,
) -> str:
    """The shape of a seat: a circle, a square, a hexagon or a diamond."""
    x, y = middle
    match seat % 4:
        case 0:
            return svg.circle(middle, radius, fill, stroke, width, stroke_dasharray=dashes)
        case 1:
            half, side = radius * 0.9, 2 * radius * 0.9
            look = fill, stroke, width
            return svg.rect(
                x - half, y - half, side, side, *look, rx=radius / 5, stroke_dasharray=dashes
            )
        case 2:
            corners = _corners(middle, radius, 6)
        case _:
            corners = _corners(middle, radius * 1.18, 4)
    return svg.polygon(
        corners,
        stroke_linejoin="round",
        fill=fill,
        stroke=stroke,
        stroke_width=width,
        stroke_dasharray=dashes,
    )


def _corners(middle: svg.Point, radius: float, count: int) -> list[svg.Point]:
    x, y = middle
    angles = [2 * math.pi * corner / count for corner in range(count)]
    return [(x + radius * math.sin(angle), y - radius * math.cos(angle)) for angle in angles]


def card(
    x: float,
    y: float,
    face: Card,
    theme: Theme,
    *,
    visible: float = CARD[0],
    marked: bool = False,
) -> str:
    """A card face up with its value, letter and symbol.

    `visible` is the width that is not under the next card.
    """
    paint = theme.path(face.colour)
    visible = min(visible, CARD[0])
    wide = visible >= _ROOM_FOR_SYMBOL
    letter_x = x + (13 if wide else visible / 2)
    return svg.group(
        "card",
        str(face),
        _blank(x, y, paint, theme, marked=marked),
        svg.label(x + visible / 2, y + 24, str(face.value), 34, visible - 3, paint.ink, bold=True),
        svg.label(letter_x, y + 54, face.colour.letter, 23, min(visible, 22), paint.ink, bold=True),
        symbol((x + 34, y + 54), 8.5, face.colour, paint.ink) if wide else "",
        data_card=str(face),
    )


def back(x: float, y: float, theme: Theme) -> str:
    """A card face down."""
    width, height = CARD
    inner = svg.rect(
        x + 5, y + 5, width - 10, height - 10, "none", theme.back.ink, rx=3, opacity=0.45
    )
    return svg.element("g", _blank(x, y, theme.back, theme), inner, class_="keltis-back")


def _blank(x: float, y: float, paint: Paint, theme: Theme, *, marked: bool = False) -> str:
    stroke, width = (theme.accent, 5) if marked else (theme.edge, 1)
    return svg.rect(x, y, *CARD, paint.fill, stroke, width, rx=6)


def hand(
    x: float,
    y: float,
    room: float,
    faces: Sequence[Card],
    hidden: int,
    marked: Collection[Card],
    theme: Theme,
) -> str:
    """Cards side by side, face-down cards last, closer together where there are many."""
    count = len(faces) + hidden
    step = min(CARD[0] + 5, (room - CARD[0]) / max(count - 1, 1))
    places = [x + step * place for place in range(count)]
    drawn = [
        card(place, y, face, theme, visible=step, marked=face in marked)
        for place, face in zip(places, faces, strict=False)
    ]
    return "".join(drawn + [back(place, y, theme) for place in places[len(faces) :]])


def discard_pile(
    x: float, y: float, colour: Colour, pile: Sequence[Card], theme: Theme, *, marked: bool
) -> str:
    """The top of a colour's discard pile, and the number of its cards."""
    title = f"{colour} discard pile: {count_noun(len(pile), 'card')}"
    data = {"data_path": colour.letter, "data_pile": colour.letter}
    if not pile:
        middle = y + CARD[1] / 2
        letter = svg.label(x + 13, middle, colour.letter, 23, 22, theme.faint)
        sign = symbol((x + 34, middle), 8.5, colour, theme.faint)
        place = _empty_place(x, y, theme, marked=marked)
        return svg.group("discards", title, place, letter, sign, **data)
    under = [_blank(x + lift, y - lift, theme.path(colour), theme) for lift in _lifts(len(pile))]
    top = card(x, y, pile[-1], theme, marked=marked)
    return svg.group("discards", title, *under, top, _count(x, y, len(pile), theme), **data)


def draw_pile(x: float, y: float, size: int, theme: Theme, *, marked: bool) -> str:
    """The face-down pile and its size."""
    title = f"draw pile: {count_noun(size, 'card')}"
    count = _count(x, y, size, theme)
    if not size:
        place = _empty_place(x, y, theme, marked=marked)
        return svg.group("pile", title, place, count, data_pile="pile")
    backs = [back(x + lift, y - lift, theme) for lift in (*_lifts(size), 0)]
    if marked:
        backs.append(_empty_place(x, y, theme, marked=True))
    return svg.group("pile", title, *backs, count, data_pile="pile")


def _count(x: float, y: float, cards: int, theme: Theme) -> str:
    """The number of cards under a pile."""
    return svg.label(x + CARD[0] / 2, y + CARD[1] + 16, str(cards), 20, CARD[0], theme.page.ink)


def _lifts(size: int) -> tuple[int, ...]:
    """The offsets of the cards that show under the top card of a pile, at most two."""
    return (5, 2)[max(3 - size, 0) :]


def _empty_place(x: float, y: float, theme: Theme, *, marked: bool) -> str:
    """An empty place for a pile, or the mark around one."""
    stroke, width, dashes = (theme.accent, 5, None) if marked else (theme.faint, 1.5, "5 4")
    return svg.rect(x, y, *CARD, "none", stroke, width, rx=6, stroke_dasharray=dashes)
