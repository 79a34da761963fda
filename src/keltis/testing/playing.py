"""Whole games for tests, played so that they reach the rules.

Uniformly random play ends by the fifth figure in a few games of a thousand and hardly ever finishes
a path.
"""

import random
from collections.abc import Iterator

from keltis.cards import MAX_VALUE, Card, Colour
from keltis.columns import next_values
from keltis.legality import legal_moves
from keltis.moves import Advance, Discard, Draw, Lay, Move
from keltis.play import apply_move
from keltis.state import GameState


def played(
    state: GameState, rng: random.Random, *, lean: float = 0.9, patience: int | None = None
) -> Iterator[tuple[GameState, Move]]:
    """The states and moves of a game from here to its end; with a chance of `lean` each, the moves are towards progress.

    A game can go on for ever (E3). After `patience` moves, cards are drawn from the face-down pile
    alone, so that it ends.
    """
    made = 0
    while moves := legal_moves(state):
        if made == patience:
            moves = tuple(move for move in moves if type(move) is not Draw or move.source is None)
        else:
            made += 1
        if rng.random() < lean:
            waste = [_waste(state, move) for move in moves]
            least = min(waste)
            moves = tuple(
                move for move, of_move in zip(moves, waste, strict=True) if of_move == least
            )
        move = moves[int(rng.random() * len(moves))]
        yield state, move
        state = apply_move(state, move)


def play_out(
    state: GameState, rng: random.Random, *, lean: float = 0.9, most: int | None = None
) -> GameState:
    """The state after a game has been played on like `played`, to its end or for at most so many moves."""
    for count, (before, move) in enumerate(played(state, rng, lean=lean)):
        if count == most:
            return before
        state = apply_move(before, move)
    return state


def _waste(state: GameState, move: Move) -> int:
    """How little a move leads on: what it skips in its column, or that it does not move a figure at all."""
    match move:
        case Lay(card):
            return _gap(state, card)
        case Discard(card):
            return 3 * MAX_VALUE - _gap(state, card)
        case Draw(Colour() as source):
            return _gap(state, state.discards[source][-1])
        case Draw():
            return 3
        case Advance():
            return 0
    return 1  # Decline


def _gap(state: GameState, card: Card) -> int:
    """What the mover would skip by laying a card, or more than that for a card that does not fit."""
    column = state.players[state.to_move].columns[card.colour]
    low, high = next_values(state.rules, column)
    if not low <= card.value <= high:
        return 2 * MAX_VALUE
    if not column:
        return min(card.value - state.rules.values[0], state.rules.values[-1] - card.value)
    return abs(card.value - column[-1].value)
