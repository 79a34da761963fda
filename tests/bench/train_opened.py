"""Train the network behind `keltis.batch.drawn_luck`, on two cores.

    python tests/bench/train_opened.py FILE --minutes 60 [--start FILE]

One thread plays games of `learnt` and `greedy` and values their positions, the other learns. The
positions are those in which turns begin, with all hands known but for the cards drawn last, as
`drawn_luck` values them. The targets are TD(0.9), from the results.
"""

import argparse
import math
import queue
import threading
import time
from array import array
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from keltis import KELTIS, KELTIS_LITERAL, REFERENCE_MANUAL, Rules
from keltis._network import (
    BEST_PLAYS,
    DRAW_COST,
    HIGH_COST_CHANCE,
    HIGH_DRAW_COST,
    LAYER_1,
    LAYER_2,
    LAYER_3,
    OUTPUTS,
    TOP_FEATURES,
    ValueNetwork,
    opened_shapes,
    own_network,
)
from keltis.batch import Shape, new_games
from keltis.batch._chains import find_chains
from keltis.batch._compiler import fast_kernel, kernel
from keltis.batch._greedy import greedy_action, greedy_room, make_move
from keltis.batch._layout import (
    COLOURS,
    OVER,
    PLAY,
    Float32s,
    Float64s,
    Games,
    Int64s,
    TableArray,
    WorkspaceArray,
)
from keltis.batch._luck import NOT_DRAWN, note_draw
from keltis.batch._numbers import GROWTH, stream_state, unit_number, wide
from keltis.batch._opened import (
    LEAD_SPAN,
    SHARED,
    ChainRooms,
    OpenedNets,
    OpenedRoom,
    OpenedRooms,
    OpenedWeights,
    forward_opened,
    list_opened,
    open_hands,
    opened_room,
    opened_weights_type,
    value_opened,
    write_result,
)
from keltis.batch._records import make_records
from keltis.batch._value import (
    TurnRoom,
    TurnRooms,
    WeightArray,
    find_turns,
    network_room,
    sigmoid,
)

Round: TypeAlias = tuple[Games, TableArray, Int64s, Float32s]
"""Positions, the rules, who plays like a greedy bot, and the targets by viewer."""
SHAPE: Final = Shape(4, 11, 9, 110)
SETTINGS: Final = [
    *[(KELTIS, 2)] * 12,
    *[(rules, 2) for rules in (KELTIS_LITERAL, REFERENCE_MANUAL)] * 2,
    *[(KELTIS, players) for players in (3, 4)] * 2,
    *[(rules, players) for rules in (KELTIS_LITERAL, REFERENCE_MANUAL) for players in (3, 4)],
]
"""By share of the games."""
GAMES: Final = 400
"""The games of a round with two players."""
MOST: Final = 620
"""The decisions after which a game is left out."""
ROUNDS: Final = 24
"""The rounds that are learnt from."""
BATCH: Final = 512
TRACE: Final = 0.9
LEAD_WEIGHT: Final = 8.0
"""How much an error of the lead counts, whose differences are small."""
MOMENTUM, MOMENTUM_2 = 0.9, 0.999
WARM_UP: Final = 2000
"""The steps until the learning rate is full."""


