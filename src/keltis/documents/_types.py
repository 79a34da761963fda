"""The shapes of the documents, as types.

A card is written as in `str(card)`, such as `R7`: the letter of its colour and its value. A colour
is its letter, which is also the key of everything that is arranged by colour.
"""

from typing import Generic, Literal, TypeAlias, TypedDict, TypeVar

from keltis._shared.documents import Json

T = TypeVar("T")

Letter: TypeAlias = Literal["R", "Y", "P", "G", "B"]
"""A colour."""
FigureName: TypeAlias = Literal["small", "large"]
"""A kind of figure."""


class ByLetter(TypedDict, Generic[T]):
    """Five values, one for each colour."""

    R: T
    Y: T
    P: T
    G: T
    B: T


class DiscardDocument(TypedDict):
    """A `Discard`."""

    type: Literal["discard"]
    action: int
    text: str
    card: str


class LayDocument(TypedDict):
    """A `Lay`."""

    type: Literal["lay"]
    action: int
    text: str
    card: str
    figure: FigureName | None


class AdvanceDocument(TypedDict):
    """An `Advance`."""

    type: Literal["advance"]
    action: int
    text: str
    colour: Letter
    figure: FigureName | None


class DeclineDocument(TypedDict):
    """A `Decline`."""

    type: Literal["decline"]
    action: int
    text: str


class DrawDocument(TypedDict):
    """A `Draw`."""

    type: Literal["draw"]
    action: int
    text: str
    source: Letter | None


MoveDocument: TypeAlias = (
    DiscardDocument | LayDocument | AdvanceDocument | DeclineDocument | DrawDocument
)
"""A move: its type and parts, its action number, and its text."""


class RefusalDocument(TypedDict):
    """An illegal move and why it is illegal."""

    code: str
    message: str
    move: MoveDocument | None


class ScoreDocument(TypedDict):
    """A `Score`."""

    paths: int
    tile_points: int
    wishing_stones: int
    total: int


class OutcomeDocument(TypedDict):
    """An `Outcome`."""

    reason: str
    scores: list[ScoreDocument]
    winners: list[int]


RulesDocument: TypeAlias = str | dict[str, Json]
"""The name of a preset, or all fields of other rules."""


class PublicPlayerDocument(TypedDict):
    """A `PublicPlayer` with the score."""

    hand_size: int
    seen: list[str]
    columns: ByLetter[list[str]]
    rows: ByLetter[int]
    large: Letter | None
    tile_points: int
    wishing_stones: int
    score: ScoreDocument


class PlayerDocument(TypedDict):
    """A `PlayerState` with the score."""

    hand: list[str]
    seen: list[str]
    columns: ByLetter[list[str]]
    rows: ByLetter[int]
    large: Letter | None
    tile_points: int
    wishing_stones: int
    score: ScoreDocument


class StateDocument(TypedDict):
    """A `GameState`, with its scores, outcome and legal moves."""

    format: Literal["keltis-state"]
    version: int
    rules: RulesDocument
    phase: str
    to_move: int
    may_decline: bool
    barred: Letter | None
    unresolved: Letter | None
    players: list[PlayerDocument]
    tiles: ByLetter[list[str | None]]
    discards: ByLetter[list[str]]
    draw_pile: list[str]
    removed: list[str]
    outcome: OutcomeDocument | None
    legal_moves: list[MoveDocument]


class ViewDocument(TypedDict):
    """A `PlayerView`, with its scores, outcome and legal moves."""

    format: Literal["keltis-view"]
    version: int
    rules: RulesDocument
    viewer: int | None
    hand: list[str] | None
    phase: str
    to_move: int
    may_decline: bool
    barred: Letter | None
    unresolved: Letter | None
    players: list[PublicPlayerDocument]
    tiles: ByLetter[list[str | None]]
    discards: ByLetter[list[str]]
    draw_pile_size: int
    removed_size: int
    outcome: OutcomeDocument | None
    legal_moves: list[MoveDocument]
