"""Comparisons of kernels with the bots and the scalar engine, for several files of tests."""

import random
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Final, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

import keltis
import keltis.batch
from batch.lockstep import ANY_SHAPE
from helpers import FixedRandom, play
from keltis import (
    GameRandom,
    GameState,
    Rules,
    action_id,
    apply_move,
    legal_moves,
    new_game,
    observe,
)
from keltis.batch import Policy, VectorEnv
from keltis.batch._compiler import COMPILED
from keltis.bots import GreedyBot, play_match
from keltis.learning import encode
from keltis.testing import Seat, position

needs_compiler = pytest.mark.skipif(not COMPILED, reason="needs compiled kernels, or takes minutes")
TINY: Final = Rules(cards_removed=((2, 90),), hand_size=8)
"""Games with a draw pile of four cards."""
NO_TILES: Final = Rules(tiles=(), tile_rows=((),) * 5)
Worth: TypeAlias = Callable[[keltis.Outcome], tuple[float, ...]]


def last_figure(mine: str, theirs: str) -> GameState:
    """A position in which a lay can end the game."""
    seats = Seat(hand="R6", laid="R0 R1 R2 R3 R4 R5", at=mine), Seat(at=theirs)
    return position(*seats, rules=NO_TILES)


SPECIAL = {
    "an end that wins": last_figure("Y7 P7", "Y7 P7"),
    "an end that shares the win": last_figure("B7 Y5", "Y7 P7 G7 B1"),
    "an end that loses": last_figure("", "Y7 P7 G7 B7"),
    "a flat column": position(
        Seat(hand="R6", laid="R5 R5"), Seat(), rules=Rules(equal_pair_fixes_flat=True)
    ),
    "stones beyond the table": position(
        Seat(hand="R9", at="R4", taken="R3"), Seat(), rules=Rules(wishing_stone_points=(-4, 3))
    ),
    "a win, a loss or neither with few points": play(
        position(Seat(hand="R9"), Seat(), pile_size=1, rules=Rules(wishing_stone_points=(-100,))),
        "discard R9",
    ),
    "a single move": position(Seat(hand="R5", laid="R1 R9"), Seat(), rules=Rules(hand_size=1)),
    "a path without cards": position(
        Seat(hand="Y5 Y6 P5 P6 G5 G6 B5 B6", bare="R", at="R1 Y2"),
        Seat(),
        Seat(),
        pile_size=2,
        rules=Rules(advance_may_enter=True),
    ),
    "a path that gains nothing": position(
        Seat(hand="R1 Y0 Y1 Y2 Y3 Y4 Y5 Y6"),
        Seat(),
        pile_size=2,
        rules=Rules(
            row_points=(0, 0, 9),
            goal_row=3,
            tiles=(keltis.Tile.CLOVER,) * 2,
            tile_rows=((1, 2), (), (), (), ()),
        ),
    ),
    "the last turn of one player": position(
        Seat(hand="R6 Y6", laid="R0 R1 R2"), pile_size=1, rules=Rules(cards_removed=((1, 0),))
    ),
    "the last card of one player": position(
        Seat(hand="R6 Y6", laid="R0 R1 R2"),
        pile_size=1,
        phase=keltis.Phase.DRAW,
        rules=Rules(cards_removed=((1, 0),)),
    ),
    "the last card": play(position(Seat(hand="R9"), Seat(), pile_size=1), "discard R9"),
}


