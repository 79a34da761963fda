"""The functions of 0.2.0 for JSON documents, which are deprecated: use `keltis.documents`."""

from typing import TYPE_CHECKING, Final, TypeAlias

from keltis._codec.aliases import OldReader, old_names, old_schema, old_schemas
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

__all__ = ["DocumentError"]

event_from_json: Final = OldReader("event", Event)
move_from_json: Final = OldReader("move", Move)
state_from_json: Final = OldReader("state", GameState)

_SCHEMAS: Final = old_schemas(
    "keltis.celtic", {"conformance": "keltis.testing.conformance:CelticLine"}
)


def schema(name: str) -> dict[str, Json]:
    """The JSON Schema of the documents of this name."""
    return old_schema(name, _SCHEMAS)


if TYPE_CHECKING:
    SCHEMAS: tuple[str, ...]
    VERSION: int
    EventDocument: TypeAlias = dict[str, Json]
    MoveDocument: TypeAlias = dict[str, Json]
    OutcomeDocument: TypeAlias = dict[str, Json]
    RefusalDocument: TypeAlias = dict[str, Json]
    RulesDocument: TypeAlias = dict[str, Json]
    StateDocument: TypeAlias = dict[str, Json]
    KnotDocument: TypeAlias = dict[str, Json]
    TileDocument: TypeAlias = dict[str, Json]
else:
    _TYPES = ("Event", "Knot", "Move", "Outcome", "Refusal", "Rules", "State", "Tile")
    __getattr__ = old_names(__name__, _TYPES, SCHEMAS=tuple(_SCHEMAS), VERSION=1)
