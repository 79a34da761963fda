"""Whole games for tests, and counts of lines of play."""

import random

from keltis._playthrough import playthrough
from keltis._shared.checks import as_int
from keltis.legality import legal_moves
from keltis.play import apply_move
from keltis.state import GameState


def play_out(
    state: GameState, rng: random.Random, *, lean: float = 0.9, max_moves: int | None = None
) -> GameState:
    """The state at the end of a `playthrough`, or after `max_moves` moves of it.

    >>> import random
    >>> import keltis
    >>> from keltis.testing import play_out
    >>> keltis.outcome(play_out(keltis.new_game(2, seed=5), random.Random(5))).reason
    EndReason.FIFTH_FIGURE
    """
    if max_moves is not None:
        max_moves = as_int(max_moves, "max_moves", 0)
    for count, (before, move) in enumerate(playthrough(state, rng, lean=lean)):
        if count == max_moves:
            return before
        state = apply_move(before, move)
    return state


def perft(state: GameState, depth: int) -> int:
    """The number of sequences of `depth` legal moves from here.

    A sequence that the end of the game cuts short does not count.

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
