"""The paths with their stones and tiles, the points of the rows, and the figures on them."""

from collections.abc import Iterator

from keltis._shared.svg import element, group, label, number, path_data, signed, times
from keltis.board import Tiles
from keltis.cards import Colour
from keltis.render.geometry import (
    MARGIN,
    PITCH,
    RAIL,
    START,
    WIDTH,
    Fan,
    figure_place,
    figure_radius,
)
from keltis.render.palette import Theme
from keltis.render.scene import Scene
from keltis.render.shapes import stone, tile, token
from keltis.render.waiting import waiting
from keltis.rules import Rules


def ground(fan: Fan, rules: Rules, theme: Theme) -> Iterator[str]:
    """All that never changes in a game: the meadow, the goal area, the points of the rows, the paths and their stones."""
    box = {
        "x": MARGIN / 2,
        "y": fan.top,
        "width": WIDTH - MARGIN,
        "height": fan.bottom - fan.top,
        "rx": 18,
    }
    yield element("rect", **box, fill=theme.meadow, stroke=theme.rows)
    yield _goal(fan, rules, theme)
    for row in range(1, rules.path_length + 1):
        yield _row(fan, row, rules, theme)
    for path in Colour:
        yield _trail(fan, path, theme)
        yield _path_sign(fan, path, theme)
    x, y = fan.start
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
    yield label(x, y + 39, "start", 13, room=80, fill=theme.stone.ink)
    for path in Colour:
        for row in range(1, rules.path_length + 1):
            yield stone(
                fan.stone(path, row), path * 2 + row, dark=row in rules.tile_rows[path], theme=theme
            )


def _arc(fan: Fan, radius: float, bearing: float, command: str = "M") -> str:
    """An arc about where the rays meet, from this bearing to the other side."""
    start, end = fan.point(radius, -bearing), fan.point(radius, bearing)
    size = number(radius)
    return f"{path_data((command, [start]))}A{size} {size} 0 0 {int(bearing > 0)} {path_data(('', [end]))}"


def _goal(fan: Fan, rules: Rules, theme: Theme) -> str:
    inner = fan.radius(rules.goal_row - 0.5)
    outer = fan.radius(rules.path_length + 0.5)
    bearing = 2 * fan.angle + (RAIL - 24) / outer
    area = f"{_arc(fan, outer, bearing)}{_arc(fan, inner, -bearing, 'L')}Z"
    x, y = fan.point(outer - 14, fan.angle / 2)
    words = [label(place, y, "goal", 16, room=80, fill=theme.goal.ink) for place in (x, WIDTH - x)]
    return group(
        "goal",
        f"goal area from row {rules.goal_row}",
        element("path", d=area, fill=theme.goal.fill),
        *words,
    )


def _row(fan: Fan, row: int, rules: Rules, theme: Theme) -> str:
    points = rules.row_points[row - 1]
    line = element(
        "path",
        d=_arc(fan, fan.radius(row), fan.sign_bearing(row)),
        fill="none",
        stroke=theme.rows,
        stroke_width=2,
    )
    paint = theme.goal if row >= rules.goal_row else theme.panel
    signs = []
    for side in (-1, 1):
        x, y = fan.row_sign(row, side)
        signs.append(
            element(
                "rect",
                x=x - 17,
                y=y - 13,
                width=34,
                height=26,
                rx=13,
                fill=paint.fill,
                stroke=theme.rows,
            )
        )
        signs.append(label(x, y, signed(points), 16, room=30, fill=paint.ink, font_weight="bold"))
    return group("row", f"row {row}: {points} points", line, *signs)


def _trail(fan: Fan, path: Colour, theme: Theme) -> str:
    """The coloured line under the stones of a path, from the starting stone on."""
    first, last = fan.stone(path, 1), fan.path_sign(path)
    bend = fan.point(fan.first - PITCH * 1.1, fan.bearing(path))
    line = path_data(("M", [fan.start]), ("Q", [bend, first]), ("L", [last]))
    edge = element("path", d=line, fill="none", stroke=theme.edge, stroke_width=15)
    return edge + element(
        "path", d=line, fill="none", stroke=theme.path(path).fill, stroke_width=12.5
    )


def _path_sign(fan: Fan, path: Colour, theme: Theme) -> str:
    x, y = fan.path_sign(path)
    paint = theme.path(path)
    disc = element("circle", cx=x, cy=y, r=17, fill=paint.fill, stroke=theme.edge, stroke_width=1.5)
    return group(
        "path",
        f"{path} path",
        disc,
        label(x, y, path.letter, 20, room=24, fill=paint.ink, font_weight="bold"),
    )


def tiles(fan: Fan, on_board: Tiles, theme: Theme) -> Iterator[str]:
    """The tiles."""
    for path in Colour:
        for row, kind in enumerate(on_board[path]):
            if kind is not None:
                yield tile(
                    fan.stone(path, row), kind, f"{path} path, row {row}: {kind.value}", theme
                )


def figures(fan: Fan, scene: Scene, theme: Theme) -> Iterator[str]:
    """The figures on the paths, and on the starting stone one of each kind with their number."""
    players = len(scene.view.players)
    for seat, player in enumerate(scene.view.players):
        for path in Colour:
            if row := player.rows[path]:
                large = player.large is path
                place = figure_place(fan, path, row, seat, players, large=large)
                title = f"{scene.names[seat]}: {'large' if large else 'small'} figure, {path} path, row {row}"
                radius = figure_radius(players, large=large)
                yield group("figure", title, token(place, radius, seat, theme, large=large))
        yield from _at_start(fan, scene, seat, theme)


def _at_start(fan: Fan, scene: Scene, seat: int, theme: Theme) -> Iterator[str]:
    players = len(scene.view.players)
    small, large = waiting(scene.view.rules, scene.view.players[seat])
    room = 1.7 * START[0] / players
    x = fan.start[0] + (seat - (players - 1) / 2) * room
    y = fan.start[1]
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
            times(small),
            15,
            room=room / 2,
            anchor="start",
            fill=theme.stone.ink,
        )
        yield group("waiting", title, token((left, y + 11), little, seat, theme), count)
