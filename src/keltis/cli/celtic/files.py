"""Games of CELTIC! in files: text, or JSON where the name ends like that."""

from pathlib import Path

from keltis._shared.text import Lines
from keltis.celtic.notation import parse_state
from keltis.celtic.record import (
    GameRecord,
    format_record,
    parse_record,
    record_from_json,
    record_to_json,
)
from keltis.cli.errors import CommandError
from keltis.cli.files import is_json, read_as, write_text


def read_record(path: Path) -> GameRecord:
    """The game in a file; a position is a game without moves."""
    return read_as(_parsed, path)


def _parsed(text: str) -> GameRecord:
    if text.lstrip().startswith("{"):
        return record_from_json(text)
    first = Lines(text).peek()
    if first is not None and first.key == "rules":
        return GameRecord(parse_state(text))
    if first is not None and first.text.startswith("celtic record"):
        return parse_record(text)
    raise CommandError(
        "this is no game of CELTIC!: a record begins with 'celtic record 1' or is JSON, a position begins with 'rules:'"
    )


def write_record(path: Path, record: GameRecord) -> None:
    """Put a game into a file."""
    write_text(
        path, record_to_json(record, indent=2) + "\n" if is_json(path) else format_record(record)
    )
