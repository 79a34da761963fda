"""A position or a filling as an SVG picture."""

from collections.abc import Iterator, Sequence
from typing import Final

from keltis._shared.svg import element, format_number, group, label, picture, theme_by_name
from keltis.celtic.render._curves import TILE, first_part
from keltis.celtic.render._panels import knot_number, panels, panels_height, panels_width
from keltis.celtic.render._ribbons import cell_centre, curves_of, ribbon_group
from keltis.celtic.render._scene import (
    Position,
    Scene,
    description,
    scene_of,
    status_line,
    tile_title,
)
from keltis.celtic.render._theme import THEMES, Theme
from keltis.celtic.render._tiles import free_cell, tile, window_background
from keltis.celtic.strands import Strand

_MARGIN: Final = 30.0
_HEADER: Final = 64.0
_GAP: Final = 34.0


def board_svg(position: Position, *, names: Sequence[str] = (), theme: str = "light") -> str:
    """A position, or a filling of a puzzle, as an SVG picture in the theme `light` or `dark`.

    Every knot has its own colour and number; open paths are grey.

    >>> from keltis.celtic import new_game
    >>> from keltis.celtic.render import board_svg
    >>> picture = board_svg(new_game())
    >>> picture.startswith("<svg "), picture.count('class="keltis-tile"')
    (True, 1)
    """
    colours = theme_by_name(THEMES, theme)
    scene = scene_of(position, names=names)
    wide, high = scene.window.width * TILE, scene.window.height * TILE
    size = (
        _MARGIN + wide + _GAP + panels_width(scene) + _MARGIN,
        _HEADER + max(high, panels_height(scene)) + _MARGIN,
    )
    return picture(
        f"CELTIC!: {status_line(scene)}",
        description(scene),
        size,
        colours.page,
        label(
            _MARGIN,
            26,
            status_line(scene),
            22,
            max_width=size[0] - 2 * _MARGIN,
            anchor="start",
            fill=colours.page.ink,
            font_weight="bold",
        ),
        element("g", *board(scene, colours), transform=_board_transform(scene)),
        *panels(_MARGIN + wide + _GAP, _HEADER - 6, scene, colours),
    )


def _board_transform(scene: Scene) -> str:
    """The translation that brings the north-west cell of the window to its place."""
    x, y = cell_centre((scene.window.left, scene.window.top))
    x, y = _MARGIN + TILE / 2 - x, _HEADER + TILE / 2 - y
    return f"translate({format_number(x)} {format_number(y)})"


def board(scene: Scene, theme: Theme) -> Iterator[str]:
    """The window with the tiles and the ribbons; the centre of the cell 0,0 is at 0,0."""
    yield from window_background(scene.window, theme)
    yield from (free_cell(cell, theme) for cell in scene.free_cells)
    for cell in scene.design:
        drawn = tile(cell_centre(cell), scene.owners.get(cell), theme)
        yield group("tile", tile_title(scene, cell), drawn)
    painted = [(strand, theme.open) for strand in scene.open]
    painted += [(knot, theme.knot(place)) for place, knot in enumerate(scene.knots)]
    yield ribbon_group(scene.design, painted, theme.edge, class_="keltis-weave")
    for place, knot in enumerate(scene.knots):
        yield _knot_number(scene, place, knot, theme)


def _knot_number(scene: Scene, place: int, knot: Strand, theme: Theme) -> str:
    """The number of a knot, in the middle of one of its arcs."""
    curves = curves_of(scene.design, knot.arcs[0])
    x, y = curves[0][-1] if len(curves) > 1 else first_part(curves[0], 0.5)[-1]
    return group("knot", f"knot {place + 1}", knot_number(x, y, place, theme))
