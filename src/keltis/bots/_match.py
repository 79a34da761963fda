"""One game between bots."""

import random
from collections.abc import Sequence

from keltis._shared.chance import generator
from keltis._shared.records import MAX_MOVES, names_of_bots, require_names
from keltis._shared.registry import make_each
from keltis.bots._bot import Bot
from keltis.bots._registry import make_bot
from keltis.errors import InvalidArgument
from keltis.legality import legal_moves
from keltis.moves import Move
from keltis.record import GameRecord, play_out
from keltis.rules import KELTIS, Rules
from keltis.setup import new_game
from keltis.state import GameState
from keltis.view import observe


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
    `start`. The same seed gives the same game, if the bots take all randomness from the generator
    that they are passed. The record has the seed of its deal and, if all bots are given by name
    and there are no other `names`, these. After `max_moves` moves the game is truncated (E3), and
    the outcome of the record is None. A bot that fails raises its own error: for many games, see
    `keltis.arena`.

    >>> from keltis.bots import play_match
    >>> record = play_match(["greedy", "random"], seed=7)
    >>> record.outcome.winners, len(record)
    ((0,), 235)
    >>> record.names, record.seed
    (('greedy', 'random'), 7)
    """
    seated = make_each(bots, make_bot)
    chance = generator(seed, rng)
    if start is None:
        start = new_game(len(seated), rng=chance, rules=rules)
    else:
        seed = None  # it did not deal this start
    if len(seated) != len(start.players):
        raise InvalidArgument(f"expected {len(start.players)} bots, not {len(seated)}")
    names = names or names_of_bots(bots)
    require_names(names, len(seated))

    def choose(state: GameState) -> Move:
        seat = state.to_move
        return seated[seat](observe(state, seat), legal_moves(state), chance)

    played = play_out(start, choose, max_moves=max_moves)
    return GameRecord(played.start, played.moves, names, seed=seed)
