"""The bot that knows nothing."""

import random
from typing import final

import attrs

from keltis.bots.bot import require_decision
from keltis.moves import Move
from keltis.view import PlayerView


@final
@attrs.frozen
class RandomBot:
    """Chooses evenly among the legal moves."""

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """One of the moves, each as likely as any other."""
        require_decision(view, moves)
        return moves[int(rng.random() * len(moves))]
