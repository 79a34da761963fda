"""A table of CELTIC!: a visitor against a bot."""

import random
from functools import partial
from typing import Final, TypedDict

from keltis import celtic
from keltis.celtic import GameRecord, Move
from keltis.celtic.bots import make_bot
from keltis.celtic.documents import StateDocument
from keltis.celtic.events import describe, events
from keltis.celtic.record import parse_record
from keltis.celtic.render import board_svg
from keltis.documents import from_json, to_document, to_json

LEVELS: Final = {"easy": "random", "medium": "search:games=60", "strong": "search:games=400"}
"""The bots that a visitor can choose, as `make_bot` names them."""
BOT_NAME: Final = "Morna"
LOG_TURNS: Final = 25


class TileGameScene(TypedDict):
    """What the page displays besides the picture."""

    state: StateDocument
    names: list[str]
    """Of Orange and of Blue."""
    visitor: int
    """0 if the visitor is Orange, 1 for Blue."""
    log: list[list[str]]
    """The sentences about the last turns, the newest one last."""
    can_undo: bool
    record: str
    """The game as JSON of `keltis.celtic.record`."""


class TileGameTable:
    """A game of CELTIC! in progress."""

    def __init__(self, record: celtic.GameRecord, visitor: int, level: str) -> None:
        self.record = record
        self.visitor = visitor
        self._bot = make_bot(LEVELS[level])
        self._rng = random.Random()

    @classmethod
    def set_up(cls, visitor: int, name: str, level: str) -> "TileGameTable":
        """A table with a new game; Orange, player 0, begins."""
        return cls(
            celtic.GameRecord(celtic.new_game(), names=_names(visitor, name)), visitor, level
        )

    @classmethod
    def load(cls, record: str, visitor: int, name: str, level: str) -> "TileGameTable":
        """The table of a saved game, in JSON or as text. A record without names gets some."""
        game = (
            partial(from_json, GameRecord) if record.lstrip().startswith("{") else parse_record
        )(record)
        names = game.names or _names(visitor, name)
        return cls(celtic.GameRecord(game.start, game.moves, names), visitor, level)

    @property
    def state(self) -> celtic.GameState:
        """The present state."""
        return self.record.final

    def scene(self) -> TileGameScene:
        """What the page displays besides the picture."""
        names = self.record.names
        return {
            "state": to_document(self.state),
            "names": list(names),
            "visitor": self.visitor,
            "log": [
                [describe(event, names=names, you=self.visitor) for event in events(state, move)]
                for state, move in list(self.record)[-LOG_TURNS:]
            ],
            "can_undo": self._last_decision() is not None,
            "record": to_json(self.record),
        }

    def play(self, move: str) -> None:
        """Make a move of the visitor, given as JSON."""
        self.record = self.record.append(from_json(Move, move))

    def play_bot(self) -> None:
        """Make one move of the bot; passes follow by themselves."""
        moves = celtic.legal_moves(self.state)
        if moves and self.state.to_move != self.visitor:
            self.record = self.record.append(self._bot(self.state, moves, self._rng))

    def undo(self) -> None:
        """Return to the visitor's last turn."""
        decision = self._last_decision()
        if decision is not None:
            self.record = self.record.until(decision)

    def picture(self, theme: str, move: str | None, cell: tuple[int, int] | None) -> str:
        """The tiles, with the last one marked, or with a move that is tried; a cell can glow."""
        record = self.record if move is None else self.record.append(from_json(Move, move))
        lays = [each for each in record.moves if isinstance(each, celtic.Lay)]
        # A pass can follow the move that is tried, so the last lay is marked.
        return board_svg(
            record.final,
            names=record.names,
            last=lays[-1:],
            highlight=() if cell is None else [cell],
            panels=False,
            theme=theme,
        )

    def _last_decision(self) -> int | None:
        """The number of moves before the last turn of the visitor with a choice."""
        for number in reversed(range(len(self.record))):
            state, move = self.record[number]
            if state.to_move == self.visitor and not isinstance(move, celtic.Pass):
                return number
        return None


def _names(visitor: int, name: str) -> tuple[str, str]:
    return (BOT_NAME, name) if visitor else (name, BOT_NAME)
