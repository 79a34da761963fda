"""What a player can do with each card, as tables of moves that are built once."""

from typing import Final, TypeAlias

from keltis._engine.cards import ALL_CARDS, COLOURS, LARGE, MAX_VALUE, SMALL, ByColour, Card, Figure
from keltis._engine.columns import next_values
from keltis._engine.moves import Discard, Lay, Move
from keltis._engine.players import PublicFacts, are_waiting
from keltis._engine.rules import Rules

ColourOptions: TypeAlias = tuple[tuple[Move, ...], ...]
"""By a card's value, the moves that play it: its lays, and always its discard."""
Options: TypeAlias = ByColour[ColourOptions]
"""The same by a card's colour and value. Without a lay, there is one move."""

_LAYS: Final = {
    figure: tuple(Lay(card, figure) for card in ALL_CARDS) for figure in (None, *Figure)
}
_DISCARDS: Final = tuple(Discard(card) for card in ALL_CARDS)


def _every_lay(*figures: Figure | None) -> Options:
    """The options where every card can be laid, in a way for each of the figures that may enter."""
    plays = tuple(zip(*(_LAYS[figure] for figure in figures), _DISCARDS, strict=True))
    return tuple(
        tuple(play for card, play in zip(ALL_CARDS, plays, strict=True) if card.colour is colour)
        for colour in COLOURS
    )


# Where a figure must enter, by whether small figures, and the large one, are waiting:
_ENTER: Final = {
    (False, False): _every_lay(),
    (True, False): _every_lay(SMALL),
    (False, True): _every_lay(LARGE),
    (True, True): _every_lay(SMALL, LARGE),
}
# Where a figure is on the path, by the values that can follow in the column (from one up, from one
# down, only one):
_LAY: Final = {
    (low, high): tuple(
        discards[:low] + lays[low : high + 1] + discards[high + 1 :]
        for lays, discards in zip(_every_lay(None), _every_lay(), strict=True)
    )
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


def column_options(rules: Rules, path: int, column: tuple[Card, ...]) -> ColourOptions:
    """What a player with a figure on this path can do with each card of the colour (T3, T4)."""
    return _LAY[next_values(rules, column)][path]
