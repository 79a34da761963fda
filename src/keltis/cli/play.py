"""`keltis play`: you against bots."""

import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rich.console import Console

from keltis.cli.arguments import add_rules, add_seed, bot_name, whole
from keltis.cli.commands import INTERRUPTED, Command, ExitCode
from keltis.cli.conversations import Conversation, Left
from keltis.cli.errors import CommandError
from keltis.cli.files import free_name, read_record, write_record
from keltis.cli.opponents import DEFAULT_BOT, fresh_seed
from keltis.cli.screens import screen
from keltis.cli.seatings import dealt, loaded
from keltis.errors import KeltisError
from keltis.rules import Rules

_SEEDS: Final = 2**63
"""So many that nobody finds the deal by trying."""


def play(
    *,
    seat: int | None,
    against: Sequence[str],
    seed: int | None,
    rules: Rules | None,
    load: Path | None,
    save: Path | None,
) -> ExitCode:
    """Play a game in the terminal, a new one or one from a file."""
    if save is not None and save != load and save.exists():
        raise CommandError(f"{save}: there is such a file already; go on with its game by --load, or choose another name")
    if load is None:
        match = dealt(seat or 0, against, fresh_seed(_SEEDS) if seed is None else seed, rules)
    else:
        match = loaded(read_record(load), seat, against, seed, rules)
    _edit_lines()
    console = screen()
    console.print("Keltis: type the number of a choice, or help. Ctrl-C saves and leaves.")
    return _held(Conversation(console, match, save or load), console)


def _held(conversation: Conversation, console: Console) -> ExitCode:
    """Hold the conversation; however it ends, the game is not lost, unless the person says so."""
    try:
        conversation.hold()
    except Left:
        return _left(conversation, console)
    except EOFError:
        _keep(conversation)
        return 0
    except KeyboardInterrupt:
        _keep(conversation)
        return INTERRUPTED
    except KeltisError:  # a bot has failed, or the game is too long for a record
        _keep(conversation)
        raise
    return _ended(conversation, console)


def _left(conversation: Conversation, console: Console) -> ExitCode:
    if conversation.file is None:
        console.print("You leave the game, and it is not kept.")
    else:
        _keep(conversation)
    return 0


def _ended(conversation: Conversation, console: Console) -> ExitCode:
    record = conversation.match.record
    if conversation.file is not None:
        write_record(conversation.file, record)
        console.print(f"The game is in {conversation.file}: keltis replay {_quoted(conversation.file)}", soft_wrap=True)
    else:  # it was dealt from a seed, and now nothing is hidden any more
        console.print(f"With --seed {record.seed} the same cards are dealt again.")
    return 0


def _keep(conversation: Conversation) -> None:
    """Save the game, to a new file if it has none, and say how to go on."""
    path = conversation.file or free_name("keltis-game", ".txt")
    write_record(path, conversation.match.record)
    screen(stderr=True).print(f"\nSaved to {path}. Go on with: keltis play --load {_quoted(path)}", soft_wrap=True)


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))


def _edit_lines() -> None:
    """On a terminal, let the person edit what is typed and fetch earlier lines back, where Python can."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - importing it is enough


def _describe(parser: ArgumentParser) -> None:
    parser.add_argument("--seat", type=whole, metavar="N", help="where you sit; seat 0 begins (default: 0)")
    parser.add_argument(
        "--against", type=bot_name, nargs="+", default=(), metavar="BOT", help=f"the other players (default: {DEFAULT_BOT})"
    )
    add_seed(parser, "what the game is dealt from (default: by chance)")
    add_rules(parser)
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with the game in this file")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where the game is kept when it ends or you leave it")


def _run(said: Namespace) -> ExitCode:
    return play(seat=said.seat, against=said.against, seed=said.seed, rules=said.rules, load=said.load, save=said.save)


PLAY: Final = Command(name="play", help="play against bots", describe=_describe, run=_run)
