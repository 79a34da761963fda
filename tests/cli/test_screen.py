"""A whole terminal: its frames, its keys and its size."""

import os
import select
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

import pytest
from rich.console import Console
from rich.text import Text

from cli.terminals import TIMEOUT, Display, set_size, termios
from keltis.cli import _screen
from keltis.cli._screen import Key, Size, has_screen, open_screen

SIZE: Final = Size(80, 24)


class Keyboard:
    """A pseudo-terminal: the end of the program, and the end of the person."""

    def __init__(self) -> None:
        self.person, self.program = os.openpty()
        set_size(self.program, *SIZE)
        self.file = os.fdopen(os.dup(self.program), "w", encoding="utf-8")
        self.console = Console(file=self.file, force_terminal=True, color_system="standard")
        self.display = Display(*SIZE)
        self.is_gone = False

    def press(self, keys: str | bytes) -> None:
        """Press these keys."""
        os.write(self.person, keys.encode() if isinstance(keys, str) else keys)

    def wait_until(self, is_so: Callable[[Display], bool]) -> None:
        """Read what the program writes until this is so."""
        while not is_so(self.display):
            assert select.select([self.person], [], [], TIMEOUT)[0], self.display.text
            self.display.feed(os.read(self.person, 65536).decode())

    def hang_up(self) -> None:
        """Close the window."""
        self.is_gone = True
        os.close(self.person)

    def fileno(self) -> int:
        """The end of the program, as the standard input has it."""
        return self.program

    def isatty(self) -> bool:
        """As standard streams in a terminal say."""
        return True


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[Keyboard]:
    """A terminal that is the standard input and output of this process."""
    keyboard = Keyboard()
    monkeypatch.setattr("sys.stdin", keyboard)
    yield keyboard
    if not keyboard.is_gone:
        keyboard.hang_up()
    with suppress(OSError):
        keyboard.file.close()
    os.close(keyboard.program)


def test_frames_stay_in_their_place(keyboard: Keyboard) -> None:
    with open_screen(keyboard.console) as screen:
        assert screen.size == SIZE
        screen.draw([Text("first"), Text("x" * 200, style="red"), Text("third")])
        screen.draw([Text("second"), Text("y" * 80)])
        keyboard.wait_until(lambda display: display.text.rstrip() == "second\n" + "y" * 80)
        screen.draw([Text(str(number)) for number in range(100)])
        keyboard.wait_until(lambda display: display.text.endswith("\n23"))
    keyboard.wait_until(lambda display: not display.is_whole)


def test_a_frame_that_signals_cut_arrives_whole(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr("os.write", lambda file, data: write(file, data[:7]))
    with open_screen(keyboard.console) as screen:
        screen.draw([Text("a long line"), Text("and another")])
        keyboard.wait_until(lambda display: display.text.rstrip() == "a long line\nand another")


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("ab", ["a", "b"]),
        ("\x1b[A\x1b[B\x1b[C\x1b[D", [Key.UP, Key.DOWN, Key.RIGHT, Key.LEFT]),
        ("\x1bOA\x1bOB", [Key.UP, Key.DOWN]),
        ("\r\n\t\x1b[Z", [Key.ENTER, Key.ENTER, Key.TAB, Key.BACK_TAB]),
        ("\x7f\b", [Key.BACKSPACE, Key.BACKSPACE]),
        ("\x1b", [Key.ESCAPE]),
        ("\x1b[15~\x00", [Key.UNKNOWN, Key.UNKNOWN]),
        ("ä☘", ["ä", "☘"]),
    ],
)
def test_keys_have_names(typed: str, keys: list[str], keyboard: Keyboard) -> None:
    with open_screen(keyboard.console) as screen:
        screen.draw([])
        keyboard.press(typed)
        assert [screen.read_key() for _ in keys] == keys


def test_a_letter_may_come_in_parts(keyboard: Keyboard) -> None:
    with open_screen(keyboard.console) as screen:
        screen.draw([])
        keyboard.press(b"\xc3")
        assert screen.read_key(0) is None
        assert screen.read_key(0.3) is None
        keyboard.press(b"\xa4")
        assert screen.read_key() == "ä"


def test_another_size_is_reported_until_it_is_drawn(keyboard: Keyboard) -> None:
    with open_screen(keyboard.console) as screen:
        assert screen.read_key() == Key.RESIZE  # nothing is drawn yet
        screen.draw([])
        set_size(keyboard.program, 100, 30)
        assert screen.read_key() == Key.RESIZE
        screen.draw([])
        keyboard.press("a")
        assert screen.read_key() == "a"


def test_ctrl_d_and_a_terminal_that_is_closed_end_the_input(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_screen(keyboard.console) as screen:
        screen.draw([])
        keyboard.press("\x04")
        with pytest.raises(EOFError):
            screen.read_key()
        keyboard.press("a")
        with monkeypatch.context() as patch:
            patch.setattr("os.read", lambda *_: b"")
            with pytest.raises(EOFError):
                screen.read_key()
        assert screen.read_key() == "a"
        keyboard.hang_up()
        with pytest.raises((EOFError, OSError)):
            screen.read_key()


def test_the_terminal_has_its_modes_again(keyboard: Keyboard) -> None:
    before = termios.tcgetattr(keyboard.program)
    with suppress(RuntimeError), open_screen(keyboard.console):
        assert termios.tcgetattr(keyboard.program) != before
        raise RuntimeError
    assert termios.tcgetattr(keyboard.program) == before


def test_a_suspended_process_draws_everything_again(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[int] = []
    monkeypatch.setattr("signal.raise_signal", stopped.append)
    before = signal.getsignal(signal.SIGTSTP)
    with open_screen(keyboard.console) as screen:
        screen.draw([Text("here")])
        handler = signal.getsignal(signal.SIGTSTP)
        assert callable(handler)
        handler(signal.SIGTSTP, None)
        assert signal.getsignal(signal.SIGTSTP) == handler
        assert screen.read_key() == Key.RESIZE
        keyboard.wait_until(lambda display: display.taken == 2)
    assert stopped == [signal.SIGTSTP]
    assert signal.getsignal(signal.SIGTSTP) == before


def test_outside_the_main_thread_there_are_no_signals(keyboard: Keyboard) -> None:
    sizes = []

    def look() -> None:
        with open_screen(keyboard.console) as screen:
            sizes.append(screen.size)

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert sizes == [SIZE]


def test_not_every_console_has_a_screen(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not has_screen(keyboard.console, SIZE)  # standard output is captured
    monkeypatch.setattr("sys.stdout", keyboard)
    assert has_screen(keyboard.console, SIZE)
    assert not has_screen(keyboard.console, Size(81, 24))
    assert not has_screen(keyboard.console, Size(80, 25))
    assert not has_screen(Console(file=keyboard.file, force_terminal=False), SIZE)
    monkeypatch.setenv("TERM", "dumb")
    assert not has_screen(keyboard.console, SIZE)
    monkeypatch.setenv("TERM", "xterm")
    with monkeypatch.context() as patch:
        patch.setattr(_screen, "HAS_KEYS", False)  # as on Windows
        assert not has_screen(keyboard.console, SIZE)
    monkeypatch.setattr(keyboard, "fileno", lambda: 999)
    assert not has_screen(keyboard.console, SIZE)
