"""Colours and cards (C1)."""

import enum
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final, TypeAlias, TypeVar, final

import attrs

from keltis._lib.checks import as_int
from keltis._lib.text import short_repr
from keltis._lib.values import Immutable, ImmutableEnum
from keltis.errors import InvalidArgument, NotationError

MAX_VALUE: Final = 20
"""The highest value a card can have under any rules."""


class Colour(ImmutableEnum, enum.IntEnum):
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
    """Its place in the order of all cards, colour before value."""
    colour_index: int = attrs.field(init=False)
    """The colour as a plain `int`: a tuple takes it as an index in a third of the time."""

    def __new__(cls, colour: Colour, value: int) -> "Card":
        """The card of this colour and value."""
        if not isinstance(colour, Colour):
            raise InvalidArgument(f"a card's colour must be a Colour, not {short_repr(colour)}")
        value = as_int(value, "a card's value", 0, MAX_VALUE)
        return ALL_CARDS[colour * (MAX_VALUE + 1) + value]

    def __init__(self, colour: Colour, value: int) -> None:
        """Do nothing: `__new__` returns a card that exists already."""

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card of a text: the colour's letter and the value, as in `R7` or `B10`.

        >>> Card.parse("B10")
        <B10>
        >>> Card.parse("10B")
        Traceback (most recent call last):
        ...
        keltis.NotationError: expected a card like R7 or B10, not '10B'
        """
        card = _BY_TEXT.get(text)
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
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: "Card") -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: "Card") -> bool:
        return self.index > other.index if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: "Card") -> bool:
        return self.index >= other.index if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[type["Card"], tuple[Colour, int]]:
        return Card, (self.colour, self.value)


def _all_cards() -> tuple[Card, ...]:
    cards: list[Card] = []
    for colour in Colour:
        for value in range(MAX_VALUE + 1):
            card = object.__new__(Card)
            card.__attrs_init__(colour, value)
            object.__setattr__(card, "index", len(cards))
            object.__setattr__(card, "colour_index", int(colour))
            cards.append(card)
    return tuple(cards)


ALL_CARDS: Final = _all_cards()
"""Every card there can be under any rules, in order: `ALL_CARDS[card.index] is card`."""

_INDEX: Final = attrgetter("index")
_BY_TEXT: Final = {str(card): card for card in ALL_CARDS}


# Tuples of cards. There is one object for each card, so `is` compares them; `in`, `index` and
# `bisect` call methods, which takes longer than these loops.


def insert_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The sorted cards and one more."""
    index = card.index
    place = 0
    for other in cards:
        if other.index > index:
            break
        place += 1
    longer = list(cards)
    longer.insert(place, card)
    return tuple(longer)


def remove_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards without this one; the same object if it is not among them."""
    place = 0
    for other in cards:
        if other is card:
            return cards[:place] + cards[place + 1 :]
        place += 1  # noqa: SIM113 - enumerate() takes a third longer
    return cards


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in order."""
    return tuple(sorted(cards, key=_INDEX))


def count_cards(piles: Iterable[Iterable[Card]]) -> list[int]:
    """How many of each card are in the piles, by the card's index."""
    counts = [0] * len(ALL_CARDS)
    for pile in piles:
        for card in pile:
            counts[card.index] += 1
    return counts


def compare_cards(
    deck: Sequence[Card], piles: Iterable[Iterable[Card]]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards of a deck that are in no pile, and the cards in the piles that the deck lacks.

    Both are sorted.

    >>> deck = [Card.parse(text) for text in ("R7", "R7", "B1")]
    >>> compare_cards(deck, [[Card.parse("R7")], [Card.parse("G2")]])
    ((<R7>, <B1>), (<G2>,))
    """
    counts = count_cards(piles)
    missing = []
    for card in deck:
        if counts[card.index]:
            counts[card.index] -= 1
        else:
            missing.append(card)
    if not any(counts):
        return sort_cards(missing), ()
    surplus = [card for card in ALL_CARDS for _ in range(counts[card.index])]
    return sort_cards(missing), tuple(surplus)


T = TypeVar("T")

ByColour: TypeAlias = tuple[T, ...]
"""A tuple of five items, one for each `Colour`, which is the index."""


class Tile(ImmutableEnum):
    """The kinds of tile that lie on stones.

    >>> Tile.TWO.points, Tile.CLOVER.points
    (2, 0)
    """

    WISHING_STONE = "wishing stone"
    CLOVER = "clover"
    ONE = "1"
    TWO = "2"
    THREE = "3"

    _value_: str

    def __init__(self, word: str) -> None:
        self.points: Final = int(word) if word.isdigit() else 0
        """The points of a number tile (P1), 0 for the others."""


WISHING_STONE, CLOVER, ONE, TWO, THREE = Tile


class Figure(ImmutableEnum):
    """The two kinds of figure. The large one scores double."""

    SMALL = "small"
    LARGE = "large"


SMALL, LARGE = Figure

Tiles: TypeAlias = ByColour[tuple[Tile | None, ...]]
"""The tiles on the board: `tiles[colour][row]`. Row 0, the starting stone, never has a tile."""


def are_tiles(value: object, path_length: int) -> bool:
    """Whether a value is a tile or None for each row of each path, row 0 too."""
    return (
        isinstance(value, tuple)
        and len(value) == len(Colour)
        and all(isinstance(path, tuple) and len(path) == path_length + 1 for path in value)
        and all(tile is None or isinstance(tile, Tile) for path in value for tile in path)
    )


def number_points(tiles: Tiles, rows: Sequence[int]) -> int:
    """The points of all number tiles up to these rows: what the figures there have scored (P1)."""
    points = 0
    for path, row in zip(tiles, rows, strict=True):
        for tile in path[: row + 1]:
            if tile is not None:
                points += tile.points
    return points
