"""The vector form of the Gymnasium environment, and the scalar engine beside it."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import keltis
from adapters.games import TINY
from keltis import GameState, InvalidArgument, Move, PlayerView
from keltis.learning import encode
from profiles import by_profile

pytest.importorskip("gymnasium", reason='needs Gymnasium: pip install "keltis[gymnasium]"')
pytest.importorskip("numba", reason='needs the batch engine: pip install "keltis[batch]"')
import gymnasium
from gymnasium.vector import AutoresetMode

import keltis.adapters.gymnasium  # which registers the games
from keltis.adapters._vector import BatchVectorEnv


def make(num_envs: int, **arguments: object) -> BatchVectorEnv:
    envs = gymnasium.make_vec("Keltis-v0", num_envs=num_envs, **arguments)
    assert isinstance(envs, BatchVectorEnv)
    return envs


def random_actions(masks: NDArray[np.int8], rng: random.Random) -> NDArray[np.int64]:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def first_move(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:  # noqa: ARG001 - a bot
    return moves[0]


def last_move(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:  # noqa: ARG001 - a bot
    return moves[-1]


BOTS = (first_move, last_move)


def let_bots_play(state: GameState, seat: int) -> GameState:
    """Let the two bots play after the player, until it is the player's turn."""
    while (moves := keltis.legal_moves(state)) and state.to_move != seat:
        bot = BOTS[(state.to_move - seat) % len(state.players) - 1]
        move = bot(keltis.observe(state, state.to_move), moves, random.Random())
        state = keltis.apply_move(state, move)
    return state


@pytest.mark.parametrize("returns", ["win_shares", "score_margins"])
@pytest.mark.parametrize("players", [2, 3])
def test_every_step_is_that_of_the_scalar_engine(returns: str, players: int) -> None:
    rng = random.Random(1)
    envs = make(4, opponents=BOTS[: players - 1], rules=TINY, returns=returns)
    observations, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(by_profile(60, 600)):
        states = [envs.state(index) for index in range(4)]
        seats = envs.seats.tolist()
        for state, seat, observation, mask in zip(
            states, seats, observations, infos["action_mask"], strict=True
        ):
            assert state.to_move == seat
            assert observation.tobytes() == encode(keltis.observe(state, seat))
            assert mask.tobytes() == keltis.legal_action_mask(state)[: len(mask)]
        actions = random_actions(infos["action_mask"], rng)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any()
        for index, action in enumerate(actions):
            after = keltis.apply_move(states[index], keltis.move_of(action))
            after = let_bots_play(after, seats[index])
            end = keltis.outcome(after)
            assert terminations[index] == (end is not None)
            if end is None:
                assert envs.state(index) == after
                assert rewards[index] == 0
                continue
            ended += 1
            seat = seats[index]
            assert rewards[index] == pytest.approx(getattr(keltis, returns)(end)[seat])
            assert infos["_final_obs"][index]
            assert infos["_final_info"][index]
            assert infos["final_obs"][index].tobytes() == encode(keltis.observe(after, seat))
            totals = [score.total for score in end.scores]
            final = infos["final_info"]
            assert final["_scores"][index]
            assert final["scores"][index].tolist() == totals[seat:] + totals[:seat]
    assert ended > 4


def test_observations_and_actions_are_in_their_spaces() -> None:
    envs = make(3, opponents=["random"])
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    single = gymnasium.make("Keltis-v0", opponents=["random"])
    assert envs.single_observation_space == single.observation_space
    assert envs.single_action_space == single.action_space
    assert envs.action_masks().tolist() == infos["action_mask"].astype(bool).tolist()
    assert random_actions(infos["action_mask"], random.Random(1)) in envs.action_space


def test_an_illegal_action_ends_only_its_game() -> None:
    envs = make(2, opponents=["random"], seat=1)
    _, infos = envs.reset(seed=1)
    actions = random_actions(infos["action_mask"], random.Random(1))
    actions[0] = 0  # a draw, when a card is to be played
    _, rewards, terminations, _, infos = envs.step(actions)
    assert rewards.tolist() == [-1.0, 0.0]
    assert terminations.tolist() == [True, False]
    assert infos["_final_info"].tolist() == [True, False]
    assert infos["final_info"]["illegal_action"].tolist() == [True, False]
    assert not infos["illegal_action"].any()


def test_games_are_truncated_after_max_moves_without_a_reward() -> None:
    envs = make(3, opponents=["random"], max_moves=12)
    _, infos = envs.reset(seed=1)
    rng = random.Random(1)
    truncated = 0
    for _ in range(30):
        actions = random_actions(infos["action_mask"], rng)
        _, rewards, terminations, truncations, infos = envs.step(actions)
        assert not rewards.any()
        assert not terminations.any()
        assert truncations.any() == ("final_obs" in infos)
        truncated += int(truncations.sum())
    assert truncated >= 6


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_with_a_compiled_form_play_on_arrays(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BatchVectorEnv, "_ask", None)
    envs = make(3, opponents=[bot, bot], rules=TINY)
    _, infos = envs.reset(seed=1)
    rng = random.Random(1)
    ended = 0
    for _ in range(30):
        _, _, terminations, _, infos = envs.step(random_actions(infos["action_mask"], rng))
        ended += int(terminations.sum())
    assert ended > 4


