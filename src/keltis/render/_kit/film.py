"""Films: strips of small boards, each between its caption and the scores; names of players."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import Final, Generic, NamedTuple, TypeVar, final

import attrs

from keltis._lib.checks import as_int
from keltis._lib.text import count_noun, short_repr
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument
from keltis.game import Record, State, require_names
from keltis.render._kit.svg import Point, element, format_number, group, label
from keltis.render._kit.terminal import clip_text
from keltis.render._kit.themes import Drawing, T

Stop = TypeVar("Stop")
S = TypeVar("S", bound=State)
M = TypeVar("M")

MAX_FRAMES: Final = 100
"""The most frames that a film can have."""

_MAX_NAME_WIDTH: Final = 20
"""The most columns of a name in a caption, to leave room for the moves."""
_MARGIN: Final = 24.0
_GAP: Final = 12.0
_CAPTION: Final = 30.0


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


@final
@attrs.frozen(kw_only=True)
class Reel(Immutable, Generic[T]):
    """A game from position to position: what films and animations show around the board."""

    game: str
    """The name of the game."""
    names: tuple[str, ...]
    """By seat."""
    captions: Sequence[str]
    """What led to each position."""
    text: str
    """A description of the last position."""
    badge: Callable[[Point, float, int, T], str]
    """A badge with this middle and radius, of the player on this seat."""
    plate: Plate
    """The names of the players with their badges."""

    def legend(self, x: float, y: float, width: float, theme: T) -> Iterator[str]:
        """The names of the players on a line that begins here."""
        yield from self.plates(x, y + self.plate.height / 2, width, self.names, self.plate, theme)

    def plates(
        self, x: float, y: float, width: float, texts: Sequence[str], plate: Plate, theme: T
    ) -> Iterator[str]:
        """A text for each player beside the badge, on a line with its middle at `y`."""
        room = width / len(texts)
        for seat, text in enumerate(texts):
            left = x + seat * room
            yield self.badge((left + plate.badge, y), plate.radius, seat, theme)
            yield label(
                left + plate.text,
                y,
                text,
                plate.size,
                room - plate.text - plate.space,
                theme.page.ink,
                anchor="start",
                bold=plate.bold,
            )


@final
@attrs.frozen(kw_only=True)
class Strip(Immutable):
    """The layout of a film: frames of one size, row by row."""

    max_columns: int
    frame_width: float
    view_box: tuple[float, float, float, float]
    """What a frame shows of the board, which keeps its own coordinates: x, y, width and height."""
    score: Plate
    """The scores of the players under a board."""

    def draw(
        self,
        reel: Reel[T],
        stops: Sequence[int],
        draw_frame: Callable[[int], tuple[Iterable[str], Sequence[str]]],
        theme: T,
        *,
        defs: str = "",
    ) -> Drawing:
        """A film of these positions. A frame is its board, and a score for each player."""
        rows = ceil(len(stops) / self.max_columns)
        columns = ceil(len(stops) / rows)
        *_, wide, high = self.view_box
        board_height = self.frame_width * high / wide
        frame_height = _CAPTION + board_height + self.score.height
        width = 2 * _MARGIN + columns * self.frame_width + (columns - 1) * _GAP
        top = reel.plate.height + _MARGIN
        parts = [defs, *reel.legend(_MARGIN, _MARGIN / 2, width - 2 * _MARGIN, theme)]
        for place, stop in enumerate(stops):
            row, column = divmod(place, columns)
            x = _MARGIN + column * (self.frame_width + _GAP)
            y = top + row * (frame_height + _GAP)
            caption = reel.captions[stop]
            board, scores = draw_frame(stop)
            score_y = y + frame_height - self.score.height / 2
            parts.append(
                group(
                    "frame",
                    caption,
                    self._caption(x, y, caption, theme.page.ink),
                    element(
                        "svg",
                        *board,
                        x=x,
                        y=y + _CAPTION,
                        width=self.frame_width,
                        height=board_height,
                        viewBox=" ".join(map(format_number, self.view_box)),
                    ),
                    *reel.plates(x, score_y, self.frame_width, scores, self.score, theme),
                )
            )
        height = top + rows * frame_height + (rows - 1) * _GAP + _MARGIN
        title = f"{reel.game}: {count_noun(len(stops), 'position')} of a game"
        return Drawing(title, reel.text, (width, height), parts)

    def _caption(self, x: float, y: float, caption: str, ink: str) -> str:
        width = self.frame_width - 8
        return label(x + 4, y + _CAPTION / 2, caption, 18, width, ink, anchor="start")


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

    Moves that nobody sees are left out, unless the turn has no others.
    """
    yield "start"
    for number, turn in enumerate(record.turns, 1):
        moves = [move for _, move in turn]
        text = ", ".join(map(str, filter(is_seen, moves))) or ", ".join(map(str, moves))
        name = clip_text(names[turn[0][0].to_move], _MAX_NAME_WIDTH)
        yield from [f"turn {number}, {name}: {text}"] * len(turn)


def name_tuple(names: Sequence[str]) -> tuple[str, ...]:
    """Names as a tuple; a text alone is refused, though it is a sequence of letters."""
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
