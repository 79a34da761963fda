"""The order of the cards in a player's column (T4)."""

from collections.abc import Sequence
from typing import Final

from keltis._engine.cards import MAX_VALUE, Card
from keltis._engine.rules import Rules
from keltis._lib.values import ImmutableEnum

_VALUES: Final = range(MAX_VALUE + 1)
_ANY_VALUE: Final = 0, MAX_VALUE
_NEXT_VALUES: Final = {
    "free": tuple(_ANY_VALUE for last in _VALUES),
    "up": tuple((last, MAX_VALUE) for last in _VALUES),
    "down": tuple((0, last) for last in _VALUES),
    "flat": tuple((last, last) for last in _VALUES),
}


class Direction(ImmutableEnum):
    """Which way a column runs."""

    FREE = "free"
    UP = "up"
    DOWN = "down"
    FLAT = "flat"

    _value_: str

    def __init__(self, word: str) -> None:
        self.next_values: Final[tuple[tuple[int, int], ...]] = _NEXT_VALUES[word]
        """The lowest and the highest value of the next card, by the value of the last card."""


FREE, UP, DOWN, FLAT = Direction


def direction(rules: Rules, column: Sequence[Card]) -> Direction:
    """Which way a column runs (T4).

    It is free while all its cards are equal; the first different value fixes the direction.

    >>> from keltis._engine.rules import KELTIS
    >>> direction(KELTIS, [Card.parse("R3"), Card.parse("R3"), Card.parse("R6")])
    Direction.UP
    """
    if not column or column[0] is column[-1]:
        return FLAT if rules.equal_pair_fixes_flat and len(column) > 1 else FREE
    return UP if column[0].value < column[-1].value else DOWN


def next_values(rules: Rules, column: Sequence[Card]) -> tuple[int, int]:
    """The lowest and the highest value that the next card of a column may have (T4)."""
    if not column:
        return _ANY_VALUE
    return direction(rules, column).next_values[column[-1].value]


def is_in_order(rules: Rules, column: Sequence[Card]) -> bool:
    """Whether the cards of a column could have been laid in this order (T4)."""
    for count, card in enumerate(column):
        low, high = next_values(rules, column[:count])
        if not low <= card.value <= high:
            return False
    return True
