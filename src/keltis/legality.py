"""Whether a move is legal, why not, and all moves that are."""

from collections.abc import Iterable
from itertools import product
from typing import Final

from keltis._shared.refusals import Reason, RefusedMove
from keltis.board import ByColour, Figure
from keltis.cards import COLOURS, Card, Colour, holds
from keltis.columns import accepted
from keltis.moves import ADVANCE, DRAW, PLAY, Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis.options import Options
from keltis.players import PlayerState, figures_waiting
from keltis.rules import Rules
from keltis.state import GameState, require_state


class Illegality(Reason):
    """Why a move is illegal; `str()` of it is a sentence for people."""

    NOT_A_MOVE = "this is not a move: use Discard, Lay, Advance, Decline or Draw"
    GAME_OVER = "the game is over"
    PLAY_DUE = "a card must be played first: Discard or Lay"
    ADVANCE_DUE = (
        "a step is due first: Advance one of your figures, or Decline where that is allowed"
    )
    DRAW_DUE = "a card must be drawn first: Draw"
    NOT_IN_HAND = "the card is not in the hand of the player to move"
    OUT_OF_ORDER = "the card does not fit the order of the column (T4)"
    FIGURE_MISSING = "a figure must enter the path: say which, small or large (T2)"
    FIGURE_UNASKED = "there is a figure on this path already, so no figure can be named (T3)"
    NO_FIGURE_WAITING = "no such figure is left on the starting stone (T2)"
    NO_FIGURE_ON_PATH = "there is no figure on this path, and it cannot enter by this step (P5)"
    ON_END_STONE = "the figure is on the end stone and cannot move (P6)"
    MUST_ADVANCE = "this step cannot be declined (P4)"
    PILE_EMPTY = "this discard pile is empty (T7)"
    JUST_DISCARDED = "the card just discarded cannot be taken back (T7)"


class IllegalMove(RefusedMove[Illegality, Move, GameState]):
    """The rules do not allow this move. It carries `reason`, `move` and `state`, which is untouched."""


_DUE: Final = {
    Phase.PLAY: Illegality.PLAY_DUE,
    Phase.ADVANCE: Illegality.ADVANCE_DUE,
    Phase.DRAW: Illegality.DRAW_DUE,
    Phase.OVER: Illegality.GAME_OVER,
}


def illegality(state: GameState, move: Move) -> Illegality | None:
    """Why this move is illegal, or None if it is legal: `move in legal_moves(state)` exactly when it is None.

    >>> import keltis
    >>> illegality(keltis.new_game(2, seed=1), Draw(None))
    Illegality.PLAY_DUE
    """
    if type(state) is not GameState:
        require_state(state)
    if type(move) is Draw:
        return _draw_illegality(state, move.source)
    if type(move) is Discard:
        return _play_illegality(state, move.card)
    if type(move) is Lay:
        return _play_illegality(state, move.card) or _lay_illegality(state, move.card, move.figure)
    if type(move) is Advance:
        return _advance_illegality(state, move.colour, move.figure)
    if type(move) is Decline:
        return _decline_illegality(state)
    return Illegality.NOT_A_MOVE


def _play_illegality(state: GameState, card: Card) -> Illegality | None:
    if state.phase is not PLAY:
        return _DUE[state.phase]
    if not holds(state.players[state.to_move].hand, card):
        return Illegality.NOT_IN_HAND
    return None


def _lay_illegality(state: GameState, card: Card, figure: Figure | None) -> Illegality | None:
    """Why a card in hand cannot be laid like this."""
    player = state.players[state.to_move]
    low, high = accepted(state.rules, player.columns[card.colour])
    if not low <= card.value <= high:
        return Illegality.OUT_OF_ORDER
    if player.rows[card.colour]:
        return None if figure is None else Illegality.FIGURE_UNASKED
    return _entry_illegality(state, figure)


def _entry_illegality(state: GameState, figure: Figure | None) -> Illegality | None:
    """Why this figure cannot enter a path on which the player has none."""
    waiting = figures_waiting(state.rules, state.players[state.to_move])
    if figure in waiting:
        return None
    return Illegality.FIGURE_MISSING if figure is None and waiting else Illegality.NO_FIGURE_WAITING


def _advance_illegality(
    state: GameState, colour: Colour, figure: Figure | None
) -> Illegality | None:
    if state.phase is not ADVANCE:
        return _DUE[state.phase]
    row = state.players[state.to_move].rows[colour]
    if not row:
        return (
            _entry_illegality(state, figure)
            if state.rules.advance_may_enter
            else Illegality.NO_FIGURE_ON_PATH
        )
    if row == state.rules.path_length:
        return Illegality.ON_END_STONE
    return None if figure is None else Illegality.FIGURE_UNASKED


def _decline_illegality(state: GameState) -> Illegality | None:
    if state.phase is not ADVANCE:
        return _DUE[state.phase]
    return None if state.may_decline else Illegality.MUST_ADVANCE


def _draw_illegality(state: GameState, source: Colour | None) -> Illegality | None:
    if state.phase is not DRAW:
        return _DUE[state.phase]
    if source is None:
        return None
    if not state.discards[source]:
        return Illegality.PILE_EMPTY
    return Illegality.JUST_DISCARDED if source is state.barred else None


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
