"""The command `keltis`: watch bots, play against them, hold tournaments, look at games.

It needs rich: `pip install "keltis[cli]"`.

Each command is written once and takes the terminal of a game.
"""

from keltis._lib.exports import set_public_module
from keltis.cli._commands import Command, CommandError
from keltis.cli._program import main, make_parser

__all__ = ["Command", "CommandError", "main", "make_parser"]

set_public_module(__name__)
