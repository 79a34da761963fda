"""Telling a game turn by turn: on a terminal the board is drawn anew in its place, elsewhere line by line."""

import time
from collections import deque
from collections.abc import Iterable
from textwrap import fill
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from keltis.cli.looks import Look
from keltis.cli.screens import redraws
from keltis.cli.turns import Turn
from keltis.state import GameState

_DELAY: Final = 0.1


def tell(console: Console, start: GameState, told: Iterable[Turn], look: Look, *, delay: float | None, board: bool) -> None:
    """Show the start, then the turns one by one, each followed by so many seconds of peace; with or without the board."""
    if board and redraws(console):
        _tell_in_place(console, start, told, look, _DELAY if delay is None else delay)
    else:
        _tell_line_by_line(console, start, told, look, delay or 0.0, board=board)


def _tell_line_by_line(
    console: Console, start: GameState, told: Iterable[Turn], look: Look, delay: float, *, board: bool
) -> None:
    state = start
    if board:
        console.print(look.board(start))
        console.print()
    for turn in told:
        console.print(_paragraph(turn, console.width))
        state = turn.state
        time.sleep(delay)
    if board:
        console.print()
        console.print(look.board(state))


def _tell_in_place(console: Console, start: GameState, told: Iterable[Turn], look: Look, delay: float) -> None:
    last = deque[Turn](maxlen=len(start.players))
    with Live(console=console, auto_refresh=False) as live:
        live.update(_frame(console, start, last, look), refresh=True)
        for turn in told:
            last.append(turn)
            live.update(_frame(console, turn.state, last, look), refresh=True)
            time.sleep(delay)


def _frame(console: Console, state: GameState, last: Iterable[Turn], look: Look) -> Group:
    """As much as there is room for: the paths and the last turn, then the turns before it, then the players."""
    room = console.height - 2  # for an empty line, and the one where the cursor is
    board = look.board(state).split("\n", allow_blank=True)
    gaps = [line for line, text in enumerate(board) if not text.plain]
    told = [_paragraph(turn, console.width) for turn in last]
    while len(told) > 1 and gaps[1] + _height(told) > room:
        del told[0]
    ends = [end for end in (*gaps[1:], len(board)) if end + _height(told) <= room]
    return Group(Text("\n").join(board[: max(ends, default=gaps[1])]), Text(), *told)


def _height(paragraphs: Iterable[Text]) -> int:
    return sum(paragraph.plain.count("\n") + 1 for paragraph in paragraphs)


def _paragraph(turn: Turn, width: int) -> Text:
    """The number of a turn, and beside it what happened."""
    number = f"{turn.number:>3}. "
    text = Text(fill(number + " ".join(turn.sentences), width, subsequent_indent=" " * len(number)))
    text.stylize("dim", 0, len(number))
    return text