@kernel
def keep_positions(
    games: Games,
    rules: TableArray,
    seed: np.uint64,
    greedy: Int64s,
    lines: Games,
    rooms: TurnRooms,
    bots: WeightArray,
    greedy_games: Games,
    works: WorkspaceArray,
    kept: Games,
    starts: Int64s,
) -> int:
    """Play games, and keep the positions in which turns begin. Returns how many."""
    tables, players, count = rules[0], wide(rules[0].players), 0
    drawn, turn = np.empty(players, np.int64), np.empty(64, np.int64)
    for at in range(len(games)):
        starts[at] = count
        lines[0] = games[at]
        drawn[:] = NOT_DRAWN
        state = stream_state(seed, np.uint64(at))
        made = 0
        while lines[0].phase != OVER and made < MOST:
            state += GROWTH
            chance = unit_number(state)
            player = wide(lines[0].to_move)
            if lines[0].phase == PLAY:
                kept[count] = lines[0]
                open_hands(kept[count], tables, drawn)
                count += 1
            length = 1
            if greedy[at, player]:
                greedy_games[0] = lines[0]
                turn[0] = greedy_action(greedy_games, tables, works[0], chance)
            else:
                cost = HIGH_DRAW_COST if chance < HIGH_COST_CHANCE else DRAW_COST
                best = find_turns(lines, tables, rooms[0], bots[0], cost, BEST_PLAYS)
                length = wide(rooms[0].length[best])
                for place in range(length):
                    turn[place] = rooms[0].turns[best, place]
            for place in range(length):
                note_draw(lines[0], tables, turn[place], drawn)
                make_move(lines, 0, tables, turn[place])
                made += 1
        if lines[0].phase != OVER:
            count = starts[at]
        games[at] = lines[0]
    starts[len(games)] = count
    return count


@kernel
def write_targets(
    games: Games,
    rules: TableArray,
    greedy: Int64s,
    kept: Games,
    starts: Int64s,
    room: TurnRooms,
    layers: OpenedRooms,
    chains: ChainRooms,
    nets: OpenedNets,
    targets: Float32s,
) -> None:
    """Write the TD targets of all positions, by viewer."""
    tables, players = rules[0], wide(rules[0].players)
    target = np.empty((players, OUTPUTS))
    for at in range(len(games)):
        write_result(games[at], tables, layers[0])
        for viewer in range(players):
            for number in range(OUTPUTS):
                target[viewer, number] = layers[0].values[viewer, number]
        for place in range(starts[at + 1] - 1, starts[at] - 1, -1):
            value_opened(kept[place], tables, greedy[at], room[0], layers[0], chains[0], nets[0])
            for viewer in range(players):
                for number in range(OUTPUTS):
                    targets[place, viewer, number] = target[viewer, number]
                    target[viewer, number] *= TRACE
                    value = min(max(layers[0].values[viewer, number], 0.0), 1.0)
                    target[viewer, number] += (1 - TRACE) * value


@fast_kernel
def add_outer(
    weights: Float32s, index: Int64s, factor: Float32s, count: int, slope: Float32s
) -> None:
    for place in range(count):
        row, size = index[place], factor[place]
        if size:
            for unit in range(len(slope)):
                weights[row, unit] += size * slope[unit]


