"""The narration of a game, turn by turn.

A terminal draws the board in its place, and takes keys where it has a keyboard; elsewhere, the
turns are printed line by line.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from textwrap import fill
from typing import Final, Generic, final

import attrs
from rich.console import Console
from rich.live import Live
from rich.text import Text

from keltis._lib.values import Immutable
from keltis.cli._display import can_redraw, draw_frame, make_screen_console, print_board
from keltis.cli._frame import WIDTH, draw_game, smallest_size
from keltis.cli._screen import (
    DOWN,
    ENTER,
    ESCAPE,
    LEFT,
    RIGHT,
    UP,
    Screen,
    draw_keys,
    has_screen,
    open_screen,
)
from keltis.cli._terminal import M, R, S, Terminal, V, Viewpoint, is_turn_over
from keltis.game import Record

_DELAY: Final = 0.5
"""The seconds after a turn on a terminal."""
_BOTTOM: Final = 2
"""The lines below the table: where the game is, and the keys."""
_DELAYS: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 6.0)
"""The seconds after a turn, from fast to slow."""


@final
@attrs.frozen
class Turn(Immutable, Generic[S, M]):
    """What one player did until the next one is to move."""

    number: int
    """From 1."""
    record: Record[S, M]
    """The game up to the end of this turn."""
    sentences: tuple[str, ...]


def split_turns(
    terminal: Terminal[S, V, M, R], records: Iterable[Record[S, M]], view: Viewpoint
) -> Iterator[Turn[S, M]]:
    """The turns of a game from its record after each move."""
    number, last = 1, None
    sentences: list[str] = []
    for record in records:
        sentences += terminal.narrate([record[len(record) - 1]], view)
        last = record
        if is_turn_over(record):
            yield Turn(number, record, tuple(sentences))
            number += 1
            sentences.clear()
    if last is not None and sentences:  # the game stopped within a turn
        yield Turn(number, last, tuple(sentences))


def narrate_game(
    console: Console,
    terminal: Terminal[S, V, M, R],
    start: Record[S, M],
    records: Iterable[Record[S, M]],
    view: Viewpoint,
    *,
    delay: float | None,
    board: bool,
) -> Record[S, M]:
    """Show the start, then each turn, with a delay after it; with or without the board.

    `records` are the game after each move. Return as much of it as was shown.
    """
    turns = split_turns(terminal, records, view)
    if board and can_redraw(console):
        pace = _DELAY if delay is None else delay
        whole = make_screen_console()
        if has_screen(whole, smallest_size(terminal, start.final, view, _BOTTOM)):
            with open_screen(whole) as screen:
                shown = (turn.record for turn in turns)
                record = WatchScreen(screen, terminal, view, start, shown, pace).run()
            print_board(console, terminal.boards(record.final, view)[0])
            return record
        if console.width < WIDTH:
            console.print(f"The whole board needs a window of {WIDTH} columns.")
        return _redraw_turns(console, terminal, start, turns, view, pace)
    last = start
    if board:
        print_board(console, terminal.boards(start.final, view)[0])
        console.print()
    for turn in turns:
        console.print(_format_turn(turn, console.width))
        last = turn.record
        time.sleep(delay or 0.0)
    if board:
        console.print()
        print_board(console, terminal.boards(last.final, view)[0])
    return last


def _redraw_turns(
    console: Console,
    terminal: Terminal[S, V, M, R],
    start: Record[S, M],
    turns: Iterable[Turn[S, M]],
    view: Viewpoint,
    delay: float,
) -> Record[S, M]:
    last = start
    recent = deque[Text](maxlen=len(view.labels))
    height = console.height - 2  # without an empty line, and the line of the cursor
    with Live(console=console, auto_refresh=False) as live:
        live.update(draw_frame(terminal.boards(last.final, view), recent, height), refresh=True)
        for turn in turns:
            recent.append(_format_turn(turn, console.width))
            last = turn.record
            live.update(draw_frame(terminal.boards(last.final, view), recent, height), refresh=True)
            time.sleep(delay)
    return last


def _format_turn(turn: Turn[S, M], width: int) -> Text:
    """The number of a turn, and beside it what happened."""
    number = f"{turn.number:>3}. "
    text = Text(fill(number + " ".join(turn.sentences), width, subsequent_indent=" " * len(number)))
    text.stylize("dim", 0, len(number))
    return text


class WatchScreen(Generic[S, V, M, R]):
    """Shows a game turn by turn. Turns that have been shown can be shown again."""

    def __init__(
        self,
        screen: Screen,
        terminal: Terminal[S, V, M, R],
        view: Viewpoint,
        start: Record[S, M],
        turns: Iterator[Record[S, M]],
        delay: float,
    ) -> None:
        self._screen = screen
        self._terminal = terminal
        self._view = view
        self._records = [start]
        """The game at its start and after each turn that has been shown."""
        self._turns = turns
        self._place = 0
        self._delay = delay
        self._is_paused = False
        self._is_complete = False

    def run(self) -> Record[S, M]:
        """Show the game until the person leaves; return as much of it as was shown."""
        while True:
            self._draw()
            is_still = self._is_paused or (self._is_complete and self._is_last)
            key = self._screen.read_key(None if is_still else self._delay)
            if key in ("q", ESCAPE) or (key == ENTER and is_still and self._is_complete):
                return self._records[-1]
            if key is None:
                self._go_on()
            else:
                self._handle(key)

    @property
    def _is_last(self) -> bool:
        return self._place == len(self._records) - 1

    def _handle(self, key: str) -> None:
        if key in (" ", "p"):
            self._is_paused = not self._is_paused
        elif key in (RIGHT, "n", ENTER):
            self._is_paused = True
            self._go_on()
        elif key in (LEFT, "b"):
            self._is_paused = True
            self._place = max(0, self._place - 1)
        elif key in (UP, "+"):
            self._delay = max((d for d in _DELAYS if d < self._delay), default=_DELAYS[0])
        elif key in (DOWN, "-"):
            self._delay = min((d for d in _DELAYS if d > self._delay), default=_DELAYS[-1])

    def _go_on(self) -> None:
        """Show the next turn, if there is one."""
        if self._is_last and not self._is_complete:
            record = next(self._turns, None)
            if record is None:
                self._is_complete = True
                return
            self._records.append(record)
        self._place = min(self._place + 1, len(self._records) - 1)

    def _draw(self) -> None:
        record = self._records[self._place]
        bottom = [self._draw_state(), self._draw_keys()]
        size = self._screen.size
        self._screen.draw(draw_game(self._terminal, record, self._view, size, bottom=bottom))

    def _draw_state(self) -> Text:
        if self._is_complete and self._is_last:
            state = "the end"
        elif self._is_paused:
            state = "paused"
        else:
            state = f"{self._delay:g} seconds a turn"
        return Text(f"Turn {self._place}: {state}", style="bold")

    def _draw_keys(self) -> Text:
        return draw_keys(
            ("Space", "pause or go on"),
            ("→", "step"),
            ("←", "back"),
            ("↑", "faster"),
            ("↓", "slower"),
            ("q", "leave"),
        )
