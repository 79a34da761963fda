"""Whole games between policies, one for each seat, as the arena plays them."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, final

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis._shared.checks import as_int
from keltis._shared.text import short_repr
from keltis.batch._arrays import as_limit, parts, run_in_threads
from keltis.batch._batch import Batch
from keltis.batch._bits import wide
from keltis.batch._compiler import kernel
from keltis.batch._dealing import deal_with_twister
from keltis.batch._greedy import ROOM_FOR_GAMES, greedy_action, make_move
from keltis.batch._layout import (
    COLOURS,
    OVER,
    PLAY,
    Games,
    Int64s,
    TableArray,
    UInt8s,
    UInt32s,
    WorkspaceArray,
)
from keltis.batch._policy import choose_randomly
from keltis.batch._records import make_records
from keltis.batch._shape import Shape
from keltis.batch._twister import WORDS, next_random, seed_twister, seed_words
from keltis.errors import InvalidArgument
from keltis.rules import KELTIS, Rules

Policy: TypeAlias = Literal["random", "greedy"]
"""The name of a bot that has a compiled form."""
_RANDOM, _GREEDY = 0, 1
_POLICIES: Final = {"random": _RANDOM, "greedy": _GREEDY}


@final
@attrs.frozen(eq=False)
class Matches:
    """The results of games between policies."""

    batch: Batch
    """The final positions."""
    turns: NDArray[np.int64]
    """By game, the number of turns that began."""
    decisions: NDArray[np.int64]
    """By game, the number of decisions."""
    goal_turns: NDArray[np.int64]
    """By game, the turns in which figures entered the goal area, counted from 1, then zeros."""
    goal_seats: NDArray[np.uint8]
    """By game, the owners of these figures, then zeros."""


def play_matches(
    policies: Sequence[Sequence[Policy]],
    *,
    seeds: Sequence[int],
    policy_seeds: Sequence[Sequence[int]],
    rules: Rules = KELTIS,
    max_turns: int,
    threads: int = 1,
    shape: Shape | None = None,
) -> Matches:
    """Play new games between policies, given by game and seat, for at most `max_turns` turns.

    Game *i* is that of `keltis.new_game(players, seed=seeds[i])`. The policy of each seat has a
    `random.Random` of its own, with the seed of `policy_seeds`, and makes the moves of the bot of
    that name. So a game is the same as one of `keltis.arena`.

    >>> from keltis.batch import play_matches
    >>> ends = play_matches(
    ...     [("greedy", "random"), ("random", "greedy")],
    ...     seeds=[7, 7],
    ...     policy_seeds=[(1, 2), (1, 2)],
    ...     max_turns=1000,
    ... )
    >>> ends.batch.scores().tolist(), ends.turns.tolist()
    ([[52, -8], [-10, 63]], [117, 146])
    """
    players = len(policies[0]) if policies else rules.player_counts[0]
    rules.removed_with(players)  # refuses a number that cannot play
    numbers = _policy_numbers(policies, players)
    if len(seeds) != len(policies) or [len(row) for row in policy_seeds] != [players] * len(seeds):
        raise InvalidArgument(
            "there must be a seed for each game, and a policy seed for each game and seat"
        )
    most = as_limit(max_turns, "max_turns", 0)
    each = [
        as_int(seed, "seed", 0)
        for first, row in zip(seeds, policy_seeds, strict=True)
        for seed in (first, *row)
    ]
    words, lengths = seed_words(each)
    batch = Batch.blank(len(policies), rules, players, shape)
    turns, decisions = np.zeros(len(batch), np.int64), np.zeros(len(batch), np.int64)
    entries = COLOURS * players
    goal_turns = np.zeros((len(batch), entries), np.int64)
    goal_seats = np.zeros((len(batch), entries), np.uint8)

    def play(part: slice) -> None:
        rows = slice(part.start * (players + 1), part.stop * (players + 1))
        _play_games(
            batch.games[part],
            batch.tables,
            numbers[part],
            words[rows],
            lengths[rows],
            most,
            make_records(ROOM_FOR_GAMES, batch.shape.game),
            make_records(1, batch.shape.workspace),
            turns[part],
            decisions[part],
            goal_turns[part],
            goal_seats[part],
        )

    run_in_threads(play, parts(len(batch), as_int(threads, "threads", 1)))
    return Matches(batch, turns, decisions, goal_turns, goal_seats)


def _policy_numbers(policies: Sequence[Sequence[Policy]], players: int) -> NDArray[np.uint8]:
    numbers = np.zeros((len(policies), players), np.uint8)
    for game, names in enumerate(policies):
        if len(names) != players:
            raise InvalidArgument(f"game {game} has {len(names)} policies, game 0 has {players}")
        for seat, name in enumerate(names):
            if name not in _POLICIES:
                expected = " or ".join(map(repr, _POLICIES))
                raise InvalidArgument(f"a policy must be {expected}, not {short_repr(name)}")
            numbers[game, seat] = _POLICIES[name]
    return numbers


@kernel
def _play_games(
    games: Games,
    rules: TableArray,
    policies: UInt8s,
    words: UInt32s,
    lengths: Int64s,
    max_turns: int,
    room: Games,
    works: WorkspaceArray,
    turns: Int64s,
    decisions: Int64s,
    goal_turns: Int64s,
    goal_seats: UInt8s,
) -> None:
    """Deal all games, which are blank, and play them.

    For each game, `words` and `lengths` have a row for the seed of the deal, then one for each
    seat.
    """
    tables = rules[0]
    players = policies.shape[1]
    chances = np.empty(wide(tables.tile_count) + wide(tables.cards), np.float64)
    tiles = np.empty(wide(tables.tile_count), np.uint8)
    deck = np.empty(wide(tables.cards), np.uint8)
    twisters = np.empty((players + 1, WORDS), np.uint32)
    places = np.empty(players + 1, np.int64)
    for at in range(len(games)):
        for row in range(players + 1):
            seed = at * (players + 1) + row
            seed_twister(twisters, places, row, words, seed, lengths[seed])
        room[0] = games[at]
        game = room[0]
        deal_with_twister(game, tables, twisters, places, 0, chances, tiles, deck)
        while game.phase != OVER:
            if game.phase == PLAY:
                if turns[at] == max_turns:  # E3
                    break
                turns[at] += 1
            seat = wide(game.to_move)
            chance = next_random(twisters, places, 1 + seat)
            if policies[at, seat] == _GREEDY:
                action = greedy_action(room, tables, works[0], chance)
            else:
                action = choose_randomly(game, tables, chance)
            entered = wide(game.in_goal)
            make_move(room, 0, tables, action)
            decisions[at] += 1
            if game.in_goal > entered:
                goal_turns[at, entered] = turns[at]
                goal_seats[at, entered] = seat
        games[at] = game
