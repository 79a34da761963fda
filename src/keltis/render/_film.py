"""A game as a strip of small boards."""

from collections.abc import Iterator, Sequence
from typing import Final

from keltis._shared.film import Strip, choose_frames, content_id
from keltis._shared.svg import element, group, label, picture, signed_text, theme_by_name
from keltis.board import Tiles
from keltis.cards import Colour
from keltis.render._board import figures, ground, tiles
from keltis.render._frames import Film, frames_of
from keltis.render._layout import TILE, WIDTH, BoardLayout, board_layout
from keltis.render._scene import Scene, description
from keltis.render._shapes import token, wishing_stone
from keltis.render._theme import THEMES, Theme

_COLUMNS: Final = 2
_FRAME_WIDTH: Final = 450.0
_SCORE_HEIGHT: Final = 28.0


def film_svg(
    film: Film, *, frames: int = 6, names: Sequence[str] = (), theme: str = "light"
) -> str:
    """A record, or positions of one game, as a strip of small boards.

    There are at most `frames` boards, evenly spread over the game; the last position is one of
    them, and so is the first unless `frames` is 1. Hands are left out, so no hidden card shows.

    >>> from keltis.record import GameRecord
    >>> from keltis.render import film_svg
    >>> film_svg(GameRecord.seeded(2, seed=1)).count("keltis-frame")
    1
    """
    colours = theme_by_name(THEMES, theme)
    game = frames_of(film, names)
    stops = choose_frames(game.stops, frames)
    scenes = [game.scene(stop) for stop in stops]
    rules = game.positions[0].rules
    layout = board_layout(rules.path_length, 0)
    drawn = "".join([*ground(layout, rules, colours), *tiles(layout, game.lasting_tiles, colours)])
    ground_id = content_id(drawn)
    stone_id = f"{ground_id}-w"
    parts = [
        element(
            "defs",
            element("g", drawn, id=ground_id),
            element("g", wishing_stone((0, 0), TILE, colours), id=stone_id),
        )
    ]
    strip = Strip(_COLUMNS, _FRAME_WIDTH, _FRAME_WIDTH * layout.bottom / WIDTH, _SCORE_HEIGHT)
    for place, (stop, scene) in enumerate(zip(stops, scenes, strict=True)):
        board = [
            element("use", href=f"#{ground_id}"),
            *_passing_tiles(layout, game.passing_tiles(stop), stone_id),
            *figures(layout, scene, colours),
        ]
        caption, view_box = game.captions[stop], (0, 0, WIDTH, layout.bottom)
        frame = strip.frame(place, caption, board, view_box, colours.page.ink)
        parts.append(group("frame", caption, *frame, *_scores(strip, place, scene, colours)))
    return picture(
        f"Keltis: {len(stops)} positions of a game",
        description(scenes[-1]),
        strip.size(len(stops), _COLUMNS),
        colours.page,
        *parts,
    )


def _passing_tiles(layout: BoardLayout, passing: Tiles, stone_id: str) -> Iterator[str]:
    for path in Colour:
        for row, tile in enumerate(passing[path]):
            if tile is not None:
                x, y = layout.stone(path, row)
                title = element("title", f"{path} path, row {row}: {tile.value}")
                yield element("use", title, href=f"#{stone_id}", x=x, y=y, class_="keltis-tile")


def _scores(strip: Strip, place: int, scene: Scene, theme: Theme) -> Iterator[str]:
    for seat, score in enumerate(scene.scores):
        left, middle, width = strip.score_place(place, seat, len(scene.scores))
        yield token((left + 12, middle), 9, seat, theme)
        yield label(
            left + 26,
            middle,
            signed_text(score.total),
            15,
            max_width=width - 28,
            anchor="start",
            fill=theme.page.ink,
        )
