"""The games as PettingZoo environments, in which one agent acts at a time (AEC).

Here all agents take the first legal action:

>>> from keltis.adapters import pettingzoo
>>> env = pettingzoo.env(players=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else int(observation["action_mask"].argmax()))
...     if over:
...         print(agent, reward)
...
player_1 -1.0
player_0 2.0
player_2 -1.0
"""

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, SupportsIndex, TypedDict

try:
    import numpy as np
    import pettingzoo
    from gymnasium import logger, spaces
    from pettingzoo.utils import wrappers
except ImportError as _error:
    raise ImportError(
        'keltis.adapters.pettingzoo needs PettingZoo: pip install "keltis[pettingzoo]"'
    ) from _error

from numpy.typing import NDArray

from keltis import celtic
from keltis._shared.checks import as_int
from keltis.adapters._arrays import (
    RENDER_MODES,
    observation,
    observation_space,
    render,
    require_render_mode,
)
from keltis.adapters._games import Game, Returns, make_game
from keltis.errors import InvalidArgument
from keltis.game import MAX_MOVES
from keltis.rules import KELTIS, Rules
from keltis.state import GameState

__all__ = ["Observation", "env", "raw_env"]

_VERSION: Final = 0


class Observation(TypedDict):
    """What an agent observes."""

    observation: NDArray[np.uint8]
    """What the player sees, as `keltis.learning` lays it out: the player first, then the others."""
    action_mask: NDArray[np.int8]
    """By action number, 1 if the agent can take the action now, and 0 if not."""


if TYPE_CHECKING:

    class AECEnv:
        """PettingZoo's class as far as it is used here, since PettingZoo has no types."""

        metadata: dict[str, object]
        possible_agents: list[str]
        agents: list[str]
        agent_selection: str
        rewards: dict[str, float]
        terminations: dict[str, bool]
        truncations: dict[str, bool]
        infos: dict[str, dict[str, object]]
        _cumulative_rewards: dict[str, float]

        @property
        def unwrapped(self) -> "raw_env": ...
        def reset(
            self, seed: int | None = None, options: dict[str, object] | None = None
        ) -> None: ...
        def agent_iter(self, max_iter: int = ...) -> Iterable[str]: ...
        def last(
            self, observe: bool = True
        ) -> tuple[Observation, float, bool, bool, dict[str, object]]: ...
        def observe(self, agent: str) -> Observation: ...
        def step(self, action: SupportsIndex | None) -> None: ...
        def observation_space(self, agent: str) -> spaces.Dict: ...
        def action_space(self, agent: str) -> spaces.Discrete: ...
        def render(self) -> str | NDArray[np.uint8] | None: ...
        def close(self) -> None: ...
        def _was_dead_step(self, action: SupportsIndex | None) -> None: ...
        def _clear_rewards(self) -> None: ...
        def _accumulate_rewards(self) -> None: ...

else:
    AECEnv = pettingzoo.AECEnv


def env(
    players: int = 2,
    *,
    rules: Rules | celtic.Rules = KELTIS,
    returns: Returns = "win_shares",
    max_moves: int = MAX_MOVES,
    render_mode: str | None = None,
) -> AECEnv:
    """Make an environment, with the usual wrappers of PettingZoo around `raw_env`.

    The rules decide which game it is: the board game, or CELTIC! for two players.

    An illegal action ends the game: the agent gets the least return that a game can have, which is
    -1 with `win_shares`, and the others 0.

    >>> from keltis.adapters import pettingzoo
    >>> env = pettingzoo.env(players=2, max_moves=1000)
    >>> env.reset(seed=7)
    >>> env.agent_selection, env.observe("player_0")["observation"].shape
    ('player_0', (707,))
    """
    raw = raw_env(
        players, rules=rules, returns=returns, max_moves=max_moves, render_mode=render_mode
    )
    checked = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.least_return)
    bounded = wrappers.AssertOutOfBoundsWrapper(checked)
    ordered: AECEnv = wrappers.OrderEnforcingWrapper(bounded)
    return ordered


class raw_env(AECEnv):  # noqa: N801 - as in PettingZoo
    """A game as a PettingZoo environment without wrappers.

    The agents are `player_0`, who begins, `player_1` and so on. A step is one decision of one
    agent, so an agent can be selected several times in a row. All rewards are 0 until the game is
    over; then they are `keltis.win_shares` or `keltis.score_margins`. A game with `max_moves` moves
    is truncated (E3), and all rewards are 0.

    The first game after `reset(seed=seed)` is that of `keltis.new_game(players, seed=seed)`. An
    illegal action raises `keltis.IllegalMove`.

    >>> import keltis
    >>> from keltis.adapters import pettingzoo
    >>> env = pettingzoo.raw_env(players=2)
    >>> env.reset(seed=7)
    >>> env.game_state == keltis.new_game(2, seed=7)
    True
    """

    def __init__(
        self,
        players: int = 2,
        *,
        rules: Rules | celtic.Rules = KELTIS,
        returns: Returns = "win_shares",
        max_moves: int = MAX_MOVES,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment; `reset` deals the game."""
        super().__init__()
        require_render_mode(render_mode)
        self._game: Game = make_game(rules, players, returns)
        self._max_moves = as_int(max_moves, "max_moves", 1)
        self._moves = 0
        self._rng = random.Random()
        self.render_mode: str | None = render_mode
        self.metadata: dict[str, object] = {
            "name": f"{self._game.name}_v{_VERSION}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(self._game.players)]
        self.agents: list[str] = []
        self._observation_spaces = {agent: self._make_space() for agent in self.possible_agents}
        self._action_spaces = {
            agent: spaces.Discrete(self._game.action_count) for agent in self.possible_agents
        }
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, object]] = {}
        self.agent_selection: str = self.possible_agents[0]

    def _make_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": observation_space(self._game),
                "action_mask": spaces.Box(0, 1, (self._game.action_count,), np.int8),
            }
        )

    @property
    def game_state(self) -> GameState | celtic.GameState:
        """The position, with all cards."""
        return self._game.state

    @property
    def least_return(self) -> float:
        """A lower bound of the rewards."""
        return self._game.least_return

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations: the highest value of every byte is exact."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions: the numbers of `keltis.action_id`."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:  # noqa: ARG002 - PettingZoo passes options; there are none
        """Deal a new game. Without a seed, it is the next one of the last seed."""
        if seed is not None:
            self._rng = random.Random(as_int(seed, "seed", 0))
        self._game.start(self._rng)
        self._moves = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._game.to_move]
        self._show()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now. The mask is all zeros if it is not the agent's turn."""
        seat = self.possible_agents.index(agent)
        plays = agent in self.agents and not (self.terminations[agent] or self.truncations[agent])
        mask = self._game.mask(seat) if plays else bytes(self._game.action_count)
        return {
            "observation": observation(self._game, seat),
            "action_mask": np.frombuffer(mask, np.int8).copy(),
        }

    def step(self, action: SupportsIndex | None) -> None:
        """Make the move of the selected agent. After the end of the game, the action is None."""
        if not self.agents:
            raise InvalidArgument("no game is under way: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._game.apply(as_int(action, "action", 0, self._game.action_count - 1))
        self._moves += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        returns = self._game.returns()
        if returns is not None:
            self.rewards = dict(zip(self.agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._moves >= self._max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[self._game.to_move]
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the position, with all cards face up, as the render mode says.

        `human` prints it, `ansi` returns it as text, and `rgb_array` as an array of pixels, which
        needs the extra `pixels`.
        """
        if self.render_mode is None:
            logger.warn("render() does nothing without a render_mode: pass one to env()")
            return None
        return render(self._game, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
