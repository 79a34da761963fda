"""How a game looks on the screen: for whom, and with which names."""

from collections.abc import Iterable, Sequence
from typing import final

import attrs
from rich.console import Group
from rich.table import Table
from rich.text import Text

from keltis._shared.terminal import clip_text
from keltis._shared.values import Immutable
from keltis.events import EVERYTHING, Viewer, describe, events
from keltis.record import MAX_NAME, GameRecord
from keltis.render import board_text
from keltis.scoring import scores
from keltis.state import GameState


@final
@attrs.frozen
class Look(Immutable):
    """Whose eyes a game is seen with: those of a seat, of a spectator, or of somebody who sees all cards."""

    names: tuple[str, ...]
    seat: int | None = None
    reveal: bool = False

    @property
    def viewer(self) -> Viewer:
        """Who looks on, for `keltis.events`."""
        return EVERYTHING if self.reveal else self.seat

    def board(self, state: GameState) -> Text:
        """The board, in colours that rich leaves out where they are not wanted."""
        return drawn(
            board_text(state, seat=self.seat, reveal=self.reveal, names=self.names, colour=True)
        )

    def frame(self, state: GameState, told: list[Text], room: int) -> Group:
        """As much as there is room for: the paths, the points and the last turn, then the turns before it, then the players."""
        board = self.board(state).split("\n", allow_blank=True)
        gaps = [line for line, text in enumerate(board) if not text.plain]
        told = last_that_fit(told, room - gaps[1])
        ends = [end for end in (*gaps[1:], len(board)) if end + height(told) <= room]
        end = max(ends, default=gaps[1])
        if end < len(board):
            board[1].append(
                f"; points by seat: {', '.join(str(score.total) for score in scores(state))}"
            )
        return Group(joined(board[:end]), Text(), *told)

    def sentences(self, record: GameRecord) -> tuple[str, ...]:
        """What the last move of a record did."""
        state, move = record[len(record) - 1]
        return tuple(map(describe, events(state, move, self.viewer)))

    def scoreboard(self, state: GameState) -> Table:
        """The points of all players; stars mark those who have the most."""
        table = Table(
            "",
            "paths",
            "tiles",
            "wishing stones",
            "total",
            "",
            title="points",
            title_justify="left",
        )
        for column in table.columns[1:5]:
            column.justify = "right"
        points = scores(state)
        most = max(score.total for score in points)
        for name, score in zip(self.names, points, strict=True):
            parts = (score.paths, score.tile_points, score.wishing_stones, score.total)
            best = score.total == most
            table.add_row(
                name, *map(str, parts), "*" if best else "", style="bold" if best else None
            )
        return table


def drawn(board: str) -> Text:
    """A board with its colour codes, cut where the screen is too narrow."""
    return Text.from_ansi(board, no_wrap=True, overflow="crop")


def joined(board: Iterable[Text]) -> Text:
    """Lines of a board, likewise."""
    return Text("\n", no_wrap=True, overflow="crop").join(board)


def last_that_fit(paragraphs: list[Text], room: int) -> list[Text]:
    """The last paragraphs, as many as so many lines have room for, but one at least."""
    while len(paragraphs) > 1 and height(paragraphs) > room:
        paragraphs = paragraphs[1:]
    return paragraphs


def height(paragraphs: Iterable[Text]) -> int:
    """How many lines they take."""
    return sum(paragraph.plain.count("\n") + 1 for paragraph in paragraphs)


def look_at(record: GameRecord, *, seat: int | None = None, reveal: bool = False) -> Look:
    """The look of a game whose players are called by their seats, and by their names if they have any."""
    return Look(
        labels([f"seat {n}" for n in range(len(record.start.players))], record.names), seat, reveal
    )


def labels(places: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """The places of the players, with the beginning of their names if they have any: no label is longer than a name can be.

    >>> labels(["orange", "blue"], ("Ann", "Bob"))
    ('orange (Ann)', 'blue (Bob)')
    """
    if not names:
        return tuple(places)
    room = MAX_NAME - len(" ()")
    return tuple(
        f"{place} ({clip_text(name, room - len(place))})"
        for place, name in zip(places, names, strict=True)
    )
