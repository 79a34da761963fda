"""What is printed: boards and tables as rich draws them."""

import errno
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from typing import Final

from rich.console import Console

from keltis.cli._terminal import Listing, Size, Terminal, Viewpoint, size_of
from keltis.game import M, R, S, V
from keltis.render._kit.terminal import text_width

WIDTH: Final = 80
"""The most columns of the output."""
SMALLEST: Final = Size(56, 22)
"""The smallest terminal for the application."""


class _Console(Console):
    """A console that raises `BrokenPipeError` where rich would end the program."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def make_console(*, stderr: bool = False) -> Console:
    """The standard output, or standard error, where brackets and numbers have no special meaning.

    rich leaves colours out where the output is not a terminal, or `NO_COLOR` is set.
    """
    width = min(WIDTH, Console(stderr=stderr).width)
    return _Console(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)


def has_application(console: Console) -> bool:
    """Whether the program can have the whole terminal; if only Textual is missing, say so."""
    if not console.is_terminal or console.is_dumb_terminal or not sys.stdin.isatty():
        return False
    width, height = Console().size
    if find_spec("textual") is None:
        console.print('A board that stays in its place needs Textual: pip install "keltis[cli]"')
    elif width < SMALLEST.columns or height < SMALLEST.lines:
        console.print(f"A window of {SMALLEST} or larger shows the board in its place.")
    else:
        return True
    return False


class _Notices(logging.Handler):
    """Calls a function with what is logged."""

    def __init__(self, show: Callable[[str], None]) -> None:
        super().__init__(logging.INFO)
        self.show = show

    def emit(self, record: logging.LogRecord) -> None:
        self.show(f"{record.name}: {record.getMessage()}")


@contextmanager
def show_notices(show: Callable[[str], None]) -> Iterator[None]:
    """Show what `keltis.batch` logs meanwhile, such as that it compiles kernels for seconds."""
    logger, handler = logging.getLogger("keltis.batch"), _Notices(show)
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def print_message(console: Console, text: str) -> None:
    """Print a message, unless its reader is gone."""
    with suppress(OSError):
        console.print(text, soft_wrap=True)


def print_board(
    console: Console, terminal: Terminal[S, V, M, R], state: S, view: Viewpoint
) -> None:
    """Print a board: in a narrow terminal with narrower columns, if the game has such."""
    board = terminal.board(state, view)
    if size_of(board).columns > console.width:
        board = terminal.picture(state, view, Size(console.width, 1))
    needed = size_of(board).columns
    if needed > console.width:
        console.print(f"The whole board needs a window of {needed} columns.")
    console.print(board, no_wrap=True, overflow="crop", crop=True)


def print_listing(console: Console, listing: Listing) -> None:
    """Print a listing in columns, or where that is too wide, cell by cell."""
    widths = [max(map(text_width, column)) for column in zip_longest(*listing, fillvalue="")]
    gap = "   "
    fits = sum(widths) + len(gap) * (len(widths) - 1) <= console.width
    for row in listing:
        cells = [
            cell + " " * (width - text_width(cell))
            for cell, width in zip(row, widths, strict=False)
        ]
        console.print(gap.join(cells).rstrip() if fits else "\n".join(filter(None, row)))


def print_written(console: Console, paths: Iterable[Path]) -> None:
    """Print the names of files that have been written."""
    for path in paths:
        console.print(f"written: {path}", soft_wrap=True)
