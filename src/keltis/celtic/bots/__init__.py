"""Bots that play CELTIC!: a random one, and one that searches.

>>> from keltis.celtic.bots import play_match
>>> record = play_match(["search:games=20", "random"], seed=1)
>>> record.outcome is not None
True
"""

from keltis._shared.exports import set_public_module
from keltis.celtic.bots._bot import Bot, RandomBot
from keltis.celtic.bots._match import play_match
from keltis.celtic.bots._registry import bot_names, make_bot
from keltis.celtic.bots._search import SearchBot

__all__ = ["Bot", "RandomBot", "SearchBot", "bot_names", "make_bot", "play_match"]

set_public_module(__name__)
