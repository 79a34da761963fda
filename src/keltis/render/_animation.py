"""A game as an animation: one board on which the figures and the markers move."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from keltis._shared.narration import count_noun
from keltis.board import Tile
from keltis.cards import Colour
from keltis.render._board import ground, tiles
from keltis.render._film import LEGEND_HEIGHT, legend
from keltis.render._frames import Film, Frames, frames_of
from keltis.render._kit.animation import CONTROLS_HEIGHT, Timeline, require_pace
from keltis.render._kit.svg import (
    Point,
    element,
    format_number,
    group,
    label,
    picture,
    require_size,
)
from keltis.render._kit.themes import EMPTY, draw_with_theme
from keltis.render._layout import (
    MARGIN,
    WIDTH,
    BoardLayout,
    board_layout,
    figure_place,
    figure_radius,
    start_places,
)
from keltis.render._marks import NO_MARKS
from keltis.render._scene import description
from keltis.render._shapes import tile, token
from keltis.render._theme import THEMES, Theme, recolour
from keltis.render._track import HEIGHT as TRACK_HEIGHT
from keltis.render._track import marker_places, track_spaces
from keltis.scoring import scores

_CAPTION: Final = 46.0
_HEADER: Final = _CAPTION + LEGEND_HEIGHT + 6
_GAP: Final = 16.0
_MIN_MARKER: Final = 11.0
"""The least radius of a marker: several on one space may overlap for a while."""


def animated_svg(
    record: Film,
    *,
    pace: float = 0.5,
    names: Sequence[str] = (),
    size: float | None = None,
    theme: str = "light",
    colours: Mapping[str, str] = EMPTY,
) -> str:
    """A record, or positions of one game, as an animated picture that repeats.

    `pace` is in seconds a move. Where scripts run, a button plays and pauses, and a slider goes to
    any move; elsewhere the picture plays by itself. Where nothing moves (in print, or in a program
    without SMIL) the picture shows the last position. Hands are left out, so no hidden card shows.
    `size`, `theme` and `colours` are those of `board_svg`.

    >>> from keltis.record import GameRecord
    >>> from keltis.render import animated_svg
    >>> animated_svg(GameRecord.seeded(2, seed=1)).count("keltis-figure")
    10
    """
    require_pace(pace)
    require_size(size)
    game = frames_of(record, names)

    def draw(colours: Theme) -> str:
        return _draw(game, Timeline(len(game.positions), pace), size, colours)

    return draw_with_theme(THEMES, theme, lambda colour_set: recolour(colour_set, colours), draw)


def _draw(game: Frames, timeline: Timeline, size: float | None, theme: Theme) -> str:
    rules = game.positions[0].rules
    layout = board_layout(rules.path_length, _HEADER)
    track_top = layout.bottom + _GAP
    controls_top = track_top + TRACK_HEIGHT + _GAP / 2
    return picture(
        "Keltis: a game, move by move",
        description(game.scene(-1)),
        (WIDTH, controls_top + CONTROLS_HEIGHT + MARGIN / 2),
        theme.page,
        *_captions(game, timeline, theme),
        *legend(MARGIN, _CAPTION, WIDTH - 2 * MARGIN, game, theme),
        *ground(layout, rules, NO_MARKS, theme),
        *tiles(layout, game.lasting_tiles, theme),
        *_taken_stones(layout, game, timeline, theme),
        *_figures(layout, game, timeline, theme),
        *track_spaces(track_top, theme),
        *_markers(track_top, game, timeline, theme),
        timeline.controls(MARGIN, controls_top, WIDTH - 2 * MARGIN, theme.page, theme.accent),
        size=size,
    )


def _captions(game: Frames, timeline: Timeline, theme: Theme) -> Iterator[str]:
    """The caption of each position; the last one is visible where nothing moves."""
    places = range(len(game.captions))
    for caption, same_caption in groupby(places, key=lambda n: game.captions[n]):
        visible = set(same_caption)
        text = label(
            MARGIN,
            _CAPTION / 2 + 4,
            caption,
            24,
            max_width=WIDTH - 2 * MARGIN,
            anchor="start",
            fill=theme.page.ink,
            font_weight="bold",
        )
        yield timeline.visible_group([n in visible for n in places], text)


def _taken_stones(
    layout: BoardLayout, game: Frames, timeline: Timeline, theme: Theme
) -> Iterator[str]:
    """The wishing stones that are taken at some time."""
    boards = [position.tiles for position in game.positions]
    for path in Colour:
        for row, lasting in enumerate(game.lasting_tiles[path]):
            present = [board[path][row] is Tile.WISHING_STONE for board in boards]
            if lasting is None and any(present):
                title = f"{path} path, row {row}: wishing stone"
                drawn = tile(layout.stone(path, row), Tile.WISHING_STONE, theme)
                yield timeline.visible_group(present, group("tile", title, drawn))


def _figures(layout: BoardLayout, game: Frames, timeline: Timeline, theme: Theme) -> Iterator[str]:
    """All figures, each from its place on the starting stone."""
    players, rules = len(game.names), game.positions[0].rules
    for seat in range(players):
        start = start_places(layout, seat, players, rules.small_figures)
        small_places = iter(start.small)
        large_paths = {position.players[seat].large for position in game.positions}
        for path in Colour:
            rows = [position.players[seat].rows[path] for position in game.positions]
            if any(rows):
                large = path in large_paths
                first = start.large if large else next(small_places)
                places = [
                    figure_place(layout, path, row, seat, players, large=large) if row else first
                    for row in rows
                ]
                scales = [1 if row else start.scale for row in rows]
                title = f"{'large' if large else 'small'} figure, {path} path"
                yield _figure(game, seat, title, places, scales, timeline, theme, large=large)
        waiting = [(place, False) for place in small_places]
        if rules.large_figures and large_paths == {None}:
            waiting.append((start.large, True))
        for place, large in waiting:
            title = f"{'large' if large else 'small'} figure, starting stone"
            scales = [start.scale]
            yield _figure(game, seat, title, [place], scales, timeline, theme, large=large)


def _figure(
    game: Frames,
    seat: int,
    title: str,
    places: Sequence[Point],
    scales: Sequence[float],
    timeline: Timeline,
    theme: Theme,
    *,
    large: bool,
) -> str:
    """A figure that goes from place to place, and is smaller on the starting stone."""
    radius = figure_radius(len(game.names), large=large)
    drawn = token((0, 0), radius, seat, theme, initial=game.initials[seat], large=large)
    growth = timeline.transform("scale", [(scale,) for scale in scales])
    if growth or scales[-1] != 1:
        drawn = element("g", drawn, growth, transform=f"scale({scales[-1]:.3f})")
    return _moving_group("figure", f"{game.names[seat]}: {title}", drawn, places, timeline)


def _markers(top: float, game: Frames, timeline: Timeline, theme: Theme) -> Iterator[str]:
    totals = [[score.total for score in scores(position)] for position in game.positions]
    standing = [marker_places(top, points) for points in totals]
    radius = max(_MIN_MARKER, min(size for places in standing for _, size in places.values()))
    for seat, name in enumerate(game.names):
        yield _moving_group(
            "marker",
            f"{name}: {count_noun(totals[-1][seat], 'point')} in the end",
            token((0, 0), radius, seat, theme, initial=game.initials[seat]),
            [places[seat][0] for places in standing],
            timeline,
        )


def _moving_group(
    kind: str, title: str, drawn: str, places: Sequence[Point], timeline: Timeline
) -> str:
    """Something drawn about (0, 0) that goes from place to place, and rests at the last one."""
    x, y = places[-1]
    transform = f"translate({format_number(x)} {format_number(y)})"
    motion = timeline.transform("translate", places)
    return group(kind, title, drawn, motion, transform=transform)
