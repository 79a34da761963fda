"""Data of self-play: what stands in the arrays, and in the files of both kinds."""

import importlib
import json
import random
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import keltis
import noughts
from keltis import InvalidArgument, celtic
from keltis.game import Game, M, Match, R, S, V
from keltis.self_play import Samples, batch_samples, bot_samples, load_samples

HEADER = '"format": "keltis-self-play", "version": 1'
games = pytest.mark.parametrize(
    "game", [keltis.GAME, celtic.GAME, noughts.GAME], ids=["keltis", "celtic", "noughts"]
)


def assert_equal(one: Samples, other: Samples) -> None:
    assert one.about == other.about
    for name in ("games", "seats", "observations", "masks", "actions", "values", "results"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
        assert getattr(one, name).dtype == getattr(other, name).dtype


@games
def test_every_decision_is_a_row_with_its_result(game: Game[S, V, M, R]) -> None:
    samples = bot_samples(["random", "random"], games=2, seed=7, game=game, value=lambda _: 0.5)
    seed = keltis.arena.derived_seed(7, "self-play", 1)
    record = Match.start(game, ["random", "random"], seed=seed).advance().record
    second = samples.games == 1
    assert second.sum() == len(record)
    assert samples.seats[second].tolist() == [state.to_move for state, _ in record]
    assert samples.masks[np.arange(len(samples)), samples.actions].all()
    state, move = record[3]
    row = np.flatnonzero(second)[3]
    learning = game.learning
    assert samples.observations[row].tobytes() == learning.observation(state, state.to_move)
    number = learning.seat_action(int(samples.actions[row]), state.to_move)
    assert learning.move_of(number) == move
    ends = learning.returns(record.final, "win_shares")
    assert ends is not None
    assert {seat: samples.results[second & (samples.seats == seat)][0] for seat in (0, 1)} == {
        0: ends[0],
        1: ends[1],
    }
    assert set(samples.values.tolist()) == {0.5}


def lowest(
    _seen: NDArray[np.uint8], masks: NDArray[np.int8], rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Any legal action, and a value that depends on nothing."""
    chances = rng.random(masks.shape) * masks
    return chances.argmax(axis=1), np.full(len(masks), 0.25, np.float32)


@pytest.mark.slow
def test_samples_of_batches_are_those_of_the_games() -> None:
    samples = batch_samples(lowest, games=3, seed=7, returns="score_margins")
    assert (np.diff(samples.games) >= 0).all()
    assert set(samples.values.tolist()) == {0.25}
    for number in range(3):
        state = keltis.new_game(2, rng=keltis.GameRandom(7, number))
        for row in np.flatnonzero(samples.games == number):
            assert samples.seats[row] == state.to_move
            code = keltis.learning.observation(state, state.to_move)
            assert samples.observations[row].tobytes() == code
            assert samples.masks[row].tobytes() == keltis.legal_action_mask(state)[:242]
            state = keltis.apply_move(state, keltis.move_of(int(samples.actions[row])))
        ends = keltis.learning.returns(state, "score_margins")
        assert ends is not None
        assert samples.results[row] == ends[samples.seats[row]]


@pytest.mark.slow
def test_a_truncated_game_has_no_result() -> None:
    samples = batch_samples(lowest, games=2, seed=7, max_moves=5)
    assert len(samples) == 10
    assert np.isnan(samples.results).all()


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_samples_read_back(suffix: str, tmp_path: Path) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow", reason='needs pip install "keltis[parquet]"')
    samples = bot_samples(["greedy", "random"], games=1, seed=7)
    assert np.isnan(samples.values).all()
    path = tmp_path / f"samples.{suffix}"
    samples.save(path)
    assert_equal(load_samples(path), samples)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(InvalidArgument, match="this is no file of self-play"):
        load_samples(path)


def test_numpy_finds_the_arrays_by_their_names(tmp_path: Path) -> None:
    samples = bot_samples(["random", "random"], games=1, seed=7)
    samples.save(tmp_path / "samples.npz")
    with np.load(tmp_path / "samples.npz") as file:
        assert json.loads(str(file["about"])) == {
            "format": "keltis-self-play",
            "version": 1,
            "game": "keltis",
            "rules": "KELTIS",
            "players": 2,
            "returns": "win_shares",
            "layout": keltis.learning.layout(keltis.KELTIS, 2).checksum,
        }
        assert file["observations"].shape == samples.observations.shape


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"about": np.array(f"{{{HEADER[:-1]}2}}")}, "unsupported version 2"),
        ({"about": np.array("{}")}, r"\$.format: this key is missing"),
        ({"seats": np.zeros(3, np.uint8)}, "the arrays have different lengths"),
        ({"about": np.array("no JSON")}, "this is no file of self-play"),
        ({"about": np.array("[" * 100_000)}, "nested too deeply"),
        ({"about": np.array("[]")}, "expected an object"),
        ({"about": np.array(f"{{{HEADER}}}")}, "this key is missing"),
        ({"about": np.array(f'{{{HEADER}, "players": [2]}}')}, "this is no file of self-play"),
        ({"values": np.zeros(3)}, "values must be float32 with 1 axes"),
        ({"masks": np.zeros(3, np.int8)}, "masks must be int8 with 2 axes"),
    ],
)
def test_files_that_are_none_are_rejected(
    changes: dict[str, NDArray[np.generic]], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "samples.npz"
    bot_samples(["random", "random"], games=1, seed=7).save(path)
    with np.load(path) as file:
        arrays = {**file, **changes}
    np.savez(path, allow_pickle=False, **arrays)
    with pytest.raises(InvalidArgument, match=message):
        load_samples(path)


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_damaged_bytes_are_rejected_whatever_the_libraries_raise(
    suffix: str, tmp_path: Path
) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow", reason='needs pip install "keltis[parquet]"')
    path = tmp_path / f"samples.{suffix}"
    bot_samples(["random", "random"], games=1, seed=7).save(path)
    data, rng = path.read_bytes(), random.Random(1)
    for _ in range(100):
        start = rng.randrange(len(data))
        path.write_bytes(data[:start] + rng.randbytes(20) + data[start + 20 :])
        with suppress(InvalidArgument):
            assert len(load_samples(path))


def test_a_file_that_is_not_there_is_no_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_samples(tmp_path / "samples.npz")


def test_without_numpy_the_import_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "keltis.self_play")
    with pytest.raises(ImportError, match=r'pip install "keltis\[learnt\]"'):
        importlib.import_module("keltis.self_play")


def test_another_suffix_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match=r"ends in \.npz or \.parquet"):
        load_samples(tmp_path / "samples.csv")


def test_a_missing_parquet_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r'pip install "keltis\[parquet\]"'):
        load_samples("samples.parquet")
