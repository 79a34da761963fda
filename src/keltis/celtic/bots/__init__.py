"""Players for CELTIC!: one that knows nothing, and one that searches. A bot is called with a state, its moves and chance."""

from keltis._shared.exports import set_public_module
from keltis.celtic.bots._naming import bot_names, make_bot
from keltis.celtic.bots.bot import Bot
from keltis.celtic.bots.matches import play
from keltis.celtic.bots.search import SearchBot
from keltis.celtic.bots.uniform import RandomBot

__all__ = ["Bot", "RandomBot", "SearchBot", "bot_names", "make_bot", "play"]

set_public_module(__name__)
