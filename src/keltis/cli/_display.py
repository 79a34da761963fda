"""The terminal: boards, tables and frames as rich draws them."""

import errno
import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import Final

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from keltis.cli._terminal import Listing, Scoreboard
from keltis.render._kit.terminal import text_width

WIDTH: Final = 80
"""The most columns of the output."""


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


def make_screen_console() -> Console:
    """The standard output with the whole width of the terminal."""
    return _Console(markup=False, emoji=False, highlight=False)


class _Notices(logging.Handler):
    """Prints what is logged on a console."""

    def __init__(self, console: Console) -> None:
        super().__init__(logging.INFO)
        self.console = console

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError):  # the reader may be gone
            self.console.print(f"{record.name}: {record.getMessage()}", soft_wrap=True)


@contextmanager
def show_notices(console: Console) -> Iterator[None]:
    """Print what `keltis.batch` logs meanwhile, such as that it compiles kernels for seconds."""
    logger, handler = logging.getLogger("keltis.batch"), _Notices(console)
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def print_board(console: Console, board: str) -> None:
    """Print a board with colour codes, cropped where the screen is too narrow."""
    console.print(_draw_board(board), no_wrap=True, overflow="crop", crop=True)


def _draw_board(board: str) -> Text:
    return Text.from_ansi(board, no_wrap=True, overflow="crop")


def draw_frame(boards: Sequence[str], paragraphs: Sequence[Text], height: int) -> Group:
    """The last paragraphs that fit below the shortest board, and the longest board above them."""
    recent = list(paragraphs)
    room = height - _board_height(boards[-1])
    while len(recent) > 1 and _height(recent) > room:
        del recent[0]
    fitting = (board for board in boards if _board_height(board) + _height(recent) <= height)
    return Group(_draw_board(next(fitting, boards[-1])), Text(), *recent)


def _board_height(board: str) -> int:
    return board.count("\n") + 1


def _height(paragraphs: Iterable[Text]) -> int:
    return sum(paragraph.plain.count("\n") + 1 for paragraph in paragraphs)


def print_listing(console: Console, listing: Listing) -> None:
    """Print a listing in columns, or where that is too wide, cell by cell."""
    if _natural_width(listing) <= console.width:
        table = Table.grid(padding=(0, listing.gap))
        for row in listing.rows:
            table.add_row(*row)
        console.print(table)
    else:
        for cell in (cell for row in listing.rows for cell in row if cell):
            console.print(cell)
    if listing.note:
        console.print(listing.note)


def _natural_width(listing: Listing) -> int:
    columns = zip_longest(*listing.rows, fillvalue="")
    return sum(max(map(text_width, column)) + listing.gap for column in columns) - listing.gap


def draw_scoreboard(scoreboard: Scoreboard, labels: Iterable[str]) -> Table:
    """The points of all players; stars mark those who lead."""
    table = Table("", title=scoreboard.title, title_justify="left")
    for heading in scoreboard.headings:
        table.add_column(heading, justify="right" if scoreboard.are_numbers else "left")
    table.add_column("")
    for seat, (label, row) in enumerate(zip(labels, scoreboard.rows, strict=True)):
        leads = seat in scoreboard.best
        table.add_row(label, *row, "*" if leads else "", style="bold" if leads else None)
    return table


def print_written(console: Console, paths: Iterable[Path]) -> None:
    """Print the names of files that have been written."""
    for path in paths:
        console.print(f"written: {path}", soft_wrap=True)
