"""The verbs of a batch."""

import pickle
import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings

import keltis
import keltis.batch
from batch.lockstep import ANY_SHAPE, NAMES, compare_playouts
from keltis import KELTIS, GameState, Illegality, InvalidArgument, Rules, new_game
from keltis.batch import Batch, IllegalActions, Shape, new_games, perft
from keltis.batch._compiler import COMPILED
from keltis.learning import encode
from keltis.testing import states
from leaning import ALL_RULES, BIG, SHORT
from perft_counts import COUNTS
from profiles import by_profile

PERFT_DEPTH = by_profile(6, 8)


def some_games(count: int, players: int = 2, rules: Rules = KELTIS) -> Batch:
    return new_games(count, players, seed=7, rules=rules, shape=ANY_SHAPE)


# New games.


@pytest.mark.parametrize("rules", ALL_RULES, ids=NAMES)
def test_a_game_of_a_seed_is_that_of_a_scalar_call(rules: Rules) -> None:
    for players in rules.player_counts:
        first = players - 1
        batch = new_games(3, players, seed=11, rules=rules, first_player=first, shape=ANY_SHAPE)
        for index in range(3):
            rng = keltis.GameRandom(11, index)
            assert batch.state(index) == new_game(players, rng=rng, rules=rules, first_player=first)


def test_a_game_of_a_seed_does_not_depend_on_the_size_of_the_batch() -> None:
    assert np.array_equal(some_games(50).games[:5], some_games(5).games)


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**64, 10**30, 2**19_968 + 5], ids=int.bit_length)
def test_a_list_of_seeds_deals_the_games_of_these_seeds(seed: int) -> None:
    batch = new_games(2, 3, seed=[seed, 5], first_player=1, shape=ANY_SHAPE)
    for index, each in enumerate((seed, 5)):
        assert batch.state(index) == new_game(3, seed=each, first_player=1)


def test_without_a_seed_the_games_differ() -> None:
    first, second = (new_games(1, 2, shape=ANY_SHAPE) for _ in range(2))
    assert first.state(0) != second.state(0)


def test_a_batch_can_be_empty() -> None:
    batch = some_games(0)
    assert len(batch) == 0
    assert batch.legal_masks().shape == (0, 242)
    batch.apply(np.array([], np.int64))
    assert batch.play_out(seed=1, threads=3).decisions.shape == (0,)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": -1}, "count must be a whole number from 0, not -1"),
        ({"players": 5}, "players must be 2 or 3 or 4"),
        ({"seed": -1}, "seed must be a whole number from 0 to 18446744073709551615, not -1"),
        ({"seed": 2**64}, "seed must be a whole number from 0 to"),
        ({"seed": [1]}, "there are 1 seeds for 2 games"),
        ({"seed": 1.5}, "seed must be a whole number from 0 to 18446744073709551615, not 1.5"),
        ({"seed": np.array(1.5)}, "seed must be a whole number from 0 to"),
        ({"seed": [1, -1]}, "seed must be a whole number from 0, not -1"),
        ({"first_player": 2}, "first_player must be a seat from 0 to 1, not 2"),
        ({"shape": Shape(2, 10, 9, 110)}, "too small for these rules, which need"),
    ],
)
def test_impossible_new_games_are_refused(arguments: dict[str, object], message: str) -> None:
    make: Callable[..., Batch] = new_games
    with pytest.raises(InvalidArgument, match=message):
        make(**{"count": 2, "players": 2, "seed": 1, **arguments})


# States.


@settings(max_examples=20)
@given(states())
def test_states_come_back_as_they_were(state: GameState) -> None:
    assert Batch.of([state], shape=ANY_SHAPE).state(0) == state


def test_rules_at_their_bounds_come_back() -> None:
    for players in (1, 6):
        start = new_game(players, seed=1, rules=BIG)
        batch = Batch.of([start])
        assert batch.state(0) == start
        assert batch.games.itemsize == batch.shape.game.itemsize


