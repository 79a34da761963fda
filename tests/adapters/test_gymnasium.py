"""The Gymnasium form: its own checks, and the scalar engine beside it."""

import copy
import pickle
import random
import warnings
from collections.abc import Callable
from typing import Generic

import attrs
import numpy as np
import pytest

import keltis
import noughts
from adapters.games import OWN, RULES, TINY, Case, with_cases
from helpers import run_python
from keltis import InvalidArgument, Move, celtic
from keltis.game import M, R, S, V
from keltis.render import board_text
from profiles import by_profile

pytest.importorskip("gymnasium", reason='needs Gymnasium: pip install "keltis[gymnasium]"')
import gymnasium
from gymnasium.utils.env_checker import check_env

from keltis.adapters.gymnasium import CelticEnv, GameEnv, KeltisEnv


class NoughtsEnv(GameEnv[noughts.State, noughts.State, noughts.Move, noughts.Rules]):
    game = noughts.GAME


make: Callable[..., KeltisEnv] = KeltisEnv
CONFIGURATIONS: dict[str, tuple[str, dict[str, object]]] = {
    **{
        f"{count} opponents": ("Keltis-v0", {"opponents": ["random"] * count})
        for count in (1, 2, 3)
    },
    **{name: ("Keltis-v0", {"rules": rules}) for name, rules in RULES.items()},
    "mixed": ("Keltis-v0", {"opponents": ["greedy", "random"]}),
    "margins": ("Keltis-v0", {"returns": "score_margins"}),
    "truncated": ("Keltis-v0", {"max_moves": 30}),
    "second seat": ("Keltis-v0", {"seat": 1}),
    "CELTIC!": ("Celtic-v0", {}),
    "CELTIC!, own rules": (
        "Celtic-v0",
        {"opponents": ["random"], "rules": celtic.Rules(width=6, height=4)},
    ),
}


