"""The commands that can follow `keltis celtic`."""

import sys
from argparse import ArgumentParser, Namespace
from typing import Final

from keltis.cli.celtic.play import PLAY
from keltis.cli.celtic.show import SHOW
from keltis.cli.celtic.solve import SOLVE
from keltis.cli.celtic.watch import WATCH
from keltis.cli.commands import Command, ExitCode, add_commands


def _describe(parser: ArgumentParser) -> None:
    parser.set_defaults(usage=parser.format_help)
    add_commands(parser, (WATCH, PLAY, SOLVE, SHOW))


def _run(said: Namespace) -> ExitCode:
    """What is done where no command follows: the same as for `keltis` alone."""
    sys.stderr.write(said.usage())
    return 2


CELTIC: Final = Command(
    name="celtic",
    help="the tile game CELTIC!: watch, play, solve, show",
    describe=_describe,
    run=_run,
)