def test_the_same_seed_and_actions_give_the_same_games() -> None:
    def play(envs: BatchVectorEnv) -> list[list[int]]:
        rng = random.Random(1)
        _, infos = envs.reset(seed=4)
        for _ in range(30):
            observations, _, _, _, infos = envs.step(random_actions(infos["action_mask"], rng))
        seen: list[list[int]] = observations.tolist()
        return seen

    arguments = {"opponents": ["random"], "rules": TINY}
    assert play(make(2, **arguments)) == play(make(2, **arguments))


def test_without_a_seed_other_games_are_dealt() -> None:
    envs = make(1, opponents=["random"])
    first, _ = envs.reset(seed=1)
    second, _ = envs.reset()
    assert first.tolist() != second.tolist()


def test_wrappers_of_gymnasium_count_the_episodes() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        make(2, opponents=["random"], rules=TINY)
    )
    _, infos = envs.reset(seed=1)
    rng = random.Random(1)
    for _ in range(40):
        _, _, _, _, infos = envs.step(random_actions(infos["action_mask"], rng))
    assert len(envs.return_queue) >= 2


@pytest.mark.parametrize("mode", ["NextStep", AutoresetMode.NEXT_STEP])
def test_in_the_mode_next_step_the_step_after_the_end_deals_the_next_game(mode: object) -> None:
    envs = make(3, opponents=["random"], rules=TINY, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    rng, ended, before = random.Random(1), np.zeros(3, np.bool_), envs.reset(seed=1)[1]
    for _ in range(60):
        masks = np.where(ended[:, None], 1, before["action_mask"])
        observations, rewards, over, truncated, infos = envs.step(random_actions(masks, rng))
        assert not over[ended].any()
        assert not rewards[ended].any()
        assert not infos["action_mask"][over].any()
        assert infos["action_mask"][~over].any(axis=1).all()
        assert "final_obs" not in infos
        for index, seat in enumerate(envs.seats):
            state = envs.state(index)
            assert (keltis.outcome(state) is not None) == over[index]
            assert observations[index].tobytes() == encode(keltis.observe(state, seat))
        ended, before = over | truncated, infos
    assert ended.dtype == np.bool_


def test_without_autoreset_only_the_games_of_the_mask_are_reset() -> None:
    envs = make(2, opponents=["random"], seat=0, autoreset_mode="Disabled")
    _, infos = envs.reset(seed=1, options={"reset_mask": np.array([True, False])})
    actions = random_actions(infos["action_mask"], random.Random(1))
    actions[0] = 0  # a draw, when a card is to be played
    envs.step(actions)
    with pytest.raises(InvalidArgument, match="some games have ended: reset them"):
        envs.step(actions)
    kept = envs.state(1)
    _, infos = envs.reset(options={"reset_mask": np.array([True, False])})
    assert envs.state(1) == kept
    assert not infos["illegal_action"].any()
    envs.step(random_actions(infos["action_mask"], random.Random(1)))
    with pytest.raises(InvalidArgument, match="reset_mask must be 2 truth values"):
        envs.reset(options={"reset_mask": np.array([True])})


def test_all_infos_have_the_same_keys_with_the_end_in_final_info() -> None:
    envs = make(2, opponents=["random"], rules="KELTIS cards_removed=2:90,3:82,4:74")
    _, infos = envs.reset(seed=1)
    keys, rng = infos.keys(), random.Random(1)
    for _ in range(40):
        _, _, _, _, infos = envs.step(random_actions(infos["action_mask"], rng))
        assert infos.keys() >= keys
        if "final_info" in infos:
            assert infos["final_info"].keys() == keys
            assert not infos["final_info"]["action_mask"][infos["_final_info"]].any()


WRAPPERS = gymnasium.wrappers.vector


@pytest.mark.parametrize(
    "wrap",
    [
        *(WRAPPERS.NormalizeObservation, WRAPPERS.NormalizeReward, WRAPPERS.DictInfoToList),
        *(WRAPPERS.RecordEpisodeStatistics, WRAPPERS.FlattenObservation),
        lambda envs: WRAPPERS.RescaleObservation(envs, np.float32(0), np.float32(1)),
        lambda envs: WRAPPERS.DtypeObservation(envs, np.float32),
    ],
)
def test_wrappers_of_gymnasium_accept_the_mode_next_step(
    wrap: Callable[[BatchVectorEnv], gymnasium.vector.VectorEnv],
) -> None:
    inner = make(2, opponents=["random"], rules=TINY, autoreset_mode="NextStep")
    envs = wrap(inner)
    envs.reset(seed=1)
    rng = random.Random(1)
    for _ in range(20):
        masks = inner.action_masks()
        masks[~masks.any(axis=1)] = True
        observations, *_ = envs.step(random_actions(masks.view(np.int8), rng))
    assert np.isfinite(observations).all()


def test_an_unknown_autoreset_mode_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="autoreset_mode must be one of NextStep, SameStep,"):
        make(1, autoreset_mode="same")


def test_the_plain_vector_forms_of_gymnasium_work_too() -> None:
    envs = gymnasium.make_vec(
        "Keltis-v0", num_envs=2, vectorization_mode="sync", opponents=["random"]
    )
    _, infos = envs.reset(seed=1)
    assert infos["action_mask"].shape == (2, 242)
    envs.close()


@pytest.mark.parametrize("actions", [[0], [0, 242], [0.5, 1.5], [[0, 0]]])
def test_actions_must_be_in_the_space(actions: list[object]) -> None:
    envs = make(2)
    envs.reset(seed=1)
    with pytest.raises(InvalidArgument, match="actions must be 2 action numbers"):
        envs.step(np.array(actions))
