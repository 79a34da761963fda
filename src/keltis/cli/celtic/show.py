"""`keltis celtic show`: one position of a game in a file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from keltis.celtic.render import board_svg
from keltis.cli.arguments import add_file, add_pictures, whole
from keltis.cli.celtic.files import read_record
from keltis.cli.celtic.looks import look_at
from keltis.cli.commands import Command, ExitCode
from keltis.cli.pictures import write_pictures
from keltis.cli.screens import screen
from keltis.cli.show import require_move


def show(
    file: Path, *, move: int | None, svg: Path | None, png: Path | None, theme: str
) -> ExitCode:
    """Print the board after so many moves, or draw it."""
    record = read_record(file)
    state = record.state_at(require_move(move, len(record)))
    look = look_at(record)
    if svg is None and png is None:
        screen().print(look.board(state))
    else:
        write_pictures(board_svg(state, names=look.names, theme=theme), svg=svg, png=png)
    return 0


def _describe(parser: ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument(
        "--move",
        type=whole,
        metavar="N",
        help="the position after so many moves (default: the last one)",
    )
    add_pictures(parser, "draw it as SVG instead", "draw it as PNG instead")


def _run(said: Namespace) -> ExitCode:
    return show(said.file, move=said.move, svg=said.svg, png=said.png, theme=said.theme)


SHOW: Final = Command(
    name="show", help="show a position of a recorded game, or draw it", describe=_describe, run=_run
)