@fast_kernel
def add_gradient(  # noqa: C901, PLR0912 - the loops of one pass
    room: TurnRoom,
    layers: OpenedRoom,
    net: OpenedWeights,
    slopes: OpenedWeights,
    targets: Float32s,
    losses: Float64s,
) -> None:
    """Add the gradients of one position, whose layers are written."""
    slope_1, slope_2 = np.empty(LAYER_1, np.float32), np.empty(LAYER_2, np.float32)
    slope_3, slope_sum = np.empty(LAYER_3, np.float32), np.empty(LAYER_2, np.float32)
    shared_1, shared_2 = np.zeros(LAYER_1, np.float32), np.zeros(LAYER_2, np.float32)
    error = np.empty(OUTPUTS, np.float32)
    for number in range(OUTPUTS):
        error[number] = sigmoid(layers.logits[number]) - targets[number]
        losses[number] += error[number] ** 2
    error[1] *= np.float32(LEAD_WEIGHT)
    for number in range(OUTPUTS):
        slopes.bias[number] += error[number]
        for unit in range(LAYER_3):
            slopes.output[number, unit] += error[number] * layers.third[unit]
    for unit in range(LAYER_3):
        total = np.float32(0)
        for number in range(OUTPUTS):
            total += error[number] * net.output[number, unit]
        slope_3[unit] = total if layers.third[unit] > 0 else np.float32(0)
    index, factor, count = room.index[SHARED], room.factor[SHARED], room.count[SHARED]
    add_outer(slopes.third_shared, index, factor, count, slope_3)
    for place in range(TOP_FEATURES):
        size = layers.top[place]
        for unit in range(LAYER_3):
            slopes.third_top[place, unit] += size * slope_3[unit]
    for before in range(LAYER_2):
        total, size = np.float32(0), layers.summed[before]
        for unit in range(LAYER_3):
            total += net.third[before, unit] * slope_3[unit]
            slopes.third[before, unit] += size * slope_3[unit]
        slope_sum[before] = total
    for colour in range(COLOURS):
        for unit in range(LAYER_2):
            active = layers.second[colour, unit] > 0
            slope_2[unit] = slope_sum[unit] if active else np.float32(0)
            shared_2[unit] += slope_2[unit]
        for before in range(LAYER_1):
            total, size = np.float32(0), layers.first[colour, before]
            if size > 0:
                for unit in range(LAYER_2):
                    total += net.second[before, unit] * slope_2[unit]
                    slopes.second[before, unit] += size * slope_2[unit]
            slope_1[before] = total
            shared_1[before] += total
        add_outer(
            slopes.colour, room.index[colour], room.factor[colour], room.count[colour], slope_1
        )
    add_outer(slopes.shared, index, factor, count, shared_1)
    add_outer(slopes.second_shared, index, factor, count, shared_2)


@kernel
def add_gradients(
    kept: Games,
    rules: TableArray,
    greedy: Int64s,
    chosen: Int64s,
    viewers: Int64s,
    targets: Float32s,
    rooms: TurnRooms,
    nets: OpenedNets,
    layers: OpenedRooms,
    chains: ChainRooms,
    slopes: OpenedNets,
    losses: Float64s,
) -> None:
    """Add the gradients of the chosen positions, each as one viewer sees it."""
    room, tables = rooms[0], rules[0]
    for number in range(len(chosen)):
        at, viewer = chosen[number], viewers[number]
        find_chains(kept[at], tables, chains[0])
        list_opened(kept[at], tables, viewer, greedy[at], room, layers[0], chains[0], nets[0])
        forward_opened(room, layers[0], nets[0])
        add_gradient(room, layers[0], nets[0], slopes[0], targets[at, viewer], losses)


