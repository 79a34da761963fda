"""Games between bots."""

import random

from keltis._shared.chance import generator
from keltis.celtic.bots.bot import Bot
from keltis.celtic.legality import legal_moves
from keltis.celtic.record import GameRecord
from keltis.celtic.setup import new_game
from keltis.celtic.state import GameState


def play(
    orange: Bot,
    blue: Bot,
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    start: GameState | None = None,
    names: tuple[str, ...] = (),
) -> GameRecord:
    """A whole game between two bots, from the beginning or from this state. The same seed gives the same game.

    >>> from keltis.celtic.bots import RandomBot
    >>> play(RandomBot(), RandomBot(), seed=1).outcome
    Outcome(scores=((), ()), winner=None)
    """
    chance = generator(seed, rng)
    bots = orange, blue
    record = GameRecord(new_game() if start is None else start, names=names)
    while moves := legal_moves(record.final):
        state = record.final
        record = record.append(bots[state.to_move](state, moves, chance))
    return record
