"""The board game as a Gymnasium environment: one player learns, and bots play the other seats.

Importing this module registers `Keltis-v0`. Gymnasium imports it if its name is before the id:

    >>> import gymnasium
    >>> env = gymnasium.make("keltis.adapters.gymnasium:Keltis-v0", opponents=["greedy", "random"])
    >>> observation, info = env.reset(seed=7)
    >>> over = False
    >>> while not over:
    ...     action = info["action_mask"].argmax()
    ...     observation, reward, terminated, truncated, info = env.step(action)
    ...     over = terminated or truncated
    ...
    >>> reward, info["scores"].tolist()
    (-1.0, [19, 34, -17])
"""

import random
from collections.abc import Sequence
from typing import ClassVar, NotRequired, SupportsIndex, TypedDict, final

try:
    import gymnasium
    import numpy as np
    from gymnasium import logger, spaces
except ImportError as _error:
    raise ImportError(
        'keltis.adapters.gymnasium needs Gymnasium: pip install "keltis[gymnasium]"'
    ) from _error

from numpy.typing import NDArray

from keltis._shared.checks import as_int, as_seat
from keltis._shared.registry import make_each
from keltis.adapters._arrays import (
    RENDER_MODES,
    observation,
    observation_space,
    render,
    require_render_mode,
)
from keltis.adapters._games import BoardGame, Returns
from keltis.bots import Bot, make_bot
from keltis.errors import InvalidArgument
from keltis.game import MAX_MOVES
from keltis.legality import legal_moves
from keltis.rules import KELTIS, Rules
from keltis.scoring import scores
from keltis.state import GameState
from keltis.view import observe

__all__ = ["Info", "KeltisEnv", "vector_env"]


class Info(TypedDict):
    """The info that `reset` and `step` return."""

    action_mask: NDArray[np.int8]
    """By action number, 1 if the player can take the action now, and 0 if not."""
    scores: NotRequired[NDArray[np.int32]]
    """The points at the end of the game, the player's first, then the others' in turn order."""
    illegal_action: NotRequired[bool]
    """True if an illegal action ended the game."""


