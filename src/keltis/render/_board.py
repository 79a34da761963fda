"""The board: where its parts are, paths with stones and tiles, figures, and the score track (F3).

Five paths fan out from one starting stone.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, final

import attrs

from keltis._engine.cards import Colour, Tiles
from keltis._engine.rules import Rules
from keltis._engine.scoring import TRACK_SPACES, track_space
from keltis._lib.text import count_noun
from keltis._lib.values import Immutable
from keltis.render._kit import svg
from keltis.render._kit.svg import Point
from keltis.render._pieces import STONE, TILE, Theme, ghost, stone, symbol, tile, token
from keltis.render._scene import Marks, Scene

WIDTH: Final = 960.0
"""The width of a picture."""
MARGIN: Final = 24.0
_PITCH: Final = 76.0
"""The distance from one stone of a path to the next."""
_RAIL: Final = 86.0
"""The distance from the outer paths to the points of their rows, along the row."""
_SIGN: Final = 62.0
"""The distance from the end stones to the letters of the paths."""
_START: Final = (184.0, 64.0)
"""The half axes of the starting stone."""
_NEIGHBOUR: Final = 134.0
"""The distance between the first stones of two paths: figures stand between them."""
_START_GAP: Final = 138.0
"""The distance from the first row to the starting stone."""
_WIDEST: Final = 0.26
"""The largest angle between two paths."""
_SMALL: Final = 19.0
"""The radius of a small figure, unless there are many players."""
_LARGE_SHARE: Final = 1.38
"""The radius of the large figure, by that of a small one."""
_BETWEEN: Final = 0.5
_START_HEIGHT: Final = 88.0
"""The height that figures have on the starting stone."""
TRACK_HEIGHT: Final = 108.0
_TRACK_ROW: Final = 25
"""The number of spaces in a row of the score track."""
_BEFORE: Final = 62.0
"""The width of the area before the first space."""
_SPACE: Final = ((WIDTH - 2 * MARGIN - _BEFORE) / _TRACK_ROW, TRACK_HEIGHT / 2)


@final
@attrs.frozen
class BoardLayout(Immutable):
    """The paths as rays from a point below the starting stone.

    Rays from the stone itself would spread more.
    """

    length: int
    """The number of stones of a path."""
    angle: float
    """The angle between two paths."""
    first: float
    """The distance of the first row from the origin."""
    top: float
    """The y where the board begins."""

    def radius(self, row: float) -> float:
        """The distance of a row from the origin."""
        return self.first + (row - 1) * _PITCH

    def bearing(self, path: Colour) -> float:
        """The direction of a path as an angle; 0 is straight up."""
        return (path - Colour.PINK) * self.angle

    @property
    def origin(self) -> Point:
        """The point where the rays meet."""
        return WIDTH / 2, self.top + MARGIN + 18 + _SIGN + self.radius(self.length)

    def point(self, radius: float, bearing: float, aside: float = 0) -> Point:
        """The point at this distance and bearing from the origin, moved `aside` to the right."""
        x, y = self.origin
        sin, cos = math.sin(bearing), math.cos(bearing)
        return x + radius * sin + aside * cos, y - radius * cos + aside * sin

    def stone(self, path: Colour, row: int) -> Point:
        return self.point(self.radius(row), self.bearing(path))

    def sign_bearing(self, row: int) -> float:
        """The bearing of the points of a row, on the right."""
        return 2 * self.angle + _RAIL / self.radius(row)

    def path_sign(self, path: Colour) -> Point:
        """The place for the letter of a path."""
        return self.point(self.radius(self.length) + _SIGN, self.bearing(path))

    @property
    def start(self) -> Point:
        return self.point(self.first - _START_GAP, 0)

    @property
    def bottom(self) -> float:
        """The y where the board ends."""
        return self.start[1] + _START[1] + MARGIN


def board_layout(length: int, top: float) -> BoardLayout:
    """The widest layout for paths of this length that fits the width of a picture."""
    angle = _WIDEST
    while True:
        layout = BoardLayout(length, angle, _NEIGHBOUR / angle, top)
        if layout.radius(length) * math.sin(2 * angle) + _RAIL + 18 <= WIDTH / 2 - MARGIN:
            return layout
        angle *= 0.98


def figure_radius(players: int, *, large: bool) -> float:
    """The size of a figure, such that one of each player has room at one stone."""
    small = min(_SMALL, _PITCH / 2 / math.ceil(players / 2) - _BETWEEN)
    return small * _LARGE_SHARE if large else small


def figure_place(
    layout: BoardLayout, path: Colour, row: int, seat: int, players: int, *, large: bool
) -> Point:
    """The place of a player's figure on the edge of a stone: each seat has its own.

    The figure does not cover the tile.
    """
    on_side = math.ceil(players / 2) if seat % 2 == 0 else players // 2
    along = (seat // 2 - (on_side - 1) / 2) * _PITCH / on_side
    away = TILE + _BETWEEN + figure_radius(players, large=large)
    aside = math.sqrt(max(away**2 - along**2, (STONE / 2) ** 2))
    return layout.point(
        layout.radius(row) - along, layout.bearing(path), aside if seat % 2 else -aside
    )


class StartPlaces(NamedTuple):
    """The places of a player's figures on the starting stone, where they are drawn smaller."""

    scale: float
    large: Point
    small: tuple[Point, ...]


