"""A game at a glance: a strip of small boards."""

from collections.abc import Iterator
from typing import Final

import attrs

from keltis._shared.svg import Point, element, group, label, number
from keltis._shared.terminal import clipped
from keltis.celtic.record import GameRecord, require_record
from keltis.celtic.render.curves import TILE
from keltis.celtic.render.palette import Theme, theme_named
from keltis.celtic.render.panels import badge
from keltis.celtic.render.ribbons import middle_of
from keltis.celtic.render.scene import Scene, points, scene_of
from keltis.celtic.render.svg import board, description
from keltis.celtic.render.tiles import letter_of
from keltis.celtic.tiles import PLAYERS
from keltis.render.film import chosen
from keltis.render.svg import picture

_COLUMNS: Final = 3
_FRAME: Final = 296.0
_MARGIN: Final = 24.0
_GAP: Final = 12.0
_CAPTION: Final = 26.0
_SCORES: Final = 36.0
_RIM: Final = 10.0
"""What is drawn around the window, in the measures of the board."""
_MOST_NAME: Final = 20


def film_svg(record: GameRecord, *, frames: int = 6, theme: str = "light") -> str:
    """A record as a strip of at most so many small boards; the first and the last position are among them.

    >>> from keltis.celtic import GameRecord, new_game
    >>> film_svg(GameRecord(new_game())).count("keltis-frame")
    1
    """
    require_record(record)
    colours = theme_named(theme)
    stops = chosen(range(len(record.states)), frames)
    scenes = [scene_of(record.states[stop], names=record.names) for stop in stops]
    # The last window holds all tiles of the game, so that they keep their places from frame to
    # frame.
    window = attrs.evolve(scenes[-1].window, shifts=(0, 0, 0, 0))
    columns, lines = min(len(stops), _COLUMNS), (len(stops) + _COLUMNS - 1) // _COLUMNS
    height = _CAPTION + _FRAME * window.height / window.width + _SCORES
    parts = []
    for place, (stop, scene) in enumerate(zip(stops, scenes, strict=True)):
        line, column = divmod(place, _COLUMNS)
        corner = _MARGIN + column * (_FRAME + _GAP), _MARGIN + line * (height + _GAP)
        caption = _caption(record, stop, scene)
        parts.append(
            group(
                "frame",
                caption,
                *_frame(corner, attrs.evolve(scene, window=window), caption, colours),
            )
        )
    size = _along(columns, _FRAME), _along(lines, height)
    return picture(
        f"CELTIC!: {len(stops)} positions of a game",
        description(scenes[-1]),
        size,
        colours.page,
        *parts,
    )


def _along(frames: int, length: float) -> float:
    """How long so many frames are beside each other."""
    return 2 * _MARGIN + frames * length + (frames - 1) * _GAP


def _caption(record: GameRecord, stop: int, scene: Scene) -> str:
    """What led to a position."""
    if stop == 0:
        return "start"
    before, move = record[stop - 1]
    return f"turn {stop}, {clipped(scene.names[before.to_move], _MOST_NAME)}: {move}"


def _frame(corner: Point, scene: Scene, caption: str, theme: Theme) -> Iterator[str]:
    """A small board between its caption and the scores."""
    x, y = corner
    window = scene.window
    height = _FRAME * window.height / window.width
    yield label(
        x + 4, y + _CAPTION / 2, caption, 13, room=_FRAME - 8, anchor="start", fill=theme.page.ink
    )
    # A picture within the picture, so that the board keeps its own measures.
    left, top = (edge - TILE / 2 - _RIM for edge in middle_of((window.left, window.top)))
    size = window.width * TILE + 2 * _RIM, window.height * TILE + 2 * _RIM
    view_box = " ".join(map(number, (left, top, *size)))
    yield element(
        "svg",
        *board(scene, theme),
        x=x,
        y=y + _CAPTION,
        width=_FRAME,
        height=height,
        viewBox=view_box,
    )
    room = _FRAME / len(PLAYERS)
    middle = y + _CAPTION + height + _SCORES / 2
    for player in PLAYERS:
        left = x + player * room
        yield badge(left + 17, middle, letter_of(player), theme, player)
        score = points(scene.scores[player])
        yield label(
            left + 38, middle, score, 15, room=room - 40, anchor="start", fill=theme.page.ink
        )
