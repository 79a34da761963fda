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
    Draw,
    GameRandom,
    GameState,
    Phase,
    Rules,
    _network,
    action_id,
    apply_move,
    legal_moves,
    move_of,
    new_game,
    observe,
)
from keltis._network import DRAW_COST, MAX_CHAIN, own_network
from keltis.batch import Policy, VectorEnv
from keltis.bots import GreedyBot, play_match
from keltis.bots._learnt import find_turns
from keltis.learning import encode
from keltis.testing import Seat, position

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
        phase=Phase.DRAW,
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


class Rooms:
    """The weights of our network, a position, and room for the kernels of an engine."""

    def __init__(self, state: GameState, engine: ModuleType = keltis.batch) -> None:
        value, make = engine._value, engine._records.make_records
        shape = engine.Shape(4, 11, 9, 110)
        self.batch = engine.Batch.of([state], shape=shape)
        self.rules, (_, self.games) = self.batch.tables, self.batch.__getstate__()
        self.lines = make(MAX_CHAIN + 3, shape.game)
        self.rooms = make(1, value.turn_room_type(shape))
        self.nets, self.slopes = (make(1, value.weights_type(shape)) for _ in range(2))
        self.nets.view(np.float32)[:] = own_network().weights
        self._find_turns = value.find_turns

    def find_turns(
        self, cost: float, *, from_piles: bool = True
    ) -> tuple[NDArray[np.float32], list[list[int]], int]:
        """The utilities and the actions of the turns found, and the place of the best."""
        self.lines[0] = self.games[0]
        room = self.rooms[0]
        best_plays = _network.BEST_PLAYS if from_piles else 0
        best = self._find_turns(self.lines, self.rules[0], room, self.nets[0], cost, best_plays)
        found = range(int(room["found"]))
        actions = [room["turns"][at, : room["length"][at]].tolist() for at in found]
        return room["utility"][: len(found)].copy(), actions, best


def compare_turns(
    state: GameState, engine: ModuleType = keltis.batch, cost: float = DRAW_COST
) -> None:
    """Fail if the engine does not find the turns of the bot, with their values."""
    expected = find_turns(observe(state, state.to_move), own_network(), cost)
    utilities, actions, best = Rooms(state, engine).find_turns(cost)
    plays = sum(not turn.cost for turn in expected)
    assert [line[0] for line in actions[:plays]] == [action_id(t.move) for t in expected[:plays]]
    own = [turn.utility for turn in expected]
    np.testing.assert_allclose(utilities[:plays], own[:plays], atol=1e-5)
    np.testing.assert_allclose(sorted(utilities[plays:]), sorted(own[plays:]), atol=1e-5)
    assert best == utilities.argmax()  # the first
    for line in actions:
        after = state
        for action in line:
            assert after.to_move == state.to_move
            after = apply_move(after, keltis.move_of(action))
        assert isinstance(move_of(line[-1]), Draw) or after.phase in (Phase.ADVANCE, Phase.OVER)


def compare_gradients(state: GameState, engine: ModuleType = keltis.batch) -> None:
    """Fail if gradients are not those of the cross entropy, which NumPy computes here."""
    room = Rooms(state, engine)
    targets = np.array([[0.9, 0.4]], np.float32)
    arguments = np.array([1]), targets, room.rooms, room.nets, room.slopes
    engine._training.add_gradients(room.games, room.rules, *arguments)
    net, found, slopes = room.nets[0], room.rooms[0], room.slopes[0]
    colours = np.zeros((5, len(net["colour"])))
    shared = np.zeros(len(net["shared"]))
    for features, *listed in zip(
        (*colours, shared), found["index"], found["factor"], found["count"], strict=True
    ):
        index, factor, count = listed
        np.add.at(features, index[:count], factor[:count])
    sums = colours @ net["colour"] + shared @ net["shared"]
    first = np.maximum(sums, 0).sum(0)
    second = first @ net["second"] + shared @ net["second_shared"]
    logits = net["output"] @ np.maximum(second, 0) + net["bias"]
    error = 1 / (1 + np.exp(-logits)) - targets[0]
    slope_2 = (error @ net["output"]) * (second > 0)
    slope_1 = (net["second"] @ slope_2) * (sums > 0)
    for name, expected in {
        "bias": error,
        "output": np.outer(error, np.maximum(second, 0)),
        "second": np.outer(first, slope_2),
        "second_shared": np.outer(shared, slope_2),
        "shared": np.outer(shared, slope_1.sum(0)),
        "colour": colours.T @ slope_1,
    }.items():
        np.testing.assert_allclose(slopes[name], expected, rtol=1e-3, atol=1e-5, err_msg=name)


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
            turn += state.phase is Phase.PLAY
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
