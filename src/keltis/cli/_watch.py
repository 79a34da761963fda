"""`watch`, `show` and `replay`: games of bots and games in files, narrated turn by turn or drawn.

A terminal draws the board in its place, and takes keys where it has a keyboard; elsewhere, the
turns are printed line by line.
"""

import secrets
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import fill
from typing import Final, Generic, TypeAlias

import attrs
from rich.console import Console
from rich.live import Live
from rich.text import Text

from keltis._lib.text import count_noun
from keltis.cli._commands import (
    CommandError,
    ExitCode,
    ignore_stop_signals,
    raise_on_stop_signals,
)
from keltis.cli._display import (
    draw_frame,
    draw_scoreboard,
    make_console,
    make_screen_console,
    print_board,
    print_written,
    show_notices,
)
from keltis.cli._files import read_record, require_writable, write_pictures, write_record
from keltis.cli._screen import (
    WIDTH,
    Key,
    Screen,
    draw_game,
    draw_keys,
    has_screen,
    open_screen,
    smallest_size,
)
from keltis.cli._session import (
    SHORT_SEEDS,
    BotFailed,
    count_players,
    fill_seats,
    new_record,
    require_seat,
    seat_bots,
)
from keltis.cli._terminal import Terminal, Viewpoint, is_turn_over, view_of
from keltis.game import MAX_MOVES, M, Match, R, Record, S, V

_DELAY: Final = 0.5
"""The seconds after a turn on a terminal, and those for a move in a picture that moves."""
_FRAMES: Final = 6
"""The number of boards in a strip."""
_BOTTOM: Final = 2
"""The lines below the table: where the game is, and the keys."""
_DELAYS: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 6.0)
"""The seconds after a turn, from fast to slow."""
_KEYS: Final = draw_keys(
    ("Space", "pause or continue"),
    ("→", "step"),
    ("←", "back"),
    ("↑", "faster"),
    ("↓", "slower"),
    ("q", "leave"),
)


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
    start = new_record(game, names, seed, rules)
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
            narrate_game(console, terminal, start, records, view, delay=delay, board=not no_board)
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
    console.print()
    console.print(draw_scoreboard(terminal.scoreboard(record), view.labels))


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
        print_board(make_console(), terminal.boards(record.final, view)[0])
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
    shown = narrate_game(console, terminal, start, records, view, delay=delay, board=board)
    moves = count_noun(len(record), "move")
    stops = f"\nThe record stops here, after {moves}."
    left = stops if len(shown) == len(record) else f"\nYou left after {len(shown)} of {moves}."
    _print_points(console, terminal, shown, view, left)
    return 0


# The narration


Turn: TypeAlias = tuple[Record[S, M], tuple[str, ...]]
"""The game up to the end of a player's turn, and sentences about this turn."""


def split_turns(
    terminal: Terminal[S, V, M, R], records: Iterable[Record[S, M]], view: Viewpoint
) -> Iterator[Turn[S, M]]:
    """The turns of a game from its record after each move."""
    record = None
    sentences: tuple[str, ...] = ()
    for record in records:
        sentences += terminal.narrate([record[len(record) - 1]], view)
        if is_turn_over(record):
            yield record, sentences
            sentences = ()
    if record is not None and sentences:  # the game stopped within a turn
        yield record, sentences


def narrate_game(
    console: Console,
    terminal: Terminal[S, V, M, R],
    start: Record[S, M],
    records: Iterable[Record[S, M]],
    view: Viewpoint,
    *,
    delay: float | None,
    board: bool,
) -> Record[S, M]:
    """Show the start, then each turn, with a delay after it; with or without the board.

    `records` are the game after each move. Return as much of it as was shown.
    """
    turns = split_turns(terminal, records, view)
    if board and console.is_terminal and not console.is_dumb_terminal:
        pace = _DELAY if delay is None else delay
        whole = make_screen_console()
        if has_screen(whole, smallest_size(terminal, start.final, view, _BOTTOM)):
            with open_screen(whole) as screen:
                shown = (record for record, _ in turns)
                record = WatchScreen(screen, terminal, view, [start], shown, pace).run()
            print_board(console, terminal.boards(record.final, view)[0])
            return record
        if console.width < WIDTH:
            console.print(f"The whole board needs a window of {WIDTH} columns.")
        return _redraw_turns(console, terminal, start, turns, view, pace)
    last = start
    if board:
        print_board(console, terminal.boards(start.final, view)[0])
        console.print()
    with show_notices(make_console(stderr=True)):  # on a screen they would be in the way
        for number, (record, sentences) in enumerate(turns, 1):
            console.print(_format_turn(number, sentences, console.width))
            last = record
            time.sleep(delay or 0.0)
    if board:
        console.print()
        print_board(console, terminal.boards(last.final, view)[0])
    return last


