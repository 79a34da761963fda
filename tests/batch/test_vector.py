"""The vector environment."""

import enum
import random
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

import keltis
import keltis.batch
from batch.comparisons import TINY, follow, random_actions
from keltis import KELTIS, GameRandom, InvalidArgument, Rules, new_game
from keltis.batch import AutoresetMode, IllegalActions, VectorEnv, new_games


@pytest.mark.parametrize("threads", [1, 2])
def test_steps_are_those_of_the_scalar_engine(threads: int) -> None:
    assert follow(VectorEnv(5, rules=TINY, threads=threads), TINY, 3, 60) > 5


def play_to_ends(env: VectorEnv) -> None:
    """Step until all games are over, and see that they stay."""
    rng = random.Random(2)
    _, infos = env.reset(seed=2)
    over = np.zeros(env.num_envs, np.bool_)
    while not over.all():
        before = [env.state(index) for index in range(env.num_envs)]
        _, rewards, terminations, _, infos = env.step(random_actions(infos["action_mask"], rng))
        for index in np.flatnonzero(over):
            assert env.state(int(index)) == before[index]
            assert not rewards[index].any()
            assert not infos["action_mask"][index].any()
        newly = terminations & ~over
        assert newly.any() == ("_scores" in infos)
        if newly.any():
            assert infos["_scores"].tolist() == newly.tolist()
        assert "final_obs" not in infos
        assert (terminations >= over).all()
        over = terminations.copy()


def test_games_stay_when_autoreset_is_disabled(plain: ModuleType) -> None:
    play_to_ends(plain.VectorEnv(2, rules=TINY, autoreset_mode=AutoresetMode.DISABLED))
    alone = Rules(cards_removed=((1, 100),))
    play_to_ends(plain.VectorEnv(1, 1, rules=alone, autoreset_mode=AutoresetMode.DISABLED))
    env = VectorEnv(3, rules=TINY, autoreset_mode=AutoresetMode.DISABLED)
    play_to_ends(env)
    mask = np.array([True, False, True])
    _, infos = env.reset(options={"reset_mask": mask})
    assert infos["action_mask"].any(axis=1).tolist() == mask.tolist()
    assert env.state(2) == new_game(2, rng=GameRandom(2, 2 + 3), rules=TINY)
    _, _, terminations, _, _ = env.step(random_actions(infos["action_mask"], random.Random(1)))
    assert terminations.tolist() == [False, True, False]


def test_games_can_start_from_a_batch() -> None:
    env = VectorEnv(3, rules=TINY)
    env.reset(seed=1)
    start = new_games(2, 2, seed=8, rules=TINY)
    env.reset(options={"reset_mask": [True, False, True]}, start=start)
    assert np.array_equal(env.batch.games[[0, 2]], start.games)
    assert env.state(1) == new_game(2, rng=GameRandom(1, 1), rules=TINY)
    env.reset()
    assert env.state(1) == new_game(2, rng=GameRandom(1, 4), rules=TINY)


def test_games_are_truncated_after_so_many_decisions() -> None:
    env = VectorEnv(2, max_moves=3)
    _, infos = env.reset(seed=1)
    for expected in (False, False, True, False):
        actions = random_actions(infos["action_mask"], random.Random(1))
        _, rewards, terminations, truncations, infos = env.step(actions)
        assert truncations.tolist() == [expected] * 2
        assert not terminations.any()
        assert not rewards.any()
        assert ("_final_obs" in infos) == expected
        assert ("final_info" in infos) == expected
        if expected:
            assert infos["final_info"]["to_move"].tolist() == [1, 1]
            assert infos["to_move"].tolist() == [0, 0]


@pytest.mark.parametrize("seeds", [[5, 6], np.array([5, 6])])
def test_the_games_of_a_list_of_seeds_are_numbered_by_place(seeds: list[int]) -> None:
    env = VectorEnv(2)
    env.reset(seed=seeds)
    assert env.state(1) == new_game(2, rng=GameRandom(6, 0))
    env.reset(options={})
    assert env.state(1) == new_game(2, rng=GameRandom(6, 1))
    env.reset(seed=9)
    assert env.state(1) == new_game(2, rng=GameRandom(9, 1))


