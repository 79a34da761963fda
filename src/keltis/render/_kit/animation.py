"""Animations: what changes from position to position of a game, and the controls under them.

The animations are SMIL, which needs no script. Where scripts run, the controls have a button and a
slider; elsewhere they are a bar of progress.
"""

from collections.abc import Sequence
from html import escape
from typing import Final, TypeAlias

from keltis._shared.checks import ABOVE_ZERO, as_number
from keltis.render._kit.svg import Point, element, format_number, polygon
from keltis.render._kit.themes import Paint

Values: TypeAlias = tuple[float, ...]
"""The arguments of a transform: two for a translation, one for a scale."""

CONTROLS_HEIGHT: Final = 56.0
_MAX_PACE: Final = 60
_HOLD: Final = 6
"""The time that the last position stays, in moves."""
_GLIDE: Final = 0.6
"""The share of a move's time that something takes to get to its new place."""
_BUTTON: Final = 26.0
_SCRIPT: Final = """
(function () {
  var script = document.currentScript, svg = script ? script.ownerSVGElement : null;
  if (!svg || !svg.pauseAnimations) { return; }
  function part(name) { return svg.querySelector('.keltis-' + name); }
  var slider = part('slider'), button = part('button');
  var total = Number(slider.getAttribute('data-seconds'));
  var pace = Number(slider.getAttribute('data-pace'));
  var bar = part('bar'), left = Number(bar.getAttribute('x'));
  var width = Number(bar.getAttribute('width')), dragging = false;
  function now() { return svg.getCurrentTime() % total; }
  function seek(time) {
    svg.setCurrentTime(Math.max(0, Math.min(total - 0.001, time)));
    describe();
  }
  function describe() {
    var paused = svg.animationsPaused();
    part('play').setAttribute('display', paused ? 'inline' : 'none');
    part('pause').setAttribute('display', paused ? 'none' : 'inline');
    button.setAttribute('aria-label', paused ? 'play' : 'pause');
    slider.setAttribute('aria-valuenow', String(Math.floor(now() / pace)));
  }
  function toggle() {
    if (svg.animationsPaused()) { svg.unpauseAnimations(); } else { svg.pauseAnimations(); }
    describe();
  }
  function follow(event) {
    var point = svg.createSVGPoint();
    point.x = event.clientX;
    point.y = event.clientY;
    seek((point.matrixTransform(svg.getScreenCTM().inverse()).x - left) / width * total);
  }
  button.addEventListener('click', toggle);
  slider.addEventListener('pointerdown', function (event) {
    dragging = true;
    slider.setPointerCapture(event.pointerId);
    follow(event);
  });
  slider.addEventListener('pointermove', function (event) { if (dragging) { follow(event); } });
  slider.addEventListener('pointerup', function () { dragging = false; });
  function press(event) {
    var steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (steps) {
      svg.pauseAnimations();
      seek((Math.floor(now() / pace + 0.001) + steps + 0.01) * pace);
    } else if (event.key === ' ' || event.key === 'Enter') { toggle(); } else { return; }
    event.preventDefault();
  }
  slider.addEventListener('keydown', press);
  button.addEventListener('keydown', press);
  svg.setAttribute('role', 'group');
  button.setAttribute('display', 'inline');
  button.setAttribute('role', 'button');
  button.setAttribute('tabindex', '0');
  slider.setAttribute('role', 'slider');
  slider.setAttribute('tabindex', '0');
  slider.setAttribute('aria-label', 'position of the game');
  slider.setAttribute('aria-valuemin', '0');
  slider.setAttribute('aria-valuemax', String(Math.round(total / pace)));
  slider.setAttribute('style', 'cursor:pointer;touch-action:none');
  button.setAttribute('style', 'cursor:pointer');
  describe();
})();
"""
"""It has no character that XML or HTML would read as markup."""


def require_pace(pace: float) -> None:
    """Refuse a time for a move that is no number of seconds up to a minute."""
    expected = f"a number of seconds above 0, up to {_MAX_PACE}"
    as_number(pace, "pace", expected, ABOVE_ZERO, _MAX_PACE)


class Timeline:
    """When each position begins, as a share of the whole time."""

    def __init__(self, positions: int, pace: float) -> None:
        self._total = positions + _HOLD
        self._pace = pace
        self._seconds = _decimal(self._total * pace)

    def visibility(self, visible: Sequence[bool]) -> str:
        """An animation of an element that is visible in some positions only."""
        changes = [n for n in range(len(visible)) if n == 0 or visible[n] != visible[n - 1]]
        if len(changes) == 1:
            return ""
        return element(
            "animate",
            attributeName="opacity",
            calcMode="discrete",
            values=";".join(str(int(visible[n])) for n in changes),
            keyTimes=";".join(self._time(n) for n in changes),
            dur=f"{self._seconds}s",
            repeatCount="indefinite",
        )

    def visible_group(self, visible: Sequence[bool], *drawn: str) -> str:
        """Something that is visible in some positions; where nothing moves, as in the last one."""
        return element("g", *drawn, self.visibility(visible), opacity=float(visible[-1]))

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

    def controls(self, x: float, y: float, width: float, paint: Paint, accent: str) -> str:
        """A button, and a bar with a knob that shows how much of the game is over."""
        middle, left = y + CONTROLS_HEIGHT / 2, x + 2 * _BUTTON + 26
        length = width - (left - x) - 12
        knob = element(
            "circle",
            self._animate_transform(
                "translate", [(0.0, (0, 0)), (float(self._total), (length, 0))]
            ),
            cx=left,
            cy=middle,
            r=13,
            fill=accent,
            stroke=paint.fill,
            stroke_width=2,
            transform=f"translate({format_number(length)} 0)",
        )
        bar = element(
            "rect",
            x=left,
            y=middle - 4,
            width=length,
            height=8,
            rx=4,
            fill=paint.ink,
            opacity=0.35,
            class_="keltis-bar",
        )
        # A wide surface without colour is easier to hit than the bar.
        surface = element(
            "rect", x=left - 12, y=y, width=length + 24, height=CONTROLS_HEIGHT, fill_opacity=0
        )
        slider = element(
            "g",
            surface,
            bar,
            knob,
            class_="keltis-slider",
            data_seconds=self._seconds,
            data_pace=_decimal(self._pace),
        )
        button = _button((x + _BUTTON, middle), paint)
        return slider + button + element("script", escape(_SCRIPT, quote=False))

    def _animate_transform(self, kind: str, stops: Sequence[tuple[float, Values]]) -> str:
        digits = format_number if kind == "translate" else _decimal
        return element(
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


def _button(middle: Point, paint: Paint) -> str:
    """A button for play and pause; the script makes it visible."""
    x, y = middle
    disc = element(
        "circle", cx=x, cy=y, r=_BUTTON - 3, fill=paint.fill, stroke=paint.ink, stroke_width=2
    )
    play = polygon([(x - 7, y - 11), (x - 7, y + 11), (x + 12, y)], fill=paint.ink)
    bars = [
        element("rect", x=x + side - 3, y=y - 10, width=6, height=20, fill=paint.ink)
        for side in (-6, 6)
    ]
    return element(
        "g",
        disc,
        element("g", play, class_="keltis-play", display="none"),
        element("g", *bars, class_="keltis-pause"),
        class_="keltis-button",
        display="none",
    )


def _decimal(number: float) -> str:
    """A number with at most three decimals.

    >>> _decimal(2.0), _decimal(0.1254)
    ('2', '0.125')
    """
    return f"{number:.3f}".rstrip("0").rstrip(".")
