"""The type of a bot, and the check of its decision."""

from collections.abc import Sequence
from typing import TypeAlias, final

import attrs

from keltis import game
from keltis._engine.moves import Move
from keltis._engine.view import PlayerView
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument
from keltis.game import require_moves

Bot: TypeAlias = game.Bot[PlayerView, Move]
"""A bot that plays Keltis: a function, or an object with `__call__`, see `keltis.game.Bot`.

>>> import random
>>> from keltis import Move, PlayerView
>>> from keltis.bots import Bot
>>> def first(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
...     return moves[0]
...
>>> bot: Bot = first
"""


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
    seat = require_viewer(view)
    require_moves(moves)
    return seat


def require_viewer(view: PlayerView) -> int:
    """Check that the viewer is to move, and return the seat."""
    if view.viewer is None:
        raise InvalidArgument(
            "a spectator has no decision: pass the view of the player who is to move"
        )
    if view.viewer != view.to_move:
        raise InvalidArgument(
            f"seat {view.to_move} is to move, but the view is of seat {view.viewer}"
        )
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
    """How often the bot tried the move; `LearntBot` tries none."""
    value: float
    """How good the move is, on the scale of the bot.

    `LearntBot` and `SearchBot`: the mean of the chance to win and of the value of the margin, from
    0 to 1. `GreedyBot`: the expected lead in points.
    """
