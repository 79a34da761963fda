"""A fixed number for every move, for machine learning.

The numbers are the same under all rules and never change:

| number | move |
|---|---|
| 0 | `Draw(None)` |
| 1 + colour | `Draw(colour)` |
| 6 + 3 x colour + figure | `Advance(colour, figure)`: no figure is 0, small 1, large 2 |
| 21 | `Decline()` |
| 22 + 4 x (5 x value + colour) + figure | `Lay(card, figure)`, with the same numbers of figures |
| 22 + 4 x (5 x value + colour) + 3 | `Discard(card)` |

So the moves with the cards 0 to 10 come first, in one block of `STANDARD_ACTION_COUNT`; those with
higher cards, which only rules of your own can have, follow up to `ACTION_COUNT`.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from keltis._shared.checks import as_int
from keltis._shared.encoding import action_mask
from keltis.board import SMALL, Figure
from keltis.cards import ALL_CARDS, MAX_VALUE, Card, Colour
from keltis.legality import legal_moves
from keltis.moves import Advance, Decline, Discard, Draw, Lay, Move
from keltis.rules import Rules
from keltis.view import Position

_FIGURES: Final = (None, *Figure)


def _all_moves() -> Iterator[Move]:
    """Every move of the union, in the order of the numbers."""
    yield Draw(None)
    for colour in Colour:
        yield Draw(colour)
    for colour in Colour:
        for figure in _FIGURES:
            yield Advance(colour, figure)
    yield Decline()
    for value in range(MAX_VALUE + 1):
        for colour in Colour:
            for figure in _FIGURES:
                yield Lay(Card(colour, value), figure)
            yield Discard(Card(colour, value))


_MOVES: Final = tuple(_all_moves())
_NUMBERS: Final = {move: number for number, move in enumerate(_MOVES)}
# By a card's index, the numbers of its lays start here. Hashing a move takes longer than adding to
# these.
_LAY: Final = tuple(_NUMBERS[Lay(card)] for card in ALL_CARDS)
_DISCARD: Final = tuple(_NUMBERS[Discard(card)] for card in ALL_CARDS)
_ADVANCE: Final = tuple(_NUMBERS[Advance(colour)] for colour in Colour)
_DECLINE: Final = _NUMBERS[Decline()]
_DRAW_PILE: Final = _NUMBERS[Draw(None)]
_DRAW: Final = tuple(_NUMBERS[Draw(colour)] for colour in Colour)

ACTION_COUNT: Final = len(_MOVES)
"""How many moves there are under any rules."""
STANDARD_ACTION_COUNT: Final = _NUMBERS[Lay(Card(Colour.RED, 11))]
"""How many moves there are with cards of the values 0 to 10, as in every named rule set."""


def action_count(rules: Rules) -> int:
    """How many action numbers these rules use: all numbers of their moves are below it.

    >>> from keltis import KELTIS
    >>> action_count(KELTIS)
    242
    """
    return _DISCARD[Card(Colour.BLUE, rules.values[-1]).index] + 1


def action_id(move: Move) -> int:
    """The number of a move.

    >>> action_id(Draw(None)), action_id(Discard(Card.parse("R7")))
    (0, 165)
    """
    if type(move) is Lay:
        return _LAY[move.card.index] + _figure_number(move.figure)
    if type(move) is Discard:
        return _DISCARD[move.card.index]
    if type(move) is Draw:
        return _DRAW_PILE if move.source is None else _DRAW[move.source]
    if type(move) is Advance:
        return _ADVANCE[move.colour] + _figure_number(move.figure)
    if type(move) is Decline:
        return _DECLINE
    assert_never(move)


def move_of(action: int) -> Move:
    """The move with this number.

    >>> move_of(165)
    Discard(card=<R7>)
    """
    return _MOVES[as_int(action, "action", 0, ACTION_COUNT - 1)]


def legal_action_ids(position: Position) -> tuple[int, ...]:
    """The numbers of all legal moves, ascending.

    Of a view, they are the viewer's own: none when the decision is not the viewer's.

    >>> import keltis
    >>> legal_action_ids(keltis.new_game(2, seed=1))[:3]
    (79, 80, 81)
    """
    return tuple(sorted([action_id(move) for move in legal_moves(position)]))


def legal_action_mask(position: Position) -> bytes:
    """One byte for every number: 1 if its move is legal, 0 if not.

    The mask has `ACTION_COUNT` bytes; the first `STANDARD_ACTION_COUNT` of them are enough for the
    named rule sets. As an array, it is `numpy.frombuffer(mask, numpy.int8)`. Of a view, the moves
    are the viewer's own, as in `legal_action_ids`.

    >>> import keltis
    >>> mask = keltis.legal_action_mask(keltis.new_game(2, seed=7))
    >>> len(mask), sum(mask)
    (442, 24)
    """
    return action_mask(legal_action_ids(position), ACTION_COUNT)


def _figure_number(figure: Figure | None) -> int:
    if figure is None:
        return 0
    return 1 if figure is SMALL else 2
