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
    """A tile on the table: its cell, its open sides as letters, its shape and its owner.

    >>> from keltis.celtic import new_game
    >>> from keltis.celtic.documents import state_document
    >>> state_document(new_game())["tiles"]
    [{'x': 0, 'y': 0, 'sides': 'NESW', 'shape': 'cross', 'supply': 'neutral'}]
    """

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
    """An illegal move and why it is illegal.

    >>> from keltis.celtic import Illegality, IllegalMove, Pass, new_game
    >>> from keltis.celtic.documents import RefusalDocument, refusal_document
    >>> error = IllegalMove(Illegality.MUST_LAY, Pass(), new_game())
    >>> refusal: RefusalDocument = refusal_document(error)
    >>> refusal["code"], refusal["move"]
    ('MUST_LAY', {'type': 'pass', 'action': 0, 'text': 'pass'})
    """

    code: str
    message: str
    move: MoveDocument | None


class OutcomeDocument(TypedDict):
    """An `Outcome`; the winner is None if it is a draw.

    >>> from keltis.celtic.bots import RandomBot, play_match
    >>> from keltis.celtic.documents import state_document
    >>> record = play_match([RandomBot(), RandomBot()], seed=1)
    >>> state_document(record.final)["outcome"]
    {'scores': {'orange': [3], 'blue': [2]}, 'winner': 'orange'}
    """

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
    """A `GameState`, with the tiles left, scores, outcome and legal moves.

    >>> from keltis.celtic import new_game
    >>> from keltis.celtic.documents import StateDocument, state_document
    >>> document: StateDocument = state_document(new_game())
    >>> document["to_move"], document["legal_moves"][0]["text"]
    ('orange', 'lay 0,-1 S orange')
    """

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
    """A closed `Path`, with its scores.

    >>> from keltis.celtic import GameRecord, new_game, parse_move
    >>> from keltis.celtic.documents import event_document
    >>> from keltis.celtic.events import events
    >>> texts = "lay 0,-1 S orange", "lay 1,0 W blue", "lay 0,1 N orange", "lay -1,0 E blue"
    >>> *_, last = GameRecord(new_game(), tuple(map(parse_move, texts)))
    >>> knot = event_document(events(*last)[1])["knot"]
    >>> len(knot["tiles"]), knot["scores"]
    (5, {'orange': 2, 'blue': 2})
    """

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
