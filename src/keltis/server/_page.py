"""What the page of a table displays of a game, and what it sends: for any game."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, Generic, TypedDict, TypeVar

import attrs

from keltis._lib.values import Immutable
from keltis.documents import from_document
from keltis.game import Game, Record, Rules, State

S = TypeVar("S", bound=State)
V = TypeVar("V")
M = TypeVar("M")
R = TypeVar("R", bound=Rules)

_LOG_TURNS: Final = 24


class TurnDocument(TypedDict):
    """The sentences about one turn, as the viewer may know them."""

    seat: int
    sentences: list[str]


class GameDocument(TypedDict):
    """What a page displays of a game beside the picture, whichever the game."""

    names: list[str]
    to_move: int
    winners: list[int] | None
    """The seats that won; null before the end."""
    legal_moves: list[str]
    """The moves of the viewer, if the viewer is to move."""
    log: list[TurnDocument]
    """The last turns, the newest one last."""


def log_document(
    record: Record[S, M], sentences: Callable[[S, M], list[str]]
) -> list[TurnDocument]:
    """The last turns, with the sentences about each of their moves."""
    return [
        {
            "seat": turn[0][0].to_move,
            "sentences": [text for step in turn for text in sentences(*step)],
        }
        for turn in record.turns[-_LOG_TURNS:]
    ]


@attrs.frozen
class Page(Immutable, Generic[S, V, M, R]):
    """The page of a game: the board as it is drawn, the moves as text, and the last turns."""

    game: Game[S, V, M, R]

    record_type: ClassVar[str] = "text/plain"
    """The type of content of a record as a file."""

    def scene(self, record: Record[S, M], viewer: int | None) -> Mapping[str, object]:
        """What the page displays to a player, or to a spectator, as data for JSON."""
        state = record.final
        moves = self.game.engine.legal_moves(state) if viewer == state.to_move else ()

        def sentences(before: S, move: M) -> list[str]:
            narrate = self.game.events.narrate
            return [*narrate(before, move, viewer, names=record.names, you=viewer)]

        scene: GameDocument = {
            "names": [*record.names],
            "to_move": int(state.to_move),
            "winners": None if record.outcome is None else [*map(int, record.outcome.winners)],
            "legal_moves": [str(move) for move in moves],
            "log": log_document(record, sentences),
        }
        return {**scene}

    def picture(
        self, record: Record[S, M], viewer: int | None, *, choice: str | None, theme: str
    ) -> str:
        """The board as SVG. What the viewer has chosen so far, if the page knows it, is marked."""
        del choice
        return self.game.render.board_svg(
            record.final, seat=viewer, names=record.names, theme=theme
        )

    def read_move(self, value: object) -> M:
        """The move that the page sends."""
        return self.game.notation.parse_move(from_document(str, value, place="$.move"))

    def format_record(self, record: Record[S, M]) -> str:
        """A record as the content of a file."""
        return self.game.record.format_record(record)

    def record_document(self, record: Record[S, M]) -> object:
        """A record as data for JSON."""
        return self.game.record.format_record(record)

    def read_record(self, value: object) -> Record[S, M]:
        """Read what `record_document` writes."""
        return self.game.record.parse_record(from_document(str, value, place="$.record"))

    def rules_document(self, rules: R) -> object:
        """Rules as data for JSON."""
        return self.game.notation.format_rules(rules)

    def read_rules(self, value: object, version: int) -> R:
        """Read what `rules_document` writes, in a file of a version."""
        del version
        return self.game.notation.parse_rules(from_document(str, value, place="$.rules"))
