"""The functions of 0.2.0 for JSON documents, which are deprecated: use `keltis.documents`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from keltis._codec.aliases import (
    OldWriter,
    old_document,
    old_names,
    old_reader,
    old_schema,
    old_writer,
)
from keltis._codec.forms import DocumentError
from keltis._codec.json import Json
from keltis.celtic._engine.legality import IllegalMove
from keltis.celtic._engine.moves import Move
from keltis.celtic._engine.rules import Rules
from keltis.celtic._engine.state import GameState
from keltis.celtic.events import Event

__all__ = ["DocumentError"]

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
_SCHEMAS: Final = {
    "state": "keltis.celtic:GameState",
    "move": "keltis.celtic:Move",
    "event": "keltis.celtic.events:Event",
    "refusal": "keltis.celtic:IllegalMove",
    "rules": "keltis.celtic:Rules",
    "record": "keltis.celtic:GameRecord",
    "conformance": "keltis.testing.conformance:CelticLine",
}
schema: Callable[[str], dict[str, Json]] = old_schema(_SCHEMAS)

_Document: TypeAlias = dict[str, Json]
if TYPE_CHECKING:
    SCHEMAS: tuple[str, ...]
    VERSION: int
    EventDocument: TypeAlias = _Document
    KnotDocument: TypeAlias = _Document
    MoveDocument: TypeAlias = _Document
    OutcomeDocument: TypeAlias = _Document
    RefusalDocument: TypeAlias = _Document
    RulesDocument: TypeAlias = _Document
    StateDocument: TypeAlias = _Document
    TileDocument: TypeAlias = _Document
else:
    _TYPES = ("Event", "Knot", "Move", "Outcome", "Refusal", "Rules", "State", "Tile")
    __getattr__ = old_names(
        __name__,
        {
            "SCHEMAS": tuple(_SCHEMAS),
            "VERSION": 1,
            **dict.fromkeys((f"{name}Document" for name in _TYPES), _Document),
        },
    )
