"""One game between bots."""

import random
from collections.abc import Sequence

from keltis._engine.rules import KELTIS, Rules
from keltis._engine.setup import new_game
from keltis._engine.state import GameState
from keltis._lib.chance import generator
from keltis.bots._bot import Bot
from keltis.bots._registry import make_bot
from keltis.game import MAX_MOVES, Match, make_each, names_of_bots
from keltis.record import GameRecord


def play_match(
    bots: Sequence[Bot | str],
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    start: GameState | None = None,
    rules: Rules = KELTIS,
    names: tuple[str, ...] = (),
    max_moves: int = MAX_MOVES,
) -> GameRecord:
    """Play a whole game between bots, one for each seat, and return the record.

    A bot is a `Bot` or a name for `make_bot`. The game is dealt by these rules, or goes on from
    `start`. The same seed gives the same game, here and in `keltis watch`, if the bots take all
    randomness from the generator that they are passed, see `bot_random`. The record has the seed of
    its deal and, if all bots are given by name and there are no other `names`, these. After
    `max_moves` moves the game is truncated (E3), and the outcome of the record is None. A bot that
    fails raises its own error: for many games, see `keltis.arena`.

    >>> from keltis.bots import play_match
    >>> record = play_match(["greedy", "random"], seed=7)
    >>> record.outcome.winners, len(record)
    ((0,), 198)
    >>> record.names, record.seed
    (('greedy', 'random'), 7)
    """
    from keltis._game import GAME  # noqa: PLC0415 - it has this module

    seated = tuple(make_each(bots, make_bot))
    chance = generator(seed, rng)
    if start is not None:
        record = GameRecord(start)
    elif seed is not None:
        record = GameRecord.seeded(len(seated), seed, rules=rules)
    else:
        record = GameRecord(new_game(len(seated), rng=chance, rules=rules))
    bot_seed = chance.getrandbits(63) if seed is None else seed
    match = Match(game=GAME, record=record, bots=seated, seed=bot_seed, max_moves=max_moves)
    return record.rename(names or names_of_bots(bots)).play(match.decider())
