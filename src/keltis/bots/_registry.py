"""Bots by name: the bots of this package, of installed packages, and of any module."""

from types import MappingProxyType
from typing import Final

from keltis._engine.moves import Move
from keltis._engine.view import PlayerView
from keltis.bots._bot import Bot
from keltis.bots._greedy import GreedyBot
from keltis.bots._learnt import LearntBot
from keltis.bots._program import ProgramBot
from keltis.bots._search import SearchBot
from keltis.game import BotRegistry, RandomBot

REGISTRY: Final[BotRegistry[PlayerView, Move]] = BotRegistry(
    group="keltis.bots",
    builtin=MappingProxyType(
        {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot, "learnt": LearntBot}
    ),
    program=ProgramBot,
)


def bot_names() -> tuple[str, ...]:
    """Return the names that `make_bot` knows: the built-in bots, then those of installed packages.

    >>> from keltis.bots import bot_names
    >>> bot_names()[:3]
    ('random', 'greedy', 'search')
    """
    return REGISTRY.names()


def make_bot(name: str) -> Bot:
    """Make the bot with this name: one of `bot_names()`, `module:factory` or `program:COMMAND`.

    Options follow after a colon and are passed to the factory by keyword: numbers as numbers,
    anything else as text. A name with a module runs the code of that module. A command is split
    into words as in a shell, and its program plays: see `ProgramBot`.

    >>> from keltis.bots import make_bot
    >>> make_bot("search:iterations=200,engine=python")
    SearchBot(iterations=200, seconds=None, engine='python')
    >>> make_bot("keltis.bots:SearchBot:seconds=0.5").seconds
    0.5
    >>> make_bot("serach")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    keltis.InvalidArgument: unknown bot 'serach': expected random, greedy, search, ...
    """
    return REGISTRY.make(name)
