"""A whole terminal: frames that stay in their place, single keys, and a game in a frame.

It needs a terminal with cursor movements, and Python's module termios, which Windows does not have.
"""

import codecs
import enum
import os
import re
import select
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NamedTuple, Protocol

from rich.console import Console
from rich.text import Text

from keltis.cli._terminal import Terminal, Viewpoint
from keltis.game import M, R, Record, S, V

try:
    import termios
    import tty
except ImportError:  # pragma: no cover - on Windows
    HAS_KEYS = False
else:
    HAS_KEYS = True

_ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[2J"
"""The other screen of the terminal, without a cursor, empty."""
_LEAVE: Final = "\x1b[?25h\x1b[?1049l"
_ESCAPE_SECONDS: Final = 0.05
"""How long to wait for the rest of a sequence of bytes that one key sends."""
_SIZE_SECONDS: Final = 0.25
"""How often to look whether the window has another size."""


class Key(enum.StrEnum):
    """A key without a character."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    ENTER = "enter"
    TAB = "tab"
    BACK_TAB = "back tab"
    BACKSPACE = "backspace"
    ESCAPE = "escape"
    RESIZE = "resize"
    """Not a key: the window has another size."""
    UNKNOWN = "unknown key"


_KEYS: Final = {
    **dict.fromkeys(("\x1b[A", "\x1bOA"), Key.UP),
    **dict.fromkeys(("\x1b[B", "\x1bOB"), Key.DOWN),
    **dict.fromkeys(("\x1b[C", "\x1bOC"), Key.RIGHT),
    **dict.fromkeys(("\x1b[D", "\x1bOD"), Key.LEFT),
    **dict.fromkeys(("\r", "\n"), Key.ENTER),
    **dict.fromkeys(("\x7f", "\b"), Key.BACKSPACE),
    "\t": Key.TAB,
    "\x1b[Z": Key.BACK_TAB,
    "\x1b": Key.ESCAPE,
}
_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])|.", re.DOTALL)
_END_OF_INPUT: Final = "\x04"


class Size(NamedTuple):
    """Of a terminal, in columns and lines."""

    columns: int
    lines: int

    def __str__(self) -> str:
        return f"{self.columns} by {self.lines}"


class Screen(Protocol):
    """What frames are drawn on, and where keys come from."""

    @property
    def size(self) -> Size:
        """The size of the window."""

    def draw(self, lines: Sequence[Text]) -> None:
        """Draw a frame in place of the last one."""

    def read_key(self, seconds: float | None = None) -> str | None:
        """The next key: a `Key`, or the character itself.

        None if no key comes within this time. Raises `EOFError` at the end of the input.
        """


class TerminalScreen:
    """A screen on a real terminal; `open_screen` makes it."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._output = console.file.fileno()
        self._keyboard = sys.stdin.fileno()
        self._modes = termios.tcgetattr(self._keyboard)
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._typed = ""
        self._drawn_size: Size | None = None
        """The size of the window when it was drawn; None if it must be drawn again."""

    def enter(self) -> None:
        """Take the whole terminal, and single keys."""
        tty.setcbreak(self._keyboard)
        self._write(_ENTER)
        self._drawn_size = None

    def leave(self) -> None:
        """Let the terminal be as it was before."""
        with suppress(OSError, termios.error):  # the terminal may be gone
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._modes)
        with suppress(OSError):
            self._write(_LEAVE)

    def suspend(self, number: int, _: FrameType | None = None) -> None:
        """Stop, as Ctrl-Z asks; draw everything again when the process continues."""
        self.leave()
        handler = signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
        signal.signal(number, handler)
        self.enter()

    @property
    def size(self) -> Size:
        return Size(*os.get_terminal_size(self._keyboard))

    def draw(self, lines: Sequence[Text]) -> None:
        size = self._drawn_size = self.size
        self._console.size = size.columns, size.lines
        parts = [
            f"\x1b[{number};1H\x1b[2K{self._to_ansi(line)}"
            for number, line in enumerate(lines[: size.lines], 1)
        ]
        if len(parts) < size.lines:
            parts.append(f"\x1b[{len(parts) + 1};1H\x1b[0J")
        self._write("".join(parts))

    def _to_ansi(self, line: Text) -> str:
        with self._console.capture() as capture:
            self._console.print(line, end="", no_wrap=True, overflow="crop", crop=True)
        return capture.get()

    def _write(self, text: str) -> None:
        # With PYTHONUNBUFFERED a text stream loses the rest of a frame that a signal cuts, such as
        # that of a window with another size.
        left = memoryview(text.encode(errors="replace"))
        while left:
            left = left[os.write(self._output, left) :]

    def read_key(self, seconds: float | None = None) -> str | None:
        """The next key, `Key.RESIZE` if the window has another size, or None if no key comes."""
        left = seconds
        while not self._typed:
            if self.size != self._drawn_size:
                return Key.RESIZE
            step = _SIZE_SECONDS if left is None else min(_SIZE_SECONDS, left)
            if not self._wait(step) and left is not None:
                left -= step
                if left <= 0:
                    return None
        if self._typed == "\x1b":
            self._wait(_ESCAPE_SECONDS)
        sequence = next(_SEQUENCE.finditer(self._typed))  # it matches every character
        self._typed = self._typed[sequence.end() :]
        key = sequence[0]
        if key == _END_OF_INPUT:
            raise EOFError
        return _KEYS.get(key, key if key.isprintable() else Key.UNKNOWN)

    def _wait(self, seconds: float) -> bool:
        """Whether something was typed within this time."""
        if not select.select([self._keyboard], [], [], max(seconds, 0.0))[0]:
            return False
        read = os.read(self._keyboard, 1024)
        if not read:
            raise EOFError
        self._typed += self._decoder.decode(read)
        return True


