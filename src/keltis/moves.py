"""The decisions of players: a closed union of small values, with their notation."""

import enum
from typing import TypeAlias, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.board import Figure
from keltis.cards import Card, Colour
from keltis.errors import InvalidArgument


class Phase(enum.Enum):
    """Which decision is due."""

    PLAY = "play"
    """Play a card: `Discard` or `Lay`."""
    ADVANCE = "advance"
    """Use the step of a clover or a finished path: `Advance`, or `Decline` where allowed."""
    DRAW = "draw"
    """Take a card: `Draw`."""
    OVER = "over"
    """None: the game is over."""

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


# Python 3.11 is slow to look a member up in its class, and every move needs these.
PLAY, ADVANCE, DRAW, OVER = Phase


def _figure_text(figure: Figure | None) -> str:
    return "" if figure is None else f" {figure.value}"


def _error(move: object, expected: str, value: object) -> InvalidArgument:
    return InvalidArgument(f"{type(move).__name__} takes a {expected}, not {short_repr(value)}")


@final
@attrs.frozen
class Discard(Immutable):
    """Put a card, unused, on its colour's discard pile (T1)."""

    card: Card

    def __attrs_post_init__(self) -> None:
        if type(self.card) is not Card:
            raise _error(self, "Card", self.card)

    def __str__(self) -> str:
        return f"discard {self.card}"


@final
@attrs.frozen
class Lay(Immutable):
    """Lay a card to your column of its colour (T2, T3).

    `figure` says which figure enters the path, exactly when the card brings one on to it.

    >>> str(Lay(Card.parse("R7"), Figure.LARGE))
    'lay R7 large'
    """

    card: Card
    figure: Figure | None = None

    def __attrs_post_init__(self) -> None:
        if type(self.card) is not Card:
            raise _error(self, "Card", self.card)
        if self.figure is not None and type(self.figure) is not Figure:
            raise _error(self, "Figure or None", self.figure)

    def __str__(self) -> str:
        return f"lay {self.card}{_figure_text(self.figure)}"


@final
@attrs.frozen
class Advance(Immutable):
    """Move your figure on this colour's path one stone (P3, T5).

    `figure` is given only when it comes from the starting stone, under rules that allow it (P5).
    """

    colour: Colour
    figure: Figure | None = None

    def __attrs_post_init__(self) -> None:
        if type(self.colour) is not Colour:
            raise _error(self, "Colour", self.colour)
        if self.figure is not None and type(self.figure) is not Figure:
            raise _error(self, "Figure or None", self.figure)

    def __str__(self) -> str:
        return f"advance {self.colour.letter}{_figure_text(self.figure)}"


@final
@attrs.frozen
class Decline(Immutable):
    """Leave the step of a clover or a finished path unused (P4, T5)."""

    def __str__(self) -> str:
        return "decline"


@final
@attrs.frozen
class Draw(Immutable):
    """Take the top card of a colour's discard pile, or with `None` of the face-down pile (T7)."""

    source: Colour | None

    def __attrs_post_init__(self) -> None:
        if self.source is not None and type(self.source) is not Colour:
            raise _error(self, "Colour or None", self.source)

    def __str__(self) -> str:
        return "draw pile" if self.source is None else f"draw {self.source.letter}"


Move: TypeAlias = Discard | Lay | Advance | Decline | Draw
"""One decision of one player."""
