"""What a player can do with each card, as tables of moves that are built once."""

from typing import Final, TypeAlias

from keltis.board import ByColour, Figure
from keltis.cards import ALL_CARDS, COLOURS, MAX_VALUE, Card, Colour
from keltis.columns import accepted
from keltis.moves import Discard, Lay, Move
from keltis.rules import Rules

Options: TypeAlias = tuple[tuple[Move, ...], ...]
"""By a card's index, the moves that play it: its lays, and always its discard."""


_NO_FIGURE: Final = (None,)
_WAYS: Final[tuple[tuple[Figure | None, ...], ...]] = (
    (),
    _NO_FIGURE,
    (Figure.SMALL,),
    (Figure.LARGE,),
    (Figure.SMALL, Figure.LARGE),
)
"""The ways in which a card can be laid: not at all, on to a path with a figure, or with one of these figures entering."""
_PLAYS: Final[dict[tuple[Figure | None, ...], Options]] = {
    figures: tuple(
        (*(Lay(card, figure) for figure in figures), Discard(card)) for card in ALL_CARDS
    )
    for figures in _WAYS
}


def _of_colour(colour: Colour, figures: tuple[Figure | None, ...], low: int, high: int) -> Options:
    """What can be done with the cards of a colour, where only values from low to high can be laid."""
    first = Card(colour, 0).index
    laid, kept = _PLAYS[figures], _PLAYS[()]
    return (
        *kept[first : first + low],
        *laid[first + low : first + high + 1],
        *kept[first + high + 1 : first + MAX_VALUE + 1],
    )


# Where a figure must enter, by the kinds of figure that are waiting, and by colour:
_ENTER: Final = {
    figures: tuple(_of_colour(colour, figures, 0, MAX_VALUE) for colour in Colour)
    for figures in _WAYS
}
# Where a figure is on the path, by the values that the column accepts (from one up, from one down,
# only one), and by colour:
_LAY: Final = {
    (low, high): tuple(_of_colour(colour, _NO_FIGURE, low, high) for colour in Colour)
    for value in range(MAX_VALUE + 1)
    for low, high in ((value, MAX_VALUE), (0, value), (value, value))
}


def card_options(
    rules: Rules,
    columns: ByColour[tuple[Card, ...]],
    rows: ByColour[int],
    waiting: tuple[Figure, ...],
) -> Options:
    """What a player with these columns and figures can do with each card (T1 to T4)."""
    red, yellow, pink, green, blue = [
        _LAY[accepted(rules, column)][colour] if row else _ENTER[waiting][colour]
        for colour, column, row in zip(COLOURS, columns, rows, strict=True)
    ]
    return (*red, *yellow, *pink, *green, *blue)


def with_column(
    options: Options, rules: Rules, colour: Colour, column: tuple[Card, ...]
) -> Options:
    """The options after a column has changed on whose path there was a figure before."""
    start = colour * (MAX_VALUE + 1)
    return (
        options[:start] + _LAY[accepted(rules, column)][colour] + options[start + MAX_VALUE + 1 :]
    )
