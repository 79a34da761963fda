"""The application with keys from a list: Textual's pilot presses them, and its text is read."""

import asyncio
import html
import re
from collections.abc import Callable, Coroutine, Iterable
from typing import Final

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from keltis.cli._app import GameApp

_PAUSES: Final = 100_000
"""Far more than any test takes until what it waits for has happened."""
_TEXT: Final = re.compile(r'x="([0-9.]+)" y="([0-9.]+)"[^>]*clip-path="[^>]*>([^<]*)</text>')
_COLUMN: Final = 12.2
"""The width of a letter in the pictures of rich."""


def text_of(app: GameApp) -> str:
    """What is in the window, line by line."""
    lines: dict[float, str] = {}
    for x, y, text in _TEXT.findall(app.export_screenshot()):
        line = lines.get(float(y), "").ljust(round(float(x) / _COLUMN))
        lines[float(y)] = line + html.unescape(text).replace("\N{NO-BREAK SPACE}", " ")
    return "\n".join(lines[y].rstrip() for y in sorted(lines))


class Window:
    """The application in a window, while a test looks at it."""

    def __init__(self, pilot: Pilot[BaseException | None], app: GameApp) -> None:
        self.pilot = pilot
        self.app = app

    @property
    def text(self) -> str:
        """What is in the window, line by line."""
        return text_of(self.app)

    @property
    def words(self) -> str:
        """What is in the window, without line breaks; then what stands beside the board."""
        beside = (str(widget.content) for widget in self.app.screen.query("#log").results(Static))
        return " ".join(" ".join([self.text, *beside]).split())

    async def press(self, *keys: str) -> None:
        """Press keys, each when the bots have answered the one before."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def type(self, line: str) -> None:
        """Type a line, and press Enter."""
        await self.pilot.press(*("space" if key == " " else key for key in line), "enter")
        await self.settle()

    async def settle(self) -> None:
        """Wait until no bot is thinking."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something has happened."""
        for _ in range(_PAUSES):
            if is_so():
                return
            await self.pilot.pause()
        pytest.fail(f"this does not come:\n{self.text}")


def drive(
    screen: Screen[None],
    script: Callable[[Window], Coroutine[None, None, None]],
    size: tuple[int, int] = (80, 24),
) -> BaseException | None:
    """Run a script in the application; return why it stopped."""
    app = GameApp(screen)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            window = Window(pilot, app)
            await window.settle()
            await script(window)

    asyncio.run(run())
    return app.return_value


def look(
    screen: Screen[None], *keys: str, lines: Iterable[str] = (), size: tuple[int, int] = (80, 24)
) -> list[str]:
    """What is in the window without line breaks: at first, after each key, after each line."""
    texts: list[str] = []

    async def script(window: Window) -> None:
        texts.append(window.words)
        for key in keys:
            await window.press(key)
            texts.append(window.words)
        for line in lines:
            await window.type(line)
            texts.append(window.words)

    drive(screen, script, size)
    return texts
