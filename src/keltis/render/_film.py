"""A game as a strip of small boards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from keltis._shared.narration import count_noun
from keltis.board import Tiles
from keltis.cards import Colour
from keltis.render._board import figures, ground, tiles
from keltis.render._frames import Film, Frames, frames_of
from keltis.render._kit.film import Strip, choose_frames, content_id
from keltis.render._kit.svg import element, group, label, picture, require_size, signed_text
from keltis.render._kit.themes import EMPTY, draw_with_theme
from keltis.render._layout import MARGIN, TILE, WIDTH, BoardLayout, board_layout
from keltis.render._marks import NO_MARKS, last_marks, marks_of
from keltis.render._scene import Scene, description
from keltis.render._shapes import token, wishing_stone
from keltis.render._theme import THEMES, Theme, recolour

LEGEND_HEIGHT: Final = 38.0
"""The height of the line with the players' names."""
_COLUMNS: Final = 2
_FRAME_WIDTH: Final = 450.0
_SCORE_HEIGHT: Final = 34.0


def film_svg(
    record: Film,
    *,
    frames: int = 6,
    names: Sequence[str] = (),
    size: float | None = None,
    theme: str = "light",
    colours: Mapping[str, str] = EMPTY,
) -> str:
    """A record, or positions of one game, as a strip of small boards.

    There are at most `frames` boards, evenly spread over the game; the last position is one of
    them, and so is the first unless `frames` is 1. In a record the moves of the turn before each
    board are marked. Hands are left out, so no hidden card shows. `size`, `theme` and `colours` are
    those of `board_svg`.

    >>> from keltis.record import GameRecord
    >>> from keltis.render import film_svg
    >>> film_svg(GameRecord.seeded(2, seed=1)).count("keltis-frame")
    1
    """
    require_size(size)
    game = frames_of(record, names)
    stops = choose_frames(game.stops, frames)
    scenes = [game.scene(stop) for stop in stops]

    def draw(colours: Theme) -> str:
        return _draw(game, stops, scenes, size, colours)

    return draw_with_theme(THEMES, theme, lambda colour_set: recolour(colour_set, colours), draw)


def _draw(
    game: Frames, stops: Sequence[int], scenes: Sequence[Scene], size: float | None, theme: Theme
) -> str:
    rules = game.positions[0].rules
    layout = board_layout(rules.path_length, 0)
    lasting = tiles(layout, game.lasting_tiles, theme)
    drawn = "".join([*ground(layout, rules, NO_MARKS, theme), *lasting])
    ground_id = content_id(drawn)
    stone_id = f"{ground_id}-w"
    height = _FRAME_WIDTH * layout.bottom / WIDTH
    strip = Strip(_COLUMNS, _FRAME_WIDTH, height, _SCORE_HEIGHT, LEGEND_HEIGHT, len(stops))
    box = strip.size
    parts = [
        element(
            "defs",
            element("g", drawn, id=ground_id),
            element("g", wishing_stone((0, 0), TILE, theme), id=stone_id),
        ),
        *legend(MARGIN, MARGIN / 2, box[0] - 2 * MARGIN, game, theme),
    ]
    for place, (stop, scene) in enumerate(zip(stops, scenes, strict=True)):
        marks = marks_of(scene, game.turns[stop], (), ())
        board = [
            element("use", href=f"#{ground_id}"),
            *_passing_tiles(layout, game.passing_tiles(stop), stone_id),
            *last_marks(layout, scene, marks, theme),
            *figures(layout, scene, theme),
        ]
        caption, view_box = game.captions[stop], (0, 0, WIDTH, layout.bottom)
        frame = strip.frame(place, caption, board, view_box, theme.page.ink)
        parts.append(group("frame", caption, *frame, *_scores(strip, place, scene, theme)))
    return picture(
        f"Keltis: {count_noun(len(stops), 'position')} of a game",
        description(scenes[-1]),
        box,
        theme.page,
        *parts,
        size=size,
    )


def legend(x: float, y: float, width: float, game: Frames, theme: Theme) -> Iterator[str]:
    """The figures of the players with their names."""
    room = width / len(game.names)
    for seat, name in enumerate(game.names):
        left, middle = x + seat * room, y + LEGEND_HEIGHT / 2
        yield token((left + 14, middle), 14, seat, theme, initial=game.initials[seat])
        yield label(
            left + 36, middle, name, 21, max_width=room - 42, anchor="start", fill=theme.page.ink
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
        yield token((left + 14, middle), 12, seat, theme, initial=scene.initials[seat])
        yield label(
            left + 32,
            middle,
            signed_text(score.total),
            21,
            max_width=width - 34,
            anchor="start",
            fill=theme.page.ink,
            font_weight="bold",
        )
