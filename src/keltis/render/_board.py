"""The board: paths with their stones and tiles, the points of the rows, and the figures."""

from collections.abc import Iterator

from keltis._shared.narration import count_noun
from keltis.board import Tiles
from keltis.cards import Colour
from keltis.render._kit.svg import (
    element,
    format_number,
    group,
    label,
    path_data,
    signed_text,
)
from keltis.render._layout import (
    MARGIN,
    PITCH,
    RAIL,
    START,
    WIDTH,
    BoardLayout,
    figure_place,
    figure_radius,
    start_places,
)
from keltis.render._marks import Marks, highlights
from keltis.render._scene import Scene
from keltis.render._shapes import stone, symbol, tile, token
from keltis.render._theme import Theme
from keltis.rules import Rules


def ground(layout: BoardLayout, rules: Rules, marks: Marks, theme: Theme) -> Iterator[str]:
    """All that never changes in a game: the goal area, the rows and the paths with their stones.

    Highlights are between the paths and the stones.
    """
    box = {
        "x": MARGIN / 2,
        "y": layout.top,
        "width": WIDTH - MARGIN,
        "height": layout.bottom - layout.top,
        "rx": 18,
    }
    yield element("rect", **box, fill=theme.board, stroke=theme.line)
    yield _goal(layout, rules, theme)
    for row in range(1, rules.path_length + 1):
        yield _row(layout, row, rules, theme)
    for path in Colour:
        yield _trail(layout, path, theme)
        yield _path_sign(layout, path, theme)
    yield from highlights(layout, marks, theme)
    x, y = layout.start
    yield element(
        "ellipse",
        cx=x,
        cy=y,
        rx=START[0],
        ry=START[1],
        fill=theme.stone.fill,
        stroke=theme.edge,
        stroke_width=1.5,
    )
    yield label(x, y + 47, "start", 17, max_width=80, fill=theme.stone.ink)
    for path in Colour:
        for row in range(1, rules.path_length + 1):
            dark = row in rules.tile_rows[path]
            drawn = stone(layout.stone(path, row), path * 2 + row, dark=dark, theme=theme)
            title = f"{path} path, row {row}"
            yield group("stone", title, drawn, data_path=path.letter, data_row=row)


def _arc(layout: BoardLayout, radius: float, bearing: float, command: str = "M") -> str:
    """An arc about the origin of the layout, from minus this bearing to this bearing."""
    start, end = layout.point(radius, -bearing), layout.point(radius, bearing)
    size = format_number(radius)
    move, target = path_data((command, [start])), path_data(("", [end]))
    return f"{move}A{size} {size} 0 0 {int(bearing > 0)} {target}"


def _goal(layout: BoardLayout, rules: Rules, theme: Theme) -> str:
    inner = layout.radius(rules.goal_row - 0.5)
    outer = layout.radius(rules.path_length + 0.5)
    bearing = 2 * layout.angle + (RAIL - 30) / outer
    area = f"{_arc(layout, outer, bearing)}{_arc(layout, inner, -bearing, 'L')}Z"
    x, y = layout.point(outer - 16, layout.angle / 2)
    labels = [
        label(place, y, "goal", 22, max_width=80, fill=theme.goal.ink) for place in (x, WIDTH - x)
    ]
    return group(
        "goal",
        f"goal area from row {rules.goal_row}",
        element("path", d=area, fill=theme.goal.fill),
        *labels,
    )


def _row(layout: BoardLayout, row: int, rules: Rules, theme: Theme) -> str:
    points = rules.row_points[row - 1]
    line = element(
        "path",
        d=_arc(layout, layout.radius(row), layout.sign_bearing(row)),
        fill="none",
        stroke=theme.line,
        stroke_width=2,
    )
    paint = theme.goal if row >= rules.goal_row else theme.panel
    signs = []
    for side in (-1, 1):
        x, y = layout.row_sign(row, side)
        signs.append(
            element(
                "rect",
                x=x - 22,
                y=y - 16,
                width=44,
                height=32,
                rx=16,
                fill=paint.fill,
                stroke=theme.line,
            )
        )
        signs.append(
            label(x, y, signed_text(points), 22, max_width=40, fill=paint.ink, font_weight="bold")
        )
    return group("row", f"row {row}: {count_noun(points, 'point')}", line, *signs, data_row=row)


