"""Positions, moves, events and refusals as JSON documents, and their JSON Schemas.

`..._to_json` gives text, `..._document` the same as plain data for a document of your own, and
`..._from_json` reads the text back, strictly. `keltis.record` has whole games.
"""

from keltis._shared.documents import DocumentError, Json
from keltis._shared.exports import set_public_module
from keltis.documents._event_types import EventDocument
from keltis.documents._events import event_document, event_from_json, event_to_json
from keltis.documents._moves import (
    move_document,
    move_from_json,
    move_to_json,
    refusal_document,
    refusal_to_json,
)
from keltis.documents._position_readers import state_from_json, view_from_json
from keltis.documents._positions import (
    state_document,
    state_to_json,
    view_document,
    view_to_json,
)
from keltis.documents._rules import read_rules as read_rules  # for files of any kind
from keltis.documents._rules import rules_document
from keltis.documents._schemas import SCHEMAS, schema
from keltis.documents._types import (
    MoveDocument,
    OutcomeDocument,
    PlayerDocument,
    PublicPlayerDocument,
    RefusalDocument,
    RulesDocument,
    ScoreDocument,
    StateDocument,
    ViewDocument,
)

__all__ = [
    "SCHEMAS",
    "DocumentError",
    "EventDocument",
    "Json",
    "MoveDocument",
    "OutcomeDocument",
    "PlayerDocument",
    "PublicPlayerDocument",
    "RefusalDocument",
    "RulesDocument",
    "ScoreDocument",
    "StateDocument",
    "ViewDocument",
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
    "view_document",
    "view_from_json",
    "view_to_json",
]

set_public_module(__name__)
