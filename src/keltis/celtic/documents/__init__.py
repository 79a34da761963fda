"""Positions, moves, events and refusals as JSON documents, and their JSON Schemas.

The functions have the names of those in `keltis.documents`. Nothing in CELTIC! is hidden, so there
are no views.
"""

from keltis._shared.documents import DocumentError, Json
from keltis._shared.exports import set_public_module
from keltis.celtic.documents._events import event_document, event_from_json, event_to_json
from keltis.celtic.documents._moves import (
    move_document,
    move_from_json,
    move_to_json,
    refusal_document,
    refusal_to_json,
)
from keltis.celtic.documents._schemas import SCHEMAS, schema
from keltis.celtic.documents._state import (
    VERSION,
    rules_document,
    state_document,
    state_from_json,
    state_to_json,
)
from keltis.celtic.documents._types import (
    EventDocument,
    KnotDocument,
    MoveDocument,
    OutcomeDocument,
    RefusalDocument,
    RulesDocument,
    StateDocument,
    TileDocument,
)

__all__ = [
    "SCHEMAS",
    "VERSION",
    "DocumentError",
    "EventDocument",
    "Json",
    "KnotDocument",
    "MoveDocument",
    "OutcomeDocument",
    "RefusalDocument",
    "RulesDocument",
    "StateDocument",
    "TileDocument",
    "event_document",
    "event_from_json",
    "event_to_json",
    "move_document",
    "move_from_json",
    "move_to_json",
    "refusal_document",
    "refusal_to_json",
    "rules_document",
    "schema",
    "state_document",
    "state_from_json",
    "state_to_json",
]

set_public_module(__name__)
