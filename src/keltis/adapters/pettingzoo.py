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

from typing import Final, Generic, Protocol, SupportsIndex, TypeAlias, TypedDict, Unpack, final

try:
    import numpy as np
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo.utils import wrappers
except ImportError as _error:
    raise ImportError(
        'keltis.adapters.pettingzoo needs PettingZoo: pip install "keltis[pettingzoo]"'
    ) from _error

from numpy.typing import NDArray

from keltis import celtic
from keltis._engine.moves import Move
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis._game import GAME
from keltis.adapters._environment import LearnerMatch, Picture, render_modes
from keltis.errors import InvalidArgument
from keltis.game import MAX_MOVES, Game, M, R, Returns, S, V

__all__ = ["CelticEnv", "GameEnv", "KeltisEnv", "Observation", "env", "raw_env", "wrap"]

_VERSION: Final = 0


class Observation(TypedDict):
    """What an agent observes."""

    observation: NDArray[np.uint8]
    """What the player sees, as the game's `learning` lays it out."""
    action_mask: NDArray[np.int8]
    """By action number, 1 if the agent can take the action now, and 0 if not."""


AECEnv: TypeAlias = pettingzoo.AECEnv[str, Observation, SupportsIndex]
"""An environment in which one agent acts at a time."""


class GameEnv(AECEnv, Generic[S, V, M, R]):
    """A game as a PettingZoo environment without wrappers. A subclass names the game.

    The agents are `player_0`, who begins, `player_1` and so on. A step is one decision of one
    agent, so an agent can be selected several times in a row. All rewards are 0 until the game is
    over; then they are the returns. A game with `max_moves` moves is truncated (E3), and all
    rewards are 0.

    The first game after `reset(seed=seed)` is that of `new_game(players, seed=seed)`. An illegal
    action raises the game's `IllegalMove`. The mask of legal actions is in the observation and in
    the info.
    """

    game: Game[S, V, M, R]

    def __init__(
        self,
        players: int = 2,
        *,
        rules: R | str | None = None,
        returns: Returns = "win_shares",
        max_moves: int = MAX_MOVES,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment; `reset` deals the game. Rules can be a text in their notation."""
        super().__init__()
        self._match = LearnerMatch(self.game, players, rules, returns, max_moves, render_mode)
        self.render_mode: str | None = render_mode
        self.metadata: dict[str, object] = {
            "name": f"{self.game.name}_v{_VERSION}",
            "render_modes": render_modes(),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        count = self._match.action_count
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self._match.observation_space(),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.state_space: spaces.Box = self._match.observation_space(players)
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, NDArray[np.int8]]] = {}
        self.agent_selection: str = self.possible_agents[0]

    @property
    def game_state(self) -> S:
        """The position, with all cards."""
        return self._match.state

    @property
    def least_return(self) -> float:
        """A lower bound of the rewards."""
        return self._match.least_return

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations: the highest value of every byte is exact."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions, which are the game's action numbers."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:  # noqa: ARG002 - PettingZoo passes options; there are none
        """Deal a new game. Without a seed, it is the next one of the last seed."""
        self._match.start(self._match.deal(seed), (None,) * self._match.players, seed=0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now. The mask is all zeros if it is not the agent's turn."""
        if agent in self.infos:  # TerminateIllegalWrapper may have ended the game since
            self.infos[agent]["action_mask"] = self._mask(agent)
        seen = self._match.observation(self.possible_agents.index(agent))
        return {"observation": seen, "action_mask": self._mask(agent)}

    def state(self) -> NDArray[np.uint8]:
        """What all agents see together, one after the other: for a critic that sees all hands."""
        return np.concatenate(
            [self._match.observation(seat) for seat in range(self._match.players)]
        )

    def _mask(self, agent: str) -> NDArray[np.int8]:
        plays = agent in self.agents and not (self.terminations[agent] or self.truncations[agent])
        seat = self.possible_agents.index(agent)
        mask = self._match.mask(seat) if plays else bytes(self._match.action_count)
        return np.frombuffer(mask, np.int8).copy()

    def _select(self) -> None:
        """Select the agent to move, and tell all agents their masks."""
        self.agent_selection = self.agents[self.game_state.to_move]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        self._match.show()

    def step(self, action: SupportsIndex | None) -> None:
        """Make the move of the selected agent. After the end of the game, the action is None."""
        if not self.agents:
            raise InvalidArgument("no game is under way: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._match.play(self._match.read(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        returns = self._match.returns()
        if returns is not None:
            self.rewards = dict(zip(self.agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._match.match.truncated:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def render(self) -> Picture:
        """Draw the position with all cards face up, printed, as text or as pixels.

        The render mode says which. `rgb_array` needs the extra `pixels`.
        """
        return self._match.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


@final
class KeltisEnv(GameEnv[GameState, PlayerView, Move, Rules]):
    """Keltis, as `GameEnv` describes it; `returns` is `win_shares` or `score_margins`.

    >>> import keltis
    >>> from keltis.adapters import pettingzoo
    >>> env = pettingzoo.KeltisEnv(players=2)
    >>> env.reset(seed=7)
    >>> env.game_state == keltis.new_game(2, seed=7)
    True
    """

    game = GAME


@final
class CelticEnv(GameEnv[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]):
    """CELTIC!, as `GameEnv` describes it; `returns` is `win_shares`.

    >>> from keltis.adapters import pettingzoo
    >>> env = pettingzoo.CelticEnv()
    >>> env.reset()
    >>> int(env.observe("player_0")["action_mask"].sum())
    60
    """

    game: Game[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules] = celtic.GAME


class _EnvOptions(TypedDict, total=False):
    """The other arguments of `GameEnv`."""

    returns: Returns
    max_moves: int
    render_mode: str | None


AnyRules: TypeAlias = Rules | celtic.Rules | str
"""Rules of one of the games, or their text, such as `KELTIS hand_size=6` or `CELTIC`."""


def raw_env(
    players: int = 2, *, rules: AnyRules = KELTIS, **options: Unpack[_EnvOptions]
) -> KeltisEnv | CelticEnv:
    """Make an environment without wrappers. The rules decide which of the two games it is.

    The options are `returns`, `max_moves` and `render_mode`, as for `GameEnv`.

    >>> from keltis.adapters import pettingzoo
    >>> type(pettingzoo.raw_env(rules="CELTIC width=4")).__name__
    'CelticEnv'
    """
    if isinstance(rules, str) and rules.startswith("CELTIC"):
        rules = celtic.GAME.notation.parse_rules(rules)
    if isinstance(rules, celtic.Rules):
        return CelticEnv(players, rules=rules, **options)
    return KeltisEnv(players, rules=rules, **options)


def env(players: int = 2, *, rules: AnyRules = KELTIS, **options: Unpack[_EnvOptions]) -> AECEnv:
    """Make an environment with the usual wrappers of PettingZoo: `wrap` around `raw_env`.

    From PettingZoo 1.27 on, `pettingzoo.make("aec", "keltis/keltis_v0")` calls this, and
    `"keltis/celtic_v0"` with the rules of CELTIC!.

    >>> from keltis.adapters import pettingzoo
    >>> env = pettingzoo.env(players=2, max_moves=1000)
    >>> env.reset(seed=7)
    >>> env.agent_selection, env.observe("player_0")["observation"].shape
    ('player_0', (707,))
    """
    return wrap(raw_env(players, rules=rules, **options))


class _RawEnv(Protocol):
    """A `GameEnv` of any game."""

    @property
    def least_return(self) -> float: ...


def wrap(raw: _RawEnv) -> AECEnv:
    """Put the usual wrappers of PettingZoo around the environment of any game.

    An illegal action ends the game: the agent gets the least return that a game can have, which is
    -1 with `win_shares`, and the others 0.
    """
    checked = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.least_return)
    bounded = wrappers.AssertOutOfBoundsWrapper(checked)
    ordered: AECEnv = wrappers.OrderEnforcingWrapper(bounded)
    return ordered


if hasattr(pettingzoo, "register"):  # pragma: no branch - since PettingZoo 1.27
    pettingzoo.register("aec", "keltis/keltis_v0", f"{__name__}:env")
    pettingzoo.register("aec", "keltis/celtic_v0", f"{__name__}:env", kwargs={"rules": "CELTIC"})
