"""The bot `learnt`: it plays under all presets, from its view, and reads its weights strictly."""

import hashlib
import io
import json
import random
import sys
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

import keltis
from keltis import PRESETS, GameState, InvalidArgument, Move, Rules, legal_moves, new_game, observe
from keltis._engine.columns import next_values
from keltis.arena import play_tournament, standings
from keltis.bots import LearntBot, make_bot
from keltis.bots.network import _LOCAL, _SHARED, Features, PolicyNetwork, features
from keltis.learning import encode, layout
from keltis.testing import states
from profiles import by_profile

BOT = LearntBot()


def answer(state: GameState) -> Move:
    return BOT(observe(state, state.to_move), legal_moves(state), random.Random(1))


def features_of(state: GameState, seat: int = 0) -> Features:
    code = np.frombuffer(encode(observe(state, seat)), np.uint8)[np.newaxis]
    return features(code, layout(state.rules, len(state.players)))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_it_plays_whole_games_under_every_preset(preset: str, players: int) -> None:
    state = new_game(players, seed=players, rules=PRESETS[preset])
    for _ in range(1_000):
        if keltis.outcome(state) is None:
            state = keltis.apply_move(state, answer(state))
    assert keltis.outcome(state) is not None


@pytest.mark.slow
def test_it_beats_chance() -> None:
    result = play_tournament(["learnt", "random"], deals=10, seed=1)
    assert standings(result)[0].name == "learnt"
    assert sum(game.forfeit is not None for game in result.games) == 0


# Rules that the network cannot read.

_LONG = Rules(row_points=(1,) * 10)
_HIGH = Rules(values=(1, 2, 3, 4, 5, 6, 7, 8, 9, 12))
_ALONE = Rules(cards_removed=((1, 30), (2, 30)))


@pytest.mark.parametrize(
    ("rules", "players", "message"),
    [
        (_HIGH, 2, "reads cards from 0 to 10, but these rules have cards of value 12"),
        (_LONG, 2, "reads paths of at most 9 stones, but these rules have 10"),
        (_ALONE, 1, "needs an opponent, but there is only one player"),
    ],
)
def test_rules_that_the_network_cannot_read_are_refused(
    rules: Rules, players: int, message: str
) -> None:
    with pytest.raises(InvalidArgument, match=message):
        answer(new_game(players, seed=1, rules=rules))


def test_a_move_that_the_network_does_not_know_is_refused() -> None:
    moves = legal_moves(new_game(2, seed=1, rules=Rules(values=tuple(range(11, 19)))))
    with pytest.raises(InvalidArgument, match="the network does not know the move"):
        BOT(observe(new_game(2, seed=1), 0), moves, random.Random(1))


# Features.


def test_short_paths_and_few_values_are_padded() -> None:
    rules = Rules(
        values=(2, 5, 7),
        copies=9,
        row_points=(1, 2, 3),
        goal_row=3,
        tile_rows=((3,), (), (), (), ()),
        tiles=(keltis.Tile.CLOVER,),
    )
    state = new_game(2, seed=1, rules=rules)
    local = features_of(state).local[0]
    hand = [sum(card.value == value for card in state.players[0].hand) for value in range(11)]
    assert local[:, :11].sum(0).tolist() == hand
    assert local[0, 42:51].tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert answer(state) in legal_moves(state)


def test_numbers_of_two_bytes_are_read() -> None:
    state = new_game(2, seed=1, rules=Rules(copies=9))
    assert features_of(state).shared[0, 4] == len(state.draw_pile) / 64
    assert len(state.draw_pile) > 255


@settings(max_examples=by_profile(10, 60))
@given(state=states(over=False))
def test_the_cards_that_fit_are_those_that_can_follow(state: GameState) -> None:
    local = features_of(state).local[0]
    for colour in keltis.Colour:
        low, high = next_values(state.rules, state.players[0].columns[colour])
        expected = [low <= value <= high for value in range(11)]
        assert local[colour, 87:98].astype(bool).tolist() == expected


# The network.


def test_exchanged_colours_exchange_the_values_of_their_moves() -> None:
    network = PolicyNetwork.initial(hidden=8, seed=1)
    given_features = features_of(new_game(2, seed=1))
    order = [2, 0, 1, 4, 3]
    before = network.forward(given_features)
    after = network.forward(Features(given_features.local[:, order], given_features.shared))
    np.testing.assert_allclose(after.values, before.values, rtol=1e-5)
    np.testing.assert_allclose(after.logits[:, [0, 21]], before.logits[:, [0, 21]], rtol=1e-5)
    np.testing.assert_allclose(after.logits[:, 1:6], before.logits[:, 1:6][:, order], rtol=1e-4)
    cards = before.logits[:, 22:].reshape(11, 5, 4)[:, order].ravel()
    np.testing.assert_allclose(after.logits[0, 22:], cards, rtol=1e-4, atol=1e-6)


