"""`watch`, `show` and `replay`: games of bots and games in files, narrated turn by turn or drawn.

A terminal shows the board in its place; elsewhere, the turns are printed line by line.
"""

import secrets
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import Final

from rich.console import Console
from rich.text import Text

from keltis._lib.text import count_noun
from keltis.cli._commands import (
    CommandError,
    ExitCode,
    ignore_stop_signals,
    raise_on_stop_signals,
)
from keltis.cli._display import (
    has_application,
    make_console,
    print_board,
    print_message,
    print_written,
    show_notices,
)
from keltis.cli._files import read_record, require_writable, write_pictures, write_record
from keltis.cli._session import (
    SHORT_SEEDS,
    BotFailed,
    count_players,
    fill_seats,
    new_record,
    require_seat,
    seat_bots,
)
from keltis.cli._terminal import (
    Terminal,
    Viewpoint,
    distinct_names,
    is_turn_over,
    name_bots,
    view_of,
)
from keltis.game import MAX_MOVES, M, Match, R, Record, S, V

_DELAY: Final = 0.5
"""The seconds after a turn on a terminal, and those for a move in a picture that moves."""
_FRAMES: Final = 6
"""The number of boards in a strip."""


# The commands


def watch(
    terminal: Terminal[S, V, M, R],
    *,
    bots: Sequence[str] = (),
    players: int | None = None,
    seed: int | None = None,
    rules: str | None = None,
    delay: float | None = None,
    no_board: bool = False,
    plain: bool = False,
    reveal: bool = False,
    save: Path | None = None,
    svg: Path | None = None,
    png: Path | None = None,
    theme: str = "light",
) -> ExitCode:
    """Let bots play a game, and narrate it."""
    require_writable(save, svg, png)
    game = terminal.game
    seats = count_players(game, players) or max(2, len(bots))
    names = fill_seats(bots or [terminal.default_bot], seats)
    seed = secrets.randbelow(SHORT_SEEDS) if seed is None else seed
    start = new_record(game, name_bots(names), seed, rules)
    seated = seat_bots(game, names)
    match = Match(game=game, record=start, bots=seated, seed=seed, max_moves=MAX_MOVES)
    view = view_of(terminal, start, reveal=reveal)
    console = make_console()

    def play() -> Iterator[Record[S, M]]:
        nonlocal match
        steps = match.steps()
        for match in steps:
            yield match.record

    def draw_end() -> str:
        return _draw(terminal, match.record, view, theme)

    records = play()
    with raise_on_stop_signals():
        try:
            narrate_game(
                console,
                terminal,
                start,
                records,
                view,
                delay=delay,
                board=not no_board,
                plain=plain,
            )
        except BotFailed as failure:
            raise CommandError(failure.full_message) from failure
        except BrokenPipeError:
            if any((save, svg, png)):
                deque(records, maxlen=0)  # the reader is gone, but the files get the whole game
                write_pictures(draw_end, svg=svg, png=png)
            raise
        finally:
            ignore_stop_signals()
            if save is not None:
                write_record(terminal, save, match.record)
    record = match.record
    written = write_pictures(draw_end, svg=svg, png=png)
    left = f"\nYou left after {count_noun(len(record), 'move')}."
    if match.truncated:
        left = f"\nStopped after {len(record)} moves: these bots may never end a game."
    _print_points(console, terminal, record, view, left)
    print_written(console, written)
    console.print(f"With --seed {seed} the same game is played again.")
    return 0


def _print_points(
    console: Console,
    terminal: Terminal[S, V, M, R],
    record: Record[S, M],
    view: Viewpoint,
    left: str,
) -> None:
    """Print the points, after a sentence if the game is not over."""
    if record.outcome is None:
        console.print(left)
    # Here a bot's own name is said, too.
    view = view._replace(labels=distinct_names(record.names) or view.labels)
    if points := terminal.explanation(record.final, view):
        console.print()
        console.print(points)


def _draw(terminal: Terminal[S, V, M, R], record: Record[S, M], view: Viewpoint, theme: str) -> str:
    """A picture of the last position, as SVG."""
    return terminal.game.render.board_svg(
        record.final, seat=view.seat, reveal=view.reveal, names=view.labels, theme=theme
    )


