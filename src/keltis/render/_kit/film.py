"""Films and animations: a game as a strip of small boards, or as a board that moves.

The animations are SMIL, which needs no script. Where scripts run, the controls have a button and a
slider; elsewhere they are a bar of progress.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from math import ceil
from typing import Final, NamedTuple, TypeAlias, TypeVar, final

import attrs

from keltis._lib.checks import ABOVE_ZERO, as_int, as_number
from keltis._lib.text import count_noun, short_repr
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument
from keltis.game import Record, State, require_names
from keltis.render._kit import svg
from keltis.render._kit.terminal import clip_text
from keltis.render._kit.themes import Paint, Theme

Stop = TypeVar("Stop")
S = TypeVar("S", bound=State)
M = TypeVar("M")
Values: TypeAlias = tuple[float, ...]
"""The arguments of a transform: two for a translation, one for a scale."""

MAX_FRAMES: Final = 100
"""The most frames that a film can have."""
TOP: Final = 46.0
"""The height of the caption above an animation, and above the names of the players."""

_MAX_NAME_WIDTH: Final = 20
"""The most columns of a name in a caption, to leave room for the moves."""
_MARGIN: Final = 24.0
_GAP: Final = 12.0
_CAPTION: Final = 30.0
_CONTROLS: Final = 56.0
_BUTTON: Final = 26.0
_MAX_PACE: Final = 60
_HOLD: Final = 6
"""The time that the last position stays, in moves."""
_GLIDE: Final = 0.6
"""The share of a move's time that something takes to get to its new place."""


class Plate(NamedTuple):
    """How a badge and a text are placed beside each other: distances from the left, and sizes."""

    height: float
    badge: float
    """The middle of the badge."""
    radius: float
    """The radius of the badge, if it has different sizes."""
    text: float
    """The beginning of the text."""
    size: float
    """The font size of the text."""
    space: float
    """The space after the text."""
    bold: bool = False


class Strip(NamedTuple):
    """The layout of a film: frames of one size, row by row."""

    max_columns: int
    frame_width: float
    view_box: tuple[float, float, float, float]
    """What a frame shows of the board, which keeps its own coordinates: x, y, width and height."""
    score: Plate
    """The scores of the players under a board."""
    defs: str = ""
    """What several frames use."""