@pytest.mark.parametrize(("name", "arguments"), CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_check_env_passes_without_a_warning(name: str, arguments: dict[str, object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(name, **arguments)
        check_env(env.unwrapped, skip_render_check=True)


def test_check_env_passes_in_all_render_modes(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("resvg_py", reason='needs resvg_py: pip install "keltis[pixels]"')
    check_env(gymnasium.make("Keltis-v0", render_mode="ansi").unwrapped)
    assert capsys.readouterr().out


def test_the_id_with_its_module_needs_no_import() -> None:
    code = """
import gymnasium
env = gymnasium.make("keltis.adapters.gymnasium:Keltis-v0", opponents=["random"], seat=0)
print(type(env.unwrapped).__name__)
"""
    assert run_python(code) == "KeltisEnv\n"


@attrs.define
class Spy(Generic[M]):
    """A bot that plays at random and writes down what it does."""

    log: list[M]

    def __call__(self, _view: object, moves: tuple[M, ...], rng: random.Random) -> M:
        self.log.append(rng.choice(moves))
        return self.log[-1]


def legal_action(env: GameEnv[S, V, M, R], rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(env.action_masks())))


@with_cases(KeltisEnv, CelticEnv, NoughtsEnv)
def test_every_step_is_that_of_the_scalar_engine(
    case: Case[S, V, M, R], env_class: Callable[..., GameEnv[S, V, M, R]]
) -> None:
    rng, engine = random.Random(case.players), case.game.engine
    for seed in range(by_profile(1, 12)):
        log: list[M] = []
        bots = [Spy(log)] * (case.players - 1)
        env = env_class(bots, rules=case.rules, returns=case.returns)
        observation, info = env.reset(seed=seed)
        state = engine.new_game(case.players, seed=seed, rules=case.rules)
        over = False
        while True:
            for move in log:
                assert state.to_move != env.seat
                state = engine.apply_move(state, move)
            log.clear()
            assert env.game_state == state
            assert observation.tobytes() == case.encode(state, env.seat)
            assert env.observation_space.contains(observation)
            assert info["action_mask"].tolist() == case.mask(state, env.seat, over=over)
            if over:
                break
            action = legal_action(env, rng)
            (move,) = [m for m in engine.legal_moves(state) if case.number(m, env.seat) == action]
            state = engine.apply_move(state, move)
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated
            assert over or reward == 0.0
        assert reward == case.worth(state)[env.seat]


def test_the_info_has_the_points_of_the_player_first() -> None:
    env = make(["random", "random"], rules=TINY, seat=2)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        now = [score.total for score in keltis.scores(env.game_state)]
        assert info["scores"].tolist() == now[2:] + now[:2]
        _, _, over, _, info = env.step(legal_action(env, random.Random(1)))
    first, second, player = (score.total for score in keltis.scores(env.game_state))
    assert info["scores"].tolist() == [player, first, second]


def test_the_bots_of_a_seed_play_as_in_a_match() -> None:
    env = make(["random"], seat=1)
    env.reset(seed=7)
    record = keltis.GAME.record.new_record(2, seed=7)
    bots = keltis.GAME.bots.make_bot("random"), None
    match = keltis.game.Match(game=keltis.GAME, record=record, bots=bots, seed=7)
    assert env.game_state == match.advance().state


@pytest.mark.parametrize("env_class", [KeltisEnv, CelticEnv])
def test_a_copied_environment_goes_its_own_way(
    env_class: Callable[..., GameEnv[S, V, M, R]],
) -> None:
    env = env_class(["random"], seat=0)
    env.reset(seed=1)
    before = env.game_state
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301 - our own bytes
        other.step(legal_action(other, random.Random(1)))
        assert env.game_state == before != other.game_state


def test_the_opponents_sit_in_turn_order_after_the_player() -> None:
    seats: list[list[int]] = [[], [], []]

    def bot_of(place: int) -> keltis.game.Bot[keltis.PlayerView, Move]:
        def bot(view: keltis.PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
            seats[place].append(view.to_move)
            return moves[0]

        return bot

    env = make([bot_of(place) for place in range(3)], rules=TINY, seat=2)
    env.reset(seed=1)
    while not all(seats):
        env.step(legal_action(env, random.Random(1)))
    assert [set(each) for each in seats] == [{3}, {0}, {1}]


def test_without_a_seat_one_is_drawn_for_each_game() -> None:
    env = make(["random", "random"], rules=TINY)
    env.reset(seed=1)
    seats = [env.seat]
    for _ in range(30):
        env.reset()
        seats.append(env.seat)
    assert set(seats) == {0, 1, 2}


def test_a_game_is_truncated_after_max_moves_without_a_reward() -> None:
    env = make(["random"], max_moves=20, seat=0)
    env.reset(seed=1)
    truncated = False
    steps = 0
    while not truncated:
        _, reward, terminated, truncated, info = env.step(legal_action(env, random.Random(1)))
        steps += 1
        assert (reward, terminated) == (0.0, False)
    assert 6 <= steps <= 20
    assert not info["action_mask"].any()
    with pytest.raises(InvalidArgument, match="no game is under way: call reset first"):
        env.step(0)


@pytest.mark.parametrize(("returns", "least"), [("win_shares", -1.0), ("score_margins", -54.0)])
def test_an_illegal_action_ends_the_game_with_the_least_return(returns: str, least: float) -> None:
    env = make(returns=returns)
    env.reset(seed=1)
    before = env.game_state
    _, reward, terminated, truncated, info = env.step(0)  # a draw, when a card is to be played
    assert (reward, terminated, truncated) == (least, True, False)
    assert info["illegal_action"]
    assert not info["action_mask"].any()
    assert env.game_state == before


@pytest.mark.parametrize("name", ["Keltis-v0", "Celtic-v0"])
def test_all_infos_have_the_same_keys(name: str) -> None:
    env = gymnasium.make(name, opponents=["random"], max_moves=40)
    _, info = env.reset(seed=1)
    keys, over = info.keys(), False
    while not over:
        _, _, terminated, truncated, info = env.step(info["action_mask"].argmax())
        assert info.keys() == keys
        over = terminated or truncated


def test_a_spec_with_rules_as_text_survives_json() -> None:
    env = gymnasium.make("Keltis-v0", opponents=["random"], rules="KELTIS hand_size=6")
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    for each in (env, again):
        each.reset(seed=1)
        assert each.unwrapped.game_state.rules == keltis.Rules(hand_size=6)
    assert env.unwrapped.game_state == again.unwrapped.game_state


def test_action_masks_are_reached_through_the_wrappers_of_make() -> None:
    env = gymnasium.make("Keltis-v0", rules=OWN)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert masks.tolist() == info["action_mask"].astype(bool).tolist()
    assert env.action_space.n == len(masks) == keltis.action_count(OWN)


def test_the_text_shows_what_the_player_sees(capsys: pytest.CaptureFixture[str]) -> None:
    env = make(seat=1, render_mode="human")
    env.reset(seed=1)
    shown = capsys.readouterr().out
    own, other = env.game_state.players[1].hand, env.game_state.players[0].hand
    assert board_text(env.game_state, seat=1) in shown
    assert own != other
    env.step(legal_action(env, random.Random(1)))
    assert capsys.readouterr().out not in ("", shown)
