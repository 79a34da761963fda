"""Games and pictures in files."""

import errno
import os
import sys
import threading
from pathlib import Path

import pytest

from cli.programs import install_resvg, output
from keltis.cli import CommandError, main
from keltis.cli._files import write_new_file, write_pictures, write_text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "expected a game: a record that begins with 'keltis record 1'"),
        (b"hello", "expected a game: a record that begins with 'keltis record 1'"),
        (b"\xff\xfe", "this is not text in UTF-8"),
        (b'{"format": "poem"}', "$.format: expected 'keltis-record'"),
        (b"rules: KELTIS\nturn: 0 sleep", "line 2, word 2"),
        (b"keltis record 1\nplayers: 9", "line 3"),
    ],
)
def test_files_without_a_game(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    assert main(["show", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"keltis: {path}: ")
    assert message in captured.err


def test_resvg_draws_png(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("resvg_py", reason='needs resvg_py: pip install "keltis[pixels]"')
    picture = tmp_path / "board.png"
    assert output(capsys, "show", file, "--png", picture) == f"written: {picture}\n"
    assert picture.read_bytes().startswith(b"\x89PNG\r\n")


def test_without_resvg_it_says_what_to_install(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["show", str(file), "--png", str(tmp_path / "board.png")]) == 1
    assert 'pip install "keltis[pixels]"' in capsys.readouterr().err


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    for name, reason in (
        ("gone/game.txt", "there is no directory"),
        (".", "this is a directory"),
        ("x" * 300, "too long"),
    ):
        with pytest.raises(CommandError, match=reason):
            write_text(tmp_path / name, "game")
    assert list(tmp_path.iterdir()) == []


def test_new_names_are_unused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game-1.txt").touch()
    assert write_new_file("game", ".txt", "game") == Path("game-2.txt")
    assert Path("game-2.txt").read_text(encoding="utf-8") == "game"


def test_a_full_disk_sends_a_new_file_to_the_temporary_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr("keltis.cli._files.gettempdir", lambda: str(tmp_path))

    def write_elsewhere(path: Path, text: str) -> None:
        if path.parent == Path():
            raise OSError(errno.ENOSPC, "No space left on device")
        path.write_text(text, encoding="utf-8")

    monkeypatch.setattr("keltis.cli._files.write_file", write_elsewhere)
    assert write_new_file("game", ".txt", "game") == tmp_path / "game-1.txt"
    assert (tmp_path / "game-1.txt").read_text(encoding="utf-8") == "game"
    assert list(Path().iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has links by name")
def test_a_picture_follows_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_resvg(monkeypatch)
    (tmp_path / "board.png").symlink_to("elsewhere.png")
    write_pictures(lambda: "<svg />", png=tmp_path / "board.png")
    assert (tmp_path / "board.png").is_symlink()
    assert (tmp_path / "elsewhere.png").read_bytes() == b"PNG of <svg />"


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has modes and pipes by name")
def test_a_game_is_saved_to_a_secret_file_and_to_a_pipe(tmp_path: Path) -> None:
    secret, pipe = tmp_path / "secret.txt", tmp_path / "pipe"
    secret.touch()
    secret.chmod(0o600)
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    for path in (secret, pipe):
        command = ["watch", "random", "--seed", "1", "--no-board", "--save", str(path)]
        assert main(command) == 0
    reader.join()
    assert received == [secret.read_text(encoding="utf-8")]
    assert secret.stat().st_mode & 0o777 == 0o600


def test_a_disk_without_room_is_an_error_with_the_name_of_the_file() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with pytest.raises(CommandError, match=r"^/dev/full: No space left on device$"):
        write_text(Path("/dev/full"), "game")
