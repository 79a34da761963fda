"""The training of the value network of the bot `learnt`, from nothing."""

import math
import time
from array import array
from collections import deque
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from typing import Final, final

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis._engine.rules import KELTIS, Rules
from keltis._lib.values import Immutable
from keltis._network import (
    BEST_PLAYS,
    DRAW_COST,
    HIDDEN_1,
    HIDDEN_2,
    MAX_CHAIN,
    OUTPUTS,
    ValueNetwork,
    load_network,
)
from keltis.batch._arguments import batch_seed
from keltis.batch._batch import Batch, new_games
from keltis.batch._compiler import fast_kernel, kernel
from keltis.batch._engine import FIRST_ADVANCE
from keltis.batch._greedy import greedy_action, greedy_room, make_move
from keltis.batch._layout import (
    COLOURS,
    OVER,
    Float32s,
    Float64s,
    Games,
    Int64s,
    Shape,
    TableArray,
    WorkspaceArray,
)
from keltis.batch._numbers import GROWTH, stream_state, unit_number, wide
from keltis.batch._records import make_records
from keltis.batch._value import (
    ANY_TURN,
    TurnRoom,
    TurnRooms,
    WeightArray,
    Weights,
    find_turns,
    find_unseen,
    forward,
    is_end,
    learnt_action,
    list_colour,
    list_shared,
    sigmoid,
    sum_colour,
    sum_shared,
    turn_room_type,
    weights_type,
    write_end,
)
from keltis.errors import InvalidArgument
from keltis.game import MAX_MOVES

_ROUND: Final = 40_000
"""The afterstates of a round of self-play, about."""
_ROUNDS: Final = 5
"""The rounds by setting that are learnt from."""
_PASSES: Final = 2
_BATCH: Final = 512
_TRACE: Final = 0.8
_EXPLORE, _TEMPERATURE = 0.1, 0.02
_FIRST_RATE, _LAST_RATE = 1e-3, 1e-5
_MOMENTUM, _MOMENTUM_2 = 0.9, 0.999
_LONG: Final = 80
"""The turns of each player after which games end, as the discard piles are left alone."""
_NO_CHANCE: Final = 1e-12
_TURNS: Final = 50
"""The turns of a player in a game, about."""


@final
@attrs.frozen
class Checkpoint(Immutable):
    """How far a training is."""

    minutes: float
    """The minutes of training so far."""
    games: int
    """The games of self-play so far."""
    done: float
    """The share of the training that is done."""
    shares: tuple[tuple[Rules, int, float, float], ...] = ()
    """At a checkpoint, by rules and number of players: these, the share of games won against greedy
    bots, and half of its 95 % interval."""


@final
@attrs.define(eq=False)
class _Setting:
    """Rules, a number of players, and the last rounds of self-play."""

    rules: Rules
    players: int
    shape: Shape
    rounds: deque[tuple[NDArray[np.void], NDArray[np.int64], NDArray[np.float32]]] = attrs.field(
        factory=lambda: deque(maxlen=_ROUNDS)
    )

    def deal(self, count: int, seed: int) -> Batch:
        return new_games(count, self.players, seed=seed, rules=self.rules, shape=self.shape)


