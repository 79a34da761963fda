"""CELTIC! as a PettingZoo environment, and the scalar engine beside it."""

import random
from typing import Final

import numpy as np
import pytest

from keltis import celtic
from keltis.celtic import Owner
from keltis.celtic.learning import encode
from keltis.celtic.record import record_from_json, record_to_json
from profiles import by_profile

pytest.importorskip("pettingzoo", reason='needs PettingZoo: pip install "keltis[pettingzoo]"')

from keltis.adapters import pettingzoo

PLAYERS: Final[tuple[celtic.Player, ...]] = (Owner.ORANGE, Owner.BLUE)
REWARDS: Final[dict[celtic.Player | None, tuple[float, float]]] = {
    None: (0.0, 0.0),
    Owner.ORANGE: (1.0, -1.0),
    Owner.BLUE: (-1.0, 1.0),
}
"""By winner, the rewards of Orange and Blue."""
RULES = [celtic.CELTIC, celtic.Rules(width=6, height=4), celtic.Rules(width=3, height=3, start=2)]


def played_record(rules: celtic.Rules, seed: int) -> celtic.GameRecord:
    """The record of a random game, as another program would read it."""
    rng = random.Random(seed)
    state = start = celtic.new_game(rules=rules)
    moves = []
    while legal := celtic.legal_moves(state):
        moves.append(rng.choice(legal))
        state = celtic.apply_move(state, moves[-1])
    return record_from_json(record_to_json(celtic.GameRecord(start, tuple(moves))))


def action_of(move: celtic.Move, player: celtic.Player) -> int:
    """The action number of a move, in which the player's own tiles are always the same."""
    action = celtic.action_id(move)
    return celtic.opponent_action(action) if player is Owner.BLUE else action


def compare(env: pettingzoo.CelticEnv, state: celtic.GameState) -> None:
    """Compare what both agents see with the scalar engine."""
    assert env.game_state == state
    for player, agent in zip(PLAYERS, env.possible_agents, strict=True):
        seen = env.observe(agent)
        assert seen["observation"].tobytes() == encode(state, player)
        assert env.observation_space(agent).contains(seen)
        moves = celtic.legal_moves(state) if state.to_move is player else ()
        actions = sorted(action_of(move, player) for move in moves)
        assert np.flatnonzero(seen["action_mask"]).tolist() == actions


@pytest.mark.parametrize("rules", RULES, ids=["printed", "wide", "small"])
def test_every_step_is_as_in_the_record_of_the_game(rules: celtic.Rules) -> None:
    for seed in range(by_profile(4, 100)):
        record = played_record(rules, seed)
        env = pettingzoo.CelticEnv(rules=rules)
        env.reset(seed=seed)
        for state, move in record:
            assert not isinstance(move, celtic.Forfeit)
            compare(env, state)
            assert set(env.rewards.values()) == {0.0}
            assert not any(env.terminations.values())
            env.step(action_of(move, state.to_move))
        compare(env, record.final)
        assert record.outcome is not None
        assert tuple(env.rewards.values()) == REWARDS[record.outcome.winner]
        assert all(env.terminations.values())


def test_both_players_number_the_same_move_alike() -> None:
    env = pettingzoo.CelticEnv(rules=celtic.CELTIC)
    env.reset()
    move = celtic.Lay(0, -1, 4, Owner.ORANGE)
    env.step(celtic.action_id(move))
    own_tile = celtic.Lay(0, 1, 1, Owner.ORANGE)
    env.step(celtic.action_id(own_tile))
    state = env.game_state
    assert isinstance(state, celtic.GameState)
    assert celtic.Lay(0, 1, 1, Owner.BLUE) in state.lays


def test_both_agents_get_their_rewards_through_the_wrappers() -> None:
    env = pettingzoo.env(rules=celtic.CELTIC)
    winners = set()
    for seed in range(8):
        env.reset()
        rng = random.Random(seed)
        rewards = {}
        for agent in env.agent_iter():
            seen, reward, termination, _, _ = env.last()
            if termination:
                rewards[agent] = reward
                env.step(None)
            else:
                env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        state = env.unwrapped.game_state
        assert isinstance(state, celtic.GameState)
        end = celtic.outcome(state)
        assert end is not None
        assert (rewards["player_0"], rewards["player_1"]) == REWARDS[end.winner]
        winners.add(end.winner)
    assert winners == {Owner.ORANGE, Owner.BLUE, None}


def test_least_rewards_and_names_are_those_of_celtic() -> None:
    env = pettingzoo.CelticEnv(rules=celtic.CELTIC, render_mode="ansi")
    env.reset()
    assert env.least_return == -1.0
    assert env.metadata["name"] == "celtic_v0"
    assert "orange" in str(env.render()).lower()


def test_the_picture_is_drawn_by_celtic() -> None:
    pytest.importorskip("resvg_py", reason='needs resvg_py: pip install "keltis[pixels]"')
    env = pettingzoo.CelticEnv(rules=celtic.CELTIC, render_mode="rgb_array")
    env.reset()
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape[1:] == (640, 3)
