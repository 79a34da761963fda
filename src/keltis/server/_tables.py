"""All tables of a server: they are saved at every change, and the bots move at them."""

import asyncio
from contextlib import suppress
from typing import Final

from keltis.server._table import OPENERS, AnyTable, TableError
from keltis.server._table_files import TableFolder

MAX_TABLES: Final = 1_000
_SECONDS_TO_RETRY: Final = 5.0


class Tables:
    """The tables by their ids. Only the event loop of the server uses this."""

    def __init__(self, folder: TableFolder, *, bot_pause: float) -> None:
        """Load the tables of a folder. A bot waits `bot_pause` seconds before it moves."""
        self._folder = folder
        self._tables = folder.load()
        self._bot_pause = bot_pause
        self._changes: dict[str, asyncio.Event] = {}
        self._bots: dict[str, asyncio.Task[None]] = {}
        self.closed = False
        """Whether the server stops, so that nobody should wait for changes."""

    def close(self) -> None:
        """Wake all who wait for changes, as the server stops."""
        self.closed = True
        for change in self._changes.values():
            change.set()

    def get(self, table_id: str) -> AnyTable | None:
        """The table with this id, if there is one."""
        return self._tables.get(table_id)

    def open(self, game: str, players: int, rules: str) -> AnyTable:
        """A new table, which is not saved until somebody sits down."""
        if len(self._tables) >= MAX_TABLES:
            raise TableError("TOO_MANY_TABLES", "This server has too many tables.")
        if game not in OPENERS:
            raise TableError("GAME", f"The game must be one of {', '.join(OPENERS)}.")
        return OPENERS[game](players, rules)

    def publish(self, table: AnyTable) -> None:
        """Save a table, and only then let everybody see it. Raises `OSError` if saving fails."""
        before = self._tables.get(table.id)
        if before is not None and before.games != table.games:
            self._folder.save_game(before)
        self._folder.save(table)
        self._tables[table.id] = table
        self._changes.pop(table.id, asyncio.Event()).set()
        self.wake_bots(table.id)

    async def next_version(self, table_id: str, version: int, seconds: float) -> int:
        """The version of a table, once it differs from this one, or after some seconds."""
        if self._tables[table_id].version == version:
            change = self._changes.setdefault(table_id, asyncio.Event())
            with suppress(TimeoutError):
                await asyncio.wait_for(change.wait(), seconds)
        return self._tables[table_id].version

    def wake_bots(self, table_id: str) -> None:
        """Let the bots of a table move, if it is their turn and they are not moving already."""
        running = self._bots.get(table_id)
        if self._tables[table_id].is_bot_due and (running is None or running.done()):
            self._bots[table_id] = asyncio.create_task(self._move_bots(table_id))

    async def _move_bots(self, table_id: str) -> None:
        """Move until a person is to move. Nobody else can change the table before that."""
        while (table := self._tables[table_id]).is_bot_due:
            await asyncio.sleep(self._bot_pause)
            changed = await asyncio.to_thread(table.advance)
            try:
                self.publish(changed)
            except OSError:
                await asyncio.sleep(_SECONDS_TO_RETRY)  # the disk may be full
