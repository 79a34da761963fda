"""What a bot is."""

import random
from collections.abc import Sequence
from typing import Protocol

from keltis.celtic.moves import Move
from keltis.celtic.state import GameState, require_state
from keltis.errors import InvalidArgument


class Bot(Protocol):
    """Anything that decides: a function, or an object that can be called.

    It is given the state, in which nothing is hidden, the legal moves and a source of chance, and
    answers with one of the moves. All its chance should come from `rng`, so that a game can be
    repeated, and nothing that it keeps between two calls should change its answers: one bot may
    play both players and several games at a time.

    >>> import random
    >>> from keltis.celtic import GameState, Move
    >>> def first(state: GameState, moves: tuple[Move, ...], rng: random.Random) -> Move:
    ...     return moves[0]
    ...
    >>> bot: Bot = first
    """

    def __call__(self, state: GameState, moves: tuple[Move, ...], rng: random.Random, /) -> Move:
        """One of the legal moves."""


def require_decision(state: GameState, moves: Sequence[Move]) -> None:
    """Refuse a state in which there is nothing to decide."""
    require_state(state)
    if not moves:
        raise InvalidArgument("a bot cannot choose among no moves: is the game over?")
