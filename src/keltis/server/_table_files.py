"""A table as a file, so that a restart of the server loses nothing."""

from pathlib import Path
from typing import Final, final

import attrs

from keltis._shared.documents import dump
from keltis._shared.files import write_file
from keltis._shared.json import JsonValue, read_version
from keltis._shared.values import Immutable
from keltis.errors import PlacedError
from keltis.notation import FILE_VERSION
from keltis.server._page import M, Page, R, S, V
from keltis.server._table import CELTIC_PAGE, KELTIS_PAGE, AnyTable, Seat, Table

_FIELDS: Final = ("format", "version", "id", "rules", "seats", "games", "changes", "record")


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


def table_to_json(table: Table[S, V, M, R]) -> str:
    """A table as JSON, with its game and the hashes of the tokens."""
    page, record = table.page, table.record
    document = {
        "format": f"{page.game.name}-table",
        "version": FILE_VERSION,
        "id": table.id,
        "rules": page.rules_document(table.rules),
        "seats": [attrs.asdict(seat) for seat in table.seats],
        "games": table.games,
        "changes": table.version,
        "record": None if record is None else page.record_document(record),
    }
    return dump(document, 1)


def table_from_json(text: str, place: str = "$") -> AnyTable:
    """Read a table. Raises `PlacedError` for any other text."""
    document = JsonValue.load(text, PlacedError, place)
    if document.get("format").value == "celtic-table":
        return _read_table(CELTIC_PAGE, document)
    return _read_table(KELTIS_PAGE, document)


def _read_table(page: Page[S, V, M, R], document: JsonValue) -> Table[S, V, M, R]:
    file_format = f"{page.game.name}-table"
    version = read_version(document, file_format=file_format, newest=FILE_VERSION)
    values = document.as_object(*_FIELDS)
    record = values["record"]
    return Table(
        page=page,
        id=values["id"].as_string(),
        rules=page.read_rules(values["rules"], max(version, 2)),  # 0.2.0 wrote version 1
        seats=tuple(_read_seat(seat) for seat in values["seats"].as_array()),
        games=values["games"].as_integer(),
        version=values["changes"].as_integer(),
        record=None if record.is_null else page.read_record(record),
    )


def _read_seat(value: JsonValue) -> Seat:
    fields = value.as_object("name", "token_hash", "bot")
    return Seat(
        **{name: None if text.is_null else text.as_string() for name, text in fields.items()}
    )
