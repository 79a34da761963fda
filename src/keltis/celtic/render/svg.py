"""A design to look at, as SVG: tiles, and the strands woven over and under through them."""

from collections.abc import Iterator, Sequence
from typing import Final

from keltis._shared.svg import element, group, label, number
from keltis.celtic.render.curves import TILE, beginning
from keltis.celtic.render.palette import Theme, theme_named
from keltis.celtic.render.panels import numbered, panels, panels_height, panels_width
from keltis.celtic.render.ribbons import curves_of, middle_of, whole_ribbons
from keltis.celtic.render.scene import Position, Scene, due, points, scene_of
from keltis.celtic.render.tiles import free_cell, table, tile
from keltis.celtic.strands import Strand
from keltis.celtic.tiles import PLAYERS, Cell, letters_of
from keltis.render.svg import picture

_MARGIN: Final = 30.0
_HEADER: Final = 64.0
_GAP: Final = 34.0


def board_svg(position: Position, *, names: Sequence[str] = (), theme: str = "light") -> str:
    """A position, or a filling of a puzzle, as an SVG picture in the theme `light` or `dark`.

    Every knot has its own colour and number, and open paths are grey.

    >>> from keltis.celtic import new_game
    >>> picture = board_svg(new_game())
    >>> picture.startswith("<svg "), picture.count('class="keltis-tile"')
    (True, 1)
    """
    colours = theme_named(theme)
    scene = scene_of(position, names=names)
    wide, high = scene.window.width * TILE, scene.window.height * TILE
    size = (
        _MARGIN + wide + _GAP + panels_width(scene) + _MARGIN,
        _HEADER + max(high, panels_height(scene)) + _MARGIN,
    )
    return picture(
        f"CELTIC!: {due(scene)}",
        description(scene),
        size,
        colours.page,
        label(
            _MARGIN,
            26,
            due(scene),
            22,
            room=size[0] - 2 * _MARGIN,
            anchor="start",
            fill=colours.page.ink,
            font_weight="bold",
        ),
        element("g", *board(scene, colours), transform=_placed(scene)),
        *panels(_MARGIN + wide + _GAP, _HEADER - 6, scene, colours),
    )


def description(scene: Scene) -> str:
    """The scores and every tile, for those who cannot see them."""
    sentences = [
        f"{scene.names[player]}: {points(scene.scores[player])}."
        for player in PLAYERS
        if scene.state is not None
    ]
    return " ".join(
        [*sentences, f"Tiles: {'; '.join(_title(scene, cell) for cell in scene.design)}."]
    )


def _title(scene: Scene, cell: Cell) -> str:
    owner = scene.owners.get(cell)
    return f"{cell[0]},{cell[1]} {letters_of(scene.design[cell])}{'' if owner is None else f' {owner}'}"


def _placed(scene: Scene) -> str:
    """What brings the north-west cell of the window to its place in the picture."""
    x, y = middle_of((scene.window.left, scene.window.top))
    return f"translate({number(_MARGIN + TILE / 2 - x)} {number(_HEADER + TILE / 2 - y)})"


def board(scene: Scene, theme: Theme) -> Iterator[str]:
    """The window with the tiles and the weave in it; the middle of the cell 0,0 is at 0,0."""
    yield from table(scene.window, theme)
    yield from (free_cell(cell, theme) for cell in scene.free)
    for cell in scene.design:
        yield group(
            "tile", _title(scene, cell), tile(middle_of(cell), scene.owners.get(cell), theme)
        )
    tinted = [(strand, theme.open) for strand in scene.open]
    tinted += [(knot, theme.knot(place)) for place, knot in enumerate(scene.knots)]
    yield whole_ribbons(scene.design, tinted, theme.edge, class_="keltis-weave")
    for place, knot in enumerate(scene.knots):
        yield _number(scene, place, knot, theme)


def _number(scene: Scene, place: int, knot: Strand, theme: Theme) -> str:
    """The number of a knot, in the middle of one of its arcs."""
    curves = curves_of(scene.design, knot.arcs[0])
    x, y = curves[0][-1] if len(curves) > 1 else beginning(curves[0], 0.5)[-1]
    return group("knot", f"knot {place + 1}", numbered(x, y, place, theme))
