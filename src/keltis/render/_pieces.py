"""The pieces of the game and their colours: stones, tiles, figures, and cards in hands and piles.

No colour carries a meaning alone: a letter, a symbol or a shape is always beside it.
"""

import math
from collections.abc import Collection, Sequence
from typing import Final

from keltis._engine.cards import Card, Colour, Tile
from keltis._lib.text import count_noun
from keltis.render._kit import svg, themes
from keltis.render._kit.themes import COMMON, Paint, Palette

STONE: Final = 28.0
"""The radius of a stone."""
TILE: Final = 18.0
"""The radius of a tile."""
CARD: Final = (48.0, 68.0)
"""The width and the height of a card."""
_ROOM_FOR_SYMBOL: Final = 40.0
"""The visible width of a card that has room for its symbol beside its letter."""

_UNEVEN: Final = (0.02, -0.05, 0.04, -0.01, 0.06, -0.04, 0.01, -0.06, 0.03)
"""How far the edge of a stone goes in and out, by its radius."""


class Theme(themes.Theme):
    """All colours of a picture of the board game."""

    board: str
    """The surface under the paths."""
    goal: Paint
    stone: Paint
    dark_stone: Paint
    tile: Paint
    clover: str
    spiral: str
    back: Paint
    """The back of a card."""

    def path(self, colour: Colour) -> Paint:
        """The paint of a path and its cards."""
        return self.paints[str(colour)]

    def seat(self, seat: int) -> Paint:
        """The paint of a player's figures; further players begin from the first again."""
        return self.paints[f"player {seat % len(_SEATS)}"]


_PATHS: Final = {
    "red": Paint("#b01e1e", "#ffffff"),
    "yellow": Paint("#f7d538", "#1d1a12"),
    "pink": Paint("#ee76c0", "#1d1a12"),
    "green": Paint("#6ec26a", "#10140d"),
    "blue": Paint("#2646b0", "#ffffff"),
}
_SEATS: Final = {
    "player 0": Paint("#ffffff", "#16181a"),
    "player 1": Paint("#24262b", "#ffffff"),
    "player 2": Paint("#f58220", "#16181a"),
    "player 3": Paint("#5c3a9e", "#ffffff"),
    "player 4": Paint("#3fc1c9", "#16181a"),
    "player 5": Paint("#7a4a21", "#ffffff"),
}
PALETTE: Final = Palette(
    Theme,
    {
        **COMMON,
        "board": ("#dde6cf", "#22322b"),
        "line": ("#b7c4a4", "#3e5348"),
        "goal": (Paint("#f3e3a8", "#5d4705"), Paint("#4c4322", "#f5e3a0")),
        "stone": (Paint("#d3cdc0", "#26241f"), Paint("#8b8f8c", "#15181b")),
        "dark_stone": (Paint("#6d675e", "#ffffff"), Paint("#454a4c", "#ffffff")),
        "edge": ("#3b3832", "#0b0d0e"),
        "tile": (Paint("#fdf8e7", "#26241f"), Paint("#f2ead2", "#26241f")),
        "clover": ("#1e7a3c", "#1e7a3c"),
        "spiral": ("#4a5a70", "#4a5a70"),
        "faint": ("#56524a", "#b3b3aa"),
        "back": (Paint("#58705f", "#ffffff"), Paint("#3d5648", "#f2efe6")),
        **{part: (paint, paint) for part, paint in (_PATHS | _SEATS).items()},
    },
)


def stone(middle: svg.Point, turn: int, *, dark: bool, theme: Theme) -> str:
    """A stone of a path, not quite round, dark where a tile belongs; `turn` varies its edge."""
    corners = range(len(_UNEVEN))
    uneven = [_UNEVEN[(corner * 2 + turn) % len(corners)] for corner in corners]
    edge = _around(middle, [STONE * (1.03 + out) for out in uneven])
    middles = [_midpoint(edge[corner - 1], edge[corner]) for corner in corners]
    curves = [("Q", [edge[corner], middles[(corner + 1) % len(corners)]]) for corner in corners]
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
            return svg.polygon(_around(middle, [radius * 1.15, radius * 0.5] * 5), fill=fill)
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
    look = fill, stroke, width
    match seat % 4:
        case 0:
            return svg.circle(middle, radius, *look, stroke_dasharray=dashes)
        case 1:
            side = 2 * radius * 0.9
            return svg.square(middle, side, *look, rx=radius / 5, stroke_dasharray=dashes)
        case 2:
            corners = _around(middle, [radius] * 6)
        case _:
            corners = _around(middle, [radius * 1.18] * 4)
    return svg.polygon(
        corners,
        stroke_linejoin="round",
        fill=fill,
        stroke=stroke,
        stroke_width=width,
        stroke_dasharray=dashes,
    )


def _around(middle: svg.Point, radii: Sequence[float]) -> list[svg.Point]:
    """Points in all directions at equal angles, clockwise from the top, with these distances."""
    x, y = middle
    angles = [2 * math.pi * corner / len(radii) for corner in range(len(radii))]
    places = zip(radii, angles, strict=True)
    return [(x + out * math.sin(angle), y - out * math.cos(angle)) for out, angle in places]


def card(
    x: float, y: float, face: Card, theme: Theme, *, visible: float = CARD[0], marked: bool = False
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
    return svg.label(x + CARD[0] / 2, y + CARD[1] + 16, str(cards), 20, CARD[0], theme.page.ink)


def _lifts(size: int) -> tuple[int, ...]:
    """The offsets of the cards that show under the top card of a pile, at most two."""
    return (5, 2)[max(3 - size, 0) :]


def _empty_place(x: float, y: float, theme: Theme, *, marked: bool) -> str:
    """An empty place for a pile, or the mark around one."""
    stroke, width, dashes = (theme.accent, 5, None) if marked else (theme.faint, 1.5, "5 4")
    return svg.rect(x, y, *CARD, "none", stroke, width, rx=6, stroke_dasharray=dashes)
