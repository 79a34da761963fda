"""The PettingZoo form: its own checks, and the scalar engine beside it."""

import pickle
import random
import sys
import warnings
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import keltis
import noughts
from adapters.games import OWN, RULES, TINY, Case, keltis_case, with_cases
from keltis import celtic
from keltis.game import M, R, S, V
from keltis.learning import layout
from leaning import BIG
from profiles import by_profile

pytest.importorskip("pettingzoo", reason='needs PettingZoo: pip install "keltis[pettingzoo]"')

import pettingzoo as zoo
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from keltis.adapters import pettingzoo
from keltis.adapters._environment import render_modes

CONFIGURATIONS: dict[str, dict[str, object]] = {
    **{
        f"{name}, {players} players": {"rules": rules, "players": players}
        for name, rules in RULES.items()
        for players in (2, 3, 4)
    },
    "CELTIC!": {"rules": celtic.CELTIC},
    "CELTIC!, own rules": {"rules": celtic.Rules(width=6, height=4)},
    "margins": {"players": 3, "returns": "score_margins"},
    "truncated": {"max_moves": 37},
}
KNOWN_WARNINGS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Action mask numpy array is all zeros",
)
"""What `api_test` warns every environment with a mask of, unless it knows the name."""
every_configuration = pytest.mark.parametrize(
    "arguments", CONFIGURATIONS.values(), ids=CONFIGURATIONS
)
make: Callable[..., pettingzoo.AECEnv] = pettingzoo.env
make_raw: Callable[..., pettingzoo.KeltisEnv] = pettingzoo.KeltisEnv


@every_configuration
def test_api_test_passes_and_warns_only_of_the_mask(arguments: dict[str, object]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(**arguments), num_cycles=by_profile(40, 1000))
    messages = {str(warning.message) for warning in caught}
    assert {text for text in messages if not text.startswith(KNOWN_WARNINGS)} == set()


@every_configuration
def test_seed_test_passes(arguments: dict[str, object]) -> None:
    seed_test(lambda: make(**arguments), by_profile(30, 500))


@every_configuration
def test_parallel_api_test_passes(arguments: dict[str, object]) -> None:
    parallel_api_test(turn_based_aec_to_parallel(make(**arguments)), by_profile(60, 1000))


@pytest.mark.parametrize("arguments", [{"players": 2}, {"players": 4}, {"rules": celtic.CELTIC}])
def test_render_test_passes(arguments: dict[str, object]) -> None:
    pytest.importorskip("resvg_py", reason='needs resvg_py: pip install "keltis[pixels]"')
    render_test(lambda **others: make(**arguments, **others))


class NoughtsEnv(pettingzoo.GameEnv[noughts.State, noughts.State, noughts.Move, noughts.Rules]):
    game = noughts.GAME


def compare(
    case: Case[S, V, M, R], env: pettingzoo.GameEnv[S, V, M, R], state: S, *, over: bool
) -> None:
    """Compare what every agent sees with the scalar engine."""
    assert env.game_state == state
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert seen["observation"].tobytes() == case.encode(state, seat)
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].tolist() == case.mask(state, seat, over=over)


@with_cases(pettingzoo.KeltisEnv, pettingzoo.CelticEnv, NoughtsEnv)
def test_every_step_is_as_in_the_record_of_the_game(
    case: Case[S, V, M, R], env_class: Callable[..., pettingzoo.GameEnv[S, V, M, R]]
) -> None:
    env = env_class(case.players, rules=case.rules, returns=case.returns)
    for seed in range(by_profile(1, 12)):
        record = case.record(seed)
        env.reset(seed=seed)
        agents = env.agents[:]
        for state, move in record:
            compare(case, env, state, over=False)
            assert env.agent_selection == agents[state.to_move]
            assert set(env.rewards.values()) == {0.0}
            assert not any(env.terminations.values())
            env.step(case.number(move, state.to_move))
        compare(case, env, record.final, over=True)
        assert env.rewards == dict(zip(agents, case.worth(record.final), strict=True))
        assert all(env.terminations.values())
        assert not any(env.truncations.values())