def test_without_a_seed_the_operating_system_gives_one() -> None:
    first, second = (VectorEnv(1).reset()[0].copy() for _ in range(2))
    assert not np.array_equal(first, second)


def test_another_player_can_be_first() -> None:
    _, infos = VectorEnv(2, first_player=1).reset(seed=1)
    assert infos["to_move"].tolist() == [1, 1]


def test_the_arrays_are_the_same_objects_at_every_step() -> None:
    env = VectorEnv(2)
    observations, infos = env.reset(seed=1)
    after = env.step(random_actions(infos["action_mask"], random.Random(1)))
    assert after[0] is observations
    assert after[4]["action_mask"] is infos["action_mask"]


def test_an_illegal_action_changes_nothing(plain: ModuleType) -> None:
    for engine in (plain, keltis.batch):
        env = engine.VectorEnv(2)
        _, infos = env.reset(seed=1)
        before = [env.state(0), env.state(1)]
        legal = random_actions(infos["action_mask"], random.Random(1))
        with pytest.raises(engine.IllegalActions, match="illegal actions in 1 games:\n- game 1"):
            env.step([legal[0], 0])
        assert [env.state(0), env.state(1)] == before


def test_a_mask_that_a_user_changed_does_not_matter() -> None:
    env = VectorEnv(1)
    _, infos = env.reset(seed=1)
    masks = infos["action_mask"]
    masks[:] = np.ones_like(masks)
    with pytest.raises(IllegalActions):
        env.step([0])


@pytest.mark.slow  # with compiled kernels
def test_one_game_and_many_games() -> None:
    for count in (1, 16_384):
        env = VectorEnv(count)
        _, infos = env.reset(seed=1)
        env.step(infos["action_mask"].argmax(axis=1))
        assert env.state(count - 1).rules is KELTIS
        env.close()


def test_the_metadata_name_the_autoreset_mode() -> None:
    env = VectorEnv(1, autoreset_mode=AutoresetMode.DISABLED)
    assert env.metadata == {"autoreset_mode": AutoresetMode.DISABLED}
    assert repr(env.autoreset_mode) == "AutoresetMode.DISABLED"


class OtherMode(enum.Enum):
    """The members of another library with the same values."""

    SAME_STEP = "SameStep"
    NEXT_STEP = "NextStep"


def test_modes_of_the_same_value_are_accepted() -> None:
    env = VectorEnv(1, autoreset_mode=OtherMode.SAME_STEP)
    assert env.autoreset_mode is AutoresetMode.SAME_STEP


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs must be a whole number from 1, not 0"),
        ({"players": 7}, "players must be 2 or 3 or 4"),
        ({"autoreset_mode": OtherMode.NEXT_STEP}, "SAME_STEP or .*DISABLED, not <OtherMode.NEXT"),
        ({"autoreset_mode": None}, "autoreset_mode must be AutoresetMode.SAME_STEP or"),
        ({"max_moves": 0}, "max_moves must be a whole number from 1, not 0"),
        ({"returns": "points"}, "returns must be win_shares or score_margins, not 'points'"),
        ({"threads": 0}, "threads must be a whole number from 1, not 0"),
        ({"first_player": 2}, "first_player must be a seat from 0 to 1, not 2"),
    ],
)
def test_impossible_environments_are_refused(arguments: dict[str, object], message: str) -> None:
    make: Callable[..., VectorEnv] = VectorEnv
    with pytest.raises(InvalidArgument, match=message):
        make(**{"num_envs": 1, **arguments})


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="call reset before step"):
        VectorEnv(1).step([0])


def test_seeds_and_a_reset_mask_must_fit_the_number_of_games() -> None:
    env = VectorEnv(2)
    with pytest.raises(InvalidArgument, match="there are 1 seeds for 2 games"):
        env.reset(seed=[1])
    env.reset(seed=1)
    with pytest.raises(InvalidArgument, match="reset_mask must be an array of 2 truth values"):
        env.reset(options={"reset_mask": [True]})


def test_the_first_reset_deals_all_games() -> None:
    env = VectorEnv(2)
    env.reset(seed=5, options={"reset_mask": [True, False]})
    assert env.state(1) == new_game(2, rng=GameRandom(5, 1))