def start_places(layout: BoardLayout, seat: int, players: int, figures: int) -> StartPlaces:
    """The places of the large figure, and of this many small ones: beside it, or below it."""
    small, large = (figure_radius(players, large=kind) for kind in (False, True))
    room = 1.72 * _START[0] / players
    pairs = math.ceil(figures / 2)
    beside = min(1, (room - 8) / (2 * large + 2 * small * pairs), _START_HEIGHT / (4 * small))
    below = min(1, (room - 8) / (4 * small), _START_HEIGHT / (2 * large + 2 * small * pairs))
    scale = max(beside, below)
    x, y = layout.start[0] + (seat - (players - 1) / 2) * room, layout.start[1] - 9

    def place(along: float, aside: float) -> Point:
        """A place by its distance from the far side of the large figure, and from the middle."""
        along -= large + small * pairs
        right, down = (along, aside) if beside >= below else (aside, along)
        return x + right * scale, y + down * scale

    places = [
        place(2 * large + small * (2 * (figure // 2) + 1), small * (2 * (figure % 2) - 1))
        for figure in range(figures)
    ]
    return StartPlaces(scale, place(large, 0), tuple(places))


def ground(layout: BoardLayout, rules: Rules, marks: Marks, theme: Theme) -> Iterator[str]:
    """All that never changes in a game: the goal area, the rows and the paths with their stones.

    Highlights are between the paths and the stones.
    """
    box = MARGIN / 2, layout.top, WIDTH - MARGIN, layout.bottom - layout.top
    yield svg.rect(*box, theme.board, theme.line, rx=18)
    yield _goal(layout, rules, theme)
    for row in range(1, rules.path_length + 1):
        yield _row(layout, row, rules, theme)
    for path in Colour:
        yield _trail(layout, path, theme)
        yield _path_sign(layout, path, theme)
    for path, row in sorted(marks.stones):
        glow = theme.glow, theme.edge, 2
        yield svg.circle(layout.stone(path, row), STONE + 9, *glow, class_="keltis-highlight")
    x, y = layout.start
    (rx, ry), look = _START, {"fill": theme.stone.fill, "stroke": theme.edge}
    yield svg.element("ellipse", cx=x, cy=y, rx=rx, ry=ry, **look, stroke_width=1.5)
    yield svg.label(x, y + 47, "start", 17, 80, theme.stone.ink)
    for path in Colour:
        for row in range(1, rules.path_length + 1):
            dark = row in rules.tile_rows[path]
            drawn = stone(layout.stone(path, row), path * 2 + row, dark=dark, theme=theme)
            title = f"{path} path, row {row}"
            yield svg.group("stone", title, drawn, data_path=path.letter, data_row=row)


def _arc(layout: BoardLayout, radius: float, bearing: float, command: str = "M") -> str:
    """An arc about the origin of the layout, from minus this bearing to this bearing."""
    start, end = layout.point(radius, -bearing), layout.point(radius, bearing)
    size = svg.format_number(radius)
    move, target = svg.path_data((command, [start])), svg.path_data(("", [end]))
    return f"{move}A{size} {size} 0 0 {int(bearing > 0)} {target}"


def _goal(layout: BoardLayout, rules: Rules, theme: Theme) -> str:
    inner = layout.radius(rules.goal_row - 0.5)
    outer = layout.radius(rules.path_length + 0.5)
    bearing = 2 * layout.angle + (_RAIL - 30) / outer
    area = f"{_arc(layout, outer, bearing)}{_arc(layout, inner, -bearing, 'L')}Z"
    x, y = layout.point(outer - 16, layout.angle / 2)
    labels = [svg.label(place, y, "goal", 22, 80, theme.goal.ink) for place in (x, WIDTH - x)]
    drawn = svg.element("path", d=area, fill=theme.goal.fill)
    return svg.group("goal", f"goal area from row {rules.goal_row}", drawn, *labels)


def _row(layout: BoardLayout, row: int, rules: Rules, theme: Theme) -> str:
    points = rules.row_points[row - 1]
    line = svg.curve(_arc(layout, layout.radius(row), layout.sign_bearing(row)), theme.line, 2)
    paint = theme.goal if row >= rules.goal_row else theme.panel
    signs = []
    for side in (-1, 1):
        x, y = layout.point(layout.radius(row), side * layout.sign_bearing(row))
        signs.append(svg.rect(x - 22, y - 16, 44, 32, paint.fill, theme.line, rx=16))
        signs.append(svg.label(x, y, svg.signed_text(points), 22, 40, paint.ink, bold=True))
    return svg.group("row", f"row {row}: {count_noun(points, 'point')}", line, *signs, data_row=row)


def _trail(layout: BoardLayout, path: Colour, theme: Theme) -> str:
    """The coloured line under the stones of a path, from the starting stone to its letter."""
    first, last = layout.stone(path, 1), layout.path_sign(path)
    bend = layout.point(layout.first - _PITCH * 1.1, layout.bearing(path))
    line = svg.path_data(("M", [layout.start]), ("Q", [bend, first]), ("L", [last]))
    return svg.curve(line, theme.edge, 18) + svg.curve(line, theme.path(path).fill, 15)


def _path_sign(layout: BoardLayout, path: Colour, theme: Theme) -> str:
    x, y = layout.path_sign(path)
    paint = theme.path(path)
    plate = svg.rect(x - 34, y - 20, 68, 40, paint.fill, theme.edge, 1.5, rx=20)
    letter = svg.label(x - 14, y, path.letter, 27, 28, paint.ink, bold=True)
    drawn = symbol((x + 14, y), 11, path, paint.ink)
    return svg.group("path", f"{path} path", plate, letter, drawn, data_path=path.letter)


def tiles(layout: BoardLayout, on_board: Tiles, theme: Theme) -> Iterator[str]:
    for path in Colour:
        for row, kind in enumerate(on_board[path]):
            if kind is not None:
                title = f"{path} path, row {row}: {kind.value}"
                drawn = tile(layout.stone(path, row), kind, theme)
                yield svg.group("tile", title, drawn, data_path=path.letter, data_row=row)


def figures(layout: BoardLayout, scene: Scene, theme: Theme) -> Iterator[str]:
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
                yield svg.group(
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
        yield svg.group("waiting", title, drawn, data_seat=seat)
    if small:
        title = f"{scene.names[seat]}: {count_noun(small, 'small figure')}, starting stone"
        waiting = places.small[:small]
        tokens = [token(place, radii[0], seat, theme, initial=letter) for place in waiting]
        yield svg.group("waiting", title, *tokens, data_seat=seat)


def track(top: float, scene: Scene, theme: Theme) -> Iterator[str]:
    """The spaces, and the players' markers on them."""
    yield from track_spaces(top, theme)
    points = [score.total for score in scene.scores]
    for seat, (place, radius) in marker_places(top, points).items():
        laps, letter = lap(points[seat]), scene.initials[seat]
        title = f"{scene.names[seat]}: {count_noun(points[seat], 'point')}, lap {laps}"
        drawn = token(place, radius, seat, theme, initial=letter, large=laps > 1)
        yield svg.group("marker", title, drawn, data_seat=seat)


def marker_places(top: float, points: Sequence[int]) -> dict[int, tuple[Point, float]]:
    """By seat, the place and radius of a marker: those on one space do not overlap."""
    spaces = [track_space(total) or 0 for total in points]
    places: dict[int, tuple[Point, float]] = {}
    for space in dict.fromkeys(spaces):
        seats = [seat for seat, there in enumerate(spaces) if there == space]
        places.update(zip(seats, _places(top, space, len(seats)), strict=True))
    return places


def _corner(top: float, space: int) -> Point:
    line, place = divmod(space - 1, _TRACK_ROW)
    return MARGIN + _BEFORE + place * _SPACE[0], top + line * _SPACE[1]


def lap(points: int) -> int:
    """The number of the round that a marker is on.

    >>> lap(-4), lap(50), lap(51)
    (1, 1, 2)
    """
    return max(points - 1, 0) // TRACK_SPACES + 1


def track_spaces(top: float, theme: Theme) -> Iterator[str]:
    """The spaces, and the area before the first one."""
    right, bottom, middle = WIDTH - MARGIN, top + TRACK_HEIGHT, top + _SPACE[1]
    yield svg.rect(MARGIN, top, right - MARGIN, TRACK_HEIGHT, theme.panel.fill)
    for space in range(10, TRACK_SPACES + 1, 10):
        yield svg.rect(*_corner(top, space), *_SPACE, theme.goal.fill)
    lines = [("M", [(MARGIN + _BEFORE, middle)]), ("L", [(right, middle)])]
    for space in range(1, _TRACK_ROW + 1):
        x, _ = _corner(top, space)
        lines += [("M", [(x, top)]), ("L", [(x, bottom)])]
    frame = [
        ("M", [(MARGIN, top)]),
        ("L", [(right, top), (right, bottom), (MARGIN, bottom)]),
        ("Z", []),
    ]
    yield svg.element("path", d=svg.path_data(*lines, *frame), fill="none", stroke=theme.line)
    numbers = [svg.element("text", "≤ 0", x=MARGIN + _BEFORE / 2, y=top + 17)]
    for space in range(1, TRACK_SPACES + 1):
        x, y = _corner(top, space)
        numbers.append(svg.element("text", str(space), x=x + _SPACE[0] / 2, y=y + 17))
    yield svg.element("g", *numbers, font_size=16, text_anchor="middle", fill=theme.faint)


def _places(top: float, space: int, count: int) -> list[tuple[Point, float]]:
    """The places and the radius of `count` markers on a space."""
    (x, y), (width, height) = (
        (_corner(top, space), _SPACE) if space else ((MARGIN, top), (_BEFORE, TRACK_HEIGHT))
    )
    y, height = y + 20, height - 22
    grids = [(across, math.ceil(count / across)) for across in range(1, count + 1)]
    radius, across, lines = max(
        (min(15, width / across / 2 - 1, height / lines / 2 - 0.5), across, lines)
        for across, lines in grids
    )
    slots = [divmod(marker, across) for marker in range(count)]
    return [
        ((x + width * (place + 0.5) / across, y + height * (line + 0.5) / lines), radius)
        for line, place in slots
    ]


def last_marks(layout: BoardLayout, scene: Scene, marks: Marks, theme: Theme) -> Iterator[str]:
    """The marks of the last moves, under the figures: where each came from and went to."""
    players = len(scene.view.players)
    for seat, path, tail, head in marks.trails:
        look = "none", theme.accent, 5
        yield svg.circle(layout.stone(path, head), STONE + 3, *look, class_="keltis-last")
        if tail == head:
            continue
        large = scene.view.players[seat].large is path
        radius = figure_radius(players, large=large)
        start, end = (
            figure_place(layout, path, row, seat, players, large=large) for row in (tail, head)
        )
        if tail:
            yield ghost(start, radius, seat, theme)
        else:
            start = layout.start
        gaps = radius if tail else _START[1], radius
        yield svg.arrow(start, end, theme.accent, theme.page.fill, gaps=gaps)


def arrow_marks(layout: BoardLayout, marks: Marks, theme: Theme) -> Iterator[str]:
    """The arrows of the caller, over everything else."""
    for pair in marks.arrows:
        start, end = (layout.stone(path, row) if row else layout.start for path, row in pair)
        yield svg.arrow(start, end, theme.page.ink, theme.page.fill, opacity=0.8)