def normal(rng: np.random.Generator, *shape: int) -> NDArray[np.float32]:
    return rng.standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("name", PolicyNetwork.initial(hidden=4).weights)
def test_gradients_are_those_of_small_changes(name: str) -> None:
    rng = np.random.default_rng(1)
    network = PolicyNetwork.initial(hidden=4, seed=2)
    given_features = Features(normal(rng, 3, 5, _LOCAL), normal(rng, 3, _SHARED))
    by_logits, by_values = normal(rng, 3, 242), normal(rng, 3)

    def loss() -> float:
        activations = network.forward(given_features)
        return float((activations.logits * by_logits).sum() + activations.values @ by_values)

    activations = network.forward(given_features)
    gradient = network.gradients(given_features, activations, by_logits, by_values)[name]
    change = normal(rng, *gradient.shape)
    start, size = network.weights[name], np.float32(1e-3)
    network.weights[name] = start + size * change
    higher = loss()
    network.weights[name] = start - size * change
    slope = (higher - loss()) / (2 * size)
    assert slope == pytest.approx(float((gradient * change).sum()), 0.02)


def test_the_value_of_a_move_is_the_logit_of_its_number() -> None:
    state = new_game(2, seed=1)
    network = PolicyNetwork.initial(hidden=8, seed=1)
    logits = network.forward(features_of(state)).logits[0]
    moves = legal_moves(state)
    assert network.move_values(observe(state, 0), moves) == [
        float(logits[keltis.action_id(move)]) for move in moves
    ]


# Files of weights.


def test_a_file_of_weights_is_an_option(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    PolicyNetwork.initial(hidden=8, seed=1).save(path)
    bot = make_bot(f"learnt:weights={path}")
    assert bot == LearntBot(str(path))
    assert repr(bot) == f"LearntBot(weights='{path}')"
    state = new_game(2, seed=1)
    assert bot(observe(state, 0), legal_moves(state), random.Random(1)) in legal_moves(state)


def test_saved_weights_are_read_again_and_equal_ones_give_equal_files(tmp_path: Path) -> None:
    network = PolicyNetwork.initial(hidden=8, seed=1)
    for name in ("file", "other"):
        network.save(tmp_path / name)
    assert (tmp_path / "file").read_bytes() == (tmp_path / "other").read_bytes()
    copy = PolicyNetwork.load(tmp_path / "file")
    assert copy.weights.keys() == network.weights.keys()
    for name, array in copy.weights.items():
        np.testing.assert_allclose(array, network.weights[name], atol=1e-2)


def archive(**changes: NDArray[np.generic]) -> bytes:
    """A file of weights with other arrays."""
    file, weights = io.BytesIO(), PolicyNetwork.initial(hidden=8, seed=1).weights
    np.savez(file, allow_pickle=True, **{**weights, **changes})
    return file.getvalue()


def array_file() -> bytes:
    file = io.BytesIO()
    np.save(file, np.zeros(3))
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"no weights at all", archive()[:-400], array_file(), archive(more=np.zeros(3))),
        archive().replace(archive()[2000:2010], bytes(10)),
        *(archive(bias=np.array([{}])), archive(bias=np.array(["word"]))),
        *(archive(bias=np.full((1, 8), np.inf)), archive(own=np.zeros((9, 9)))),
    ],
    ids=lambda content: str(len(content)),
)
def test_a_damaged_file_gets_our_error(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    with pytest.raises(InvalidArgument, match="cannot read the weights in "):
        LearntBot(str(path))  # there is none
    path.write_bytes(content)
    with pytest.raises(InvalidArgument, match="cannot read the weights in "):
        LearntBot(str(path))


def test_weights_must_be_a_path() -> None:
    with pytest.raises(InvalidArgument, match="cannot make 'learnt:weights=7': TypeError"):
        make_bot("learnt:weights=7")


def test_without_numpy_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "keltis.bots.network")
    with pytest.raises(ImportError, match=r'needs NumPy: pip install "keltis\[learnt\]"'):
        LearntBot()


def test_the_weights_are_small_and_their_origin_is_recorded() -> None:
    folder = resources.files("keltis.bots")
    weights = (folder / "learnt.npz").read_bytes()
    assert len(weights) < 1_000_000
    origin = json.loads((folder / "learnt.json").read_text(encoding="utf-8"))
    assert origin["sha256"] == hashlib.sha256(weights).hexdigest()
    assert "examples/train_policy.py" in origin["command"]
