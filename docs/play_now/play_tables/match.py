"""A table of any game: a visitor on one seat, and bots on the others."""

import random
from abc import ABC, abstractmethod
from typing import ClassVar, Final, Generic, Self, TypeVar

import attrs

from keltis.documents import from_json, to_json
from keltis.errors import InvalidArgument
from keltis.game import Match, Record, Rules, State
from keltis.server import Page, ReviewDocument, SceneDocument

S = TypeVar("S", bound=State)
V = TypeVar("V")
M = TypeVar("M")
R = TypeVar("R", bound=Rules)

_SEED_BITS: Final = 64


class MatchScene(SceneDocument):
    """What the page displays besides the picture."""

    can_undo: bool
    moves: int | None
    """The number of moves of a game that is over."""
    record: str
    """The game as JSON of the library."""


class MatchTable(ABC, Generic[S, V, M, R]):
    """A game in progress. A subclass says which game, and gives hints."""

    page: Page[S, V, M, R]
    """What the page displays of the game, and of the tables of the server."""
    bot_names: ClassVar[tuple[str, ...]]

    def __init__(self, record: Record[S, M], visitor: int, level: str) -> None:
        """Continue a game, with bots of this level on the other seats."""
        self.visitor = visitor
        self.game = self.page.game
        bot = self.game.bots.make_bot(self.page.bots[level])
        self._match = Match(
            game=self.game,
            record=record,
            bots=tuple([None if seat == visitor else bot for seat in range(record.player_count)]),
            seed=random.getrandbits(_SEED_BITS),
        )

    @classmethod
    def new(cls, players: int, visitor: int, name: str, level: str, *, first: int = 0) -> Self:
        """A table with a new game."""
        record = cls.page.game.record.new_record(
            players,
            seed=random.getrandbits(_SEED_BITS),
            first_player=first,
            names=cls._names(players, visitor, name),
        )
        return cls(record, visitor, level)

    @classmethod
    def load(cls, text: str, visitor: int, name: str, level: str) -> Self:
        """The table of a saved game, in JSON or as text. A record without names gets some."""
        records = cls.page.game.record
        is_json = text.lstrip().startswith("{")
        record = from_json(records.GameRecord, text) if is_json else records.parse_record(text)
        names = record.names or cls._names(record.player_count, visitor, name)
        return cls(record.rename(names), visitor, level)

    @classmethod
    def _names(cls, players: int, visitor: int, name: str) -> tuple[str, ...]:
        bots = cls.bot_names[: players - 1]
        return (*bots[:visitor], name, *bots[visitor:])

    @property
    def record(self) -> Record[S, M]:
        """The game so far."""
        return self._match.record

    @property
    def state(self) -> S:
        """The present state."""
        return self._match.state

    def scene(self) -> MatchScene:
        """What the page displays besides the picture."""
        return {
            **self.page.scene(self.record, self.visitor),
            "can_undo": self.can_undo,
            "moves": self.moves,
            "record": to_json(self.record),
        }

    def picture(self, theme: str, choice: str | None = None) -> str:
        """The board, with what the visitor has chosen."""
        return self.page.picture(self.record, self.visitor, choice=choice, theme=theme)

    def review(self, theme: str) -> ReviewDocument:
        """What was play in a game that is over, and what was luck."""
        return self.page.review(self.record, theme)

    def play(self, move: str) -> None:
        """Make a move of the visitor, and those of the turn that leave no choice."""
        self._append(self.game.notation.parse_move(move))
        while not self.record.starts_turn(self.state) and len(moves := self._moves()) == 1:
            self._append(moves[0])

    def play_bot(self) -> None:
        """Make all moves of the turn of a bot."""
        while self.state.to_move != self.visitor and self._moves():
            self._append(self._match.advance(1).record.moves[-1])
            if self.record.starts_turn(self.state):
                return

    @abstractmethod
    def hint(self) -> str:
        """What a bot would do, and why."""

    def _require_turn(self) -> None:
        if self.state.to_move != self.visitor or not self._moves():
            raise InvalidArgument("it is not your turn")

    def look(self, moves: int, theme: str) -> dict[str, str]:
        """The position after this number of moves, and what the last turn did."""
        before = self.record.until(min(moves, len(self.record)))
        log = self.page.scene(before, self.visitor)["log"]
        return {
            "picture": self.page.picture(before, self.visitor, choice=None, theme=theme),
            "text": " ".join(log[-1]["sentences"] if log else []),
        }

    @property
    def moves(self) -> int | None:
        """The number of moves of a game that is over."""
        return None if self.record.outcome is None else len(self.record)

    def undo(self) -> None:
        """Return to the beginning of the visitor's turn, or of the turn before."""
        number = self._match.last_turn(self.visitor)
        if number is not None:
            self._match = attrs.evolve(self._match, record=self.record.until(number))

    @property
    def can_undo(self) -> bool:
        """Whether `undo` has anything to take back."""
        return self._match.last_turn(self.visitor) is not None

    def _moves(self) -> tuple[M, ...]:
        return self.game.engine.legal_moves(self.state)

    def _append(self, move: M) -> None:
        self._match = self._match.play(move)
