"""Tournaments as JSON: they read back, and a forged document is refused with its place."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arena_bots as bots
from keltis.arena import (
    ArenaError,
    Entrant,
    Tally,
    TournamentResult,
    play_tournament,
    summary,
    tally,
    tally_from_json,
    tally_to_json,
)
from keltis.documents import from_json, to_json
from leaning import SHORT

RESULT = play_tournament(
    [
        Entrant("hasty", bots.hasty),
        Entrant("crasher", bots.LateCrasher(20)),
        Entrant("Zoë $1", bots.careful),
    ],
    deals=1,
    rules=SHORT,
    seed=2**200,
)
TEXT = to_json(RESULT)


def test_a_tournament_reads_back() -> None:
    assert from_json(TournamentResult, TEXT) == RESULT
    assert from_json(TournamentResult, to_json(RESULT, indent=2)) == RESULT
    assert any(game.forfeit for game in RESULT.games)
    empty = TournamentResult(RESULT.plan, ())
    assert from_json(TournamentResult, to_json(empty)) == empty


def test_the_json_is_plain() -> None:
    document = json.loads(TEXT)
    assert list(document) == ["format", "version", "plan", "games"]
    assert document["plan"]["entrants"][0] == {"name": "hasty", "bot": "arena_bots.hasty"}
    assert document["games"][1]["seating"] == ["hasty", "Zoë $1"]


def replaced(path: str, value: object) -> str:
    """The document with another value at a path like `games.0.turns`."""
    document = json.loads(TEXT)
    place = document
    *parents, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in parents:
        place = place[key]
    place[last] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("path", "value", "error"),
    [
        ("format", "keltis-record", "$.format: expected 'keltis-tournament'"),
        ("version", 4, "$.version: unsupported version 4 (newest supported: 3)"),
        ("plan.seed", -1, "$.plan.seed: expected a whole number from 0 on, not -1"),
        ("plan.seed", 1, "$: game 0 of the plan has another deal or seating"),
        ("plan.deals", 10**12, "$.plan: a tournament has at most 1000000000000 games, not 6000"),
        ("plan.rules", "POKER", "$.plan.rules: word 1: expected a rule set (KELTIS, "),
        ("plan.entrants.0.name", "Zoë $1", "$.plan: entrants must have different names"),
        ("games.0.game", 1, "$: game 1 of the plan has another deal or seating"),
        ("games.1.game", 99, "$: the number of a game must be a whole number from 0 to 5, not 99"),
        ("games.1.seating", ["Zoë $1", "hasty"], "$: game 1 of the plan has another deal or"),
        ("games.1.winners", [], "$.games[1]: game 1: the winners () contradict the scores"),
        ("games.1.end", "boredom", "$.games[1].end: expected one of 'fifth figure', 'draw pile "),
        ("games.1.turns", 10**6, "$: game 1 contradicts the limit of 1000 turns"),
        ("games.1.goal_entries", [[0, 0]], "$.games[1].goal_entries[0]: the turn of a goal entry"),
    ],
)
def test_a_forged_document_is_refused_with_its_place(path: str, value: object, error: str) -> None:
    with pytest.raises(ArenaError, match=f"^{re.escape(error)}"):
        from_json(TournamentResult, replaced(path, value))


SUMS = tally_to_json(tally(RESULT))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"deals":[[0,1]]', '"deals":[[0,2]]'),
        ('"turns":[[', '"turns":[[0,0],[0,0],['),
        ('"games":4,', '"games":4,"wins":-1,'),
        ('"longest":', '"longest":9999'),
        ('"ends":[', '"ends":[1,'),
    ],
)
def test_forged_sums_are_rejected(old: str, new: str) -> None:
    assert tally_from_json(SUMS) == tally(RESULT)
    assert old in SUMS
    with pytest.raises(ArenaError):
        tally_from_json(SUMS.replace(old, new, 1))


@pytest.mark.parametrize("sums_only", [False, True])
@given(
    st.integers(0, max(len(TEXT), len(SUMS))),
    st.integers(0, 20),
    st.text("0123456789-.e[]{}:,\"'nulltrue ", max_size=8),
)
def test_whatever_the_text_the_errors_are_ours(
    sums_only: bool, start: int, length: int, put: str
) -> None:
    text = SUMS if sums_only else TEXT
    forged = text[:start] + put + text[start + length :]
    try:
        result = tally_from_json(forged) if sums_only else from_json(TournamentResult, forged)
    except ArenaError:
        return
    if isinstance(result, Tally):
        assert tally_from_json(tally_to_json(result)) == result
    else:
        assert from_json(TournamentResult, to_json(result)) == result
    summary(result)
