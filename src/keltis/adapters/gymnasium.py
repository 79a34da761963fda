"""The games as Gymnasium environments: one player learns, and bots play the other seats.

Importing this module registers `Keltis-v0` and `Celtic-v0`. Gymnasium imports it if its name is
before the id:

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
    (-1.0, [13, 41, -13])
"""

from collections.abc import Sequence
from typing import ClassVar, Generic, NotRequired, SupportsIndex, TypedDict, final

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as _error:
    raise ImportError(
        'keltis.adapters.gymnasium needs Gymnasium: pip install "keltis[gymnasium]"'
    ) from _error

from numpy.typing import NDArray

from keltis import celtic
from keltis._engine.moves import Move
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.scoring import scores
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis._game import GAME
from keltis._lib.checks import as_seat
from keltis.adapters._environment import LearnerMatch, Picture, render_modes
from keltis.errors import InvalidArgument
from keltis.game import MAX_MOVES, Bot, Game, M, R, Returns, S, V, make_each

__all__ = ["CelticEnv", "GameEnv", "Info", "KeltisEnv", "vector_env"]


class Info(TypedDict):
    """The info that `reset` and `step` return."""

    action_mask: NDArray[np.int8]
    """By action number, 1 if the player can take the action now, and 0 if not."""
    illegal_action: bool
    """Whether an illegal action has ended the game."""
    scores: NotRequired[NDArray[np.int32]]
    """In Keltis, the points as if the game ended now: the player's, then the others' in turn order.

    They are there in every step, so that all infos have the same keys.
    """


