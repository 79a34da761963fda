"""One game between two bots."""

import random
from collections.abc import Sequence

from keltis._lib.chance import generator
from keltis.celtic._engine.setup import new_game
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import PLAYERS
from keltis.celtic.bots._registry import Bot, make_bot
from keltis.celtic.record import GameRecord
from keltis.errors import InvalidArgument
from keltis.game import Match, make_each, names_of_bots


def play_match(
    bots: Sequence[Bot | str],
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    start: GameState | None = None,
    names: tuple[str, ...] = (),
) -> GameRecord:
    """Play a whole game between two bots, orange and blue, and return the record.

    A bot is a `Bot` or a name for `make_bot`. It begins with a new game, or goes on from `start`.
    The same seed gives the same game. If both bots are given by name and there are no other
    `names`, the record has these.

    >>> from keltis.celtic.bots import play_match
    >>> record = play_match(["random", "random"], seed=1)
    >>> record.outcome, record.names
    (Outcome(scores=((3,), (2,)), winner=Owner.ORANGE), ('random', 'random'))
    """
    if len(bots) != len(PLAYERS):
        raise InvalidArgument(f"expected a bot for orange and one for blue, not {len(bots)} bots")
    from keltis.celtic._game import GAME  # noqa: PLC0415 - it has this module

    seated = tuple(make_each(bots, make_bot))
    bot_seed = generator(seed, rng).getrandbits(63) if seed is None else seed
    record = GameRecord(new_game() if start is None else start, names=names or names_of_bots(bots))
    return record.play(Match(game=GAME, record=record, bots=seated, seed=bot_seed).decider())
