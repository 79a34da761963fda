"""`keltis replay`: a game in a file, told from its start."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from keltis.cli.arguments import add_delay, add_file, add_reveal, add_theme, count, whole
from keltis.cli.commands import Command, ExitCode
from keltis.cli.files import read_record, write_text
from keltis.cli.looks import look_at
from keltis.cli.screens import screen
from keltis.cli.telling import tell
from keltis.cli.turns import turns
from keltis.record import GameRecord
from keltis.render import animated_svg, film_svg

_PACE: Final = 0.5


def replay(file: Path, *, seat: int | None, reveal: bool, delay: float | None, board: bool) -> ExitCode:
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


def film(file: Path, svg: Path, *, frames: int | None, delay: float | None, theme: str) -> ExitCode:
    """Draw the game in a file, as one picture that moves or as a strip of so many boards."""
    record = read_record(file)
    write_text(svg, _picture(record, frames, delay or _PACE, theme))
    screen().print(f"written: {svg}", soft_wrap=True)
    return 0


def _picture(record: GameRecord, frames: int | None, pace: float, theme: str) -> str:
    return animated_svg(record, pace=pace, theme=theme) if frames is None else film_svg(record, frames=frames, theme=theme)


def _describe(parser: ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--seat", type=whole, metavar="N", help="as the player on this seat saw it (default: as a spectator)")
    add_reveal(parser)
    add_delay(parser)
    parser.add_argument("--no-board", dest="board", action="store_false", help="tell the game without drawing the board")
    parser.add_argument("--svg", type=Path, metavar="OUT.svg", help="instead, draw a picture that moves, --delay a move")
    parser.add_argument("--frames", type=count, metavar="N", help="with --svg: a strip of so many boards that stand still")
    add_theme(parser)


def _run(said: Namespace) -> ExitCode:
    if said.svg is not None:
        return film(said.file, said.svg, frames=said.frames, delay=said.delay, theme=said.theme)
    return replay(said.file, seat=said.seat, reveal=said.reveal, delay=said.delay, board=said.board)


REPLAY: Final = Command(
    name="replay", help="tell a recorded game turn by turn, or make a film of it", describe=_describe, run=_run
)