def test_the_bytes_of_a_game() -> None:
    sizes = [Shape.of(KELTIS, players).game.itemsize for players in (2, 3, 4)]
    assert sizes == [692, 896, 1096]


def test_small_rules_share_the_shape_of_keltis() -> None:
    assert Shape.of(SHORT, 2) == Shape.of(KELTIS, 2)
    assert Shape.of(BIG, 6) == Shape(players=6, values=21, rows=40, cards=945)


@pytest.mark.parametrize(
    ("states", "message"),
    [
        ([], "a batch of states needs at least one state"),
        ([new_game(2, seed=1), new_game(3, seed=1)], "all states must have the same rules and"),
        (
            [new_game(2, seed=1), new_game(2, seed=1, rules=keltis.KELTIS_LITERAL)],
            "same rules and number",
        ),
    ],
)
def test_states_that_make_no_batch_are_refused(states: list[GameState], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        Batch.of(states)


@pytest.mark.parametrize("index", [-1, 3])
def test_an_index_out_of_range_is_refused(index: int) -> None:
    with pytest.raises(InvalidArgument, match="index must be a whole number from 0 to 2"):
        some_games(3).state(index)


def test_parts_are_copies() -> None:
    batch = some_games(4)
    part = batch[[2, 2, 0]]
    part.apply(part.legal_masks().argmax(axis=1))
    assert len(part) == 3
    assert part.state(0) == part.state(1) != batch.state(2)
    assert len(batch[1]) == len(batch[1:2]) == len(batch[np.arange(4) == 1]) == 1
    assert np.array_equal(batch.copy().games, batch.games)


def test_what_batches_share_is_read_only() -> None:
    batch, other = some_games(2), some_games(3)
    before = other.play_out(seed=1).scores
    for shared in (batch.codec.tables, batch.codec.blank):
        assert isinstance(shared, np.ndarray)
        with pytest.raises(ValueError, match="read-only"):
            shared[:] = np.zeros(1, shared.dtype)
        for name in shared.dtype.names or ():
            with pytest.raises(ValueError, match="read-only"):
                shared[name] = 1
            with pytest.raises(ValueError, match="read-only"):
                shared[0][name] = 1
        if COMPILED:  # else they are views of views that can be written to
            with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
                shared.setflags(write=True)
    assert batch.tables is other.tables is batch.codec.tables
    assert np.array_equal(other.play_out(seed=1).scores, before)


@pytest.mark.parametrize("count", [1, 2])
def test_an_array_that_a_batch_returns_is_a_copy(count: int) -> None:
    """An array of one item is contiguous, wherever it lies."""
    batch = some_games(count)
    before = batch.games.copy()
    ends = batch.outcomes()
    for array in (
        *(batch.to_move, batch.over, batch.legal_masks(), batch.scores(), batch.encode()),
        *(batch.itemised_scores(), ends.reasons, ends.scores, ends.winners),
    ):
        array.fill(1)
    assert np.array_equal(batch.games, before)


def test_the_repr_names_the_rules() -> None:
    assert repr(some_games(4)) == "<Batch of 4 games, 2 players, Rules()>"


# Moves.


def test_illegal_actions_are_refused_with_their_reasons() -> None:
    batch = some_games(5)
    before = batch.games.copy()
    legal = batch.legal_masks().argmax(axis=1)
    actions = legal.copy()
    actions[[1, 3, 4]] = 0, 242, -1
    with pytest.raises(IllegalActions, match="illegal actions in 3 games:\n- game 1:") as caught:
        batch.apply(actions)
    assert caught.value.indices == (1, 3, 4)
    assert caught.value.actions == (0, 242, -1)
    assert caught.value.reasons == (
        Illegality.PLAY_DUE,
        Illegality.NOT_A_MOVE,
        Illegality.NOT_A_MOVE,
    )
    assert np.array_equal(batch.games, before)
    copy = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own bytes
    assert copy.reasons == caught.value.reasons


def test_many_illegal_actions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message has the reasons of five, and no others are computed before they are needed."""
    state, read = Batch.state, []

    def read_state(batch: Batch, index: int) -> GameState:
        read.append(index)
        return state(batch, index)

    monkeypatch.setattr(Batch, "state", read_state)
    with pytest.raises(IllegalActions) as caught:
        some_games(8).apply(np.zeros(8, np.int64))
    assert re.search(r"in 8 games:(\n.*){5}\n- and 3 more$", str(caught.value))
    with pytest.raises(IllegalActions, match=r"in 5 games:(\n- game .*){5}\Z"):
        some_games(5).apply(np.zeros(5, np.int64))
    assert read == [0, 1, 2, 3, 4] * 2
    assert caught.value.reasons == (Illegality.PLAY_DUE,) * 8


@settings(max_examples=10)
@given(states())
def test_exactly_the_illegal_actions_are_refused(state: GameState) -> None:
    every = Batch.of([state], shape=ANY_SHAPE)[np.zeros(242, np.int64)]
    with pytest.raises(IllegalActions) as caught:
        every.apply(np.arange(242))
    expected = {
        action: reason
        for action in range(242)
        if (reason := keltis.illegality(state, keltis.move_of(action))) is not None
    }
    assert dict(zip(caught.value.actions, caught.value.reasons, strict=True)) == expected


def test_only_the_games_of_a_mask_act() -> None:
    batch = some_games(2)
    start = batch.state(1)
    action = keltis.legal_action_ids(batch.state(0))[0]
    batch.apply([action, 999], where=[True, False])
    assert batch.state(0).phase is not keltis.Phase.PLAY
    assert batch.state(1) == start


@pytest.mark.parametrize(
    ("actions", "where", "message"),
    [
        ([0], None, "actions must be an array of 2 whole numbers, not one of shape"),
        ([0.0, 1.0], None, "actions must be an array of 2 whole numbers"),
        ([True, True], None, "actions must be an array of 2 whole numbers"),
        ([0, 0], [1, 0], "where must be an array of 2 truth values"),
        ([0, 0], [True], "where must be an array of 2 truth values"),
    ],
)
def test_arrays_of_a_wrong_kind_are_refused(
    actions: list[int], where: list[bool] | None, message: str
) -> None:
    with pytest.raises(InvalidArgument, match=message):
        some_games(2).apply(actions, where=where)


# What a batch says.


def test_masks_and_bytes_are_written_to_arrays_of_the_caller() -> None:
    batch = some_games(3)
    masks = np.full((3, 242), 9, np.int8)
    codes = np.full((3, 707), 9, np.uint8)
    assert batch.legal_masks(masks) is masks
    assert batch.encode(out=codes) is codes
    assert np.array_equal(masks, batch.legal_masks())
    assert np.array_equal(codes, batch.encode())


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((3, 241), np.int8),
        np.zeros((2, 242), np.int8),
        np.zeros((3, 242), np.uint8),
        np.zeros((242, 3), np.int8).T,
    ],
)
def test_arrays_that_do_not_fit_are_refused(out: np.ndarray[tuple[int, int]]) -> None:
    legal_masks: Callable[..., object] = some_games(3).legal_masks
    with pytest.raises(InvalidArgument, match="out must be a contiguous array of shape"):
        legal_masks(out)


@pytest.mark.parametrize("viewers", [1, [0, 1, 1], None])
def test_the_bytes_are_those_of_the_viewers(viewers: int | list[int] | None) -> None:
    batch = some_games(3)
    seats = np.broadcast_to(batch.to_move if viewers is None else viewers, 3)
    for index, code in enumerate(batch.encode(viewers)):
        assert code.tobytes() == encode(keltis.observe(batch.state(index), int(seats[index])))


@pytest.mark.parametrize("viewers", [2, -1, [0, 2], [0.5, 0.5]])
def test_impossible_viewers_are_refused(viewers: int | list[int]) -> None:
    with pytest.raises(InvalidArgument, match="viewers must be"):
        some_games(2).encode(viewers)


# Play-outs.


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", keltis.PRESETS.values(), ids=keltis.PRESETS)
def test_random_playouts_are_those_of_the_scalar_engine(rules: Rules, players: int) -> None:
    compare_playouts(some_games(4, players, rules))


@pytest.mark.parametrize("threads", [2, 3, 64])
def test_threads_change_nothing(threads: int) -> None:
    batch = some_games(5)
    one, many = batch.play_out(seed=3), batch.play_out(seed=3, threads=threads)
    assert np.array_equal(one.decisions, many.decisions)
    assert np.array_equal(one.scores, many.scores)
    assert np.array_equal(one.reasons, many.reasons)


def test_playouts_can_be_limited() -> None:
    batch = some_games(3)
    ends = batch.play_out(seed=1, max_moves=10)
    assert ends.decisions.tolist() == [10, 10, 10]
    assert ends.truncated.all()
    assert not ends.winners.any()
    limited = batch.play_out(seed=1, max_moves=10**30)
    assert limited.decisions.tolist() == batch.play_out(seed=1).decisions.tolist()


def test_playouts_without_a_seed_differ() -> None:
    batch = some_games(6)
    assert not np.array_equal(batch.play_out().decisions, batch.play_out().decisions)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"policy": "search"}, "policy must be 'random' or 'greedy' or 'learnt', not"),
        ({"threads": 0}, "threads must be a whole number from 1, not 0"),
        ({"max_moves": -1}, "max_moves must be a whole number from 0, not -1"),
        ({"max_moves": None}, "max_moves must be a whole number from 0, not None"),
        ({"seed": 1.5}, "seed must be a whole number"),
    ],
)
def test_impossible_playouts_are_refused(arguments: dict[str, object], message: str) -> None:
    play_out: Callable[..., object] = some_games(1).play_out
    with pytest.raises(InvalidArgument, match=message):
        play_out(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"policies": [("random",)]}, "players must be 2 or 3 or 4"),
        (
            {"policies": [("random", "search")]},
            "a policy must be 'random' or 'greedy' or",
        ),
        ({"policies": [("random",) * 2, ("random",) * 3]}, "game 1 has 3 policies, game 0 has 2"),
        ({"seeds": [1, 2]}, "there must be a seed and a policy seed for each game"),
        ({"policy_seeds": []}, "there must be a seed and a policy seed for each game"),
        ({"seeds": [-1]}, "seed must be a whole number from 0, not -1"),
        *(
            ({n: -1}, f"{n} must be a whole number from 0, not -1")
            for n in ("max_turns", "max_moves")
        ),
        ({"threads": 0}, "threads must be a whole number from 1, not 0"),
    ],
)
def test_impossible_matches_are_refused(arguments: dict[str, object], message: str) -> None:
    good = {"policies": [("greedy", "random")], "seeds": [1], "policy_seeds": [1], "max_turns": 9}
    play: Callable[..., object] = keltis.batch.play_matches
    with pytest.raises(InvalidArgument, match=message):
        play(**{"rules": KELTIS, **good, **arguments})


# Lines of play, counted two plies deeper than with states.


@pytest.mark.slow  # compiled kernels take seconds, plain Python minutes
@pytest.mark.parametrize(("state", "counts"), COUNTS.values(), ids=COUNTS)
def test_the_number_of_lines(
    state: GameState, counts: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shape, "of", lambda *_: ANY_SHAPE)  # that of other tests: it is compiled
    assert tuple(perft(state, depth) for depth in range(1, PERFT_DEPTH + 1)) == counts[:PERFT_DEPTH]


def test_there_is_one_line_without_a_move() -> None:
    assert perft(new_game(2, seed=1), 0) == 1
