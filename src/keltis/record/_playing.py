"""Whole games by a policy, with the limit that ends a game which would go on for ever (E3)."""

from collections.abc import Callable
from typing import TypeAlias

from keltis._engine.legality import Illegality, IllegalMove
from keltis._engine.moves import OVER, Move
from keltis._engine.state import GameState
from keltis._lib.checks import as_int
from keltis.game import MAX_MOVES
from keltis.record._record import GameRecord

Policy: TypeAlias = Callable[[GameState], Move]
"""A function that chooses a legal move of a state."""


def play_out(state: GameState, policy: Policy, *, max_moves: int = MAX_MOVES) -> GameRecord:
    """Play on from a state to the end of the game, and return the record.

    `policy` is called with every state and returns a legal move; any other raises `IllegalMove`.
    A game can go on for ever (E3), so it is truncated after `max_moves` moves: then the outcome of
    the record is None. The policy sees hidden cards. For bots, which do not, there is
    `keltis.bots.play_match`.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=7)
    >>> record = keltis.play_out(state, lambda state: keltis.legal_moves(state)[0])
    >>> record.outcome.winners, len(record)
    ((0,), 137)
    """
    left = as_int(max_moves, "max_moves", 0, MAX_MOVES)

    def choose(state: GameState) -> Move | None:
        nonlocal left
        if state.phase is OVER or not left:
            return None
        left -= 1
        move = policy(state)
        if move is None:  # of a function without a return; it would end the game here
            raise IllegalMove(Illegality.NOT_A_MOVE, move, state)
        return move

    return GameRecord(state).play(choose)
