"""Writing files. Every file that the library writes goes through this module.

What a name stands for is never replaced by something else: symbolic links are followed, devices and
pipes are written to, and a file keeps its mode and owner.
"""

import os
import secrets
import stat
import sys
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

_STREAMS: Final = (1, 2)
"""The descriptors of standard output and standard error."""
_BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""Needed on Windows only, where line ends would be changed."""


def write_file(path: Path, content: str | bytes) -> None:
    """Write a whole file, text as UTF-8. It is on the disk when this returns.

    A regular file gets all of the content, or an `OSError` is raised and it stays as it was. Only
    where the directory allows no new file is an existing one written in place, in which case a full
    disk can damage it. A new file has the mode that the umask gives.
    """
    data = content.encode() if isinstance(content, str) else content
    found = _status(path)
    stream = None if found is None else _own_stream(found)
    if stream is not None:
        _flush_streams()
        _write_all(stream, data)
    elif found is not None and not stat.S_ISREG(found.st_mode):
        _write_in_place(path, data)
    else:
        _replace(Path(os.path.realpath(path)), data, found)


def open_new_file(path: Path) -> FileIO:
    """Open a file that does not exist yet, or a device or pipe, for unbuffered writing.

    Raises `FileExistsError` if there is a regular file.
    """
    found = _status(path)
    if found is not None and not stat.S_ISREG(found.st_mode):
        return FileIO(os.open(path, os.O_WRONLY | _BINARY), "wb")
    target = Path(os.path.realpath(path))
    file = FileIO(target, "xb")
    _sync_directory(target.parent)
    return file


def _status(path: Path) -> os.stat_result | None:
    """The status of what a path leads to; None if there is nothing."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _own_stream(found: os.stat_result) -> int | None:
    """The descriptor of a standard stream that is this file.

    Opened a second time, as `/dev/stdout` is, it would have a second place to write at.
    """
    for stream in _STREAMS:
        with suppress(OSError):
            if os.path.samestat(os.fstat(stream), found):
                return stream
    return None


def _flush_streams() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _replace(target: Path, data: bytes, found: os.stat_result | None) -> None:
    """Write a new file beside the target, and let it take the target's place."""
    if found is not None:
        os.close(os.open(target, os.O_WRONLY))  # raises for a write-protected file
    part = target.with_name(f".keltis-{secrets.token_hex(8)}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    except PermissionError:
        if found is None:
            raise
        _write_in_place(target, data)
        return
    try:
        try:
            if found is not None:
                _copy_owner_and_mode(descriptor, found)
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    _sync_directory(target.parent)


def _copy_owner_and_mode(descriptor: int, found: os.stat_result) -> None:
    if hasattr(os, "fchown"):
        with suppress(PermissionError):  # only root can give a file to somebody else
            os.fchown(descriptor, found.st_uid, found.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(found.st_mode))


def _write_in_place(path: Path, data: bytes) -> None:
    """Write to a device or pipe, or over an existing file."""
    descriptor = os.open(path, os.O_WRONLY | _BINARY)
    try:
        _write_all(descriptor, data)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.ftruncate(descriptor, len(data))
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _sync_directory(directory: Path) -> None:
    """Let a new name survive a power failure, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
