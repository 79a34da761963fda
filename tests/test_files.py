"""Writing files: what a name stands for is never harmed."""

import errno
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from helpers import run_python
from keltis._lib import files
from keltis._lib.files import open_new_file, write_file

posix = pytest.mark.skipif(os.name != "posix", reason="only POSIX has pipes and devices by name")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def null_device(tmp_path: Path) -> Path:
    """A null device of our own, so that no fault can destroy the machine's."""
    path = tmp_path / "null"
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        path.write_bytes(b"")
    except (AttributeError, OSError):
        pytest.skip("only root can make a device here")
    return path


@pytest.fixture
def unlimited() -> Iterator[None]:
    """Let this process make its own files, whatever a test limits."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.parametrize("streams", [(1, 2), (999, 998)])  # with them, and after >&- 2>&-
def test_text_is_written_as_utf_8_and_nothing_is_left_beside_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, streams: tuple[int, int]
) -> None:
    monkeypatch.setattr(files, "_STREAMS", streams)
    path = tmp_path / "game.txt"
    for text in ("old", "größer\n"):
        write_file(path, text)
        assert path.read_bytes() == text.encode()
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_a_symbolic_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "link").symlink_to("deep/game.txt")
    for content in ("new", "newer"):  # first the link dangles
        write_file(tmp_path / "link", content)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "deep" / "game.txt").read_text(encoding="utf-8") == content


@posix
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    received = []
    reader = threading.Thread(target=lambda: received.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_file(tmp_path / "pipe", "x" * 200_000)
    reader.join()
    assert received == [b"x" * 200_000]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_device_is_written_to(null_device: Path) -> None:
    write_file(null_device, "game")
    assert stat.S_ISCHR(null_device.stat().st_mode)
    with open_new_file(null_device) as file:
        file.write(b"game")
    assert stat.S_ISCHR(null_device.stat().st_mode)


@posix
@pytest.mark.usefixtures("unlimited")
def test_a_file_keeps_its_mode_and_a_new_one_gets_that_of_the_umask(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").touch()
    (tmp_path / "secret.txt").chmod(0o600)
    write_file(tmp_path / "secret.txt", "game")
    assert mode(tmp_path / "secret.txt") == 0o600
    os.umask(0o027)
    write_file(tmp_path / "new.txt", "game")
    assert mode(tmp_path / "new.txt") == 0o640


@posix
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.touch()
    try:
        os.chown(path, 1234, 1234)
    except PermissionError:
        pytest.skip("only root can give a file away")
    write_file(path, "game")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1234)


def test_where_files_have_no_owner_the_content_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("os.fchown", raising=False)
    for text in ("old", "new"):
        write_file(tmp_path / "game.txt", text)
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == "new"


def forbid(monkeypatch: pytest.MonkeyPatch, *, new: bool) -> None:
    """Let no file be created, or no existing file be opened, as for someone who is not root."""
    really = os.open

    def refuse(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_WRONLY and bool(flags & os.O_CREAT) is new:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return really(path, flags, mode)

    monkeypatch.setattr("os.open", refuse)


@pytest.mark.parametrize("new", [True, False])
def test_a_file_is_written_in_place_where_none_can_be_created_but_not_if_it_is_protected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, new: bool
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("a longer game", encoding="utf-8")
    forbid(monkeypatch, new=new)
    if new:
        write_file(path, "game")
    with pytest.raises(PermissionError):
        write_file(tmp_path / "new.txt" if new else path, "game")
    assert path.read_text(encoding="utf-8") == ("game" if new else "a longer game")


AS_NOBODY = """
import os, pathlib, sys
from keltis._lib.files import write_file
os.setgid(65534), os.setuid(65534)
path = pathlib.Path(sys.argv[1])
try:
    write_file(path, "new")
except PermissionError as error:
    print(error.strerror)
"""


@posix
@pytest.mark.parametrize(
    ("directory_mode", "file_mode", "content"),
    [(0o555, 0o666, "new"), (0o777, 0o444, "old"), (0o555, 0o444, "old"), (0o777, 0o666, "new")],
)
def test_somebody_without_special_rights_writes_what_is_allowed(
    directory_mode: int, file_mode: int, content: str
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    with TemporaryDirectory() as directory:  # that of pytest is closed to others
        path = Path(directory) / "game.txt"
        path.write_text("old", encoding="utf-8")
        path.chmod(file_mode)
        path.parent.chmod(directory_mode)
        said = run_python(AS_NOBODY, str(path))
        assert said == ("" if content == "new" else "Permission denied\n")
        assert path.read_text(encoding="utf-8") == content


@pytest.mark.parametrize("failing", ["write", "fsync", "close"])
def test_a_full_disk_leaves_the_old_file(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    write_file(path, "old")
    really = getattr(os, failing)

    def full(descriptor: int, *arguments: bytes) -> int:
        if stat.S_ISREG(os.fstat(descriptor).st_mode) and os.fstat(descriptor).st_size != 3:
            really(descriptor, *arguments)
            raise OSError(errno.ENOSPC, "No space left on device")
        number: int = really(descriptor, *arguments)
        return number

    with monkeypatch.context() as patched:
        patched.setattr(f"os.{failing}", full)
        with pytest.raises(OSError, match="No space left"):
            write_file(path, "a new game")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_a_device_without_room_raises() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with pytest.raises(OSError, match="No space left"):
        write_file(Path("/dev/full"), "game")


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"Is a directory|Permission denied"):
        write_file(tmp_path, "game")


TO_STDOUT = """
import pathlib, sys
from keltis._lib.files import write_file
print("before")
write_file(pathlib.Path(sys.argv[1]), "game\\n")
print("after")
"""


@posix
def test_the_own_output_is_written_to_like_a_stream(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    for name in ("/dev/stdout", str(path)):
        with path.open("wb") as out:
            command = [sys.executable, "-c", TO_STDOUT, name]
            subprocess.run(command, stdout=out, check=True)  # noqa: S603 - ours
        assert path.read_text(encoding="utf-8") == "before\ngame\nafter\n"


def test_a_standard_stream_keeps_its_place_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "out.txt").open("wb", buffering=0) as out:
        monkeypatch.setattr(files, "_STREAMS", (999, out.fileno()))
        monkeypatch.setattr(sys, "stdout", None)
        out.write(b"before, ")
        write_file(tmp_path / "out.txt", "game, ")
        out.write(b"after")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == "before, game, after"


def test_a_new_file_takes_nothing_away(tmp_path: Path) -> None:
    with open_new_file(tmp_path / "journal") as file:
        file.write(b"game")
    with pytest.raises(FileExistsError):
        open_new_file(tmp_path / "journal")
    assert (tmp_path / "journal").read_bytes() == b"game"
