"""Whether a move is legal, why not, and all moves that are."""

from collections.abc import Iterable
from itertools import product
from typing import Final, Never

from keltis._engine.cards import COLOURS, ByColour, Card, Colour, Figure, remove_card
from keltis._engine.columns import next_values
from keltis._engine.moves import (
    ADVANCE,
    DRAW,
    PLAY,
    Advance,
    Decline,
    Discard,
    Draw,
    Lay,
    Move,
    Phase,
)
from keltis._engine.options import Options, player_options
from keltis._engine.players import PublicFacts, figures_waiting
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, Position
from keltis._lib.values import Reason, RefusedMove


class Illegality(Reason):
    """Why a move is illegal; `str()` of it is a sentence for people."""

    NOT_A_MOVE = (
        "this is not a move: use Discard, Lay, Advance, Decline or Draw, or parse_move for a text"
    )
    GAME_OVER = "the game is over"
    PLAY_DUE = "a card must be played first: Discard or Lay"
    ADVANCE_DUE = (
        "a step is due first: Advance one of your figures, or Decline where that is allowed"
    )
    DRAW_DUE = "a card must be drawn first: Draw"
    NOT_IN_HAND = "the card is not in the hand of the player to move"
    OUT_OF_ORDER = "the card does not fit the order of the column (T4)"
    FIGURE_MISSING = "a figure must enter the path: say which, small or large (T2)"
    FIGURE_UNASKED = "your figure is already on this path: leave the figure out (T3)"
    NO_FIGURE_WAITING = "no such figure is left on the starting stone (T2)"
    NO_FIGURE_ON_PATH = "there is no figure on this path, and it cannot enter by this step (P5)"
    ON_END_STONE = "the figure is on the end stone and cannot move (P6)"
    MUST_ADVANCE = "this step cannot be declined (P4)"
    PILE_EMPTY = "this discard pile is empty (T7)"
    JUST_DISCARDED = "the card just discarded cannot be taken back (T7)"


class IllegalMove(RefusedMove[Illegality, Move, GameState]):
    """A move that the rules do not allow, with its `reason` and the unchanged `state`."""


_DUE: Final = {
    Phase.PLAY: Illegality.PLAY_DUE,
    Phase.ADVANCE: Illegality.ADVANCE_DUE,
    Phase.DRAW: Illegality.DRAW_DUE,
    Phase.OVER: Illegality.GAME_OVER,
}


def illegality(state: GameState, move: Move) -> Illegality | None:
    """Why a move is illegal, or None if it is legal.

    `move in legal_moves(state)` exactly when it is None. It needs the hidden cards, so it takes a
    state only.

    >>> import keltis
    >>> illegality(keltis.new_game(2, seed=1), Draw(None))
    Illegality.PLAY_DUE
    """
    if type(move) is Draw:
        return draw_illegality(state, move)
    if type(move) is Discard:
        hand = remove_card(state.players[state.to_move].hand, move.card)
        return play_illegality(state, hand)
    if type(move) is Lay:
        hand = remove_card(state.players[state.to_move].hand, move.card)
        return play_illegality(state, hand) or lay_illegality(state, move)
    if type(move) is Advance:
        return advance_illegality(state, move)
    if type(move) is Decline:
        return decline_illegality(state)
    return unknown_illegality(move)


def play_illegality(state: GameState, hand: tuple[Card, ...]) -> Illegality | None:
    """Why a card cannot be played, or None.

    `hand` is what `remove_card` leaves of the mover's hand: the same object without that card.
    """
    if state.phase is not PLAY:
        return _DUE[state.phase]
    if hand is state.players[state.to_move].hand:
        return Illegality.NOT_IN_HAND
    return None


def lay_illegality(state: GameState, move: Lay) -> Illegality | None:
    """Why a card that can be played cannot be laid like this, or None."""
    card = move.card
    if move in state.options[state.to_move][card.colour_index][card.value]:
        return None
    player = state.players[state.to_move]
    low, high = next_values(state.rules, player.columns[card.colour])
    if not low <= card.value <= high:
        return Illegality.OUT_OF_ORDER
    if player.rows[card.colour]:
        return Illegality.FIGURE_UNASKED
    return _entry_illegality(state, move.figure)


def _entry_illegality(state: GameState, figure: Figure | None) -> Illegality | None:
    """Why this figure cannot enter a path on which the player has none."""
    waiting = figures_waiting(state.rules, state.players[state.to_move])
    if figure in waiting:
        return None
    return Illegality.FIGURE_MISSING if figure is None and waiting else Illegality.NO_FIGURE_WAITING


