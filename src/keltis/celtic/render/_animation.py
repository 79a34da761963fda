"""A game as an animation: one window in which the tiles appear and the knots close."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from keltis.celtic.moves import Move
from keltis.celtic.render._curves import TILE
from keltis.celtic.render._film import LEGEND_HEIGHT, legend, turn_caption
from keltis.celtic.render._panels import badge
from keltis.celtic.render._ribbons import arcs, cell_centre, crossings
from keltis.celtic.render._scene import Scene, description, scene_of
from keltis.celtic.render._svg import numbered_knot, painted_strands, tile_group
from keltis.celtic.render._theme import THEMES, Theme, recolour
from keltis.celtic.render._tiles import cell_frame, coordinates, owner_letter, window_background
from keltis.celtic.scoring import score_text
from keltis.celtic.state import GameState
from keltis.celtic.tiles import PLAYERS
from keltis.game import Record
from keltis.render._kit.animation import CONTROLS_HEIGHT, Timeline, require_pace
from keltis.render._kit.svg import (
    element,
    format_number,
    label,
    name_tuple,
    picture,
    require_size,
)
from keltis.render._kit.themes import EMPTY, draw_with_theme

_LEFT: Final = 58.0
_MARGIN: Final = 30.0
_CAPTION: Final = 46.0
_TOP: Final = _CAPTION + LEGEND_HEIGHT + 56
_SCORES: Final = 52.0


def animated_svg(
    record: Record[GameState, Move],
    *,
    pace: float = 1.0,
    names: Sequence[str] = (),
    size: float | None = None,
    theme: str = "light",
    colours: Mapping[str, str] = EMPTY,
) -> str:
    """A record as an animated picture that repeats.

    `pace` is in seconds a move. Where scripts run, a button plays and pauses, and a slider goes to
    any move; elsewhere the picture plays by itself. Where nothing moves (in print, or in a program
    without SMIL) the picture shows the last position. `names` replaces the names of the record.
    `size`, `theme` and `colours` are those of `board_svg`.

    >>> from keltis.celtic import GameRecord, new_game
    >>> from keltis.celtic.render import animated_svg
    >>> animated_svg(GameRecord(new_game())).count("keltis-tile")
    1
    """
    require_pace(pace)
    require_size(size)
    given = name_tuple(names) or record.names
    scenes = [scene_of(state, names=given) for state in record.states]

    def draw(colours: Theme) -> str:
        return _draw(record, scenes, Timeline(len(scenes), pace), size, colours)

    return draw_with_theme(THEMES, theme, lambda colour_set: recolour(colour_set, colours), draw)


def _draw(
    record: Record[GameState, Move],
    scenes: Sequence[Scene],
    timeline: Timeline,
    size: float | None,
    theme: Theme,
) -> str:
    # The last window holds all tiles of the game.
    window = attrs.evolve(scenes[-1].window, shifts=(0, 0, 0, 0))
    width = _LEFT + window.width * TILE + _MARGIN
    scores_top = _TOP + window.height * TILE + 18
    controls_top = scores_top + _SCORES
    x, y = cell_centre((window.left, window.top))
    x, y = _LEFT + TILE / 2 - x, _TOP + TILE / 2 - y
    board = [
        *coordinates(window, theme),
        *window_background(window, theme),
        *_tiles(scenes, timeline, theme),
        *_weave(scenes, timeline, theme),
    ]
    return picture(
        "CELTIC!: a game, move by move",
        description(scenes[-1]),
        (width, controls_top + CONTROLS_HEIGHT + _MARGIN / 2),
        theme.page,
        *_captions(record, scenes, timeline, width, theme),
        *legend(_MARGIN, _CAPTION, width - 2 * _MARGIN, scenes[-1], theme),
        element("g", *board, transform=f"translate({format_number(x)} {format_number(y)})"),
        *_scores(scores_top, width, scenes, timeline, theme),
        timeline.controls(_MARGIN, controls_top, width - 2 * _MARGIN, theme.page, theme.accent),
        size=size,
    )


def _by_visibility(drawn_by_scene: Iterable[Iterable[str]], timeline: Timeline) -> Iterator[str]:
    """Everything that is drawn in some scenes, visible in those."""
    scenes = [list(drawn) for drawn in drawn_by_scene]
    present: dict[str, list[bool]] = {}
    for number, drawn in enumerate(scenes):
        for part in drawn:
            present.setdefault(part, [False] * len(scenes))[number] = True
    for part, visible in present.items():
        yield timeline.visible_group(visible, part)


def _tiles(scenes: Sequence[Scene], timeline: Timeline, theme: Theme) -> Iterator[str]:
    """The tiles, and a frame around the one that was laid last."""
    tiles = ([tile_group(scene, cell, theme) for cell in scene.design] for scene in scenes)
    yield from _by_visibility(tiles, timeline)
    before: set[tuple[int, int]] = set(scenes[0].design)
    frames = []
    for scene in scenes:
        frames.append([cell_frame(cell, theme) for cell in scene.design.keys() - before])
        before |= scene.design.keys()
    yield from _by_visibility(frames, timeline)


def _weave(scenes: Sequence[Scene], timeline: Timeline, theme: Theme) -> Iterator[str]:
    """The ribbons and the numbers of the knots, which are those of the last position."""
    numbered = scenes[-1].knots
    painted = [(scene.design, painted_strands(scene, numbered, theme)) for scene in scenes]
    ribbons = [
        *_by_visibility((arcs(*each) for each in painted), timeline),
        *_by_visibility((crossings(*each) for each in painted), timeline),
    ]
    yield element(
        "g",
        *ribbons,
        fill="none",
        stroke=theme.edge,
        stroke_linejoin="round",
        class_="keltis-weave",
    )
    numbers = (
        [numbered_knot(scene, numbered.index(knot), knot, theme) for knot in scene.knots]
        for scene in scenes
    )
    yield from _by_visibility(numbers, timeline)


def _captions(
    record: Record[GameState, Move],
    scenes: Sequence[Scene],
    timeline: Timeline,
    width: float,
    theme: Theme,
) -> Iterator[str]:
    captions = (
        label(
            _MARGIN,
            _CAPTION / 2 + 4,
            turn_caption(record, stop, scene.names),
            22,
            max_width=width - 2 * _MARGIN,
            anchor="start",
            fill=theme.page.ink,
            font_weight="bold",
        )
        for stop, scene in enumerate(scenes)
    )
    yield from _by_visibility(([caption] for caption in captions), timeline)


def _scores(
    y: float, width: float, scenes: Sequence[Scene], timeline: Timeline, theme: Theme
) -> Iterator[str]:
    """The knot scores of both players at each time."""
    room = (width - 2 * _MARGIN) / len(PLAYERS)
    for player in PLAYERS:
        left, middle = _MARGIN + player * room, y + _SCORES / 2
        yield badge(left + 14, middle, owner_letter(player), theme, player)
        scores = (
            label(
                left + 38,
                middle,
                score_text(scene.scores[player]),
                24,
                max_width=room - 44,
                anchor="start",
                fill=theme.page.ink,
                font_weight="bold",
            )
            for scene in scenes
        )
        yield from _by_visibility(([score] for score in scores), timeline)
