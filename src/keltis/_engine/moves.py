"""The decisions of players: a closed union of small values, with their notation."""

from typing import Final, TypeAlias, final

import attrs

from keltis._engine.cards import Card, Colour, Figure
from keltis._lib.text import quoted, short_repr
from keltis._lib.values import Immutable, ImmutableEnum
from keltis.errors import InvalidArgument, NotationError


class Phase(ImmutableEnum):
    """Which decision is due."""

    PLAY = "play"
    """Play a card: `Discard` or `Lay`."""
    ADVANCE = "advance"
    """Use the step of a clover or a finished path: `Advance`, or `Decline` where allowed."""
    DRAW = "draw"
    """Take a card: `Draw`."""
    OVER = "over"
    """None: the game is over."""


# Python 3.11 is slow to look a member up in its class, and every move needs these.
PLAY, ADVANCE, DRAW, OVER = Phase


_COLOURS: Final = {
    text: colour for colour in Colour for text in (str(colour), colour.letter.lower())
}
_FIGURES: Final = {figure.value: figure for figure in Figure}


def _as_card(card: Card | str) -> Card:
    return Card.parse(card.upper()) if isinstance(card, str) else card


def _as_colour(colour: Colour | str) -> Colour:
    """The colour of its letter or its name, in small letters or capitals."""
    if not isinstance(colour, str):
        return colour
    found = _COLOURS.get(colour.lower())
    return Colour.parse(colour) if found is None else found


def _as_figure(figure: Figure | str | None) -> Figure | None:
    if not isinstance(figure, str):
        return figure
    kind = _FIGURES.get(figure)
    if kind is None:
        raise NotationError(f"expected small or large, not {quoted(figure)}")
    return kind


def _as_source(source: Colour | str | None) -> Colour | None:
    if not isinstance(source, str):
        return source
    return None if source == "pile" else _as_colour(source)


def _figure_text(figure: Figure | None) -> str:
    return "" if figure is None else f" {figure.value}"


def _error(move: object, expected: str, value: object) -> InvalidArgument:
    return InvalidArgument(f"{type(move).__name__} takes a {expected}, not {short_repr(value)}")


@final
@attrs.frozen
class Discard(Immutable):
    """Put a card, unused, on its colour's discard pile (T1).

    >>> Discard("R7") == Discard(Card.parse("R7"))
    True
    """

    card: Card = attrs.field(converter=_as_card)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.card, Card):
            raise _error(self, "Card", self.card)

    def __str__(self) -> str:
        return f"discard {self.card}"


@final
@attrs.frozen
class Lay(Immutable):
    """Lay a card to your column of its colour (T2, T3).

    `figure` says which figure enters the path, exactly when the card brings one onto it. All
    moves take texts, too.

    >>> str(Lay(Card.parse("R7"), Figure.LARGE))
    'lay R7 large'
    >>> Lay("R7", "large")
    Lay(card=<R7>, figure=Figure.LARGE)
    """

    card: Card = attrs.field(converter=_as_card)
    figure: Figure | None = attrs.field(default=None, converter=_as_figure)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.card, Card):
            raise _error(self, "Card", self.card)
        if self.figure is not None and not isinstance(self.figure, Figure):
            raise _error(self, "Figure or None", self.figure)

    def __str__(self) -> str:
        return f"lay {self.card}{_figure_text(self.figure)}"


@final
@attrs.frozen
class Advance(Immutable):
    """Move your figure on this colour's path one stone (P3, T5).

    `figure` is given only when it comes from the starting stone, under rules that allow it (P5).

    >>> Advance("P")
    Advance(colour=Colour.PINK, figure=None)
    """

    colour: Colour = attrs.field(converter=_as_colour)
    figure: Figure | None = attrs.field(default=None, converter=_as_figure)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.colour, Colour):
            raise _error(self, "Colour", self.colour)
        if self.figure is not None and not isinstance(self.figure, Figure):
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
    """Take the top card of a colour's discard pile, or else of the face-down pile (T7).

    >>> str(Draw()), str(Draw(Colour.RED)), str(Draw("R")), str(Draw("red"))
    ('draw pile', 'draw R', 'draw R', 'draw R')
    """

    source: Colour | None = attrs.field(default=None, converter=_as_source)
    """The colour of the discard pile, or None for the face-down pile."""

    def __attrs_post_init__(self) -> None:
        if self.source is not None and not isinstance(self.source, Colour):
            raise _error(self, "Colour or None", self.source)

    def __str__(self) -> str:
        return "draw pile" if self.source is None else f"draw {self.source.letter}"


Move: TypeAlias = Discard | Lay | Advance | Decline | Draw
"""One decision of one player."""
