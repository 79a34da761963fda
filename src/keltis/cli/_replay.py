"""`show` and `replay`: games in files, on the screen or as pictures."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from keltis._shared.narration import count_noun
from keltis.cli._bots import require_seat
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import (
    draw_scoreboard,
    make_console,
    print_board,
    print_written,
    view_of,
    write_pictures,
)
from keltis.cli._files import read_record
from keltis.cli._games import Game, M, R
from keltis.cli._narration import narrate_game

_PACE: Final = 0.5
"""The seconds for a move in a picture that moves."""
_FRAMES: Final = 6
"""The number of boards in a strip."""


def show(
    game: Game[R, M],
    file: Path,
    *,
    move: int | None,
    seat: int | None,
    reveal: bool,
    svg: Path | None,
    png: Path | None,
    theme: str,
) -> ExitCode:
    """Print or draw the board after a number of moves, by default after the last one."""
    record = read_record(game, file)
    if move is not None:
        record = _cut(record, move)
    if seat is not None:
        require_seat(seat, len(game.seat_labels(record)))
    view = view_of(game, record, seat=seat, reveal=reveal)
    if svg is None and png is None:
        print_board(make_console(), game.boards(record, view)[0])
        return 0
    return _print_written(write_pictures(game.board_svg(record, view, theme), svg=svg, png=png))


def _print_written(paths: Iterable[Path]) -> ExitCode:
    console = make_console()
    for path in paths:
        print_written(console, path)
    return 0


def _cut(record: R, moves: int) -> R:
    if moves > len(record):
        raise CommandError(
            f"--move {moves} is beyond the end: the game in this file has {len(record)} moves"
        )
    return record.until(moves)


def replay(
    game: Game[R, M],
    file: Path,
    *,
    seat: int | None,
    reveal: bool,
    delay: float | None,
    board: bool,
) -> ExitCode:
    """Narrate the game in a file, with the points at its end or where the person leaves."""
    record = read_record(game, file)
    if seat is not None:
        require_seat(seat, len(game.seat_labels(record)))
    view = view_of(game, record, seat=seat, reveal=reveal)
    console = make_console()
    shown = narrate_game(console, game, record.until(0), [record], view, delay=delay, board=board)
    if len(shown) < len(record):
        console.print(f"\nYou left after {len(shown)} of {count_noun(len(record), 'move')}.")
    elif record.outcome is None:
        console.print(f"\nThe record stops here, after {count_noun(len(record), 'move')}.")
    console.print()
    console.print(draw_scoreboard(game.scoreboard(shown), view.labels))
    return 0


def draw_film(
    game: Game[R, M],
    file: Path,
    *,
    frames: int | None,
    pace: float | None,
    svg: Path | None,
    png: Path | None,
    theme: str,
) -> ExitCode:
    """Draw the game in a file: a strip of boards, or as SVG without `frames` one that moves."""
    record = read_record(game, file)
    strip = game.film_svg(record, frames or _FRAMES, theme)
    picture = strip if frames else game.animated_svg(record, pace or _PACE, theme)
    written = write_pictures(picture, svg=svg, png=None)
    written += write_pictures(strip, svg=None, png=png)
    return _print_written(written)