def _redraw_turns(
    console: Console,
    terminal: Terminal[S, V, M, R],
    start: Record[S, M],
    turns: Iterable[Turn[S, M]],
    view: Viewpoint,
    delay: float,
) -> Record[S, M]:
    last = start
    recent = deque[Text](maxlen=len(view.labels))
    height = console.height - 2  # without an empty line, and the line of the cursor
    with Live(console=console, auto_refresh=False) as live:
        live.update(draw_frame(terminal.boards(last.final, view), recent, height), refresh=True)
        for number, (last, sentences) in enumerate(turns, 1):
            recent.append(_format_turn(number, sentences, console.width))
            live.update(draw_frame(terminal.boards(last.final, view), recent, height), refresh=True)
            time.sleep(delay)
    return last


def _format_turn(number: int, sentences: Iterable[str], width: int) -> Text:
    """The number of a turn, and beside it what happened."""
    label = f"{number:>3}. "
    text = Text(fill(label + " ".join(sentences), width, subsequent_indent=" " * len(label)))
    text.stylize("dim", 0, len(label))
    return text


@attrs.define
class WatchScreen(Generic[S, V, M, R]):
    """Shows a game turn by turn. Turns that have been shown can be shown again."""

    _screen: Screen
    _terminal: Terminal[S, V, M, R]
    _view: Viewpoint
    _records: list[Record[S, M]]
    """The game at its start and after each turn that has been shown."""
    _turns: Iterator[Record[S, M]]
    _delay: float
    _place: int = 0
    _is_paused: bool = False
    _is_complete: bool = False

    def run(self) -> Record[S, M]:
        """Show the game until the person leaves; return as much of it as was shown."""
        while True:
            self._draw()
            is_still = self._is_paused or (self._is_complete and self._is_last)
            key = self._screen.read_key(None if is_still else self._delay)
            if key in ("q", Key.ESCAPE) or (key == Key.ENTER and is_still and self._is_complete):
                return self._records[-1]
            if key is None:
                self._go_on()
            else:
                self._handle(key)

    @property
    def _is_last(self) -> bool:
        return self._place == len(self._records) - 1

    def _handle(self, key: str) -> None:
        if key in (" ", "p"):
            self._is_paused = not self._is_paused
        elif key in (Key.RIGHT, "n", Key.ENTER):
            self._is_paused = True
            self._go_on()
        elif key in (Key.LEFT, "b"):
            self._is_paused = True
            self._place = max(0, self._place - 1)
        elif key in (Key.UP, "+"):
            self._delay = max((d for d in _DELAYS if d < self._delay), default=_DELAYS[0])
        elif key in (Key.DOWN, "-"):
            self._delay = min((d for d in _DELAYS if d > self._delay), default=_DELAYS[-1])

    def _go_on(self) -> None:
        """Show the next turn, if there is one."""
        if self._is_last and not self._is_complete:
            record = next(self._turns, None)
            if record is None:
                self._is_complete = True
                return
            self._records.append(record)
        self._place = min(self._place + 1, len(self._records) - 1)

    def _draw(self) -> None:
        state = f"{self._delay:g} seconds a turn"
        if self._is_complete and self._is_last:
            state = "the end"
        elif self._is_paused:
            state = "paused"
        bottom = [Text(f"Turn {self._place}: {state}", style="bold"), _KEYS]
        record, size = self._records[self._place], self._screen.size
        self._screen.draw(draw_game(self._terminal, record, self._view, size, bottom=bottom))
