"""Bots that play Keltis from what their player may know.

>>> import random
>>> import keltis
>>> from keltis.bots import make_bot
>>> state = keltis.new_game(players=2, seed=7)
>>> bot, rng = make_bot("greedy"), random.Random(7)
>>> while (end := keltis.outcome(state)) is None:
...     view = keltis.observe(state, state.to_move)
...     state = keltis.apply_move(state, bot(view, keltis.legal_moves(state), rng))
...
>>> end.reason, [score.total for score in end.scores]
(EndReason.FIFTH_FIGURE, [36, 55])
"""

from keltis._lib.chance import bot_random
from keltis._lib.exports import set_public_module
from keltis.bots._advice import ADVISERS, Advice, AnalysingBot, advise
from keltis.bots._bot import Bot, Candidate, require_decision
from keltis.bots._greedy import GreedyBot
from keltis.bots._learnt import LearntBot
from keltis.bots._luck import NetworkValue, PointsValue, Value, drawn_luck
from keltis.bots._registry import ProgramBot, bot_names, make_bot, messages, play_match, start_match
from keltis.bots._review import Balance, Review, ReviewedMove, review
from keltis.bots._search import SearchBot
from keltis.game import (
    ProgramEnded,
    ProgramError,
    ProgramFailed,
    ProgramNotStarted,
    ProgramTimeout,
    RandomBot,
    Worth,
)

__all__ = [
    "ADVISERS",
    "Advice",
    "AnalysingBot",
    "Balance",
    "Bot",
    "Candidate",
    "GreedyBot",
    "LearntBot",
    "NetworkValue",
    "PointsValue",
    "ProgramBot",
    "ProgramEnded",
    "ProgramError",
    "ProgramFailed",
    "ProgramNotStarted",
    "ProgramTimeout",
    "RandomBot",
    "Review",
    "ReviewedMove",
    "SearchBot",
    "Value",
    "Worth",
    "advise",
    "bot_names",
    "bot_random",
    "drawn_luck",
    "make_bot",
    "messages",
    "play_match",
    "require_decision",
    "review",
    "start_match",
]

set_public_module(__name__)
