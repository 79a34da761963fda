"""`celtic solve`: the puzzles, all tiles in one square."""

from pathlib import Path

from keltis.celtic import count_fillings, fillings, solve
from keltis.celtic.render import board_svg, board_text
from keltis.cli._bots import random_seed
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import make_console, print_board, print_written, write_pictures


def show_solution(
    *, hard: bool, seed: int | None, svg: Path | None, png: Path | None, theme: str
) -> ExitCode:
    """Find a solution of a puzzle, and print it as a board and as the rows of its masks."""
    seed = random_seed() if seed is None else seed
    filling = solve(hard=hard, seed=seed)
    if filling is None:
        raise CommandError("these tiles have no solution")
    written = write_pictures(board_svg(filling, theme=theme), svg=svg, png=png)
    console = make_console()
    print_board(console, board_text(filling, colour=True))
    console.print()
    for row in str(filling).split("/"):
        console.print(row)
    for path in written:
        print_written(console, path)
    console.print(f"\nWith --seed {seed} the same solution is found again.")
    return 0


def show_count(*, hard: bool) -> ExitCode:
    """Print the number of solutions."""
    count = sum(filling.knots == 1 for filling in fillings()) if hard else count_fillings()
    make_console().print(str(count))
    return 0
