"""`keltis celtic show`: one position of a game in a file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from keltis.celtic.render import board_svg
from keltis.cli.arguments import add_file, add_theme, whole
from keltis.cli.celtic.files import read_record, write_picture
from keltis.cli.celtic.looks import look_at
from keltis.cli.commands import Command, ExitCode
from keltis.cli.screens import screen
from keltis.cli.show import require_move


def show(file: Path, *, move: int | None, svg: Path | None, theme: str) -> ExitCode:
    """Print the board after so many moves, or draw it."""
    record = read_record(file)
    state = record.state_at(require_move(move, len(record)))
    look = look_at(record)
    console = screen()
    if svg is None:
        console.print(look.board(state))
    else:
        write_picture(console, svg, board_svg(state, names=look.names, theme=theme))
    return 0


def _describe(parser: ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--move", type=whole, metavar="N", help="the position after so many moves (default: the last one)")
    parser.add_argument("--svg", type=Path, metavar="OUT.svg", help="draw it as SVG instead")
    add_theme(parser)


def _run(said: Namespace) -> ExitCode:
    return show(said.file, move=said.move, svg=said.svg, theme=said.theme)


SHOW: Final = Command(name="show", help="show a position of a recorded game, or draw it", describe=_describe, run=_run)
