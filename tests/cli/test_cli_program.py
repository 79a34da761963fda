"""The program as a whole: exit codes, messages, and how further commands come in."""

import runpy
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path

import pytest

from keltis import KeltisError
from keltis.cli import Command, CommandError, main
from keltis.cli.files import free_name, write_text
from keltis.cli.screens import WIDTH, screen


def add(monkeypatch: pytest.MonkeyPatch, error: BaseException | None) -> None:
    """Put one command in the place of all: `celtic weave`, which ends with this error."""

    def describe(parser: ArgumentParser) -> None:
        parser.add_subparsers(required=True).add_parser("weave")

    def run(_: Namespace) -> int:
        if error is not None:
            raise error
        return 7

    celtic = Command(name="celtic", help="the second game", describe=describe, run=run)
    monkeypatch.setattr("keltis.cli.registry.COMMANDS", (celtic,))


def test_a_registered_command_may_have_commands_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    add(monkeypatch, None)
    assert main(["celtic", "weave"]) == 7


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeltisError("it cannot be"), 1, "keltis: it cannot be\n"),
        (FileNotFoundError(2, "No such file", "game.txt"), 1, "keltis: game.txt: No such file\n"),
        (OSError("the disk is tired"), 1, "keltis: the disk is tired\n"),
        (OSError(28, "No space left on device"), 1, "keltis: No space left on device\n"),
        (KeyboardInterrupt(), 130, "\n"),
    ],
)
def test_errors_are_messages_and_exit_codes(
    error: BaseException,
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    add(monkeypatch, error)
    assert main(["celtic", "weave"]) == code
    assert capsys.readouterr() == ("", message)


def test_a_broken_pipe_is_no_news(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    add(monkeypatch, BrokenPipeError())
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["celtic", "weave"]) == 1
    assert capsys.readouterr().err == ""


def test_without_a_command_the_help_comes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert all(name in said.err for name in ("watch", "play", "tournament", "show", "replay"))


def test_everything_in_the_help_fits_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["--help"],
        *([name, "--help"] for name in ("watch", "play", "tournament", "show", "replay")),
    ):
        with pytest.raises(SystemExit, match="0"):
            main(words)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= WIDTH


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out.startswith("keltis ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("dance", "invalid choice: 'dance'"),
        ("watch --seed=-1", "expected a whole number from 0, not '-1'"),
        ("watch --seed two", "expected a whole number from 0, not 'two'"),
        ("watch --players 0", "expected a whole number from 1, not 0"),
        ("watch --delay never", "expected seconds from 0 to 60, not 'never'"),
        ("watch --delay nan", "expected seconds from 0 to 60, not 'nan'"),
        (
            "watch --rules house",
            "expected one of keltis, keltis-literal, reference-manual, not 'house'",
        ),
        ("tournament", "the following arguments are required: BOT"),
        ("tournament random random --games 1 --deals 1", "not allowed with"),
    ],
)
def test_wrong_usage_is_told_with_exit_code_2(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(words.split())
    said = capsys.readouterr()
    assert said.out == ""
    assert message in said.err


def test_an_unknown_bot_is_answered_with_the_names_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["watch", "deep-blue"])
    said = capsys.readouterr().err
    assert all(name in said for name in ("deep-blue", "random", "greedy", "search"))


def test_a_bot_of_your_own_may_be_in_this_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "def first():\n    return lambda view, moves, rng: moves[0]\ndef failing():\n    raise RuntimeError('no luck')\n"
    code += "def leaving():\n    raise SystemExit('bye')\n"
    (tmp_path / "bots_of_mine.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.chdir(tmp_path)
    assert main(["watch", "bots_of_mine:first", "--no-board"]) == 0
    assert "seat 0 (bots_of_mine:first)" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main(["watch", "bots_of_mine:failing"])
    assert (
        "the bot bots_of_mine:failing cannot be made: RuntimeError: no luck"
        in capsys.readouterr().err
    )
    with pytest.raises(SystemExit, match="2"):
        main(["watch", "bots_of_mine:leaving"])
    assert "the bot bots_of_mine:leaving cannot be made: SystemExit: bye" in capsys.readouterr().err


def test_without_rich_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("keltis.cli.program.find_spec", lambda _: None)
    assert main(["watch"]) == 1
    assert 'pip install "keltis[cli]"' in capsys.readouterr().err


def test_python_m_keltis_is_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["keltis"])
    with pytest.raises(SystemExit, match="2"):
        runpy.run_module("keltis", run_name="__main__", alter_sys=False)
    assert "first steps" in capsys.readouterr().err


def test_importing_the_main_module_runs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    import_module("keltis.__main__")
    assert capsys.readouterr() == ("", "")


def test_streams_that_are_no_text_files_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sink:
        def write(self, text: str) -> int:
            return len(text)

        def flush(self) -> None:
            pass

    monkeypatch.setattr(sys, "stderr", Sink())
    assert main([]) == 2


def test_the_screen_is_never_wider_than_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert screen().width == WIDTH
    monkeypatch.setenv("COLUMNS", "60")
    assert screen().width == 60


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    for name, reason in (
        ("gone/game.txt", "there is no directory"),
        (".", "this is a directory"),
        ("x" * 250, "too long"),
    ):
        with pytest.raises(CommandError, match=reason):
            write_text(tmp_path / name, "game")
    assert list(tmp_path.iterdir()) == []


def test_new_names_are_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game-1.txt").touch()
    assert free_name("game", ".txt") == Path("game-2.txt")
