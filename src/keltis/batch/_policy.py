"""Policies over records, and games that are played out with them."""

import numpy as np

from keltis.batch._chance import GROWTH, stream_state, unit_number
from keltis.batch._compiler import inlined, kernel
from keltis.batch._greedy import greedy_action, make_move
from keltis.batch._layout import (
    OVER,
    Game,
    Games,
    Int32s,
    Int64s,
    TableArray,
    Tables,
    UInt8s,
    WorkspaceArray,
)
from keltis.batch._turn import apply_action, random_action, total_score


@kernel
def choose_randomly(game: Game, tables: Tables, chance: float) -> int:
    """Do what `random_action` does: its code, once for the kernels that need not be quick."""
    return random_action(game, tables, chance)


@kernel
def play_out_games(
    games: Games,
    rules: TableArray,
    seed: np.uint64,
    first: int,
    most: int,
    room: Games,
    works: WorkspaceArray,  # noqa: ARG001 - all policies have the same arguments
    scores: Int32s,
    reasons: UInt8s,
    decisions: Int64s,
) -> None:
    """Play copies of all games to their ends, or for `most` decisions, with random moves.

    The games have the numbers from `first`, and the copies are made in `room`.
    """
    tables = rules[0]
    for at in range(len(games)):
        room[0] = games[at]
        game = room[0]
        state = stream_state(seed, np.uint64(first + at))
        made = 0
        while game.phase != OVER and made < most:
            state += GROWTH
            apply_action(game, tables, random_action(game, tables, unit_number(state)))
            made += 1
        _write_end(game, tables, at, made, scores, reasons, decisions)


@kernel
def play_out_greedily(
    games: Games,
    rules: TableArray,
    seed: np.uint64,
    first: int,
    most: int,
    room: Games,
    works: WorkspaceArray,
    scores: Int32s,
    reasons: UInt8s,
    decisions: Int64s,
) -> None:
    """Do what `play_out_games` does, with the moves of the greedy bot."""
    tables = rules[0]
    for at in range(len(games)):
        room[0] = games[at]
        state = stream_state(seed, np.uint64(first + at))
        made = 0
        while room[0].phase != OVER and made < most:
            state += GROWTH
            chance = unit_number(state)
            action = greedy_action(room, tables, works[0], chance)
            make_move(room, 0, tables, action)
            made += 1
        _write_end(room[0], tables, at, made, scores, reasons, decisions)


@inlined
def _write_end(
    game: Game,
    tables: Tables,
    at: int,
    made: int,
    scores: Int32s,
    reasons: UInt8s,
    decisions: Int64s,
) -> None:
    for player in range(scores.shape[1]):
        scores[at, player] = total_score(game, tables, player)
    reasons[at] = game.reason
    decisions[at] = made
