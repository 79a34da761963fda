"""Tiles and their colours, the window that they lie in, and what is marked there.

No colour carries a meaning alone: a letter, a number or a mark is beside it.
"""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, final

import attrs

from keltis._lib.checks import as_int
from keltis._lib.values import Immutable
from keltis.celtic._engine.moves import Lay, Move
from keltis.celtic._engine.strands import strands
from keltis.celtic._engine.tiles import SIDES, STEP, Cell, Owner, Shape, format_cell
from keltis.celtic.render._scene import Scene, Window
from keltis.celtic.render._weave import TILE, cell_centre, ribbon_group, ribbons
from keltis.errors import InvalidArgument
from keltis.render._kit import svg, themes
from keltis.render._kit.themes import COMMON, Paint, Palette

Arrow: TypeAlias = tuple[Cell, Cell]
"""An arrow from one cell to another."""

_HALF: Final = TILE / 2
LETTERS: Final = {Owner.ORANGE: "O", Owner.BLUE: "B", Owner.NEUTRAL: "N"}
"""The letters on the tiles by owner."""
_ICONS: Final = {Shape.END: 4, Shape.CORNER: 6, Shape.STRAIGHT: 5, Shape.TEE: 14, Shape.CROSS: 15}


class Theme(themes.Theme):
    """All colours of a picture of the tile game."""

    table: str
    """The empty cells of the window."""
    plain: Paint
    """The tiles of a puzzle, which have no owner."""
    open: Paint
    """The ribbon of an open path, and the line along it."""

    def tile(self, owner: Owner | None) -> Paint:
        """The paint of a tile, and of the mark on it."""
        return self.plain if owner is None else self.paints[str(owner)]

    def knot(self, place: int) -> Paint:
        """The paint of a knot by its place among all; further ones begin from the first again."""
        return self.paints[f"knot {place % len(_KNOTS) + 1}"]


_KNOTS: Final = (
    (Paint("#a6192e", "#e07f8c"), Paint("#e2495e", "#ffa9b4")),
    (Paint("#11734b", "#6cc09b"), Paint("#2fb37c", "#a2ecc9")),
    (Paint("#f2c218", "#fff0b0"), Paint("#f2c84b", "#fff1c0")),
    (Paint("#5f3a9b", "#b49be0"), Paint("#9f7ae0", "#d8c6ff")),
    (Paint("#1d9bb0", "#9be0ea"), Paint("#35bcd1", "#b3eff8")),
    (Paint("#e06fa8", "#f9cde2"), Paint("#ef8fc0", "#ffd9ea")),
    (Paint("#6b4423", "#c09a76"), Paint("#b98557", "#e6c6a6")),
    (Paint("#9fb80f", "#e2f08d"), Paint("#b7cf3a", "#ecf7ac")),
)
PALETTE: Final = Palette(
    Theme,
    {
        **COMMON,
        "table": ("#efe9d9", "#1d2226"),
        "line": ("#d3cab4", "#363d43"),
        "faint": ("#5d584d", "#b3b3aa"),
        "plain": (Paint("#f3ead2", "#8d815f"), Paint("#3c3d37", "#a6a28d")),
        "edge": ("#2b2620", "#0a0c0d"),
        "open": (Paint("#b9b4aa", "#dcd8cf"), Paint("#8b8f90", "#aeb2b3")),
        "orange": (Paint("#f7cf9d", "#8a4504"), Paint("#6d4216", "#f3b268")),
        "blue": (Paint("#b9d3f0", "#17457c"), Paint("#1f4470", "#9cc6f5")),
        "neutral": (Paint("#e3ded2", "#5d584d"), Paint("#474b4e", "#c9c9c2")),
        **{f"knot {number}": tones for number, tones in enumerate(_KNOTS, 1)},
    },
)


def tile(middle: svg.Point, owner: Owner | None, theme: Theme) -> str:
    """A tile without its ribbons: its owner's colour, letter and marks."""
    paint = theme.tile(owner)
    square = svg.square(middle, TILE - 2, paint.fill, paint.ink, 1.4, rx=7)
    if owner is None:
        return square
    x, y = middle
    letter = svg.label(x - 38, y - 38, LETTERS[owner], 15, 16, paint.ink, bold=True)
    places = (x + 38, y - 38), (x + 38, y + 38), (x - 38, y + 38)
    return square + letter + "".join(_mark(place, owner, paint.ink) for place in places)


def _mark(middle: svg.Point, owner: Owner, colour: str) -> str:
    """A disc for Orange, a square for Blue, a short line for neutral tiles."""
    x, y = middle
    if owner is Owner.ORANGE:
        return svg.circle(middle, 4.5, colour)
    if owner is Owner.BLUE:
        return svg.square(middle, 8, colour)
    return svg.rect(x - 4.5, y - 1, 9, 2, colour)


