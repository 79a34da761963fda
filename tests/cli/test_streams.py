"""Closed pipes, closed standard streams and signals: nothing is lost or left behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from cli.programs import WAITING, read, write
from helpers import TIMEOUT, is_running, wait_until
from keltis.arena import TournamentResult
from keltis.celtic.record import parse_record as parse_celtic_record
from keltis.documents import from_json
from keltis.record import parse_record

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="the tests of streams need POSIX"),
    pytest.mark.usefixtures("in_tmp_path"),
]
KELTIS: Final = (sys.executable, "-m", "keltis")
TOURNAMENT: Final = (*KELTIS, "tournament", "random", "random", "--deals", "1", "--out", "r.json")
WATCH: Final = (*KELTIS, "watch", "random", "--seed", "1", "--save", "game.txt")
PLAY: Final = (*KELTIS, "play", "--seed", "1", "--save", "game.txt")


def run_with_closed_pipe(*command: str, stream: str = "stdout") -> tuple[int, str]:
    """Run a program whose output nobody reads: its exit code and the other output."""
    reader, writer = os.pipe()
    os.close(reader)
    is_stdout = stream == "stdout"
    try:
        done = subprocess.run(  # noqa: S603 - ours
            command,
            stdin=subprocess.DEVNULL,
            stdout=writer if is_stdout else subprocess.PIPE,
            stderr=subprocess.PIPE if is_stdout else writer,
            text=True,
            check=False,
            timeout=TIMEOUT,
        )
    finally:
        os.close(writer)
    return done.returncode, done.stderr if is_stdout else done.stdout


def run_in_shell(command: tuple[str, ...], redirections: str) -> str:
    """Run a program with these redirections: what it prints."""
    shell = ["/bin/sh", "-c", f'exec "$@" {redirections}', "sh", *command]
    done = subprocess.run(  # noqa: S603 - ours
        shell, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=TIMEOUT
    )
    return (done.stdout + done.stderr).decode()


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_tournament_with_a_closed_pipe_writes_its_results(stream: str) -> None:
    code, printed = run_with_closed_pipe(*TOURNAMENT, stream=stream)
    assert code == (1 if stream == "stdout" else 0)
    assert "Traceback" not in printed
    assert from_json(TournamentResult, read("r.json")).complete
    assert [path.name for path in Path().iterdir()] == ["r.json"]


def test_a_bot_that_prints_to_a_closed_pipe_does_not_lose() -> None:
    write("def bot():\n    return lambda _, moves, rng: print('hm') or moves[0]\n", "talker.py")
    command = (*TOURNAMENT[:4], "talker:bot", *TOURNAMENT[5:], "--max-turns", "4")
    assert run_with_closed_pipe(*command, stream="stderr")[0] == 0
    assert '"forfeit": {' not in read("r.json")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_watching_with_a_closed_pipe_saves_the_whole_game(stream: str) -> None:
    _, printed = run_with_closed_pipe(*WATCH, "--svg", "end.svg", stream=stream)
    assert "Traceback" not in printed
    assert parse_record(read("game.txt")).outcome is not None
    assert Path("end.svg").exists()


@pytest.mark.parametrize("words", [("play",), ("celtic", "play", "--against", "random")])
def test_a_pipe_that_closes_during_the_game_does_not_lose_it(words: tuple[str, ...]) -> None:
    with subprocess.Popen(  # noqa: S603 - ours
        [*KELTIS, *words, "--seed", "1", "--save", "game.txt"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        printed = b""
        while not printed.endswith(b"move> "):
            letter = process.stdout.read(1)
            assert letter, printed
            printed += letter
        process.stdout.close()
        process.stdin.write(b"1\n")
        process.stdin.flush()
        error = process.stderr.read().decode()
        assert process.wait(TIMEOUT) == 1
    assert "Saved to game.txt. Continue with:" in error
    assert "Traceback" not in error
    parse = parse_record if words[0] == "play" else parse_celtic_record
    assert len(parse(read("game.txt"))) == 1


def test_a_pipe_that_is_closed_when_the_game_begins_does_not_lose_it() -> None:
    code, error = run_with_closed_pipe(*PLAY)
    assert code == 1
    assert error.startswith("\nSaved to game.txt. Continue with:")
    assert parse_record(read("game.txt")).names == ("Guest", "Fionn (greedy)")


@pytest.mark.parametrize("redirections", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_game_is_saved_when_standard_streams_are_closed(redirections: str) -> None:
    assert "Traceback" not in run_in_shell(PLAY, redirections)
    assert parse_record(read("game.txt")).moves == ()


@pytest.mark.parametrize("command", [WATCH, TOURNAMENT, (*TOURNAMENT, "--jobs", "2")])
def test_results_are_written_when_standard_streams_are_closed(command: tuple[str, ...]) -> None:
    assert run_in_shell(command, "<&- >&- 2>&-") == ""
    if command == WATCH:
        assert parse_record(read("game.txt")).outcome is not None
    else:
        assert from_json(TournamentResult, read("r.json")).complete


def test_an_output_without_room_is_an_error_and_the_game_is_saved() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    for command in (WATCH, PLAY):
        Path("game.txt").unlink(missing_ok=True)
        printed = run_in_shell(command, ">/dev/full")
        assert printed.endswith("keltis: No space left on device\n")
        assert "Traceback" not in printed
        assert Path("game.txt").exists()


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("show", "gone.txt"), ()])
def test_a_closed_pipe_gives_no_traceback(words: tuple[str, ...]) -> None:
    for stream in ("stdout", "stderr"):
        assert "Traceback" not in run_with_closed_pipe(*KELTIS, *words, stream=stream)[1]


@pytest.mark.parametrize(
    ("number", "options"),
    [
        (signal.SIGTERM, ["--jobs", "2"]),
        (signal.SIGKILL, ["--jobs", "2"]),
        pytest.param(signal.SIGHUP, ["--jobs", "2"], marks=pytest.mark.thorough),
        pytest.param(signal.SIGINT, ["--jobs", "2"], marks=pytest.mark.thorough),
        pytest.param(signal.SIGTERM, ["--jobs", "2", "--isolate"], marks=pytest.mark.thorough),
        pytest.param(signal.SIGKILL, ["--jobs", "2", "--isolate"], marks=pytest.mark.thorough),
        pytest.param(signal.SIGKILL, ["--isolate"], marks=pytest.mark.thorough),
        pytest.param(signal.SIGTERM, [], marks=pytest.mark.thorough),
    ],
)
def test_a_signal_leaves_no_process_and_loses_no_game(
    number: signal.Signals, options: list[str]
) -> None:
    write(WAITING, "waiting.py")
    journal = "keltis-tournament-1.jsonl"
    command = [*KELTIS, "tournament", "waiting:bot", "random", "--deals", "5", *options]
    with subprocess.Popen(  # noqa: S603 - ours
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        # Some games have been played, and a bot waits.
        wait_until(lambda: Path(journal).exists() and read(journal).count("\n") > 2)
        wait_until(lambda: read("pids").count("\n") > 4)
        process.send_signal(number)
        error = process.stderr.read()
        assert process.wait(TIMEOUT) == (-number if number == signal.SIGKILL else 128 + number)
    pids = map(int, read("pids").split())
    for pid in pids:
        wait_until(lambda pid=pid: not is_running(pid))  # type: ignore[misc]  # bound at once
    assert "Traceback" not in error
    words = ["tournament", "waiting:bot", "random", "--deals", "5", *options]
    if number != signal.SIGKILL:
        assert f"Continue with: keltis {' '.join(words)} --resume {journal}\n" in error
    kept = read(journal).splitlines()
    Path("go").touch()
    again = [*KELTIS, *words, "--resume", journal, "--out", "r.json"]
    subprocess.run(again, check=True, capture_output=True, timeout=TIMEOUT)  # noqa: S603 - ours
    assert read(journal).splitlines()[: len(kept)] == kept
    assert from_json(TournamentResult, read("r.json")).complete
