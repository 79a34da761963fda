"""A table of CELTIC!: a visitor against a bot."""

from typing import ClassVar, Final, TypedDict

from keltis import celtic
from keltis.bots import bot_random
from keltis.celtic import GameState, Move, Rules
from keltis.celtic.render import board_svg
from keltis.documents import Json, to_document, to_json
from keltis.server import TurnDocument
from play_tables.match import MatchTable

LOG_TURNS: Final = 25


class TileGameScene(TypedDict):
    """What the page displays besides the picture."""

    state: dict[str, Json]
    names: list[str]
    """Of Orange and of Blue."""
    visitor: int
    """0 if the visitor is Orange, 1 for Blue."""
    log: list[TurnDocument]
    """The last turns, the newest one last."""
    can_undo: bool
    moves: int | None
    """The number of moves of a game that is over."""
    record: str
    """The game as JSON of `keltis.celtic.record`."""


class TileGameTable(MatchTable[GameState, GameState, Move, Rules]):
    """A game of CELTIC! in progress."""

    game = celtic.GAME
    levels: ClassVar = {"easy": "random", "medium": "search:games=60", "strong": "search:games=400"}
    bot_names: ClassVar = ("Morna",)

    def scene(self) -> TileGameScene:
        """What the page displays besides the picture."""
        names = self.record.names
        return {
            "state": to_document(self.state),
            "names": list(names),
            "visitor": self.visitor,
            "log": [
                {
                    "number": number,
                    "seat": int(state.to_move),
                    "sentences": [
                        *celtic.events.narrate(state, move, names=names, you=self.visitor)
                    ],
                }
                for number, (state, move) in list(enumerate(self.record, 1))[-LOG_TURNS:]
            ],
            "can_undo": self.can_undo,
            "moves": self.moves,
            "record": to_json(self.record),
        }

    def picture(self, theme: str, move: str | None, cell: tuple[int, int] | None = None) -> str:
        """The tiles, with the last one marked, or with a move that is tried; a cell can glow."""
        record = self.record if move is None else self.record.append(self.read_move(move))
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

    def board(self, theme: str) -> str:
        """The tiles, with the last one marked."""
        return self.picture(theme, None)

    def hint(self) -> str:
        """What the bot of medium strength would do, and whether that closes a knot."""
        self._require_turn()
        rng = bot_random(self._match.seed, self.visitor, len(self.record))
        bot = celtic.bots.make_bot(self.levels["medium"])
        move = bot(self.state, celtic.legal_moves(self.state), rng)
        leads = (
            celtic.events.preview(self.state, move) or "it won most of the games that the bot tried"
        )
        return f"A bot would lay the {celtic.events.meaning(move)}: {leads}."
