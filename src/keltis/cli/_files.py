"""Files: games as text, or as JSON where the name ends so, and pictures as SVG or PNG."""

import re
import shlex
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from keltis._codec.codec import from_json, to_json
from keltis._lib.files import write_file
from keltis._lib.text import Lines
from keltis.cli._commands import CommandError
from keltis.cli._terminal import M, R, S, Terminal, V
from keltis.errors import KeltisError
from keltis.game import Record


def read_record(terminal: Terminal[S, V, M, R], path: Path) -> Record[S, M]:
    """The game in a file; a position is a game without moves. Errors name the file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        _require_own_file(terminal.game.name, path, text)
        return _parse_record(terminal, text)
    except UnicodeDecodeError:
        raise CommandError(f"{path}: this is not text in UTF-8") from None
    except KeltisError as error:
        raise CommandError(f"{path}: {error}") from error


def _parse_record(terminal: Terminal[S, V, M, R], text: str) -> Record[S, M]:
    game = terminal.game
    if text.lstrip().startswith("{"):
        return from_json(game.record.GameRecord, text)
    header = f"{game.name} record"
    first = Lines(text).peek()
    if first is not None and first.key == "rules":
        return game.record.GameRecord(game.notation.parse_state(text))
    if first is not None and first.text.startswith(header):
        return game.record.parse_record(text)
    raise CommandError(
        f"expected a game: a record that begins with '{header} 1', JSON, or a "
        "position that begins with 'rules:'"
    )


_JSON_FORMAT: Final = re.compile(r'"format"\s*:\s*"(\w+)-record"')
_COMMANDS: Final = {"keltis": ("Keltis", "keltis"), "celtic": ("CELTIC!", "keltis celtic")}
"""The games by name: their titles, and the words before their commands."""


def _require_own_file(name: str, path: Path, text: str) -> None:
    """Refuse a file of the other game, and name its commands."""
    found = _game_name(text)
    if name in _COMMANDS and found in _COMMANDS and found != name:
        title, command = _COMMANDS[found]
        example = f"{command} show {shlex.quote(str(path))}"
        raise CommandError(
            f"this is a game of {title}: use {command} and a command, as in {example}"
        )


def _game_name(text: str) -> str:
    """Of which game a file is, as far as its beginning says it."""
    if text.lstrip().startswith("{"):
        found = _JSON_FORMAT.search(text)
        return "" if found is None else found[1]
    first = Lines(text).peek()
    if first is None:
        return ""
    if first.key == "rules":
        return "celtic" if first.value.startswith("CELTIC") else "keltis"
    name, _, rest = first.text.partition(" ")
    return name if rest.startswith("record") else ""


def write_record(terminal: Terminal[S, V, M, R], path: Path, record: Record[S, M]) -> None:
    """Write a game to a file."""
    if path.suffix.lower() == ".json":
        write_text(path, f"{to_json(record, indent=2)}\n")
    else:
        write_text(path, terminal.game.record.format_record(record))


def require_writable(path: Path) -> None:
    """Refuse, before the work is done, a path that no file can have."""
    try:
        path.stat()
    except FileNotFoundError:
        pass
    except OSError as error:  # such as a name that is too long
        raise CommandError(f"{path}: {error.strerror}") from error
    if path.is_dir():
        raise CommandError(f"{path}: this is a directory")
    if not path.parent.is_dir():
        raise CommandError(f"{path}: there is no directory {path.parent}")


def require_new(path: Path | None, own: Path | None) -> None:
    """Refuse a path that no file can have, or that has a file other than the game's own."""
    if path is None or path == own:
        return
    require_writable(path)
    if path.is_file():
        raise CommandError(
            f"{path}: this file exists; go on with its game by --load, or choose another name"
        )


def write_text(path: Path, text: str) -> None:
    """Write a text to a file: all of it, or the file stays as it was."""
    _write(path, text)


def _write(path: Path, content: str | bytes) -> None:
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
    path = next(
        path for number in count(1) if _is_created(path := directory / f"{stem}-{number}{suffix}")
    )
    try:
        write_file(path, text)
    except BaseException:
        path.unlink()
        raise
    return path


def _is_created(path: Path) -> bool:
    """Create a file; False if there is one, perhaps of another game that is saved just now."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def write_png(path: Path, picture: str) -> None:
    """Convert an SVG picture, and write it to a file as PNG."""
    require_writable(path)
    try:
        import resvg_py  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise CommandError('a PNG needs resvg_py: pip install "keltis[pixels]"') from error
    _write(path, resvg_py.svg_to_bytes(svg_string=picture))
