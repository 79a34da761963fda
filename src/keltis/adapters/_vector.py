"""Many games against bots, stepped together on the batch engine."""

import random
from collections.abc import Sequence
from typing import NotRequired, TypedDict, final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from keltis._game import GAME
from keltis._shared.checks import as_int, as_seat
from keltis._shared.registry import make_each
from keltis.adapters._environment import LearnerMatch
from keltis.batch import Batch, Outcomes, new_games
from keltis.bots import Bot, RandomBot, make_bot
from keltis.errors import InvalidArgument
from keltis.game import Returns
from keltis.learning import action_id
from keltis.legality import legal_moves
from keltis.rules import Rules
from keltis.state import GameState
from keltis.view import observe


class FinalInfos(TypedDict):
    """The info of the last step of games that are over, and masks of these games."""

    scores: NotRequired[NDArray[np.int32]]
    _scores: NotRequired[NDArray[np.bool_]]
    illegal_action: NotRequired[NDArray[np.bool_]]
    _illegal_action: NotRequired[NDArray[np.bool_]]


class Infos(TypedDict):
    """The infos, with the names that Gymnasium's own vector environments use."""

    action_mask: NDArray[np.int8]
    _action_mask: NDArray[np.bool_]
    final_obs: NotRequired[NDArray[np.uint8]]
    _final_obs: NotRequired[NDArray[np.bool_]]
    final_info: NotRequired[FinalInfos]
    _final_info: NotRequired[NDArray[np.bool_]]


