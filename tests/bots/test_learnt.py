"""The bot `learnt`: it plays what its network was trained for, and reads files strictly."""

import base64
import json
import math
import random
import struct
from array import array
from importlib import resources
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings

import keltis
from keltis import (
    PRESETS,
    GameState,
    InvalidArgument,
    Move,
    Phase,
    Rules,
    Tile,
    legal_moves,
    new_game,
    observe,
)
from keltis._layers import PlainLayers, make_layers
from keltis._network import (
    BEST_PLAYS,
    MAX_CHAIN,
    MAX_LINES,
    ValueNetwork,
    own_network,
    weight_shapes,
)
from keltis.arena import play_tournament, standings
from keltis.bots import LearntBot, make_bot
from keltis.bots._learnt import Turn, find_turns
from keltis.testing import Seat, position, states
from profiles import by_profile

BOT = LearntBot()
NETWORK = own_network()


def answer(state: GameState, rng: random.Random | None = None) -> Move:
    return BOT(observe(state, state.to_move), legal_moves(state), rng or random.Random(1))


def turns_of(state: GameState) -> list[Turn]:
    return find_turns(observe(state, state.to_move), NETWORK)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_it_plays_whole_games_under_every_preset(preset: str, players: int) -> None:
    state, rng = new_game(players, seed=players, rules=PRESETS[preset]), random.Random(1)
    for _ in range(1_000):
        if keltis.outcome(state) is None:
            state = keltis.apply_move(state, answer(state, rng))
    assert keltis.outcome(state) is not None


@pytest.mark.slow
def test_it_beats_greedy() -> None:
    result = play_tournament(["learnt", "greedy"], deals=15, seed=1)
    assert standings(result)[0].name == "learnt"
    assert sum(game.forfeit is not None for game in result.games) == 0


def test_it_says_what_to_do_about_rules_that_it_has_not_learnt() -> None:
    state = new_game(2, seed=1, rules=Rules(hand_size=6))
    with pytest.raises(InvalidArgument, match=r"learnt KELTIS hand_size=6 with 2 .* `keltis train"):
        answer(state)


# The turns that it compares.


def test_every_play_is_tried_and_the_best_ones_with_the_discard_piles() -> None:
    state = position(Seat(hand="R3 R4 Y5 G6 P7 B8 B9 B10"), Seat(), discards="R5 Y6")
    turns = turns_of(state)
    assert {turn.move for turn in turns} == set(legal_moves(state))
    assert len(turns) == len(legal_moves(state)) + BEST_PLAYS * 2


def test_a_draw_that_is_due_is_compared_with_all_others() -> None:
    state = position(Seat(hand="R3 R4 Y5 G6 P7 B8 B9"), Seat(), discards="R5 Y6", phase=Phase.DRAW)
    assert {turn.move for turn in turns_of(state)} == set(legal_moves(state))


def test_the_ways_to_use_a_long_chain_are_bounded() -> None:
    rules = Rules(tile_rows=((2, 3, 4, 5, 6),) * 5, tiles=(Tile.CLOVER,) * 25)
    seat = Seat(hand="R5", at="R1 Y1 G1 P1 B1", large="R")
    state = position(seat, Seat(), rules=rules)
    turns = turns_of(state)
    chains = [turn for turn in turns if str(turn.move) == "lay R5"]
    assert MAX_LINES <= len(chains) < MAX_LINES + MAX_CHAIN
    assert {turn.move for turn in turns} == set(legal_moves(state))


def test_a_turn_that_ends_the_game_has_the_values_of_its_result() -> None:
    others = Seat(at="Y7 G7")
    for mine, win in (("R6 P7 B9", 1.0), ("R6 P2 B3", 0.0)):
        goals = 3 + (win > 0) * 2
        rules = Rules(tiles=(), tile_rows=((),) * 5, goal_figures=goals)
        state = position(Seat(hand="R10", at=mine), others, rules=rules)
        (end,) = [turn for turn in turns_of(state) if str(turn.move) == "lay R10"]
        first, second = (score.total for score in keltis.scores(keltis.apply_move(state, end.move)))
        assert end.win == win == (first > second)
        assert end.margin == pytest.approx(0.5 + 0.5 * math.tanh((first - second) / 24))


