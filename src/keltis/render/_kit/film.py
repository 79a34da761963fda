"""Films: strips of small boards, each between its caption and the scores."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple, TypeVar, final

import attrs

from keltis._shared.checks import as_int
from keltis._shared.values import Immutable
from keltis.render._kit.svg import Point, element, format_number, label

T = TypeVar("T")

MAX_FRAMES: Final = 100
"""The most frames that a film can have."""
MAX_NAME_WIDTH: Final = 20
"""The most columns of a name in a caption, to leave room for the moves."""

_MARGIN: Final = 24.0
_GAP: Final = 12.0
_CAPTION: Final = 30.0


class ScorePlace(NamedTuple):
    """Where a score is written: its left edge, its middle height and its width."""

    x: float
    y: float
    width: float


@final
@attrs.frozen
class Strip(Immutable):
    """The layout of a film: frames of one size, row by row."""

    max_columns: int
    frame_width: float
    board_height: float
    score_height: float
    """The height of the line of scores under a board."""
    top: float
    """The height of the legend above the frames."""
    frames: int

    @property
    def columns(self) -> int:
        """The number of columns, so that the rows are about equally long."""
        return ceil(self.frames / self._rows)

    @property
    def _rows(self) -> int:
        return ceil(self.frames / self.max_columns)

    @property
    def size(self) -> tuple[float, float]:
        """The size of the picture."""
        width = _length(self.columns, self.frame_width)
        return width, self.top + _length(self._rows, self._frame_height)

    def frame(
        self, place: int, caption: str, board: Iterable[str], view_box: Iterable[float], ink: str
    ) -> Iterator[str]:
        """The caption and the board of a frame. The board keeps its own coordinates."""
        x, y = self._corner(place)
        yield label(
            x + 4,
            y + _CAPTION / 2,
            caption,
            18,
            max_width=self.frame_width - 8,
            anchor="start",
            fill=ink,
        )
        yield element(
            "svg",
            *board,
            x=x,
            y=y + _CAPTION,
            width=self.frame_width,
            height=self.board_height,
            viewBox=" ".join(map(format_number, view_box)),
        )

    def score_place(self, place: int, seat: int, seats: int) -> ScorePlace:
        """Where the score of a seat is written under the board of a frame."""
        x, y = self._corner(place)
        width = self.frame_width / seats
        middle = y + _CAPTION + self.board_height + self.score_height / 2
        return ScorePlace(x + seat * width, middle, width)

    @property
    def _frame_height(self) -> float:
        return _CAPTION + self.board_height + self.score_height

    def _corner(self, place: int) -> Point:
        row, column = divmod(place, self.columns)
        return (
            _MARGIN + column * (self.frame_width + _GAP),
            self.top + _MARGIN + row * (self._frame_height + _GAP),
        )


def _length(frames: int, length: float) -> float:
    return 2 * _MARGIN + frames * length + (frames - 1) * _GAP


def choose_frames(stops: Sequence[T], frames: int) -> list[T]:
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


def content_id(drawn: str) -> str:
    """An id for something drawn that several frames use.

    It is a hash of the drawing: where two films on a page have the same id, either drawing will do.
    """
    return f"keltis-{hashlib.sha256(drawn.encode()).hexdigest()[:12]}"