def advance_illegality(state: GameState, move: Advance) -> Illegality | None:
    """Why this advance is illegal, or None."""
    if state.phase is not ADVANCE:
        return _DUE[state.phase]
    row = state.players[state.to_move].rows[move.colour]
    if not row:
        if not state.rules.advance_may_enter:
            return Illegality.NO_FIGURE_ON_PATH
        return _entry_illegality(state, move.figure)
    if row == state.rules.path_length and not state.may_waste:
        return Illegality.ON_END_STONE
    return None if move.figure is None else Illegality.FIGURE_UNASKED


def decline_illegality(state: GameState) -> Illegality | None:
    """Why a step cannot be declined, or None."""
    if state.phase is not ADVANCE:
        return _DUE[state.phase]
    return None if state.may_decline else Illegality.MUST_ADVANCE


def draw_illegality(state: GameState, move: Draw) -> Illegality | None:
    """Why this draw is illegal, or None."""
    if state.phase is not DRAW:
        return _DUE[state.phase]
    source = move.source
    if source is None:
        return None
    if not state.discards[source]:
        return Illegality.PILE_EMPTY
    return Illegality.JUST_DISCARDED if source is state.barred else None


def unknown_illegality(move: Never) -> Illegality:  # noqa: ARG001 - type checkers see what is left
    """Why anything but a move is illegal."""
    return Illegality.NOT_A_MOVE


# The moves that `legal_moves` returns are built once.
_ADVANCE: Final = tuple(Advance(colour) for colour in Colour)
_DECLINE: Final = Decline()
# By which of the discard piles are empty:
_DRAW: Final = {
    empty: (Draw(None), *(Draw(colour) for colour in Colour if not empty[colour]))
    for empty in product((False, True), repeat=len(Colour))
}


def legal_moves(position: Position) -> tuple[Move, ...]:
    """All legal moves, without duplicates, in a stable order.

    Of a state, there are none exactly when the game is over. Of a view, they are the viewer's own:
    there are none either when the decision is not the viewer's, and for a spectator.

    A card's lays come before its discard, and the face-down pile before the discard piles;
    otherwise everything is in the order of the hand and of the colours.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> [str(move) for move in legal_moves(state)][:3]
    ['lay R6 small', 'lay R6 large', 'discard R6']
    >>> legal_moves(keltis.observe(state, 0)) == legal_moves(state)
    True
    >>> legal_moves(keltis.observe(state, 1))
    ()
    """
    if type(position) is not GameState:
        return _viewer_moves(position)
    phase = position.phase
    if phase is DRAW:
        return _draws(position.discards, position.barred)
    if phase is PLAY:
        return _plays(position.players[position.to_move].hand, position.options[position.to_move])
    if phase is ADVANCE:
        return _advances(position, position.players[position.to_move])
    return ()


def _viewer_moves(view: PlayerView) -> tuple[Move, ...]:
    if view.hand is None or view.viewer != view.to_move:
        return ()
    player = view.players[view.to_move]
    if view.phase is DRAW:
        return _draws(view.discards, view.barred)
    if view.phase is PLAY:
        return _plays(view.hand, player_options(view.rules, player))
    return _advances(view, player) if view.phase is ADVANCE else ()


def _plays(hand: Iterable[Card], options: Options) -> tuple[Move, ...]:
    """The moves that play a card of a sorted hand (T1 to T5)."""
    moves: list[Move] = []
    previous = None
    for card in hand:
        if card is not previous:  # equal cards come together
            moves += options[card.colour_index][card.value]
            previous = card
    return tuple(moves)


def _advances(position: Position, player: PublicFacts) -> tuple[Move, ...]:
    """The moves that use or decline a step (P3 to P6, T5)."""
    rules = position.rules
    waiting = figures_waiting(rules, player) if rules.advance_may_enter else ()
    moves: list[Move] = []
    for colour, row in zip(COLOURS, player.rows, strict=True):
        if not row:
            moves += [Advance(colour, figure) for figure in waiting]
        elif row < rules.path_length or position.may_waste:
            moves.append(_ADVANCE[colour])
    if position.may_decline:
        moves.append(_DECLINE)
    return tuple(moves)


def _draws(discards: ByColour[tuple[Card, ...]], barred: Colour | None) -> tuple[Move, ...]:
    """The moves that take a card (T7)."""
    red, yellow, pink, green, blue = discards
    moves = _DRAW[not red, not yellow, not pink, not green, not blue]
    if barred is None:
        return moves
    return tuple(move for move in moves if move.source is not barred)


def fits(position: Position, seat: int, card: Card) -> bool:
    """Whether a player could lay this card, if they held it and were to play (T2 to T4).

    It does not check its arguments: bots ask it many times.

    >>> import keltis
    >>> fits(keltis.new_game(2, seed=1), 0, Card.parse("R7"))
    True
    """
    if type(position) is GameState:
        options = position.options[seat]
    else:
        options = player_options(position.rules, position.players[seat])
    return len(options[card.colour_index][card.value]) > 1
