"""The program in a real terminal: a pseudo-terminal that types, and reads the screen."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pytest

from keltis.arena import tournament_from_json
from keltis.celtic import record as celtic
from keltis.record import parse_record

termios = pytest.importorskip("termios", reason="the tests in a terminal need a pseudo-terminal")

pytestmark = pytest.mark.thorough
TIMEOUT: Final = 120.0
_ESCAPES: Final = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])|\r")
# The new process takes the terminal as its own, so that Ctrl-C reaches it; then it becomes the
# program.
_START: Final = """
import os, sys
os.login_tty(0)
os.execv(sys.executable, [sys.executable, "-m", "keltis", *sys.argv[1:]])
"""


class Terminal:
    """The program, and a terminal of 80 columns and 40 lines that it runs in."""

    def __init__(self, *words: object, directory: Path) -> None:
        self._directory = directory
        self._words = tuple(map(str, words))
        self.screen = ""
        self._seen = 0

    def __enter__(self) -> Self:
        self._keyboard, terminal = os.openpty()
        environment = {
            **os.environ,
            "TERM": "xterm",
            "COLUMNS": "80",
            "LINES": "40",
            "PYTHONWARNINGS": "error",
        }
        environment.pop("NO_COLOR", None)
        self._process = subprocess.Popen(  # noqa: S603 - ours
            [sys.executable, "-c", _START, *self._words],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            cwd=self._directory,
            env=environment,
        )
        os.close(terminal)
        self._open = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._open:
            self._process.kill()
            self.close()

    def close(self) -> None:
        """Close the window, and wait for the end of the program."""
        self._open = False
        os.close(self._keyboard)
        self._process.wait(TIMEOUT)

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the program."""
        self._process.send_signal(number)

    def type(self, text: str) -> None:
        """Press these keys, and Enter, when the program asks for a line."""
        self.asks()
        self.press(text + "\n")

    def press(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._keyboard, keys.encode())

    def asks(self) -> None:
        """Wait until the program listens to the keyboard: readline takes keys one by one."""
        self._until(
            lambda: (
                find_spec("readline") is None
                or not termios.tcgetattr(self._keyboard)[3] & termios.ICANON
            )
        )
        self.waits()

    def waits(self) -> None:
        """Wait until the program waits: Ctrl-C just before that has no effect until a key."""
        status = Path(f"/proc/{self._process.pid}/stat")
        self._until(
            lambda: (
                not status.exists()
                or status.read_text(encoding="utf-8").rpartition(") ")[2].startswith("S")
            )
        )

    def _until(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + TIMEOUT
        while not is_so():
            if time.monotonic() > deadline:
                pytest.fail(f"the program does not wait for a key:\n{self.screen}")
            self._read(time.monotonic() + 0.01)

    def expect(self, pattern: str) -> str:
        """Wait until this comes on the screen after the last match; return what came until then."""
        deadline = time.monotonic() + TIMEOUT
        while (found := re.search(pattern, self.screen[self._seen :])) is None:
            if not self._read(deadline):
                pytest.fail(f"{pattern!r} did not come on the screen:\n{self.screen}")
        start = self._seen
        self._seen += found.end()
        return self.screen[start : self._seen]

    def ends(self) -> int:
        """Wait for the end of the program: its exit code."""
        deadline = time.monotonic() + TIMEOUT
        while self._read(deadline):
            pass
        return self._process.wait(TIMEOUT)

    def _read(self, deadline: float) -> bool:
        """Read on; False at the end, or when the time is over."""
        if not select.select([self._keyboard], [], [], max(0.0, deadline - time.monotonic()))[0]:
            return False
        try:
            read = os.read(self._keyboard, 65536)
        except OSError:  # the program has closed the terminal
            return False
        self.screen += _ESCAPES.sub("", read.decode(errors="replace"))
        return bool(read)


def test_playing_with_mistakes_hints_and_regrets(tmp_path: Path) -> None:
    with Terminal("play", "--seed", 1, directory=tmp_path) as terminal:
        terminal.expect("Play a card")
        terminal.expect("24 discard B6")
        terminal.expect("move> ")
        terminal.type("ly R6 small")
        terminal.expect("Did you mean: lay R6 small")
        terminal.type("hint")
        terminal.expect("The greedy bot would ")
        terminal.type("lay R6 small")
        terminal.expect("You lay R6. Your small figure enters the red path.")
        terminal.expect("Draw a card.")
        terminal.type("undo")
        terminal.expect("Taken back: lay R6 small.")
        terminal.type("6")
        terminal.expect("You discard R9.")
        terminal.type("draw pile")
        terminal.expect("Seat 1 ")
        terminal.expect("move> ")
        terminal.type("undo")
        terminal.expect("You can take back only your own move")
        terminal.type("save game.txt")
        terminal.expect("Saved to game.txt")
        terminal.type("quit")
        assert terminal.ends() == 0
    moves = parse_record((tmp_path / "game.txt").read_text(encoding="utf-8")).moves
    assert [str(move) for move in moves[:2]] == ["discard R9", "draw pile"]


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_leaving_by_a_key_and_going_on(key: str, code: int, tmp_path: Path) -> None:
    with Terminal("play", "--seed", 1, directory=tmp_path) as terminal:
        terminal.expect("move> ")
        terminal.type("lay R6 large")
        terminal.expect("move> ")
        terminal.asks()
        terminal.press(key)
        terminal.expect(
            "Saved to keltis-game-1.txt. Go on with: keltis play --load keltis-game-1.txt"
        )
        assert terminal.ends() == code
        assert "Traceback" not in terminal.screen
    with Terminal("play", "--load", "keltis-game-1.txt", directory=tmp_path) as terminal:
        assert "[0L]" in terminal.expect("Draw a card.")
        terminal.expect("move> ")
        terminal.type("quit")
        assert terminal.ends() == 0


_SLEEPY: Final = """
import time
def bot():
    return lambda *_: time.sleep(600)
"""


@pytest.fixture(params=["asked", "listening"])
def left_alone(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Terminal]:
    """A game in which the person is asked for a move, or waits for that of a bot."""
    (tmp_path / "sleepy.py").write_text(_SLEEPY, encoding="utf-8")
    with Terminal("play", "--seed", 1, "--against", "sleepy:bot", directory=tmp_path) as terminal:
        terminal.expect("move> ")
        terminal.type("lay R6 large")
        terminal.expect("move> ")
        terminal.asks()
        if request.param == "listening":
            terminal.press("draw pile\n")
            terminal.expect("thinks")
        yield terminal


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_stop_saves_the_game(
    number: signal.Signals, left_alone: Terminal, tmp_path: Path
) -> None:
    left_alone.send_signal(number)
    left_alone.expect(
        "Saved to keltis-game-1.txt. Go on with: keltis play --load keltis-game-1.txt"
    )
    assert left_alone.ends() == 128 + number
    assert "Traceback" not in left_alone.screen
    assert parse_record((tmp_path / "keltis-game-1.txt").read_text(encoding="utf-8")).moves


def test_closing_the_window_saves_the_game(left_alone: Terminal, tmp_path: Path) -> None:
    left_alone.close()
    assert parse_record((tmp_path / "keltis-game-1.txt").read_text(encoding="utf-8")).moves


def test_playing_celtic(tmp_path: Path) -> None:
    with Terminal(
        *["celtic", "play", "--against", "random", "--seed", "1", "--save", "game.txt"],
        directory=tmp_path,
    ) as terminal:
        terminal.expect(r"orange \(you\) is to lay a tile")
        terminal.type("0,-1")
        terminal.expect("3 ╭ ES")
        terminal.type("3")
        terminal.expect("> You lay a corner ES on 0,-1.")
        terminal.expect("> Blue lays ")
        terminal.type("undo")
        terminal.expect("Taken back: lay 0,-1 ES orange.")
        terminal.type("0,1 n neutral")
        terminal.expect("> You lay the neutral end N on 0,1.")
        terminal.type("quit")
        terminal.expect("Saved to game.txt.")
        assert terminal.ends() == 0
    moves = celtic.parse_record((tmp_path / "game.txt").read_text(encoding="utf-8")).moves
    assert str(moves[0]) == "lay 0,1 N neutral"


def test_watching_a_whole_game(tmp_path: Path) -> None:
    with Terminal("watch", "--seed", 1, "--delay", 0, directory=tmp_path) as terminal:
        terminal.expect("goal ---")
        terminal.expect("The game is over")
        terminal.expect("wishing stones")
        assert terminal.ends() == 0


def test_ctrl_c_while_watching(tmp_path: Path) -> None:
    with Terminal(
        "watch", "--seed", 1, "--delay", 30, "--save", "game.txt", directory=tmp_path
    ) as terminal:
        terminal.expect(r"1\. Seat 0")
        terminal.waits()
        terminal.press("\x03")
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.screen
    record = parse_record((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert record.final.to_move == 1  # after one turn
    assert len(record.turns) == 1


_PATIENT = """
import pathlib, time
here = pathlib.Path(__file__).parent
def bot():
    begun = []
    def answer(view, moves, rng):
        if not begun:
            begun.append(len((here / "begun").read_text()) if (here / "begun").exists() else 0)
            with (here / "begun").open("a") as file:
                file.write(".")
        while begun[0] >= 3 and not (here / "go").exists():
            time.sleep(0.01)
        return moves[0]
    return answer
"""
"""A bot that begins three games, and any other only when there is a file `go`."""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_tournament_that_is_interrupted_and_resumed(jobs: int, tmp_path: Path) -> None:
    (tmp_path / "patient.py").write_text(_PATIENT, encoding="utf-8")
    command = ["tournament", "patient:bot", "random", "--deals", "4", "--jobs", str(jobs)]
    with Terminal(*command, directory=tmp_path) as terminal:
        terminal.expect(r"[1-9]\d*/8")
        terminal.press("\x03")
        terminal.expect(r"stopped after \d of 8 games")
        message = terminal.expect(r"Go on with: keltis (tournament .*--resume \S+)\n")
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.screen
    (tmp_path / "go").touch()
    again = message.partition("Go on with: keltis ")[2].split()
    with Terminal(*again, "--out", "all.json", directory=tmp_path) as terminal:
        terminal.expect(r"8 games, 2 players each, seed \d+")
        assert terminal.ends() == 0
    assert tournament_from_json((tmp_path / "all.json").read_text(encoding="utf-8")).complete
