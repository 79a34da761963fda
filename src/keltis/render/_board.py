"""The board: paths with their stones and tiles, the points of the rows, and the figures."""

from collections.abc import Iterator

from keltis._shared.svg import (
    element,
    format_number,
    group,
    label,
    path_data,
    signed_text,
    times_text,
)
from keltis.board import Tiles
from keltis.cards import Colour
from keltis.render._layout import (
    MARGIN,
    PITCH,
    RAIL,
    START,
    WIDTH,
    BoardLayout,
    figure_place,
    figure_radius,
)
from keltis.render._scene import Scene
from keltis.render._shapes import stone, tile, token
from keltis.render._theme import Theme
from keltis.rules import Rules


def ground(layout: BoardLayout, rules: Rules, theme: Theme) -> Iterator[str]:
    """All that never changes in a game: the goal area, the rows and the paths with their stones."""
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
    yield label(x, y + 39, "start", 13, max_width=80, fill=theme.stone.ink)
    for path in Colour:
        for row in range(1, rules.path_length + 1):
            yield stone(
                layout.stone(path, row),
                path * 2 + row,
                dark=row in rules.tile_rows[path],
                theme=theme,
            )


def _arc(layout: BoardLayout, radius: float, bearing: float, command: str = "M") -> str:
    """An arc about the origin of the layout, from minus this bearing to this bearing."""
    start, end = layout.point(radius, -bearing), layout.point(radius, bearing)
    size = format_number(radius)
    move, target = path_data((command, [start])), path_data(("", [end]))
    return f"{move}A{size} {size} 0 0 {int(bearing > 0)} {target}"


def _goal(layout: BoardLayout, rules: Rules, theme: Theme) -> str:
    inner = layout.radius(rules.goal_row - 0.5)
    outer = layout.radius(rules.path_length + 0.5)
    bearing = 2 * layout.angle + (RAIL - 24) / outer
    area = f"{_arc(layout, outer, bearing)}{_arc(layout, inner, -bearing, 'L')}Z"
    x, y = layout.point(outer - 14, layout.angle / 2)
    labels = [
        label(place, y, "goal", 16, max_width=80, fill=theme.goal.ink) for place in (x, WIDTH - x)
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
                x=x - 17,
                y=y - 13,
                width=34,
                height=26,
                rx=13,
                fill=paint.fill,
                stroke=theme.line,
            )
        )
        signs.append(
            label(x, y, signed_text(points), 16, max_width=30, fill=paint.ink, font_weight="bold")
        )
    return group("row", f"row {row}: {points} points", line, *signs)


def _trail(layout: BoardLayout, path: Colour, theme: Theme) -> str:
    """The coloured line under the stones of a path, from the starting stone to its letter."""
    first, last = layout.stone(path, 1), layout.path_sign(path)
    bend = layout.point(layout.first - PITCH * 1.1, layout.bearing(path))
    line = path_data(("M", [layout.start]), ("Q", [bend, first]), ("L", [last]))
    edge = element("path", d=line, fill="none", stroke=theme.edge, stroke_width=15)
    return edge + element(
        "path", d=line, fill="none", stroke=theme.path(path).fill, stroke_width=12.5
    )


def _path_sign(layout: BoardLayout, path: Colour, theme: Theme) -> str:
    x, y = layout.path_sign(path)
    paint = theme.path(path)
    disc = element("circle", cx=x, cy=y, r=17, fill=paint.fill, stroke=theme.edge, stroke_width=1.5)
    return group(
        "path",
        f"{path} path",
        disc,
        label(x, y, path.letter, 20, max_width=24, fill=paint.ink, font_weight="bold"),
    )


def tiles(layout: BoardLayout, on_board: Tiles, theme: Theme) -> Iterator[str]:
    """The tiles that are on the board."""
    for path in Colour:
        for row, kind in enumerate(on_board[path]):
            if kind is not None:
                yield tile(
                    layout.stone(path, row), kind, f"{path} path, row {row}: {kind.value}", theme
                )


def figures(layout: BoardLayout, scene: Scene, theme: Theme) -> Iterator[str]:
    """The figures on the paths, and the numbers of those on the starting stone."""
    players = len(scene.view.players)
    for seat, player in enumerate(scene.view.players):
        for path in Colour:
            if row := player.rows[path]:
                large = player.large is path
                place = figure_place(layout, path, row, seat, players, large=large)
                kind = "large" if large else "small"
                title = f"{scene.names[seat]}: {kind} figure, {path} path, row {row}"
                radius = figure_radius(players, large=large)
                yield group("figure", title, token(place, radius, seat, theme, large=large))
        yield from _starting_figures(layout, scene, seat, theme)


def _starting_figures(layout: BoardLayout, scene: Scene, seat: int, theme: Theme) -> Iterator[str]:
    players = len(scene.view.players)
    small, large = scene.starting_figures(seat)
    room = 1.7 * START[0] / players
    x = layout.start[0] + (seat - (players - 1) / 2) * room
    y = layout.start[1]
    big, little = (min(figure_radius(players, large=kind), room / 4) for kind in (True, False))
    if large:
        title = f"{scene.names[seat]}: large figure, starting stone"
        yield group("waiting", title, token((x, y - 18), big, seat, theme, large=True))
    if small:
        title = f"{scene.names[seat]}: {small} small figures, starting stone"
        left = x - room / 4
        count = label(
            left + little + 2,
            y + 11,
            times_text(small),
            15,
            max_width=room / 2,
            anchor="start",
            fill=theme.stone.ink,
        )
        yield group("waiting", title, token((left, y + 11), little, seat, theme), count)
