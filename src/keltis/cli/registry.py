"""The commands there are. Importing this needs rich."""

from typing import Final

from keltis.cli.celtic import CELTIC
from keltis.cli.commands import Command
from keltis.cli.play import PLAY
from keltis.cli.replay import REPLAY
from keltis.cli.show import SHOW
from keltis.cli.tournament import TOURNAMENT
from keltis.cli.watch import WATCH

COMMANDS: Final[tuple[Command, ...]] = (WATCH, PLAY, TOURNAMENT, SHOW, REPLAY, CELTIC)
"""In the order in which `keltis --help` lists them."""
