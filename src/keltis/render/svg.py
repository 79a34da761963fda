"""A board to look at, as SVG: made of simple shapes, with everything in it that one may know."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from keltis._shared.svg import element, group, label, number
from keltis.cards import Colour
from keltis.render.geometry import MARGIN, WIDTH, Fan, fan_for
from keltis.render.palette import Paint, Theme, theme_named
from keltis.render.panels import panels, panels_height
from keltis.render.pasteboard import CARD, discard_pile, draw_pile
from keltis.render.paths import figures, ground, tiles
from keltis.render.scene import Position, Scene, due, scene_of
from keltis.render.shapes import token
from keltis.render.track import HEIGHT as TRACK_HEIGHT
from keltis.render.track import track

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
    """The position as an SVG picture, 960 wide, in the theme `light` or `dark`.

    A state is shown as a spectator sees it, with `seat` as that player does, and with `reveal` all
    hands are face up; a view shows what its viewer may know.

    >>> import keltis
    >>> picture = board_svg(keltis.new_game(2, seed=1))
    >>> picture.startswith("<svg "), picture.count('class="keltis-tile"')
    (True, 25)
    """
    colours = theme_named(theme)
    scene = scene_of(position, seat=seat, reveal=reveal, names=names)
    fan = fan_for(scene.view.rules.path_length, _HEADER)
    track_top = fan.bottom + _GAP
    panels_top = track_top + TRACK_HEIGHT + _GAP
    height = panels_top + panels_height(len(scene.view.players)) + MARGIN
    return picture(
        f"Keltis: {due(scene)}",
        description(scene),
        (WIDTH, height),
        colours.page,
        *_header(scene, colours),
        *ground(fan, scene.view.rules, colours),
        *tiles(fan, scene.view.tiles, colours),
        *figures(fan, scene, colours),
        *_piles(fan, scene, colours),
        *track(track_top, scene, colours),
        *panels(panels_top, scene, colours),
    )


def picture(title: str, text: str, size: tuple[float, float], page: Paint, *parts: str) -> str:
    """A whole picture with its title and its description, on a page of this colour."""
    width, height = map(number, size)
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(text)),
        element("rect", width=size[0], height=size[1], fill=page.fill),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        font_family="sans-serif",
    )


def description(scene: Scene) -> str:
    """What is on the paths, for those who cannot see it."""
    sentences = []
    for seat, player in enumerate(scene.view.players):
        rows = [f"{path} {player.rows[path]}" for path in Colour if player.rows[path]]
        large = "" if player.large is None else f", the large figure on {player.large}"
        paths = ", ".join(rows) or "none"
        sentences.append(
            f"{scene.names[seat]} has {scene.scores[seat].total} points; rows by path: {paths}{large}."
        )
    return " ".join(sentences)


def _header(scene: Scene, theme: Theme) -> Iterator[str]:
    seat = scene.view.to_move if scene.outcome is None else scene.outcome.winners[0]
    yield token((MARGIN + 14, _HEADER / 2), 14, seat, theme)
    yield label(
        MARGIN + 38,
        _HEADER / 2,
        due(scene),
        19,
        room=WIDTH - 2 * MARGIN - 38,
        anchor="start",
        fill=theme.page.ink,
        font_weight="bold",
    )


def _piles(fan: Fan, scene: Scene, theme: Theme) -> Iterator[str]:
    """The discard piles in the left corner under the paths, the face-down pile and the goal's count in the right one."""
    view = scene.view
    top = fan.bottom - CARD[1] - 32
    yield label(MARGIN + 4, top - 18, "discards", 13, room=100, anchor="start", fill=theme.page.ink)
    for colour in Colour:
        yield discard_pile(
            MARGIN + 4 + colour * (CARD[0] + 8), top, colour, view.discards[colour], theme
        )
    right = WIDTH - MARGIN - 4
    yield label(right - 36, top - 18, "draw pile", 13, room=72, fill=theme.page.ink)
    yield draw_pile(right - 36 - CARD[0] / 2, top, view.draw_pile_size, theme)
    goal = f"{scene.figures_in_goal} of {view.rules.goal_figures}"
    yield label(right - 140, top - 18, "in the goal", 13, room=100, fill=theme.page.ink)
    yield group(
        "goal-count",
        f"{goal} figures are in the goal area",
        label(
            right - 140,
            top + CARD[1] / 2,
            goal,
            26,
            room=100,
            fill=theme.page.ink,
            font_weight="bold",
        ),
    )
