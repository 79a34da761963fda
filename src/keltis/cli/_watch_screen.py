"""A game to watch on a whole screen, with pause, single steps, back, and another pace."""

from collections.abc import Iterator
from typing import Final, Generic

from rich.text import Text

from keltis.cli._frame import draw_game
from keltis.cli._games import Game, M, R, Viewpoint
from keltis.cli._play_screen import draw_keys
from keltis.cli._screen import DOWN, ENTER, ESCAPE, LEFT, RIGHT, UP, Screen

BOTTOM: Final = 2
"""The lines below the table: where the game is, and the keys."""
_DELAYS: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 6.0)
"""The seconds after a turn, from fast to slow."""


class WatchScreen(Generic[R, M]):
    """Shows a game turn by turn. Turns that have been shown can be shown again."""

    def __init__(
        self,
        screen: Screen,
        game: Game[R, M],
        view: Viewpoint,
        start: R,
        turns: Iterator[R],
        delay: float,
    ) -> None:
        self._screen = screen
        self._game = game
        self._view = view
        self._records = [start]
        """The game at its start and after each turn that has been shown."""
        self._turns = turns
        self._place = 0
        self._delay = delay
        self._is_paused = False
        self._is_complete = False

    def run(self) -> R:
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
        self._screen.draw(draw_game(self._game, record, self._view, size, bottom=bottom))

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