def test_the_bounds_of_numbers_with_two_bytes_are_exact() -> None:
    env = make_raw(6, rules=BIG)
    env.reset(seed=1)
    highest = env.observation_space("player_0")["observation"].high
    fields = layout(BIG, 6).slices
    assert highest[fields["draw_pile"]].tolist() == [255, (945 - 300 - 6 * 8) >> 8]
    assert highest[fields["tile_points"]].tolist() == [255, 600 >> 8] * 6
    assert env.observation_space("player_0").contains(env.observe("player_0"))


def test_a_game_is_truncated_after_max_moves_without_a_reward() -> None:
    case = keltis_case()
    record = case.record(1).until(25)
    env = make_raw(max_moves=25)
    env.reset(seed=1)
    for _, move in record:
        assert not any(env.truncations.values())
        env.step(keltis.action_id(move))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
    compare(case, env, record.final, over=True)
    while env.agents:
        env.step(None)
    compare(case, env, record.final, over=True)


def finish(env: pettingzoo.AECEnv) -> Iterator[tuple[str, float]]:
    """Play to the end with the first legal actions; yields the last rewards."""
    for agent in env.agent_iter():
        seen, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            yield agent, reward
            env.step(None)
        else:
            env.step(seen["action_mask"].argmax())


@pytest.mark.parametrize(
    "raw", [pettingzoo.KeltisEnv(3, rules=TINY), pettingzoo.CelticEnv(), NoughtsEnv()]
)
def test_every_agent_gets_its_reward_once_with_its_last_observation(
    raw: pettingzoo.GameEnv[S, V, M, R],
) -> None:
    env = pettingzoo.wrap(raw)
    env.reset(seed=1)
    last = dict(finish(env))
    returns = raw.game.learning.returns(raw.game_state, "win_shares")
    assert tuple(last[agent] for agent in env.possible_agents) == returns


def test_the_rules_decide_which_game_it_is() -> None:
    for rules, name in ((TINY, "keltis_v0"), (celtic.CELTIC, "celtic_v0")):
        assert pettingzoo.raw_env(rules=rules).metadata["name"] == name


def test_without_a_seed_the_next_game_of_the_last_seed_is_dealt() -> None:
    env = make_raw()
    games = []
    for seed in (5, None, 5, None):
        env.reset(seed=seed)
        games.append(env.game_state)
    rng = random.Random(5)
    assert games[:2] == games[2:] == [keltis.new_game(2, rng=rng), keltis.new_game(2, rng=rng)]


@pytest.mark.parametrize(
    ("returns", "least"), [("win_shares", -1.0), ("score_margins", -108 * 2 / 3)]
)
def test_an_illegal_action_ends_the_game_with_the_least_return(returns: str, least: float) -> None:
    env = make(players=3, returns=returns)
    env.reset(seed=1)
    env.step(0)  # a draw, when a card is to be played
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": least, "player_1": 0, "player_2": 0}
    assert not env.observe("player_1")["action_mask"].any()
    assert not env.observe("player_0")["action_mask"].any()


def test_without_wrappers_an_illegal_action_raises_and_changes_nothing() -> None:
    env = make_raw()
    env.reset(seed=1)
    with pytest.raises(keltis.IllegalMove):
        env.step(0)
    compare(keltis_case(), env, keltis.new_game(2, seed=1), over=False)


def test_a_pickled_environment_goes_on_where_it_was() -> None:
    env = make_raw(players=2, rules=OWN)
    env.reset(seed=1)
    env.step(env.observe(env.agent_selection)["action_mask"].argmax())
    copied = pickle.loads(pickle.dumps(env))  # noqa: S301 - our own bytes
    assert copied.game_state == env.game_state
    assert dict(finish(copied)) == dict(finish(env))


def test_changing_an_observation_changes_nothing_else() -> None:
    env = make_raw()
    env.reset(seed=1)
    seen = env.observe("player_0")
    seen["observation"][:] = 1
    seen["action_mask"][:] = 1
    compare(keltis_case(), env, keltis.new_game(2, seed=1), over=False)


