"""What all environments refuse, and what they do without a game or a render mode."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import pytest

from keltis import InvalidArgument, celtic

pytest.importorskip("pettingzoo", reason='needs PettingZoo: pip install "keltis[adapters]"')
pytest.importorskip("numba", reason='needs the batch engine: pip install "keltis[adapters]"')

from keltis.adapters import gymnasium, pettingzoo

Make: TypeAlias = Callable[..., object]
GYM: Make = gymnasium.KeltisEnv
VECTOR: Make = gymnasium.vector_env
ZOO: Make = pettingzoo.env
CELTIC: Make = partial(pettingzoo.env, rules=celtic.CELTIC)


@pytest.mark.parametrize(
    ("make", "arguments", "message"),
    [
        *(
            (make, arguments, message)
            for make in (GYM, VECTOR, ZOO)
            for arguments, message in (
                ({"returns": "points"}, "returns must be win_shares or score_margins, not"),
                ({"max_moves": 0}, "max_moves must be a whole number from 1 to 10000, not 0"),
            )
        ),
        (GYM, {"render_mode": "svg"}, "render_mode must be one of"),
        (ZOO, {"render_mode": "svg"}, "render_mode must be one of"),
        (GYM, {"seat": 2}, "seat must be a seat from 0 to 1, not 2"),
        (VECTOR, {"seat": 2}, "seat must be a seat from 0 to 1, not 2"),
        (GYM, {"opponents": []}, "players must be 2 or 3 or 4"),
        (VECTOR, {"opponents": ["random"] * 4}, "players must be 2 or 3 or 4"),
        (ZOO, {"players": 5}, "players must be 2 or 3 or 4"),
        (GYM, {"opponents": "greedy"}, "unknown bot 'g'"),
        (GYM, {"opponents": ["greddy"]}, "unknown bot 'greddy'"),
        (VECTOR, {"num_envs": 0}, "num_envs must be a whole number from 1, not 0"),
        (CELTIC, {"players": 3}, "players must be 2, not 3"),
        (CELTIC, {"returns": "score_margins"}, "returns must be win_shares, not 'score_margins'"),
    ],
)
def test_impossible_environments_are_refused(
    make: Make, arguments: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidArgument, match=message):
        make(**arguments)


def test_without_a_render_mode_a_warning_says_so() -> None:
    for env in (gymnasium.KeltisEnv(), pettingzoo.KeltisEnv()):
        env.reset(seed=1)
        with pytest.warns(UserWarning, match="render.. does nothing without a render_mode"):
            assert env.render() is None
        env.close()


def test_an_action_must_be_in_the_space() -> None:
    for env in (gymnasium.KeltisEnv(), pettingzoo.KeltisEnv()):
        env.reset(seed=1)
        with pytest.raises(InvalidArgument, match="action must be a whole number from 0 to 241"):
            env.step(242)


def test_before_the_first_reset_there_is_no_game() -> None:
    for env in (gymnasium.KeltisEnv(), pettingzoo.KeltisEnv()):
        with pytest.raises(InvalidArgument, match="there is no game yet: call reset first"):
            _ = env.game_state
        with pytest.raises(InvalidArgument, match="no game is under way: call reset first"):
            env.step(0)
    with pytest.raises(InvalidArgument, match="there is no game yet: call reset first"):
        gymnasium.vector_env(1).step([0])


@pytest.mark.parametrize("seed", [-1, 1.5, "7"])
def test_seeds_must_be_whole_numbers(seed: object) -> None:
    with pytest.raises(InvalidArgument, match="seed must be a whole number from 0"):
        pettingzoo.KeltisEnv().reset(seed=seed)  # type: ignore[arg-type] # on purpose
