"""What a move did: typed events for logs and screens, with one sentence for each."""

from keltis._shared.exports import set_public_module
from keltis.events._compute import events, reveals
from keltis.events._kinds import (
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
)
from keltis.events._narration import describe, narrate
from keltis.game import EVERYTHING, Everything, Viewer

__all__ = [
    "EVERYTHING",
    "CardDiscarded",
    "CardDrawn",
    "CardLaid",
    "CloverReached",
    "Event",
    "Everything",
    "FigureEntered",
    "FigureMoved",
    "FinishedPathExtended",
    "GameOver",
    "PointsWon",
    "StepDeclined",
    "StepWasted",
    "Viewer",
    "WishingStoneTaken",
    "describe",
    "events",
    "narrate",
    "reveals",
]

set_public_module(__name__)
