"""Whole games between policies, one for each seat, as the arena plays them."""

from collections.abc import Sequence
from typing import final

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis._engine.rules import KELTIS, Rules
from keltis._lib.chance import bot_seed
from keltis.batch._arguments import as_limit, parts, require_one_of, run_in_threads
from keltis.batch._batch import POLICIES, Batch, Policy, new_games
from keltis.batch._compiler import kernel
from keltis.batch._engine import random_action
from keltis.batch._greedy import greedy_action, greedy_room, make_move
from keltis.batch._layout import (
    COLOURS,
    OVER,
    PLAY,
    Bools,
    Games,
    Int64s,
    Shape,
    TableArray,
    UInt8s,
    UInt64s,
    WorkspaceArray,
)
from keltis.batch._numbers import GROWTH, stream_state, unit_number, wide
from keltis.errors import InvalidArgument


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
    policy_seeds: Sequence[int] | None = None,
    rules: Rules = KELTIS,
    max_turns: int,
    threads: int = 1,
    shape: Shape | None = None,
) -> Matches:
    """Play new games between policies, given by game and seat, for at most `max_turns` turns.

    Game *i* is that of `keltis.new_game(players, seed=seeds[i])`, and each policy makes the moves
    of the bot of that name, with the numbers of `bot_random(policy_seeds[i], seat, moves)`. So the
    game is that of `keltis.bots.play_match(policies[i], seed=seeds[i])`, if there are no
    `policy_seeds`.

    >>> from keltis.batch import play_matches
    >>> ends = play_matches(
    ...     [("greedy", "random"), ("random", "greedy")],
    ...     seeds=[7, 7],
    ...     max_turns=1000,
    ... )
    >>> ends.batch.scores().tolist(), ends.turns.tolist()
    ([[76, -5], [-13, 72]], [93, 66])
    """
    players = len(policies[0]) if policies else rules.player_counts[0]
    greedy = _greedy_seats(policies, players)
    policy_seeds = seeds if policy_seeds is None else policy_seeds
    if not len(seeds) == len(policy_seeds) == len(policies):
        raise InvalidArgument("there must be a seed and a policy seed for each game")
    most, sections = as_limit(max_turns, "max_turns", 0), parts(len(policies), threads)
    batch = new_games(len(policies), players, seed=list(seeds), rules=rules, shape=shape)
    streams = np.zeros((len(batch), players), np.uint64)
    for game, seed in enumerate(policy_seeds):
        streams[game] = [bot_seed(seed, seat) for seat in range(players)]
    turns, decisions = np.zeros(len(batch), np.int64), np.zeros(len(batch), np.int64)
    entries = COLOURS * players
    goal_turns = np.zeros((len(batch), entries), np.int64)
    goal_seats = np.zeros((len(batch), entries), np.uint8)

    def play(part: slice) -> None:
        _play_games(
            batch.games[part],
            batch.tables,
            greedy[part],
            streams[part],
            most,
            *greedy_room(batch.shape),
            turns[part],
            decisions[part],
            goal_turns[part],
            goal_seats[part],
        )

    run_in_threads(play, sections)
    return Matches(batch, turns, decisions, goal_turns, goal_seats)


def _greedy_seats(policies: Sequence[Sequence[Policy]], players: int) -> Bools:
    """By game and seat, whether the policy is the greedy one and not the random one."""
    for game, names in enumerate(policies):
        if len(names) != players:
            raise InvalidArgument(f"game {game} has {len(names)} policies, game 0 has {players}")
        for name in names:
            require_one_of(name, POLICIES, "a policy")
    greedy = [name == "greedy" for names in policies for name in names]
    return np.array(greedy, np.bool_).reshape(-1, players)


@kernel
def _play_games(
    games: Games,
    rules: TableArray,
    greedy: Bools,
    streams: UInt64s,
    max_turns: int,
    room: Games,
    works: WorkspaceArray,
    turns: Int64s,
    decisions: Int64s,
    goal_turns: Int64s,
    goal_seats: UInt8s,
) -> None:
    """Play all games; `streams` has the seed of each policy by game and seat."""
    tables = rules[0]
    for at in range(len(games)):
        room[0] = games[at]
        game = room[0]
        while game.phase != OVER:
            if game.phase == PLAY:
                if turns[at] == max_turns:  # E3
                    break
                turns[at] += 1
            seat = wide(game.to_move)
            chance = unit_number(stream_state(streams[at, seat], np.uint64(decisions[at])) + GROWTH)
            if greedy[at, seat]:
                action = greedy_action(room, tables, works[0], chance)
            else:
                action = random_action(game, tables, chance)
            entered = wide(game.in_goal)
            make_move(room, 0, tables, action)
            decisions[at] += 1
            if game.in_goal > entered:
                goal_turns[at, entered] = turns[at]
                goal_seats[at, entered] = seat
        games[at] = game
