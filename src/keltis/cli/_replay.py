"""`show` and `replay`: games in files, on the screen or as pictures."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from keltis._lib.text import count_noun
from keltis.cli._bots import require_seat
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import (
    draw_picture,
    draw_scoreboard,
    make_console,
    print_board,
    print_written,
    view_of,
    write_pictures,
)
from keltis.cli._files import read_record
from keltis.cli._narration import narrate_game
from keltis.cli._terminal import M, R, S, Terminal, V, Viewpoint
from keltis.game import Record

_PACE: Final = 0.5
"""The seconds for a move in a picture that moves."""
_FRAMES: Final = 6
"""The number of boards in a strip."""


def show(
    terminal: Terminal[S, V, M, R],
    *,
    file: Path,
    move: int | None,
    seat: int | None,
    reveal: bool,
    svg: Path | None,
    png: Path | None,
    theme: str,
) -> ExitCode:
    """Print or draw the board after a number of moves, by default after the last one."""
    record = read_record(terminal, file)
    if move is not None and move > len(record):
        raise CommandError(
            f"--move {move} is beyond the end: the game in this file has {len(record)} moves"
        )
    record = record if move is None else record.until(move)
    view = _view(terminal, record, seat, reveal=reveal)
    if svg is None and png is None:
        print_board(make_console(), terminal.boards(record.final, view)[0])
        return 0
    return _print_written(
        write_pictures(draw_picture(terminal, record, view, theme), svg=svg, png=png)
    )


def _view(
    terminal: Terminal[S, V, M, R], record: Record[S, M], seat: int | None, *, reveal: bool
) -> Viewpoint:
    if seat is not None:
        require_seat(seat, record.player_count)
    return view_of(terminal, record, seat=seat, reveal=reveal)


def _print_written(paths: Iterable[Path]) -> ExitCode:
    console = make_console()
    for path in paths:
        print_written(console, path)
    return 0


def replay(
    terminal: Terminal[S, V, M, R],
    *,
    file: Path,
    seat: int | None,
    reveal: bool,
    delay: float | None,
    board: bool,
    svg: Path | None,
    png: Path | None,
    theme: str,
    frames: int | None,
) -> ExitCode:
    """Narrate the game in a file, or draw it: as SVG a picture that moves, else some boards."""
    if svg is None and png is None:
        if frames is not None:
            raise CommandError("--frames needs a file for the picture: add --svg or --png")
        record = read_record(terminal, file)
        view = _view(terminal, record, seat, reveal=reveal)
        return _narrate(terminal, record, view, delay=delay, board=board)
    record, render = read_record(terminal, file), terminal.game.render
    strip = render.film_svg(record, frames=frames or _FRAMES, theme=theme)
    picture = strip if frames else render.animated_svg(record, pace=delay or _PACE, theme=theme)
    written = write_pictures(picture, svg=svg, png=None)
    return _print_written(written + write_pictures(strip, svg=None, png=png))


def _narrate(
    terminal: Terminal[S, V, M, R],
    record: Record[S, M],
    view: Viewpoint,
    *,
    delay: float | None,
    board: bool,
) -> ExitCode:
    """Narrate a game, with the points at its end or where the person leaves."""
    console = make_console()
    records = (record.until(moves) for moves in range(1, len(record) + 1))
    shown = narrate_game(
        console, terminal, record.until(0), records, view, delay=delay, board=board
    )
    if len(shown) < len(record):
        console.print(f"\nYou left after {len(shown)} of {count_noun(len(record), 'move')}.")
    elif record.outcome is None:
        console.print(f"\nThe record stops here, after {count_noun(len(record), 'move')}.")
    console.print()
    console.print(draw_scoreboard(terminal.scoreboard(shown), view.labels))
    return 0
