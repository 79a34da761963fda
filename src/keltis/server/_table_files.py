"""A table as a file, so that a restart of the server loses nothing."""

import json
from pathlib import Path
from typing import Final, final

import attrs

from keltis._shared.documents import dump
from keltis._shared.files import write_file
from keltis._shared.json import JsonValue, read_version
from keltis._shared.values import Immutable
from keltis.documents import read_rules, rules_document
from keltis.errors import PlacedError
from keltis.notation import FILE_VERSION
from keltis.record import record_from_json, record_to_json
from keltis.server._table import Seat, Table

_FORMAT: Final = "keltis-table"
_FIELDS: Final = ("format", "version", "id", "rules", "seats", "games", "changes", "record")


@final
@attrs.frozen
class TableFolder(Immutable):
    """A folder with a file for each table, and one for each game before a rematch."""

    path: Path

    def save(self, table: Table) -> None:
        """Write a table. It is on the disk when this returns; else `OSError` is raised."""
        write_file(self._file(table.id), table_to_json(table))

    def save_game(self, table: Table) -> None:
        """Write the game of a table as a record of its own."""
        if table.record is not None:
            name = f"{table.id}.game-{table.games + 1}.json"
            write_file(self.path / name, record_to_json(table.record, indent=1))

    def load(self) -> dict[str, Table]:
        """All tables by their ids. Raises `PlacedError` for a file that is damaged."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        tables = (
            table_from_json(file.read_text(encoding="utf-8"), str(file))
            for file in sorted(self.path.glob("*.table.json"))
        )
        return {table.id: table for table in tables}

    def _file(self, table_id: str) -> Path:
        return self.path / f"{table_id}.table.json"


def table_to_json(table: Table) -> str:
    """A table as JSON, with its game and the hashes of the tokens."""
    record = None if table.record is None else json.loads(record_to_json(table.record))
    document = {
        "format": _FORMAT,
        "version": FILE_VERSION,
        "id": table.id,
        "rules": rules_document(table.rules),
        "seats": [attrs.asdict(seat) for seat in table.seats],
        "games": table.games,
        "changes": table.version,
        "record": record,
    }
    return dump(document, 1)


def table_from_json(text: str, place: str = "$") -> Table:
    """Read a table. Raises `PlacedError` for any other text."""
    document = JsonValue.load(text, PlacedError, place)
    version = read_version(document, file_format=_FORMAT, newest=FILE_VERSION)
    values = document.as_object(*_FIELDS)
    record = values["record"]
    return Table(
        id=values["id"].as_string(),
        rules=read_rules(values["rules"], max(version, 2)),  # 0.2.0 wrote version 1
        seats=tuple(_read_seat(seat) for seat in values["seats"].as_array()),
        games=values["games"].as_integer(),
        version=values["changes"].as_integer(),
        record=None if record.is_null else record_from_json(json.dumps(record.value)),
    )


def _read_seat(value: JsonValue) -> Seat:
    fields = value.as_object("name", "token_hash", "bot")
    return Seat(
        **{name: None if text.is_null else text.as_string() for name, text in fields.items()}
    )
