"""The shapes of the documents, as types."""

from typing import Generic, Literal, TypeAlias, TypedDict, TypeVar

T = TypeVar("T")

PlayerName: TypeAlias = Literal["orange", "blue"]
"""A player."""
OwnerName: TypeAlias = Literal["orange", "blue", "neutral"]
"""Whose a tile is."""
ShapeName: TypeAlias = Literal["end", "corner", "straight", "tee", "cross"]
"""The shape of a tile."""


class ByPlayer(TypedDict, Generic[T]):
    """Two values, one for each player."""

    orange: T
    blue: T


class ByOwner(TypedDict, Generic[T]):
    """Three values, one for each owner."""

    orange: T
    blue: T
    neutral: T


class ShapeCounts(TypedDict):
    """A number of tiles for each shape."""

    end: int
    corner: int
    straight: int
    tee: int
    cross: int


class TileDocument(TypedDict):
    """A tile on the table: its cell, its open sides as letters, its shape and its owner."""

    x: int
    y: int
    sides: str
    shape: ShapeName
    supply: OwnerName


class LayDocument(TypedDict):
    """A `Lay`."""

    type: Literal["lay"]
    action: int | None
    text: str
    tile: TileDocument


class PassDocument(TypedDict):
    """A `Pass`."""

    type: Literal["pass"]
    action: int
    text: str


MoveDocument: TypeAlias = LayDocument | PassDocument
"""A move: its type and parts, its action number, and its text.

A lay on the start tile, or too far from it for any rules, has no number.
"""


class RefusalDocument(TypedDict):
    """An illegal move and why it is illegal."""

    code: str
    message: str
    move: MoveDocument | None


class OutcomeDocument(TypedDict):
    """An `Outcome`; the winner is None if it is a draw."""

    scores: ByPlayer[list[int]]
    winner: PlayerName | None


class RulesFields(TypedDict):
    """All fields of rules that are not `CELTIC`."""

    supplies: ByOwner[ShapeCounts]
    start: str
    width: int
    height: int


RulesDocument: TypeAlias = Literal["CELTIC"] | RulesFields
"""The name of the preset, or all fields of other rules."""


class StateDocument(TypedDict):
    """A `GameState`, with the tiles left, scores, outcome and legal moves."""

    format: Literal["celtic-state"]
    version: int
    rules: RulesDocument
    to_move: PlayerName
    tiles: list[TileDocument]
    left: ByOwner[ShapeCounts]
    scores: ByPlayer[list[int]]
    outcome: OutcomeDocument | None
    legal_moves: list[MoveDocument]


class ArcDocument(TypedDict):
    """An `Arc`: from the right end of a side to the next open side clockwise."""

    x: int
    y: int
    side: Literal["N", "E", "S", "W"]


class KnotDocument(TypedDict):
    """A closed `Path`, with its scores."""

    arcs: list[ArcDocument]
    tiles: list[TileDocument]
    scores: ByPlayer[int]


class TileLaidDocument(TypedDict):
    """A `TileLaid`."""

    type: Literal["tile_laid"]
    player: PlayerName
    tile: TileDocument


class TurnForfeitedDocument(TypedDict):
    """A `TurnForfeited`."""

    type: Literal["turn_forfeited"]
    player: PlayerName
    tile: TileDocument


class TurnPassedDocument(TypedDict):
    """A `TurnPassed`."""

    type: Literal["turn_passed"]
    player: PlayerName


class KnotClosedDocument(TypedDict):
    """A `KnotClosed`."""

    type: Literal["knot_closed"]
    knot: KnotDocument


class GameOverDocument(TypedDict):
    """A `GameOver`."""

    type: Literal["game_over"]
    outcome: OutcomeDocument


EventDocument: TypeAlias = (
    TileLaidDocument
    | TurnPassedDocument
    | TurnForfeitedDocument
    | KnotClosedDocument
    | GameOverDocument
)
"""An event: its type and its fields."""
