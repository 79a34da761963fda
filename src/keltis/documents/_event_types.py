"""The shapes of the documents of events, as types."""

from typing import Literal, TypeAlias, TypedDict

from keltis.documents._types import FigureName, Letter, OutcomeDocument


class CardDiscardedDocument(TypedDict):
    """A `CardDiscarded`."""

    type: Literal["card_discarded"]
    seat: int
    card: str


class CardLaidDocument(TypedDict):
    """A `CardLaid`."""

    type: Literal["card_laid"]
    seat: int
    card: str


class FigureEnteredDocument(TypedDict):
    """A `FigureEntered`."""

    type: Literal["figure_entered"]
    seat: int
    colour: Letter
    figure: FigureName


class FigureMovedDocument(TypedDict):
    """A `FigureMoved`."""

    type: Literal["figure_moved"]
    seat: int
    colour: Letter
    figure: FigureName
    row: int


class PointsWonDocument(TypedDict):
    """A `PointsWon`."""

    type: Literal["points_won"]
    seat: int
    colour: Letter
    row: int
    points: int


class WishingStoneTakenDocument(TypedDict):
    """A `WishingStoneTaken`."""

    type: Literal["wishing_stone_taken"]
    seat: int
    colour: Letter
    row: int
    held: int


class CloverReachedDocument(TypedDict):
    """A `CloverReached`."""

    type: Literal["clover_reached"]
    seat: int
    colour: Letter
    row: int
    gives_step: bool


class FinishedPathExtendedDocument(TypedDict):
    """A `FinishedPathExtended`."""

    type: Literal["finished_path_extended"]
    seat: int
    colour: Letter
    gives_step: bool


class StepWastedDocument(TypedDict):
    """A `StepWasted`."""

    type: Literal["step_wasted"]
    seat: int
    colour: Letter


class StepDeclinedDocument(TypedDict):
    """A `StepDeclined`."""

    type: Literal["step_declined"]
    seat: int


class CardDrawnDocument(TypedDict):
    """A `CardDrawn`; `card` is null if the viewer may not know it."""

    type: Literal["card_drawn"]
    seat: int
    source: Letter | None
    card: str | None


class GameOverDocument(TypedDict):
    """A `GameOver`."""

    type: Literal["game_over"]
    outcome: OutcomeDocument


EventDocument: TypeAlias = (
    CardDiscardedDocument
    | CardLaidDocument
    | FigureEnteredDocument
    | FigureMovedDocument
    | PointsWonDocument
    | WishingStoneTakenDocument
    | CloverReachedDocument
    | FinishedPathExtendedDocument
    | StepDeclinedDocument
    | StepWastedDocument
    | CardDrawnDocument
    | GameOverDocument
)
"""An event: its type and its fields."""
