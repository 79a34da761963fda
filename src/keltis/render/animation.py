"""A game that plays itself: one board on which the figures and the markers move."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from keltis._shared.svg import Point, element, group, label, number
from keltis._shared.text import short_repr
from keltis.board import Tile
from keltis.cards import Colour
from keltis.errors import InvalidArgument
from keltis.render.geometry import MARGIN, START, WIDTH, Fan, fan_for, figure_place, figure_radius
from keltis.render.palette import Theme, theme_named
from keltis.render.paths import ground, tiles
from keltis.render.reel import Film, Reel, reel_of
from keltis.render.shapes import tile, token
from keltis.render.svg import description, picture
from keltis.render.track import HEIGHT as TRACK_HEIGHT
from keltis.render.track import fields, marker_places

_HEADER: Final = 46.0
_GAP: Final = 16.0
_STILL: Final = 6
"""For how many moves the last position stays."""
_GLIDE: Final = 0.6
"""Which part of a move's time its figure is under way."""
_SPOTS: Final = ((-0.5, -17), (0.5, -17), (-1, 9), (0, 9), (1, 9))
"""How a player's figures wait on the starting stone."""


def animated_svg(
    film: Film, *, pace: float = 0.5, names: Sequence[str] = (), theme: str = "light"
) -> str:
    """A record, or positions of one game, as a picture that moves, in seconds a move, again and again.

    Where nothing moves (in print, or in a program without SMIL) it shows the last position. There
    are no hands in it, so no hidden card.

    >>> from keltis.record import GameRecord
    >>> animated_svg(GameRecord.seeded(2, seed=1)).count("<animate")
    0
    """
    colours = theme_named(theme)
    if type(pace) not in (int, float) or not 0 < pace <= 60:
        raise InvalidArgument(
            f"pace must be a number of seconds from more than 0 to 60, not {short_repr(pace)}"
        )
    reel = reel_of(film, names)
    final = reel.scenes[-1]
    fan = fan_for(final.view.rules.path_length, _HEADER)
    track_top = fan.bottom + _GAP
    clock = _Clock(len(reel.scenes), pace)
    return picture(
        "Keltis: a game, move by move",
        description(final),
        (WIDTH, track_top + TRACK_HEIGHT + MARGIN),
        colours.page,
        *_captions(reel, clock, colours),
        *ground(fan, final.view.rules, colours),
        *tiles(fan, reel.lasting_tiles, colours),
        *_taken(fan, reel, clock, colours),
        *_figures(fan, reel, clock, colours),
        *fields(track_top, colours),
        *_markers(track_top, reel, clock, colours),
    )


class _Clock:
    """When each scene begins, as a part of the whole time."""

    def __init__(self, scenes: int, pace: float) -> None:
        self._total = scenes + _STILL
        self._seconds = f"{number(self._total * pace)}s"

    def appearing(self, shown: Sequence[bool]) -> str:
        """An animation by which an element is there only in some scenes."""
        changes = [n for n in range(len(shown)) if n == 0 or shown[n] != shown[n - 1]]
        if len(changes) == 1:
            return ""
        return element(
            "animate",
            attributeName="opacity",
            calcMode="discrete",
            values=";".join(str(int(shown[n])) for n in changes),
            keyTimes=";".join(self._time(n) for n in changes),
            dur=self._seconds,
            repeatCount="indefinite",
        )

    def moving(self, places: Sequence[Point]) -> str:
        """An animation by which an element goes from place to place."""
        stops = [(0.0, places[0])]
        for n in range(1, len(places)):
            if places[n] != places[n - 1]:
                stops += [(n - _GLIDE, places[n - 1]), (float(n), places[n])]
        if len(stops) == 1:
            return ""
        stops.append((float(self._total), places[-1]))
        return element(
            "animateTransform",
            attributeName="transform",
            type="translate",
            values=";".join(f"{number(x)} {number(y)}" for _, (x, y) in stops),
            keyTimes=";".join(self._time(time) for time, _ in stops),
            dur=self._seconds,
            repeatCount="indefinite",
        )

    def _time(self, scenes: float) -> str:
        return f"{scenes / self._total:.6f}".rstrip("0").rstrip(".")


def _captions(reel: Reel, clock: _Clock, theme: Theme) -> Iterator[str]:
    """What led to each scene; the last one is there where nothing moves."""
    last = len(reel.captions) - 1
    scenes = range(last + 1)
    for caption, numbers in groupby(scenes, key=lambda n: reel.captions[n]):
        shown = set(numbers)
        text = label(
            MARGIN,
            _HEADER / 2,
            caption,
            19,
            room=WIDTH - 2 * MARGIN,
            anchor="start",
            fill=theme.page.ink,
        )
        yield element(
            "g", text, clock.appearing([n in shown for n in scenes]), opacity=float(last in shown)
        )


def _taken(fan: Fan, reel: Reel, clock: _Clock, theme: Theme) -> Iterator[str]:
    """The wishing stones that do not stay."""
    boards = [scene.view.tiles for scene in reel.scenes]
    for path in Colour:
        for row, lasting in enumerate(reel.lasting_tiles[path]):
            there = [board[path][row] is Tile.WISHING_STONE for board in boards]
            if lasting is None and any(there):
                drawn = tile(
                    fan.stone(path, row),
                    Tile.WISHING_STONE,
                    f"{path} path, row {row}: wishing stone",
                    theme,
                )
                yield element("g", drawn, clock.appearing(there), opacity=float(there[-1]))


def _figures(fan: Fan, reel: Reel, clock: _Clock, theme: Theme) -> Iterator[str]:
    """The figures that come on to a path, each from its place on the starting stone."""
    players = len(reel.scenes[0].view.players)
    for seat in range(players):
        for path in Colour:
            owners = [scene.view.players[seat] for scene in reel.scenes]
            rows = [owner.rows[path] for owner in owners]
            large = any(owner.large is path for owner in owners)
            if any(rows):
                places = [
                    figure_place(fan, path, row, seat, players, large=large)
                    if row
                    else _at_start(fan, path, seat, players)
                    for row in rows
                ]
                title = f"{reel.scenes[0].names[seat]}: {'large' if large else 'small'} figure, {path} path"
                radius = figure_radius(players, large=large)
                yield _mover(
                    "figure", title, token((0, 0), radius, seat, theme, large=large), places, clock
                )


def _at_start(fan: Fan, path: Colour, seat: int, players: int) -> Point:
    """Where a figure that will go this path waits: the players beside each other, their figures in two lines."""
    room = 1.7 * START[0] / players
    across, down = _SPOTS[path]
    x, y = fan.start
    return x + (seat - (players - 1) / 2 + across / 3) * room, y + down


def _markers(top: float, reel: Reel, clock: _Clock, theme: Theme) -> Iterator[str]:
    standing = [marker_places(top, scene) for scene in reel.scenes]
    radius = min(radius for places in standing for _, radius in places.values())
    for seat, name in enumerate(reel.scenes[0].names):
        title = f"{name}: {reel.scenes[-1].scores[seat].total} points in the end"
        yield _mover(
            "marker",
            title,
            token((0, 0), radius, seat, theme),
            [places[seat][0] for places in standing],
            clock,
        )


def _mover(kind: str, title: str, drawn: str, places: Sequence[Point], clock: _Clock) -> str:
    """Something drawn about (0, 0) that goes from place to place; where nothing moves it is at the last one."""
    x, y = places[-1]
    return group(
        kind, title, drawn, clock.moving(places), transform=f"translate({number(x)} {number(y)})"
    )
