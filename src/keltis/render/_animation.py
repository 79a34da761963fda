"""A game as an animation: one board on which the figures and the markers move."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from keltis._shared.svg import (
    Point,
    element,
    format_number,
    group,
    label,
    picture,
    theme_by_name,
)
from keltis._shared.text import short_repr
from keltis.board import Tile
from keltis.cards import Colour
from keltis.errors import InvalidArgument
from keltis.render._board import ground, tiles
from keltis.render._frames import Film, Frames, frames_of
from keltis.render._layout import (
    MARGIN,
    START,
    WIDTH,
    BoardLayout,
    board_layout,
    figure_place,
    figure_radius,
)
from keltis.render._scene import description
from keltis.render._shapes import tile, token
from keltis.render._theme import THEMES, Theme
from keltis.render._track import HEIGHT as TRACK_HEIGHT
from keltis.render._track import marker_places, track_spaces
from keltis.scoring import scores

_HEADER: Final = 46.0
_GAP: Final = 16.0
_HOLD: Final = 6
"""The time that the last position stays, in moves."""
_GLIDE: Final = 0.6
"""The share of a move's time that its figure takes to get there."""
_START_PLACES: Final = ((-0.5, -17), (0.5, -17), (-1, 9), (0, 9), (1, 9))
"""By path, the place of a player's figure on the starting stone."""


def animated_svg(
    film: Film, *, pace: float = 0.5, names: Sequence[str] = (), theme: str = "light"
) -> str:
    """A record, or positions of one game, as an animated picture that repeats.

    `pace` is in seconds a move. Where nothing moves (in print, or in a program without SMIL) the
    picture shows the last position. Hands are left out, so no hidden card shows.

    >>> from keltis.record import GameRecord
    >>> from keltis.render import animated_svg
    >>> animated_svg(GameRecord.seeded(2, seed=1)).count("<animate")
    0
    """
    colours = theme_by_name(THEMES, theme)
    if type(pace) not in (int, float) or not 0 < pace <= 60:
        raise InvalidArgument(
            f"pace must be a number of seconds from more than 0 to 60, not {short_repr(pace)}"
        )
    game = frames_of(film, names)
    rules = game.positions[0].rules
    layout = board_layout(rules.path_length, _HEADER)
    track_top = layout.bottom + _GAP
    timeline = _Timeline(len(game.positions), pace)
    return picture(
        "Keltis: a game, move by move",
        description(game.scene(-1)),
        (WIDTH, track_top + TRACK_HEIGHT + MARGIN),
        colours.page,
        *_captions(game, timeline, colours),
        *ground(layout, rules, colours),
        *tiles(layout, game.lasting_tiles, colours),
        *_taken_stones(layout, game, timeline, colours),
        *_figures(layout, game, timeline, colours),
        *track_spaces(track_top, colours),
        *_markers(track_top, game, timeline, colours),
    )


class _Timeline:
    """When each position begins, as a share of the whole time."""

    def __init__(self, positions: int, pace: float) -> None:
        self._total = positions + _HOLD
        self._seconds = f"{format_number(self._total * pace)}s"

    def visibility(self, visible: Sequence[bool]) -> str:
        """An animation of an element that is visible in some positions only."""
        changes = [n for n in range(len(visible)) if n == 0 or visible[n] != visible[n - 1]]
        if len(changes) == 1:
            return ""
        return element(
            "animate",
            attributeName="opacity",
            calcMode="discrete",
            values=";".join(str(int(visible[n])) for n in changes),
            keyTimes=";".join(self._time(n) for n in changes),
            dur=self._seconds,
            repeatCount="indefinite",
        )

    def motion(self, places: Sequence[Point]) -> str:
        """An animation of an element that goes from place to place."""
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
            values=";".join(f"{format_number(x)} {format_number(y)}" for _, (x, y) in stops),
            keyTimes=";".join(self._time(time) for time, _ in stops),
            dur=self._seconds,
            repeatCount="indefinite",
        )

    def _time(self, positions: float) -> str:
        return f"{positions / self._total:.6f}".rstrip("0").rstrip(".")


def _captions(game: Frames, timeline: _Timeline, theme: Theme) -> Iterator[str]:
    """The caption of each position; the last one is visible where nothing moves."""
    last = len(game.captions) - 1
    places = range(last + 1)
    for caption, same_caption in groupby(places, key=lambda n: game.captions[n]):
        visible = set(same_caption)
        text = label(
            MARGIN,
            _HEADER / 2,
            caption,
            19,
            max_width=WIDTH - 2 * MARGIN,
            anchor="start",
            fill=theme.page.ink,
        )
        yield element(
            "g",
            text,
            timeline.visibility([n in visible for n in places]),
            opacity=float(last in visible),
        )


def _taken_stones(
    layout: BoardLayout, game: Frames, timeline: _Timeline, theme: Theme
) -> Iterator[str]:
    """The wishing stones that are taken at some time."""
    boards = [position.tiles for position in game.positions]
    for path in Colour:
        for row, lasting in enumerate(game.lasting_tiles[path]):
            present = [board[path][row] is Tile.WISHING_STONE for board in boards]
            if lasting is None and any(present):
                title = f"{path} path, row {row}: wishing stone"
                drawn = tile(layout.stone(path, row), Tile.WISHING_STONE, title, theme)
                yield element("g", drawn, timeline.visibility(present), opacity=float(present[-1]))


def _figures(layout: BoardLayout, game: Frames, timeline: _Timeline, theme: Theme) -> Iterator[str]:
    """The figures that come on to a path, each from its place on the starting stone."""
    players = len(game.names)
    for seat, name in enumerate(game.names):
        owners = [position.players[seat] for position in game.positions]
        for path in Colour:
            rows = [owner.rows[path] for owner in owners]
            if not any(rows):
                continue
            large = any(owner.large is path for owner in owners)
            places = [
                figure_place(layout, path, row, seat, players, large=large)
                if row
                else _start_place(layout, path, seat, players)
                for row in rows
            ]
            title = f"{name}: {'large' if large else 'small'} figure, {path} path"
            drawn = token((0, 0), figure_radius(players, large=large), seat, theme, large=large)
            yield _moving_group("figure", title, drawn, places, timeline)


def _start_place(layout: BoardLayout, path: Colour, seat: int, players: int) -> Point:
    """The place on the starting stone of the figure that will go this path."""
    room = 1.7 * START[0] / players
    across, down = _START_PLACES[path]
    x, y = layout.start
    return x + (seat - (players - 1) / 2 + across / 3) * room, y + down


def _markers(top: float, game: Frames, timeline: _Timeline, theme: Theme) -> Iterator[str]:
    totals = [[score.total for score in scores(position)] for position in game.positions]
    standing = [marker_places(top, points) for points in totals]
    radius = min(radius for places in standing for _, radius in places.values())
    for seat, name in enumerate(game.names):
        yield _moving_group(
            "marker",
            f"{name}: {totals[-1][seat]} points in the end",
            token((0, 0), radius, seat, theme),
            [places[seat][0] for places in standing],
            timeline,
        )


def _moving_group(
    kind: str, title: str, drawn: str, places: Sequence[Point], timeline: _Timeline
) -> str:
    """Something drawn about (0, 0) that goes from place to place, and rests at the last one."""
    x, y = places[-1]
    transform = f"translate({format_number(x)} {format_number(y)})"
    return group(kind, title, drawn, timeline.motion(places), transform=transform)
