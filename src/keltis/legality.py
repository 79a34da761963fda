"""Whether a move is legal, and why not."""

from typing import Final

from keltis.board import Figure
from keltis.cards import Card, Colour, holds
from keltis.columns import accepted
from keltis.errors import Reason, RefusedMove
from keltis.moves import ADVANCE, DRAW, PLAY, Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis.players import figures_waiting
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
