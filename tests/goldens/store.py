"""Goldens as they are kept: short texts in full, long ones by their first lines and digests."""

import hashlib
import json
import zlib
from pathlib import Path
from typing import Final, TypeAlias, TypedDict

FOLDER: Final = Path(__file__).parent
_MAX_LINES: Final = 24
_MAX_CHARACTERS: Final = 2_000
_FIRST_LINES: Final = 6
_MAX_LINE: Final = 120
_MAX_BLOCKS: Final = 200
_DIGITS: Final = 2
"""The hexadecimal digits of a block's checksum."""


class Digest(TypedDict):
    """A long text."""

    lines: int
    sha256: str
    first: list[str]
    blocks: str
    """A short checksum of each block of lines, to find the first difference."""


Golden: TypeAlias = list[str] | Digest


def golden(text: str) -> Golden:
    """What is kept of a text."""
    lines = text.splitlines()
    if len(lines) <= _MAX_LINES and len(text) <= _MAX_CHARACTERS:
        return lines
    return {
        "lines": len(lines),
        "sha256": hashlib.sha256("\n".join(lines).encode()).hexdigest(),
        "first": [line[:_MAX_LINE] for line in lines[:_FIRST_LINES]],
        "blocks": "".join(
            f"{zlib.crc32(block.encode()) % 16**_DIGITS:0{_DIGITS}x}" for block in _blocks(lines)
        ),
    }


def _blocks(lines: list[str]) -> list[str]:
    size = _block_size(len(lines))
    return ["\n".join(lines[start : start + size]) for start in range(0, len(lines), size)]


def _block_size(lines: int) -> int:
    return -(-lines // _MAX_BLOCKS) or 1


def first_difference(kept: Golden, text: str) -> str | None:
    """Where a text differs first from what is kept, with the lines there; None if it does not."""
    now, lines = golden(text), text.splitlines()
    if now == kept:
        return None
    known = kept if isinstance(kept, list) else kept["first"]
    for number, (old, new) in enumerate(zip(known, lines, strict=False), 1):
        if old != new and old != new[:_MAX_LINE]:
            return f"it differs first in line {number}\n  was: {old}\n  now: {new[:_MAX_LINE]}"
    count = len(kept) if isinstance(kept, list) else kept["lines"]
    if isinstance(kept, list) or isinstance(now, list) or count != len(lines):
        end = f", and ends with {lines[-1][:_MAX_LINE]!r}" if count > len(known) else ""
        return f"it has {len(lines)} lines, not {count}{end}"
    size = _block_size(count)
    for start in range(0, count, size):
        place = slice(start // size * _DIGITS, (start // size + 1) * _DIGITS)
        if kept["blocks"][place] != now["blocks"][place]:
            where = f"line {start + 1}" if size == 1 else f"lines {start + 1} to {start + size}"
            shown = "".join(f"\n  now: {line[:_MAX_LINE]}" for line in lines[start : start + size])
            return f"it differs first in {where}{shown}"
    return "it differs in a line that has the same checksum"


def load(group: str) -> dict[str, Golden]:
    """The goldens of a group as they are kept; none if the group is new."""
    path = _path(group)
    if not path.exists():
        return {}
    goldens: dict[str, Golden] = json.loads(path.read_text("utf-8"))
    return goldens


def save(group: str, goldens: dict[str, Golden]) -> None:
    """Keep the goldens of a group."""
    text = json.dumps(goldens, indent=1, ensure_ascii=False)
    _path(group).write_text(f"{text}\n", "utf-8")


def _path(group: str) -> Path:
    return FOLDER / f"{group}.json"
