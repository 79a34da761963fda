"""Files: games as text, or as JSON where the name ends so, and pictures as SVG or PNG."""

import re
import shlex
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from keltis._codec.codec import from_json, to_json
from keltis._lib.files import write_file
from keltis._lib.text import Lines
from keltis.cli._commands import CommandError
from keltis.cli._terminal import Terminal
from keltis.errors import KeltisError
from keltis.game import Game, M, R, Record, S, V


def read_text(path: Path) -> str:
    """The text of a file, in UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f"{path}: this is not text in UTF-8") from None


def read_record(terminal: Terminal[S, V, M, R], path: Path) -> Record[S, M]:
    """The game in a file; a position is a game without moves. Errors name the file."""
    text = read_text(path)
    try:
        return _parse_record(terminal.game, path, text)
    except KeltisError as error:
        raise CommandError(f"{path}: {error}") from error


_JSON_FORMAT: Final = re.compile(r'"format"\s*:\s*"(\w+)-record"')
_COMMANDS: Final = {"keltis": ("Keltis", "keltis"), "celtic": ("CELTIC!", "keltis celtic")}
"""The games by name: their titles, and the words before their commands."""


def _parse_record(game: Game[S, V, M, R], path: Path, text: str) -> Record[S, M]:
    is_json = text.lstrip().startswith("{")
    first = None if is_json else Lines(text).peek()
    # Of which game the file is, as far as its beginning says it.
    name = header = ""
    if is_json and (found := _JSON_FORMAT.search(text)):
        name = found[1]
    elif first is not None and first.key == "rules":
        name = "celtic" if first.value.startswith("CELTIC") else "keltis"
    elif first is not None:
        name, header, _ = first.text.partition(" record")
    if name != game.name and {name, game.name} <= _COMMANDS.keys():
        title, command = _COMMANDS[name]
        example = f"{command} show {shlex.quote(str(path))}"
        raise CommandError(
            f"this is a game of {title}: use {command} and a command, as in {example}"
        )
    if is_json:
        return from_json(game.record.GameRecord, text)
    if first is not None and first.key == "rules":
        return game.record.GameRecord(game.notation.parse_state(text))
    if header and name == game.name:
        return game.record.parse_record(text)
    raise CommandError(
        f"expected a game: a record that begins with '{game.name} record 1', JSON, or a "
        "position that begins with 'rules:'"
    )


def write_record(terminal: Terminal[S, V, M, R], path: Path, record: Record[S, M]) -> None:
    """Write a game to a file."""
    if path.suffix.lower() == ".json":
        write_text(path, f"{to_json(record, indent=2)}\n")
    else:
        write_text(path, terminal.game.record.format_record(record))


def require_writable(*paths: Path | None) -> None:
    """Raise `CommandError`, before the work is done, for paths that no file can have."""
    for path in filter(None, paths):
        if path.is_dir():
            raise CommandError(f"{path}: this is a directory")
        if not path.parent.is_dir():
            raise CommandError(f"{path}: there is no directory {path.parent}")


def require_new(path: Path | None, own: Path | None) -> None:
    """Raise `CommandError` unless the path is free, or that of the game's own file."""
    if path is None or path == own:
        return
    require_writable(path)
    if path.is_file():
        raise CommandError(
            f"{path}: this file exists; continue its game with --load, or choose another name"
        )


def write_text(path: Path, content: str | bytes) -> None:
    """Write a text, or a picture, to a file: all of it, or the file stays as it was."""
    require_writable(path)
    try:
        write_file(path, content)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def write_new_file(stem: str, suffix: str, text: str = "") -> Path:
    """Write a text to a new file, `stem-1`, `stem-2` and so on, and return its path.

    It is in the current directory, or where that has no room in the one for temporary files.
    """
    try:
        return _write_new_file(Path(), stem, suffix, text)
    except OSError:
        return _write_new_file(Path(gettempdir()), stem, suffix, text)


def _write_new_file(directory: Path, stem: str, suffix: str, text: str) -> Path:
    paths = (directory / f"{stem}-{number}{suffix}" for number in count(1))
    while True:
        path = next(paths)
        with suppress(FileExistsError):  # perhaps of another game that is saved just now
            path.touch(exist_ok=False)
            break
    try:
        write_file(path, text)
    except BaseException:
        path.unlink()
        raise
    return path


def write_pictures(
    draw: Callable[[], str], *, svg: Path | None = None, png: Path | None = None
) -> list[Path]:
    """Draw a picture as SVG if a file is asked for, write it there, and return the files."""
    paths = [path for path in (svg, png) if path is not None]
    picture = draw() if paths else ""
    if svg is not None:
        write_text(svg, picture)
    if png is not None:
        try:
            import resvg_py  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise CommandError('a PNG needs resvg_py: pip install "keltis[pixels]"') from error
        write_text(png, resvg_py.svg_to_bytes(svg_string=picture))
    return paths
