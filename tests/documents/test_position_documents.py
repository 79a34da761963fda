"""States and views as JSON documents."""

import json
import random
from collections.abc import Callable
from typing import TypeVar

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
    KELTIS,
    PRESETS,
    Colour,
    GameState,
    Phase,
    PlayerView,
    Rules,
    Tile,
    determinize,
    legal_action_ids,
    legal_moves,
    new_game,
    observe,
    outcome,
    scores,
)
from keltis.documents import (
    DocumentError,
    Json,
    rules_document,
    schema,
    state_document,
    state_from_json,
    state_to_json,
    view_document,
    view_from_json,
    view_to_json,
)
from keltis.testing import Seat, position, rules, states, views

T = TypeVar("T")
RULES_SCHEMA = Validator(schema("rules"))
STATE_SCHEMA = Validator(schema("state"))
VIEW_SCHEMA = Validator(schema("view"))


def loaded(text: str) -> Json:
    document: Json = json.loads(text)
    return document


def write_like(document: Json, write: Callable[[T], str]) -> Callable[[T], str]:
    """A writer with the version of a document, and only those fields of the rules that it has."""

    def write_part(position: T) -> str:
        assert isinstance(document, dict)
        assert isinstance(document["rules"], dict)
        whole = json.loads(write(position))
        fields = {name: whole["rules"][name] for name in document["rules"]}
        return json.dumps({**whole, "version": document["version"], "rules": fields})

    return write_part


def changed(state: GameState, **values: Json) -> str:
    """The document of a state with other values at the top."""
    return json.dumps({**state_document(state), **values})


@given(states(rules=rules()))
def test_a_state_comes_back_from_its_document(state: GameState) -> None:
    assert state_from_json(state_to_json(state)) == state


@given(views(rules=rules()))
def test_a_view_comes_back_from_its_document(view: PlayerView) -> None:
    assert view_from_json(view_to_json(view)) == view


@given(states(rules=rules()))
def test_every_state_fits_the_schema(state: GameState) -> None:
    assert STATE_SCHEMA.accepts(loaded(state_to_json(state)))


@given(views(rules=rules()))
def test_every_view_fits_the_schema(view: PlayerView) -> None:
    assert VIEW_SCHEMA.accepts(loaded(view_to_json(view)))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_preset_and_number_of_players_fits_the_schema(name: str, players: int) -> None:
    state = new_game(players, seed=1, rules=PRESETS[name])
    document = loaded(state_to_json(state))
    assert STATE_SCHEMA.accepts(document)
    assert state_document(state)["rules"] == rules_document(PRESETS[name])


@given(states(), st.integers(0, 2**32))
def test_other_hidden_cards_give_the_same_bytes(state: GameState, seed: int) -> None:
    for viewer in (None, *range(len(state.players))):
        view = observe(state, viewer)
        other = determinize(view, random.Random(seed))
        assert view_to_json(observe(other, viewer)) == view_to_json(view)


@given(states())
def test_a_document_has_the_derived_parts(state: GameState) -> None:
    document = state_document(state)
    assert [move["text"] for move in document["legal_moves"]] == [
        str(move) for move in legal_moves(state)
    ]
    actions = sorted(m["action"] for m in document["legal_moves"])
    assert tuple(actions) == legal_action_ids(state)
    assert [player["score"]["total"] for player in document["players"]] == [
        score.total for score in scores(state)
    ]
    end = outcome(state)
    assert (document["outcome"] is None) == (end is None)


def test_the_document_of_a_chain_in_progress() -> None:
    state = position(
        Seat(hand="R9", laid="R5", at="P3", large="P"),
        Seat(seen="B7"),
        tiles={"P3": Tile.CLOVER},
        phase=Phase.ADVANCE,
        may_decline=True,
    )
    document = state_document(state)
    assert (document["phase"], document["may_decline"]) == ("advance", True)
    assert [move["text"] for move in document["legal_moves"]] == [
        "advance R",
        "advance P",
        "decline",
    ]
    first = document["players"][0]
    assert (first["rows"]["P"], first["large"], first["columns"]["R"]) == (3, "P", ["R5"])
    assert document["players"][1]["seen"] == ["B7"]
    assert document["tiles"]["P"][3] == "clover"
    assert document["tiles"]["P"][0] is None


def test_the_document_of_a_barred_discard_pile() -> None:
    own = Rules(may_take_own_discard=False)
    state = position(Seat(), Seat(), discards="R5", phase=Phase.DRAW, barred=Colour.RED, rules=own)
    document = state_document(state)
    assert document["barred"] == "R"
    assert document["rules"] == rules_document(own)
    assert state_from_json(state_to_json(state)) == state


def test_the_order_in_which_cards_were_seen_does_not_show() -> None:
    one, other = (position(Seat(seen=seen), Seat()) for seen in ("R1 B7", "B7 R1"))
    assert one == other
    assert state_to_json(one) == state_to_json(other)


def test_a_spectator_has_no_hand_and_no_legal_moves() -> None:
    document = view_document(observe(new_game(2, seed=1), None))
    assert (document["viewer"], document["hand"], document["legal_moves"]) == (None, None, [])


def test_indented_json_reads_back() -> None:
    state = new_game(2, seed=1)
    text = state_to_json(state, indent=1)
    assert "\n" in text
    assert state_from_json(text) == state
    view = observe(state, 0)
    assert view_from_json(view_to_json(view, indent=1)) == view


@given(states(), st.data())
def test_a_changed_state_is_refused_or_written_like_this(
    state: GameState, data: st.DataObject
) -> None:
    document = data.draw(changed_documents(loaded(state_to_json(state))))
    assert is_refused_or_kept(state_from_json, write_like(document, state_to_json), document)


