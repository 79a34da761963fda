"""Redraw the picture of the terminal: `python docs/pictures/terminal.py`."""

import asyncio
import re
from pathlib import Path
from typing import Final

from keltis.cli._app import GameApp
from keltis.cli._keltis import KELTIS
from keltis.cli._play_screen import PlayScreen
from keltis.cli._session import start_session

HERE: Final = Path(__file__).parent
SIZE: Final = (96, 30)
KEYS: Final = ("7", "enter", "enter", "3", "enter", "enter", "2")
"""Of a few turns; the last one chooses a card."""


def main(directory: Path = HERE) -> None:
    picture = asyncio.run(draw())
    (directory / "terminal.svg").write_text(picture, encoding="utf-8")


async def draw() -> str:
    session = start_session(KELTIS, name="Ann", seed=5, file=Path("/dev/null"))
    app = GameApp(PlayScreen(session))
    async with app.run_test(size=SIZE) as pilot:
        for key in KEYS:
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        picture = app.export_screenshot(title="keltis play")
    # A reader's own monospaced font will do: nothing is loaded from another host.
    return re.sub(r"@font-face \{.*?\}\n?", "", picture, flags=re.DOTALL)


if __name__ == "__main__":
    main()
