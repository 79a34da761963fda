"""`keltis celtic play`: you against a bot."""

import shlex
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import Final

import attrs

from keltis._shared.text import quoted
from keltis.celtic import Player, new_game, opponent
from keltis.celtic.record import GameRecord
from keltis.celtic.tiles import ORANGE, PLAYERS
from keltis.cli.arguments import add_seed
from keltis.cli.celtic.files import read_record
from keltis.cli.celtic.matches import Match
from keltis.cli.celtic.opponents import DEFAULT_BOT, Opponent, bot_name
from keltis.cli.commands import Command, ExitCode
from keltis.cli.conversations import Conversation
from keltis.cli.errors import CommandError
from keltis.cli.files import require_new
from keltis.cli.opponents import fresh_seed
from keltis.cli.screens import screen
from keltis.cli.seatings import YOU
from keltis.cli.sittings import held, require_open

_SEATS: Final = {str(player): player for player in PLAYERS}


def play(
    *,
    seat: Player | None,
    against: str | None,
    seed: int | None,
    load: Path | None,
    save: Path | None,
) -> ExitCode:
    """Play a game in the terminal, a new one or one from a file."""
    require_new(save, load)
    record = GameRecord(new_game()) if load is None else read_record(load)
    if load is not None:
        require_open(load, record.outcome is None, "keltis celtic show")
    match = _seated(record, seat, against, seed)
    console = screen()
    console.print("CELTIC!: type a cell, the number of a tile, or help. Ctrl-C saves and leaves.")
    conversation = Conversation(console, match, save or load)

    def ended() -> None:
        if conversation.file is not None:
            again = f"keltis celtic show {shlex.quote(str(conversation.file))}"
            console.print(f"The game is in {conversation.file}: {again}", soft_wrap=True)

    return held(conversation, console, stem="celtic-game", ended=ended)


def _seated(
    record: GameRecord, seat: Player | None, against: str | None, seed: int | None
) -> Match:
    """The game with the person on the seat that is asked for, or else on that of the record, and a bot on the other."""
    seat = _seat_of(record) if seat is None else seat
    bot = Opponent.named(_bot_of(record, opponent(seat)) if against is None else against)
    names = (YOU, bot.name) if seat is ORANGE else (bot.name, YOU)
    return Match(
        attrs.evolve(record, names=names), seat, bot, fresh_seed() if seed is None else seed
    )


def _seat_of(record: GameRecord) -> Player:
    """Where the person sat, or else the first seat."""
    orange, blue = PLAYERS
    return blue if record.names and record.names[blue] == YOU else orange


def _bot_of(record: GameRecord, player: Player) -> str:
    """The bot that a record names, or else the usual one."""
    if not record.names or record.names[player] == YOU:  # the person has changed seats
        return DEFAULT_BOT
    try:
        return bot_name(record.names[player])
    except ArgumentTypeError:
        name = quoted(record.names[player])
        raise CommandError(
            f"the file says that {name} plays, which is no bot of CELTIC!: say who, by --against"
        ) from None


def _describe(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--seat", choices=tuple(_SEATS), help="who you are; orange begins (default: orange)"
    )
    meaning = f"who plays against you: random, search or search:games=N (default: {DEFAULT_BOT})"
    parser.add_argument("--against", type=bot_name, metavar="BOT", help=meaning)
    add_seed(parser, "what the bot's chance comes from (default: by chance)")
    parser.add_argument(
        "--load", type=Path, metavar="FILE", help="go on with the game in this file"
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="where the game is kept when it ends or you leave it",
    )


def _run(said: Namespace) -> ExitCode:
    seat = None if said.seat is None else _SEATS[said.seat]
    return play(seat=seat, against=said.against, seed=said.seed, load=said.load, save=said.save)


PLAY: Final = Command(name="play", help="play against a bot", describe=_describe, run=_run)
