"""Bots by name."""

from types import MappingProxyType
from typing import Final, TypeAlias

from keltis import game
from keltis.celtic._engine.moves import Move
from keltis.celtic._engine.state import GameState
from keltis.celtic.bots._program import ProgramBot
from keltis.celtic.bots._search import SearchBot
from keltis.game import BotRegistry, RandomBot

Bot: TypeAlias = game.Bot[GameState, Move]
"""A bot that plays CELTIC!: a function, or an object with `__call__`, see `keltis.game.Bot`.

What it sees is the state, in which nothing is hidden.

>>> import random
>>> from keltis.celtic import GameState, Move
>>> from keltis.celtic.bots import Bot
>>> def first(state: GameState, moves: tuple[Move, ...], rng: random.Random) -> Move:
...     return moves[0]
...
>>> bot: Bot = first
"""

REGISTRY: Final[BotRegistry[GameState, Move]] = BotRegistry(
    group="keltis.celtic.bots",
    builtin=MappingProxyType({"random": RandomBot, "search": SearchBot}),
    program=ProgramBot,
)


def bot_names() -> tuple[str, ...]:
    """Return the names that `make_bot` knows: the built-in bots, then those of installed packages.

    >>> from keltis.celtic.bots import bot_names
    >>> bot_names()
    ('random', 'search')
    """
    return REGISTRY.names()


def make_bot(name: str) -> Bot:
    """Make the bot with this name: one of `bot_names()`, `module:factory` or `program:COMMAND`.

    Options follow after a colon, as in `keltis.bots.make_bot`.

    >>> from keltis.celtic.bots import make_bot
    >>> make_bot("search:games=50")
    SearchBot(games=50)
    """
    return REGISTRY.make(name)
