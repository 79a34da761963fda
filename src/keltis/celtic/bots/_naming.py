"""Bots by name."""

import re
from typing import Final

from keltis._shared.text import quoted, short_repr
from keltis.celtic.bots.bot import Bot
from keltis.celtic.bots.search import SearchBot
from keltis.celtic.bots.uniform import RandomBot
from keltis.errors import InvalidArgument

_GAMES: Final = re.compile("search:games=([1-9][0-9]{0,6})")


def bot_names() -> tuple[str, ...]:
    """The names that `make_bot` knows.

    >>> from keltis.celtic.bots import bot_names
    >>> bot_names()
    ('random', 'search')
    """
    return "random", "search"


def make_bot(name: str) -> Bot:
    """The bot with this name: one of `bot_names()`, or `search:games=N`.

    >>> from keltis.celtic.bots import make_bot
    >>> make_bot("search:games=50")
    SearchBot(games=50)
    """
    if not isinstance(name, str):
        raise InvalidArgument(f"a bot's name is a text, not {short_repr(name)}")
    if name == "random":
        return RandomBot()
    if name == "search":
        return SearchBot()
    if games := _GAMES.fullmatch(name):
        return SearchBot(int(games[1]))
    raise InvalidArgument(
        f"no bot of CELTIC! is called {quoted(name)}: expected random, search, "
        "or search:games=N, which plays N games for a move"
    )
