"""Telling a game turn by turn: on a terminal the board is drawn anew in its place, elsewhere line by line."""

import time
from collections import deque
from collections.abc import Iterable
from textwrap import fill
from typing import Final, Protocol, TypeVar

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from keltis.cli.screens import redraws
from keltis.cli.turns import S, Turn

_DELAY: Final = 0.1


S_contra = TypeVar("S_contra", contravariant=True)


class Drawn(Protocol[S_contra]):
    """How a game looks on the screen."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""

    def board(self, state: S_contra, /) -> Text:
        """The board."""

    def frame(self, state: S_contra, told: list[Text], room: int, /) -> Group:
        """The board and the last turns, or as much of them as so many lines have room for."""


def tell(
    console: Console,
    start: S,
    told: Iterable[Turn[S]],
    look: Drawn[S],
    *,
    delay: float | None,
    board: bool,
) -> None:
    """Show the start, then the turns one by one, each followed by so many seconds of peace; with or without the board."""
    if board and redraws(console):
        _tell_in_place(console, start, told, look, _DELAY if delay is None else delay)
    else:
        _tell_line_by_line(console, start, told, look, delay or 0.0, board=board)


def _tell_line_by_line(
    console: Console,
    start: S,
    told: Iterable[Turn[S]],
    look: Drawn[S],
    delay: float,
    *,
    board: bool,
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


def _tell_in_place(
    console: Console, start: S, told: Iterable[Turn[S]], look: Drawn[S], delay: float
) -> None:
    last = deque[Text](maxlen=len(look.names))
    room = console.height - 2  # for an empty line, and the one where the cursor is
    with Live(console=console, auto_refresh=False) as live:
        live.update(look.frame(start, list(last), room), refresh=True)
        for turn in told:
            last.append(_paragraph(turn, console.width))
            live.update(look.frame(turn.state, list(last), room), refresh=True)
            time.sleep(delay)


def _paragraph(turn: Turn[S], width: int) -> Text:
    """The number of a turn, and beside it what happened."""
    number = f"{turn.number:>3}. "
    text = Text(fill(number + " ".join(turn.sentences), width, subsequent_indent=" " * len(number)))
    text.stylize("dim", 0, len(number))
    return text
