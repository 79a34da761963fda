"""The narration of a game, turn by turn.

A terminal draws the board in its place, and takes keys where it has a keyboard; elsewhere, the
turns are printed line by line.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from textwrap import fill
from typing import Final, Generic, final

import attrs
from rich.console import Console
from rich.live import Live
from rich.text import Text

from keltis._shared.values import Immutable
from keltis.cli._display import can_redraw, draw_frame, make_screen_console, print_board
from keltis.cli._frame import WIDTH, smallest_size
from keltis.cli._games import Game, M, R, Viewpoint
from keltis.cli._screen import has_screen, open_screen
from keltis.cli._watch_screen import BOTTOM, WatchScreen

_DELAY: Final = 0.5
"""The seconds after a turn on a terminal."""


@final
@attrs.frozen
class Turn(Immutable, Generic[R]):
    """What one player did until the next one is to move."""

    number: int
    """From 1."""
    record: R
    """The game up to the end of this turn."""
    sentences: tuple[str, ...]


def split_turns(
    game: Game[R, M], start: R, records: Iterable[R], view: Viewpoint
) -> Iterator[Turn[R]]:
    """The turns of a game after its start, from ever longer records of it."""
    done, number = len(start), 1
    record, sentences = start, list[str]()
    for longer in records:
        for move in range(done, len(longer)):
            record = longer.until(move + 1)
            sentences += game.narrate(record, move, view)
            if game.is_turn_over(record):
                yield Turn(number, record, tuple(sentences))
                number += 1
                sentences.clear()
        done = len(longer)
    if sentences:  # the game stopped within a turn
        yield Turn(number, record, tuple(sentences))


def narrate_game(
    console: Console,
    game: Game[R, M],
    start: R,
    records: Iterable[R],
    view: Viewpoint,
    *,
    delay: float | None,
    board: bool,
) -> R:
    """Show the start, then each turn, with a delay after it; with or without the board.

    Return as much of the game as was shown.
    """
    turns = split_turns(game, start, records, view)
    if board and can_redraw(console):
        pace = _DELAY if delay is None else delay
        whole = make_screen_console()
        if has_screen(whole, smallest_size(game, start, view, BOTTOM)):
            with open_screen(whole) as screen:
                shown = (turn.record for turn in turns)
                record = WatchScreen(screen, game, view, start, shown, pace).run()
            print_board(console, game.boards(record, view)[0])
            return record
        if console.width < WIDTH:
            console.print(f"The whole board needs a window of {WIDTH} columns.")
        return _redraw_turns(console, game, start, turns, view, pace)
    last = start
    if board:
        print_board(console, game.boards(start, view)[0])
        console.print()
    for turn in turns:
        console.print(_format_turn(turn, console.width))
        last = turn.record
        time.sleep(delay or 0.0)
    if board:
        console.print()
        print_board(console, game.boards(last, view)[0])
    return last


def _redraw_turns(
    console: Console,
    game: Game[R, M],
    start: R,
    turns: Iterable[Turn[R]],
    view: Viewpoint,
    delay: float,
) -> R:
    last = start
    recent = deque[Text](maxlen=len(view.labels))
    height = console.height - 2  # without an empty line, and the line of the cursor
    with Live(console=console, auto_refresh=False) as live:
        live.update(draw_frame(game.boards(start, view), recent, height), refresh=True)
        for turn in turns:
            recent.append(_format_turn(turn, console.width))
            live.update(draw_frame(game.boards(turn.record, view), recent, height), refresh=True)
            last = turn.record
            time.sleep(delay)
    return last


def _format_turn(turn: Turn[R], width: int) -> Text:
    """The number of a turn, and beside it what happened."""
    number = f"{turn.number:>3}. "
    text = Text(fill(number + " ".join(turn.sentences), width, subsequent_indent=" " * len(number)))
    text.stylize("dim", 0, len(number))
    return text
