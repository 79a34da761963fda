"""The Gymnasium form: its own checks, and the scalar engine beside it."""

import random
import subprocess
import sys
import warnings
from collections.abc import Callable

import attrs
import numpy as np
import pytest
from numpy.typing import NDArray

import keltis
from adapters.games import OWN, RULES, TINY
from keltis import GameState, InvalidArgument, Move, PlayerView
from keltis.bots import GreedyBot
from keltis.learning import encode
from keltis.render import board_text
from profiles import by_profile

pytest.importorskip("gymnasium", reason='needs Gymnasium: pip install "keltis[gymnasium]"')
import gymnasium
from gymnasium.utils.env_checker import check_env

from keltis.adapters.gymnasium import KeltisEnv

make: Callable[..., KeltisEnv] = KeltisEnv
CONFIGURATIONS: dict[str, dict[str, object]] = {
    **{f"{count} opponents": {"opponents": ["random"] * count} for count in (1, 2, 3)},
    **{name: {"rules": rules} for name, rules in RULES.items()},
    "mixed": {"opponents": ["greedy", "random"]},
    "margins": {"returns": "score_margins"},
    "truncated": {"max_moves": 30},
    "second seat": {"seat": 1},
}
every_configuration = pytest.mark.parametrize(
    "arguments", CONFIGURATIONS.values(), ids=CONFIGURATIONS
)


@every_configuration
def test_check_env_passes_without_a_warning(arguments: dict[str, object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("Keltis-v0", **arguments)
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
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert result.stdout.split() == ["KeltisEnv"]


@attrs.define
class Spy:
    """A bot that plays at random and writes down what it does."""

    log: list[tuple[int, Move]]

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        assert view.viewer is not None
        move = rng.choice(moves)
        self.log.append((view.viewer, move))
        return move


def legal_action(env: KeltisEnv, rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(env.action_masks())))


def compare(env: KeltisEnv, observation: NDArray[np.uint8], state: GameState, over: bool) -> None:
    """Compare what the player sees with the scalar engine."""
    assert env.game_state == state
    assert observation.tobytes() == encode(keltis.observe(state, env.seat))
    assert env.observation_space.contains(observation)
    size = keltis.action_count(state.rules)
    legal = bytes(size) if over else keltis.legal_action_mask(state)[:size]
    assert env.action_masks().tobytes() == legal


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("returns", ["win_shares", "score_margins"])
def test_every_step_is_that_of_the_scalar_engine(name: str, players: int, returns: str) -> None:
    rng = random.Random(players)
    for seed in range(by_profile(1, 12)):
        log: list[tuple[int, Move]] = []
        env = make([Spy(log)] * (players - 1), rules=RULES[name], returns=returns)
        observation, info = env.reset(seed=seed)
        state = keltis.new_game(players, seed=seed, rules=RULES[name])
        over = False
        while not over:
            state = apply_log(state, log)
            assert state.to_move == env.seat
            compare(env, observation, state, over=False)
            action = legal_action(env, rng)
            state = keltis.apply_move(state, keltis.move_of(action))
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated
            assert over or reward == 0.0
        state = apply_log(state, log)
        compare(env, observation, state, over=True)
        end = keltis.outcome(state)
        assert end is not None
        assert reward == getattr(keltis, returns)(end)[env.seat]
        totals = [score.total for score in end.scores]
        assert info["scores"].tolist() == totals[env.seat :] + totals[: env.seat]


def apply_log(state: GameState, log: list[tuple[int, Move]]) -> GameState:
    """Make the moves of the bots, and forget them."""
    for seat, move in log:
        assert state.to_move == seat
        state = keltis.apply_move(state, move)
    log.clear()
    return state


def test_the_opponents_sit_in_turn_order_after_the_player() -> None:
    logs: list[list[tuple[int, Move]]] = [[], [], []]
    env = make([Spy(log) for log in logs], rules=TINY, seat=2)
    env.reset(seed=1)
    while not all(logs):
        env.step(legal_action(env, random.Random(1)))
    assert [{seat for seat, _ in log} for log in logs] == [{3}, {0}, {1}]


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


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    def play(env: KeltisEnv) -> GameState:
        rng = random.Random(1)
        env.reset(seed=9)
        for _ in range(40):
            env.step(legal_action(env, rng))
        return env.game_state

    assert play(make(["random"])) == play(make(["random"]))


def test_action_masks_are_reached_through_the_wrappers_of_make() -> None:
    env = gymnasium.make("Keltis-v0", rules=OWN)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert masks.tolist() == info["action_mask"].astype(bool).tolist()
    assert env.action_space.n == len(masks) == keltis.action_count(OWN)


def test_opponents_can_be_bots() -> None:
    env = make([GreedyBot(), "random"], rules=TINY)
    env.reset(seed=1)
    assert len(env.game_state.players) == 3


def test_the_text_shows_what_the_player_sees(capsys: pytest.CaptureFixture[str]) -> None:
    env = make(seat=1, render_mode="human")
    env.reset(seed=1)
    shown = capsys.readouterr().out
    own, other = env.game_state.players[1].hand, env.game_state.players[0].hand
    assert board_text(env.game_state, seat=1) in shown
    assert own != other
    env.step(legal_action(env, random.Random(1)))
    assert capsys.readouterr().out not in ("", shown)


def test_without_a_render_mode_a_warning_says_so() -> None:
    env = make()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render.. does nothing without a render_mode"):
        assert env.render() is None
    env.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"opponents": []}, "players must be 2 or 3 or 4"),
        ({"opponents": "greedy"}, "unknown bot 'g'"),
        ({"opponents": ["greddy"]}, "unknown bot 'greddy'"),
        ({"seat": 2}, "seat must be a seat from 0 to 1, not 2"),
        ({"returns": "points"}, "returns must be win_shares or score_margins, not"),
        ({"max_moves": 0}, "max_moves must be a whole number from 1, not 0"),
        ({"render_mode": "svg"}, "render_mode must be one of"),
    ],
)
def test_impossible_environments_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        make(**arguments)


def test_an_action_must_be_in_the_space() -> None:
    env = make()
    env.reset(seed=1)
    with pytest.raises(InvalidArgument, match="action must be a whole number from 0 to 241"):
        env.step(242)
