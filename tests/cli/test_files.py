"""Games and pictures in files; boards, tables and labels on the terminal."""

import errno
import os
import sys
import threading
from pathlib import Path

import pytest

from cli.programs import Program, install_resvg, read, write
from keltis.bots import play_match
from keltis.cli import CommandError
from keltis.cli._display import WIDTH, make_console, print_board, print_listing
from keltis.cli._files import write_new_file, write_pictures, write_text
from keltis.cli._keltis import KELTIS
from keltis.cli._terminal import distinct_names, view_of
from keltis.record import format_record

GAME = play_match(["random"] * 2, seed=5)


@pytest.mark.parametrize(
    ("words", "content", "message"),
    [
        ("", b"\xff\xfe", "this is not text in UTF-8"),
        ("", '{"format": "poem"}', "$.format: expected 'keltis-record'"),
        ("", "rules: KELTIS\nturn: 0 sleep", "line 2, word 2"),
        ("", "keltis record 1\nplayers: 9", "line 3"),
        ("", "celtic record 1", "this is a game of CELTIC!: use keltis celtic and a command"),
        ("celtic", "keltis record 1", "this is a game of Keltis: use keltis and a command"),
        ("celtic", '{"format": "keltis-record"}', "as in keltis show given.txt"),
        ("celtic", "rules: KELTIS\nturn: 0", "this is a game of Keltis"),
        ("celtic", '{"format": "poem"}', "$.format"),
        ("celtic", "celtic record 9", "unsupported version 9"),
        ("celtic", "rules: CELTIC\nturn: nobody", "line 2"),
    ],
)
def test_files_without_a_game(
    words: str, content: str | bytes, message: str, keltis: Program
) -> None:
    error = keltis.fail(words, "show", write(content))
    assert error.startswith("keltis: given.txt: ")
    assert message in error


def test_png_needs_resvg(keltis: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    write(format_record(GAME))
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "resvg_py", None)
        assert 'pip install "keltis[pixels]"' in keltis.fail("show given.txt --png board.png")
    pytest.importorskip("resvg_py", reason='needs resvg_py: pip install "keltis[pixels]"')
    assert keltis.print("show given.txt --png board.png") == "written: board.png\n"
    assert Path("board.png").read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")
def test_a_disk_without_room_is_an_error_with_the_name_of_the_file() -> None:
    with pytest.raises(CommandError, match=r"^/dev/full: No space left on device$"):
        write_text(Path("/dev/full"), "game")


def test_new_names_are_unused(in_tmp_path: Path) -> None:
    (in_tmp_path / "game-1.txt").touch()
    assert write_new_file("game", ".txt", "game") == Path("game-2.txt")
    assert read("game-2.txt") == "game"


def test_a_full_disk_sends_a_new_file_to_the_temporary_directory(
    in_tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (in_tmp_path / "here").mkdir()
    monkeypatch.chdir(in_tmp_path / "here")
    monkeypatch.setattr("keltis.cli._files.gettempdir", lambda: str(in_tmp_path))

    def write_elsewhere(path: Path, text: str) -> None:
        if path.parent == Path():
            raise OSError(errno.ENOSPC, "No space left on device")
        path.write_text(text, encoding="utf-8")

    monkeypatch.setattr("keltis.cli._files.write_file", write_elsewhere)
    assert write_new_file("game", ".txt", "game") == in_tmp_path / "game-1.txt"
    assert (in_tmp_path / "game-1.txt").read_text(encoding="utf-8") == "game"
    assert list(Path().iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has links, modes and pipes by name")
def test_links_secret_files_and_pipes_stay_what_they_are(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_resvg(monkeypatch)
    Path("board.png").symlink_to("elsewhere.png")
    write_pictures(lambda: "<svg />", png=Path("board.png"))
    assert Path("board.png").is_symlink()
    assert read("elsewhere.png") == "PNG of <svg />"
    secret, pipe = Path("secret.txt"), Path("pipe")
    secret.touch(0o600)
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(read("pipe")))
    reader.start()
    for path in (secret, pipe):
        keltis.print("watch random --seed 1 --no-board --save", path)
    reader.join()
    assert received == [read("secret.txt")]
    assert secret.stat().st_mode & 0o777 == 0o600


# The terminal


def test_a_name_that_comes_again_gets_a_number() -> None:
    assert distinct_names(("a", "b", "a", "a 2", "a")) == ("a", "b", "a 2", "a 2 2", "a 3")
    first, second = distinct_names(("A" * 100, "A" * 100))
    assert second == "A" * 95 + "~ 2"
    assert len(second) <= len(first)


@pytest.mark.parametrize(
    ("columns", "width", "is_cut"), [("200", WIDTH, False), ("60", 60, False), ("30", 30, True)]
)
def test_a_narrow_terminal_has_every_path_or_says_what_size_is_needed(
    columns: str, width: int, is_cut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    console = make_console()
    assert console.width == width
    with console.capture() as capture:
        print_board(console, KELTIS, GAME.final, view_of(KELTIS, GAME))
    text = capture.get()
    assert "red" in text
    assert ("blue" in text) or is_cut
    assert ("The whole board needs a window" in text) is is_cut
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize(("columns", "lines"), [("30", 4), ("80", 2)])
def test_no_choice_is_broken_where_the_terminal_is_narrow(
    columns: str, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    rows = (("1 lay R6 small", "2 lay R6 large", "3 discard R6"), ("4 discard R9",))
    with (console := make_console()).capture() as capture:
        print_listing(console, rows)
    text = capture.get()
    assert all(cell in text for row in rows for cell in row)
    assert len(text.splitlines()) == lines
