"""The functions of 0.2.0 for JSON documents, which are deprecated: use `keltis.documents`."""

from typing import TYPE_CHECKING, Final, TypeAlias

from keltis._codec.aliases import OldFunctions, old_names, old_schema
from keltis._codec.json import Json
from keltis._codec.kinds import DocumentError
from keltis.celtic._engine.legality import IllegalMove
from keltis.celtic._engine.moves import Move
from keltis.celtic._engine.rules import Rules
from keltis.celtic._engine.state import GameState
from keltis.celtic.events import Event

__all__ = ["DocumentError"]

event_document: Final = OldFunctions("event", Event).document
event_to_json: Final = OldFunctions("event", Event).to_json
event_from_json: Final = OldFunctions("event", Event).from_json
move_document: Final = OldFunctions("move", Move).document
move_to_json: Final = OldFunctions("move", Move).to_json
move_from_json: Final = OldFunctions("move", Move).from_json
refusal_document: Final = OldFunctions("refusal", IllegalMove).document
refusal_to_json: Final = OldFunctions("refusal", IllegalMove).to_json
rules_document: Final = OldFunctions("rules", Rules).document
state_document: Final = OldFunctions("state", GameState).document
state_to_json: Final = OldFunctions("state", GameState).to_json
state_from_json: Final = OldFunctions("state", GameState).from_json

_SCHEMAS: Final = {
    "state": "keltis.celtic:GameState",
    "move": "keltis.celtic:Move",
    "event": "keltis.celtic.events:Event",
    "refusal": "keltis.celtic:IllegalMove",
    "rules": "keltis.celtic:Rules",
    "record": "keltis.celtic:GameRecord",
    "conformance": "keltis.testing.conformance:CelticLine",
}


def schema(name: str) -> dict[str, Json]:
    """The JSON Schema of the documents of this name."""
    return old_schema(name, _SCHEMAS)


if TYPE_CHECKING:
    SCHEMAS: tuple[str, ...]
    VERSION: int
    EventDocument: TypeAlias = dict[str, Json]
    KnotDocument: TypeAlias = dict[str, Json]
    MoveDocument: TypeAlias = dict[str, Json]
    OutcomeDocument: TypeAlias = dict[str, Json]
    RefusalDocument: TypeAlias = dict[str, Json]
    RulesDocument: TypeAlias = dict[str, Json]
    StateDocument: TypeAlias = dict[str, Json]
    TileDocument: TypeAlias = dict[str, Json]
else:
    _TYPES = ("Event", "Knot", "Move", "Outcome", "Refusal", "Rules", "State", "Tile")
    __getattr__ = old_names(__name__, _TYPES, SCHEMAS=tuple(_SCHEMAS), VERSION=1)
