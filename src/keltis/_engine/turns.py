"""Whole turns: a card played, the steps that follow, and a card drawn."""

from collections.abc import Iterator
from typing import final

import attrs

from keltis._engine.legality import legal_moves
from keltis._engine.moves import OVER, PLAY, Move
from keltis._engine.play import apply_move
from keltis._engine.state import GameState
from keltis._lib.values import Immutable


@final
@attrs.frozen
class Turn(Immutable):
    """A complete turn of the player to move, or what is left of one.

    >>> import keltis
    >>> turn = next(keltis.legal_turns(keltis.new_game(2, seed=1)))
    >>> print(turn), turn.state.to_move
    lay R6 small, draw pile
    (None, 1)
    """

    moves: tuple[Move, ...]
    """The decisions in order, such as `lay R7`, `advance P`, `draw pile`."""
    state: GameState
    """The state after the last of them: the next player's, or the end of the game."""

    def __str__(self) -> str:
        return ", ".join(map(str, self.moves))


def legal_turns(state: GameState) -> Iterator[Turn]:
    """All complete turns of the player to move, one after the other as you ask for them.

    A turn goes on until a card is drawn or the game is over. In the middle of a turn, the turns are
    the ways to complete it; when the game is over, there are none. No turn comes twice. They are
    in the order of `legal_moves` at the first decision, then at the second, and so on.

    The state knows the order of the face-down pile, so `draw pile` has one result. For what a
    player can foresee, ask for the turns of `determinize(view, rng)`.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> for turn in keltis.legal_turns(state):
    ...     print(turn)
    ...     break
    ...
    lay R6 small, draw pile
    >>> sum(1 for _ in keltis.legal_turns(state))
    32
    """
    return _complete(state, ())


def _complete(state: GameState, moves: tuple[Move, ...]) -> Iterator[Turn]:
    for move in legal_moves(state):
        after = apply_move(state, move)
        if after.phase is PLAY or after.phase is OVER:
            yield Turn((*moves, move), after)
        else:
            yield from _complete(after, (*moves, move))