def train(
    path: Path | str,
    *,
    minutes: float = 60.0,
    games: int | None = None,
    players: Sequence[int] = (),
    rules: Rules | Sequence[Rules] = KELTIS,
    checkpoints: int = 10,
    deals: int = 100,
    seed: int | None = None,
    progress: Callable[[Checkpoint], object] = lambda _: None,
) -> ValueNetwork:
    """Train a value network by self-play, and write it to a file for `learnt:weights=FILE`.

    It is trained for these rules and numbers of players, by default all that the rules allow, with
    the same weights; what is given twice gets twice the share of the games. If the file exists, its
    network learns on, until it had so many minutes of CPU time in all; with `games`, the training
    also ends after so many games. At checkpoints the file is written, and the network is measured
    by so many deals against greedy bots, on every seat. If the training is interrupted, the file is
    written, too.
    """
    path = Path(path)
    given = (rules,) if isinstance(rules, Rules) else rules
    settings = [(each, count) for each in given for count in players or each.player_counts]
    trainer = _Trainer(settings, seed)
    if path.exists():
        trainer.resume(load_network(str(path)))
    start, due = time.process_time() - 60 * trainer.minutes, 0.0
    order = cycle(trainer.settings[key] for key in settings)
    try:
        while True:
            trainer.minutes = (time.process_time() - start) / 60
            done = max(trainer.minutes / minutes, trainer.games / games if games else 0.0)
            shares: tuple[tuple[Rules, int, float, float], ...] = ()
            if done >= min(due, 1.0):
                due = (math.floor(done * checkpoints) + 1) / checkpoints
                trainer.network().save(path)
                measured = time.process_time()
                shares = tuple([trainer.measure(each, deals) for each in trainer.settings.values()])
                start += time.process_time() - measured  # measuring is no training
            progress(Checkpoint(trainer.minutes, trainer.games, min(done, 1.0), shares))
            if done >= 1:
                break
            setting = next(order)
            found = trainer.play(setting)
            rate = _LAST_RATE + (_FIRST_RATE - _LAST_RATE) * (1 - done)
            trainer.learn(setting, max(1, _PASSES * found // _BATCH), rate)
    finally:
        trainer.network().save(path)
    return trainer.network()


@final
class _Trainer:
    """A network that learns."""

    def __init__(self, settings: Sequence[tuple[Rules, int]], seed: int | None) -> None:
        shapes = [attrs.astuple(Shape.of(rules, players)) for rules, players in settings]
        self.shape = Shape(*map(max, *shapes, shapes[0]))
        self.settings = {setting: _Setting(*setting, self.shape) for setting in settings}
        self.trained = dict.fromkeys(settings)
        self.rng = np.random.default_rng(int(batch_seed(seed)))
        self.nets, self.slopes = (make_records(1, weights_type(self.shape)) for _ in "ab")
        self.room = (
            make_records(MAX_CHAIN + 3, self.shape.game),
            make_records(1, turn_room_type(self.shape)),
            self.nets,
        )
        self.weights, self.slope = self.nets.view(np.float32), self.slopes.view(np.float32)
        size = len(self.weights) - OUTPUTS
        self.weights[:size] = 0.08 * self.rng.normal(size=size)
        self.means, self.squares = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self.steps = self.games = 0
        self.minutes = 0.0

    def resume(self, network: ValueNetwork) -> None:
        """Continue with the weights of a network."""
        if (network.values, network.rows) != (self.shape.values, self.shape.rows):
            raise InvalidArgument(
                f"the network in the file reads {network.values} values and {network.rows} rows, "
                f"but these rules need {self.shape.values} and {self.shape.rows}: use another file"
            )
        self.weights[:] = network.weights
        self.minutes, self.games = network.minutes, network.games
        self.trained = dict.fromkeys([*network.trained, *self.trained])

    def network(self) -> ValueNetwork:
        """The network as it is now."""
        return ValueNetwork(
            self.shape.values,
            self.shape.rows,
            tuple(self.trained),
            array("f", self.weights.tolist()),
            round(self.minutes, 2),
            self.games,
        )

    def play(self, setting: _Setting) -> int:
        """Play a round of games by this setting. Returns how many afterstates it has."""
        rules, players = setting.rules, setting.players
        count = max(1, _ROUND // (_TURNS * players))
        seed = int(self.rng.integers(2**62))
        batch = setting.deal(count, seed)
        _, games = batch.__getstate__()
        # After the long games only the pile is drawn from.
        kept = make_records(count * (_LONG * players + rules.pile_size(players)), self.shape.game)
        owners = np.empty(len(kept), np.int64)
        values = np.empty((len(kept), OUTPUTS), np.float32)
        starts = np.empty(count + 1, np.int64)
        chance = np.uint64(seed), _EXPLORE, _TEMPERATURE
        found = self_play(games, batch.tables, *chance, *self.room, kept, owners, values, starts)
        write_targets(games, batch.tables, owners, values, starts, _TRACE)
        setting.rounds.append((kept[:found], owners[:found], values[:found]))
        self.games += count
        return found

    def learn(self, setting: _Setting, steps: int, rate: float) -> None:
        """Learn from this many batches of the last rounds."""
        tables = setting.deal(0, 0).tables
        for _ in range(steps):
            kept, owners, targets = setting.rounds[self.rng.integers(len(setting.rounds))]
            chosen = self.rng.integers(len(kept), size=_BATCH)
            samples = kept[chosen], tables, owners[chosen], targets[chosen]
            add_gradients(*samples, *self.room[1:], self.slopes)
            self.step(rate)

    def step(self, rate: float) -> None:
        """Make a step of Adam."""
        self.steps += 1
        slope = self.slope / np.float32(_BATCH)
        self.slope[:] = 0
        self.means += np.float32(1 - _MOMENTUM) * (slope - self.means)
        self.squares += np.float32(1 - _MOMENTUM_2) * (slope * slope - self.squares)
        rate *= math.sqrt(1 - _MOMENTUM_2**self.steps) / (1 - _MOMENTUM**self.steps)
        self.weights -= np.float32(rate) * self.means / (np.sqrt(self.squares) + np.float32(1e-7))

    def measure(self, setting: _Setting, deals: int) -> tuple[Rules, int, float, float]:
        """The setting, the share of games won against greedy bots, and half of its interval."""
        wins = np.zeros((setting.players, deals))
        seed = int(self.rng.integers(2**62))
        for seat in range(setting.players):
            batch = setting.deal(deals, seed)
            _, games = batch.__getstate__()
            rooms = *self.room, *greedy_room(self.shape)
            play_against_greedy(
                games, batch.tables, seat, np.uint64(seed), MAX_MOVES, *rooms, wins[seat]
            )
        shares = wins.mean(0)
        half = 1.96 * shares.std(ddof=1) / math.sqrt(deals)
        return setting.rules, setting.players, float(shares.mean()), float(half)


# The kernels.


@kernel
def self_play(  # noqa: C901 - one loop over games, turns and moves
    games: Games,
    rules: TableArray,
    seed: np.uint64,
    explore: float,
    temperature: float,
    lines: Games,
    rooms: TurnRooms,
    nets: WeightArray,
    kept: Games,
    owners: Int64s,
    values: Float32s,
    starts: Int64s,
) -> int:
    """Play games of the network against itself. Keeps the afterstates; returns how many.

    They are kept with the players who made them and their values; `starts` has where those of each
    game begin. With probability `explore` a turn is chosen by a softmax of the utilities.
    """
    tables, room, net = rules[0], rooms[0], nets[0]
    long = _LONG * wide(tables.players)
    count = 0
    for at in range(len(games)):
        starts[at] = count
        lines[0] = games[at]
        state = stream_state(seed, np.uint64(at))
        made = 0
        while lines[0].phase != OVER:
            viewer = wide(lines[0].to_move)
            best_plays = BEST_PLAYS if made < long else 0
            chosen = find_turns(lines, tables, room, net, DRAW_COST, best_plays)
            state += GROWTH
            if unit_number(state) < explore:
                best = -np.inf
                for place in range(room.found):
                    state += GROWTH
                    noise = -math.log(-math.log(unit_number(state) + _NO_CHANCE) + _NO_CHANCE)
                    if room.utility[place] + temperature * noise > best:
                        best = room.utility[place] + temperature * noise
                        chosen = place
            made += 1
            for place in range(room.length[chosen]):
                action = room.turns[chosen, place]
                is_draw = action < FIRST_ADVANCE
                if action:
                    make_move(lines, 0, tables, action)
                if is_draw and not is_end(lines[0]):
                    kept[count] = lines[0]
                    owners[count] = viewer
                    for number in range(OUTPUTS):
                        values[count, number] = room.values[chosen, number]
                    count += 1
                if action == 0:
                    make_move(lines, 0, tables, action)
        games[at] = lines[0]
    starts[len(games)] = count
    return count


@kernel
def write_targets(
    games: Games, rules: TableArray, owners: Int64s, values: Float32s, starts: Int64s, trace: float
) -> None:
    """Replace the values of afterstates by TD(`trace`) targets, from the ends of the games."""
    players = wide(rules[0].players)
    target = np.empty((players, OUTPUTS), np.float32)
    for at in range(len(games)):
        for player in range(players):
            write_end(games[at], rules[0], player, target[player])
        for place in range(starts[at + 1] - 1, starts[at] - 1, -1):
            player = owners[place]
            for number in range(OUTPUTS):
                value = values[place, number]
                values[place, number] = target[player, number]
                target[player, number] = trace * target[player, number] + (1 - trace) * value


@fast_kernel
def _add_gradient(  # noqa: C901, PLR0912 - the loops of one pass
    room: TurnRoom, net: Weights, slopes: Weights, targets: Float32s
) -> None:
    """Add the gradients of the loss of one afterstate, whose features are listed."""
    logits = np.empty(OUTPUTS, np.float32)
    error = np.empty(OUTPUTS, np.float32)
    slope_1 = np.empty(HIDDEN_1, np.float32)
    slope_2 = np.empty(HIDDEN_2, np.float32)
    slope_colour = np.empty(HIDDEN_1, np.float32)
    slope_shared = np.zeros(HIDDEN_1, np.float32)
    for colour in range(COLOURS):
        sum_colour(room, net, 0, colour)
    sum_shared(room, net, ANY_TURN)
    forward(room, net, 0, ANY_TURN, logits)
    hidden_1, hidden_2, shared_1 = room.hidden_1, room.hidden_2, room.shared_1[ANY_TURN]
    for number in range(OUTPUTS):
        error[number] = sigmoid(logits[number]) - targets[number]
        slopes.bias[number] += error[number]
    for unit in range(HIDDEN_2):
        slope_2[unit] = 0.0
        if hidden_2[unit] > 0:
            for number in range(OUTPUTS):
                slope_2[unit] += error[number] * net.output[number, unit]
                slopes.output[number, unit] += error[number] * hidden_2[unit]
    second, second_slopes = net.second, slopes.second
    for before in range(HIDDEN_1):
        total = np.float32(0)
        given = hidden_1[before]
        for unit in range(HIDDEN_2):
            total += second[before, unit] * slope_2[unit]
            second_slopes[before, unit] += given * slope_2[unit]
        slope_1[before] = total
    weights = slopes.colour
    for colour in range(COLOURS):
        sums, index, factor = room.sums[0, colour], room.index[colour], room.factor[colour]
        for unit in range(HIDDEN_1):
            active = sums[unit] + shared_1[unit] > 0
            slope_colour[unit] = slope_1[unit] if active else np.float32(0)
            slope_shared[unit] += slope_colour[unit]
        for place in range(room.count[colour]):
            row, given = index[place], factor[place]
            for unit in range(HIDDEN_1):
                weights[row, unit] += given * slope_colour[unit]
    weights, weights_2 = slopes.shared, slopes.second_shared
    index, factor = room.index[COLOURS], room.factor[COLOURS]
    for place in range(room.count[COLOURS]):
        row, given = index[place], factor[place]
        for unit in range(HIDDEN_1):
            weights[row, unit] += given * slope_shared[unit]
        for unit in range(HIDDEN_2):
            weights_2[row, unit] += given * slope_2[unit]


@kernel
def add_gradients(
    kept: Games,
    rules: TableArray,
    owners: Int64s,
    targets: Float32s,
    rooms: TurnRooms,
    nets: WeightArray,
    slopes: WeightArray,
) -> None:
    """Add the gradients of some afterstates."""
    room, tables = rooms[0], rules[0]
    for at in range(len(kept)):
        find_unseen(kept[at], tables, owners[at], room)
        list_shared(kept[at], tables, owners[at], room)
        for colour in range(COLOURS):
            list_colour(kept[at], tables, owners[at], colour, room)
        _add_gradient(room, nets[0], slopes[0], targets[at])


@kernel
def play_against_greedy(
    games: Games,
    rules: TableArray,
    seat: int,
    seed: np.uint64,
    most: int,
    lines: Games,
    rooms: TurnRooms,
    nets: WeightArray,
    room: Games,
    works: WorkspaceArray,
    wins: Float64s,
) -> None:
    """Play games of the network on this seat against greedy bots, and write the share it won.

    A game that is truncated after `most` decisions counts as lost.
    """
    tables = rules[0]
    for at in range(len(games)):
        lines[0] = games[at]
        state = stream_state(seed, np.uint64(at))
        made = 0
        while lines[0].phase != OVER and made < most:
            state += GROWTH
            chance = unit_number(state)
            if lines[0].to_move == seat:
                action = learnt_action(lines, tables, rooms[0], nets[0], chance)
            else:
                room[0] = lines[0]
                action = greedy_action(room, tables, works[0], chance)
            make_move(lines, 0, tables, action)
            made += 1
        write_end(lines[0], tables, seat, rooms[0].values[0])
        wins[at] = rooms[0].values[0, 0] if lines[0].phase == OVER else 0.0
