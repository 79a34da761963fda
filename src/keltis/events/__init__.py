"""What a move did: typed events for logs and screens, with one sentence for each."""

from keltis._shared.exports import set_public_module
from keltis.events._compute import EVERYTHING, Everything, Viewer, events
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
from keltis.events._narration import describe

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
]

set_public_module(__name__)
