"""The panels beside the tiles: players with their scores and supplies, and the knots."""

from collections.abc import Iterator
from typing import Final

from keltis._lib.text import count_noun
from keltis.celtic._engine.scoring import score_text
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.strands import Strand
from keltis.celtic._engine.tiles import PLAYERS, Owner, Shape
from keltis.celtic.render._scene import Scene
from keltis.celtic.render._tiles import LETTERS, Theme, icon
from keltis.render._kit import svg
from keltis.render._kit.themes import Paint

_WIDTH: Final = 300.0
_KNOTS_WIDTH: Final = 160.0
_PLAYER: Final = 122.0
_GAP: Final = 12.0
_PAD: Final = 14.0
_HEAD: Final = 34.0
_LINE: Final = 30.0
_ICON: Final = 34.0


def panels_width(scene: Scene) -> float:
    """The width of the panels; a puzzle has no supplies."""
    return _KNOTS_WIDTH if scene.state is None else _WIDTH


def panels_height(scene: Scene) -> float:
    owners = len(Owner) * (_PLAYER + _GAP) if scene.state is not None else 0
    return owners + _HEAD + _LINE * (len(scene.knots) + bool(scene.open))


def panels(x: float, y: float, scene: Scene, theme: Theme) -> Iterator[str]:
    """A panel for each owner of tiles, and the knots below."""
    if scene.state is not None:
        for owner in Owner:
            yield svg.group(
                "panel",
                f"supply: {owner}",
                *_panel(x, y, scene, scene.state, owner, theme),
                data_owner=str(owner),
            )
            y += _PLAYER + _GAP
    yield from _knots(x, y, scene, theme)


def _panel(
    x: float, y: float, scene: Scene, state: GameState, owner: Owner, theme: Theme
) -> Iterator[str]:
    end = scene.outcome
    highlighted = owner is (state.to_move if end is None else end.winner)
    edge, weight = (theme.accent, 3) if highlighted else (theme.line, 1)
    yield svg.rect(x, y, _WIDTH, _PLAYER, theme.panel.fill, edge, weight, rx=10)
    yield badge((x + _PAD + 13, y + 26), owner, theme)
    left, room, ink = x + _PAD + 36, _WIDTH - 2 * _PAD - 36, theme.panel.ink
    if owner in PLAYERS:
        name, score = scene.names[owner], score_text(scene.scores[owner])
        yield svg.label(left, y + 26, name, 18, room * 0.55, ink, anchor="start", bold=True)
        right = x + _WIDTH - _PAD
        yield svg.label(right, y + 26, score, 19, room * 0.42, ink, anchor="end", bold=True)
    else:
        yield svg.label(left, y + 26, "neutral, for both", 16, room, theme.faint, anchor="start")
    for shape in Shape:
        stock_x = x + _PAD + shape * (_WIDTH - 2 * _PAD) / len(Shape)
        yield _stock(stock_x, y + 50, shape, owner, state.left[owner][shape], theme)


def badge(middle: svg.Point, owner: Owner, theme: Theme) -> str:
    """The letter of an owner in the owner's colours."""
    paint = theme.tile(owner)
    square = svg.square(middle, 26, paint.fill, paint.ink, 1.4, rx=5)
    return square + svg.label(*middle, LETTERS[owner], 16, 22, paint.ink, bold=True)


def _stock(x: float, y: float, shape: Shape, owner: Owner, count: int, theme: Theme) -> str:
    """The tiles of one shape that are left in a supply."""
    drawn = icon(x + 9, y, _ICON, shape, owner, theme)
    place = x + 9 + _ICON / 2, y + _ICON + 14
    written = svg.label(*place, f"\N{MULTIPLICATION SIGN}{count}", 14, 40, theme.panel.ink)
    return svg.group(
        "stock",
        f"{owner} {shape}: {count} left",
        drawn,
        written,
        opacity=None if count else 0.3,
        data_owner=str(owner),
        data_shape=str(shape),
    )


def _knots(x: float, y: float, scene: Scene, theme: Theme) -> Iterator[str]:
    ink = theme.page.ink
    text = count_noun(len(scene.knots), "knot")
    yield svg.label(x, y + 14, text, 17, 140, ink, anchor="start", bold=True)
    if scene.state is not None and scene.knots:
        for player in PLAYERS:
            yield badge((x + _WIDTH - 110 + player * 56, y + 14), player, theme)
    y += _HEAD
    for place, knot in enumerate(scene.knots):
        yield svg.group(
            "knot-count",
            f"knot {place + 1}",
            *_knot(x, y + _LINE * (place + 0.5), scene, place, knot, theme),
        )
    y += _LINE * (len(scene.knots) + 0.5)
    if scene.open:
        yield _swatch(x, y, theme.open, theme.edge)
        text = count_noun(len(scene.open), "open path")
        yield svg.label(x + 76, y, text, 15, 150, theme.faint, anchor="start")


def _knot(
    x: float, y: float, scene: Scene, place: int, knot: Strand, theme: Theme
) -> Iterator[str]:
    """A knot: its ribbon and number, and its tiles, in all and by player."""
    ink = theme.page.ink
    yield _swatch(x, y, theme.knot(place), theme.edge)
    yield knot_number((x + 30, y), place, theme)
    yield svg.label(x + 76, y, count_noun(len(knot.cells), "tile"), 15, 100, ink, anchor="start")
    if scene.state is not None:
        for player in PLAYERS:
            count = str(scene.count(knot, player))
            yield svg.label(x + _WIDTH - 110 + player * 56, y, count, 18, 40, ink, bold=True)


def _swatch(x: float, y: float, paint: Paint, edge: str) -> str:
    layers = (18, edge), (13, paint.fill), (3, paint.ink)
    return "".join(svg.rect(x, y - height / 2, 60, height, fill) for height, fill in layers)


def knot_number(middle: svg.Point, place: int, theme: Theme) -> str:
    """The number of a knot on a disc."""
    disc = svg.circle(middle, 10.5, theme.panel.fill, theme.edge, 1.6)
    return disc + svg.label(*middle, str(place + 1), 14, 18, theme.panel.ink, bold=True)
