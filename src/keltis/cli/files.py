"""Games in files: text, or JSON where the name ends like that."""

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TypeVar

from keltis._shared.text import Lines
from keltis.cli.errors import CommandError
from keltis.errors import KeltisError
from keltis.notation import parse_state
from keltis.record import GameRecord, format_record, parse_record, record_from_json, record_to_json

T = TypeVar("T")


def read_record(path: Path) -> GameRecord:
    """The game in a file; a position is a game without moves."""
    return read_as(_parsed, path)


def read_as(parse: Callable[[str], T], path: Path) -> T:
    """What the text in a file says. What is wrong with it is told with the name of the file."""
    try:
        return parse(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise CommandError(f"{path}: this is not text in UTF-8") from None
    except KeltisError as error:
        raise CommandError(f"{path}: {error}") from error


def _parsed(text: str) -> GameRecord:
    if text.lstrip().startswith("{"):
        return record_from_json(text)
    first = Lines(text).peek()
    if first is not None and first.key == "rules":
        return GameRecord(parse_state(text))
    if first is not None and first.text.startswith("keltis record"):
        return parse_record(text)
    raise CommandError(
        "this is no game: a record begins with 'keltis record 1' or is JSON, a position begins with 'rules:'"
    )


def write_record(path: Path, record: GameRecord) -> None:
    """Put a game into a file."""
    write_text(
        path, record_to_json(record, indent=2) + "\n" if is_json(path) else format_record(record)
    )


def is_json(path: Path) -> bool:
    """Whether a game is JSON in a file of this name."""
    return path.suffix.lower() == ".json"


def require_place(path: Path) -> None:
    """Refuse, before the work is done, a name that no file can have."""
    if path.is_dir():
        raise CommandError(f"{path}: this is a directory")
    if not path.parent.is_dir():
        raise CommandError(f"{path}: there is no directory {path.parent}")


def require_new(path: Path | None, own: Path | None) -> None:
    """Refuse a name under which a game cannot be saved: no file can have it, or one has that is not the game's own."""
    if path is None or path == own:
        return
    require_place(path)
    if path.exists():
        raise CommandError(
            f"{path}: there is such a file already; go on with its game by --load, or choose another name"
        )


def write_text(path: Path, text: str) -> None:
    """Put a text into a file: all of it, or the file stays as it was."""
    require_place(path)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    finally:
        with suppress(OSError):  # as it has its name, or was never there
            part.unlink()


def free_name(stem: str, suffix: str) -> Path:
    """A name in this directory that no file has as yet: `stem-1`, `stem-2` and so on."""
    return next(
        path for number in count(1) if not (path := Path(f"{stem}-{number}{suffix}")).exists()
    )
