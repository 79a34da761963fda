"""Colours and cards (C1)."""

import enum
from collections.abc import Iterable
from operator import attrgetter
from typing import Final, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.errors import InvalidArgument, NotationError

MAX_VALUE: Final = 20
"""The highest value a card can have under any rules."""


class Colour(enum.IntEnum):
    """The five colours of cards and paths, usable as an index.

    >>> [colour.letter for colour in Colour]
    ['R', 'Y', 'P', 'G', 'B']
    """

    RED = 0
    YELLOW = 1
    PINK = 2
    GREEN = 3
    BLUE = 4

    @property
    def letter(self) -> str:
        """R, Y, P, G or B."""
        return self.name[0]

    @classmethod
    def parse(cls, text: str) -> "Colour":
        """The colour with this letter.

        >>> Colour.parse("P")
        Colour.PINK
        """
        for colour in cls:
            if colour.letter == text:
                return colour
        raise NotationError(f"expected a colour's letter (R, Y, P, G or B), not {short_repr(text)}")

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Colour.{self.name}"


COLOURS: Final = tuple(Colour)
"""The colours in order; quicker to go through than the class."""


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Card(Immutable):
    """A card: a colour and a value.

    Equal cards are interchangeable, so there is one object for each: `Card(Colour.RED, 7) is
    Card(Colour.RED, 7)`.

    >>> card = Card(Colour.RED, 7)
    >>> str(card), card == Card.parse("R7"), card < Card.parse("Y0")
    ('R7', True, True)
    """

    colour: Colour
    value: int
    index: int = attrs.field(init=False)
    """Its place in the order of all cards, colour before value: what tables of moves are indexed by."""

    def __new__(cls, colour: Colour, value: int) -> "Card":
        """The card of this colour and value."""
        if type(colour) is not Colour:
            raise InvalidArgument(f"a card's colour is a Colour, not {short_repr(colour)}")
        if type(value) is not int or not 0 <= value <= MAX_VALUE:
            raise InvalidArgument(
                f"a card's value is a whole number from 0 to {MAX_VALUE}, not {short_repr(value)}"
            )
        return ALL_CARDS[colour * (MAX_VALUE + 1) + value]

    def __init__(self, colour: Colour, value: int) -> None:
        """Nothing: the card has been there all along."""

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card that is written like this: the colour's letter and the value, as in `R7` or `B10`.

        >>> Card.parse("B10")
        <B10>
        >>> Card.parse("10B")
        Traceback (most recent call last):
        ...
        keltis.NotationError: expected a card like R7 or B10, not '10B'
        """
        card = _BY_TEXT.get(text) if isinstance(text, str) else None
        if card is None:
            raise NotationError(f"expected a card like R7 or B10, not {short_repr(text)}")
        return card

    def __str__(self) -> str:
        return f"{self.colour.letter}{self.value}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index if type(other) is Card else NotImplemented

    def __le__(self, other: "Card") -> bool:
        return self.index <= other.index if type(other) is Card else NotImplemented

    def __gt__(self, other: "Card") -> bool:
        return self.index > other.index if type(other) is Card else NotImplemented

    def __ge__(self, other: "Card") -> bool:
        return self.index >= other.index if type(other) is Card else NotImplemented

    def __reduce__(self) -> tuple[type["Card"], tuple[Colour, int]]:
        return Card, (self.colour, self.value)


def _all_cards() -> tuple[Card, ...]:
    cards: list[Card] = []
    for colour in Colour:
        for value in range(MAX_VALUE + 1):
            card = object.__new__(Card)
            card.__attrs_init__(colour, value)
            object.__setattr__(card, "index", len(cards))
            cards.append(card)
    return tuple(cards)


ALL_CARDS: Final = _all_cards()
"""Every card there can be under any rules, in order: `ALL_CARDS[card.index] is card`."""

_INDEX: Final = attrgetter("index")
_BY_TEXT: Final = {str(card): card for card in ALL_CARDS}


# Sorted tuples of cards. There is one object for each card, so that `is` tells them apart; `in`,
# `index` and `bisect` would compare, which takes longer than these loops.


def holds(cards: tuple[Card, ...], card: Card) -> bool:
    """Whether a card is among the cards."""
    for held in cards:  # noqa: SIM110 - any() takes twice as long
        if held is card:
            return True
    return False


def with_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The sorted cards and one more."""
    index = card.index
    place = 0
    for held in cards:
        if held.index > index:
            break
        place += 1
    longer = list(cards)
    longer.insert(place, card)
    return tuple(longer)


def without_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards less this one, if it is among them."""
    place = 0
    for held in cards:
        if held is card:
            return cards[:place] + cards[place + 1 :]
        place += 1  # noqa: SIM113 - enumerate() takes a third longer
    return cards


def sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in order."""
    return tuple(sorted(cards, key=_INDEX))
