"""Scores and outcomes as documents."""

from typing import Final

from keltis._shared.documents import read_name
from keltis._shared.json import JsonValue
from keltis.documents._types import OutcomeDocument, ScoreDocument
from keltis.ending import EndReason
from keltis.scoring import Outcome, Score, winning_seats

_REASONS: Final = tuple(reason.value for reason in EndReason)


def score_document(score: Score) -> ScoreDocument:
    """A score as data for JSON."""
    return {
        "paths": score.paths,
        "tile_points": score.tile_points,
        "wishing_stones": score.wishing_stones,
        "total": score.total,
    }


def outcome_document(outcome: Outcome) -> OutcomeDocument:
    """An outcome as data for JSON."""
    return {
        "reason": outcome.reason.value,
        "scores": [score_document(score) for score in outcome.scores],
        "winners": list(outcome.winners),
    }


def read_outcome(value: JsonValue) -> Outcome:
    """The outcome in a document, by the reason and the itemised scores; the winners follow."""
    values = value.as_object("reason", "scores", "winners")
    reason = EndReason(read_name(values["reason"], _REASONS))
    scores = tuple(_read_score(score) for score in values["scores"].as_array())
    if not scores:
        raise values["scores"].error("expected at least one score")
    return Outcome(reason, scores, winning_seats(scores))


def _read_score(value: JsonValue) -> Score:
    values = value.as_object("paths", "tile_points", "wishing_stones", "total")
    return Score(
        values["paths"].as_integer(),
        values["tile_points"].as_integer(),
        values["wishing_stones"].as_integer(),
    )
