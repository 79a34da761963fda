"""Every value as JSON, and back: moves, events, rules, positions, records, results, of all games.

`to_json` gives text and `to_document` the same as plain data. `from_json` and `from_document` read
a value of the type that they are given, strictly: a `DocumentError` names the path of the first
fault. `schema` is the JSON Schema of a type.

A frozen attrs class of your own works too. What is special about a class is a `Form`, which
`register` makes known.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from typing_extensions import TypeForm

from keltis._codec.aliases import (
    OldWriter,
    old_document,
    old_names,
    old_reader,
    old_schema,
    old_writer,
)
from keltis._codec.codec import from_document, from_json, to_document, to_json
from keltis._codec.codec import schema as schema_of
from keltis._codec.forms import (
    ByKey,
    DocumentError,
    Done,
    Form,
    Items,
    Named,
    Names,
    Optional,
    Part,
    Range,
    Row,
    Text,
    Untagged,
    register,
    register_kind,
)
from keltis._codec.json import Json
from keltis._engine.legality import IllegalMove
from keltis._engine.moves import Move
from keltis._engine.rules import Rules
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis._lib.exports import set_public_module
from keltis.events import Event

__all__ = [
    "ByKey",
    "DocumentError",
    "Done",
    "Form",
    "Items",
    "Json",
    "Named",
    "Names",
    "Optional",
    "Part",
    "Range",
    "Row",
    "Text",
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
    return _old_schema(kind) if isinstance(kind, str) else schema_of(kind)


set_public_module(__name__)


# Names of 0.2.0, until the release after 0.3

event_document: Callable[[Event], dict[str, Json]] = old_document("event_document", Event)
event_from_json: Callable[[str], Event] = old_reader("event_from_json", Event)
event_to_json: OldWriter[Event] = old_writer("event_to_json", Event)
move_document: Callable[[Move], dict[str, Json]] = old_document("move_document", Move)
move_from_json: Callable[[str], Move] = old_reader("move_from_json", Move)
move_to_json: OldWriter[Move] = old_writer("move_to_json", Move)
refusal_document: Callable[[IllegalMove], dict[str, Json]] = old_document(
    "refusal_document", IllegalMove
)
refusal_to_json: OldWriter[IllegalMove] = old_writer("refusal_to_json", IllegalMove)
rules_document: Callable[[Rules], dict[str, Json]] = old_document("rules_document", Rules)
state_document: Callable[[GameState], dict[str, Json]] = old_document("state_document", GameState)
state_from_json: Callable[[str], GameState] = old_reader("state_from_json", GameState)
state_to_json: OldWriter[GameState] = old_writer("state_to_json", GameState)
view_document: Callable[[PlayerView], dict[str, Json]] = old_document("view_document", PlayerView)
view_from_json: Callable[[str], PlayerView] = old_reader("view_from_json", PlayerView)
view_to_json: OldWriter[PlayerView] = old_writer("view_to_json", PlayerView)

_SCHEMAS: Final = {
    "state": "keltis:GameState",
    "view": "keltis:PlayerView",
    "move": "keltis:Move",
    "event": "keltis.events:Event",
    "refusal": "keltis:IllegalMove",
    "rules": "keltis:Rules",
    "record": "keltis:GameRecord",
    "record-view": "keltis.record:RecordView",
    "tournament": "keltis.arena:TournamentResult",
    "conformance": "keltis.testing.conformance:KeltisLine",
}
_old_schema = old_schema(_SCHEMAS)

_Document: TypeAlias = dict[str, Json]
if TYPE_CHECKING:
    SCHEMAS: tuple[str, ...]
    EventDocument: TypeAlias = _Document
    MoveDocument: TypeAlias = _Document
    OutcomeDocument: TypeAlias = _Document
    PlayerDocument: TypeAlias = _Document
    PublicPlayerDocument: TypeAlias = _Document
    RefusalDocument: TypeAlias = _Document
    RulesDocument: TypeAlias = _Document
    ScoreDocument: TypeAlias = _Document
    StateDocument: TypeAlias = _Document
    ViewDocument: TypeAlias = _Document
else:
    _TYPES = (
        *("Event", "Move", "Outcome", "Player", "PublicPlayer", "Refusal"),
        *("Rules", "Score", "State", "View"),
    )
    __getattr__ = old_names(
        __name__,
        {
            "SCHEMAS": tuple(_SCHEMAS),
            **dict.fromkeys((f"{name}Document" for name in _TYPES), _Document),
        },
    )
