"""A position or a filling as an SVG picture."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from keltis.celtic.moves import Move
from keltis.celtic.render._curves import TILE, first_part
from keltis.celtic.render._marks import Arrow, Marks, arrow_marks, marks_of
from keltis.celtic.render._panels import knot_number, panels_height, panels_width
from keltis.celtic.render._panels import panels as side_panels
from keltis.celtic.render._ribbons import cell_centre, curves_of, ribbon_group
from keltis.celtic.render._scene import (
    Position,
    Scene,
    description,
    scene_of,
    status_line,
    tile_title,
)
from keltis.celtic.render._theme import THEMES, Theme, recolour
from keltis.celtic.render._tiles import (
    cell_frame,
    cell_glow,
    coordinates,
    free_cell,
    tile,
    window_background,
)
from keltis.celtic.strands import Strand
from keltis.celtic.tiles import Cell, format_cell
from keltis.render._kit.svg import (
    element,
    format_number,
    group,
    label,
    picture,
    require_size,
)
from keltis.render._kit.themes import EMPTY, Paint, draw_with_theme

_MARGIN: Final = 30.0
_LEFT: Final = 58.0
"""The space for the coordinates of the rows."""
_HEADER: Final = 96.0
"""The space for the status line and the coordinates of the columns."""
_BOARD_TOP: Final = 58.0
"""The space for the coordinates alone."""
_GAP: Final = 34.0


def board_svg(
    position: Position,
    *,
    seat: int | None = None,  # noqa: ARG001 - as in `keltis.render`; nothing is hidden here
    reveal: bool = False,  # noqa: ARG001 - the same
    names: Sequence[str] = (),
    last: Iterable[Move] = (),
    highlight: Iterable[Cell] = (),
    arrows: Iterable[Arrow] = (),
    panels: bool = True,
    size: float | None = None,
    theme: str = "light",
    colours: Mapping[str, str] = EMPTY,
) -> str:
    """A position, or a filling of a puzzle, as an SVG picture.

    Every knot has its own colour and number; open paths are grey. The numbers at the edges are the
    x and the y of the cells. Nothing is hidden, so `seat` and `reveal` make no difference.

    `last` are the moves that led to the position: their tiles are marked. `highlight` marks cells,
    and `arrows` are pairs of cells. `panels=False` leaves the supplies and the knots out, with the
    status line. `size` is the width in pixels. `theme` is `light`, `dark`, or `auto` to follow the
    page. `colours` replaces colours of the theme, such as `{"orange": "#f7cf9d", "edge":
    "#000000"}`.

    Tiles and free cells have the attribute `data-cell`, the tiles of a supply `data-owner` and
    `data-shape`, for pages that make them clickable.

    >>> from keltis.celtic import new_game
    >>> from keltis.celtic.render import board_svg
    >>> picture = board_svg(new_game(), highlight=[(0, -1)], size=400)
    >>> picture.startswith("<svg "), picture.count('class="keltis-tile"')
    (True, 1)
    """
    require_size(size)
    scene = scene_of(position, names=names)
    marks = marks_of(scene, last, highlight, arrows)

    def draw(colours: Theme) -> str:
        drawn = _with_panels if panels else _board_only
        parts, box = drawn(scene, marks, colours)
        title = f"CELTIC!: {status_line(scene)}"
        return picture(title, description(scene), box, colours.page, *parts, size=size)

    return draw_with_theme(THEMES, theme, lambda colour_set: recolour(colour_set, colours), draw)


def _with_panels(scene: Scene, marks: Marks, theme: Theme) -> tuple[list[str], tuple[float, float]]:
    """Everything, and its size."""
    wide, high = scene.window.width * TILE, scene.window.height * TILE
    box = (
        _LEFT + wide + _GAP + panels_width(scene) + _MARGIN,
        _HEADER + max(high, panels_height(scene)) + _MARGIN,
    )
    status = label(
        _MARGIN,
        30,
        status_line(scene),
        26,
        max_width=box[0] - 2 * _MARGIN,
        anchor="start",
        fill=theme.page.ink,
        font_weight="bold",
    )
    panels = side_panels(_LEFT + wide + _GAP, _HEADER - 6, scene, theme)
    return [status, _placed_board(scene, marks, theme, _HEADER), *panels], box


def _board_only(scene: Scene, marks: Marks, theme: Theme) -> tuple[list[str], tuple[float, float]]:
    wide, high = scene.window.width * TILE, scene.window.height * TILE
    box = (_LEFT + wide + _MARGIN, _BOARD_TOP + high + _MARGIN)
    return [_placed_board(scene, marks, theme, _BOARD_TOP)], box


def _placed_board(scene: Scene, marks: Marks, theme: Theme, top: float) -> str:
    """The board with its coordinates; the north-west corner of the window is at this height."""
    x, y = cell_centre((scene.window.left, scene.window.top))
    x, y = _LEFT + TILE / 2 - x, top + TILE / 2 - y
    drawn = [*coordinates(scene.window, theme), *board(scene, marks, theme, scene.knots)]
    return element("g", *drawn, transform=f"translate({format_number(x)} {format_number(y)})")


def board(scene: Scene, marks: Marks, theme: Theme, numbered: Sequence[Strand]) -> Iterator[str]:
    """The window with the tiles and the ribbons; the centre of the cell 0,0 is at 0,0.

    A knot has its number in `numbered`.
    """
    yield from window_background(scene.window, theme)
    yield from (cell_glow(cell, theme) for cell in marks.cells)
    yield from (free_cell(cell, theme) for cell in scene.free_cells)
    for cell in scene.design:
        yield tile_group(scene, cell, theme)
    yield from (cell_frame(cell, theme) for cell in marks.last)
    painted = painted_strands(scene, numbered, theme)
    yield ribbon_group(scene.design, painted, theme.edge, class_="keltis-weave")
    for knot in scene.knots:
        yield numbered_knot(scene, numbered.index(knot), knot, theme)
    yield from arrow_marks(marks, theme)


def painted_strands(
    scene: Scene, numbered: Sequence[Strand], theme: Theme
) -> list[tuple[Strand, Paint]]:
    """The strands of a scene with their colours; knots have the colours of their numbers."""
    painted = [(strand, theme.open) for strand in scene.open]
    return painted + [(knot, theme.knot(numbered.index(knot))) for knot in scene.knots]


def tile_group(scene: Scene, cell: Cell, theme: Theme) -> str:
    """A tile without its ribbons."""
    drawn = tile(cell_centre(cell), scene.owners.get(cell), theme)
    return group("tile", tile_title(scene, cell), drawn, data_cell=format_cell(cell))


def numbered_knot(scene: Scene, place: int, knot: Strand, theme: Theme) -> str:
    """The number of a knot, in the middle of one of its arcs."""
    curves = curves_of(scene.design, knot.arcs[0])
    x, y = curves[0][-1] if len(curves) > 1 else first_part(curves[0], 0.5)[-1]
    return group("knot", f"knot {place + 1}", knot_number(x, y, place, theme))
