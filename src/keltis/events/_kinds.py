"""The kinds of event."""

from typing import TypeAlias, final

import attrs

from keltis._shared.values import Immutable
from keltis.board import Figure
from keltis.cards import Card, Colour
from keltis.scoring import Outcome


@final
@attrs.frozen
class CardDiscarded(Immutable):
    """A card was put on its colour's discard pile (T1)."""

    seat: int
    card: Card


@final
@attrs.frozen
class CardLaid(Immutable):
    """A card was laid to the player's column of its colour (T2, T3)."""

    seat: int
    card: Card


@final
@attrs.frozen
class FigureEntered(Immutable):
    """A figure came from the starting stone on to the first stone of a path (T2, P5)."""

    seat: int
    colour: Colour
    figure: Figure


@final
@attrs.frozen
class FigureMoved(Immutable):
    """A figure on a path moved one stone, to `row` (T3, P3)."""

    seat: int
    colour: Colour
    figure: Figure
    row: int


@final
@attrs.frozen
class PointsWon(Immutable):
    """A number tile gave points (P1)."""

    seat: int
    colour: Colour
    row: int
    points: int


@final
@attrs.frozen
class WishingStoneTaken(Immutable):
    """A wishing stone left the board; the player now holds `held` of them (P2)."""

    seat: int
    colour: Colour
    row: int
    held: int


@final
@attrs.frozen
class CloverReached(Immutable):
    """A figure came to a clover. It gives a step (P3), or lapses if no figure can move (P6)."""

    seat: int
    colour: Colour
    row: int
    gives_step: bool


@final
@attrs.frozen
class FinishedPathExtended(Immutable):
    """A card was laid on a finished path. It gives a step if another figure can move (T5)."""

    seat: int
    colour: Colour
    gives_step: bool


@final
@attrs.frozen
class StepDeclined(Immutable):
    """A step was left unused (P4, T5)."""

    seat: int


@final
@attrs.frozen
class StepWasted(Immutable):
    """A step was spent on a figure on its end stone, without effect (P6)."""

    seat: int
    colour: Colour


@final
@attrs.frozen
class CardDrawn(Immutable):
    """A card was taken from a discard pile, or with `source` None from the face-down pile (T7)."""

    seat: int
    source: Colour | None
    card: Card | None
    """None if the viewer may not know it."""


@final
@attrs.frozen
class GameOver(Immutable):
    """The game came to its end (E1, E2)."""

    outcome: Outcome


Event: TypeAlias = (
    CardDiscarded
    | CardLaid
    | FigureEntered
    | FigureMoved
    | PointsWon
    | WishingStoneTaken
    | CloverReached
    | FinishedPathExtended
    | StepDeclined
    | StepWasted
    | CardDrawn
    | GameOver
)
"""One thing that happened."""
