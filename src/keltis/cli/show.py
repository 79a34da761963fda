"""`keltis show`: one position of a game in a file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from keltis.cli.arguments import add_file, add_pictures, add_reveal, whole
from keltis.cli.commands import Command, ExitCode
from keltis.cli.errors import CommandError
from keltis.cli.files import read_record
from keltis.cli.looks import look_at
from keltis.cli.pictures import write_pictures
from keltis.cli.screens import screen
from keltis.render import board_svg


def show(
    file: Path,
    *,
    move: int | None,
    seat: int | None,
    reveal: bool,
    svg: Path | None,
    png: Path | None,
    theme: str,
) -> ExitCode:
    """Print the board after so many moves, or draw it."""
    record = read_record(file)
    state = record.state_at(require_move(move, len(record)))
    look = look_at(record, seat=seat, reveal=reveal)
    if svg is None and png is None:
        screen().print(look.board(state))
    else:
        write_pictures(
            board_svg(state, seat=seat, reveal=reveal, names=look.names, theme=theme),
            svg=svg,
            png=png,
        )
    return 0


def require_move(move: int | None, moves: int) -> int:
    """After how many moves the position is that is asked for, in a game of so many; by default the last one."""
    if move is None:
        return moves
    if move > moves:
        raise CommandError(
            f"--move {move} is beyond the end: the game in this file has {moves} moves"
        )
    return move


def _describe(parser: ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument(
        "--move",
        type=whole,
        metavar="N",
        help="the position after so many moves (default: the last one)",
    )
    parser.add_argument(
        "--seat",
        type=whole,
        metavar="N",
        help="as the player on this seat sees it (default: as a spectator)",
    )
    add_reveal(parser)
    add_pictures(parser, "draw it as SVG instead", "draw it as PNG instead")


def _run(said: Namespace) -> ExitCode:
    return show(
        said.file,
        move=said.move,
        seat=said.seat,
        reveal=said.reveal,
        svg=said.svg,
        png=said.png,
        theme=said.theme,
    )


SHOW: Final = Command(
    name="show", help="show a position of a recorded game, or draw it", describe=_describe, run=_run
)
