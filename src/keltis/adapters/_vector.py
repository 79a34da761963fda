"""Many games against bots: a wrapper around the vector environment of the batch engine."""

import random
from collections.abc import Sequence
from typing import final, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from keltis import batch
from keltis._engine.legality import legal_moves
from keltis._engine.rules import Rules
from keltis._engine.state import GameState
from keltis._engine.view import observe
from keltis._game import GAME
from keltis._lib.checks import as_seat
from keltis._lib.text import short_repr
from keltis.adapters._environment import LearnerMatch
from keltis.batch import Infos, Step
from keltis.bots import Bot, make_bot
from keltis.errors import InvalidArgument
from keltis.game import Returns, make_each
from keltis.learning import action_id


@final
class BatchVectorEnv(VectorEnv):  # type: ignore[misc] # mypy skips Gymnasium
    """One player against bots, in many games at once: see `vector_env`."""

    def __init__(
        self,
        num_envs: int,
        opponents: Sequence[Bot | str],
        rules: Rules | str,
        seat: int | None,
        returns: Returns,
        max_moves: int,
        autoreset_mode: AutoresetMode | str,
    ) -> None:
        self._bots = make_each(opponents, make_bot)
        compiled: tuple[batch.Policy, ...] = get_args(batch.Policy)
        self._policies = [
            next((name for name in compiled if bot == make_bot(name)), None) for bot in self._bots
        ]
        players = 1 + len(self._bots)
        game = LearnerMatch(GAME, players, rules, returns, max_moves, render_mode=None)
        self._games = batch.VectorEnv(
            num_envs,
            players,
            rules=game.rules,
            autoreset_mode=batch.AutoresetMode.DISABLED,
            max_moves=max_moves,
            returns=returns,
            observations=False,
        )
        self.num_envs: int = self._games.num_envs
        self._mode = _read_mode(autoreset_mode)
        self.metadata: dict[str, object] = {"autoreset_mode": self._mode}
        self._fixed_seat = None if seat is None else as_seat(seat, players, "seat")
        self._least_return = game.least_return
        self.single_observation_space: spaces.Box = game.observation_space()
        self.single_action_space: spaces.Discrete = spaces.Discrete(game.action_count)
        self.observation_space: spaces.Box = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.MultiDiscrete = batch_space(self.single_action_space, num_envs)
        self._seats = np.zeros(self.num_envs, np.int64)
        # Two arrays that every step of the games writes anew.
        self._masks = np.zeros((self.num_envs, game.action_count), np.int8)
        self._to_move = np.zeros(self.num_envs, np.uint8)
        self._ended = np.ones(self.num_envs, np.bool_)  # and no other game was dealt yet
        self._rng = random.Random()

    def state(self, index: int) -> GameState:
        """One of the games as a `GameState`."""
        return self._games.state(index)

    @property
    def seats(self) -> NDArray[np.int64]:
        """By game, the seat of the player who learns."""
        return self._seats.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, ArrayLike] | None = None
    ) -> tuple[NDArray[np.uint8], Infos]:
        """Deal new games, all or those of `options["reset_mask"]`. The first reset deals all.

        Without a seed, they are the next ones of the last seed.
        """
        super().reset(seed=seed, options=options)  # which seeds np_random
        if seed is not None:
            self._rng = random.Random(int(self.np_random.integers(2**63)))
        chosen = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options and self._masks.any():
            chosen = np.asarray(options["reset_mask"])
            if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
                raise InvalidArgument(f"reset_mask must be {self.num_envs} truth values")
        self._deal(chosen)
        return self._observations(), self._infos(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: ArrayLike) -> Step:
        """Make a move in every game, and let the bots play until it is the player's turn again."""
        if not self._masks.any():
            raise InvalidArgument("there is no game yet: call reset first")
        chosen = np.asarray(actions)
        if chosen not in self.action_space:
            raise InvalidArgument(f"actions must be {self.num_envs} action numbers")
        dealt = self._ended.copy()  # in this step, in the mode NEXT_STEP
        if dealt.any():
            if self._mode is AutoresetMode.DISABLED:
                raise InvalidArgument("some games have ended: reset them with a reset_mask")
            self._deal(dealt)
        places = np.arange(self.num_envs)
        legal = dealt | (self._masks[places, chosen] == 1)
        returns, over, truncated = self._play(chosen, legal & ~dealt)
        rewards = np.where(legal, returns[places, self._seats], self._least_return)
        terminations, truncations = over | ~legal, truncated & legal
        self._ended = ended = terminations | truncations
        seen, infos = self._observations(), self._infos(~legal)
        if ended.any() and self._mode is AutoresetMode.SAME_STEP:
            last = infos
            self._deal(ended)
            infos = self._infos(np.zeros(self.num_envs, np.bool_))
            infos |= {"final_obs": seen, "_final_obs": ended}
            infos |= {"final_info": last, "_final_info": ended}
            seen = self._observations()
        return seen, rewards, terminations, truncations, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """By game and action number, whether the action is legal; none is after the end."""
        return self._masks.astype(np.bool_) & ~self._ended[:, np.newaxis]

    def _deal(self, chosen: NDArray[np.bool_]) -> None:
        """Deal new games in these places, and let the bots play until it is the player's turn."""
        players, count = self._games.players, int(chosen.sum())
        seed = int(self.np_random.integers(2**63))
        start = batch.new_games(count, players, seed=seed, rules=self._games.rules)
        seats = self.np_random.integers(players, size=count)
        self._seats[chosen] = seats if self._fixed_seat is None else self._fixed_seat
        _, infos = self._games.reset(options={"reset_mask": chosen}, start=start)
        self._ended = self._ended & ~chosen
        self._masks, self._to_move = infos["action_mask"], infos["to_move"]
        waiting = self._to_move != self._seats
        self._play(self._bot_actions(waiting), waiting)

    def _play(
        self, actions: NDArray[np.int64], where: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Make these moves, and let the bots play until it is the player's turn.

        Returns the rewards by game and seat, and which games are over, or truncated.
        """
        returns = np.zeros((self.num_envs, self._games.players))
        while True:
            _, rewards, over, truncated, _ = self._games.step(actions, where=where)
            returns += rewards
            where = ~over & (self._to_move != self._seats)
            if not where.any():
                return returns, over.copy(), truncated.copy()
            actions = self._bot_actions(where)

    def _bot_actions(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The decisions of the bots in the games that wait for one."""
        actions = np.zeros(self.num_envs, np.int64)
        offsets = (self._to_move - self._seats) % self._games.players
        for offset, bot in enumerate(self._bots, 1):
            waits = waiting & (offsets == offset)
            if (policy := self._policies[offset - 1]) is None:
                places = np.flatnonzero(waits)
                actions[places] = [self._ask(bot, self.state(int(at))) for at in places]
            else:
                seed = int(self.np_random.integers(2**63))
                actions += self._games.batch.choose(policy, where=waits, seed=seed)
        return actions

    def _ask(self, bot: Bot, state: GameState) -> int:
        return action_id(bot(observe(state, state.to_move), legal_moves(state), self._rng))

    def _observations(self) -> NDArray[np.uint8]:
        return self._games.batch.encode(self._seats)

    def _infos(self, illegal: NDArray[np.bool_]) -> Infos:
        """What `KeltisEnv` says of each game; all have all of it."""
        every, players = np.ones(self.num_envs, np.bool_), self._games.players
        order = (self._seats[:, np.newaxis] + np.arange(players)) % players
        return {
            "action_mask": self.action_masks().view(np.int8),
            "_action_mask": every,
            "scores": np.take_along_axis(self._games.batch.scores(), order, 1),
            "_scores": every,
            "illegal_action": illegal,
            "_illegal_action": every,
        }


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """One of Gymnasium's modes, or that with this value."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(each.value for each in AutoresetMode)
        message = f"autoreset_mode must be one of {names}, not {short_repr(mode)}"
        raise InvalidArgument(message) from None
