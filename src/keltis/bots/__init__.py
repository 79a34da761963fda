"""Bots that play Keltis from what their player may know.

>>> import random
>>> import keltis
>>> from keltis.bots import make_bot
>>> from keltis.view import observe
>>> state = keltis.new_game(players=2, seed=7)
>>> bot, rng = make_bot("greedy"), random.Random(7)
>>> while (end := keltis.outcome(state)) is None:
...     moves = keltis.legal_moves(state)
...     state = keltis.apply_move(state, bot(observe(state, state.to_move), moves, rng))
...
>>> end.reason, [score.total for score in end.scores]
(EndReason.FIFTH_FIGURE, [36, 49])
"""

from keltis._shared.exports import set_public_module
from keltis.bots.bot import Bot, require_decision
from keltis.bots.greedy import GreedyBot
from keltis.bots.naming import bot_names, make_bot
from keltis.bots.search import Candidate, SearchBot
from keltis.bots.uniform import RandomBot

__all__ = [
    "Bot",
    "Candidate",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "bot_names",
    "make_bot",
    "require_decision",
]

set_public_module(__name__)
