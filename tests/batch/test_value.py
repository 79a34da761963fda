"""The compiled value network: its turns are those of the bot, and it learns."""

import random
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from batch.comparisons import TINY, compare_gradients, compare_turns
from keltis import KELTIS, PRESETS, GameState, InvalidArgument, Rules, new_game
from keltis._network import ValueNetwork, own_network
from keltis.batch import Checkpoint, train
from keltis.bots import play_match
from keltis.testing import playthrough

pytestmark = pytest.mark.slow  # it compiles the network

GAMES = [
    [
        state
        for state, _ in playthrough(new_game(players, seed=5, rules=rules), random.Random(players))
    ]
    for rules in PRESETS.values()
    for players in (2, 3, 4)
]
POSITIONS = [state for game in GAMES for state in game[:-1:13]]


@pytest.mark.parametrize("state", POSITIONS)
def test_the_turns_are_those_of_the_bot(state: GameState) -> None:
    compare_turns(state)


def test_gradients_are_those_of_the_cross_entropy() -> None:
    for state in POSITIONS[:40:4]:
        compare_gradients(state)


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
    own_network().save(path)
    rules = Rules(values=tuple(range(12)))
    with pytest.raises(InvalidArgument, match=r"reads 11 values and 9 rows, but .* need 12 and 9"):
        train(path, rules=rules)
