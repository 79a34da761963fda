"""The screen of `watch` and `replay`: a game turn by turn."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Final

from rich.text import Text
from textual import events, work
from textual.binding import Binding, BindingType

from keltis.cli._app import GameScreen, draw_boxes, run_in_thread
from keltis.cli._terminal import (
    Terminal,
    Viewpoint,
)
from keltis.errors import KeltisError
from keltis.game import M, R, Record, S, V

_DELAYS: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 6.0)
"""The seconds after a turn, from fast to slow."""
_END: Final = 1_000_000
"""A turn that no game has: go to the end."""


class WatchScreen(GameScreen[S, V, M, R]):
    """Shows a game turn by turn. Turns that have been shown can be shown again."""

    bottom = 3
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,p", "pause", "Pause"),
        Binding("right,n", "go(1)", "Next"),
        Binding("left,b", "go(-1)", "Back"),
        Binding("home", "first", "First"),
        Binding("end", "last", "Last"),
        Binding("up,plus", "pace(-1)", "Faster"),
        Binding("down,minus", "pace(1)", "Slower"),
        Binding("enter", "jump", show=False),
        Binding("q,escape", "leave", "Leave"),
        Binding("ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        terminal: Terminal[S, V, M, R],
        view: Viewpoint,
        start: Record[S, M],
        turns: Iterator[Record[S, M]],
        delay: float,
    ) -> None:
        """`turns` are the game after each turn."""
        super().__init__(terminal)
        self.records = [start]
        """The game at its start and after each turn so far."""
        self.place = 0
        """The number of the turn on the screen."""
        self.is_paused = False
        self.is_complete = False
        self.delay = delay
        self._view = view
        self._turns = turns
        self._goal: int | None = None
        """The turn that the bots play to."""
        self._is_playing = False
        self._typed = ""

    def on_mount(self) -> None:
        """Show the start, and go on."""
        self.redraw()
        self._wait()

    def redraw(self) -> None:
        self.draw_table(self.records[self.place], self._view)
        is_end = self.is_complete and self.place == len(self.records) - 1
        state = f"{self.delay:g} seconds a turn"
        if is_end:
            state = "the end"
        elif self.is_paused:
            state = "paused"
        if self._goal is not None:
            state = f"going to {'the end' if self._goal == _END else f'turn {self._goal}'} …"
        total = f" of {len(self.records) - 1}" if self.is_complete else ""
        typed = f"   go to turn {self._typed}_  Enter" if self._typed else ""
        self.show("#question", Text(f"Turn {self.place}{total}: {state}{typed}"))
        hand = self.terminal.hand(self.records[self.place].final, self._view)
        self.show("#groups", draw_boxes(hand, width=self.size.width))
        self.query_one("#options").display = False

    def _wait(self) -> None:
        """Go on after a while."""
        delay = max(self.delay, 0.001)  # without one a timer never fires
        self._timer = self.set_timer(delay, partial(self.action_go, 1, paused=False))

    def action_pause(self) -> None:
        """Pause or resume."""
        self._show_turn(self.place, paused=not self.is_paused)

    def action_go(self, turns: int, *, paused: bool = True) -> None:
        """Show a later turn, or an earlier one."""
        self._show_turn(self.place + turns, paused=paused)

    def action_first(self) -> None:
        """Show the start."""
        self._show_turn(0)

    def action_last(self) -> None:
        """Show the end, which bots may have to play first."""
        self._show_turn(None)

    def action_jump(self) -> None:
        """Show the turn whose number was typed; at the end, leave."""
        if self._typed:
            self._show_turn(int(self._typed))
        elif self.is_complete and self.place == len(self.records) - 1:
            self.action_leave()
        else:
            self.action_go(1)

    def action_pace(self, step: int) -> None:
        """Go faster, or slower."""
        slower = [delay for delay in _DELAYS if delay > self.delay] or [_DELAYS[-1]]
        faster = [delay for delay in _DELAYS if delay < self.delay] or [_DELAYS[0]]
        self.delay = slower[0] if step > 0 else faster[-1]
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Take the digits of a turn's number."""
        if event.character and event.character.isdecimal() and event.character.isascii():
            self._typed = (self._typed + event.character)[:5]
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
        else:
            return
        self.redraw()

    def _show_turn(self, turn: int | None, *, paused: bool = True) -> None:
        """Show a turn; None is the last one."""
        self._timer.stop()
        self._typed = ""
        self.is_paused = paused
        turn = _END if turn is None else turn
        if self.is_complete or turn < len(self.records):
            self._goal = None
            last = len(self.records) - 1
            self.place = min(max(turn, 0), last)
            self.redraw()
            if not paused and not (self.is_complete and self.place == last):
                self._wait()
        else:
            self._goal = turn
            self.redraw()
            if not self._is_playing:
                self._is_playing = True
                self._play()

    @work
    async def _play(self) -> None:
        """Let the bots play to the goal, which keys may change, and show its turn."""
        try:
            while self._goal is not None and not self.is_complete:
                record = await run_in_thread(partial(next, self._turns, None))
                if record is None:
                    self.is_complete = True
                else:
                    self.records.append(record)
                if self._goal is not None:
                    self.place = len(self.records) - 1
                    if self.is_complete or self.place == self._goal:
                        self._show_turn(self.place, paused=self.is_paused)
                self.redraw()
        except KeltisError as error:
            self.leave(error)
        self._is_playing = False
