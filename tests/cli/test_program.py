"""The program as a whole: exit codes, messages, help, and what it imports."""

import runpy
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path
from typing import Never

import pytest

from keltis import KeltisError
from keltis.cli import Command, main
from keltis.cli._display import WIDTH, make_console
from keltis.cli._program import _discard_unwritten, _open_closed_streams


def add(monkeypatch: pytest.MonkeyPatch, error: BaseException | None) -> None:
    """Put one command in the place of all: `celtic weave`, which ends with this error."""

    def add_arguments(parser: ArgumentParser) -> None:
        parser.add_subparsers(required=True).add_parser("weave")

    def run(_: Namespace) -> int:
        if error is not None:
            raise error
        return 7

    celtic = Command(name="celtic", help="the second game", add_arguments=add_arguments, run=run)
    monkeypatch.setattr("keltis.cli._registry.COMMANDS", (celtic,))


def test_a_registered_command_may_have_commands_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    add(monkeypatch, None)
    assert main(["celtic", "weave"]) == 7


def test_ctrl_c_before_a_command_runs_gives_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> Never:
        raise KeyboardInterrupt

    monkeypatch.setattr("keltis.cli._program._open_closed_streams", interrupted)
    assert main([]) == 130


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


def test_a_broken_pipe_is_silent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    add(monkeypatch, BrokenPipeError())
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["celtic", "weave"]) == 1
    assert capsys.readouterr().err == ""


def test_without_a_command_the_help_comes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert all(name in captured.err for name in ("watch", "play", "tournament", "show", "replay"))


def test_everything_in_the_help_fits_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    names = ("watch", "play", "tournament", "show", "replay")
    celtic = (f"celtic {name}" for name in ("", "watch", "play", "solve", "show", "replay"))
    for words in ("", *names, *celtic):
        with pytest.raises(SystemExit, match="0"):
            main([*words.split(), "--help"])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= WIDTH


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out.startswith("keltis ")


def test_without_rich_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("keltis.cli._program.find_spec", lambda _: None)
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


LOADED = """
import sys
from keltis.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""


def loaded_modules(*words: str) -> set[str]:
    """The modules that are imported for a command in a new process."""
    command = [sys.executable, "-c", LOADED, *words]
    result = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    return set(result.stderr.split())


def test_the_help_imports_no_command_and_no_extra() -> None:
    modules = loaded_modules("--help")
    ours = {name for name in modules if name.startswith("keltis.")}
    packages = {".".join(name.split(".")[:2]) for name in ours}
    assert not packages & {f"keltis.{name}" for name in ("arena", "bots", "celtic", "render")}
    assert {name for name in ours if name.startswith("keltis.cli")} == {
        "keltis.cli",
        *(f"keltis.cli._{name}" for name in ("commands", "program", "registry")),
    }
    assert not modules & {"importlib.metadata", "matplotlib", "multiprocessing", "rich"}


def test_a_command_of_one_game_does_not_import_the_other() -> None:
    modules = loaded_modules("watch", "random", "--seed", "1", "--no-board")
    assert "keltis.cli._watch" in modules
    assert not any(name.startswith(("keltis.arena", "keltis.celtic")) for name in modules)


def test_a_closed_stream_becomes_the_null_device(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []

    def is_closed(number: int) -> Never:
        raise OSError(9, "Bad file descriptor", str(number))

    monkeypatch.setattr("os.fstat", is_closed)
    monkeypatch.setattr("os.open", lambda *_: opened.append(len(opened)))
    monkeypatch.setattr("os.set_inheritable", lambda *_: None)
    monkeypatch.setattr("builtins.open", lambda number, *_, **__: f"stream {number}")
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    _open_closed_streams()
    streams: list[object] = [sys.stdin, sys.stdout, sys.stderr]
    monkeypatch.undo()
    assert opened == [0, 1, 2]
    assert streams == ["stream 0", "stream 1", "stream 2"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")
def test_what_cannot_be_written_is_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stdout", out)
        out.write("lost")
        _discard_unwritten()
        monkeypatch.undo()


def test_a_broken_pipe_is_an_error_of_the_console() -> None:
    with pytest.raises(BrokenPipeError):
        make_console().on_broken_pipe()