class GameEnv(gymnasium.Env[NDArray[np.uint8], int], Generic[S, V, M, R]):  # type: ignore[misc] # mypy skips Gymnasium
    """One player of a game against bots. A subclass names the game.

    A step is one decision of the player; then the bots decide until it is the player's turn again.
    The observation is what the player sees, as the game's `learning` lays it out.
    `info["action_mask"]` and `action_masks()` say which actions are legal.

    The reward is 0 until the game is over; then it is the player's part of the returns. An illegal
    action ends the game with the least return that a game can have, and `info["illegal_action"]` is
    True. A game with `max_moves` moves of all players is truncated (E3), and the reward is 0.
    """

    game: Game[S, V, M, R]
    opponents: ClassVar[tuple[str, ...]] = ("random",)
    """The bots that play if no others are given."""
    metadata: ClassVar[dict[str, object]] = {"render_modes": render_modes(), "render_fps": 1}

    def __init__(
        self,
        opponents: Sequence[Bot[V, M] | str] | None = None,
        *,
        rules: R | str | None = None,
        seat: int | None = None,
        returns: Returns = "win_shares",
        max_moves: int = MAX_MOVES,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment; `reset` deals the game.

        The opponents are names for the game's `make_bot`, or bots, in turn order after the player.
        The rules are those of the game, unless you give others, or their text: rules and bots that
        are texts are kept by `spec.to_json()`. Without a `seat`, one is drawn for each game; seat 0
        begins.
        """
        chosen = self.opponents if opponents is None else opponents
        self._bots = make_each(chosen, self.game.bots.make_bot)
        players = 1 + len(self._bots)
        self._match = LearnerMatch(self.game, players, rules, returns, max_moves, render_mode)
        self._fixed_seat = None if seat is None else as_seat(seat, players, "seat")
        self._seat = 0
        self._over = True
        self.render_mode: str | None = render_mode
        self.observation_space: spaces.Box = self._match.observation_space()
        self.action_space: spaces.Discrete = spaces.Discrete(self._match.action_count)

    @property
    def game_state(self) -> S:
        """The position, with all cards."""
        return self._match.state

    @property
    def seat(self) -> int:
        """The seat of the player who learns."""
        return self._seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[NDArray[np.uint8], Info]:
        """Deal a new game. Without a seed, it is the next one of the last seed.

        The first game of a seed is that of `new_game(players, seed=seed)`, and the bots' random
        numbers are those of `keltis.game.Match` with this seed.
        """
        super().reset(seed=seed, options=options)
        state, rng = self._match.deal(seed), self._match.rng
        players = self._match.players
        drawn = int(rng.random() * players)
        self._seat = drawn if self._fixed_seat is None else self._fixed_seat
        bots = (None, *self._bots)
        seated = tuple(bots[(place - self._seat) % players] for place in range(players))
        self._match.start(state, seated, rng.getrandbits(64) if seed is None else int(seed))
        self._over = False
        self._match.show(self._seat)
        return self._match.observation(self._seat), self._info()

    def step(self, action: SupportsIndex) -> tuple[NDArray[np.uint8], float, bool, bool, Info]:
        """Make a move, and let the bots play until it is the player's turn again."""
        if self._over:
            raise InvalidArgument("no game is under way: call reset first")
        move = self._match.read(action)
        legal = self._match.is_legal(move)
        if legal:
            self._match.play(move)
            self._match.show(self._seat)
        returns = self._match.returns()
        terminated = returns is not None or not legal
        truncated = not terminated and self._match.match.truncated
        self._over = terminated or truncated
        reward = 0.0 if returns is None else returns[self._seat]
        if not legal:
            reward = self._match.least_return
        info = self._info(illegal=not legal)
        return self._match.observation(self._seat), reward, terminated, truncated, info

    def _info(self, *, illegal: bool = False) -> Info:
        return {"action_mask": self.action_masks().view(np.int8), "illegal_action": illegal}

    def action_masks(self) -> NDArray[np.bool_]:
        """By action number, whether the action is legal: `MaskablePPO` of sb3-contrib calls this.

        No action is legal after the end of the game.
        """
        size = self._match.action_count
        mask = bytes(size) if self._over else self._match.mask(self._seat)
        return np.frombuffer(mask, np.bool_).copy()

    def render(self) -> Picture:
        """Draw what the player sees: `human` prints it, and `ansi` returns it as text.

        `rgb_array` returns an array of pixels, which needs the extra `pixels`.
        """
        return self._match.render(self._seat)


@final
class KeltisEnv(GameEnv[GameState, PlayerView, Move, Rules]):
    """Keltis: one player against one to three bots, as `GameEnv` describes it.

    `gymnasium.make("Keltis-v0")` makes it with the usual wrappers. The returns are
    `keltis.win_shares` or `keltis.score_margins`. `info["scores"]` has the points.

    >>> import keltis
    >>> from keltis.adapters.gymnasium import KeltisEnv
    >>> env = KeltisEnv(opponents=["greedy"], seat=0)
    >>> observation, info = env.reset(seed=7)
    >>> env.game_state == keltis.new_game(2, seed=7)
    True
    """

    game = GAME
    opponents: ClassVar[tuple[str, ...]] = ("greedy",)

    def _info(self, *, illegal: bool = False) -> Info:
        totals = np.array([score.total for score in scores(self.game_state)], np.int32)
        return {**super()._info(illegal=illegal), "scores": np.roll(totals, -self.seat)}


@final
class CelticEnv(GameEnv[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]):
    """CELTIC!: one player against a bot, as `GameEnv` describes it.

    `gymnasium.make("Celtic-v0")` makes it with the usual wrappers, against `random`. The returns
    are win shares.

    >>> from keltis.adapters.gymnasium import CelticEnv
    >>> env = CelticEnv(seat=0)
    >>> observation, info = env.reset(seed=7)
    >>> int(info["action_mask"].sum())
    60
    """

    game: Game[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules] = celtic.GAME


def vector_env(
    num_envs: int = 1,
    opponents: Sequence[Bot[PlayerView, Move] | str] = ("greedy",),
    *,
    rules: Rules | str = KELTIS,
    seat: int | None = None,
    returns: Returns = "win_shares",
    max_moves: int = MAX_MOVES,
    autoreset_mode: gymnasium.vector.AutoresetMode | str = gymnasium.vector.AutoresetMode.SAME_STEP,
) -> gymnasium.vector.VectorEnv:
    """Make many games of one player against bots: `gymnasium.make_vec("Keltis-v0")` calls this.

    Everything is as in `KeltisEnv`, but the games are on the batch engine, so this needs the extra
    `batch`. The bot `random` plays on arrays, too; others are called game by game, which is slower.

    The `autoreset_mode` is one of Gymnasium's, or its value as text. In `SAME_STEP` the step that
    ends a game deals the next one: what `KeltisEnv` would return is in `infos["final_obs"]` and
    `infos["final_info"]`. In `NEXT_STEP` the following step does, whatever the action of this game.
    In `DISABLED` you reset games that have ended with `reset(options={"reset_mask": mask})`.

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

    return BatchVectorEnv(num_envs, opponents, rules, seat, returns, max_moves, autoreset_mode)


gymnasium.register(
    "Keltis-v0",
    entry_point=f"{__name__}:KeltisEnv",
    vector_entry_point=f"{__name__}:vector_env",
)
gymnasium.register("Celtic-v0", entry_point=f"{__name__}:CelticEnv")
