"""The command `keltis`: watch bots, play against them, hold tournaments, look at games.

It needs rich: `pip install "keltis[cli]"`.

Each command is written once and takes a description of a game, of which there are two: the board
game and CELTIC!.
"""

from keltis._shared.exports import set_public_module
from keltis.cli._commands import Command, CommandError
from keltis.cli._program import main

__all__ = ["Command", "CommandError", "main"]

set_public_module(__name__)
