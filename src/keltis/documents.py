"""Every value as JSON, and back: moves, events, rules, positions, records, results, of all games.

`to_json` gives text and `to_document` the same as plain data. `from_json` and `from_document` read
a value of the type that they are given, strictly: a `DocumentError` names the path of the first
fault. `schema` is the JSON Schema of a type.

Types such as `StateDocument` are what `to_document` writes, for programs that read documents
without this library's classes: type checkers, pydantic, msgspec and cattrs take them as they are.

A frozen attrs class of your own works too. What is special about a class is a `Form`, which
`register` makes known.
"""

from typing import Final, Literal, NotRequired, TypeAlias, TypeVar

from typing_extensions import TypedDict, TypeForm

from keltis._codec.aliases import OLD_SCHEMAS, OldFunctions, OldReader, old_schema
from keltis._codec.aliases import event_document as event_document
from keltis._codec.aliases import event_to_json as event_to_json
from keltis._codec.aliases import move_document as move_document
from keltis._codec.aliases import move_to_json as move_to_json
from keltis._codec.aliases import refusal_document as refusal_document
from keltis._codec.aliases import refusal_to_json as refusal_to_json
from keltis._codec.aliases import rules_document as rules_document
from keltis._codec.aliases import state_document as state_document
from keltis._codec.aliases import state_to_json as state_to_json
from keltis._codec.codec import from_document, from_json, to_document, to_json
from keltis._codec.codec import schema as schema_of
from keltis._codec.forms import Converted, Form, Part, register
from keltis._codec.json import Json
from keltis._codec.kinds import Codec, DocumentError, Range
from keltis._engine.moves import Move
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis._lib.exports import set_public_module
from keltis.events import Event

__all__ = [
    "Codec",
    "Converted",
    "DocumentError",
    "EventDocument",
    "Form",
    "Json",
    "MoveDocument",
    "OutcomeDocument",
    "Part",
    "PlayerDocument",
    "PublicPlayerDocument",
    "Range",
    "RefusalDocument",
    "RulesDocument",
    "ScoreDocument",
    "StateDocument",
    "ViewDocument",
    "from_document",
    "from_json",
    "register",
    "schema",
    "to_document",
    "to_json",
]

T = TypeVar("T")


def schema(kind: TypeForm[T]) -> dict[str, Json]:
    """The JSON Schema (draft 2020-12) of the documents of a type. It stands alone.

    >>> import keltis
    >>> from keltis.documents import schema
    >>> schema(keltis.Score)["required"]
    ['paths', 'tile_points', 'wishing_stones', 'total']
    """
    return old_schema(kind, _SCHEMAS) if isinstance(kind, str) else schema_of(kind)


# The types of documents. A card is a text like R7, and a colour is its letter.

Letter: TypeAlias = Literal["R", "Y", "P", "G", "B"]
FigureName: TypeAlias = Literal["small", "large"]
TileName: TypeAlias = Literal["wishing stone", "clover", "1", "2", "3"]
PhaseName: TypeAlias = Literal["play", "advance", "draw", "over"]


class CardsByLetter(TypedDict):
    """Cards for each colour."""

    R: list[str]
    Y: list[str]
    P: list[str]
    G: list[str]
    B: list[str]


class RowsByLetter(TypedDict):
    """A row for each colour."""

    R: int
    Y: int
    P: int
    G: int
    B: int


class TilesByLetter(TypedDict):
    """For each colour, the tile on each row, or None."""

    R: list[TileName | None]
    Y: list[TileName | None]
    P: list[TileName | None]
    G: list[TileName | None]
    B: list[TileName | None]


class MoveDocument(TypedDict):
    """A move: its type, its action number, its text, and the parts that a move of its type has."""

    type: Literal["discard", "lay", "advance", "decline", "draw"]
    action: int
    text: str
    card: NotRequired[str]
    colour: NotRequired[Letter]
    figure: NotRequired[FigureName | None]
    source: NotRequired[Letter | None]


class RefusalDocument(TypedDict):
    """An illegal move, and why it is illegal."""

    code: str
    message: str
    move: MoveDocument | None


class ScoreDocument(TypedDict):
    """A `Score`, with its total."""

    paths: int
    tile_points: int
    wishing_stones: int
    total: int


class OutcomeDocument(TypedDict):
    """An `Outcome`."""

    reason: str
    scores: list[ScoreDocument]
    winners: list[int]


class EventDocument(TypedDict):
    """An event of `keltis.events`: its type, and the parts that an event of this type has."""

    type: str
    seat: NotRequired[int]
    card: NotRequired[str | None]
    source: NotRequired[Letter | None]
    colour: NotRequired[Letter]
    figure: NotRequired[FigureName]
    row: NotRequired[int]
    points: NotRequired[int]
    held: NotRequired[int]
    gives_step: NotRequired[bool]
    outcome: NotRequired[OutcomeDocument]


class RulesDocument(TypedDict):
    """All fields of `Rules`."""

    values: list[int]
    copies: int
    row_points: list[int]
    goal_row: int
    tiles: list[TileName]
    tile_rows: list[list[int]]
    small_figures: int
    large_figures: int
    large_factor: int
    cards_removed: list[list[int]]
    hand_size: int
    goal_figures: int
    wishing_stone_points: list[int]
    equal_pair_fixes_flat: bool
    may_take_own_discard: bool
    clover_may_be_declined: bool
    advance_may_enter: bool
    step_may_be_wasted: bool


class _Player(TypedDict):
    seen: list[str]
    columns: CardsByLetter
    rows: RowsByLetter
    large: Letter | None
    tile_points: int
    wishing_stones: int
    score: ScoreDocument


class PlayerDocument(_Player):
    """A `PlayerState`, with its score."""

    hand: list[str]


class PublicPlayerDocument(_Player):
    """A `PublicPlayer`, with its score."""

    hand_size: int


class _Position(TypedDict):
    version: int
    rules: RulesDocument
    phase: PhaseName
    to_move: int
    may_decline: bool
    barred: Letter | None
    may_waste: bool
    tiles: TilesByLetter
    discards: CardsByLetter
    outcome: OutcomeDocument | None
    legal_moves: list[MoveDocument]


class StateDocument(_Position):
    """A `GameState`, with its scores, outcome and legal moves."""

    format: Literal["keltis-state"]
    players: list[PlayerDocument]
    draw_pile: list[str]
    removed: list[str]


class ViewDocument(_Position):
    """A `PlayerView`, with its scores, outcome and legal moves.

    >>> import json
    >>> import keltis
    >>> from keltis.documents import ViewDocument, to_json
    >>> view: ViewDocument = json.loads(to_json(keltis.observe(keltis.new_game(2, seed=7), 1)))
    >>> view["players"][0]["columns"]["R"]
    []
    """

    format: Literal["keltis-view"]
    viewer: int | None
    hand: list[str] | None
    players: list[PublicPlayerDocument]
    draw_pile_size: int
    removed_size: int


set_public_module(__name__)


# Names of 0.2.0, until the release after 0.3

event_from_json: Final = OldReader("event", Event)
move_from_json: Final = OldReader("move", Move)
state_from_json: Final = OldReader("state", GameState)
view_document: Final = OldFunctions("view").document
view_to_json: Final = OldFunctions("view").to_json
view_from_json: Final = OldReader("view", PlayerView)

_SCHEMAS: Final = OLD_SCHEMAS | {
    "view": "PlayerView",
    "record-view": "record.RecordView",
    "tournament": "arena.TournamentResult",
    "conformance": "testing.conformance.KeltisLine",
}
SCHEMAS: Final = tuple(_SCHEMAS)
