"""A table of Keltis: a visitor on seat 0 and bots on the others."""

from typing import ClassVar, Final

import keltis
from keltis import GameState, Move, PlayerView, Rules
from keltis.bots import advise
from keltis.server import KELTIS_PAGE
from play_tables.match import MatchTable

VISITOR: Final = 0
"""The seat of the visitor."""


class BoardGameTable(MatchTable[GameState, PlayerView, Move, Rules]):
    """A game of Keltis in progress."""

    page = KELTIS_PAGE
    bot_names: ClassVar = ("Fionn", "Morna", "Oisin")

    def hint(self) -> str:
        """What the greedy bot would do, where it leads, and how much better it is."""
        self._require_turn()
        view = keltis.observe(self.state, self.visitor)
        (advice,) = advise(view, bots=["greedy"], seed=0)
        return advice.explain(view, who="A bot")
