"""A table as a file, so that a restart of the server loses nothing."""

from pathlib import Path
from typing import final

import attrs

from keltis._codec.forms import Form, register
from keltis._codec.json import load
from keltis._codec.kinds import Codec
from keltis._lib.files import write_file
from keltis._lib.values import Immutable
from keltis.documents import from_document, to_json
from keltis.errors import PlacedError
from keltis.notation import FILE_VERSION
from keltis.server._page import M, Page, R, S, V
from keltis.server._table import CELTIC_PAGE, KELTIS_PAGE, AnyTable, Seat, Table


@final
@attrs.frozen
class TableFolder(Immutable):
    """A folder with a file for each table, and one for each game before a rematch."""

    path: Path

    def save(self, table: AnyTable) -> None:
        """Write a table. It is on the disk when this returns; else `OSError` is raised."""
        write_file(self._file(table.id), table_to_json(table))

    def save_game(self, table: AnyTable) -> None:
        """Write the game of a table as a record of its own."""
        if table.record is not None:
            suffix = "json" if table.page.record_type == "application/json" else "txt"
            name = f"{table.id}.game-{table.games + 1}.{suffix}"
            write_file(self.path / name, table.page.format_record(table.record))

    def load(self) -> dict[str, AnyTable]:
        """All tables by their ids. Raises `PlacedError` for a file that is damaged."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        tables = (
            table_from_json(file.read_text(encoding="utf-8"), str(file))
            for file in sorted(self.path.glob("*.table.json"))
        )
        return {table.id: table for table in tables}

    def _file(self, table_id: str) -> Path:
        return self.path / f"{table_id}.table.json"


@attrs.frozen
class _File:
    """What a file has. Rules and records are as the page of the game writes them."""

    id: str
    rules: object
    seats: tuple[Seat, ...]
    games: int
    changes: int
    record: object
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
            order=("id", "rules", "seats", "games", "changes", "record"),
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
        rules=page.rules_document(table.rules),
        seats=table.seats,
        games=table.games,
        changes=table.version,
        record=None if record is None else page.record_document(record),
    )
    return to_json(file, indent=1)


def table_from_json(text: str, place: str = "$") -> AnyTable:
    """Read a table. Raises `PlacedError` for any other text."""
    document = load(text, PlacedError, place)
    if isinstance(document, dict) and document.get("format") == "celtic-table":
        return _read_table(CELTIC_PAGE, from_document(_CelticFile, document, place=place))
    return _read_table(KELTIS_PAGE, from_document(_KeltisFile, document, place=place))


def _read_table(page: Page[S, V, M, R], file: _File) -> Table[S, V, M, R]:
    return Table(
        page=page,
        id=file.id,
        rules=page.read_rules(file.rules, max(file.version, 2)),  # 0.2.0 wrote version 1
        seats=file.seats,
        games=file.games,
        version=file.changes,
        record=None if file.record is None else page.read_record(file.record),
    )
