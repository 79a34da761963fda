"""What several tests of the program use."""

import io
import sys
from pathlib import Path
from typing import Final

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


WRITE_PNG: Final = (
    "open(sys.argv[-1].rpartition('=')[2], 'wb').write(b'PNG of ' + sys.stdin.buffer.read())"
)
"""The code of a converter that works."""


def install_converter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str
) -> None:
    """Let a program of this name, with this code, be the only converter of this machine."""
    program = tmp_path / name
    program.write_text(f"#!{sys.executable}\nimport sys\n{code}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("keltis.cli._files.find_spec", lambda _: None)
