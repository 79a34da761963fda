"""The protocol of a bot, and the random bot."""

import random
from collections.abc import Sequence
from typing import Protocol, final

import attrs

from keltis.celtic.moves import Move
from keltis.celtic.state import GameState
from keltis.errors import InvalidArgument


class Bot(Protocol):
    """A callable that chooses moves: a function, or an object with `__call__`.

    Its arguments are the state, in which nothing is hidden, the legal moves and a random generator.
    It returns one of the moves. It should take all randomness from `rng`, so that a game can be
    repeated, and keep nothing between two calls that changes its answers: one bot may play both
    players and several games at a time.

    >>> import random
    >>> from keltis.celtic import GameState, Move
    >>> from keltis.celtic.bots import Bot
    >>> def first(state: GameState, moves: tuple[Move, ...], rng: random.Random) -> Move:
    ...     return moves[0]
    ...
    >>> bot: Bot = first
    """

    def __call__(self, state: GameState, moves: tuple[Move, ...], rng: random.Random, /) -> Move:
        """Return one of the legal moves."""


def require_moves(moves: Sequence[Move]) -> None:
    """Check that there is a decision to make."""
    if not moves:
        raise InvalidArgument("moves must not be empty: is the game over?")


@final
@attrs.frozen
class RandomBot:
    """Chooses uniformly among the legal moves.

    >>> import random
    >>> from keltis.celtic import legal_moves, new_game
    >>> from keltis.celtic.bots import RandomBot
    >>> state = new_game()
    >>> RandomBot()(state, legal_moves(state), random.Random(1)) in legal_moves(state)
    True
    """

    def __call__(
        self,
        state: GameState,  # noqa: ARG002 - as in the protocol
        moves: tuple[Move, ...],
        rng: random.Random,
    ) -> Move:
        """Return one of the moves, each with the same probability."""
        require_moves(moves)
        return moves[int(rng.random() * len(moves))]