def show(
    terminal: Terminal[S, V, M, R],
    *,
    file: Path,
    move: int | None = None,
    seat: int | None = None,
    reveal: bool = False,
    svg: Path | None = None,
    png: Path | None = None,
    theme: str = "light",
) -> ExitCode:
    """Print or draw the board after a number of moves, by default after the last one."""
    record = read_record(terminal, file)
    if move is not None and move > len(record):
        raise CommandError(
            f"--move {move} is beyond the end: the game in this file has {len(record)} moves"
        )
    record = record if move is None else record.until(move)
    view = _view(terminal, record, seat, reveal=reveal)
    written = write_pictures(lambda: _draw(terminal, record, view, theme), svg=svg, png=png)
    if not written:
        print_board(make_console(), terminal, record.final, view)
    print_written(make_console(), written)
    return 0


def _view(
    terminal: Terminal[S, V, M, R], record: Record[S, M], seat: int | None, *, reveal: bool
) -> Viewpoint:
    if seat is not None:
        require_seat(seat, record.player_count)
    return view_of(terminal, record, seat=seat, reveal=reveal)


def replay(
    terminal: Terminal[S, V, M, R],
    *,
    file: Path,
    seat: int | None = None,
    reveal: bool = False,
    delay: float | None = None,
    no_board: bool = False,
    plain: bool = False,
    svg: Path | None = None,
    png: Path | None = None,
    theme: str = "light",
    frames: int | None = None,
) -> ExitCode:
    """Narrate the game in a file, or draw it: as SVG a picture that moves, else some boards."""
    if svg is None and png is None and frames is not None:
        raise CommandError("--frames needs a file for the picture: add --svg or --png")
    console, record, render = make_console(), read_record(terminal, file), terminal.game.render

    def draw_strip() -> str:
        return render.film_svg(record, frames=frames or _FRAMES, theme=theme)

    def draw_film() -> str:
        return render.animated_svg(record, pace=delay or _DELAY, theme=theme)

    written = write_pictures(draw_strip if frames else draw_film, svg=svg)
    written += write_pictures(draw_strip, png=png)
    if written:
        print_written(console, written)
        return 0
    view = _view(terminal, record, seat, reveal=reveal)
    records = (record.until(moves) for moves in range(1, len(record) + 1))
    start, board = record.until(0), not no_board
    shown = narrate_game(
        console, terminal, start, records, view, delay=delay, board=board, plain=plain
    )
    moves = count_noun(len(record), "move")
    stops = f"\nThe record stops here, after {moves}."
    left = stops if len(shown) == len(record) else f"\nYou left after {len(shown)} of {moves}."
    _print_points(console, terminal, shown, view, left)
    return 0


# The narration


def split_turns(records: Iterable[Record[S, M]]) -> Iterator[Record[S, M]]:
    """A game after each turn, from its record after each move."""
    unfinished = None
    for record in records:
        unfinished = None if is_turn_over(record) else record
        if unfinished is None:
            yield record
    if unfinished is not None:  # the game stopped within a turn
        yield unfinished


def narrate_game(
    console: Console,
    terminal: Terminal[S, V, M, R],
    start: Record[S, M],
    records: Iterable[Record[S, M]],
    view: Viewpoint,
    *,
    delay: float | None,
    board: bool,
    plain: bool,
) -> Record[S, M]:
    """Show the start, then each turn, with a delay after it; with or without the board.

    `records` are the game after each move. Return as much of it as was shown.
    """
    turns = split_turns(records)
    if board and not plain and has_application(console):
        from keltis.cli._app import run_screen  # noqa: PLC0415 - an extra
        from keltis.cli._watch_screen import WatchScreen  # noqa: PLC0415

        pace = _DELAY if delay is None else delay
        screen = WatchScreen(terminal, view, start, turns, pace)
        run_screen(screen)
        print_board(console, terminal, screen.records[-1].final, view)
        return screen.records[-1]
    last = start
    if board:
        print_board(console, terminal, start.final, view)
        console.print()
    with show_notices(partial(print_message, make_console(stderr=True))):
        for number, record in enumerate(turns, 1):
            moves = [record[place] for place in range(len(last), len(record))]
            sentences = terminal.narrate(moves, view)
            console.print(_format_turn(number, sentences, console.width))
            last = record
            time.sleep(delay or 0.0)
    if board:
        console.print()
        print_board(console, terminal, last.final, view)
    return last


def _format_turn(number: int, sentences: Iterable[str], width: int) -> Text:
    """The number of a turn, and beside it what happened."""
    label = f"{number:>3}. "
    text = Text(fill(label + " ".join(sentences), width, subsequent_indent=" " * len(label)))
    text.stylize("dim", 0, len(label))
    return text
