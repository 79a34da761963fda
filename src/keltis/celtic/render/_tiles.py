"""Tiles, and the window that they lie in."""

from collections.abc import Iterator
from typing import Final

from keltis.celtic.render._curves import TILE
from keltis.celtic.render._ribbons import cell_centre, ribbon_group
from keltis.celtic.render._scene import Window
from keltis.celtic.render._theme import Theme
from keltis.celtic.strands import strands
from keltis.celtic.tiles import BLUE, ORANGE, SIDES, STEP, Cell, Owner, Shape
from keltis.render._kit.svg import (
    Attribute,
    Point,
    element,
    format_number,
    group,
    label,
    path_data,
    polygon,
    signed_text,
)

_HALF: Final = TILE / 2
_LETTERS: Final = {Owner.ORANGE: "O", Owner.BLUE: "B", Owner.NEUTRAL: "N"}
_ICONS: Final = {Shape.END: 4, Shape.CORNER: 6, Shape.STRAIGHT: 5, Shape.TEE: 14, Shape.CROSS: 15}


def owner_letter(owner: Owner) -> str:
    """The letter on the tiles of an owner."""
    return _LETTERS[owner]


def tile(middle: Point, owner: Owner | None, theme: Theme) -> str:
    """A tile without its ribbons: its owner's colour, letter and marks."""
    paint = theme.tile(owner)
    square = _square(middle, TILE - 2, rx=7, fill=paint.fill, stroke=paint.ink, stroke_width=1.4)
    if owner is None:
        return square
    x, y = middle
    letter = label(
        x - 38, y - 38, _LETTERS[owner], 15, max_width=16, fill=paint.ink, font_weight="bold"
    )
    marks = "".join(
        _mark((x + dx * 38, y + dy * 38), owner, paint.ink) for dx, dy in ((1, -1), (1, 1), (-1, 1))
    )
    return square + letter + marks


def _square(middle: Point, size: float, **attributes: Attribute) -> str:
    x, y = middle
    return element("rect", x=x - size / 2, y=y - size / 2, width=size, height=size, **attributes)


def _mark(middle: Point, owner: Owner, colour: str) -> str:
    """A disc for Orange, a square for Blue, a short line for neutral tiles."""
    x, y = middle
    if owner is ORANGE:
        return element("circle", cx=x, cy=y, r=4.5, fill=colour)
    if owner is BLUE:
        return _square(middle, 8, fill=colour)
    return element("rect", x=x - 4.5, y=y - 1, width=9, height=2, fill=colour)


def icon(x: float, y: float, size: float, shape: Shape, owner: Owner, theme: Theme) -> str:
    """A small tile of this shape, with its top left corner here."""
    design = {(0, 0): _ICONS[shape]}
    painted = [(strand, theme.open) for strand in strands(design)]
    scale = size / TILE
    place = (
        f"translate({format_number(x + size / 2)} {format_number(y + size / 2)}) scale({scale:.3f})"
    )
    paint = theme.tile(owner)
    square = _square((0, 0), TILE, rx=9, fill=paint.fill, stroke=paint.ink, stroke_width=3)
    return element("g", square, ribbon_group(design, painted, theme.edge), transform=place)


def window_background(window: Window, theme: Theme) -> Iterator[str]:
    """The window with its empty cells, and arrows where it can still float (K7)."""
    x, y = cell_centre((window.left, window.top))
    left, top = x - _HALF, y - _HALF
    width, height = window.width * TILE, window.height * TILE
    yield element(
        "rect", x=left - 6, y=top - 6, width=width + 12, height=height + 12, rx=12, fill=theme.table
    )
    lines = [
        _segment((left + TILE * n, top), (left + TILE * n, top + height))
        for n in range(1, window.width)
    ]
    lines += [
        _segment((left, top + TILE * n), (left + width, top + TILE * n))
        for n in range(1, window.height)
    ]
    yield element(
        "path", d="".join(lines), stroke=theme.line, stroke_width=1, stroke_dasharray="2 5"
    )
    yield element(
        "rect",
        x=left - 6,
        y=top - 6,
        width=width + 12,
        height=height + 12,
        rx=12,
        fill="none",
        stroke=theme.faint,
        stroke_width=2,
        stroke_dasharray="10 6" if any(window.shifts) else None,
    )
    for side, cells in zip(SIDES, window.shifts, strict=True):
        if cells:
            yield _float_arrows(
                (left + width / 2, top + height / 2),
                (width / 2 + 17, height / 2 + 17),
                side,
                cells,
                theme,
            )


def _segment(start: Point, end: Point) -> str:
    return path_data(("M", [start]), ("L", [end]))


def _float_arrows(middle: Point, away: Point, side: int, cells: int, theme: Theme) -> str:
    """One arrow head for each cell that the window can float."""
    right, down = STEP[side]
    heads = []
    for head in range(cells):
        aside = (head - (cells - 1) / 2) * 22
        x = middle[0] + right * away[0] + down * aside
        y = middle[1] + down * away[1] + right * aside
        corners = [
            (x + right * 5, y + down * 5),
            (x - right * 4 + down * 8, y - down * 4 + right * 8),
            (x - right * 4 - down * 8, y - down * 4 - right * 8),
        ]
        heads.append(polygon(corners, fill=theme.faint))
    return group("float", "the window can still float this way", *heads)


def coordinates(window: Window, theme: Theme) -> Iterator[str]:
    """The x of the columns above the window, and the y of the rows on its left."""
    left, top = cell_centre((window.left, window.top))
    for column in window.columns:
        x, _ = cell_centre((column, 0))
        yield label(x, top - _HALF - 32, signed_text(column), 18, max_width=60, fill=theme.faint)
    for row in window.rows:
        _, y = cell_centre((0, row))
        yield label(left - _HALF - 32, y, signed_text(row), 18, max_width=26, fill=theme.faint)


def free_cell(cell: Cell, theme: Theme) -> str:
    """The mark of a cell where the next tile can go."""
    dashes: dict[str, Attribute] = {
        "stroke": theme.faint,
        "stroke_width": 1.4,
        "stroke_dasharray": "5 5",
        "opacity": 0.6,
    }
    # A surface without colour makes the whole cell clickable.
    surface = _square(cell_centre(cell), TILE, fill=theme.table, fill_opacity=0)
    square = _square(cell_centre(cell), TILE - 26, rx=9, fill="none", **dashes)
    x, y = cell
    return group("free", f"{x},{y}: free", surface, square, data_cell=f"{x},{y}")


def cell_glow(cell: Cell, theme: Theme) -> str:
    """The mark of a highlighted cell, which goes under its tile."""
    return _square(
        cell_centre(cell),
        TILE + 14,
        rx=12,
        fill=theme.glow,
        stroke=theme.edge,
        stroke_width=2,
        class_="keltis-highlight",
    )


def cell_frame(cell: Cell, theme: Theme) -> str:
    """The mark of a tile that was laid last."""
    return _square(
        cell_centre(cell),
        TILE - 2,
        rx=8,
        fill="none",
        stroke=theme.accent,
        stroke_width=6,
        class_="keltis-last",
    )
