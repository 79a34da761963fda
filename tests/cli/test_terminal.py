"""The program in a pseudo-terminal, which types and reads what is printed."""

import os
import re
import select
import struct
import subprocess
import sys
from pathlib import Path
from typing import Final, Self

import pytest

from cli.programs import WAITING, read
from helpers import TIMEOUT
from keltis.arena import TournamentResult
from keltis.documents import from_json
from keltis.record import parse_record

termios = pytest.importorskip("termios", reason="the tests in a terminal need a pseudo-terminal")
fcntl = pytest.importorskip("fcntl")

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("in_tmp_path")]
PLAY: Final = ("play", "--seed", "1", "--name", "Ann")
# The new process takes the terminal as its own, so that Ctrl-C reaches it; then it becomes the
# program.
_START: Final = """
import os, sys
os.login_tty(0)
os.execv(sys.executable, [sys.executable, "-m", "keltis", *sys.argv[1:]])
"""


class Terminal:
    """The program, and a terminal that it runs in."""

    def __init__(self, *words: str, size: tuple[int, int] = (80, 24), term: str = "xterm") -> None:
        self.printed = ""
        self._seen = 0
        self._keyboard, terminal = os.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *reversed(size), 0, 0))
        environment = {**os.environ, "TERM": term, "PYTHONWARNINGS": "error"}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            environment.pop(name, None)
        self._process = subprocess.Popen(  # noqa: S603 - ours
            [sys.executable, "-c", _START, *words],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=environment,
        )
        os.close(terminal)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        os.close(self._keyboard)
        self._process.wait(TIMEOUT)

    def press(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._keyboard, keys.encode())

    def expect(self, pattern: str) -> str:
        """Wait until this is printed after the last match; return what came until then."""
        while (found := re.search(pattern, self.printed[self._seen :])) is None:
            assert self._read(), f"{pattern!r} did not come:\n{self.printed}"
        start = self._seen
        self._seen += found.end()
        return self.printed[start : self._seen]

    def ends(self) -> int:
        """Wait for the end of the program: its exit code."""
        while self._read():
            pass
        return self._process.wait(TIMEOUT)

    def _read(self) -> bool:
        """Read on; False at the end, or when nothing comes any more."""
        if not select.select([self._keyboard], [], [], TIMEOUT)[0]:
            return False
        try:
            read = os.read(self._keyboard, 65536)
        except OSError:  # the program has closed the terminal
            return False
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r", "", read.decode(errors="replace"))
        self.printed += text
        return bool(read)


# Line by line


@pytest.mark.parametrize(
    ("options", "size", "term"),
    [
        (("--plain",), (80, 24), "xterm"),
        ((), (80, 24), "dumb"),
        ((), (55, 24), "xterm"),
        ((), (80, 20), "xterm"),
    ],
)
def test_playing_line_by_line(options: tuple[str, ...], size: tuple[int, int], term: str) -> None:
    with Terminal(*PLAY, *options, size=size, term=term) as terminal:
        terminal.expect("Play a card")
        for line, text in (
            ("ly R6 small", "Did you mean: lay R6 small"),
            ("d R6", "You discard R6."),
            ("", "You draw "),
            ("quit", "Saved to keltis-game-1.txt"),
        ):
            terminal.expect("move> ")
            terminal.press(f"{line}\n")
            terminal.expect(text)
        assert terminal.ends() == 0
    moves = parse_record(read("keltis-game-1.txt")).moves
    assert [str(move) for move in moves[:2]] == ["discard R6", "draw pile"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_tournament_that_is_interrupted_and_resumed(jobs: int) -> None:
    Path("waiting.py").write_text(WAITING, encoding="utf-8")
    command = ["tournament", "waiting:bot", "random", "--deals", "4", "--jobs", str(jobs)]
    with Terminal(*command) as terminal:
        terminal.expect(r"[1-9]\d*/8")
        terminal.press("\x03")
        terminal.expect(r"stopped after \d of 8 games")
        message = terminal.expect(r"Continue with: keltis (tournament .*--resume \S+)\n")
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.printed
    Path("go").touch()
    again = message.partition("Continue with: keltis ")[2].split()
    with Terminal(*again, "--out", "all.json") as terminal:
        terminal.expect(r"8 games, 2 players each, seed \d+")
        assert terminal.ends() == 0
    assert from_json(TournamentResult, read("all.json")).complete
