"""A position as an SVG picture."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from keltis.cards import Card, Colour
from keltis.moves import Move
from keltis.render._board import figures, ground, tiles
from keltis.render._cards import CARD, discard_pile, draw_pile
from keltis.render._kit.svg import group, label, picture, require_size
from keltis.render._kit.themes import EMPTY, draw_with_theme
from keltis.render._layout import MARGIN, WIDTH, BoardLayout, board_layout
from keltis.render._marks import Arrow, Marks, Stone, arrow_marks, last_marks, marks_of
from keltis.render._panels import panels as player_panels
from keltis.render._panels import panels_height
from keltis.render._scene import Scene, description, scene_of, status_line
from keltis.render._shapes import token
from keltis.render._theme import THEMES, Theme, recolour
from keltis.render._track import HEIGHT as TRACK_HEIGHT
from keltis.render._track import track
from keltis.view import Position

_HEADER: Final = 52.0
_GAP: Final = 16.0


def board_svg(
    position: Position,
    *,
    seat: int | None = None,
    reveal: bool = False,
    names: Sequence[str] = (),
    last: Iterable[Move] = (),
    highlight: Iterable[Card | Stone] = (),
    arrows: Iterable[Arrow] = (),
    panels: bool = True,
    size: float | None = None,
    theme: str = "light",
    colours: Mapping[str, str] = EMPTY,
) -> str:
    """A position as an SVG picture.

    A state shows what a spectator sees; with `seat`, what that player sees; with `reveal`, all
    hands. A view shows what its viewer may know.

    `last` are the moves of the turn that led to the position: the figures that moved, the card and
    the piles are marked. `highlight` marks cards, and stones as pairs of a colour and a row.
    `arrows` are pairs of stones; row 0 is the starting stone.

    `panels=False` leaves the players out, with the status line and the score track. `size` is the
    width in pixels. `theme` is `light`, `dark`, or `auto` to follow the page. `colours` replaces
    colours of the theme, such as `{"board": "#ffffff", "red": "#c8321f", "player 0": "#eeeeee"}`.

    Cards have the attribute `data-card`, stones, tiles and figures `data-path` and `data-row`, and
    piles `data-pile`, for pages that make them clickable.

    >>> import keltis
    >>> from keltis import Colour
    >>> from keltis.render import board_svg
    >>> state = keltis.new_game(2, seed=1)
    >>> picture = board_svg(state, size=400, arrows=[((Colour.RED, 0), (Colour.RED, 1))])
    >>> picture.startswith("<svg "), picture.count('class="keltis-tile"')
    (True, 25)
    """
    require_size(size)
    scene = scene_of(position, seat=seat, reveal=reveal, names=names)
    marks = marks_of(scene, last, highlight, arrows)

    def draw(colours: Theme) -> str:
        parts, height = (
            _with_panels(scene, marks, colours) if panels else _board_only(scene, marks, colours)
        )
        return picture(
            f"Keltis: {status_line(scene)}",
            description(scene),
            (WIDTH, height),
            colours.page,
            *parts,
            size=size,
        )

    return draw_with_theme(THEMES, theme, lambda colour_set: recolour(colour_set, colours), draw)


def _with_panels(scene: Scene, marks: Marks, theme: Theme) -> tuple[list[str], float]:
    """Everything, and its height."""
    layout = board_layout(scene.view.rules.path_length, _HEADER)
    track_top = layout.bottom + _GAP
    panels_top = track_top + TRACK_HEIGHT + _GAP
    parts = [
        *_header(scene, theme),
        *_board(layout, scene, marks, theme),
        *track(track_top, scene, theme),
        *player_panels(panels_top, scene, marks, theme),
    ]
    return parts, panels_top + panels_height(len(scene.view.players)) + MARGIN


def _board_only(scene: Scene, marks: Marks, theme: Theme) -> tuple[list[str], float]:
    layout = board_layout(scene.view.rules.path_length, MARGIN / 2)
    return [*_board(layout, scene, marks, theme)], layout.bottom + MARGIN / 2


def _board(layout: BoardLayout, scene: Scene, marks: Marks, theme: Theme) -> Iterator[str]:
    yield from ground(layout, scene.view.rules, marks, theme)
    yield from tiles(layout, scene.view.tiles, theme)
    yield from last_marks(layout, scene, marks, theme)
    yield from figures(layout, scene, theme)
    yield from arrow_marks(layout, marks, theme)
    yield from _piles(layout, scene, marks, theme)


def _header(scene: Scene, theme: Theme) -> Iterator[str]:
    seat = scene.view.to_move if scene.outcome is None else scene.outcome.winners[0]
    middle = _HEADER / 2
    yield token((MARGIN + 18, middle), 18, seat, theme, initial=scene.initials[seat])
    yield label(
        MARGIN + 48,
        middle,
        status_line(scene),
        26,
        max_width=WIDTH - 2 * MARGIN - 48,
        anchor="start",
        fill=theme.page.ink,
        font_weight="bold",
    )


def _piles(layout: BoardLayout, scene: Scene, marks: Marks, theme: Theme) -> Iterator[str]:
    """The discard piles on the left; the draw pile and the count of the goal on the right."""
    view, ink = scene.view, theme.page.ink
    top = layout.bottom - CARD[1] - 36
    yield label(MARGIN + 2, top - 18, "discards", 19, max_width=120, anchor="start", fill=ink)
    for colour in Colour:
        x = MARGIN + 2 + colour * (CARD[0] + 4)
        yield discard_pile(x, top, colour, view.discards[colour], marks, theme)
    right = WIDTH - MARGIN - 4
    yield label(right, top - 18, "draw pile", 19, max_width=110, anchor="end", fill=ink)
    yield draw_pile(right - CARD[0] - 16, top, view.draw_pile_size, marks, theme)
    goal = f"{scene.figures_in_goal} of {view.rules.goal_figures}"
    yield label(right - 166, top - 18, "in the goal", 19, max_width=150, fill=ink)
    yield group(
        "goal-count",
        f"{goal} figures are in the goal area",
        label(
            right - 166, top + CARD[1] / 2, goal, 32, max_width=120, fill=ink, font_weight="bold"
        ),
    )
