"""Bots that play CELTIC!: a random one, and one that searches.

>>> from keltis.celtic.bots import play_match
>>> record = play_match(["search:games=20", "random"], seed=1)
>>> record.outcome is not None
True
"""

from keltis._lib.exports import set_public_module
from keltis.celtic.bots._registry import Bot, ProgramBot, bot_names, make_bot, messages, play_match
from keltis.celtic.bots._search import SearchBot
from keltis.game import RandomBot

__all__ = [
    "Bot",
    "ProgramBot",
    "RandomBot",
    "SearchBot",
    "bot_names",
    "make_bot",
    "messages",
    "play_match",
]

set_public_module(__name__)
