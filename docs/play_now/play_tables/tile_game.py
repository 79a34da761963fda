"""A table of CELTIC!: a visitor against a bot."""

from typing import ClassVar

from keltis import celtic
from keltis.bots import bot_random
from keltis.celtic import GameState, Move, Rules
from keltis.server import CELTIC_PAGE
from play_tables.match import MatchTable


class TileGameTable(MatchTable[GameState, GameState, Move, Rules]):
    """A game of CELTIC! in progress."""

    page = CELTIC_PAGE
    bot_names: ClassVar = ("Morna",)

    def hint(self) -> str:
        """What the bot of medium strength would do, and whether that closes a knot."""
        self._require_turn()
        rng = bot_random(self._match.seed, self.visitor, len(self.record))
        bot = celtic.bots.make_bot(self.page.bots["medium"])
        move = bot(self.state, celtic.legal_moves(self.state), rng)
        leads = (
            celtic.events.preview(self.state, move) or "it won most of the games that the bot tried"
        )
        return f"A bot would lay the {celtic.events.meaning(move)}: {leads}."
