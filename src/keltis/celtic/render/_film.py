"""A game as a strip of small boards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from keltis._shared.narration import count_noun
from keltis.celtic.moves import Move
from keltis.celtic.render._curves import TILE
from keltis.celtic.render._marks import marks_of
from keltis.celtic.render._panels import badge
from keltis.celtic.render._ribbons import cell_centre
from keltis.celtic.render._scene import Scene, Window, description, scene_of
from keltis.celtic.render._svg import board
from keltis.celtic.render._theme import THEMES, Theme, recolour
from keltis.celtic.render._tiles import coordinates, owner_letter
from keltis.celtic.scoring import score_text
from keltis.celtic.state import GameState
from keltis.celtic.tiles import PLAYERS
from keltis.game import Record
from keltis.render._kit.film import MAX_NAME_WIDTH, Strip, choose_frames
from keltis.render._kit.svg import group, label, name_tuple, picture, require_size
from keltis.render._kit.terminal import clip_text
from keltis.render._kit.themes import EMPTY, draw_with_theme

LEGEND_HEIGHT: Final = 40.0
"""The height of the line with the players' names."""
_COLUMNS: Final = 3
_FRAME_WIDTH: Final = 296.0
_SCORE_HEIGHT: Final = 40.0
_RIM: Final = 10.0
"""The space right of the window and below it."""
_NUMBERS: Final = 46.0
"""The space for the coordinates above the window and left of it."""


def film_svg(
    record: Record[GameState, Move],
    *,
    frames: int = 6,
    names: Sequence[str] = (),
    size: float | None = None,
    theme: str = "light",
    colours: Mapping[str, str] = EMPTY,
) -> str:
    """A record as a strip of small boards.

    There are at most `frames` boards, evenly spread over the game; the last position is one of
    them, and so is the first unless `frames` is 1. The last tile of each board is marked. `names`
    replaces the names of the record. `size`, `theme` and `colours` are those of `board_svg`.

    >>> from keltis.celtic import GameRecord, new_game
    >>> from keltis.celtic.render import film_svg
    >>> film_svg(GameRecord(new_game())).count("keltis-frame")
    1
    """
    require_size(size)
    stops = choose_frames(range(len(record.states)), frames)
    given = name_tuple(names) or record.names
    scenes = [scene_of(record.states[stop], names=given) for stop in stops]

    def draw(colours: Theme) -> str:
        return _draw(record, stops, scenes, size, colours)

    return draw_with_theme(THEMES, theme, lambda colour_set: recolour(colour_set, colours), draw)


def _draw(
    record: Record[GameState, Move],
    stops: Sequence[int],
    scenes: Sequence[Scene],
    size: float | None,
    theme: Theme,
) -> str:
    # The last window holds all tiles of the game: with it, tiles keep their places in all frames.
    window = attrs.evolve(scenes[-1].window, shifts=(0, 0, 0, 0))
    visible = _view_box(window)
    height = _FRAME_WIDTH * visible[3] / visible[2]
    strip = Strip(_COLUMNS, _FRAME_WIDTH, height, _SCORE_HEIGHT, LEGEND_HEIGHT, len(stops))
    box = strip.size
    parts = [*legend(24, 12, box[0] - 48, scenes[-1], theme)]
    for place, (stop, scene) in enumerate(zip(stops, scenes, strict=True)):
        caption = turn_caption(record, stop, scene.names)
        marks = marks_of(scene, record.moves[max(stop - 1, 0) : stop], (), ())
        # A knot keeps its arcs once it is closed, so it has the same number in all frames.
        drawn = [
            *coordinates(window, theme),
            *board(attrs.evolve(scene, window=window), marks, theme, scenes[-1].knots),
        ]
        frame = strip.frame(place, caption, drawn, visible, theme.page.ink)
        parts.append(group("frame", caption, *frame, *_scores(strip, place, scene, theme)))
    return picture(
        f"CELTIC!: {count_noun(len(stops), 'position')} of a game",
        description(scenes[-1]),
        box,
        theme.page,
        *parts,
        size=size,
    )


def legend(x: float, y: float, width: float, scene: Scene, theme: Theme) -> Iterator[str]:
    """The letters of the players with their names."""
    room = width / len(PLAYERS)
    for player in PLAYERS:
        left, middle = x + player * room, y + LEGEND_HEIGHT / 2
        yield badge(left + 14, middle, owner_letter(player), theme, player)
        yield label(
            left + 38,
            middle,
            scene.names[player],
            20,
            max_width=room - 44,
            anchor="start",
            fill=theme.page.ink,
        )


def turn_caption(record: Record[GameState, Move], stop: int, names: Sequence[str]) -> str:
    """The turn that led to a position."""
    if stop == 0:
        return "start"
    before, move = record[stop - 1]
    return f"turn {stop}, {clip_text(names[before.to_move], MAX_NAME_WIDTH)}: {move}"


def _view_box(window: Window) -> tuple[float, float, float, float]:
    """The left edge, the top, the width and the height of a board with its coordinates."""
    x, y = cell_centre((window.left, window.top))
    return (
        x - TILE / 2 - _NUMBERS,
        y - TILE / 2 - _NUMBERS,
        window.width * TILE + _NUMBERS + _RIM,
        window.height * TILE + _NUMBERS + _RIM,
    )


def _scores(strip: Strip, place: int, scene: Scene, theme: Theme) -> Iterator[str]:
    for player in PLAYERS:
        left, middle, width = strip.score_place(place, player, len(PLAYERS))
        yield badge(left + 17, middle, owner_letter(player), theme, player)
        yield label(
            left + 38,
            middle,
            score_text(scene.scores[player]),
            18,
            max_width=width - 40,
            anchor="start",
            fill=theme.page.ink,
        )
