"""Whole games for tests, and counts of lines of play.

Uniformly random play ends by the fifth figure in a few games of a thousand and hardly ever finishes
a path, so random games here lean towards progress.
"""

import random
from collections.abc import Iterator
from itertools import islice
from typing import assert_never

from keltis._engine.cards import MAX_VALUE, Card, Colour
from keltis._engine.columns import next_values
from keltis._engine.legality import legal_moves
from keltis._engine.moves import Advance, Decline, Discard, Draw, Lay, Move
from keltis._engine.play import apply_move
from keltis._engine.state import GameState
from keltis._lib.checks import as_int, as_number


def playthrough(
    state: GameState, rng: random.Random, *, lean: float = 0.9, patience: int | None = None
) -> Iterator[tuple[GameState, Move]]:
    """The states of a game from here to its end, each with the move made there.

    With the probability `lean` a move is one of those that make the most progress, and else any
    legal move. A game need not end (E3): after `patience` moves, cards are drawn from the
    face-down pile alone, so that it ends.

    >>> import random
    >>> import keltis
    >>> from keltis.testing import playthrough
    >>> line = list(playthrough(keltis.new_game(2, seed=1), random.Random(1)))
    >>> keltis.outcome(keltis.apply_move(*line[-1])) is None
    False
    """
    lean = as_number(lean, "lean", "a number from 0 to 1", 0, 1)
    if patience is not None:
        patience = as_int(patience, "patience", 0)
    made = 0
    while moves := legal_moves(state):
        if made == patience:
            moves = tuple(m for m in moves if not isinstance(m, Draw) or m.source is None)
        else:
            made += 1
        if rng.random() < lean:
            costs = [_cost(state, move) for move in moves]
            lowest = min(costs)
            moves = tuple(move for move, cost in zip(moves, costs, strict=True) if cost == lowest)
        move = moves[int(rng.random() * len(moves))]
        yield state, move
        state = apply_move(state, move)


def _cost(state: GameState, move: Move) -> int:
    """What a move costs in progress: the values it skips, or that no figure moves."""
    match move:
        case Lay(card):
            return _gap(state, card)
        case Discard(card):
            return 3 * MAX_VALUE - _gap(state, card)
        case Draw(Colour() as source):
            return _gap(state, state.discards[source][-1])
        case Draw():
            return 3
        case Advance(colour):
            row = state.players[state.to_move].rows[colour]
            return 0 if row < state.rules.path_length else 1  # P6
        case Decline():
            return 1
    assert_never(move)


def _gap(state: GameState, card: Card) -> int:
    """The values that the mover would skip by laying a card; more if the card does not fit."""
    column = state.players[state.to_move].columns[card.colour]
    low, high = next_values(state.rules, column)
    if not low <= card.value <= high:
        return 2 * MAX_VALUE
    if not column:
        return min(card.value - state.rules.values[0], state.rules.values[-1] - card.value)
    return abs(card.value - column[-1].value)


def later_state(
    state: GameState, rng: random.Random, *, lean: float = 0.9, max_moves: int | None = None
) -> GameState:
    """The state at the end of a `playthrough`, or after `max_moves` moves of it.

    >>> import random
    >>> import keltis
    >>> from keltis.testing import later_state
    >>> keltis.outcome(later_state(keltis.new_game(2, seed=5), random.Random(5))).reason
    EndReason.FIFTH_FIGURE
    """
    if max_moves is not None:
        as_int(max_moves, "max_moves", 0)
    for before, move in islice(playthrough(state, rng, lean=lean), max_moves):
        state = apply_move(before, move)
    return state


def perft(state: GameState, depth: int) -> int:
    """The number of sequences of `depth` legal moves from here.

    A sequence that the end of the game cuts short does not count. The time grows with the result,
    some thirty times for two more moves at the start; the memory does not.

    >>> import keltis
    >>> from keltis.testing import perft
    >>> [perft(keltis.new_game(2, seed=1), depth) for depth in (1, 2, 3)]
    [24, 32, 768]
    """
    depth = as_int(depth, "depth", 0)
    if depth == 0:
        return 1
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(apply_move(state, move), depth - 1) for move in moves)
