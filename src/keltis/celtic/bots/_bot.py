"""The protocol of a bot, and the random bot."""

import random
from collections.abc import Sequence
from typing import Final, Protocol, final, get_args

import attrs

from keltis._shared.chance import require_rng
from keltis._shared.checks import is_instance
from keltis._shared.text import short_repr
from keltis.celtic.moves import Move
from keltis.celtic.state import GameState, require_state
from keltis.errors import InvalidArgument

_MOVES: Final[tuple[type, ...]] = get_args(Move)


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


def require_decision(state: GameState, moves: Sequence[Move], rng: random.Random) -> None:
    """Check the arguments of a bot."""
    require_state(state)
    if not is_instance(moves, Sequence) or any(type(move) not in _MOVES for move in moves):
        raise InvalidArgument(f"moves must be a sequence of moves, not {short_repr(moves)}")
    if not moves:
        raise InvalidArgument("moves must not be empty: is the game over?")
    require_rng(rng)


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

    def __call__(self, state: GameState, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Return one of the moves, each with the same probability."""
        require_decision(state, moves, rng)
        return moves[int(rng.random() * len(moves))]