@contextmanager
def open_screen(console: Console) -> Iterator[TerminalScreen]:
    """The whole terminal; at the end it is as it was before."""
    screen = TerminalScreen(console)
    handles_stop = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTSTP, screen.suspend) if handles_stop else None
    try:
        screen.enter()
        yield screen
    finally:
        screen.leave()
        if handles_stop:
            signal.signal(signal.SIGTSTP, before)


def has_screen(console: Console, size: Size) -> bool:
    """Whether the program runs in a terminal of at least this size, with a keyboard."""
    if not HAS_KEYS or not console.is_terminal or console.is_dumb_terminal:
        return False
    try:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return False
        found = os.get_terminal_size(sys.stdin.fileno())
    except (OSError, ValueError):  # not a terminal after all, or closed
        return False
    return found.columns >= size.columns and found.lines >= size.lines


def draw_keys(*keys: tuple[str, str]) -> Text:
    """A line with keys and what they do."""
    line = Text()
    for key, meaning in keys:
        line.append("  " if line else "").append(key, style="bold").append(f" {meaning}", "dim")
    return line


# A frame: the table, beside or below it what happened, and the last lines

_SIDE: Final = 38
"""The fewest columns of a side panel."""
_MIN_LOG: Final = 2
"""The fewest lines about what happened, below the table."""
WIDTH: Final = 80
"""The fewest columns of a window."""


def smallest_size(terminal: Terminal[S, V, M, R], state: S, view: Viewpoint, bottom: int) -> Size:
    """The smallest window for a game with this number of lines at the bottom."""
    layout = terminal.layout(state, view)
    table = layout.tables[-1].count("\n") + 1
    has_side = WIDTH - layout.width - 1 >= _SIDE
    return Size(WIDTH, table + bottom + (0 if has_side else _MIN_LOG))


def draw_game(
    terminal: Terminal[S, V, M, R],
    record: Record[S, M],
    view: Viewpoint,
    size: Size,
    *,
    bottom: Sequence[Text],
    messages: Sequence[Text] = (),
    move: M | None = None,
) -> list[Text]:
    """The game with its last turns and messages above some lines at the bottom.

    `move` is one that the player thinks about. In a window that is too small, it says so.
    """
    layout = terminal.layout(record.final, view, move)
    columns = layout.width
    height = size.lines - len(bottom)
    has_side = size.columns - columns - 1 >= _SIDE
    tables = [[*map(Text.from_ansi, table.split("\n"))] for table in layout.tables]
    need = 0 if has_side else _MIN_LOG
    lines = next((lines for lines in tables if len(lines) + need <= height), None)
    if lines is None or size.columns < WIDTH:
        smallest = smallest_size(terminal, record.final, view, len(bottom))
        return wrap_paragraph(Text(f"Make this window {smallest} or larger."), size.columns)
    table, beside = [line[:columns] for line in lines], [line[columns:] for line in lines]
    while beside and not beside[-1].plain.strip():
        del beside[-1]
    side = [*beside, *map(Text.from_ansi, layout.panel.splitlines())]
    above = ([*side, Text()] if side else []) if has_side else table
    room = max(height - len(above), 0)
    width = size.columns - columns - 1 if has_side else size.columns
    told = [*_draw_turns(terminal, record, view, room), *messages]
    log = [line for paragraph in told for line in wrap_paragraph(paragraph, width)]
    body = [*above, *log[len(log) - min(room, len(log)) :]]
    if has_side:
        left = pad_lines(table, height)
        for line in left:
            line.pad_right(columns + 1 - line.cell_len)
        body = [line + side for line, side in zip(left, pad_lines(body, height), strict=True)]
    return pad_lines(body, height) + list(bottom)


def _draw_turns(
    terminal: Terminal[S, V, M, R], record: Record[S, M], view: Viewpoint, count: int
) -> list[Text]:
    """A short sentence for each of the last turns; those of the present round are bright."""
    turns = [terminal.summarise(turn, view) for turn in record.turns[-count:]] if count else []
    old = len(turns) - len(view.labels)
    return [Text(turn, style="dim" if number < old else "") for number, turn in enumerate(turns)]


def wrap_paragraph(paragraph: Text, width: int) -> list[Text]:
    """The lines of a paragraph; the second one and later ones are indented."""
    wrapped: list[Text] = []
    words = paragraph.plain.split(" ")
    line = words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > width:
            wrapped.append(Text(line, style=paragraph.style))
            line = f"  {word}"
        else:
            line += f" {word}"
    return [*wrapped, Text(line, style=paragraph.style)]


def pad_lines(lines: Sequence[Text], height: int) -> list[Text]:
    """Exactly this number of lines."""
    return [*lines[:height], *(Text() for _ in range(height - len(lines)))]
