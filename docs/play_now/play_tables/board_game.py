"""A table of Keltis: a visitor on seat 0 and bots on the others."""

import random
from functools import partial
from typing import Final

import keltis
from keltis import GameRecord, Move
from keltis.bots import make_bot
from keltis.documents import from_json, to_json
from keltis.record import parse_record
from keltis.server import SceneDocument, scene_document, scene_picture

VISITOR: Final = 0
"""The seat of the visitor."""
LEVELS: Final = {"easy": "random", "medium": "greedy", "strong": "search:iterations=300"}
"""The bots that a visitor can choose, as `make_bot` names them."""
BOT_NAMES: Final = ("Fionn", "Morna", "Oisin")
_SEED_BITS: Final = 64


class BoardGameScene(SceneDocument):
    """What the page displays besides the picture."""

    can_undo: bool
    record: str
    """The game as JSON of `keltis.record`."""


class BoardGameTable:
    """A game of Keltis in progress."""

    def __init__(self, record: keltis.GameRecord, level: str) -> None:
        self.record = record
        self._bot = make_bot(LEVELS[level])
        self._rng = random.Random()

    @classmethod
    def deal(cls, players: int, name: str, level: str) -> "BoardGameTable":
        """A table with a new game. Who begins is left to chance."""
        rng = random.Random()
        record = keltis.GameRecord.seeded(
            players,
            rng.getrandbits(_SEED_BITS),
            first_player=rng.randrange(players),
            names=(name, *BOT_NAMES[: players - 1]),
        )
        return cls(record, level)

    @classmethod
    def load(cls, record: str, name: str, level: str) -> "BoardGameTable":
        """The table of a saved game, in JSON or as text. A record without names gets some."""
        game = (
            partial(from_json, GameRecord) if record.lstrip().startswith("{") else parse_record
        )(record)
        if not game.names:
            others = (f"Seat {seat}" for seat in range(1, len(game.start.players)))
            game = keltis.GameRecord(game.start, game.moves, (name, *others), game.seed)
        return cls(game, level)

    @property
    def state(self) -> keltis.GameState:
        """The present state."""
        return self.record.final

    def scene(self) -> BoardGameScene:
        """What the page displays besides the picture."""
        return {
            **scene_document(self.record, VISITOR),
            "can_undo": self._last_decision() is not None,
            "record": to_json(self.record),
        }

    def play(self, move: str) -> None:
        """Make a move of the visitor, given as JSON, and the moves that leave no choice."""
        self.record = self.record.append(from_json(Move, move))
        while self.state.to_move == VISITOR and len(moves := keltis.legal_moves(self.state)) == 1:
            self.record = self.record.append(moves[0])

    def play_bot(self) -> None:
        """Make all moves of the turn of a bot."""
        seat = self.state.to_move
        while self.state.to_move == seat != VISITOR and (moves := keltis.legal_moves(self.state)):
            view = keltis.observe(self.state, seat)
            self.record = self.record.append(self._bot(view, moves, self._rng))

    def undo(self) -> None:
        """Return to the beginning of the visitor's turn, or of the turn before."""
        decision = self._last_decision()
        if decision is not None:
            self.record = self.record.until(decision)

    def picture(self, theme: str, card: str | None) -> str:
        """The board, with the last turn; targets of the moves due, of this card, are marked."""
        chosen = None if card is None else keltis.Card.parse(card)
        return scene_picture(self.record, VISITOR, card=chosen, theme=theme)

    def _last_decision(self) -> int | None:
        """The number of moves before the last turn of the visitor, if there was one."""
        for number in reversed(range(len(self.record))):
            state = self.record.states[number]
            if state.to_move == VISITOR and state.phase is keltis.Phase.PLAY:
                return number
        return None
