"""The compiled value network: its turns are those of the bot, and it learns."""

import random
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import keltis.batch
from batch.comparisons import TINY
from keltis import KELTIS, PRESETS, GameState, InvalidArgument, Rules, new_game, observe
from keltis._network import DRAW_COST, MAX_CHAIN, ValueNetwork, own_network
from keltis.batch import Checkpoint, train
from keltis.bots import play_match
from keltis.bots._learnt import find_turns
from keltis.testing import Seat, playthrough, position

pytestmark = pytest.mark.slow  # it compiles the network

NETWORK = own_network()
GAMES = [
    [
        state
        for state, _ in playthrough(new_game(players, seed=5, rules=rules), random.Random(players))
    ]
    for rules in PRESETS.values()
    for players in (2, 3, 4)
]
POSITIONS = [state for game in GAMES for state in game[:-1:13]]
LAST = [state for game in GAMES[:3] for state in game[-7:-1:3]]
WON = position(
    Seat(hand="R10", at="R6 P7 B9"), Seat(at="Y7 G7"), rules=Rules(tiles=(), tile_rows=((),) * 5)
)
"""The best lay ends the game."""


class Rooms:
    """Our weights, a position, and room for the kernels of an engine."""

    def __init__(self, engine: ModuleType, state: GameState) -> None:
        value, make = engine._value, engine._records.make_records
        shape = engine.Shape(4, 11, 9, 110)
        batch = engine.Batch.of([state], shape=shape)
        self.rules, (_, self.games) = batch.tables, batch.__getstate__()
        self.lines = make(MAX_CHAIN + 3, shape.game)
        self.rooms = make(1, value.turn_room_type(shape))
        self.nets, self.slopes = (make(1, value.weights_type(shape)) for _ in range(2))
        self.nets.view(np.float32)[:] = NETWORK.weights


def compare_turns(engine: ModuleType, state: GameState) -> None:
    """Require that the engine finds the turns of the bot, with their values."""
    expected = find_turns(observe(state, state.to_move), NETWORK, DRAW_COST)
    room = Rooms(engine, state)
    room.lines[0] = room.games[0]
    arguments = room.lines, room.rules[0], room.rooms[0], room.nets[0], DRAW_COST, True
    best = engine._value.find_turns(*arguments)
    found = room.rooms[0]["utility"][: int(room.rooms[0]["found"])]
    plays = [turn.utility for turn in expected if not turn.cost]
    np.testing.assert_allclose(found[: len(plays)], plays, atol=1e-5)
    assert found[best] == pytest.approx(max(turn.utility for turn in expected), abs=1e-5)


@pytest.mark.parametrize("state", POSITIONS)
def test_the_turns_are_those_of_the_bot(state: GameState) -> None:
    compare_turns(keltis.batch, state)


@pytest.mark.parametrize("state", [*LAST, WON])
def test_without_the_compiler_the_turns_are_the_same(state: GameState, plain: ModuleType) -> None:
    compare_turns(plain, state)


def test_learning_follows_the_gradient() -> None:
    room = Rooms(keltis.batch, POSITIONS[3])
    owners, target = np.array([0]), np.array([[0.9, 0.4]], np.float32)
    weights, slopes = room.nets.view(np.float32), room.slopes.view(np.float32)

    def loss() -> float:
        """The cross entropy, whose slopes by the biases are the errors."""
        slopes[:] = 0
        keltis.batch._training.add_gradients(
            room.games, room.rules, owners, target, room.rooms, room.nets, room.slopes
        )
        values = slopes[-2:].astype(np.float64) + target[0]
        return -float((target * np.log(values) + (1 - target) * np.log(1 - values)).sum())

    loss()
    steepest, before = slopes.copy(), weights.copy()
    size = 1e-3 / float(np.linalg.norm(steepest))
    weights[:] = before + size * steepest
    high = loss()
    weights[:] = before - size * steepest
    assert (high - loss()) / (2 * size) == pytest.approx(float((steepest**2).sum()), rel=0.02)


# Training.


def test_training_writes_a_network_that_plays_and_learns_on(tmp_path: Path) -> None:
    path, seen = tmp_path / "network.json", list[Checkpoint]()
    first = train(
        path, games=800, players=[2], checkpoints=2, deals=20, seed=1, progress=seen.append
    )
    assert [point.games for point in seen] == [0, 400, 800]
    assert [[players for _, players, *_ in point.shares] for point in seen] == [[2], [2], [2]]
    assert first.trained == ((KELTIS, 2),)
    assert ValueNetwork.load(path).games == 800
    record = play_match([f"learnt:weights={path}", "random"], seed=1)
    assert record.outcome is not None
    again = train(path, games=1200, players=[3], rules=[KELTIS], checkpoints=1, deals=2, seed=1)
    assert again.trained == ((KELTIS, 2), (KELTIS, 3))
    assert again.games == 800 + 2 * 266  # whole rounds
    assert again.minutes > first.minutes


def test_a_training_that_learns_on_measures_at_the_checkpoints_that_are_left(
    tmp_path: Path,
) -> None:
    path, seen = tmp_path / "network.json", list[Checkpoint]()
    learn = partial(train, path, players=[2], checkpoints=2, deals=2, seed=1)
    learn(games=800)
    learn(games=1600, progress=seen.append)
    assert [point.games for point in seen if point.shares] == [800, 1600]


def test_the_same_seed_trains_the_same_network(tmp_path: Path) -> None:
    learn = partial(train, games=400, rules=TINY, checkpoints=1, deals=2, minutes=1e9)
    one, same, other = (
        learn(tmp_path / f"{number}.json", seed=seed) for number, seed in enumerate((1, 1, 2))
    )
    assert one.weights == same.weights != other.weights


def test_what_is_given_twice_is_played_twice(tmp_path: Path) -> None:
    seen = list[Checkpoint]()
    rules = [Rules(cards_removed=((2, 80), (3, 80)), hand_size=size) for size in (7, 8)]
    train(
        tmp_path / "network.json",
        games=1600,
        players=[2, 2, 3],
        rules=rules,
        checkpoints=1,
        deals=2,
        seed=1,
        progress=seen.append,
    )
    steps = [after.games - before.games for before, after in pairwise(seen)]
    assert steps == [400, 400, 266, 400, 400]
    measured = [setting[:2] for setting in seen[-1].shares]
    assert measured == [(each, players) for each in rules for players in (2, 3)]


def test_an_interrupted_training_is_written(tmp_path: Path) -> None:
    path = tmp_path / "network.json"

    def interrupt(checkpoint: Checkpoint) -> None:
        if checkpoint.games:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(path, rules=TINY, deals=2, seed=1, progress=interrupt)
    assert ValueNetwork.load(path).games > 0


def test_a_network_of_another_size_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "network.json"
    NETWORK.save(path)
    rules = Rules(values=tuple(range(12)))
    with pytest.raises(InvalidArgument, match=r"reads 11 values and 9 rows, but .* need 12 and 9"):
        train(path, rules=rules)


def test_without_the_compiler_training_is_the_same_program(
    plain: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = plain._training
    for name, number in (("_ROUND", 1), ("_BATCH", 4), ("_EXPLORE", 0.5), ("_PASSES", 1)):
        monkeypatch.setattr(training, name, number)
    path = tmp_path / "network.json"
    network = plain.train(path, games=1, rules=TINY, checkpoints=1, deals=2, seed=1)
    assert network.games == 1
