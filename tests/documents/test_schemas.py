"""The JSON Schemas: that they are well-formed and fit the files of the library."""

import json
import random

import attrs
import pytest
from hypothesis import given, settings

from document_helpers import Validator, check_schema
from keltis import InvalidArgument, Rules
from keltis.arena import play_tournament, tournament_to_json
from keltis.documents import SCHEMAS, Json, schema
from keltis.record import GameRecord, record_to_json, record_view_to_json
from keltis.testing import records
from profiles import by_profile

RECORD_SCHEMA = Validator(schema("record"))
RECORD_VIEW_SCHEMA = Validator(schema("record-view"))
TOURNAMENT_SCHEMA = Validator(schema("tournament"))


def definition(name: str) -> dict[str, Json]:
    definitions = schema(name)["$defs"]
    assert isinstance(definitions, dict)
    found = definitions[name]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_well_formed_and_stands_alone(name: str) -> None:
    found = schema(name)
    check_schema(found)
    text = json.dumps(found)
    for part in text.split('"$ref": "')[1:]:
        target = part.partition('"')[0]
        assert target.removeprefix("#/$defs/") in found["$defs"]  # type: ignore[operator]  # a dict


@pytest.mark.parametrize("name", ["", "State", "../state", "card"])
def test_another_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidArgument, match="name must be one of state, view"):
        schema(name)


def test_the_schema_of_rules_has_every_field() -> None:
    fields = [field.name for field in attrs.fields(Rules) if field.init]
    properties = definition("rules")["properties"]
    assert isinstance(properties, dict)
    assert list(properties) == fields


def test_a_caller_cannot_change_the_schemas_of_others() -> None:
    schema("move").clear()
    definition("move").clear()
    assert definition("move")


@settings(max_examples=by_profile(5, 20))
@given(records())
def test_every_record_fits_the_schema(record: GameRecord) -> None:
    assert RECORD_SCHEMA.accepts(json.loads(record_to_json(record)))
    for viewer in (None, random.Random(1).randrange(len(record.start.players))):
        text = record_view_to_json(record.observe(viewer))
        assert RECORD_VIEW_SCHEMA.accepts(json.loads(text))


def test_a_record_from_a_seed_fits_the_schema() -> None:
    record = GameRecord.seeded(3, seed=7, first_player=1, names=("Ann", "Bob", "Cid"))
    document = json.loads(record_to_json(record))
    assert RECORD_SCHEMA.accepts(document)
    del document["start"]["seed"]
    assert not RECORD_SCHEMA.accepts(document)


def test_a_tournament_fits_the_schema() -> None:
    result = play_tournament(["greedy", "random"], deals=1, seed=1)
    document = json.loads(tournament_to_json(result))
    assert document["games"]
    assert TOURNAMENT_SCHEMA.accepts(document)
    document["games"][0]["end"] = "boredom"
    assert not TOURNAMENT_SCHEMA.accepts(document)
