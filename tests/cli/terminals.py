"""The program in a real terminal: a pseudo-terminal that types, and reads what is printed."""

import codecs
import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Self

import pytest

from helpers import TIMEOUT

termios = pytest.importorskip("termios", reason="the tests in a terminal need a pseudo-terminal")
fcntl = pytest.importorskip("fcntl")

_CONTROL: Final = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>])|\r")
# The new process takes the terminal as its own, so that Ctrl-C reaches it; then it becomes the
# program.
_START: Final = """
import os, sys
os.login_tty(0)
os.execv(sys.executable, [sys.executable, "-m", "keltis", *sys.argv[1:]])
"""


class Terminal:
    """The program, and a terminal that it runs in."""

    def __init__(
        self, *words: object, directory: Path, size: tuple[int, int] = (80, 24), term: str = "xterm"
    ) -> None:
        self._directory = directory
        self._words = tuple(map(str, words))
        self._size = size
        self._term = term
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._written = ""
        self._seen = 0

    @property
    def printed(self) -> str:
        """Everything that was printed, without control sequences."""
        return _CONTROL.sub("", self._written)

    def __enter__(self) -> Self:
        self._keyboard, terminal = os.openpty()
        columns, lines = self._size
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
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
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        os.close(self._keyboard)
        self._process.wait(TIMEOUT)

    def type(self, text: str) -> None:
        """Press these keys, and Enter, when the program asks for a line."""
        # It listens to the keyboard, as readline takes keys one by one, and then it waits.
        self._until(
            lambda: (
                find_spec("readline") is None
                or not termios.tcgetattr(self._keyboard)[3] & termios.ICANON
            )
        )
        self._until(lambda: self._state() in ("S", ""))
        self.press(text + "\n")

    def press(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._keyboard, keys.encode())

    def expect(self, pattern: str) -> str:
        """Wait until this is printed after the last match; return what came until then."""
        deadline = time.monotonic() + TIMEOUT
        while (found := re.search(pattern, self.printed[self._seen :])) is None:
            if not self._read(deadline):
                pytest.fail(f"{pattern!r} did not come:\n{self.printed}")
        start = self._seen
        self._seen += found.end()
        return self.printed[start : self._seen]

    def ends(self) -> int:
        """Wait for the end of the program: its exit code."""
        deadline = time.monotonic() + TIMEOUT
        while self._read(deadline):
            pass
        return self._process.wait(TIMEOUT)

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
                pytest.fail(f"this does not come:\n{self.printed}")
            self._read(time.monotonic() + 0.01)

    def _read(self, deadline: float) -> bool:
        """Read on; False at the end, or when the time is over."""
        if not select.select([self._keyboard], [], [], max(0.0, deadline - time.monotonic()))[0]:
            return False
        try:
            read = os.read(self._keyboard, 65536)
        except OSError:  # the program has closed the terminal
            return False
        self._written += self._decoder.decode(read)
        return bool(read)
