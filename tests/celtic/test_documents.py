"""Positions, moves, events and refusals as JSON documents."""

import json
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from celtic.games import (
    EXAMPLE,
    SMALL,
    WIDE,
    candidates,
    games,
    lays,
    positions,
    state_after,
    states_by_picks,
)
from document_helpers import (
    Validator,
    changed_documents,
    check_schema,
    damaged_documents,
    is_refused_or_kept,
    refused_path,
)
from keltis import InvalidArgument
from keltis.celtic import (
    GameRecord,
    GameState,
    Illegality,
    IllegalMove,
    Lay,
    Move,
    Owner,
    Pass,
    apply_move,
    legal_moves,
    move_of,
    new_game,
    outcome,
    scores,
)
from keltis.celtic.documents import (
    SCHEMAS,
    DocumentError,
    Json,
    event_document,
    event_from_json,
    event_to_json,
    move_document,
    move_from_json,
    move_to_json,
    refusal_document,
    refusal_to_json,
    rules_document,
    schema,
    state_document,
    state_from_json,
    state_to_json,
)
from keltis.celtic.events import Event, TurnForfeited, events
from keltis.celtic.record import record_to_json

EVENT_SCHEMA = Validator(schema("event"))
MOVE_SCHEMA = Validator(schema("move"))
RECORD_SCHEMA = Validator(schema("record"))
REFUSAL_SCHEMA = Validator(schema("refusal"))
RULES_SCHEMA = Validator(schema("rules"))
STATE_SCHEMA = Validator(schema("state"))
CODES = [
    "NOT_A_MOVE",
    "GAME_OVER",
    "NOT_YOURS",
    "NONE_LEFT",
    "OCCUPIED",
    "NOT_JOINED",
    "CUT_OFF",
    "OUT_OF_WINDOW",
    "WITHIN_WINDOW",
    "MUST_LAY",
]
"""The codes of refusals. Programs rely on them: add new ones, but change none."""


def example_events() -> list[Event]:
    """One event of each kind."""
    found: dict[type, Event] = {}
    state = new_game()
    for lay in lays(EXAMPLE):
        found |= {type(event): event for event in events(state, lay)}
        state = apply_move(state, lay)
    for states in (states_by_picks(SMALL, [pick] * 40) for pick in range(60)):
        for before in states:
            if legal_moves(before) == (Pass(),):
                found |= {type(event): event for event in events(before, Pass())}
    forfeit = TurnForfeited(Owner.BLUE, Lay(5, 0, 10, Owner.BLUE))
    return [*found.values(), forfeit]


EVENTS = example_events()


def loaded(text: str) -> Json:
    document: Json = json.loads(text)
    return document


@given(positions)
def test_a_state_comes_back_from_its_document_and_fits_the_schema(state: GameState) -> None:
    assert state_from_json(state_to_json(state, indent=1)) == state
    assert STATE_SCHEMA.accepts(loaded(state_to_json(state)))


@given(positions)
def test_a_document_has_the_derived_parts(state: GameState) -> None:
    document = state_document(state)
    texts = [move["text"] for move in document["legal_moves"]]
    assert texts == [str(move) for move in legal_moves(state)]
    assert (document["scores"]["orange"], document["scores"]["blue"]) == tuple(
        map(list, scores(state))
    )
    assert (document["outcome"] is None) == (outcome(state) is None)


def test_the_document_of_a_game_that_is_over() -> None:
    document = state_document(state_after(*lays(EXAMPLE)))
    assert document["outcome"] == {
        "scores": {"orange": [7, 3, 2], "blue": [9, 3, 2]},
        "winner": "blue",
    }
    assert document["legal_moves"] == []


def test_rules_of_ones_own_are_written_in_full() -> None:
    document = state_document(new_game(rules=WIDE))
    assert document["rules"] == rules_document(WIDE)
    assert RULES_SCHEMA.accepts(rules_document(WIDE))
    assert state_document(new_game())["rules"] == "CELTIC"


@given(positions, st.data())
def test_a_changed_state_is_refused_or_written_like_this(
    state: GameState, data: st.DataObject
) -> None:
    document = data.draw(changed_documents(loaded(state_to_json(state))))
    assert is_refused_or_kept(state_from_json, state_to_json, document)


@given(positions, st.data())
def test_the_schema_refuses_a_damaged_state(state: GameState, data: st.DataObject) -> None:
    document = data.draw(damaged_documents(loaded(state_to_json(state))))
    assert not STATE_SCHEMA.accepts(document)
    with pytest.raises(DocumentError):
        state_from_json(json.dumps(document))


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("format", "keltis-state", "$.format"),
        ("version", 2, "$.version"),
        ("rules", "KELTIS", "$.rules"),
        ("rules", {}, "$.rules.supplies"),
        ("to_move", "neutral", "$.to_move"),
        ("tiles", [], "$"),
        ("left", {}, "$.left"),
        ("legal_moves", [], "$.legal_moves"),
    ],
)
def test_a_wrong_value_is_refused_by_its_path(key: str, value: Json, path: str) -> None:
    text = json.dumps({**state_document(new_game()), key: value})
    assert refused_path(state_from_json, text, DocumentError).startswith(path)