def compare_choice(state: GameState, chance: float, engine: ModuleType = keltis.batch) -> None:
    """Fail if kernel and bot differ in the value of a move or in the move that they choose."""
    moves = legal_moves(state)
    view = observe(state, state.to_move)
    batch = engine.Batch.of([state], shape=ANY_SHAPE if engine._compiler.COMPILED else None)
    room, works = engine._greedy.greedy_room(batch.shape)
    room[0], work = batch.games[0], works[0]
    chosen = engine._greedy.greedy_action(room, batch.tables[0], work, chance)
    actions, values = work["actions"], work["values"]
    assert actions[: len(moves)].tolist() == [action_id(move) for move in moves]
    expected = GreedyBot().analyse(view, moves, random.Random(1))
    if len(moves) > 1:  # a single move is not evaluated
        assert values[: len(moves)].tolist() == [candidate.value for candidate in expected]
    assert chosen == action_id(GreedyBot()(view, moves, FixedRandom(chance)))
    values[len(moves) :], actions[len(moves) :] = values[: len(moves)].max(), -1  # of no meaning
    assert engine._greedy.greedy_action(room, batch.tables[0], work, chance) == chosen


def compare_matches(
    seats: Sequence[Sequence[Policy]], seeds: Sequence[int], rules: Rules, engine: ModuleType
) -> None:
    """Fail if matches are not those of the bots: positions, turns, decisions or goal entries."""
    matches = engine.play_matches(seats, seeds=seeds, rules=rules, shape=ANY_SHAPE)
    for game, seed in enumerate(seeds):
        record = play_match(seats[game], seed=seed, rules=rules)
        assert matches.batch.state(game) == record.final
        assert matches.decisions[game] == len(record)
        assert matches.turns[game] == len(record.turns)
        turn, entries = 0, []
        for state, move in record:
            turn += state.phase is keltis.Phase.PLAY
            after = keltis.apply_move(state, move)
            entered = in_goal(after) - in_goal(state)
            entries += [(turn, state.to_move)] * entered
        entries += [(0, 0)] * (5 * len(seats[game]) - len(entries))
        found = zip(
            matches.goal_turns[game].tolist(), matches.goal_seats[game].tolist(), strict=True
        )
        assert list(found) == entries
    assert not matches.truncated.any()


def in_goal(state: GameState) -> int:
    """How many figures are in the goal area."""
    rows = [row for player in state.players for row in player.rows]
    return sum(row >= state.rules.goal_row for row in rows)


def random_actions(masks: NDArray[np.int8], rng: random.Random) -> NDArray[np.int64]:
    """A legal action for each game, and 0 for games that are over."""
    choices = [np.flatnonzero(mask) for mask in masks]
    return np.array([rng.choice(legal) if len(legal) else 0 for legal in choices])


def follow(
    env: VectorEnv, rules: Rules, seed: int, steps: int, worth: Worth = keltis.win_shares
) -> int:
    """Step an environment and the scalar engine side by side; returns how many games have ended."""
    rng = random.Random(seed)
    count = env.num_envs
    observations, infos = env.reset(seed=seed)
    numbers = list(range(count))
    states = [new_game(2, rng=GameRandom(seed, number), rules=rules) for number in numbers]
    ended = 0
    for _ in range(steps):
        for index, state in enumerate(states):
            mask = infos["action_mask"][index].tobytes()
            assert mask == keltis.legal_action_mask(state)[: len(mask)]
            assert infos["to_move"][index] == state.to_move
            assert observations[index].tobytes() == encode(observe(state, state.to_move))
        actions = random_actions(infos["action_mask"], rng)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        for index, action in enumerate(actions.tolist()):
            after = apply_move(states[index], keltis.move_of(action))
            end = keltis.outcome(after)
            assert terminations[index] == (end is not None)
            if end is not None:
                assert rewards[index].tolist() == pytest.approx(worth(end))
                assert infos["_final_obs"][index]
                assert infos["_final_info"][index]
                assert infos["final_info"]["to_move"][index] == after.to_move
                assert infos["final_info"]["scores"] is infos["scores"]
                final = infos["final_obs"][index].tobytes()
                assert final == encode(observe(after, after.to_move))
                assert infos["scores"][index].tolist() == [score.total for score in end.scores]
                numbers[index] += count
                after = new_game(2, rng=GameRandom(seed, numbers[index]), rules=rules)
                ended += 1
            else:
                assert not rewards[index].any()
            states[index] = after
        assert not truncations.any()
    return ended
