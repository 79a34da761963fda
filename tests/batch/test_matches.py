"""Whole games between policies."""

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from batch.lockstep import ANY_SHAPE
from keltis import KELTIS, PRESETS, InvalidArgument, Rules, new_game, outcome, scores
from keltis.batch import Batch, Matches, Policy, play_matches
from keltis.bots import play_match
from leaning import BIG, SHORT

pytestmark = pytest.mark.slow  # it compiles the policies

DUEL: tuple[Policy, Policy] = "greedy", "random"


def small_matches(engine: ModuleType, max_turns: int = 1000) -> Matches:
    matches: Matches = engine.play_matches(
        [DUEL, DUEL[::-1]],
        seeds=[3, 4],
        policy_seeds=[5, 2**40],
        rules=SHORT,
        max_turns=max_turns,
        shape=ANY_SHAPE,
    )
    return matches


def test_plain_matches_are_those_of_the_compiled_ones(plain: ModuleType) -> None:
    import keltis.batch  # noqa: PLC0415 - beside the plain one

    one, other = small_matches(plain), small_matches(keltis.batch)
    for index in range(2):
        assert one.batch.state(index) == other.batch.state(index)
    for name in ("turns", "goal_turns", "goal_seats", "decisions"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist()


def test_plain_matches_end_after_the_last_turn(plain: ModuleType) -> None:
    matches = small_matches(plain, max_turns=3)
    assert matches.turns.tolist() == [3, 3]
    assert matches.truncated.all()


@pytest.mark.parametrize("moves", [0, 7])
def test_e3_matches_are_truncated_after_the_last_move(moves: int, plain: ModuleType) -> None:
    matches = plain.play_matches([DUEL], seeds=[3], rules=SHORT, max_moves=moves)
    record = play_match(DUEL, seed=3, rules=SHORT, max_moves=moves)
    assert record.outcome is None
    assert matches.batch.state(0) == record.final
    assert (matches.decisions[0], matches.turns[0]) == (moves, len(record.turns))
    assert matches.truncated.tolist() == [True]


def test_a_seed_deals_the_game_of_new_game_and_threads_change_nothing() -> None:
    one, many = (
        play_matches(
            [("random",) * 3] * 5,
            seeds=range(5),
            max_turns=0,
            threads=threads,
            shape=ANY_SHAPE,
        )
        for threads in (1, 3)
    )
    assert one.batch.state(4) == new_game(3, seed=4)
    assert np.array_equal(one.batch.games, many.batch.games)


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**63 - 1, 10**30])
def test_a_generator_goes_on_as_that_of_python(seed: int, plain: ModuleType) -> None:
    """A deal of the largest deck takes more numbers than a generator makes at once."""
    expected = new_game(1, seed=seed, rules=BIG)
    assert plain.new_games(1, 1, seed=[seed], rules=BIG).state(0) == expected


@pytest.mark.parametrize("rules", [KELTIS, SHORT], ids=["KELTIS", "SHORT"])
def test_matches_are_those_of_the_bots(rules: Rules) -> None:
    seats: list[tuple[Policy, ...]] = [DUEL, DUEL[::-1], ("random", "random")]
    matches = play_matches(seats, seeds=[3, 2**70, 0], rules=rules, shape=ANY_SHAPE)
    for game, seed in enumerate([3, 2**70, 0]):
        record = play_match(seats[game], seed=seed, rules=rules)
        assert matches.batch.state(game) == record.final
        assert matches.decisions[game] == len(record)
    assert not matches.truncated.any()


def test_policies_can_have_other_seeds_than_the_deal() -> None:
    matches = play_matches([DUEL], seeds=[3], policy_seeds=[10**30], rules=SHORT, shape=ANY_SHAPE)
    start = new_game(2, seed=3, rules=SHORT)
    assert matches.batch.state(0) == play_match(DUEL, start=start, seed=10**30).final


def test_there_may_be_no_games() -> None:
    matches = play_matches([], seeds=[], max_turns=10**30)
    assert len(matches.batch) == 0


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_itemised_scores_are_those_of_the_states(rules: Rules) -> None:
    starts = [play_match(["greedy", "random"], seed=seed, rules=rules).final for seed in range(2)]
    items = Batch.of(starts, shape=ANY_SHAPE).itemised_scores()
    for state, points in zip(starts, items.tolist(), strict=True):
        assert outcome(state) is not None
        assert points == [
            [score.paths, score.tile_points, score.wishing_stones] for score in scores(state)
        ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"policies": [("random",)]}, "players must be 2 or 3 or 4"),
        ({"policies": [("random", "search")]}, "a policy must be 'random' or 'greedy', not 'sea"),
        ({"policies": [DUEL, ("random",) * 3]}, "game 1 has 3 policies, game 0 has 2"),
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
    good = {"policies": [DUEL], "seeds": [1], "policy_seeds": [1], "max_turns": 9}
    play: Callable[..., object] = play_matches
    with pytest.raises(InvalidArgument, match=message):
        play(**{"rules": KELTIS, **good, **arguments})