@final
class BatchVectorEnv(VectorEnv):  # type: ignore[misc] # mypy skips Gymnasium
    """One player against bots, in many games at once: see `vector_env`."""

    def __init__(
        self,
        num_envs: int,
        opponents: Sequence[Bot | str],
        rules: Rules,
        seat: int | None,
        returns: Returns,
        max_moves: int,
    ) -> None:
        self.num_envs: int = as_int(num_envs, "num_envs", 1)
        self.metadata: dict[str, object] = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self._bots = make_each(opponents, make_bot)
        players = 1 + len(self._bots)
        game = LearnerMatch(
            GAME, players, rules=rules, returns=returns, max_moves=max_moves, render_mode=None
        )
        self._fixed_seat = None if seat is None else as_seat(seat, players, "seat")
        self._returns = returns
        self._least_return = game.least_return
        self._max_moves = as_int(max_moves, "max_moves", 1)
        self.single_observation_space: spaces.Box = game.observation_space
        self.single_action_space: spaces.Discrete = spaces.Discrete(game.action_count)
        self.observation_space: spaces.Box = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.MultiDiscrete = batch_space(self.single_action_space, num_envs)
        self._games = new_games(self.num_envs, players, seed=0, rules=rules)
        self._seats = np.zeros(self.num_envs, np.int64)
        self._moves = np.zeros(self.num_envs, np.int64)
        self._masks = np.zeros((self.num_envs, game.action_count), np.int8)
        self._rng = random.Random()

    def state(self, index: int) -> GameState:
        """One of the games as a `GameState`."""
        return self._games.state(index)

    @property
    def seats(self) -> NDArray[np.int64]:
        """By game, the seat of the player who learns."""
        return self._seats.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[NDArray[np.uint8], Infos]:
        """Deal new games. Without a seed, they are the next ones of the last seed."""
        super().reset(seed=seed, options=options)  # which seeds np_random
        if seed is not None:
            self._rng = random.Random(int(self.np_random.integers(2**63)))
        self._deal(np.arange(self.num_envs))
        return self._observations(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Make a move in every game, and let the bots play until it is the player's turn again."""
        if not self._masks.any():
            raise InvalidArgument("there is no game yet: call reset first")
        chosen = np.asarray(actions)
        if chosen not in self.action_space:
            raise InvalidArgument(f"actions must be {self.num_envs} action numbers")
        legal = self._masks[np.arange(self.num_envs), chosen] == 1
        self._games.apply(chosen, where=legal)
        self._moves += legal
        self._play_opponents()
        outcomes = self._games.outcomes()
        rewards = self._rewards(outcomes)
        rewards[~legal] = self._least_return
        terminations = (outcomes.reasons != 0) | ~legal
        truncations = ~terminations & (self._moves >= self._max_moves)
        ended = terminations | truncations
        if not ended.any():
            return self._observations(), rewards, terminations, truncations, self._infos()
        last, final = self._observations(), self._final_infos(outcomes, ~legal)
        self._deal(np.flatnonzero(ended))
        infos = self._infos()
        infos |= {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}
        return self._observations(), rewards, terminations, truncations, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """By game and action number, whether the action is legal."""
        return self._masks.astype(np.bool_)

    def _deal(self, places: NDArray[np.intp]) -> None:
        """Deal new games in these places, and let the bots play until it is the player's turn."""
        rules, players, count = self._games.rules, self._games.players, len(places)
        seed = int(self.np_random.integers(2**63))
        self._games.games[places] = new_games(count, players, seed=seed, rules=rules).games
        seats = self.np_random.integers(players, size=count)
        self._seats[places] = seats if self._fixed_seat is None else self._fixed_seat
        self._moves[places] = 0
        self._play_opponents()

    def _play_opponents(self) -> None:
        """Let the bots play until in each game it is the player's turn or the game is over."""
        places = np.flatnonzero(_waiting(self._games, self._seats))
        games, seats = self._games[places], self._seats[places]
        while (waiting := _waiting(games, seats)).any():
            games.apply(self._bot_actions(games, seats, waiting), where=waiting)
            self._moves[places] += waiting
        self._games.games[places] = games.games

    def _bot_actions(
        self, games: Batch, seats: NDArray[np.int64], waiting: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """The decisions of the bots in the games that wait for one."""
        actions = np.zeros(len(games), np.int64)
        offsets = (games.to_move - seats) % games.players
        for offset, bot in enumerate(self._bots, 1):
            places = np.flatnonzero(waiting & (offsets == offset))
            if isinstance(bot, RandomBot):
                actions[places] = self._random_actions(games.legal_masks()[places])
            else:
                actions[places] = [self._ask(bot, games.state(int(at))) for at in places]
        return actions

    def _random_actions(self, masks: NDArray[np.int8]) -> NDArray[np.intp]:
        """For each row, the index of one of its ones, all equally likely."""
        counts = masks.sum(axis=1, dtype=np.int16)
        numbers = (self.np_random.random(len(masks)) * counts).astype(np.int16)
        reached = masks.cumsum(axis=1, dtype=np.int16) > numbers[:, np.newaxis]
        actions: NDArray[np.intp] = reached.argmax(axis=1)
        return actions

    def _ask(self, bot: Bot, state: GameState) -> int:
        move = bot(observe(state, state.to_move), legal_moves(state), self._rng)
        return action_id(move)

    def _rewards(self, outcomes: Outcomes) -> NDArray[np.float64]:
        """The players' returns in the games that are over, and 0 in the others."""
        if self._returns == "win_shares":
            winners = outcomes.winners
            counts = winners.sum(axis=1, keepdims=True)
            returns = winners * (self._games.players / np.maximum(counts, 1)) - 1.0
        else:
            returns = outcomes.scores - outcomes.scores.mean(axis=1, keepdims=True)
        returns[outcomes.reasons == 0] = 0.0
        mine: NDArray[np.float64] = returns[np.arange(self.num_envs), self._seats]
        return mine

    def _observations(self) -> NDArray[np.uint8]:
        return self._games.encode(self._seats)

    def _infos(self) -> Infos:
        self._masks = self._games.legal_masks()
        every = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._masks.copy(), "_action_mask": every}

    def _final_infos(self, outcomes: Outcomes, illegal: NDArray[np.bool_]) -> FinalInfos:
        infos: FinalInfos = {}
        over = outcomes.reasons != 0
        if over.any():
            players = self._games.players
            order = (self._seats[:, np.newaxis] + np.arange(players)) % players
            infos |= {"scores": np.take_along_axis(outcomes.scores, order, 1), "_scores": over}
        if illegal.any():
            infos |= {"illegal_action": illegal, "_illegal_action": illegal}
        return infos


def _waiting(games: Batch, seats: NDArray[np.int64]) -> NDArray[np.bool_]:
    """By game, whether a player at another seat has to decide."""
    waiting: NDArray[np.bool_] = ~games.over & (games.to_move != seats)
    return waiting
