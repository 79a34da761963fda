"""The command `keltis`: watch bots, play against them, hold tournaments, look at games.

It needs rich: `pip install "keltis[cli]"`.

A command is a `Command`, and `keltis.cli.registry` lists them: that is all there is to do for a new
one.
"""

from keltis.cli.commands import Command
from keltis.cli.errors import CommandError
from keltis.cli.program import main

__all__ = ["Command", "CommandError", "main"]
