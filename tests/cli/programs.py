"""What several tests of the program use."""

import io
import sys
from types import ModuleType

import pytest

from keltis.cli import main


class Program:
    """Runs commands that begin with some words, types lines into them, and keeps their output."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        *first_words: str,
    ) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self._first_words = first_words
        self.out = ""
        self.err = ""

    def __call__(self, *words: object, lines: str = "") -> int:
        """Run a command: its exit code."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        code = main([*self._first_words, *map(str, words)])
        self.out, self.err = self._capsys.readouterr()
        return code

    @property
    def text(self) -> str:
        """The output without its line breaks."""
        return " ".join(self.out.split())

    @property
    def width(self) -> int:
        """The length of the longest line of the output."""
        return max(map(len, self.out.splitlines()), default=0)


def output(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """The output of a command that succeeds and prints no error."""
    assert main(list(map(str, words))) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def install_resvg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let resvg_py, which is perhaps not installed, be a module whose PNGs contain the SVG."""
    module = ModuleType("resvg_py")
    vars(module)["svg_to_bytes"] = lambda svg_string: b"PNG of " + svg_string.encode()
    monkeypatch.setitem(sys.modules, "resvg_py", module)
