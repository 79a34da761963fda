"""The protocol of a bot, the check of its decision, and the random bot."""

import random
from collections.abc import Sequence
from typing import Protocol, final

import attrs

from keltis._shared.values import Immutable
from keltis.errors import InvalidArgument
from keltis.moves import Move
from keltis.view import PlayerView


class Bot(Protocol):
    """A callable that chooses moves: a function, or an object with `__call__`.

    Its arguments are the view of its player, the legal moves and a random generator. It returns one
    of the moves. It should take all randomness from `rng`, so that a game can be repeated, and keep
    nothing between two calls that changes its answers: one bot may play several seats and several
    games at a time.

    >>> import random
    >>> from keltis import Move, PlayerView
    >>> from keltis.bots import Bot
    >>> def first(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
    ...     return moves[0]
    ...
    >>> bot: Bot = first
    """

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random, /) -> Move:
        """Return one of the legal moves."""


def require_decision(view: PlayerView, moves: Sequence[Move]) -> int:
    """Check that the viewer has a decision to make, and return the seat that decides.

    >>> import keltis
    >>> from keltis.bots import require_decision
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 1)
    >>> require_decision(view, keltis.legal_moves(view))
    Traceback (most recent call last):
    ...
    keltis.InvalidArgument: seat 0 is to move, but the view is of seat 1
    """
    if view.viewer is None:
        raise InvalidArgument(
            "a spectator has no decision: pass the view of the player who is to move"
        )
    if view.viewer != view.to_move:
        raise InvalidArgument(
            f"seat {view.to_move} is to move, but the view is of seat {view.viewer}"
        )
    if not moves:
        raise InvalidArgument("moves must not be empty: is the game over?")
    return view.viewer


@final
@attrs.frozen
class Candidate(Immutable):
    """One move of an analysis, with its statistics.

    >>> import keltis
    >>> from keltis.bots import advise
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> (advice,) = advise(view, bots=["greedy"])
    >>> best, second, *_ = advice.candidates
    >>> best.move == advice.move, best.value >= second.value
    (True, True)
    """

    move: Move
    visits: int
    """The visit count: how often the bot tried the move."""
    value: float
    """How good the move is, on the scale of the bot.

    `SearchBot`: the mean reward, from 0 to 1; 0.5 is a tie. Without a visit, it is the mean of the
    others. `GreedyBot`: the expected lead in points.
    """


@final
@attrs.frozen
class RandomBot:
    """Chooses uniformly among the legal moves.

    >>> import random
    >>> import keltis
    >>> from keltis.bots import RandomBot
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> RandomBot()(view, keltis.legal_moves(view), random.Random(7)) in keltis.legal_moves(view)
    True
    """

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Return one of the moves, each with the same probability."""
        require_decision(view, moves)
        return moves[int(rng.random() * len(moves))]
