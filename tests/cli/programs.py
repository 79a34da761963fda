"""What several tests of the program use."""

import io
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Final, Generic, TypeAlias

import attrs
import pytest

import keltis
import noughts
from keltis import celtic
from keltis.cli import main
from keltis.cli._celtic import CELTIC
from keltis.cli._keltis import KELTIS
from keltis.cli._terminal import Terminal
from keltis.game import M, Match, R, Record, S, V

WAITING: Final = """
import os, pathlib, time
here = pathlib.Path(__file__).parent
def bot():
    games = []
    def answer(view, moves, rng):
        if not games:
            games.append(1)
            with (here / "pids").open("a") as file:
                file.write(f"{os.getpid()}\\n")
        while (here / "pids").read_text().count("\\n") > 4 and not (here / "go").exists():
            time.sleep(0.01)
        return moves[0]
    return answer
"""
"""A bot that begins four games; during the fifth it waits until there is a file `go`."""


class Program:
    """Runs commands that begin with some words, types lines into them, and keeps their output."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        *first_words: str,
        run: Callable[[Sequence[str]], int] = main,
    ) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self._first_words = first_words
        self._run = run
        self.out = ""
        self.err = ""

    def __call__(self, *words: object, lines: str = "") -> int | str | None:
        """Run a command, which is split into words as by a shell: its exit code."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        try:
            return self._run([*self._first_words, *shlex.split(" ".join(map(str, words)))])
        except SystemExit as stop:
            return stop.code
        finally:
            self.out, self.err = self._capsys.readouterr()

    def print(self, *words: object, lines: str = "") -> str:
        """The output of a command that succeeds and prints no error."""
        assert (self(*words, lines=lines), self.err) == (0, "")
        return self.out

    def fail(self, *words: object, lines: str = "", code: int = 1) -> str:
        """The message of a command that fails before it prints anything, on one line."""
        assert (self(*words, lines=lines), self.out) == (code, "")
        return " ".join(self.err.split())

    @property
    def text(self) -> str:
        """The output without its line breaks."""
        return " ".join(self.out.split())

    @property
    def width(self) -> int:
        """The length of the longest line of the output."""
        return max(map(len, self.out.splitlines()), default=0)


def write(text: str | bytes, name: str = "given.txt") -> str:
    """The name of a file with this text."""
    Path(name).write_bytes(text.encode() if isinstance(text, str) else text)
    return name


def read(name: str) -> str:
    """The text in a file."""
    return Path(name).read_text(encoding="utf-8")


def install_resvg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let resvg_py, which is perhaps not installed, be a module whose PNGs contain the SVG."""
    module = ModuleType("resvg_py")
    vars(module)["svg_to_bytes"] = lambda svg_string: b"PNG of " + svg_string.encode()
    monkeypatch.setitem(sys.modules, "resvg_py", module)


@attrs.frozen
class Trial(Generic[S, V, M, R]):
    """A game as the program runs it: with its own terminal, or with the one for any game."""

    terminal: Terminal[S, V, M, R]
    words: tuple[str, ...]
    """The words before its commands."""
    is_plain: bool
    """Whether it has the terminal for any game."""
    board: str
    """A text that every board has."""

    def run(self, words: Sequence[str]) -> int:
        """Run the program."""
        return main(words, game=self.terminal.game) if self.is_plain else main(words)

    def play_game(self, seed: int = 5, names: tuple[str, ...] = ("Ann", "Bob")) -> Record[S, M]:
        """A game of two random bots."""
        game = self.terminal.game
        bots = (game.bots.make_bot("random"),) * 2
        start = game.record.new_record(2, seed=seed, names=names)
        return Match(game=game, record=start, bots=bots, seed=seed).advance().record

    def write(self, record: Record[S, M], name: str = "given.txt") -> str:
        """Write a game to a file."""
        return write(self.terminal.game.record.format_record(record), name)

    def read(self, name: str) -> Record[S, M]:
        """The game in a file."""
        return self.terminal.game.record.parse_record(read(name))


AnyTrial: TypeAlias = (
    Trial[keltis.GameState, keltis.PlayerView, keltis.Move, keltis.Rules]
    | Trial[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]
    | Trial[noughts.State, noughts.State, noughts.Move, noughts.Rules]
)
TRIALS: Final[dict[str, AnyTrial]] = {
    "keltis": Trial(KELTIS, (), False, "goal ---"),
    "celtic": Trial(CELTIC, ("celtic",), False, "-2    -1     0"),
    "plain keltis": Trial(Terminal(keltis.GAME), (), True, "goal ---"),
    "plain celtic": Trial(Terminal(celtic.GAME), (), True, "-2    -1     0"),
    "noughts": Trial(Terminal(noughts.GAME), (), True, ". . ."),
}
"""The games that the program runs."""


class Keyboard(io.StringIO):
    """Lines that come from a terminal."""

    def isatty(self) -> bool:
        """True, as of a terminal."""
        return True