@given(views(), st.data())
def test_a_changed_view_is_refused_or_written_like_this(
    view: PlayerView, data: st.DataObject
) -> None:
    document = data.draw(changed_documents(loaded(view_to_json(view))))
    assert is_refused_or_kept(view_from_json, write_like(document, view_to_json), document)


@given(states(rules=rules()), st.data())
def test_the_schema_refuses_a_damaged_state(state: GameState, data: st.DataObject) -> None:
    document = data.draw(damaged_documents(loaded(state_to_json(state)), incomplete=("rules",)))
    assert not STATE_SCHEMA.accepts(document)
    with pytest.raises(DocumentError):
        state_from_json(json.dumps(document))


@given(views(), st.data())
def test_the_schema_refuses_a_damaged_view(view: PlayerView, data: st.DataObject) -> None:
    document = data.draw(damaged_documents(loaded(view_to_json(view)), incomplete=("rules",)))
    assert not VIEW_SCHEMA.accepts(document)
    with pytest.raises(DocumentError):
        view_from_json(json.dumps(document))


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("format", "keltis-view", "$.format"),
        ("version", True, "$.version"),
        ("version", 0, "$.version"),
        ("phase", "pause", "$.phase"),
        ("phase", "draw", "$"),
        ("to_move", 2, "$"),
        ("to_move", "0", "$.to_move"),
        ("may_decline", 0, "$.may_decline"),
        ("barred", "X", "$.barred"),
        ("rules", "CHESS", "$.rules"),
        ("rules", "KELTIS fun=6", "$.rules"),
        ("rules", "KELTIS copies=0", "$.rules"),
        ("rules", {"fun": 6}, "$.rules"),
        ("rules", {"tile_rows": 6}, "$.rules"),
        ("rules", {**rules_document(KELTIS), "copies": 0}, "$.rules"),
        ("rules", {**rules_document(KELTIS), "tiles": ["4"]}, "$.rules.tiles[0]"),
        ("players", [], "$"),
        ("removed", ["R11x"], "$.removed[0]"),
        ("tiles", {}, "$.tiles.R"),
        ("outcome", {}, "$.outcome"),
        ("legal_moves", [], "$.legal_moves"),
        ("discards", [], "$.discards"),
    ],
)
def test_a_wrong_value_is_refused_by_its_path(key: str, value: Json, path: str) -> None:
    text = changed(new_game(2, seed=1), **{key: value})
    assert refused_path(state_from_json, text, DocumentError) == path


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        ("$.players[1].score.total", "score", {"total": 5}),
        ("$.players[1].seen", "seen", ["B10"]),
        ("$.players[1]", "hand", ["Y1", "R1"]),
        ("$.players[1]", "tile_points", -1),
    ],
)
def test_a_wrong_value_of_a_player_is_refused(path: str, key: str, value: Json) -> None:
    document = state_document(new_game(2, seed=1))
    player: dict[str, Json] = json.loads(json.dumps(document["players"][1]))
    old = player[key]
    player[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    text = json.dumps({**document, "players": [document["players"][0], player]})
    assert refused_path(state_from_json, text, DocumentError) == ("$" if key == "seen" else path)


def test_a_wrong_value_of_a_public_player_is_refused() -> None:
    document = view_document(observe(new_game(2, seed=1), 0))
    document["players"][1]["hand_size"] = -1
    assert refused_path(view_from_json, json.dumps(document), DocumentError) == "$.players[1]"


def test_seen_cards_in_another_order_are_refused() -> None:
    document = state_document(position(Seat(seen="R1 B7"), Seat()))
    document["players"][0]["seen"].reverse()
    assert refused_path(state_from_json, json.dumps(document), DocumentError) == (
        "$.players[0].seen[0]"
    )


def test_the_error_for_an_impossible_state_lists_its_faults() -> None:
    text = changed(new_game(2, seed=1), draw_pile=[], removed=[])
    with pytest.raises(DocumentError, match="cards are missing"):
        state_from_json(text)


@pytest.mark.parametrize("text", ["", "[]", "7", "null", '{"format": 1}', '{"a": 1, "a": 2}'])
def test_other_texts_are_refused(text: str) -> None:
    for read in (state_from_json, view_from_json):
        with pytest.raises(DocumentError):
            read(text)


@given(rules())
def test_rules_fit_their_schema(own: Rules) -> None:
    assert RULES_SCHEMA.accepts(json.loads(json.dumps(rules_document(own))))


@pytest.mark.parametrize("depth", [300, 600, 900, 2_000])
def test_rules_that_are_nested_deeply_are_refused(depth: int) -> None:
    text = changed(new_game(2, seed=1), rules={"values": "deep"})
    with pytest.raises(DocumentError, match=r"nested too deeply|values must be"):
        state_from_json(text.replace('"deep"', "[" * depth + "]" * depth))


@pytest.mark.parametrize("short", ["KELTIS hand_size=6", {"hand_size": 6}])
def test_a_rule_that_a_document_does_not_name_has_its_default(short: Json) -> None:
    state = new_game(2, seed=1, rules=Rules(hand_size=6))
    text = changed(state, rules=short)
    assert STATE_SCHEMA.accepts(loaded(text))
    assert state_from_json(text) == state


def test_an_impossible_view_is_refused() -> None:
    document = view_document(observe(new_game(2, seed=1), 0))
    document["draw_pile_size"] += 1
    assert refused_path(view_from_json, json.dumps(document), DocumentError) == "$"
