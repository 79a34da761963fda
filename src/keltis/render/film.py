"""A game at a glance: a strip of small boards."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

from keltis._shared.svg import Point, element, group, label, number, signed
from keltis._shared.text import short_repr
from keltis.board import Tiles
from keltis.cards import Colour
from keltis.errors import InvalidArgument
from keltis.render.geometry import MARGIN, TILE, WIDTH, Fan, fan_for
from keltis.render.palette import Theme, theme_named
from keltis.render.paths import figures, ground, tiles
from keltis.render.reel import Film, reel_of
from keltis.render.scene import Scene
from keltis.render.shapes import token, wishing_stone
from keltis.render.svg import description, picture

MOST_FRAMES: Final = 100
_COLUMNS: Final = 2
_GAP: Final = 12.0
_FRAME: Final = (WIDTH - 2 * MARGIN - _GAP * (_COLUMNS - 1)) / _COLUMNS
_CAPTION: Final = 26.0
_SCORES: Final = 28.0


def film_svg(
    film: Film, *, frames: int = 6, names: Sequence[str] = (), theme: str = "light"
) -> str:
    """A record, or positions of one game, as a strip of at most so many small boards; the first and the last are among them.

    There are no hands in it, so no hidden card.

    >>> from keltis.record import GameRecord
    >>> film_svg(GameRecord.seeded(2, seed=1)).count("keltis-frame")
    1
    """
    colours = theme_named(theme)
    reel = reel_of(film, names)
    stops = chosen(reel.stops, frames)
    final = reel.scenes[-1]
    fan = fan_for(final.view.rules.path_length, 0)
    drawn = "".join(
        [*ground(fan, final.view.rules, colours), *tiles(fan, reel.lasting_tiles, colours)]
    )
    ids = _Ids(drawn)
    height = _CAPTION + _FRAME * fan.bottom / WIDTH + _SCORES
    lines = (len(stops) + _COLUMNS - 1) // _COLUMNS
    wishing = wishing_stone((0, 0), TILE, colours)
    parts = [
        element(
            "defs", element("g", drawn, id=ids.ground), element("g", wishing, id=ids.wishing_stone)
        )
    ]
    for place, stop in enumerate(stops):
        line, column = divmod(place, _COLUMNS)
        corner = MARGIN + column * (_FRAME + _GAP), MARGIN + line * (height + _GAP)
        scene = reel.scenes[stop]
        board = [
            element("use", href=f"#{ids.ground}"),
            *_passing(fan, reel.passing_tiles(scene), ids),
            *figures(fan, scene, colours),
        ]
        parts.append(
            group(
                "frame",
                reel.captions[stop],
                *_frame(corner, fan, scene, reel.captions[stop], board, colours),
            )
        )
    size = WIDTH, 2 * MARGIN + lines * height + (lines - 1) * _GAP
    return picture(
        f"Keltis: {len(stops)} positions of a game", description(final), size, colours.page, *parts
    )


class _Ids:
    """The ids of what is in every frame.

    They follow from what they stand for: where two films on a page have the same ones, either will
    do.
    """

    def __init__(self, drawn: str) -> None:
        self.ground = f"keltis-{hashlib.sha256(drawn.encode()).hexdigest()[:12]}"
        self.wishing_stone = f"{self.ground}-w"


def _passing(fan: Fan, passing: Tiles, ids: _Ids) -> Iterator[str]:
    """The wishing stones that do not stay."""
    for path in Colour:
        for row, tile in enumerate(passing[path]):
            if tile is not None:
                x, y = fan.stone(path, row)
                title = element("title", f"{path} path, row {row}: {tile.value}")
                yield element(
                    "use", title, href=f"#{ids.wishing_stone}", x=x, y=y, class_="keltis-tile"
                )


def chosen(stops: Sequence[int], frames: int) -> list[int]:
    """So many of them, evenly, the last and if possible the first among them."""
    if type(frames) is not int or not 1 <= frames <= MOST_FRAMES:
        raise InvalidArgument(
            f"frames must be a number from 1 to {MOST_FRAMES}, not {short_repr(frames)}"
        )
    if frames >= len(stops):
        return list(stops)
    if frames == 1:
        return [stops[-1]]
    return [stops[round(frame * (len(stops) - 1) / (frames - 1))] for frame in range(frames)]


def _frame(
    corner: Point, fan: Fan, scene: Scene, caption: str, board: Sequence[str], theme: Theme
) -> Iterator[str]:
    """A small board between its caption and the scores."""
    x, y = corner
    height = _FRAME * fan.bottom / WIDTH
    yield label(
        x + 4, y + _CAPTION / 2, caption, 13, room=_FRAME - 8, anchor="start", fill=theme.page.ink
    )
    # A picture within the picture, so that the board keeps its own measures.
    view_box = f"0 0 {number(WIDTH)} {number(fan.bottom)}"
    yield element("svg", *board, x=x, y=y + _CAPTION, width=_FRAME, height=height, viewBox=view_box)
    room = _FRAME / len(scene.scores)
    middle = y + _CAPTION + height + _SCORES / 2
    for seat, score in enumerate(scene.scores):
        left = x + seat * room
        yield token((left + 12, middle), 9, seat, theme)
        yield label(
            left + 26,
            middle,
            signed(score.total),
            15,
            room=room - 28,
            anchor="start",
            fill=theme.page.ink,
        )