def test_impossible_rules_are_refused_by_their_path() -> None:
    fields = {**rules_document(WIDE), "width": 2}
    text = json.dumps({**state_document(new_game(rules=WIDE)), "rules": fields})
    assert refused_path(state_from_json, text, DocumentError) == "$.rules"


@given(candidates)
def test_a_move_comes_back_and_fits_the_schema(move: Move) -> None:
    assert move_from_json(move_to_json(move, indent=1)) == move
    assert MOVE_SCHEMA.accepts(loaded(move_to_json(move)))


@given(candidates, st.data())
def test_a_changed_move_is_refused_or_written_like_this(move: Move, data: st.DataObject) -> None:
    document = data.draw(changed_documents(loaded(move_to_json(move))))
    assert is_refused_or_kept(move_from_json, move_to_json, document)


@given(candidates)
@example(Lay(9, 0, 5, Owner.BLUE))
def test_a_move_has_its_action_number_if_any_rules_allow_it(move: Move) -> None:
    action = move_document(move)["action"]
    assert action is None or move_of(action) == move
    distance = max(abs(move.x), abs(move.y)) if isinstance(move, Lay) else 1
    assert (action is None) == (distance not in range(1, 9))


def test_the_examples_have_every_kind_of_event() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_kind_of_event_comes_back_and_fits_the_schema(event: Event) -> None:
    assert event_from_json(event_to_json(event)) == event
    assert EVENT_SCHEMA.accepts(loaded(event_to_json(event)))


@given(games)
def test_the_events_of_games_come_back_and_fit_the_schema(states: list[GameState]) -> None:
    for before in states:
        for move in legal_moves(before)[:3]:
            for event in events(before, move):
                assert event_from_json(event_to_json(event, indent=1)) == event
                assert EVENT_SCHEMA.accepts(loaded(event_to_json(event)))


@given(st.sampled_from(EVENTS), st.data())
def test_a_changed_event_is_refused_or_written_like_this(event: Event, data: st.DataObject) -> None:
    document = data.draw(changed_documents(loaded(event_to_json(event))))
    assert is_refused_or_kept(event_from_json, event_to_json, document)


@given(st.sampled_from(EVENTS), st.data())
def test_the_schema_refuses_a_damaged_event(event: Event, data: st.DataObject) -> None:
    document = data.draw(damaged_documents(loaded(event_to_json(event))))
    assert not EVENT_SCHEMA.accepts(document)
    with pytest.raises(DocumentError):
        event_from_json(json.dumps(document))


def test_the_tiles_of_a_knot_must_be_on_the_cells_of_its_arcs() -> None:
    (document,) = (event_document(e) for e in EVENTS if type(e).__name__ == "KnotClosed")
    assert document["type"] == "knot_closed"
    document["knot"]["tiles"].pop()
    path = refused_path(event_from_json, json.dumps(document), DocumentError)
    assert path == "$.knot.tiles"


@pytest.mark.parametrize(
    ("orange", "blue", "winner"), [([2], [2], None), ([3], [2, 2], "orange"), ([], [1], "blue")]
)
def test_the_winner_must_follow_from_the_scores(
    orange: list[int], blue: list[int], winner: str | None
) -> None:
    end = {"scores": {"orange": orange, "blue": blue}, "winner": winner}
    text = json.dumps({"type": "game_over", "outcome": end})
    assert json.loads(event_to_json(event_from_json(text)))["outcome"] == end
    end["winner"] = "orange" if winner is None else None
    text = json.dumps({"type": "game_over", "outcome": end})
    assert refused_path(event_from_json, text, DocumentError) == "$.outcome.winner"


def test_no_code_of_a_refusal_changes_silently() -> None:
    assert [reason.name for reason in Illegality] == CODES
    definitions = schema("refusal")["$defs"]
    assert isinstance(definitions, dict)
    assert definitions["code"] == {"description": "Why a move is illegal.", "enum": CODES}


@pytest.mark.parametrize("reason", Illegality)
def test_every_refusal_fits_the_schema(reason: Illegality) -> None:
    move = Lay(0, 1, 5, Owner.BLUE)
    document = json.loads(refusal_to_json(IllegalMove(reason, move, new_game()), indent=1))
    assert document == {
        "code": reason.name,
        "message": str(reason),
        "move": move_document(move),
    }
    assert REFUSAL_SCHEMA.accepts(document)


def test_the_refusal_of_something_else_has_no_move() -> None:
    error = IllegalMove(Illegality.NOT_A_MOVE, "pass", new_game())  # type: ignore[arg-type]  # what is tested
    assert refusal_document(error)["move"] is None


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_well_formed(name: str) -> None:
    check_schema(schema(name))


def test_a_record_fits_the_schema() -> None:
    record = GameRecord(new_game(), tuple(lays(EXAMPLE)))
    assert RECORD_SCHEMA.accepts(json.loads(record_to_json(record)))
    assert RECORD_SCHEMA.accepts(json.loads(record_to_json(GameRecord(new_game()))))


def test_a_schema_has_a_known_name() -> None:
    with pytest.raises(InvalidArgument, match="name must be one of"):
        schema("view")