@settings(max_examples=by_profile(10, 40), deadline=None)
@given(state=states(over=False))
def test_plain_python_and_numpy_agree(state: GameState) -> None:
    view = observe(state, state.to_move)
    expected = find_turns(view, NETWORK)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("keltis._layers._numpy_layers", _missing)
        make_layers.cache_clear()
        assert isinstance(make_layers(NETWORK), PlainLayers)
        found = find_turns(view, NETWORK)
    make_layers.cache_clear()
    assert [turn.move for turn in found] == [turn.move for turn in expected]
    for one, other in zip(found, expected, strict=True):
        assert one.win == pytest.approx(other.win, abs=1e-5)
        assert one.margin == pytest.approx(other.margin, abs=1e-5)


def test_the_largest_weights_overflow_nowhere() -> None:
    weights = array("f", [65504.0]) * len(NETWORK.weights)
    outputs = len(weights) - math.prod(weight_shapes(11, 9)[4]) - 2
    weights[outputs:] = array("f", [-65504.0]) * (len(weights) - outputs)
    network = attrs.evolve(NETWORK, weights=weights)
    for layers in (make_layers(network), PlainLayers(network)):
        sums = [layers.sum_colour([0], [1.0])] * 5
        assert layers.values([sums], [([0], [1.0])]) == [pytest.approx((0.0, 0.0))]


def _missing(_: ValueNetwork) -> None:
    raise ImportError


# Files.


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A file of weights."""
    path = tmp_path / "mine.json"
    NETWORK.save(path)
    return path


def test_a_file_of_weights_is_an_option(small: Path) -> None:
    bot = make_bot(f"learnt:weights={small}")
    assert bot == LearntBot(str(small))
    assert repr(bot) == f"LearntBot(weights='{small}')"
    state = new_game(2, seed=1)
    assert bot(observe(state, 0), legal_moves(state), random.Random(1)) == answer(state)


def test_a_saved_network_is_read_again(small: Path) -> None:
    copy = ValueNetwork.load(small)
    assert copy.weights == NETWORK.weights
    assert copy.trained == NETWORK.trained
    assert (copy.minutes, copy.games) == (NETWORK.minutes, NETWORK.games)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{", "["),
        ("keltis value network 1", "keltis value network 2"),
        ('"values": 11', '"values": 12'),
        ('"values": 11', '"values": "many"'),
        ('"weights": "', '"weights": "?'),
        ('"KELTIS"', '"CHESS"'),
        ('"rows"', '"stones"'),
        ('"KELTIS", 2', '"KELTIS", "2"'),
        ('"KELTIS", 2', '"KELTIS", 5'),
        ('"KELTIS", 2', '"KELTIS values=0,1,2,3,4,5,6,7,8,9,10,11,12", 2'),
        ('"minutes": ', '"minutes": NaN, "x": '),
        ('"minutes": ', '"minutes": -'),
        ('"games": ', '"games": -'),
        ("{", '{"x":' * 100_000),
    ],
)
def test_a_damaged_file_gets_our_error(small: Path, old: str, new: str) -> None:
    small.write_text(small.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InvalidArgument, match="cannot read the weights in "):
        LearntBot(str(small))


def test_weights_that_are_no_numbers_get_our_error(small: Path) -> None:
    document = json.loads(small.read_text(encoding="utf-8"))
    packed = base64.b64decode(document["weights"])
    document["weights"] = base64.b64encode(struct.pack("<e", math.nan) + packed[2:]).decode()
    small.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(InvalidArgument, match="weight 0 is not a finite number"):
        LearntBot(str(small))


def test_a_missing_file_gets_our_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="cannot read the weights in "):
        LearntBot(str(tmp_path / "mine.json"))


def test_weights_must_be_a_path() -> None:
    with pytest.raises(InvalidArgument, match="cannot make 'learnt:weights=7': TypeError"):
        make_bot("learnt:weights=7")


def test_our_weights_are_small_and_say_how_they_were_trained() -> None:
    file = resources.files("keltis.bots") / "learnt.json"
    assert len(file.read_bytes()) < 110_000
    assert NETWORK.games > 0
    assert set(NETWORK.trained) == {(rules, n) for rules in PRESETS.values() for n in (2, 3, 4)}
