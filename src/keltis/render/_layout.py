"""The layout of the board: five paths that fan out from one starting stone."""

import math
from typing import Final, final

import attrs

from keltis._engine.cards import Colour
from keltis._lib.values import Immutable
from keltis.render._kit.svg import Point

WIDTH: Final = 960.0
"""The width of a picture."""
MARGIN: Final = 24.0
PITCH: Final = 76.0
"""The distance from one stone of a path to the next."""
STONE: Final = 28.0
"""The radius of a stone."""
TILE: Final = 18.0
"""The radius of a tile."""
RAIL: Final = 86.0
"""The distance from the outer paths to the points of their rows, along the row."""
SIGN: Final = 62.0
"""The distance from the end stones to the letters of the paths."""
START: Final = (184.0, 64.0)
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
        return self.first + (row - 1) * PITCH

    def bearing(self, path: Colour) -> float:
        """The direction of a path as an angle; 0 is straight up."""
        return (path - Colour.PINK) * self.angle

    @property
    def origin(self) -> Point:
        """The point where the rays meet."""
        return WIDTH / 2, self.top + MARGIN + 18 + SIGN + self.radius(self.length)

    def point(self, radius: float, bearing: float, aside: float = 0) -> Point:
        """The point at this distance and bearing from the origin, moved `aside` to the right."""
        x, y = self.origin
        sin, cos = math.sin(bearing), math.cos(bearing)
        return x + radius * sin + aside * cos, y - radius * cos + aside * sin

    def stone(self, path: Colour, row: int) -> Point:
        """The middle of a stone."""
        return self.point(self.radius(row), self.bearing(path))

    def row_sign(self, row: int, side: int) -> Point:
        """The place for the points of a row, left (-1) or right (1) of the paths."""
        return self.point(self.radius(row), side * self.sign_bearing(row))

    def sign_bearing(self, row: int) -> float:
        """The bearing of the points of a row, on the right."""
        return 2 * self.angle + RAIL / self.radius(row)

    def path_sign(self, path: Colour) -> Point:
        """The place for the letter of a path."""
        return self.point(self.radius(self.length) + SIGN, self.bearing(path))

    @property
    def start(self) -> Point:
        """The middle of the starting stone."""
        return self.point(self.first - _START_GAP, 0)

    @property
    def bottom(self) -> float:
        """The y where the board ends."""
        return self.start[1] + START[1] + MARGIN


def board_layout(length: int, top: float) -> BoardLayout:
    """The widest layout for paths of this length that fits the width of a picture."""
    angle = _WIDEST
    while _half_width(length, angle) > WIDTH / 2 - MARGIN:
        angle *= 0.98
    return BoardLayout(length, angle, _NEIGHBOUR / angle, top)


def _half_width(length: int, angle: float) -> float:
    return (_NEIGHBOUR / angle + (length - 1) * PITCH) * math.sin(2 * angle) + RAIL + 18


def figure_radius(players: int, *, large: bool) -> float:
    """The size of a figure, such that one of each player has room at one stone."""
    small = min(_SMALL, PITCH / 2 / math.ceil(players / 2) - _BETWEEN)
    return small * _LARGE_SHARE if large else small


def figure_place(
    layout: BoardLayout, path: Colour, row: int, seat: int, players: int, *, large: bool
) -> Point:
    """The place of a player's figure on the edge of a stone: each seat has its own.

    The figure does not cover the tile.
    """
    on_side = math.ceil(players / 2) if seat % 2 == 0 else players // 2
    along = (seat // 2 - (on_side - 1) / 2) * PITCH / on_side
    away = TILE + _BETWEEN + figure_radius(players, large=large)
    aside = math.sqrt(max(away**2 - along**2, (STONE / 2) ** 2))
    return layout.point(
        layout.radius(row) - along, layout.bearing(path), aside if seat % 2 else -aside
    )


@final
@attrs.frozen
class StartPlaces(Immutable):
    """The places of a player's figures on the starting stone, where they are drawn smaller."""

    scale: float
    large: Point
    small: tuple[Point, ...]


def start_places(layout: BoardLayout, seat: int, players: int, figures: int) -> StartPlaces:
    """The places of the large figure, and of this many small ones: beside it, or below it."""
    small, large = (figure_radius(players, large=kind) for kind in (False, True))
    room = 1.72 * START[0] / players
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
