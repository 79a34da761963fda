"""OpenSpiel's own tests, environments and bots on both games.

Its bots in C++ end the process with any game in Python, also with its own, so they are not here.
"""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason='OpenSpiel is missing: pip install ".[openspiel]"')

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, random_agent
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from adapters.spiel import CELTIC_RULES, load_celtic, load_keltis, play, played, pyspiel
from keltis.adapters.openspiel import CelticGame, KeltisGame
from profiles import by_profile, is_thorough

AnyGame: TypeAlias = KeltisGame | CelticGame

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
SHORT = 40
"""The longest game in the default profile, in decisions."""


def length() -> int:
    return by_profile(SHORT, 2000)


@pytest.fixture(autouse=True)
def _seeded() -> None:
    """OpenSpiel's tests take chance from NumPy's global generator."""
    np.random.seed(7)  # noqa: NPY002 - that is the one they take


def games(**options: Mapping[str, object]) -> pytest.MarkDecorator:
    """Functions that load the games: Keltis for 2 to 4 or with these options, and CELTIC!."""
    keltis: dict[str, Mapping[str, object]] = {
        f"{players} players": {"players": players} for players in (2, 3, 4)
    } | options
    loads = {
        name: partial(load_keltis, max_game_length=length(), **values)
        for name, values in keltis.items()
    }
    every = {
        **loads,
        "CELTIC!": load_celtic,
        "CELTIC!, own": partial(load_celtic, rules=CELTIC_RULES),
    }
    return pytest.mark.parametrize("load", every.values(), ids=every)


@games(
    literal={"players": 3, "rules": "KELTIS_LITERAL"},
    manual={"rules": "REFERENCE_MANUAL"},
    margins={"players": 3, "returns": "score_margins"},
)
def test_random_simulations_pass(load: Callable[[], AnyGame]) -> None:
    pyspiel.random_sim_test(load(), num_sims=1, serialize=True, verbose=False)


@games()
def test_simulations_in_python_pass(
    load: Callable[[], AnyGame], capsys: pytest.CaptureFixture[str]
) -> None:
    games_sim_test.GamesSimTest().sim_game(load())
    assert "terminated with" in capsys.readouterr().out


@games()
def test_agents_play_in_the_environment_for_learning(load: Callable[[], AnyGame]) -> None:
    env = rl_environment.Environment(load(), seed=7)
    actions, players = env.action_spec()["num_actions"], env.num_players
    agents = [random_agent.RandomAgent(seat, actions) for seat in range(players)]
    step = env.reset()
    assert np.array(step.observations["info_state"]).shape == (
        players,
        *env.observation_spec()["info_state"],
    )
    while not step.last():
        seat = step.observations["current_player"]
        step = env.step([agents[seat].step(step).action])
    assert sum(step.rewards) == pytest.approx(0)


@games()
def test_a_tree_search_that_sees_all_cards_finds_a_legal_move(load: Callable[[], AnyGame]) -> None:
    game = load()
    state = game.new_initial_state()
    for nodes in (0, 8):  # the deal, and some moves
        play(state, random.Random(1), nodes)
        while state.is_chance_node():
            play(state, random.Random(1), 1)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, 2.0, by_profile(5, 30), evaluator, random_state=rng)
    assert bot.step(state) in state.legal_actions()


@PLAYERS
@pytest.mark.parametrize("by_observation", [False, True])
def test_a_tree_search_over_information_sets_finds_a_legal_move(
    players: int, by_observation: bool
) -> None:
    game = load_keltis(players=players, max_game_length=length())
    state = played(game, 1, 20)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, rng),
        2.0,
        by_profile(5, 30),
        random_state=rng,
        use_observation_string=by_observation,
    )
    sampler = random.Random(1).random
    bot.set_resampler(lambda root, player: root.resample_from_infostate(player, sampler))
    assert bot.step(state) in state.legal_actions()


def test_a_tree_search_over_information_sets_resamples_by_itself() -> None:
    game = load_keltis(max_game_length=SHORT)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 3, max_world_samples=2, random_state=rng)
    state = played(game, 1, 20)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.filterwarnings("ignore:The chararray class")  # OpenSpiel uses it
@pytest.mark.parametrize("players", [2, 3, 4, None], ids=lambda players: str(players or "CELTIC!"))
def test_a_playthrough_is_generated_and_repeats_itself(players: int | None) -> None:
    rules = "KELTIS" if is_thorough() else "KELTIS hand_size:2 tiles:CCC tile_rows:2/2/2/-/-"
    options = f"(players={players},rules={rules},max_game_length={by_profile(6, 60)})"
    name = "python_keltis" if players else "python_celtic"
    game = name + options if players else name
    texts = [generate_playthrough.playthrough(game, [], seed=7) for _ in range(2)]
    assert texts[0] == texts[1]
    assert f'GameType.short_name = "{name}"' in texts[0]
    assert "Returns() = [0, 0" in texts[0]


def test_an_observation_made_by_openspiel_is_that_of_the_game() -> None:
    game = load_keltis(players=3)
    state = played(game, 1)
    observation = make_observation(game)
    observation.set_from(state, 1)
    assert observation.tensor.tolist() == state.observation_tensor(1)
    assert observation.string_from(state, 1) == state.observation_string(1)
