"""What a player can do with each card, as tables of moves that are built once."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from keltis.board import ByColour, Figure
from keltis.cards import COLOURS, MAX_VALUE, Card, Colour
from keltis.columns import accepted
from keltis.moves import Discard, Lay, Move
from keltis.rules import Rules

Options: TypeAlias = tuple[tuple[Move, ...], ...]
"""By a card's index, the moves that play it: its lays, and always its discard."""


def _of_colour(colour: Colour, figures: Sequence[Figure | None], low: int, high: int) -> Options:
    """What can be done with the cards of a colour, if values from low to high can be laid and one of the figures enters."""
    options: list[tuple[Move, ...]] = []
    for value in range(MAX_VALUE + 1):
        card = Card(colour, value)
        lays = [Lay(card, figure) for figure in figures] if low <= value <= high else []
        options.append((*lays, Discard(card)))
    return tuple(options)


# Where a figure must enter, by the kinds of figure that are waiting, and by colour:
_ENTER: Final[dict[tuple[Figure, ...], ByColour[Options]]] = {
    waiting: tuple(_of_colour(colour, waiting, 0, MAX_VALUE) for colour in Colour)
    for waiting in ((), (Figure.SMALL,), (Figure.LARGE,), (Figure.SMALL, Figure.LARGE))
}
# Where a figure is on the path, by the values that the column accepts (from one up, from one down, only one), and by colour:
_LAY: Final = {
    (low, high): tuple(_of_colour(colour, (None,), low, high) for colour in Colour)
    for value in range(MAX_VALUE + 1)
    for low, high in ((value, MAX_VALUE), (0, value), (value, value))
}


def card_options(
    rules: Rules, columns: ByColour[tuple[Card, ...]], rows: ByColour[int], waiting: tuple[Figure, ...]
) -> Options:
    """What a player with these columns and figures can do with each card (T1 to T4)."""
    red, yellow, pink, green, blue = [
        _LAY[accepted(rules, column)][colour] if row else _ENTER[waiting][colour]
        for colour, column, row in zip(COLOURS, columns, rows, strict=True)
    ]
    return (*red, *yellow, *pink, *green, *blue)


def with_column(options: Options, rules: Rules, colour: Colour, column: tuple[Card, ...]) -> Options:
    """The options after a column has changed on whose path there was a figure before."""
    start = colour * (MAX_VALUE + 1)
    return options[:start] + _LAY[accepted(rules, column)][colour] + options[start + MAX_VALUE + 1 :]
