"""The bot that knows nothing."""

import random
from typing import final

import attrs

from keltis.celtic.bots.bot import require_decision
from keltis.celtic.moves import Move
from keltis.celtic.state import GameState


@final
@attrs.frozen
class RandomBot:
    """Chooses evenly among the legal moves."""

    def __call__(self, state: GameState, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """One of the moves, each as likely as any other."""
        require_decision(state, moves)
        return moves[int(rng.random() * len(moves))]
