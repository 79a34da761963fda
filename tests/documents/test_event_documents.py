"""Events as JSON documents."""

import json
import random
from typing import get_args

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
    Card,
    Colour,
    Draw,
    EndReason,
    Figure,
    GameState,
    Outcome,
    Score,
    determinize,
    legal_moves,
    observe,
)
from keltis.documents import (
    DocumentError,
    Json,
    event_document,
    event_from_json,
    event_to_json,
    schema,
)
from keltis.events import (
    EVERYTHING,
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CloverReached,
    Event,
    FigureEntered,
    FigureMoved,
    FinishedPathExtended,
    GameOver,
    PointsWon,
    StepDeclined,
    StepWasted,
    WishingStoneTaken,
    events,
)
from keltis.testing import moves, rules, states

SCHEMA = Validator(schema("event"))
R7 = Card.parse("R7")
OUTCOME = Outcome(EndReason.FIFTH_FIGURE, (Score(1, 2, -4), Score(0, 3, -4)), (0, 1))
EXAMPLES: tuple[Event, ...] = (
    CardDiscarded(0, R7),
    CardLaid(1, R7),
    FigureEntered(2, Colour.PINK, Figure.LARGE),
    FigureMoved(3, Colour.BLUE, Figure.SMALL, 9),
    PointsWon(0, Colour.GREEN, 4, 3),
    WishingStoneTaken(0, Colour.GREEN, 4, 2),
    CloverReached(0, Colour.YELLOW, 6, gives_step=False),
    FinishedPathExtended(0, Colour.YELLOW, gives_step=True),
    StepDeclined(1),
    StepWasted(1, Colour.PINK),
    CardDrawn(1, None, None),
    CardDrawn(1, Colour.RED, R7),
    GameOver(OUTCOME),
)


def document_of(event: Event) -> Json:
    document: Json = json.loads(event_to_json(event))
    return document


def test_the_examples_have_every_kind_of_event() -> None:
    assert {type(event) for event in EXAMPLES} == set(get_args(Event))


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_every_kind_of_event_comes_back_and_fits_the_schema(event: Event) -> None:
    assert event_from_json(event_to_json(event, indent=1)) == event
    assert SCHEMA.accepts(document_of(event))


def test_the_types_of_events_are_the_names_of_their_classes() -> None:
    for event in EXAMPLES:
        words = event_document(event)["type"].split("_")
        assert "".join(word.title() for word in words) == type(event).__name__


@given(states(rules=rules(), over=False), st.data())
def test_the_events_of_games_come_back_and_fit_the_schema(
    state: GameState, data: st.DataObject
) -> None:
    for event in events(state, data.draw(moves(state))):
        assert event_from_json(event_to_json(event)) == event
        assert SCHEMA.accepts(document_of(event))


@given(states(over=False), st.integers(0, 2**32))
def test_events_do_not_depend_on_cards_that_the_viewer_cannot_know(
    state: GameState, seed: int
) -> None:
    draw = Draw(None)
    if draw not in legal_moves(state):
        return
    for viewer in (None, *range(len(state.players))):
        other = determinize(observe(state, viewer), random.Random(seed))
        written = [list(map(event_to_json, events(s, draw, viewer))) for s in (state, other)]
        if viewer != state.to_move:  # who draws the card sees it
            assert written[0] == written[1]
    assert event_document(events(state, draw, EVERYTHING)[0]) == {
        "type": "card_drawn",
        "seat": state.to_move,
        "source": None,
        "card": str(state.draw_pile[-1]),
    }


@given(st.sampled_from(EXAMPLES), st.data())
def test_a_changed_event_is_refused_or_written_like_this(event: Event, data: st.DataObject) -> None:
    document = data.draw(changed_documents(document_of(event)))
    assert is_refused_or_kept(event_from_json, event_to_json, document)


@given(st.sampled_from(EXAMPLES), st.data())
def test_the_schema_refuses_a_damaged_event(event: Event, data: st.DataObject) -> None:
    document = data.draw(damaged_documents(document_of(event)))
    assert not SCHEMA.accepts(document)
    with pytest.raises(DocumentError):
        event_from_json(json.dumps(document))


@pytest.mark.parametrize(
    ("event", "key", "value", "path"),
    [
        (EXAMPLES[0], "type", "card_eaten", "$.type"),
        (EXAMPLES[0], "type", None, "$.type"),
        (EXAMPLES[0], "seat", 6, "$.seat"),
        (EXAMPLES[0], "seat", True, "$.seat"),
        (EXAMPLES[3], "row", 0, "$.row"),
        (EXAMPLES[3], "figure", "tiny", "$.figure"),
        (EXAMPLES[6], "gives_step", 1, "$.gives_step"),
        (EXAMPLES[-1], "outcome", {}, "$.outcome.reason"),
    ],
)
def test_a_wrong_value_is_refused_by_its_path(
    event: Event, key: str, value: Json, path: str
) -> None:
    text = json.dumps({**event_document(event), key: value})
    assert refused_path(event_from_json, text, DocumentError) == path


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("winners", [0], "$.outcome.winners"),
        ("winners", [1, 0], "$.outcome.winners[0]"),
        ("scores", [], "$.outcome.scores"),
        ("reason", "boredom", "$.outcome.reason"),
    ],
)
def test_an_outcome_must_agree_with_its_scores(key: str, value: Json, path: str) -> None:
    outcome = json.loads(event_to_json(GameOver(OUTCOME)))["outcome"]
    text = json.dumps({"type": "game_over", "outcome": {**outcome, key: value}})
    assert refused_path(event_from_json, text, DocumentError) == path


def test_json_without_an_event_is_refused() -> None:
    assert refused_path(event_from_json, "[]", DocumentError) == "$"
    assert refused_path(event_from_json, "{}", DocumentError) == "$.type"
