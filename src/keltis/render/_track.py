"""The score track: fifty spaces, after which a marker begins again (F3)."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from keltis._shared.narration import count_noun
from keltis.render._kit.svg import Point, element, group, path_data
from keltis.render._layout import MARGIN, WIDTH
from keltis.render._scene import Scene
from keltis.render._shapes import token
from keltis.render._theme import Theme
from keltis.scoring import TRACK_SPACES, track_space

HEIGHT: Final = 108.0
"""The height of the track."""
_ROW: Final = 25
_BEFORE: Final = 62.0
"""The width of the area before the first space."""
_SPACE: Final = ((WIDTH - 2 * MARGIN - _BEFORE) / _ROW, HEIGHT / 2)


def track(top: float, scene: Scene, theme: Theme) -> Iterator[str]:
    """The spaces, and the players' markers on them."""
    yield from track_spaces(top, theme)
    points = [score.total for score in scene.scores]
    for seat, (place, radius) in marker_places(top, points).items():
        yield _marker(place, radius, seat, scene, theme)


def marker_places(top: float, points: Sequence[int]) -> dict[int, tuple[Point, float]]:
    """By seat, the place and radius of a marker: those on one space do not overlap."""
    standing: dict[int, list[int]] = {}
    for seat, total in enumerate(points):
        standing.setdefault(track_space(total) or 0, []).append(seat)
    places: dict[int, tuple[Point, float]] = {}
    for space, seats in standing.items():
        places.update(zip(seats, _places(top, space, len(seats)), strict=True))
    return places


def _corner(top: float, space: int) -> Point:
    line, place = divmod(space - 1, _ROW)
    return MARGIN + _BEFORE + place * _SPACE[0], top + line * _SPACE[1]


def lap(points: int) -> int:
    """The number of the round that a marker is on.

    >>> lap(-4), lap(50), lap(51)
    (1, 1, 2)
    """
    return max(points - 1, 0) // TRACK_SPACES + 1


def track_spaces(top: float, theme: Theme) -> Iterator[str]:
    """The spaces, and the area before the first one."""
    right, bottom, middle = WIDTH - MARGIN, top + HEIGHT, top + _SPACE[1]
    yield element(
        "rect", x=MARGIN, y=top, width=right - MARGIN, height=HEIGHT, fill=theme.panel.fill
    )
    for space in range(10, TRACK_SPACES + 1, 10):
        x, y = _corner(top, space)
        yield element("rect", x=x, y=y, width=_SPACE[0], height=_SPACE[1], fill=theme.goal.fill)
    lines = [("M", [(MARGIN + _BEFORE, middle)]), ("L", [(right, middle)])]
    for space in range(1, _ROW + 1):
        x, _ = _corner(top, space)
        lines += [("M", [(x, top)]), ("L", [(x, bottom)])]
    frame = [
        ("M", [(MARGIN, top)]),
        ("L", [(right, top), (right, bottom), (MARGIN, bottom)]),
        ("Z", []),
    ]
    yield element("path", d=path_data(*lines, *frame), fill="none", stroke=theme.line)
    numbers = [element("text", "≤ 0", x=MARGIN + _BEFORE / 2, y=top + 17)]
    for space in range(1, TRACK_SPACES + 1):
        x, y = _corner(top, space)
        numbers.append(element("text", str(space), x=x + _SPACE[0] / 2, y=y + 17))
    yield element("g", *numbers, font_size=16, text_anchor="middle", fill=theme.faint)


def _places(top: float, space: int, count: int) -> list[tuple[Point, float]]:
    """The places and the radius of `count` markers on a space."""
    (x, y), (width, height) = (
        (_corner(top, space), _SPACE) if space else ((MARGIN, top), (_BEFORE, HEIGHT))
    )
    y, height = y + 20, height - 22
    radius, across = max(
        (_max_radius(width, height, count, across), across) for across in range(1, count + 1)
    )
    lines = math.ceil(count / across)
    places = []
    for marker in range(count):
        line, place = divmod(marker, across)
        places.append(
            ((x + width * (place + 0.5) / across, y + height * (line + 0.5) / lines), radius)
        )
    return places


def _max_radius(width: float, height: float, count: int, across: int) -> float:
    """The largest radius of `count` markers with `across` of them side by side."""
    return min(15, width / across / 2 - 1, height / math.ceil(count / across) / 2 - 0.5)


def _marker(place: Point, radius: float, seat: int, scene: Scene, theme: Theme) -> str:
    points = scene.scores[seat].total
    title = f"{scene.names[seat]}: {count_noun(points, 'point')}, lap {lap(points)}"
    drawn = token(place, radius, seat, theme, initial=scene.initials[seat], large=lap(points) > 1)
    return group("marker", title, drawn, data_seat=seat)
