"""What a bot is."""

import random
from collections.abc import Sequence
from typing import Protocol

from keltis.errors import InvalidArgument
from keltis.moves import Move
from keltis.view import PlayerView


class Bot(Protocol):
    """Anything that decides: a function, or an object that can be called.

    It is given what its player may know, the legal moves and a source of chance, and nothing else.
    It answers with one of the moves. All its chance should come from `rng`, so that a game can be
    repeated, and nothing that it keeps between two calls should change its answers: one bot may
    play several seats and several games at a time.

    >>> import random
    >>> from keltis import Move, PlayerView
    >>> def first(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
    ...     return moves[0]
    ...
    >>> bot: Bot = first
    """

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random, /) -> Move:
        """One of the legal moves."""


def require_decision(view: PlayerView, moves: Sequence[Move]) -> int:
    """The seat that decides; refuses a view whose owner has nothing to decide."""
    if type(view) is not PlayerView:
        raise InvalidArgument(f"a bot is given a PlayerView, not {type(view).__name__}")
    if view.viewer is None:
        raise InvalidArgument(
            "a bot cannot decide for a spectator: give it the view of the player who is to move"
        )
    if view.viewer != view.to_move:
        raise InvalidArgument(
            f"the decision is that of seat {view.to_move}, but the view is that of seat {view.viewer}"
        )
    if not moves:
        raise InvalidArgument("a bot cannot choose among no moves: is the game over?")
    return view.viewer
