"""The protocol of a bot, the random bot, and games between two bots."""

import random
from collections.abc import Sequence
from typing import Final, Protocol, final, get_args

import attrs

from keltis._shared.chance import generator, require_rng
from keltis._shared.checks import is_instance
from keltis._shared.text import short_repr
from keltis.celtic.legality import legal_moves
from keltis.celtic.moves import Move
from keltis.celtic.record import GameRecord
from keltis.celtic.setup import new_game
from keltis.celtic.state import GameState, require_state
from keltis.celtic.tiles import PLAYERS
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


def play_match(
    bots: Sequence[Bot],
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    start: GameState | None = None,
    names: tuple[str, ...] = (),
) -> GameRecord:
    """Play a whole game between two bots, orange and blue, and return the record.

    It begins with a new game, or goes on from `start`. The same seed gives the same game.

    >>> from keltis.celtic.bots import RandomBot, play_match
    >>> play_match([RandomBot(), RandomBot()], seed=1).outcome
    Outcome(scores=((), ()), winner=None)
    """
    if not is_instance(bots, Sequence) or len(bots) != len(PLAYERS):
        raise InvalidArgument(f"expected a bot for orange and one for blue, not {short_repr(bots)}")
    for bot in bots:
        if not callable(bot):
            raise InvalidArgument(f"a bot must be callable, not {short_repr(bot)}")
    chance = generator(seed, rng)
    record = GameRecord(new_game() if start is None else start, names=names)
    while moves := legal_moves(record.final):
        state = record.final
        record = record.append(bots[state.to_move](state, moves, chance))
    return record
