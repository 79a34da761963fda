"""`keltis play`: you against bots."""

import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from keltis.cli.arguments import add_rules, add_seed, bot_name, whole
from keltis.cli.commands import Command, ExitCode
from keltis.cli.conversations import Conversation
from keltis.cli.files import read_record, require_new
from keltis.cli.opponents import DEFAULT_BOT, fresh_seed
from keltis.cli.screens import screen
from keltis.cli.seatings import dealt, loaded
from keltis.cli.sittings import held, require_open
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
    require_new(save, load)
    if load is None:
        match = dealt(seat or 0, against, fresh_seed(_SEEDS) if seed is None else seed, rules)
    else:
        record = read_record(load)
        require_open(load, record.outcome is None, "keltis replay")
        match = loaded(record, seat, against, seed, rules)
    console = screen()
    console.print("Keltis: type the number of a choice, or help. Ctrl-C saves and leaves.")
    conversation = Conversation(console, match, save or load)

    def ended() -> None:
        if conversation.file is not None:
            again = f"keltis replay {shlex.quote(str(conversation.file))}"
            console.print(f"The game is in {conversation.file}: {again}", soft_wrap=True)
        else:  # it was dealt from a seed, and now nothing is hidden any more
            console.print(f"With --seed {match.record.seed} the same cards are dealt again.")

    return held(conversation, console, stem="keltis-game", ended=ended)


def _describe(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--seat", type=whole, metavar="N", help="where you sit; seat 0 begins (default: 0)"
    )
    parser.add_argument(
        "--against",
        type=bot_name,
        nargs="+",
        default=(),
        metavar="BOT",
        help=f"the other players (default: {DEFAULT_BOT})",
    )
    add_seed(parser, "what the game is dealt from (default: by chance)")
    add_rules(parser)
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
    return play(
        seat=said.seat,
        against=said.against,
        seed=said.seed,
        rules=said.rules,
        load=said.load,
        save=said.save,
    )


PLAY: Final = Command(name="play", help="play against bots", describe=_describe, run=_run)
