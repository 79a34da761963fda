"""`keltis replay`: a game in a file, told from its start."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from keltis.cli.arguments import add_delay, add_file, add_pictures, add_reveal, count, whole
from keltis.cli.commands import Command, ExitCode
from keltis.cli.errors import CommandError
from keltis.cli.files import read_record
from keltis.cli.looks import look_at
from keltis.cli.pictures import write_pictures
from keltis.cli.screens import screen
from keltis.cli.telling import tell
from keltis.cli.turns import turns
from keltis.render import animated_svg, film_svg

_PACE: Final = 0.5
_FRAMES: Final = 6


def replay(
    file: Path, *, seat: int | None, reveal: bool, delay: float | None, board: bool
) -> ExitCode:
    """Tell the game in a file, with the points at its end."""
    record = read_record(file)
    look = look_at(record, seat=seat, reveal=reveal)
    console = screen()
    played = (record.until(moves) for moves in range(1, len(record) + 1))
    tell(console, record.start, turns(played, look), look, delay=delay, board=board)
    if record.outcome is None:
        console.print(f"\nHere the record stops, after {len(record)} moves.")
    console.print()
    console.print(look.scoreboard(record.final))
    return 0


def film(
    file: Path,
    *,
    svg: Path | None,
    png: Path | None,
    frames: int | None,
    delay: float | None,
    theme: str,
) -> ExitCode:
    """Draw the game in a file, as one picture that moves or as a strip of so many boards."""
    record = read_record(file)
    strip = film_svg(record, frames=frames or _FRAMES, theme=theme)
    write_pictures(
        strip if frames else animated_svg(record, pace=delay or _PACE, theme=theme),
        svg=svg,
        png=None,
    )
    write_pictures(strip, svg=None, png=png)
    return 0


def _describe(parser: ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument(
        "--seat",
        type=whole,
        metavar="N",
        help="as the player on this seat saw it (default: as a spectator)",
    )
    add_reveal(parser)
    add_delay(parser)
    parser.add_argument(
        "--no-board",
        dest="board",
        action="store_false",
        help="tell the game without drawing the board",
    )
    strip = f"instead, draw a strip of {_FRAMES} boards"
    add_pictures(parser, "instead, draw a picture that moves, --delay a move", strip)
    parser.add_argument(
        "--frames", type=count, metavar="N", help="with --svg or --png: a strip of so many boards"
    )


def _run(said: Namespace) -> ExitCode:
    if said.svg is not None or said.png is not None:
        return film(
            said.file,
            svg=said.svg,
            png=said.png,
            frames=said.frames,
            delay=said.delay,
            theme=said.theme,
        )
    if said.frames is not None:
        raise CommandError("--frames is about a picture: say where it goes, by --svg or --png")
    return replay(said.file, seat=said.seat, reveal=said.reveal, delay=said.delay, board=said.board)


REPLAY: Final = Command(
    name="replay",
    help="tell a recorded game turn by turn, or make a film of it",
    describe=_describe,
    run=_run,
)
