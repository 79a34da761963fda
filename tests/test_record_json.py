"""Records as JSON: what is written reads back, and errors name the path."""

import json

import pytest

from keltis import (
    KELTIS,
    PRESETS,
)
from keltis.documents import from_json, to_document, to_json
from keltis.notation import parse_move
from keltis.record import (
    GameRecord,
)
from record_helpers import GAME, GAME_END, SEEDED, refused


def changed(**parts: object) -> str:
    """The JSON of a game with some parts changed."""
    return json.dumps(json.loads(to_json(SEEDED)) | parts)


def test_the_json_has_these_parts() -> None:
    assert json.loads(to_json(GameRecord.seeded(2, 7).append(parse_move("discard R1")))) == {
        "format": "keltis-record",
        "version": 3,
        "result": None,
        "names": [],
        "start": {
            "rules": to_document(KELTIS),
            "players": 2,
            "seed": 7,
            "first_player": 0,
        },
        "moves": ["discard R1"],
    }
    document = json.loads(to_json(GAME))
    assert document["start"] == {"position": to_document(GAME.start)}
    assert document["result"] == {
        "reason": "draw pile empty",
        "scores": [score.total for score in GAME_END.scores],
        "winners": list(GAME_END.winners),
    }


RESULT = json.loads(to_json(SEEDED))["result"]
DEAL = {"rules": "KELTIS", "players": 2, "seed": 3, "first_player": 0}


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "$", "invalid JSON: Expecting value, line 1, column 1"),
        ('{"format"', "$", "invalid JSON: Expecting ':' delimiter, line 1, column 10"),
        ("[]", "$", "expected an object, not an array"),
        ("null", "$", "expected an object, not null"),
        ("[" * 100_000, "$", "nested too deeply"),
        ('{"a": 1, "a": 2}', "$", "duplicate key 'a'"),
        ("9" * 81, "$", "an integer has 81 digits (at most 80)"),
        ("1.5", "$", "expected an object, not a float"),
        ("NaN", "$", "expected an object, not a float"),
        ("{}", "$.format", "this key is missing"),
        (
            changed(format="keltis-record-view"),
            "$.format",
            "expected 'keltis-record'",
        ),
        (
            changed(version=4),
            "$.version",
            "unsupported version 4 (newest supported: 3)",
        ),
        (changed(version=True), "$.version", "expected an integer, not a boolean"),
        (changed(version=0), "$.version", "unsupported version 0 (newest supported: 3)"),
        (changed(names={"Ann": 1, "Bob": 2}), "$.names", "expected an array, not an object"),
        (changed(names="ab"), "$.names", "expected an array, not a string"),
        (changed(names=["Ann", 7]), "$.names[1]", "expected a string, not an integer"),
        (
            changed(names=["Ann"]),
            "$.start",
            (
                "the game cannot start like this: names must have a name for each of 2 "
                "players, or none, not 1"
            ),
        ),
        (changed(moves=None), "$.moves", "expected an array, not null"),
        (changed(moves=[["decline"]]), "$.moves[0]", "expected a string, not an array"),
        (
            changed(moves=["fly"]),
            "$.moves[0]",
            "word 1: expected discard, lay, advance, decline or draw, not 'fly'",
        ),
        (
            changed(moves=["draw pile"]),
            "$.moves[0]",
            "draw pile: a card must be played first: Discard or Lay",
        ),
        (changed(start=7), "$.start", "expected an object, not an integer"),
        (
            changed(start={**DEAL, "seed": "3"}),
            "$.start.seed",
            "expected an integer, not a string",
        ),
        (
            changed(start={**DEAL, "seed": True}),
            "$.start.seed",
            "expected an integer, not a boolean",
        ),
        (
            changed(start={**DEAL, "rules": 3}),
            "$.start.rules",
            "expected an object, not an integer",
        ),
        (
            changed(start={**DEAL, "rules": "CHESS"}),
            "$.start.rules",
            "word 1: expected a rule set (KELTIS, KELTIS_LITERAL, REFERENCE_MANUAL), not 'CHESS'",
        ),
        (
            changed(start={**DEAL, "rules": "KELTIS copies=0"}),
            "$.start.rules",
            "impossible rules: copies must be a whole number from 1 to 9, not 0",
        ),
        (
            changed(start={**DEAL, "rules": {"fun": 6}}),
            "$.start.rules",
            "unexpected key 'fun'",
        ),
        (
            changed(start={**DEAL, "players": 9}),
            "$.start",
            "the game cannot start like this: players must be 2 or 3 or 4 under these rules, not 9",
        ),
        (
            changed(start={"rules": "KELTIS", "players": 2, "seed": 3}),
            "$.start.first_player",
            "this key is missing",
        ),
        (
            changed(start={**DEAL, "position": []}),
            "$.start.position",
            "line 2: expected 'rules: ...', but the text ends here",
        ),
        (
            changed(start={"position": ["rules: x"]}),
            "$.start.position",
            f"line 1, word 1: expected a rule set ({', '.join(PRESETS)}), not 'x'",
        ),
        (
            changed(result=None),
            "$.result",
            "expected an object, not null",
        ),
        (changed(result=[]), "$.result", "expected an object, not an array"),
        (changed(result={"reason": "x", "scores": []}), "$.result.winners", "this key is missing"),
        (
            changed(result={**RESULT, "scores": [37.0, 22]}),
            "$.result.scores[0]",
            "expected 37, which follows from the rest, not 37.0",
        ),
        (changed(comment="hello"), "$", "unexpected key 'comment'"),
        (
            changed(moves=[]),
            "$.result",
            (
                "expected null, which follows from the rest, not "
                f"{json.dumps(json.loads(to_json(SEEDED))['result'])}"
            ),
        ),
    ],
)
def test_json_that_is_cut_forged_or_newer_is_refused(text: str, place: str, reason: str) -> None:
    with refused(place, reason):
        from_json(GameRecord, text)
