"""The decisions a player makes: a closed union of small values, with their notation."""

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
    """A clover or a finished path gives a step: `Advance`, or `Decline` where that is allowed."""
    DRAW = "draw"
    """Take a card: `Draw`."""
    OVER = "over"
    """None: the game is over."""

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


# Looking a member up in its class is slow in Python 3.11, and these are asked for at every move.
PLAY, ADVANCE, DRAW, OVER = Phase


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise InvalidArgument(message)


def _require_figure(move: str, figure: Figure | None) -> None:
    _require(
        figure is None or type(figure) is Figure,
        f"{move} takes a Figure or None, not {short_repr(figure)}",
    )


def _figure_text(figure: Figure | None) -> str:
    return "" if figure is None else f" {figure.value}"


@final
@attrs.frozen
class Discard(Immutable):
    """Put a card, unused, on its colour's discard pile (T1)."""

    card: Card

    def __attrs_post_init__(self) -> None:
        _require(type(self.card) is Card, f"Discard takes a Card, not {short_repr(self.card)}")

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
        _require(type(self.card) is Card, f"Lay takes a Card, not {short_repr(self.card)}")
        _require_figure("Lay", self.figure)

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
        _require(
            type(self.colour) is Colour, f"Advance takes a Colour, not {short_repr(self.colour)}"
        )
        _require_figure("Advance", self.figure)

    def __str__(self) -> str:
        return f"advance {self.colour.letter}{_figure_text(self.figure)}"


@final
@attrs.frozen
class Decline(Immutable):
    """Leave a clover or a finished path's step unused (P4, T5)."""

    def __str__(self) -> str:
        return "decline"


@final
@attrs.frozen
class Draw(Immutable):
    """Take the top card of a colour's discard pile, or with `None` of the face-down pile (T7)."""

    source: Colour | None

    def __attrs_post_init__(self) -> None:
        _require(
            self.source is None or type(self.source) is Colour,
            f"Draw takes a Colour or None, not {short_repr(self.source)}",
        )

    def __str__(self) -> str:
        return "draw pile" if self.source is None else f"draw {self.source.letter}"


Move: TypeAlias = Discard | Lay | Advance | Decline | Draw
"""One decision of one player."""