def icon(x: float, y: float, size: float, shape: Shape, owner: Owner, theme: Theme) -> str:
    """A small tile of this shape, with its top left corner here."""
    design = {(0, 0): _ICONS[shape]}
    painted = [(strand, theme.open) for strand in strands(design)]
    place = f"{svg.translate((x + size / 2, y + size / 2))} scale({size / TILE:.3f})"
    paint = theme.tile(owner)
    square = svg.square((0, 0), TILE, paint.fill, paint.ink, 3, rx=9)
    weave = ribbon_group(ribbons(design, painted), theme.edge)
    return svg.element("g", square, weave, transform=place)


def window_background(window: Window, theme: Theme) -> Iterator[str]:
    """The window with its empty cells, and arrows where it can still float (K7)."""
    x, y = cell_centre((window.left, window.top))
    left, top = x - _HALF, y - _HALF
    width, height = window.width * TILE, window.height * TILE
    box = left - 6, top - 6, width + 12, height + 12
    yield svg.rect(*box, theme.table, rx=12)
    lines = [
        [(left + TILE * n, top), (left + TILE * n, top + height)] for n in range(1, window.width)
    ]
    lines += [
        [(left, top + TILE * n), (left + width, top + TILE * n)] for n in range(1, window.height)
    ]
    grid = "".join(svg.path_data(("M", line[:1]), ("L", line[1:])) for line in lines)
    yield svg.element("path", d=grid, stroke=theme.line, stroke_width=1, stroke_dasharray="2 5")
    dashes = "10 6" if any(window.shifts) else None
    yield svg.rect(*box, "none", theme.faint, 2, rx=12, stroke_dasharray=dashes)
    for side, cells in zip(SIDES, window.shifts, strict=True):
        if cells:
            middle = left + width / 2, top + height / 2
            yield _float_arrows(middle, (width / 2 + 17, height / 2 + 17), side, cells, theme)


def _float_arrows(middle: svg.Point, away: svg.Point, side: int, cells: int, theme: Theme) -> str:
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
        heads.append(svg.polygon(corners, fill=theme.faint))
    return svg.group("float", "the window can still float this way", *heads)


def coordinates(window: Window, theme: Theme) -> Iterator[str]:
    """The x of the columns above the window, and the y of the rows on its left."""
    left, top = cell_centre((window.left, window.top))
    for column in window.columns:
        x, text = column * TILE, svg.signed_text(column)
        yield svg.label(x, top - _HALF - 32, text, 18, 60, theme.faint)
    for row in window.rows:
        yield svg.label(left - _HALF - 32, row * TILE, svg.signed_text(row), 18, 26, theme.faint)


def free_cell(cell: Cell, theme: Theme) -> str:
    """The mark of a cell where the next tile can go."""
    # A surface without colour makes the whole cell clickable.
    middle, text = cell_centre(cell), format_cell(cell)
    surface = svg.square(middle, TILE, theme.table, fill_opacity=0)
    dashes: dict[str, svg.Attribute] = {"stroke_dasharray": "5 5", "opacity": 0.6}
    square = svg.square(middle, TILE - 26, "none", theme.faint, 1.4, rx=9, **dashes)
    return svg.group("free", f"{text}: free", surface, square, data_cell=text)


@final
@attrs.frozen
class Marks(Immutable):
    """Everything that is marked in a picture."""

    last: tuple[Cell, ...] = ()
    """The cells of the tiles that were laid last."""
    cells: tuple[Cell, ...] = ()
    arrows: tuple[Arrow, ...] = ()


def marks_of(
    scene: Scene, last: Iterable[Move], highlight: Iterable[Cell], arrows: Iterable[Arrow]
) -> Marks:
    """The marks of a position; raises `InvalidArgument` for those that it cannot have."""
    laid = [move for move in last if isinstance(move, Lay)]
    for lay in laid:
        if scene.state is None or lay not in scene.state.lays:
            raise InvalidArgument(f"last does not lead to this position: it has no tile {lay}")
    return Marks(
        tuple(lay.cell for lay in laid),
        tuple(_as_cell(cell, "highlight", scene) for cell in highlight),
        tuple(_as_arrow(pair, scene) for pair in arrows),
    )


def _as_cell(cell: Cell, name: str, scene: Scene) -> Cell:
    (x, y), columns, rows = cell, scene.window.columns, scene.window.rows
    return (
        as_int(x, f"the x of a cell in {name}", columns[0], columns[-1]),
        as_int(y, f"the y of a cell in {name}", rows[0], rows[-1]),
    )


def _as_arrow(pair: Arrow, scene: Scene) -> Arrow:
    start, end = (_as_cell(cell, "arrows", scene) for cell in pair)
    if start == end:
        raise InvalidArgument(f"an arrow is a pair of two different cells, not {pair!r}")
    return start, end


def cell_glow(cell: Cell, theme: Theme) -> str:
    """The mark of a highlighted cell, which goes under its tile."""
    look = theme.glow, theme.edge, 2
    return svg.square(cell_centre(cell), TILE + 14, *look, rx=12, class_="keltis-highlight")


def cell_frame(cell: Cell, theme: Theme) -> str:
    """The mark of a tile that was laid last."""
    look = "none", theme.accent, 6
    return svg.square(cell_centre(cell), TILE - 2, *look, rx=8, class_="keltis-last")
