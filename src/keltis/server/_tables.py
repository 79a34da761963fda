"""All tables of a server: they are saved at every change, and the bots move at them.

A table is a file, so that a restart of the server loses nothing.
"""

import asyncio
import os
import weakref
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, final

import attrs

from keltis import celtic
from keltis._codec.forms import Form, register
from keltis._codec.json import load
from keltis._codec.kinds import Codec
from keltis._lib.files import write_file
from keltis._lib.values import Immutable
from keltis.documents import from_document, to_document, to_json
from keltis.errors import InvalidArgument, PlacedError
from keltis.game import M, R, S, V
from keltis.notation import FILE_VERSION, parse_rules
from keltis.server._page import CELTIC_PAGE, KELTIS_PAGE, Page, ReviewDocument
from keltis.server._table import AnyTable, Seat, Table, TableError, new_table

MAX_TABLES: Final = 1_000
_MAX_SHOWN: Final = 100
"""The most tables to keep as compressed JSON, of about 14 KB each."""
_SECONDS_TO_RETRY: Final = 5.0


@final
@attrs.frozen
class TableFolder(Immutable):
    """A folder with a file for each table, and one for each game before a rematch."""

    path: Path

    def lock(self) -> int:
        """Make the folder and keep other servers from it, until the file is closed.

        The system closes it when the process ends. Raises `InvalidArgument` if another server has
        the folder: each would overwrite what the other saves.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(self.path / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            with suppress(ImportError):
                import fcntl  # noqa: PLC0415 - Windows has none

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise InvalidArgument(f"another server uses the folder {self.path}") from None
        return file

    def save(self, table: AnyTable) -> None:
        """Write a table. It is on the disk when this returns; else `OSError` is raised."""
        write_file(self._file(table.id), table_to_json(table))

    def save_game(self, table: AnyTable) -> None:
        """Write the game of a table as a record of its own."""
        name = f"{table.id}.game-{table.games + 1}.json"
        write_file(self.path / name, to_json(table.record, indent=1))

    def load(self) -> dict[str, AnyTable]:
        """All tables by their ids. Raises `PlacedError` with the name of a file that is damaged."""
        tables: dict[str, AnyTable] = {}
        for file in sorted(self.path.glob("*.table.json")):
            try:
                table = table_from_json(file.read_text(encoding="utf-8"))
            except ValueError as error:  # as all errors of ours, and of text that is not UTF-8
                raise PlacedError(str(file), str(error)) from error
            tables[table.id] = table
        return tables

    def _file(self, table_id: str) -> Path:
        return self.path / f"{table_id}.table.json"


@attrs.frozen
class _File:
    """What a file has. Rules and records are documents of the game."""

    id: str
    rules: object
    seats: tuple[Seat, ...]
    games: int
    changes: int
    record: object
    patience: int | None = None
    version: int = FILE_VERSION


class _KeltisFile(_File):
    """A table of Keltis."""


class _CelticFile(_File):
    """A table of CELTIC!."""


for _cls in (_KeltisFile, _CelticFile):
    register(
        Form(
            _cls,
            format=f"{_cls.__name__.lower().strip('_').removesuffix('file')}-table",
            version=FILE_VERSION,
            order=("id", "rules", "seats", "games", "changes", "record", "patience"),
            optional=True,
            fields={"rules": Codec(), "record": Codec()},
            takes_version=True,
            error=PlacedError,
            unlimited=True,
        )
    )


def table_to_json(table: Table[S, V, M, R]) -> str:
    """A table as JSON, with its game and the hashes of the tokens."""
    page, record = table.page, table.record
    cls = _CelticFile if page.game.name == "celtic" else _KeltisFile
    file = cls(
        id=table.id,
        rules=to_document(table.rules),
        seats=table.seats,
        games=table.games,
        changes=table.version,
        record=None if record is None else to_document(record),
        patience=table.patience,
    )
    return to_json(file, indent=1)


def table_from_json(text: str) -> AnyTable:
    """Read a table. Raises `PlacedError` for any other text."""
    document = load(text, PlacedError, "$")
    if isinstance(document, dict) and document.get("format") == "celtic-table":
        return _read_table(CELTIC_PAGE, from_document(_CelticFile, document))
    return _read_table(KELTIS_PAGE, from_document(_KeltisFile, document))


def _read_table(page: Page[S, V, M, R], file: _File) -> Table[S, V, M, R]:
    cls, record = page.game.record.GameRecord, None
    if file.record is not None:
        record = from_document(cls, file.record, place="$.record")
    if record is not None and record.names != tuple([seat.name for seat in file.seats]):
        raise PlacedError("$.seats", "expected the players of the game")
    return Table(
        page=page,
        id=file.id,
        rules=page.read_rules(file.rules, max(file.version, 2)),  # 0.2.0 wrote version 1
        seats=file.seats,
        games=file.games,
        version=file.changes,
        record=record,
        patience=file.patience,
    )


class Tables:
    """The tables by their ids. Only the event loop of the server uses this."""

    def __init__(self, folder: TableFolder, *, bot_pause: float) -> None:
        """Load the tables of a folder. A bot waits `bot_pause` seconds before it moves."""
        self._unlock = weakref.finalize(self, os.close, folder.lock())
        self._folder = folder
        self._tables = folder.load()
        self._bot_pause = bot_pause
        self._changes: dict[str, asyncio.Event] = {}
        self._bots: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        """By table, when a bot moves for a player who is away."""
        self.shown = lru_cache(_MAX_SHOWN)(self._show)
        """The table with this id and version as one viewer may know it; spectators share it."""
        self._reviewing = asyncio.Lock()
        self.closed = False
        """Whether the server stops, so that nobody should wait for changes."""

    def leave_folder(self) -> None:
        """Let another server have the folder, now that nothing will be saved."""
        self._unlock()

    def close(self) -> None:
        """Wake all who wait for changes, as the server stops."""
        self.closed = True
        for table_id in [*self._waiting]:
            self._stop_waiting(table_id)
        for table_id in [*self._changes]:
            self.wake_streams(table_id)

    def get(self, table_id: str) -> AnyTable | None:
        """The table with this id, if there is one."""
        return self._tables.get(table_id)

    def open(self, game: str, players: int, rules: str, patience: int | None = None) -> AnyTable:
        """A new table, which is not saved until somebody sits down."""
        if len(self._tables) >= MAX_TABLES:
            raise TableError("TOO_MANY_TABLES", "This server has too many tables.")
        if game == "keltis":
            return new_table(KELTIS_PAGE, players, parse_rules(rules), patience)
        if game == "celtic":
            return new_table(CELTIC_PAGE, players, celtic.notation.parse_rules(rules), patience)
        raise TableError("GAME", "The game must be keltis or celtic.")

    def publish(self, table: AnyTable) -> None:
        """Save a table, and only then let everybody see it. Raises `OSError` if saving fails."""
        before = self._tables.get(table.id)
        if before is not None and before.games != table.games:
            self._folder.save_game(before)
        self._folder.save(table)
        self._tables[table.id] = table
        if before is not None and before.record is not table.record:
            self._stop_waiting(table.id)
        self.wake_streams(table.id)
        self.wake_bots(table.id)

    def wake_streams(self, table_id: str) -> None:
        """Wake all who wait for changes of a table."""
        self._changes.pop(table_id, asyncio.Event()).set()

    def _show(self, table_id: str, version: int, viewer: int | None, theme: str) -> bytes:
        del version  # the cache knows by it when a table has changed
        return self._tables[table_id].to_gzip(viewer, choice=None, theme=theme)

    async def review(self, table: AnyTable, theme: str) -> ReviewDocument:
        """The review of a game that is over: made beside the other requests, one at a time."""
        if table.record is None or not table.is_over:
            raise TableError("NOT_OVER", "The game can be reviewed when it is over.")
        async with self._reviewing:
            return await asyncio.to_thread(table.page.review, table.record, theme)

    async def next_version(self, table_id: str, version: int, seconds: float) -> int:
        """The version of a table, once it differs from this one, or after some seconds."""
        if self._tables[table_id].version == version:
            change = self._changes.setdefault(table_id, asyncio.Event())
            with suppress(TimeoutError):
                await asyncio.wait_for(change.wait(), seconds)
        return self._tables[table_id].version

    def wake_bots(self, table_id: str) -> None:
        """Let the bots of a table move, if it is their turn and they are not moving already.

        If a person is due at a table with a limit, wait for them.
        """
        table, running = self._tables[table_id], self._bots.get(table_id)
        if table.is_bot_due and (running is None or running.done()):
            self._bots[table_id] = asyncio.create_task(self._move_bots(table_id))
        if table.may_stand_in and table_id not in self._waiting:
            loop, seconds = asyncio.get_running_loop(), table.patience or 0
            self._waiting[table_id] = loop.call_later(seconds, self._stand_in, table_id)

    async def _move_bots(self, table_id: str) -> None:
        """Move until a person is to move."""
        while self._tables[table_id].is_bot_due:
            await asyncio.sleep(self._bot_pause)
            await self._advance(self._tables[table_id])

    async def _advance(self, table: AnyTable) -> None:
        """Let a bot move, unless somebody changes the table meanwhile."""
        changed = await asyncio.to_thread(table.advance)
        try:
            if self._tables[table.id] is table:
                self.publish(changed)
        except OSError:
            await asyncio.sleep(_SECONDS_TO_RETRY)  # the disk may be full

    def _stop_waiting(self, table_id: str) -> None:
        if timer := self._waiting.pop(table_id, None):
            timer.cancel()

    def _stand_in(self, table_id: str) -> None:
        """Let a bot move in the place of a person who is away."""
        del self._waiting[table_id]
        self._bots[table_id] = asyncio.create_task(self._advance(self._tables[table_id]))
