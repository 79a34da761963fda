"""Counting the lines of play, so that a change in legality cannot pass unseen."""

from keltis._shared.text import short_repr
from keltis.errors import InvalidArgument
from keltis.legality import legal_moves
from keltis.play import apply_move
from keltis.state import GameState


def perft(state: GameState, depth: int) -> int:
    """How many sequences of so many legal moves there are from here; a game that ends earlier counts as none.

    >>> import keltis
    >>> perft(keltis.new_game(2, seed=1), 1) == len(keltis.legal_moves(keltis.new_game(2, seed=1)))
    True
    """
    if type(depth) is not int or depth < 0:
        raise InvalidArgument(f"depth must be a whole number from 0, not {short_repr(depth)}")
    if depth == 0:
        return 1
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(apply_move(state, move), depth - 1) for move in moves)
