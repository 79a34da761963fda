"""The program as a whole: arguments, exit codes, messages, help, and what it imports."""

import runpy
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path
from typing import Never

import pytest
import shtab

from cli.programs import Program, read, write
from keltis import KeltisError
from keltis.arena import DEFAULT_DEALS, DEFAULT_MAX_TURNS
from keltis.cli import Command, _watch, main, make_parser
from keltis.cli._display import WIDTH, make_console
from keltis.cli._program import _discard_unwritten, _open_closed_streams

# Arguments


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_shell_can_complete_commands_options_and_files(shell: str) -> None:
    script = shtab.complete(make_parser(), shell)
    assert all(word in script for word in ("tournament", "celtic", "--no-board"))
    assert {"bash": "show_pos_0_COMPGEN=_shtab_compgen_files", "zsh": "_files"}[shell] in script


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("dance", "invalid choice: 'dance'"),
        ("wach", "; did you mean 'watch'?"),
        ("celtic replya game.txt", "; did you mean 'replay'?"),
        ("watch gredy", "; did you mean 'greedy'?"),
        ("watch --rules keltis-litteral", "; did you mean 'keltis-literal'?"),
        ("watch --rules 'KELTIS hand_sze=6'", "; did you mean 'hand_size'?"),
        ("watch --seed=-1", "expected a whole number from 0, not '-1'"),
        ("watch --seed two", "expected a whole number from 0, not 'two'"),
        ("watch --players 0", "expected a whole number from 1, not 0"),
        ("watch --delay never", "expected seconds from 0 to 60, not 'never'"),
        ("watch --delay nan", "expected seconds from 0 to 60, not 'nan'"),
        ("watch --theme pink", "expected light or dark, not 'pink'"),
        ("watch deep-blue", "unknown bot 'deep-blue': expected random, greedy, search, learnt"),
        ("watch --rules house", "expected one of keltis, keltis-literal, reference-manual, not"),
        ("play --rules 'KELTIS hand=6'", "word 2: expected a field of Rules"),
        ("play --rules 'keltis hand_size=0'", "hand_size"),
        ("play --name '#'", "the name of seat 0 must not contain a #"),
        ("tournament", "the following arguments are required: BOT"),
        ("tournament random random --games 1 --deals 1", "not allowed with"),
        *(
            (
                f"tournament random random --shard {text}",
                f"expected a shard as in 3/200, not '{text}'",
            )
            for text in ("3", "0/2", "3/2")
        ),
        *(
            (f"tournament random --seconds-per-move={text}", "expected seconds above 0, up to 86")
            for text in ("0", "-1", "nan", "soon", "100000")
        ),
        ("serve --port 65536", "expected a port from 0 to 65535, not 65536"),
        ("conformance", "the following arguments are required: --out"),
        ("celtic watch --rules keltis", "expected one of celtic, not 'keltis'"),
        ("celtic watch greedy", "unknown bot 'greedy': expected random, search, module:factory"),
        ("celtic play --against search:games=many", "games must be a whole number from 1, not"),
        ("celtic play --seat green", "expected orange or blue, not 'green'"),
        ("celtic weave", "invalid choice: 'weave'"),
    ],
)
def test_wrong_usage_has_exit_code_2(words: str, message: str, keltis: Program) -> None:
    assert message in keltis.fail(words, code=2)


def test_every_command_takes_rules_with_changes(keltis: Program) -> None:
    rules = "--rules 'keltis hand_size=6'"
    keltis.print("watch random --no-board --save watched.txt", rules)
    assert " hand_size=6 " in read("watched.txt")
    keltis.print("tournament random random --deals 1 --max-turns 2 --out games.json", rules)
    assert '"hand_size":6' in read("games.json")
    keltis.print("celtic watch random --rules 'celtic width=4' --players 2 --save knots.txt")
    assert "rules: CELTIC width=4" in read("knots.txt")


@pytest.mark.parametrize("command", ["watch", "play"])
def test_celtic_is_for_two_players(command: str, celtic: Program) -> None:
    assert celtic.fail(command, "--players 3") == "keltis: CELTIC! is for 2 players, not 3"


