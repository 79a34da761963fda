"""Animations: what changes from position to position of a game, and the controls under them.

The animations are SMIL, which needs no script. Where scripts run, the controls have a button and a
slider; elsewhere they are a bar of progress.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from importlib import resources
from typing import Final, TypeAlias

from keltis._lib.checks import ABOVE_ZERO, as_number
from keltis.render._kit import svg
from keltis.render._kit.film import Reel
from keltis.render._kit.themes import Drawing, Paint, T

Values: TypeAlias = tuple[float, ...]
"""The arguments of a transform: two for a translation, one for a scale."""

CAPTION: Final = 46.0
"""The height of the caption on top, above the names of the players."""
_CONTROLS: Final = 56.0
_MAX_PACE: Final = 60
_HOLD: Final = 6
"""The time that the last position stays, in moves."""
_GLIDE: Final = 0.6
"""The share of a move's time that something takes to get to its new place."""
_BUTTON: Final = 26.0


@cache
def controls_script() -> str:
    """The script of the controls. It has no character that XML or HTML would read as markup."""
    return resources.files(__package__).joinpath("controls.js").read_text(encoding="utf-8")


class Timeline:
    """When each position begins, as a share of the whole time; `pace` is in seconds a move."""

    def __init__(self, positions: int, pace: float) -> None:
        expected = f"a number of seconds above 0, up to {_MAX_PACE}"
        self._pace = as_number(pace, "pace", expected, ABOVE_ZERO, _MAX_PACE)
        self._total = positions + _HOLD
        self._seconds = _decimal(self._total * pace)

    def draw(
        self,
        reel: Reel[T],
        board: Iterable[str],
        box: tuple[float, float],
        theme: T,
        *,
        margin: float,
        caption_size: float,
    ) -> Drawing:
        """The animation of a game: its captions, the names, a board, and the controls under it.

        The box is the width of all, and the height down to the controls.
        """
        (width, bottom), room = box, box[0] - 2 * margin
        place = margin, CAPTION / 2 + 4
        captions = (
            svg.label(*place, text, caption_size, room, theme.page.ink, anchor="start", bold=True)
            for text in reel.captions
        )
        parts = [
            *self.by_visibility([caption] for caption in captions),
            *reel.legend(margin, CAPTION, room, theme),
            *board,
            self._controls(margin, bottom, room, theme.page, theme.accent),
        ]
        title = f"{reel.game}: a game, move by move"
        return Drawing(title, reel.text, (width, bottom + _CONTROLS + margin / 2), parts)

    def by_visibility(self, drawn_by_position: Iterable[Iterable[str]]) -> Iterator[str]:
        """Everything that is drawn in some positions, visible in those."""
        positions = [list(drawn) for drawn in drawn_by_position]
        present: dict[str, list[bool]] = {}
        for number, drawn in enumerate(positions):
            for part in drawn:
                present.setdefault(part, [False] * len(positions))[number] = True
        for part, visible in present.items():
            yield self.visible_group(visible, part)

    def visible_group(self, visible: Sequence[bool], *drawn: str) -> str:
        """Something that is visible in some positions; where nothing moves, as in the last one."""
        return svg.element("g", *drawn, self._visibility(visible), opacity=float(visible[-1]))

    def _visibility(self, visible: Sequence[bool]) -> str:
        changes = [n for n in range(len(visible)) if n == 0 or visible[n] != visible[n - 1]]
        if len(changes) == 1:
            return ""
        return svg.element(
            "animate",
            attributeName="opacity",
            calcMode="discrete",
            values=";".join(str(int(visible[n])) for n in changes),
            keyTimes=";".join(self._time(n) for n in changes),
            dur=f"{self._seconds}s",
            repeatCount="indefinite",
        )

    def moving_group(self, kind: str, title: str, drawn: str, places: Sequence[svg.Point]) -> str:
        """Something drawn about (0, 0) that goes from place to place, and rests at the last one."""
        motion = self.transform("translate", places)
        return svg.group(kind, title, drawn, motion, transform=svg.translate(places[-1]))

    def transform(self, kind: str, values: Sequence[Values]) -> str:
        """An animation of a `translate` or a `scale`, from position to position."""
        stops = [(0.0, values[0])]
        for n in range(1, len(values)):
            if values[n] != values[n - 1]:
                stops += [(n - _GLIDE, values[n - 1]), (float(n), values[n])]
        if len(stops) == 1:
            return ""
        stops.append((float(self._total), values[-1]))
        return self._animate_transform(kind, stops)

    def _controls(self, x: float, y: float, width: float, paint: Paint, accent: str) -> str:
        """A button, and a bar with a knob that shows how much of the game is over."""
        middle, left = y + _CONTROLS / 2, x + 2 * _BUTTON + 26
        length = width - (left - x) - 12
        way = [(0.0, (0.0, 0.0)), (float(self._total), (length, 0.0))]
        knob = svg.element(
            "circle",
            self._animate_transform("translate", way),
            cx=left,
            cy=middle,
            r=13,
            fill=accent,
            stroke=paint.fill,
            stroke_width=2,
            transform=svg.translate((length, 0)),
        )
        bar = svg.rect(
            left, middle - 4, length, 8, paint.ink, rx=4, opacity=0.35, class_="keltis-bar"
        )
        # A wide surface without colour is easier to hit than the bar.
        surface = svg.rect(left - 12, y, length + 24, _CONTROLS, None, fill_opacity=0)
        slider = svg.element(
            "g",
            surface,
            bar,
            knob,
            class_="keltis-slider",
            data_seconds=self._seconds,
            data_pace=_decimal(self._pace),
        )
        button = _button((x + _BUTTON, middle), paint)
        script = escape(f"\n{controls_script()}", quote=False)
        return slider + button + svg.element("script", script)

    def _animate_transform(self, kind: str, stops: Sequence[tuple[float, Values]]) -> str:
        digits = svg.format_number if kind == "translate" else _decimal
        return svg.element(
            "animateTransform",
            attributeName="transform",
            type=kind,
            values=";".join(" ".join(map(digits, values)) for _, values in stops),
            keyTimes=";".join(self._time(time) for time, _ in stops),
            dur=f"{self._seconds}s",
            repeatCount="indefinite",
        )

    def _time(self, positions: float) -> str:
        return f"{positions / self._total:.6f}".rstrip("0").rstrip(".")


def _button(middle: svg.Point, paint: Paint) -> str:
    """A button for play and pause; the script makes it visible."""
    x, y = middle
    disc = svg.circle(middle, _BUTTON - 3, paint.fill, paint.ink, 2)
    play = svg.polygon([(x - 7, y - 11), (x - 7, y + 11), (x + 12, y)], fill=paint.ink)
    bars = [svg.rect(x + side - 3, y - 10, 6, 20, paint.ink) for side in (-6, 6)]
    return svg.element(
        "g",
        disc,
        svg.element("g", play, class_="keltis-play", display="none"),
        svg.element("g", *bars, class_="keltis-pause"),
        class_="keltis-button",
        display="none",
    )


def _decimal(number: float) -> str:
    """A number with at most three decimals.

    >>> _decimal(2.0), _decimal(0.1254)
    ('2', '0.125')
    """
    return f"{number:.3f}".rstrip("0").rstrip(".")
