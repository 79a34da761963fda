"""`keltis celtic solve`: the puzzles, all tiles in one square."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from keltis.celtic import count_fillings, fillings, solve
from keltis.celtic.render import board_svg
from keltis.cli.arguments import add_pictures, add_seed
from keltis.cli.celtic.looks import drawn_position
from keltis.cli.commands import Command, ExitCode
from keltis.cli.errors import CommandError
from keltis.cli.opponents import fresh_seed
from keltis.cli.pictures import write_pictures
from keltis.cli.screens import screen


def show_solution(
    *, hard: bool, seed: int | None, svg: Path | None, png: Path | None, theme: str
) -> ExitCode:
    """Find a solution of a puzzle, and print it as a picture and as the rows of its masks."""
    seed = fresh_seed() if seed is None else seed
    filling = solve(hard=hard, seed=seed)
    if filling is None:
        raise CommandError("these tiles have no solution")
    console = screen()
    console.print(drawn_position(filling))
    console.print()
    for row in str(filling).split("/"):
        console.print(row)
    write_pictures(board_svg(filling, theme=theme), svg=svg, png=png)
    console.print(f"\nWith --seed {seed} the same solution is found again.")
    return 0


def show_count(*, hard: bool) -> ExitCode:
    """Print how many solutions there are."""
    found = sum(filling.knots == 1 for filling in fillings()) if hard else count_fillings()
    screen().print(str(found))
    return 0


def _describe(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--hard", action="store_true", help="the hard puzzle: all strands must form a single knot"
    )
    add_seed(parser, "which solution is chosen (default: by chance)")
    parser.add_argument(
        "--count",
        action="store_true",
        help="instead, print how many solutions there are; with --hard this takes half a minute",
    )
    add_pictures(parser, "draw it as SVG, too", "draw it as PNG, too")


def _run(said: Namespace) -> ExitCode:
    if said.count:
        return show_count(hard=said.hard)
    return show_solution(
        hard=said.hard, seed=said.seed, svg=said.svg, png=said.png, theme=said.theme
    )


SOLVE: Final = Command(
    name="solve", help="solve the puzzle: all tiles in one square", describe=_describe, run=_run
)
