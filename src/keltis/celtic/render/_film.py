"""A game as a strip of small boards."""

from collections.abc import Iterator
from typing import Final

import attrs

from keltis._shared.film import MAX_NAME_WIDTH, Strip, choose_frames
from keltis._shared.svg import group, label, picture, theme_by_name
from keltis._shared.terminal import clip_text
from keltis.celtic.record import GameRecord
from keltis.celtic.render._curves import TILE
from keltis.celtic.render._panels import badge
from keltis.celtic.render._ribbons import cell_centre
from keltis.celtic.render._scene import Scene, Window, description, scene_of
from keltis.celtic.render._svg import board
from keltis.celtic.render._theme import THEMES, Theme
from keltis.celtic.render._tiles import owner_letter
from keltis.celtic.scoring import score_text
from keltis.celtic.tiles import PLAYERS
from keltis.errors import InvalidArgument

_COLUMNS: Final = 3
_FRAME_WIDTH: Final = 296.0
_SCORE_HEIGHT: Final = 36.0
_RIM: Final = 10.0
"""The space around the window, in the coordinates of the board."""


def film_svg(record: GameRecord, *, frames: int = 6, theme: str = "light") -> str:
    """A record as a strip of small boards.

    There are at most `frames` boards, evenly spread over the game; the last position is one of
    them, and so is the first unless `frames` is 1.

    >>> from keltis.celtic import GameRecord, new_game
    >>> from keltis.celtic.render import film_svg
    >>> film_svg(GameRecord(new_game())).count("keltis-frame")
    1
    """
    if type(record) is not GameRecord:
        raise InvalidArgument(
            f"expected a GameRecord of keltis.celtic, not {type(record).__name__}"
        )
    colours = theme_by_name(THEMES, theme)
    stops = choose_frames(range(len(record.states)), frames)
    scenes = [scene_of(record.states[stop], names=record.names) for stop in stops]
    # The last window holds all tiles of the game: with it, tiles keep their places in all frames.
    window = attrs.evolve(scenes[-1].window, shifts=(0, 0, 0, 0))
    board_height = _FRAME_WIDTH * window.height / window.width
    strip = Strip(_COLUMNS, _FRAME_WIDTH, board_height, _SCORE_HEIGHT)
    parts = []
    for place, (stop, scene) in enumerate(zip(stops, scenes, strict=True)):
        caption = _caption(record, stop, scene)
        drawn = board(attrs.evolve(scene, window=window), colours)
        frame = strip.frame(place, caption, drawn, _view_box(window), colours.page.ink)
        parts.append(group("frame", caption, *frame, *_scores(strip, place, scene, colours)))
    return picture(
        f"CELTIC!: {len(stops)} positions of a game",
        description(scenes[-1]),
        strip.size(len(stops), min(len(stops), _COLUMNS)),
        colours.page,
        *parts,
    )


def _caption(record: GameRecord, stop: int, scene: Scene) -> str:
    """The turn that led to a position."""
    if stop == 0:
        return "start"
    before, move = record[stop - 1]
    return f"turn {stop}, {clip_text(scene.names[before.to_move], MAX_NAME_WIDTH)}: {move}"


def _view_box(window: Window) -> tuple[float, float, float, float]:
    x, y = cell_centre((window.left, window.top))
    return (
        x - TILE / 2 - _RIM,
        y - TILE / 2 - _RIM,
        window.width * TILE + 2 * _RIM,
        window.height * TILE + 2 * _RIM,
    )


def _scores(strip: Strip, place: int, scene: Scene, theme: Theme) -> Iterator[str]:
    for player in PLAYERS:
        left, middle, width = strip.score_place(place, player, len(PLAYERS))
        yield badge(left + 17, middle, owner_letter(player), theme, player)
        yield label(
            left + 38,
            middle,
            score_text(scene.scores[player]),
            15,
            max_width=width - 40,
            anchor="start",
            fill=theme.page.ink,
        )
