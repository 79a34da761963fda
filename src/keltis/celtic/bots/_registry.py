"""Bots by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from keltis._shared.registry import call_factory, parse_options
from keltis._shared.text import short_repr
from keltis.celtic.bots._bot import Bot, RandomBot
from keltis.celtic.bots._search import SearchBot
from keltis.errors import InvalidArgument

_BUILTIN: Final[Mapping[str, Callable[..., Bot]]] = MappingProxyType(
    {"random": RandomBot, "search": SearchBot}
)


def bot_names() -> tuple[str, ...]:
    """Return the names that `make_bot` knows.

    >>> from keltis.celtic.bots import bot_names
    >>> bot_names()
    ('random', 'search')
    """
    return tuple(_BUILTIN)


def make_bot(name: str) -> Bot:
    """Make the bot with this name, one of `bot_names()`; options follow after a colon.

    >>> from keltis.celtic.bots import make_bot
    >>> make_bot("search:games=50")
    SearchBot(games=50)
    """
    head, _, rest = name.partition(":")
    if head not in _BUILTIN:
        raise InvalidArgument(
            f"unknown bot {short_repr(name)}: expected random, search, or search:games=N"
        )
    return call_factory(name, _BUILTIN[head], parse_options(name, rest))