def test_a_bot_of_your_own_may_be_in_this_directory(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = """
def first():
    return lambda view, moves, rng: moves[0]
def failing():
    raise RuntimeError("no luck")
def leaving():
    raise SystemExit("bye")
"""
    write(code, "bots_of_mine.py")
    monkeypatch.setattr(sys, "path", sys.path.copy())
    assert "Fionn lays" in keltis.print("watch bots_of_mine:first --no-board")
    for name, reason in (("failing", "RuntimeError: no luck"), ("leaving", "SystemExit: bye")):
        message = keltis.fail(f"watch bots_of_mine:{name}", code=2)
        assert message.endswith(f"cannot make 'bots_of_mine:{name}': {reason}")


# Help


def test_the_defaults_in_the_help_are_those_of_the_commands(keltis: Program) -> None:
    keltis.print("tournament --help")
    assert f"stopped (default: {DEFAULT_MAX_TURNS})" in keltis.text
    assert f"all seatings (default: {DEFAULT_DEALS})" in keltis.text
    keltis.print("replay --help")
    assert f"a strip of {_watch._FRAMES} boards" in keltis.text


@pytest.mark.parametrize(
    ("words", "options"),
    [("watch", ["reveal"]), ("tournament", ["without-luck"]), ("replay", ["seat", "reveal"])],
)
def test_a_game_without_secrets_has_no_options_for_them(
    words: str, options: list[str], keltis: Program
) -> None:
    own, other = keltis.print(words, "--help"), keltis.print(f"celtic {words}", "--help")
    assert all(f"--{option}" in own for option in options)
    assert not any(f"--{option}" in other for option in options)


def test_everything_in_the_help_fits_the_screen(keltis: Program) -> None:
    names = ("", "watch", "play", "tournament", "show", "replay")
    others = ("advise", "review", "serve", *(f"celtic {name}" for name in (*names, "solve")))
    for words in (*names, *others):
        assert keltis.print(words, "--help").startswith("usage: keltis")
        assert keltis.width <= WIDTH
        assert "\nexample:\n  keltis " in keltis.out or not words.removeprefix("celtic").strip()


@pytest.mark.parametrize("words", ["", "celtic"])
def test_without_a_command_the_help_comes(words: str, keltis: Program) -> None:
    message = keltis.fail(words, code=2)
    assert all(name in message for name in ("watch", "play", "tournament", "show", "replay"))


def test_the_version(keltis: Program) -> None:
    assert keltis.print("--version").startswith("keltis ")


def test_python_m_keltis_is_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["keltis"])
    with pytest.raises(SystemExit, match="2"):
        runpy.run_module("keltis", run_name="__main__", alter_sys=False)
    assert "first steps" in capsys.readouterr().err
    import_module("keltis.__main__")  # as a process of a tournament does
    assert capsys.readouterr() == ("", "")


# Errors


def add(monkeypatch: pytest.MonkeyPatch, error: BaseException | None) -> None:
    """Put one command in the place of all: `celtic weave`, which ends with this error."""

    def add_arguments(parser: ArgumentParser, _: object) -> None:
        parser.add_subparsers(required=True).add_parser("weave")

    def run(_: Namespace) -> int:
        if error is not None:
            raise error
        return 7

    celtic = Command(name="celtic", help="the second game", add_arguments=add_arguments, run=run)
    monkeypatch.setattr("keltis.cli._registry.COMMANDS", (celtic,))


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (None, 7, ""),
        (KeltisError("it cannot be"), 1, "keltis: it cannot be\n"),
        (FileNotFoundError(2, "No such file", "game.txt"), 1, "keltis: game.txt: No such file\n"),
        (OSError("the disk is tired"), 1, "keltis: the disk is tired\n"),
        (OSError(28, "No space left on device"), 1, "keltis: No space left on device\n"),
        (BrokenPipeError(), 1, ""),
        (KeyboardInterrupt(), 130, "\n"),
    ],
)
def test_errors_are_messages_and_exit_codes(
    error: BaseException | None,
    code: int,
    message: str,
    keltis: Program,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add(monkeypatch, error)
    assert (keltis("celtic weave"), keltis.out, keltis.err) == (code, "", message)


def test_ctrl_c_before_a_command_runs_gives_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> Never:
        raise KeyboardInterrupt

    monkeypatch.setattr("keltis.cli._program._open_closed_streams", interrupted)
    assert main([]) == 130


@pytest.mark.parametrize(
    ("words", "module", "extra"),
    [("watch", "_program", "cli"), ("serve", "_serve", "server")],
)
def test_without_an_extra_it_says_what_to_install(
    words: str, module: str, extra: str, keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"keltis.cli.{module}.find_spec", lambda _: None)
    assert f'pip install "keltis[{extra}]"' in keltis.fail(words)


def test_streams_that_are_no_text_files_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sink:
        def write(self, text: str) -> int:
            return len(text)

        def flush(self) -> None:
            pass

    monkeypatch.setattr(sys, "stderr", Sink())
    assert main([]) == 2


def test_a_closed_stream_becomes_the_null_device(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    _open_closed_streams()
    with sys.stdin as stdin, sys.stdout as stdout, sys.stderr as stderr:
        assert (stdin.read(), stdout.write("lost"), stderr.write("lost")) == ("", 4, 4)


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


# Imports

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
    assert {name for name in ours if name.startswith("keltis.cli.")} == {
        f"keltis.cli._{name}" for name in ("commands", "program", "registry")
    }
    assert not modules & {"importlib.metadata", "matplotlib", "multiprocessing", "rich"}


def test_a_command_of_one_game_does_not_import_the_other() -> None:
    modules = loaded_modules("watch", "random", "--seed", "1", "--no-board")
    assert "keltis.cli._watch" in modules
    assert not any(name.startswith(("keltis.arena", "keltis.celtic")) for name in modules)
