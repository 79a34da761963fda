"""The program in a real terminal: a pseudo-terminal that types, and reads the screen."""

import codecs
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Self

import pytest

termios = pytest.importorskip("termios", reason="the tests in a terminal need a pseudo-terminal")
fcntl = pytest.importorskip("fcntl")

TIMEOUT: Final = 600.0
"""Seconds after which something hangs. No test depends on how long anything takes."""
_ESCAPE: Final = re.compile(
    r"\x1b(?:\[(?P<numbers>[0-9;?]*)(?P<what>[A-Za-z])|[=>])|(?P<plain>.)", re.DOTALL
)
# The new process takes the terminal as its own, so that Ctrl-C reaches it; then it becomes the
# program.
_START: Final = """
import os, sys
os.login_tty(0)
os.execv(sys.executable, [sys.executable, "-m", "keltis", *sys.argv[1:]])
"""


def set_size(terminal: int, columns: int, lines: int) -> None:
    """Give a terminal this size."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


class Display:
    """What a terminal shows: the few control sequences that the program uses, and the text."""

    def __init__(self, columns: int, lines: int) -> None:
        self.columns = columns
        self.lines = lines
        self.is_whole = False
        """Whether the program has the whole screen."""
        self.taken = 0
        """How often the program took the whole screen."""
        self.printed = ""
        """Everything that was printed outside the whole screen."""
        self._cells: dict[tuple[int, int], str] = {}
        self._line = self._column = 0
        self._unread = ""

    @property
    def text(self) -> str:
        """The whole screen, line by line."""
        return "\n".join(
            "".join(self._cells.get((line, column), " ") for column in range(self.columns)).rstrip()
            for line in range(self.lines)
        )

    def feed(self, text: str) -> None:
        """Take what the program writes."""
        text = self._unread + text
        end = text.rfind("\x1b")
        is_cut = end >= 0 and re.fullmatch(r"\x1b(\[[0-9;?]*)?", text[end:])
        self._unread = text[end:] if is_cut else ""
        for match in _ESCAPE.finditer(text[:end] if is_cut else text):
            if match["plain"]:
                self._print(match["plain"])
            elif match["what"]:
                self._control(match["what"], match["numbers"])

    def _print(self, letter: str) -> None:
        if not self.is_whole:
            self.printed += "" if letter == "\r" else letter
            return
        assert letter.isprintable(), f"{letter!r} would move the screen"
        assert self._column < self.columns, "a line is too long"
        assert self._line < self.lines, "a frame has too many lines"
        self._cells[self._line, self._column] = letter
        self._column += 1

    def _control(self, what: str, numbers: str) -> None:
        if numbers == "?1049":
            self.is_whole = what == "h"
            self.taken += self.is_whole
            self._cells.clear()
        elif what == "H":
            line, column = map(int, numbers.split(";"))
            self._line, self._column = line - 1, column - 1
        elif what == "K":
            self._clear(lambda line, _: line == self._line)
        elif what == "J":
            self._clear(lambda line, column: (line, column) >= (self._line, self._column))

    def _clear(self, is_cleared: Callable[[int, int], bool]) -> None:
        for place in [place for place in self._cells if is_cleared(*place)]:
            del self._cells[place]


class Terminal:
    """The program, and a terminal that it runs in."""

    def __init__(
        self, *words: object, directory: Path, size: tuple[int, int] = (80, 24), term: str = "xterm"
    ) -> None:
        self._directory = directory
        self._words = tuple(map(str, words))
        self._term = term
        self.display = Display(*size)
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._seen = 0

    def __enter__(self) -> Self:
        self._keyboard, terminal = os.openpty()
        set_size(terminal, self.display.columns, self.display.lines)
        environment = {**os.environ, "TERM": self._term, "PYTHONWARNINGS": "error"}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            environment.pop(name, None)
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

    def __exit__(self, *_: object) -> None:
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

    def resize(self, columns: int, lines: int) -> None:
        """Give the window another size."""
        self.display.columns, self.display.lines = columns, lines
        set_size(self._keyboard, columns, lines)

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
        self._until(lambda: self._state() in ("S", ""))

    def press_and_look(self, keys: str) -> str:
        """Press these keys, and wait until the whole screen changes; return the screen."""
        before = self.display.text
        self.press(keys)
        self._until(lambda: self.display.is_whole and self.display.text != before)
        return self.display.text

    def _state(self) -> str:
        """The state of the process as one letter, where the system tells it."""
        status = Path(f"/proc/{self._process.pid}/stat")
        if not status.exists():
            return ""
        return status.read_text(encoding="utf-8").rpartition(") ")[2][0]

    def _until(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + TIMEOUT
        while not is_so():
            if time.monotonic() > deadline:
                pytest.fail(f"this does not come:\n{self.display.printed}\n{self.display.text}")
            self._read(time.monotonic() + 0.01)

    def takes_screen(self, times: int) -> None:
        """Wait until the program has taken the whole screen this many times."""
        self._until(lambda: self.display.taken == times)

    def shows(self, *texts: str) -> str:
        """Wait until all of these are on the whole screen at once; return the screen."""
        self._until(
            lambda: self.display.is_whole and all(text in self.display.text for text in texts)
        )
        return self.display.text

    def expect(self, pattern: str) -> str:
        """Wait until this is printed after the last match; return what came until then."""
        deadline = time.monotonic() + TIMEOUT
        while (found := re.search(pattern, self.display.printed[self._seen :])) is None:
            if not self._read(deadline):
                pytest.fail(f"{pattern!r} did not come:\n{self.display.printed}")
        start = self._seen
        self._seen += found.end()
        return self.display.printed[start : self._seen]

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
        self.display.feed(self._decoder.decode(read))
        return bool(read)