@final
class KeltisEnv(gymnasium.Env[NDArray[np.uint8], int]):  # type: ignore[misc] # mypy skips Gymnasium
    """One player against bots; `gymnasium.make("Keltis-v0")` makes it with the usual wrappers.

    A step is one decision of the player; then the bots decide until it is the player's turn again.
    The observation is what the player sees, as `keltis.learning` lays it out. `info["action_mask"]`
    and `action_masks()` say which actions are legal.

    The reward is 0 until the game is over; then it is the player's part of `keltis.win_shares` or
    `keltis.score_margins`, and `info["scores"]` has the points, the player's first and then the
    others' in turn order. An illegal action ends the game with the least return that a game can
    have, and `info["illegal_action"]` is True. A game with `max_moves` moves of all players is
    truncated (E3), and the reward is 0.

    >>> import keltis
    >>> from keltis.adapters.gymnasium import KeltisEnv
    >>> env = KeltisEnv(opponents=["greedy"], seat=0)
    >>> observation, info = env.reset(seed=7)
    >>> env.game_state == keltis.new_game(2, seed=7)
    True
    """

    metadata: ClassVar[dict[str, object]] = {
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        opponents: Sequence[Bot | str] = ("greedy",),
        *,
        rules: Rules = KELTIS,
        seat: int | None = None,
        returns: Returns = "win_shares",
        max_moves: int = MAX_MOVES,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment; `reset` deals the game.

        The opponents are names for `keltis.bots.make_bot`, or bots, in turn order after the player.
        Without a `seat`, one is drawn for each game; seat 0 begins.
        """
        require_render_mode(render_mode)
        self._bots = make_each(opponents, make_bot)
        self._game = BoardGame(rules, 1 + len(self._bots), returns)
        self._fixed_seat = None if seat is None else as_seat(seat, self._game.players, "seat")
        self._max_moves = as_int(max_moves, "max_moves", 1)
        self._rng = random.Random()
        self._seat = 0
        self._moves = 0
        self._over = True
        self.render_mode: str | None = render_mode
        self.observation_space: spaces.Box = observation_space(self._game)
        self.action_space: spaces.Discrete = spaces.Discrete(self._game.action_count)

    @property
    def game_state(self) -> GameState:
        """The position, with all cards."""
        return self._game.state

    @property
    def seat(self) -> int:
        """The seat of the player who learns."""
        return self._seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[NDArray[np.uint8], Info]:
        """Deal a new game. Without a seed, it is the next one of the last seed.

        The first game of a seed is that of `keltis.new_game(players, seed=seed)`.
        """
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._rng = random.Random(as_int(seed, "seed", 0))
        self._game.start(self._rng)
        drawn = int(self._rng.random() * self._game.players)
        self._seat = drawn if self._fixed_seat is None else self._fixed_seat
        self._moves = 0
        self._over = False
        self._play_opponents()
        self._show()
        return self._observation(), self._info()

    def step(self, action: SupportsIndex) -> tuple[NDArray[np.uint8], float, bool, bool, Info]:
        """Make a move, and let the bots play until it is the player's turn again."""
        number = as_int(action, "action", 0, self._game.action_count - 1)
        if self._over:
            raise InvalidArgument("no game is under way: call reset first")
        if not self._game.mask(self._seat)[number]:
            self._over = True
            info = self._info()
            info["illegal_action"] = True
            return self._observation(), self._game.least_return, True, False, info
        self._game.apply(number)
        self._moves += 1
        self._play_opponents()
        self._show()
        returns = self._game.returns()
        truncated = returns is None and self._moves >= self._max_moves
        self._over = truncated or returns is not None
        info = self._info()
        if returns is None:
            return self._observation(), 0.0, False, truncated, info
        info["scores"] = self._scores()
        return self._observation(), returns[self._seat], True, False, info

    def _play_opponents(self) -> None:
        while moves := legal_moves(state := self._game.state):
            if state.to_move == self._seat:
                return
            bot = self._bots[(state.to_move - self._seat) % self._game.players - 1]
            self._game.play(bot(observe(state, state.to_move), moves, self._rng))
            self._moves += 1

    def _observation(self) -> NDArray[np.uint8]:
        return observation(self._game, self._seat)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks().view(np.int8)}

    def _scores(self) -> NDArray[np.int32]:
        totals = np.array([score.total for score in scores(self._game.state)], np.int32)
        return np.roll(totals, -self._seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """By action number, whether the action is legal: `MaskablePPO` of sb3-contrib calls this.

        No action is legal after the end of the game.
        """
        size = self._game.action_count
        mask = bytes(size) if self._over else self._game.mask(self._seat)
        return np.frombuffer(mask, np.bool_).copy()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw what the player sees, as the render mode says.

        `human` prints it, `ansi` returns it as text, and `rgb_array` as an array of pixels, which
        needs the extra `pixels`.
        """
        if self.render_mode is None:
            logger.warn("render() does nothing without a render_mode: pass one to make()")
            return None
        return render(self._game, self.render_mode, self._seat)


def vector_env(
    num_envs: int = 1,
    opponents: Sequence[Bot | str] = ("greedy",),
    *,
    rules: Rules = KELTIS,
    seat: int | None = None,
    returns: Returns = "win_shares",
    max_moves: int = MAX_MOVES,
) -> gymnasium.vector.VectorEnv:
    """Make many games of one player against bots: `gymnasium.make_vec("Keltis-v0")` calls this.

    Everything is as in `KeltisEnv`, but the games are on the batch engine, so this needs the extra
    `batch`. The bot `random` plays on arrays, too; others are called game by game, which is slower.
    The step that ends a game deals the next one (`AutoresetMode.SAME_STEP`): what `KeltisEnv` would
    return is in `infos["final_obs"]` and `infos["final_info"]`.

    >>> import gymnasium
    >>> import keltis.adapters.gymnasium
    >>> envs = gymnasium.make_vec("Keltis-v0", num_envs=8, opponents=["random"])
    >>> observations, infos = envs.reset(seed=7)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, infos = envs.step(actions)
    >>> observations.shape, rewards.shape
    ((8, 707), (8,))
    """
    from keltis.adapters._vector import BatchVectorEnv  # noqa: PLC0415 - it needs another extra

    return BatchVectorEnv(num_envs, opponents, rules, seat, returns, max_moves)


gymnasium.register(
    "Keltis-v0",
    entry_point=f"{__name__}:KeltisEnv",
    vector_entry_point=f"{__name__}:vector_env",
)
