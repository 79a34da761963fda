"""Every value as JSON, and back: moves, events, rules, positions, records, results, of all games.

`to_json` gives text and `to_document` the same as plain data. `from_json` and `from_document` read
a value of the type that they are given, strictly: a `DocumentError` names the path of the first
fault. `schema` is the JSON Schema of a type.

A frozen attrs class of your own works too. What is special about a class is a `Form`, which
`register` makes known.
"""

from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from typing_extensions import TypeForm

from keltis._codec.aliases import OldFunctions, OldReader, old_names, old_schema, old_schemas
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
from keltis._codec.forms import (
    ByKey,
    Converted,
    Done,
    Form,
    Part,
    Untagged,
    register,
)
from keltis._codec.json import Json
from keltis._codec.kinds import (
    Codec,
    DocumentError,
    Items,
    Names,
    Optional,
    Range,
    Row,
    register_kind,
)
from keltis._engine.moves import Move
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis._lib.exports import set_public_module
from keltis.events import Event

__all__ = [
    "ByKey",
    "Codec",
    "Converted",
    "DocumentError",
    "Done",
    "Form",
    "Items",
    "Json",
    "Names",
    "Optional",
    "Part",
    "Range",
    "Row",
    "Untagged",
    "from_document",
    "from_json",
    "register",
    "register_kind",
    "schema",
    "to_document",
    "to_json",
]

T = TypeVar("T")


def schema(kind: TypeForm[T]) -> dict[str, Json]:
    """The JSON Schema (draft 2020-12) of the documents of a type. It stands alone.

    >>> import keltis
    >>> from keltis.documents import schema
    >>> schema(keltis.Score)["$defs"]["score"]["required"]
    ['paths', 'tile_points', 'wishing_stones', 'total']
    """
    return old_schema(kind, _SCHEMAS) if isinstance(kind, str) else schema_of(kind)


set_public_module(__name__)


# Names of 0.2.0, until the release after 0.3

event_from_json: Final = OldReader("event", Event)
move_from_json: Final = OldReader("move", Move)
state_from_json: Final = OldReader("state", GameState)
view_document: Final = OldFunctions("view").document
view_to_json: Final = OldFunctions("view").to_json
view_from_json: Final = OldReader("view", PlayerView)

_SCHEMAS: Final = old_schemas(
    "keltis",
    {
        "view": "keltis:PlayerView",
        "record-view": "keltis.record:RecordView",
        "tournament": "keltis.arena:TournamentResult",
        "conformance": "keltis.testing.conformance:KeltisLine",
    },
)
if TYPE_CHECKING:
    SCHEMAS: tuple[str, ...]
    EventDocument: TypeAlias = dict[str, Json]
    MoveDocument: TypeAlias = dict[str, Json]
    OutcomeDocument: TypeAlias = dict[str, Json]
    PlayerDocument: TypeAlias = dict[str, Json]
    PublicPlayerDocument: TypeAlias = dict[str, Json]
    RefusalDocument: TypeAlias = dict[str, Json]
    RulesDocument: TypeAlias = dict[str, Json]
    ScoreDocument: TypeAlias = dict[str, Json]
    StateDocument: TypeAlias = dict[str, Json]
    ViewDocument: TypeAlias = dict[str, Json]
else:
    _TYPES = (
        *("Event", "Move", "Outcome", "Player", "PublicPlayer", "Refusal"),
        *("Rules", "Score", "State", "View"),
    )
    __getattr__ = old_names(__name__, _TYPES, SCHEMAS=tuple(_SCHEMAS))
