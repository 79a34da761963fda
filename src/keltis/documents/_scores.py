"""Scores and outcomes as documents."""

from typing import Final

from keltis._shared.documents import read_name
from keltis._shared.json import Part
from keltis.documents._types import OutcomeDocument, ScoreDocument
from keltis.ending import EndReason
from keltis.scoring import Outcome, Score

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


def read_outcome(value: Part) -> Outcome:
    """The outcome in a document, by the reason and the itemised scores; the winners follow."""
    parts = value.fields("reason", "scores", "winners")
    reason = EndReason(read_name(parts["reason"], _REASONS))
    scores = tuple(_read_score(score) for score in parts["scores"].items())
    if not scores:
        raise parts["scores"].error("expected at least one score")
    most = max(score.total for score in scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score.total == most)
    return Outcome(reason, scores, winners)


def _read_score(value: Part) -> Score:
    parts = value.fields("paths", "tile_points", "wishing_stones", "total")
    return Score(
        parts["paths"].number(), parts["tile_points"].number(), parts["wishing_stones"].number()
    )
