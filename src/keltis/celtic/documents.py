"""The types of JSON documents of CELTIC!, which `keltis.documents` writes and reads.

The functions here are those of 0.2.0. They are deprecated.
"""

from typing import Final, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from keltis._codec.aliases import OLD_SCHEMAS, OldReader, old_schema
from keltis._codec.aliases import event_document as event_document
from keltis._codec.aliases import event_to_json as event_to_json
from keltis._codec.aliases import move_document as move_document
from keltis._codec.aliases import move_to_json as move_to_json
from keltis._codec.aliases import refusal_document as refusal_document
from keltis._codec.aliases import refusal_to_json as refusal_to_json
from keltis._codec.aliases import rules_document as rules_document
from keltis._codec.aliases import state_document as state_document
from keltis._codec.aliases import state_to_json as state_to_json
from keltis._codec.json import Json
from keltis._codec.kinds import DocumentError
from keltis.celtic._engine.moves import Move
from keltis.celtic._engine.state import GameState
from keltis.celtic.events import Event

__all__ = [
    "DocumentError",
    "EventDocument",
    "KnotDocument",
    "MoveDocument",
    "OutcomeDocument",
    "RefusalDocument",
    "RulesDocument",
    "StateDocument",
    "TileDocument",
]

# The types of documents

PlayerName: TypeAlias = Literal["orange", "blue"]


class PointsByPlayer(TypedDict):
    """The points of each player."""

    orange: int
    blue: int


class ScoresByPlayer(TypedDict):
    """The points of each player's knots, highest first."""

    orange: list[int]
    blue: list[int]


class ShapeCounts(TypedDict):
    """A number of tiles for each shape."""

    end: int
    corner: int
    straight: int
    tee: int
    cross: int


class ShapesByOwner(TypedDict):
    """The tiles of each owner."""

    orange: ShapeCounts
    blue: ShapeCounts
    neutral: ShapeCounts


class TileDocument(TypedDict):
    """A tile on the table: its cell, its open sides as letters, its shape and its owner."""

    x: int
    y: int
    sides: str
    shape: Literal["end", "corner", "straight", "tee", "cross"]
    supply: Literal["orange", "blue", "neutral"]


class MoveDocument(TypedDict):
    """A move: its type and text, the tile unless it is a pass, and the number of its action.

    A penalty has no number, and the number of a lay that no rules allow is None.
    """

    type: Literal["lay", "pass", "forfeit"]
    action: NotRequired[int | None]
    text: str
    tile: NotRequired[TileDocument]


class RefusalDocument(TypedDict):
    """An illegal move, and why it is illegal."""

    code: str
    message: str
    move: MoveDocument | None


class Arc(TypedDict):
    """A step of a knot: the side by which it leaves a tile."""

    x: int
    y: int
    side: Literal["N", "E", "S", "W"]


class KnotDocument(TypedDict):
    """A closed path, with its points for each player."""

    arcs: list[Arc]
    tiles: list[TileDocument]
    scores: PointsByPlayer


class OutcomeDocument(TypedDict):
    """An `Outcome`; the winner of a draw is None."""

    scores: ScoresByPlayer
    winner: PlayerName | None


class EventDocument(TypedDict):
    """An event of `keltis.celtic.events`: its type, and the parts that one of this type has."""

    type: str
    player: NotRequired[PlayerName]
    tile: NotRequired[TileDocument]
    knot: NotRequired[KnotDocument]
    outcome: NotRequired[OutcomeDocument]


class RulesDocument(TypedDict):
    """All fields of `Rules`."""

    supplies: ShapesByOwner
    start: str
    width: int
    height: int


class StateDocument(TypedDict):
    """A `GameState`, with the tiles left, scores, outcome and legal moves."""

    format: Literal["celtic-state"]
    version: int
    rules: Literal["CELTIC"] | RulesDocument
    to_move: PlayerName
    tiles: list[TileDocument]
    left: ShapesByOwner
    scores: ScoresByPlayer
    outcome: OutcomeDocument | None
    legal_moves: list[MoveDocument]


# Names of 0.2.0, until the release after 0.3

event_from_json: Final = OldReader("event", Event)
move_from_json: Final = OldReader("move", Move)
state_from_json: Final = OldReader("state", GameState)
_SCHEMAS: Final = {name: f"celtic.{place}" for name, place in OLD_SCHEMAS.items()} | {
    "conformance": "testing.conformance.CelticLine"
}
SCHEMAS: Final = tuple(_SCHEMAS)
VERSION: Final = 1


def schema(name: str) -> dict[str, Json]:
    """The JSON Schema of the documents of this name."""
    return old_schema(name, _SCHEMAS)