class Trainer:
    """A network that learns while games are played."""

    def __init__(self, start: Path | None) -> None:
        shapes = opened_shapes(SHAPE.values, SHAPE.rows)
        rng = np.random.default_rng(0)
        parts = [rng.normal(size=shape) * min(0.15, (2 / shape[0]) ** 0.5) for shape in shapes]
        parts[-1][:] = 0
        weights = np.concatenate([part.ravel() for part in parts])
        self.games, self.minutes = 0, 0.0
        if start:
            network = ValueNetwork.load(start)
            weights = np.array(network.weights)
            self.games, self.minutes = network.games, network.minutes
        self.start = self.minutes
        self.nets, self.layers, self.chains = opened_room(self.network(weights), SHAPE)
        self.slopes = make_records(1, opened_weights_type(SHAPE))
        self.weights, self.slope = self.nets.view(np.float32), self.slopes.view(np.float32)
        self.means, self.squares = np.zeros_like(self.weights), np.zeros_like(self.weights)
        _, self.rooms, _ = network_room(own_network(), SHAPE)
        self.steps = 0

    def network(self, weights: NDArray[np.floating]) -> ValueNetwork:
        return ValueNetwork(
            SHAPE.values,
            SHAPE.rows,
            tuple(dict.fromkeys(SETTINGS)),
            array("f", weights.tolist()),
            round(self.minutes, 2),
            self.games,
            opened=True,
        )

    def play(self, setting: tuple[Rules, int], seed: int) -> Round:
        """Play a round, and value its positions."""
        rules, players = setting
        rng = np.random.default_rng(seed)
        count = GAMES * 2 // players
        batch = new_games(count, players, seed=seed, rules=rules, shape=SHAPE)
        _, games = batch.__getstate__()
        # Half of the games are of learnt alone, and in the others one player is greedy.
        greedy = np.zeros((count, players), np.int64)
        some = np.flatnonzero(rng.random(count) < 0.5)
        greedy[some, rng.integers(players, size=len(some))] = 1
        kept = make_records(count * MOST // 2, SHAPE.game)
        starts = np.empty(count + 1, np.int64)
        lines, rooms, bots = network_room(own_network(), SHAPE)
        room = lines, rooms, bots, *greedy_room(SHAPE)
        found = keep_positions(games, batch.tables, np.uint64(seed), greedy, *room, kept, starts)
        kept = kept[:found].copy()
        targets = np.empty((found, players, OUTPUTS), np.float32)
        _, layers, chains = opened_room(self.network(np.zeros_like(self.weights)), SHAPE)
        write_targets(
            games, batch.tables, greedy, kept, starts, rooms, layers, chains, self.nets, targets
        )
        self.games += count
        return kept, batch.tables, np.repeat(greedy, np.diff(starts), axis=0), targets

    def learn(self, round_: Round, rate: float, losses: Float64s) -> None:
        """Make a step of Adam."""
        kept, tables, greedy, targets = round_
        rng = np.random.default_rng(self.steps)
        chosen = rng.integers(len(kept), size=BATCH)
        viewers = rng.integers(targets.shape[1], size=BATCH)
        room = self.rooms, self.nets, self.layers, self.chains
        self.slope[:] = 0
        add_gradients(kept, tables, greedy, chosen, viewers, targets, *room, self.slopes, losses)
        self.steps += 1
        slope = self.slope / np.float32(BATCH)
        self.means += np.float32(1 - MOMENTUM) * (slope - self.means)
        self.squares += np.float32(1 - MOMENTUM_2) * (slope * slope - self.squares)
        rate *= min(1.0, self.steps / WARM_UP)
        rate *= math.sqrt(1 - MOMENTUM_2**self.steps) / (1 - MOMENTUM**self.steps)
        self.weights -= np.float32(rate) * self.means / (np.sqrt(self.squares) + np.float32(1e-7))


def main() -> None:
    """Train, and write the file every minute."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--minutes", type=float, default=60.0, help="by the clock, of this run")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    trainer = Trainer(options.start)
    rounds: queue.Queue[Round] = queue.Queue(maxsize=3)

    def produce() -> None:
        rng = np.random.default_rng(options.seed)
        while True:
            for place in rng.permutation(len(SETTINGS)):
                rounds.put(trainer.play(SETTINGS[place], int(rng.integers(2**62))))

    threading.Thread(target=produce, daemon=True).start()
    pool = [rounds.get()]
    begun, written = time.monotonic(), 0.0
    losses, learnt = np.zeros(2), 0
    while (done := (time.monotonic() - begun) / 60 / options.minutes) < 1:
        try:
            pool.append(rounds.get_nowait())
            pool = pool[-ROUNDS:]
        except queue.Empty:
            pass
        for _ in range(20):
            chosen = pool[np.random.default_rng(trainer.steps).integers(len(pool))]
            trainer.learn(chosen, options.rate * max(0.003, 1 - done), losses)
            learnt += BATCH
        trainer.minutes = trainer.start + (time.monotonic() - begun) / 60
        if trainer.minutes - written >= 1:
            written = trainer.minutes
            trainer.network(trainer.weights).save(options.file)
            share, lead = np.sqrt(losses / learnt)
            print(
                f"{written:.1f} minutes, {trainer.steps} steps, {trainer.games} games: errors "
                f"{share:.4f} of a win, {lead * LEAD_SPAN:.2f} points",
                flush=True,
            )
            losses, learnt = np.zeros(2), 0
    trainer.network(trainer.weights).save(options.file)


if __name__ == "__main__":
    main()
