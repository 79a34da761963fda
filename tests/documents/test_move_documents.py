"""Moves and refusals as JSON documents."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from document_helpers import (
    Validator,
    changed_documents,
    damaged_documents,
    is_refused_or_kept,
    refused_path,
)
from keltis import (
    ACTION_COUNT,
    Decline,
    Illegality,
    IllegalMove,
    Move,
    apply_move,
    move_of,
    new_game,
)
from keltis.documents import (
    DocumentError,
    Json,
    move_document,
    move_from_json,
    move_to_json,
    refusal_document,
    refusal_to_json,
    schema,
)

MOVE_SCHEMA = Validator(schema("move"))
REFUSAL_SCHEMA = Validator(schema("refusal"))
CODES = [
    "NOT_A_MOVE",
    "GAME_OVER",
    "PLAY_DUE",
    "ADVANCE_DUE",
    "DRAW_DUE",
    "NOT_IN_HAND",
    "OUT_OF_ORDER",
    "FIGURE_MISSING",
    "FIGURE_UNASKED",
    "NO_FIGURE_WAITING",
    "NO_FIGURE_ON_PATH",
    "ON_END_STONE",
    "MUST_ADVANCE",
    "PILE_EMPTY",
    "JUST_DISCARDED",
]
"""The codes of refusals. Programs rely on them: add new ones, but change none."""
MOVES = st.integers(0, ACTION_COUNT - 1).map(move_of)


def document_of(move: Move) -> Json:
    document: Json = json.loads(move_to_json(move))
    return document


def test_every_move_comes_back_and_fits_the_schema() -> None:
    for move in map(move_of, range(ACTION_COUNT)):
        assert move_from_json(move_to_json(move, indent=1)) == move
        assert MOVE_SCHEMA.accepts(document_of(move))


@given(MOVES, st.data())
def test_a_changed_move_is_refused_or_written_like_this(move: Move, data: st.DataObject) -> None:
    document = data.draw(changed_documents(document_of(move)))
    assert is_refused_or_kept(move_from_json, move_to_json, document)


@given(MOVES, st.data())
def test_the_schema_refuses_a_damaged_move(move: Move, data: st.DataObject) -> None:
    document = data.draw(damaged_documents(document_of(move)))
    assert not MOVE_SCHEMA.accepts(document)
    with pytest.raises(DocumentError):
        move_from_json(json.dumps(document))


def test_the_parts_of_a_move_must_agree_with_its_text() -> None:
    text = json.dumps({**move_document(Decline()), "text": "draw pile"})
    assert refused_path(move_from_json, text, DocumentError) == "$.text"


def test_a_caller_cannot_change_the_documents_of_others() -> None:
    move_document(Decline())["text"] = "sneeze"
    assert move_document(Decline())["text"] == "decline"


def test_no_code_of_a_refusal_changes_silently() -> None:
    assert [reason.name for reason in Illegality] == CODES


def test_the_schema_has_all_codes() -> None:
    assert schema("refusal")["$defs"]["code"]["enum"] == CODES  # type: ignore[index, call-overload]  # a document


@pytest.mark.parametrize("reason", Illegality)
def test_every_refusal_fits_the_schema(reason: Illegality) -> None:
    error = IllegalMove(reason, Decline(), new_game(2, seed=1))
    document = json.loads(refusal_to_json(error, indent=1))
    assert document == {
        "code": reason.name,
        "message": str(reason),
        "move": move_document(Decline()),
    }
    assert REFUSAL_SCHEMA.accepts(document)


def test_the_refusal_of_something_else_has_no_move() -> None:
    with pytest.raises(IllegalMove) as caught:
        apply_move(new_game(2, seed=1), "lay R7")  # type: ignore[arg-type]  # what is tested
    document = refusal_document(caught.value)
    assert (document["code"], document["move"]) == ("NOT_A_MOVE", None)
    assert REFUSAL_SCHEMA.accepts(document)