@final
@attrs.frozen
class Reel(Immutable):
    """A game from position to position: what films and animations show around the board."""

    game: str
    """The name of the game."""
    names: tuple[str, ...]
    """By seat."""
    captions: Sequence[str]
    """What led to each position."""
    text: str
    """A description of the last position."""
    badge: Callable[[svg.Point, float, int], str]
    """A badge with this middle and radius, of the player on this seat."""
    plate: Plate
    """The names of the players with their badges."""
    theme: Theme

    def plates(
        self, x: float, y: float, width: float, texts: Sequence[str], plate: Plate
    ) -> Iterator[str]:
        """A text for each player beside the badge, on a line with its middle at `y`."""
        room, ink = width / len(texts), self.theme.page.ink
        wide = room - plate.text - plate.space
        for seat, text in enumerate(texts):
            left = x + seat * room
            yield self.badge((left + plate.badge, y), plate.radius, seat)
            start = left + plate.text
            yield svg.label(start, y, text, plate.size, wide, ink, anchor="start", bold=plate.bold)

    def film(
        self,
        stops: Sequence[int],
        draw_frame: Callable[[int], tuple[Iterable[str], Sequence[str]]],
        strip: Strip,
    ) -> str:
        """A strip of these positions. A frame is its board, and a score for each player."""
        frame_width, view_box, score = strip.frame_width, strip.view_box, strip.score
        rows = ceil(len(stops) / strip.max_columns)
        columns = ceil(len(stops) / rows)
        board_height = frame_width * view_box[3] / view_box[2]
        frame_height = _CAPTION + board_height + score.height
        width = 2 * _MARGIN + columns * frame_width + (columns - 1) * _GAP
        top = self.plate.height + _MARGIN
        ink, shown = self.theme.page.ink, " ".join(map(svg.format_number, view_box))
        names_y, room = (_MARGIN + self.plate.height) / 2, width - 2 * _MARGIN
        parts = [strip.defs, *self.plates(_MARGIN, names_y, room, self.names, self.plate)]
        for place, stop in enumerate(stops):
            row, column = divmod(place, columns)
            x, y = _MARGIN + column * (frame_width + _GAP), top + row * (frame_height + _GAP)
            caption, middle = self.captions[stop], y + _CAPTION / 2
            board, scores = draw_frame(stop)
            score_y = y + frame_height - score.height / 2
            box = {"x": x, "y": y + _CAPTION, "width": frame_width, "height": board_height}
            parts.append(
                svg.group(
                    "frame",
                    caption,
                    svg.label(x + 4, middle, caption, 18, frame_width - 8, ink, anchor="start"),
                    svg.element("svg", *board, **box, viewBox=shown),
                    *self.plates(x, score_y, frame_width, scores, score),
                )
            )
        height = top + rows * frame_height + (rows - 1) * _GAP + _MARGIN
        title = f"{self.game}: {count_noun(len(stops), 'position')} of a game"
        return self.theme.picture(title, self.text, (width, height), parts)


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
        self, reel: Reel, board: Iterable[str], box: svg.Point, margin: float, caption_size: float
    ) -> str:
        """The animation of a game: its captions, the names, a board, and the controls under it.

        The box is the width of all, and the height down to the controls.
        """
        (width, bottom), room = box, box[0] - 2 * margin
        place, names_y = (margin, TOP / 2 + 4), TOP + reel.plate.height / 2
        theme = reel.theme
        parts = [
            *self.texts(*place, reel.captions, caption_size, room, theme.page.ink),
            *reel.plates(margin, names_y, room, reel.names, reel.plate),
            *board,
            self._controls(margin, bottom, room, theme.page, theme.accent),
        ]
        title = f"{reel.game}: a game, move by move"
        return theme.picture(title, reel.text, (width, bottom + _CONTROLS + margin / 2), parts)

    def texts(
        self, x: float, y: float, texts: Iterable[str], size: float, room: float, ink: str
    ) -> Iterator[str]:
        """A text for each position, bold, that begins here."""
        yield from self.by_visibility(
            [svg.label(x, y, text, size, room, ink, anchor="start", bold=True)] for text in texts
        )

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
        changes = [n for n in range(len(visible)) if n == 0 or visible[n] != visible[n - 1]]
        values = [str(int(visible[n])) for n in changes]
        what = {"attributeName": "opacity", "calcMode": "discrete"}
        change = self._animate("animate", what, values, changes) if len(changes) > 1 else ""
        return svg.element("g", *drawn, change, opacity=float(visible[-1]))

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
        values = [" ".join(map(digits, arguments)) for _, arguments in stops]
        what = {"attributeName": "transform", "type": kind}
        return self._animate("animateTransform", what, values, [time for time, _ in stops])

    def _animate(
        self, tag: str, what: Mapping[str, str], values: Sequence[str], times: Sequence[float]
    ) -> str:
        """An animation with these values, each from its time on, counted in positions."""
        shares = [f"{time / self._total:.6f}".rstrip("0").rstrip(".") for time in times]
        lasting = {"dur": f"{self._seconds}s", "repeatCount": "indefinite"}
        return svg.element(
            tag, **what, values=";".join(values), keyTimes=";".join(shares), **lasting
        )


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


def choose_frames(stops: Sequence[Stop], frames: int) -> list[Stop]:
    """At most this many of the stops, evenly spread: the last one, and if possible the first.

    >>> choose_frames(range(10), 4)
    [0, 3, 6, 9]
    """
    frames = as_int(frames, "frames", 1, MAX_FRAMES)
    if frames >= len(stops):
        return list(stops)
    if frames == 1:
        return [stops[-1]]
    return [stops[round(frame * (len(stops) - 1) / (frames - 1))] for frame in range(frames)]


def turn_captions(
    record: Record[S, M], names: Sequence[str], is_seen: Callable[[M], bool] = lambda _: True
) -> Iterator[str]:
    """The captions of all positions of a record: the turn that each is in or ends.

    Moves without a visible effect are left out, unless the turn has no others.
    """
    yield "start"
    for number, turn in enumerate(record.turns, 1):
        moves = [move for _, move in turn]
        text = ", ".join(map(str, filter(is_seen, moves))) or ", ".join(map(str, moves))
        name = clip_text(names[turn[0][0].to_move], _MAX_NAME_WIDTH)
        yield from [f"turn {number}, {name}: {text}"] * len(turn)


def name_tuple(names: Sequence[str]) -> tuple[str, ...]:
    """Names as a tuple; a text alone is rejected, though it is a sequence of letters."""
    if isinstance(names, str):
        raise InvalidArgument(
            f"names must be a list or tuple with a name for each player, not {short_repr(names)}"
        )
    return tuple(names)


def seat_names(names: Sequence[str], labels: Sequence[str]) -> tuple[str, ...]:
    """The names by seat, or if there are none, what the players are called without."""
    names = name_tuple(names)
    require_names(names, len(labels))
    return names or tuple(labels)


def initial(name: str) -> str:
    """The first letter of a name as a capital, or nothing if it has no letter.

    >>> initial("ann"), initial("7 of 9"), initial("42")
    ('A', 'O', '')
    """
    letter = next((char for char in name if char.isalpha()), "")
    return upper if len(upper := letter.upper()) == 1 else letter