def test_human_mode_prints_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = make(rules=TINY, render_mode="human")
    env.reset(seed=1)
    before = capsys.readouterr().out
    assert "player 0 is to lay or discard a card" in before
    env.step(env.observe("player_0")["action_mask"].argmax())
    assert capsys.readouterr().out not in ("", before)


def test_ansi_mode_returns_the_board_with_all_hands() -> None:
    env = make_raw(render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    for player in keltis.new_game(2, seed=1).players:
        assert all(str(card) in text for card in player.hand)


@pytest.mark.parametrize("env_class", [pettingzoo.KeltisEnv, pettingzoo.CelticEnv])
def test_pixels_change_with_the_position_and_keep_their_shape(
    env_class: Callable[..., pettingzoo.GameEnv[S, V, M, R]],
) -> None:
    pytest.importorskip("resvg_py", reason='needs resvg_py: pip install "keltis[pixels]"')
    env = env_class(render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    for _ in range(2):
        env.step(env.observe(env.agent_selection)["action_mask"].argmax())
    second = env.render()
    assert isinstance(first, np.ndarray)
    assert isinstance(second, np.ndarray)
    assert first.shape == second.shape
    assert first.shape[0] % 2 == 0  # encoders of films need even sizes
    assert first.shape[1:] == (640, 3)
    assert (first != second).any()


def test_pixels_are_offered_only_where_they_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert render_modes() == ["human", "ansi", "rgb_array"]
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert make_raw().metadata["render_modes"] == ["human", "ansi"]
    with pytest.raises(ImportError, match=r'pip install "keltis\[pixels\]"'):
        make_raw(render_mode="rgb_array")


def test_the_info_has_the_mask_of_the_observation() -> None:
    env = make(players=3, rules=TINY)
    env.reset(seed=1)
    for agent in env.agent_iter():
        shown = {name: info["action_mask"] for name, info in env.infos.items()}
        assert {name for name, mask in shown.items() if mask.any()} <= {agent}
        seen, _, over, _, info = env.last()
        assert info["action_mask"].tolist() == seen["action_mask"].tolist()
        assert shown[agent].tolist() == seen["action_mask"].tolist()
        env.step(None if over else seen["action_mask"].argmax())


def test_after_an_illegal_action_no_mask_has_a_legal_one() -> None:
    env = make()
    env.reset(seed=1)
    env.step(0)  # a draw, when a card is to be played
    seen, _, over, _, info = env.last()
    assert over
    assert not seen["action_mask"].any()
    assert not info["action_mask"].any()


@pytest.mark.parametrize("arguments", [{"players": 3}, {"rules": celtic.CELTIC}])
def test_the_state_is_what_all_agents_see(arguments: dict[str, object]) -> None:
    env = make(**arguments)
    env.reset(seed=1)
    for _ in range(3):
        seen = [env.observe(agent)["observation"] for agent in env.possible_agents]
        state = env.unwrapped.state()
        assert state.tolist() == np.concatenate(seen).tolist()
        assert state in env.unwrapped.state_space
        env.step(env.observe(env.agent_selection)["action_mask"].argmax())


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("KELTIS_LITERAL", keltis.KELTIS_LITERAL),
        ("KELTIS hand_size=6", keltis.Rules(hand_size=6)),
        ("CELTIC width=4", celtic.Rules(width=4)),
    ],
)
def test_rules_can_be_a_text(text: str, rules: keltis.Rules | celtic.Rules) -> None:
    env = pettingzoo.raw_env(rules=text)
    env.reset(seed=1)
    assert env.game_state.rules == rules


@pytest.mark.skipif(not hasattr(zoo, "register"), reason="needs PettingZoo 1.27")
@pytest.mark.parametrize("name", ["keltis", "celtic"])
def test_the_games_are_registered_in_pettingzoo(name: str) -> None:
    env = zoo.make("aec", f"keltis/{name}_v0", max_moves=50)
    assert env.metadata["name"] == f"{name}_v0"
