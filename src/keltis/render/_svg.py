"""A position as an SVG picture."""

from collections.abc import Iterator, Sequence
from typing import Final

from keltis._shared.svg import group, label, picture, theme_by_name
from keltis.cards import Colour
from keltis.render._board import figures, ground, tiles
from keltis.render._cards import CARD, discard_pile, draw_pile
from keltis.render._layout import MARGIN, WIDTH, BoardLayout, board_layout
from keltis.render._panels import panels, panels_height
from keltis.render._scene import Position, Scene, description, scene_of, status_line
from keltis.render._shapes import token
from keltis.render._theme import THEMES, Theme
from keltis.render._track import HEIGHT as TRACK_HEIGHT
from keltis.render._track import track

_HEADER: Final = 46.0
_GAP: Final = 16.0


def board_svg(
    position: Position,
    *,
    seat: int | None = None,
    reveal: bool = False,
    names: Sequence[str] = (),
    theme: str = "light",
) -> str:
    """A position as an SVG picture, 960 wide, in the theme `light` or `dark`.

    A state shows what a spectator sees; with `seat`, what that player sees; with `reveal`, all
    hands. A view shows what its viewer may know.

    >>> import keltis
    >>> from keltis.render import board_svg
    >>> picture = board_svg(keltis.new_game(2, seed=1))
    >>> picture.startswith("<svg "), picture.count('class="keltis-tile"')
    (True, 25)
    """
    colours = theme_by_name(THEMES, theme)
    scene = scene_of(position, seat=seat, reveal=reveal, names=names)
    layout = board_layout(scene.view.rules.path_length, _HEADER)
    track_top = layout.bottom + _GAP
    panels_top = track_top + TRACK_HEIGHT + _GAP
    height = panels_top + panels_height(len(scene.view.players)) + MARGIN
    return picture(
        f"Keltis: {status_line(scene)}",
        description(scene),
        (WIDTH, height),
        colours.page,
        *_header(scene, colours),
        *ground(layout, scene.view.rules, colours),
        *tiles(layout, scene.view.tiles, colours),
        *figures(layout, scene, colours),
        *_piles(layout, scene, colours),
        *track(track_top, scene, colours),
        *panels(panels_top, scene, colours),
    )


def _header(scene: Scene, theme: Theme) -> Iterator[str]:
    seat = scene.view.to_move if scene.outcome is None else scene.outcome.winners[0]
    yield token((MARGIN + 14, _HEADER / 2), 14, seat, theme)
    yield label(
        MARGIN + 38,
        _HEADER / 2,
        status_line(scene),
        19,
        max_width=WIDTH - 2 * MARGIN - 38,
        anchor="start",
        fill=theme.page.ink,
        font_weight="bold",
    )


def _piles(layout: BoardLayout, scene: Scene, theme: Theme) -> Iterator[str]:
    """The discard piles on the left; the draw pile and the count of the goal on the right."""
    view, ink = scene.view, theme.page.ink
    top = layout.bottom - CARD[1] - 32
    yield label(MARGIN + 4, top - 18, "discards", 13, max_width=100, anchor="start", fill=ink)
    for colour in Colour:
        x = MARGIN + 4 + colour * (CARD[0] + 8)
        yield discard_pile(x, top, colour, view.discards[colour], theme)
    right = WIDTH - MARGIN - 4
    yield label(right - 36, top - 18, "draw pile", 13, max_width=72, fill=ink)
    yield draw_pile(right - 36 - CARD[0] / 2, top, view.draw_pile_size, theme)
    goal = f"{scene.figures_in_goal} of {view.rules.goal_figures}"
    yield label(right - 140, top - 18, "in the goal", 13, max_width=100, fill=ink)
    yield group(
        "goal-count",
        f"{goal} figures are in the goal area",
        label(
            right - 140, top + CARD[1] / 2, goal, 26, max_width=100, fill=ink, font_weight="bold"
        ),
    )
