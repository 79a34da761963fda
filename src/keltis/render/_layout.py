"""The layout of the board: five paths that fan out from one starting stone."""

import math
from typing import Final, final

import attrs

from keltis._shared.svg import Point
from keltis._shared.values import Immutable
from keltis.cards import Colour

WIDTH: Final = 960.0
"""The width of a picture."""
MARGIN: Final = 24.0
PITCH: Final = 58.0
"""The distance from one stone of a path to the next."""
STONE: Final = 23.0
"""The radius of a stone."""
TILE: Final = 14.5
"""The radius of a tile."""
RAIL: Final = 74.0
"""The distance from the outer paths to the points of their rows, along the row."""
SIGN: Final = 48.0
"""The distance from the end stones to the letters of the paths."""
START: Final = (152.0, 52.0)
"""The half axes of the starting stone."""
_NEIGHBOUR: Final = 98.0
"""The distance between the first stones of two paths: figures stand between them."""
_START_GAP: Final = 128.0
"""The distance from the first row to the starting stone."""
_WIDEST: Final = 0.26
"""The largest angle between two paths."""
_LARGE: Final = 17.0
_SMALL_SHARE: Final = 0.77
_BETWEEN: Final = 0.5


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
    biggest = min(_LARGE, PITCH / 2 / math.ceil(players / 2))
    return biggest if large else biggest * _SMALL_SHARE


def figure_place(
    layout: BoardLayout, path: Colour, row: int, seat: int, players: int, *, large: bool
) -> Point:
    """The place of a player's figure at a stone: each seat has its own, beside the tile."""
    on_side = math.ceil(players / 2) if seat % 2 == 0 else players // 2
    along = (seat // 2 - (on_side - 1) / 2) * PITCH / on_side
    aside = TILE + _BETWEEN + figure_radius(players, large=large)
    return layout.point(
        layout.radius(row) - along, layout.bearing(path), aside if seat % 2 else -aside
    )
