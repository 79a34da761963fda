"""No call of a batch touches memory outside its arrays, whatever arrays and threads do."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from batch.lockstep import ANY_SHAPE
from keltis import KELTIS_LITERAL, InvalidArgument
from keltis.batch import Batch, VectorEnv, _engine, new_games

RACES = Path(__file__).with_name("races.py")


def some_games(count: int) -> Batch:
    return new_games(count, 2, seed=7, shape=ANY_SHAPE)


def legal_actions(batch: Batch) -> NDArray[np.int64]:
    actions: NDArray[np.int64] = batch.legal_masks().argmax(axis=1)
    return actions


# Check and use the same copy.


def test_an_array_that_changes_after_the_check_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    batch, expected = some_games(3), some_games(3)
    actions, where = legal_actions(batch), np.array([True, False, True])
    expected.apply(actions, where=where)

    check: Callable[..., object] = _engine.find_illegal

    def check_and_change(*arguments: object) -> object:
        found = check(*arguments)
        actions.fill(2**40)
        where.fill(True)
        return found

    monkeypatch.setattr(_engine, "find_illegal", check_and_change)
    batch.apply(actions, where=where)
    assert np.array_equal(batch.games, expected.games)


@pytest.mark.slow  # with compiled kernels
@pytest.mark.parametrize("race", ["actions", "mask", "apply", "step", "read"])
def test_threads_make_no_impossible_game(race: str) -> None:
    """In a process of its own, which a write outside an array could end."""
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, RACES, race], check=False, capture_output=True, text=True
    )
    assert (done.stdout, done.returncode) == ("possible\n", 0), done.stderr


# Arrays of any kind.


@pytest.mark.parametrize(
    "change",
    [
        lambda array: np.repeat(array, 2)[::2],
        lambda array: array[::-1].copy()[::-1],
        lambda array: array.astype(">i8"),
        lambda array: array.astype(np.uint8),
        lambda array: np.frombuffer(b"." + array.tobytes(), np.int64, offset=1),
    ],
    ids=["strides", "backwards", "byte order", "small", "unaligned and read-only"],
)
def test_numbers_are_read_from_arrays_of_any_kind(
    change: Callable[[NDArray[np.int64]], NDArray[np.integer]],
) -> None:
    batch, expected = some_games(3), some_games(3)
    actions = legal_actions(batch)
    batch.apply(change(actions))
    expected.apply(actions)
    assert np.array_equal(batch.games, expected.games)
    seats = np.array([0, 1, 1])
    assert np.array_equal(batch.encode(change(seats)), batch.encode(seats))


def test_a_truth_value_is_any_byte_but_zero() -> None:
    batch, expected = some_games(2), some_games(2)
    actions = legal_actions(batch)
    batch.apply(actions, where=np.array([2, 0], np.uint8).view(np.bool_))
    expected.apply(actions, where=[True, False])
    assert np.array_equal(batch.games, expected.games)


def test_an_array_to_write_to_must_be_writable() -> None:
    batch = some_games(2)
    masks, codes = batch.legal_masks(), batch.encode()
    masks.setflags(write=False)
    codes.setflags(write=False)
    with pytest.raises(InvalidArgument, match="out must be writable"):
        batch.legal_masks(masks)
    with pytest.raises(InvalidArgument, match="out must be writable"):
        batch.encode(out=codes)


@pytest.mark.parametrize("viewers", [[0, 1], [[0], [1], [0]]])
def test_the_viewers_must_be_one_for_each_game(viewers: list[int]) -> None:
    with pytest.raises(InvalidArgument, match="viewers must be an array of 3 whole numbers"):
        some_games(3).encode(viewers)


def test_an_index_of_several_axes_makes_no_batch() -> None:
    with pytest.raises(InvalidArgument, match="a batch has one axis"):
        some_games(3)[np.zeros((2, 2), np.int64)]


# The records.


def test_the_records_cannot_be_written_to() -> None:
    batch = some_games(2)
    for write in (
        lambda: batch.games.fill(0),
        lambda: batch.games["rows"].fill(9),
        lambda: batch.games[0]["rows"].fill(9),
    ):
        with pytest.raises(ValueError, match="read-only"):
            write()


def test_a_batch_is_made_of_saved_records() -> None:
    batch = some_games(3)
    batch.apply(legal_actions(batch))
    saved = batch.games.copy()
    for again in (
        Batch(batch.codec, saved),
        pickle.loads(pickle.dumps(batch)),  # noqa: S301 - our own bytes
        copy.copy(batch),
        copy.deepcopy(batch),
    ):
        assert np.array_equal(again.games, saved)
        again.apply(legal_actions(again))
    assert np.array_equal(batch.games, saved)


@pytest.mark.parametrize(
    "change", [lambda games: games["rows"], lambda games: games[:, np.newaxis]]
)
def test_records_of_another_kind_are_refused(
    change: Callable[[NDArray[np.void]], NDArray[np.void]],
) -> None:
    batch = some_games(2)
    with pytest.raises(InvalidArgument, match="games must be an array of records for Shape"):
        Batch(batch.codec, change(batch.games))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rows", 200),
        ("to_move", 9),
        ("draw_pile", 9999),
        ("bits", 0),
        ("column", 99),
        ("deck", 255),
    ],
)
def test_impossible_records_are_refused(field: str, value: int) -> None:
    batch = some_games(2)
    games = batch.games.copy()
    games[field][1] = value
    with pytest.raises(InvalidArgument, match="record 1 is not that of a possible game"):
        Batch(batch.codec, games)


def test_games_start_only_from_batches_of_their_kind() -> None:
    env = VectorEnv(2)
    env.reset(seed=1)
    before = env.batch.copy()
    for start in (
        new_games(2, 3, seed=1),
        new_games(2, 2, seed=1, rules=KELTIS_LITERAL),
        new_games(1, 2, seed=1),
        some_games(2),
    ):
        with pytest.raises(InvalidArgument, match="start must have 2 games of the rules, players"):
            env.reset(seed=3, start=start)
    assert np.array_equal(env.batch.games, before.games)
