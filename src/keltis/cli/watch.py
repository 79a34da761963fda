"""`keltis watch`: bots play, and you look on."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from keltis.cli.arguments import add_delay, add_reveal, add_rules, add_seed, bot_name, count
from keltis.cli.commands import Command, ExitCode
from keltis.cli.errors import CommandError
from keltis.cli.files import require_place, write_record
from keltis.cli.looks import look_at
from keltis.cli.opponents import DEFAULT_BOT, BotFailed, filled, fresh_seed, opponents, played_on
from keltis.cli.screens import screen
from keltis.cli.telling import tell
from keltis.cli.turns import turns
from keltis.record import GameRecord
from keltis.rules import KELTIS, Rules

T = TypeVar("T")


def watch(
    bots: Sequence[str],
    *,
    players: int | None,
    seed: int | None,
    rules: Rules,
    delay: float | None,
    save: Path | None,
    board: bool,
    reveal: bool,
) -> ExitCode:
    """Let bots play a game and tell it."""
    if save is not None:
        require_place(save)
    names = filled(bots or [DEFAULT_BOT], players)
    seed = fresh_seed() if seed is None else seed
    started = GameRecord.seeded(len(names), seed, rules=rules, names=names)
    look = look_at(started, reveal=reveal)
    seats = dict(enumerate(opponents(names)))
    console = screen()
    records = [started]
    told = turns(noted(played_on(started, seats, seed), records), look)
    with kept(records, save, write_record):
        tell(console, started.start, told, look, delay=delay, board=board)
    record = records[-1]
    if record.outcome is None:
        console.print(f"\nStopped after {len(record)} moves: these bots may go on for ever.")
    console.print()
    console.print(look.scoreboard(record.final))
    console.print(f"With --seed {seed} the same game is played again.")
    return 0


@contextmanager
def kept(
    records: Sequence[T], save: Path | None, write: Callable[[Path, T], None]
) -> Iterator[None]:
    """Whatever happens meanwhile, the last record is written, if a file is asked for; why a bot fails is told whole."""
    try:
        yield
    except BotFailed as failed:
        raise CommandError(failed.whole) from failed
    finally:
        if save is not None:
            write(save, records[-1])


def noted(played: Iterable[T], records: list[T]) -> Iterator[T]:
    """The same records, each of them noted as it comes: what was played is saved whatever happens then."""
    for record in played:
        records.append(record)
        yield record


def _describe(parser: ArgumentParser) -> None:
    parser.add_argument(
        "bots",
        type=bot_name,
        nargs="*",
        metavar="BOT",
        help=f"who plays, by seat (default: {DEFAULT_BOT} on every seat)",
    )
    parser.add_argument(
        "--players", type=count, metavar="N", help="how many play; fewer bots go round (default: 2)"
    )
    add_seed(parser, "what the game is dealt from (default: by chance)")
    add_rules(parser)
    add_delay(parser)
    add_reveal(parser)
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


def _run(said: Namespace) -> ExitCode:
    return watch(
        said.bots,
        players=said.players,
        seed=said.seed,
        rules=said.rules or KELTIS,
        delay=said.delay,
        save=said.save,
        board=said.board,
        reveal=said.reveal,
    )


WATCH: Final = Command(
    name="watch", help="bots play a game, and you look on", describe=_describe, run=_run
)
