"""A table of Keltis: a visitor on seat 0 and bots on the others."""

from typing import ClassVar, Final

import keltis
from keltis import GameState, Move, PlayerView, Rules
from keltis.bots import advise
from keltis.documents import to_json
from keltis.server import SceneDocument, scene_document, scene_picture
from play_tables.match import MatchTable

VISITOR: Final = 0
"""The seat of the visitor."""


class BoardGameScene(SceneDocument):
    """What the page displays besides the picture."""

    can_undo: bool
    moves: int | None
    """The number of moves of a game that is over."""
    record: str
    """The game as JSON of `keltis.record`."""


class BoardGameTable(MatchTable[GameState, PlayerView, Move, Rules]):
    """A game of Keltis in progress."""

    game = keltis.GAME
    levels: ClassVar = {"easy": "random", "medium": "greedy", "strong": "search:iterations=300"}
    bot_names: ClassVar = ("Fionn", "Morna", "Oisin")

    def scene(self) -> BoardGameScene:
        """What the page displays besides the picture."""
        return {
            **scene_document(self.record, self.visitor),
            "can_undo": self.can_undo,
            "moves": self.moves,
            "record": to_json(self.record),
        }

    def picture(self, theme: str, card: str | None) -> str:
        """The board, with the last turn; targets of the moves due, of this card, are marked."""
        chosen = None if card is None else keltis.Card.parse(card)
        return scene_picture(self.record, self.visitor, card=chosen, theme=theme)

    def board(self, theme: str) -> str:
        """The board, with the last turn."""
        return self.picture(theme, None)

    def hint(self) -> str:
        """What the greedy bot would do, where it leads, and how much better it is."""
        self._require_turn()
        view = keltis.observe(self.state, self.visitor)
        (advice,) = advise(view, bots=["greedy"], seed=0)
        return advice.explain(view, who="A bot")
