"""All legal moves of a state."""

from collections.abc import Iterable
from itertools import product
from typing import Final

from keltis.board import ByColour
from keltis.cards import COLOURS, Card, Colour
from keltis.moves import ADVANCE, DRAW, PLAY, Advance, Decline, Draw, Move
from keltis.options import Options
from keltis.players import PlayerState, figures_waiting
from keltis.rules import Rules
from keltis.state import GameState, require_state

# The moves that are handed out are built once.
_ADVANCE: Final = tuple(Advance(colour) for colour in Colour)
_DECLINE: Final = Decline()
# By which of the discard piles are empty:
_DRAW: Final = {
    empty: (Draw(None), *(Draw(colour) for colour in Colour if not empty[colour]))
    for empty in product((False, True), repeat=len(Colour))
}


def legal_moves(state: GameState) -> tuple[Move, ...]:
    """All legal moves, without duplicates, in a stable order; none exactly when the game is over.

    A card's lays come before its discard, and the face-down pile before the discard piles;
    otherwise everything is in the order of the hand and of the colours.

    >>> import keltis
    >>> [str(move) for move in legal_moves(keltis.new_game(2, seed=1))][:3]
    ['lay R6 small', 'lay R6 large', 'discard R6']
    """
    if type(state) is not GameState:
        require_state(state)
    phase = state.phase
    if phase is DRAW:
        return draws(state.discards, state.barred)
    if phase is PLAY:
        return plays(state.players[state.to_move].hand, state.options[state.to_move])
    if phase is ADVANCE:
        return advances(state.rules, state.players[state.to_move], state.may_decline)
    return ()


def plays(hand: Iterable[Card], options: Options) -> tuple[Move, ...]:
    """The moves that play a card of a sorted hand (T1 to T5)."""
    moves: list[Move] = []
    previous = None
    for card in hand:
        if card is not previous:  # equal cards come together
            moves += options[card.index]
            previous = card
    return tuple(moves)


def advances(rules: Rules, player: PlayerState, may_decline: bool) -> tuple[Move, ...]:
    """The moves that use or decline a step (P3 to P6, T5)."""
    waiting = figures_waiting(rules, player) if rules.advance_may_enter else ()
    moves: list[Move] = []
    for colour, row in zip(COLOURS, player.rows, strict=True):
        if not row:
            moves += [Advance(colour, figure) for figure in waiting]
        elif row < rules.path_length:
            moves.append(_ADVANCE[colour])
    if may_decline:
        moves.append(_DECLINE)
    return tuple(moves)


def draws(discards: ByColour[tuple[Card, ...]], barred: Colour | None) -> tuple[Move, ...]:
    """The moves that take a card (T7)."""
    red, yellow, pink, green, blue = discards
    moves = _DRAW[not red, not yellow, not pink, not green, not blue]
    if barred is None:
        return moves
    return tuple(move for move in moves if move.source is not barred)
