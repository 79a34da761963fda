"""`keltis celtic watch`: two bots play, and you look on."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from keltis.celtic import new_game
from keltis.celtic.record import GameRecord
from keltis.celtic.render import board_svg
from keltis.celtic.tiles import PLAYERS
from keltis.cli.arguments import add_delay, add_pictures, add_seed
from keltis.cli.celtic.files import write_record
from keltis.cli.celtic.looks import look_at, turns
from keltis.cli.celtic.opponents import DEFAULT_BOT, Opponent, bot_name, played_on
from keltis.cli.commands import Command, ExitCode
from keltis.cli.files import require_place
from keltis.cli.opponents import filled, fresh_seed
from keltis.cli.pictures import write_pictures
from keltis.cli.screens import screen
from keltis.cli.telling import tell
from keltis.cli.watch import kept, noted


def watch(
    bots: Sequence[str],
    *,
    seed: int | None,
    delay: float | None,
    save: Path | None,
    svg: Path | None,
    png: Path | None,
    theme: str,
    board: bool,
) -> ExitCode:
    """Let two bots play a game and tell it."""
    for path in filter(None, (save, svg, png)):
        require_place(path)
    names = filled(bots or [DEFAULT_BOT], len(PLAYERS))
    seed = fresh_seed() if seed is None else seed
    started = GameRecord(new_game(), names=names)
    look = look_at(started)
    seats = {player: Opponent.named(names[player]) for player in PLAYERS}
    console = screen()
    records = [started]
    told = turns(noted(played_on(started, seats, seed), records), look)
    with kept(records, save, write_record):
        tell(console, started.start, told, look, delay=delay, board=board)
    record = records[-1]
    console.print()
    console.print(look.scoreboard(record.final))
    write_pictures(board_svg(record.final, names=look.names, theme=theme), svg=svg, png=png)
    console.print(f"With --seed {seed} the same game is played again.")
    return 0


def _describe(parser: ArgumentParser) -> None:
    parser.add_argument(
        "bots",
        type=bot_name,
        nargs="*",
        metavar="BOT",
        help=f"who plays: random, search or search:games=N; orange, then blue (default: {DEFAULT_BOT})",
    )
    add_seed(parser, "what the bots' chance comes from (default: by chance)")
    add_delay(parser)
    parser.add_argument(
        "--no-board",
        dest="board",
        action="store_false",
        help="tell the game without drawing the board",
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="keep the record, as JSON if the name ends so, else as text",
    )
    add_pictures(parser, "draw the end as SVG, too", "draw the end as PNG, too")


def _run(said: Namespace) -> ExitCode:
    return watch(
        said.bots,
        seed=said.seed,
        delay=said.delay,
        save=said.save,
        svg=said.svg,
        png=said.png,
        theme=said.theme,
        board=said.board,
    )


WATCH: Final = Command(
    name="watch", help="two bots play a game, and you look on", describe=_describe, run=_run
)
