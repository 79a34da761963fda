"""What a player can do with each card, as tables of moves that are built once."""

from typing import Final, TypeAlias

from keltis.board import LARGE, SMALL, ByColour, Figure
from keltis.cards import ALL_CARDS, COLOURS, MAX_VALUE, Card, Colour
from keltis.columns import next_values
from keltis.moves import Discard, Lay, Move
from keltis.players import PublicFacts, are_waiting
from keltis.rules import Rules

ColourOptions: TypeAlias = tuple[tuple[Move, ...], ...]
"""By a card's value, the moves that play it: its lays, and always its discard."""
Options: TypeAlias = ByColour[ColourOptions]
"""The same by a card's colour and value. Without a lay, there is one move."""

_LAYS: Final = {
    figure: tuple(Lay(card, figure) for card in ALL_CARDS) for figure in (None, *Figure)
}
_DISCARDS: Final = tuple(Discard(card) for card in ALL_CARDS)


def _colour_options(
    colour: Colour, figures: tuple[Figure | None, ...], low: int = 0, high: int = MAX_VALUE
) -> ColourOptions:
    """The options where values from low to high can be laid, with one of these figures entering."""
    first = Card(colour, 0).index
    return tuple(
        (
            *(_LAYS[figure][first + value] for figure in figures if low <= value <= high),
            _DISCARDS[first + value],
        )
        for value in range(MAX_VALUE + 1)
    )


# Where a figure must enter, by whether small figures, and the large one, are waiting:
_ENTER: Final = {
    (False, False): tuple(_colour_options(colour, ()) for colour in Colour),
    (True, False): tuple(_colour_options(colour, (SMALL,)) for colour in Colour),
    (False, True): tuple(_colour_options(colour, (LARGE,)) for colour in Colour),
    (True, True): tuple(_colour_options(colour, (SMALL, LARGE)) for colour in Colour),
}
# Where a figure is on the path, by the values that can follow in the column (from one up, from one
# down, only one):
_LAY: Final = {
    (low, high): tuple(_colour_options(colour, (None,), low, high) for colour in Colour)
    for value in range(MAX_VALUE + 1)
    for low, high in ((value, MAX_VALUE), (0, value), (value, value))
}


def player_options(rules: Rules, player: PublicFacts) -> Options:
    """What a player can do with each card (T1 to T4)."""
    entering = _ENTER[are_waiting(rules, player)]
    return tuple(
        [
            _LAY[next_values(rules, column)][colour] if row else entering[colour]
            for colour, column, row in zip(COLOURS, player.columns, player.rows, strict=True)
        ]
    )


def column_options(rules: Rules, colour: Colour, column: tuple[Card, ...]) -> ColourOptions:
    """What a player with a figure on this path can do with each card of the colour (T3, T4)."""
    return _LAY[next_values(rules, column)][colour]