def _trail(layout: BoardLayout, path: Colour, theme: Theme) -> str:
    """The coloured line under the stones of a path, from the starting stone to its letter."""
    first, last = layout.stone(path, 1), layout.path_sign(path)
    bend = layout.point(layout.first - PITCH * 1.1, layout.bearing(path))
    line = path_data(("M", [layout.start]), ("Q", [bend, first]), ("L", [last]))
    edge = element("path", d=line, fill="none", stroke=theme.edge, stroke_width=18)
    return edge + element(
        "path", d=line, fill="none", stroke=theme.path(path).fill, stroke_width=15
    )


def _path_sign(layout: BoardLayout, path: Colour, theme: Theme) -> str:
    """The letter and the symbol of a path at its end."""
    x, y = layout.path_sign(path)
    paint = theme.path(path)
    plate = element(
        "rect",
        x=x - 34,
        y=y - 20,
        width=68,
        height=40,
        rx=20,
        fill=paint.fill,
        stroke=theme.edge,
        stroke_width=1.5,
    )
    letter = label(x - 14, y, path.letter, 27, max_width=28, fill=paint.ink, font_weight="bold")
    drawn = symbol((x + 14, y), 11, path, paint.ink)
    return group("path", f"{path} path", plate, letter, drawn, data_path=path.letter)


def tiles(layout: BoardLayout, on_board: Tiles, theme: Theme) -> Iterator[str]:
    """The tiles that are on the board."""
    for path in Colour:
        for row, kind in enumerate(on_board[path]):
            if kind is not None:
                title = f"{path} path, row {row}: {kind.value}"
                drawn = tile(layout.stone(path, row), kind, theme)
                yield group("tile", title, drawn, data_path=path.letter, data_row=row)


def figures(layout: BoardLayout, scene: Scene, theme: Theme) -> Iterator[str]:
    """The figures on the paths and on the starting stone."""
    players = len(scene.view.players)
    for seat, player in enumerate(scene.view.players):
        yield from _starting_figures(layout, scene, seat, theme)
        for path in Colour:
            if row := player.rows[path]:
                large = player.large is path
                place = figure_place(layout, path, row, seat, players, large=large)
                kind = "large" if large else "small"
                title = f"{scene.names[seat]}: {kind} figure, {path} path, row {row}"
                radius = figure_radius(players, large=large)
                drawn = token(place, radius, seat, theme, initial=scene.initials[seat], large=large)
                yield group(
                    "figure", title, drawn, data_seat=seat, data_path=path.letter, data_row=row
                )


def _starting_figures(layout: BoardLayout, scene: Scene, seat: int, theme: Theme) -> Iterator[str]:
    players = len(scene.view.players)
    small, large = scene.starting_figures(seat)
    places = start_places(layout, seat, players, scene.view.rules.small_figures)
    radii = [places.scale * figure_radius(players, large=kind) for kind in (False, True)]
    letter = scene.initials[seat]
    if large:
        title = f"{scene.names[seat]}: large figure, starting stone"
        drawn = token(places.large, radii[1], seat, theme, initial=letter, large=True)
        yield group("waiting", title, drawn, data_seat=seat)
    if small:
        title = f"{scene.names[seat]}: {count_noun(small, 'small figure')}, starting stone"
        drawn = "".join(
            token(place, radii[0], seat, theme, initial=letter) for place in places.small[:small]
        )
        yield group("waiting", title, drawn, data_seat=seat)
