"""A vector environment: many games that are stepped together, with Gymnasium's vector signature."""

import enum
from collections.abc import Mapping
from functools import partial
from operator import call
from typing import Annotated, Protocol, TypeAlias, TypedDict, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from keltis._engine.rules import KELTIS, Rules
from keltis._engine.state import GameState
from keltis._lib.chance import MAX_SEED
from keltis._lib.checks import as_int, as_seat
from keltis._lib.values import ImmutableEnum
from keltis.batch._arguments import (
    Seeds,
    as_limit,
    batch_seed,
    game_seeds,
    parts,
    require_one_of,
    run_in_threads,
    truth_values,
    whole_numbers,
)
from keltis.batch._batch import Batch, make_batch, new_games
from keltis.batch._compiler import inlined, kernel
from keltis.batch._engine import (
    apply_action,
    deal_game_of_seed,
    deal_games_of_seed,
    deal_room,
    find_illegal,
    is_legal,
    total_score,
    write_mask,
)
from keltis.batch._layout import (
    OVER,
    Byte,
    Float64s,
    GameData,
    Games,
    Int8s,
    Int32s,
    RecordArray,
    TableArray,
    Tables,
    UInt8s,
    record_type,
)
from keltis.batch._numbers import wide
from keltis.batch._records import encode_game, make_records
from keltis.errors import InvalidArgument
from keltis.game import MAX_MOVES, Returns, require_returns
from keltis.learning import action_count, layout


class AutoresetMode(ImmutableEnum):
    """What happens to a game that is over: Gymnasium's names and values."""

    SAME_STEP = "SameStep"
    """The step that ends a game deals the next one. Infos have the last view as `final_obs`."""
    DISABLED = "Disabled"
    """The game stays until `reset(options={"reset_mask": mask})` deals another."""


class Infos(TypedDict, total=False):
    """Arrays by name, one row for each game, with the names that Gymnasium uses.

    A name that begins with an underscore is the mask of the games that have the value.
    """

    action_mask: NDArray[np.int8]
    _action_mask: NDArray[np.bool_]
    to_move: NDArray[np.uint8]
    """The player to move, whose view the observation is."""
    _to_move: NDArray[np.bool_]
    scores: NDArray[np.int32]
    _scores: NDArray[np.bool_]
    illegal_action: NDArray[np.bool_]
    """Only against bots in Gymnasium, where an illegal action ends a game."""
    _illegal_action: NDArray[np.bool_]
    final_obs: NDArray[np.uint8]
    _final_obs: NDArray[np.bool_]
    final_info: "Infos"
    """The infos of the last step of games that have ended."""
    _final_info: NDArray[np.bool_]


Step: TypeAlias = tuple[
    NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos
]
"""Observations, rewards, terminations, truncations and infos."""


@final
class VectorEnv:
    """Many games, stepped together. The signatures are those of `gymnasium.vector.VectorEnv`.

    Every observation is what the player to move sees, as `keltis.learning` has it; an action is an
    action number. Rewards are by game and seat, 0 until a game is over.

    The arrays that `reset` and `step` return are made once and written again by each call: copy
    what you keep.

    >>> from keltis.batch import VectorEnv
    >>> env = VectorEnv(4, players=2)
    >>> observations, infos = env.reset(seed=7)
    >>> observations.shape, infos["action_mask"].shape, infos["to_move"]
    ((4, 707), (4, 242), array([0, 0, 0, 0], dtype=uint8))
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> rewards.shape
    (4, 2)
    """

    def __init__(
        self,
        num_envs: int,
        players: int = 2,
        *,
        rules: Rules = KELTIS,
        first_player: int = 0,
        autoreset_mode: enum.Enum = AutoresetMode.SAME_STEP,
        max_moves: int = MAX_MOVES,
        returns: Returns = "win_shares",
        observations: bool = True,
        threads: int = 1,
    ) -> None:
        """Make the environment; `reset` deals its games.

        A game with `max_moves` moves is truncated (E3). Without `observations` they have no
        bytes, which saves time. `returns` names the rewards of a finished game: `win_shares` gives
        the winner 1 and the loser -1, `score_margins` the points beyond the mean.
        """
        self.num_envs: int = as_int(num_envs, "num_envs", 1)
        self.players: int = players
        self.rules: Rules = rules
        self.autoreset_mode: AutoresetMode = _autoreset_mode(autoreset_mode)
        self.metadata: Mapping[str, object] = {"autoreset_mode": self.autoreset_mode}
        require_returns(returns)
        made, self._games = new_games(self.num_envs, players, seed=0, rules=rules).__getstate__()
        self._batch = make_batch(made, self._games)
        self._blank = self._batch.codec.blank.copy()
        self._blank["to_move"] = as_seat(first_player, players, "first_player")
        self._seeded = False
        self._restricted = True  # whether some games did not act in the last step
        count, size = self.num_envs, layout(rules, players).size if observations else 0
        self._settings = make_records(1, record_type(Settings, {}))
        self._settings["max_moves"] = as_limit(max_moves, "max_moves", 1)
        self._settings["autoreset"] = self.autoreset_mode is AutoresetMode.SAME_STEP
        self._settings["margins"] = returns == "score_margins"
        self._slots = make_records(count, record_type(Slot, {"players": players}))
        self._actions: NDArray[np.int64] = self._slots["action"]
        self._acting: NDArray[np.bool_] = self._slots["acting"]
        self._rewards: NDArray[np.float64] = self._slots["rewards"]
        self._terminations: NDArray[np.bool_] = self._slots["terminated"]
        self._truncations: NDArray[np.bool_] = self._slots["truncated"]
        self._scores: NDArray[np.int32] = self._slots["scores"]
        self._to_move: NDArray[np.uint8] = self._slots["to_move"]
        self._final_to_move: NDArray[np.uint8] = self._slots["final_to_move"]
        self._observations = np.zeros((count, size), np.uint8)
        self._final_observations = np.zeros((count, size), np.uint8)
        self._masks = np.zeros((count, action_count(rules)), np.int8)
        self._sections = [
            partial(
                step_games,
                self._games[part],
                self._batch.tables,
                self._blank,
                self._settings,
                self._slots[part],
                self._masks[part],
                self._observations[part],
                self._final_observations[part],
            )
            for part in parts(count, threads)
        ]

    @property
    def batch(self) -> Batch:
        """The games, to be read: only `reset` and `step` may change them."""
        return self._batch

    def reset(
        self,
        *,
        seed: int | Seeds | None = None,
        options: Mapping[str, ArrayLike] | None = None,
        start: Batch | None = None,
    ) -> tuple[NDArray[np.uint8], Infos]:
        """Deal new games, all or those of `options["reset_mask"]`. The first reset deals all.

        With `start`, the games begin with copies of its games instead, one for each that is reset.

        With a number as `seed`, the games of the environment, one after the other, are games *i*,
        *i* + `num_envs`, *i* + 2 `num_envs` and so on of `new_games(..., seed=seed)`. With a
        sequence of seeds, those of place *i* are games 0, 1, 2 and so on of its seed. Without a
        seed, the games go on as they were numbered; at first the operating system gives a seed.
        """
        chosen = np.ones(self.num_envs, np.bool_)
        if self._seeded and options is not None and "reset_mask" in options:
            chosen = truth_values(options["reset_mask"], "reset_mask", self.num_envs)
        games = None if start is None else self._copies(start, int(chosen.sum()))
        slots = self._slots
        with self._batch.lock:
            if seed is not None or not self._seeded:
                self._seed(seed)
            if games is None:
                games, numbers = self._games[chosen], slots["number"][chosen]
                seeds = slots["seed"][chosen]
                deal_games_of_seed(games, self._batch.tables, self._blank, seeds, numbers)
                slots["number"][chosen] += self._settings["stride"]
            self._games[chosen] = games
            for name in ("decisions", "terminated", "truncated"):
                slots[name][chosen] = 0
            view_games(self._games, self._batch.tables, slots, self._masks, self._observations)
            return self._observations, self._infos()

    def _copies(self, start: Batch, count: int) -> NDArray[np.void]:
        """The games of a batch, which must be so many and of the same kind as those here."""
        made, games = start.__getstate__()
        here = self.rules, self.players, self._batch.shape
        if (made.rules, made.players, made.shape) != here or len(games) != count:
            raise InvalidArgument(
                f"start must have {count} games of the rules, players and shape of this environment"
            )
        return games

    def _seed(self, seed: int | Seeds | None) -> None:
        own = game_seeds(seed, self.num_envs, MAX_SEED)
        self._slots["seed"] = batch_seed(seed) if own is None else own
        self._slots["number"] = np.arange(self.num_envs) if own is None else 0
        self._settings["stride"] = self.num_envs if own is None else 1
        self._seeded = True

    def step(self, actions: ArrayLike, *, where: ArrayLike | None = None) -> Step:
        """Make one move in every game: observations, rewards, terminations, truncations, infos.

        With `where`, only the games of this mask act.

        Infos have `action_mask` and `to_move`. If a game has ended, they also have `scores` and,
        with SAME_STEP, `final_obs` and `final_info`, in which `to_move` is the player whose view
        the final observation is. The masks `_scores`, `_final_obs` and so on say for which games.
        In mode DISABLED, games that have ended do not act, whatever their action.

        Raises `IllegalActions`, and changes nothing, if any of the moves is illegal.
        """
        if not self._seeded:
            raise InvalidArgument("call reset before step")
        numbers = whole_numbers(actions, "actions", self.num_envs)
        acting = None if where is None else truth_values(where, "where", self.num_envs)
        with self._batch.lock:
            self._actions[:] = numbers
            if acting is not None:
                self._acting[:] = acting
            elif self.autoreset_mode is AutoresetMode.SAME_STEP:
                if self._restricted:
                    self._acting.fill(True)
            else:
                np.logical_or(self._terminations, self._truncations, out=self._acting)
                np.logical_not(self._acting, out=self._acting)
            self._restricted = acting is not None
            if len(self._sections) > 1:  # all must be legal before any part of the games moves
                self._require_legal()
            ended = run_in_threads(call, self._sections)
            if ended[0] < 0:
                self._require_legal()
            return (
                self._observations,
                self._rewards,
                self._terminations,
                self._truncations,
                self._infos(any(ended)),
            )

    def _require_legal(self) -> None:
        batch, illegal = self._batch, np.zeros(self.num_envs, np.bool_)
        actions, acting = self._actions.copy(), self._acting.copy()
        if find_illegal(self._games, batch.tables, actions, acting, illegal):
            raise batch.illegal_actions(actions, illegal)

    def _infos(self, ended: bool = False) -> Infos:
        infos: Infos = {"action_mask": self._masks, "to_move": self._to_move}
        if ended:
            which = (self._terminations | self._truncations) & self._acting
            infos |= {"scores": self._scores, "_scores": which}
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                last: Infos = {"to_move": self._final_to_move, "_to_move": which}
                last |= {"scores": self._scores, "_scores": which}
                infos |= {"final_obs": self._final_observations, "_final_obs": which}
                infos |= {"final_info": last, "_final_info": which}
        return infos

    def state(self, index: int) -> GameState:
        """One of the games as a `GameState`."""
        return self._batch.state(index)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def _autoreset_mode(mode: enum.Enum) -> AutoresetMode:
    """The mode of this value; Gymnasium's own members are accepted."""
    value = mode.value if isinstance(mode, enum.Enum) else mode
    own = {member.value: member for member in AutoresetMode}.get(value)
    require_one_of(mode if own is None else own, tuple(AutoresetMode), "autoreset_mode")
    return AutoresetMode(value)


# The kernels.


class Slot(Protocol):
    """What the environment keeps and returns for one game: a record.

    A kernel with one array of slots is called in half the time of one with an array for each field.
    """

    action: int
    """The action of the next step."""
    seed: np.uint64
    """The seed of its games."""
    number: np.uint64
    """The number of its next game."""
    decisions: int
    """How many decisions were made in the game."""
    rewards: Annotated[Float64s, "players"]
    """By seat."""
    scores: Annotated[Int32s, "players"]
    """By seat, of the last game that ended."""
    acting: bool
    """Whether the game takes part in the step."""
    terminated: bool
    truncated: bool
    to_move: Byte
    final_to_move: Byte
    """Who was to move when the last game ended: the viewer of its final observation."""


class Settings(Protocol):
    """What is the same for all slots."""

    stride: np.uint64
    """The difference between the numbers of successive games of a slot."""
    max_moves: int
    """The number of moves after which a game is truncated (E3)."""
    autoreset: bool
    """Whether a game that is over is dealt anew."""
    margins: bool
    """Whether the rewards are `score_margins`, not `win_shares`."""


Slots: TypeAlias = RecordArray[Slot]
SettingsArray: TypeAlias = RecordArray[Settings]


@inlined
def _write_returns(slot: Slot, players: int, margins: bool) -> None:
    """What the game is worth to each player: `keltis.score_margins` or `keltis.win_shares`."""
    total = 0
    best = wide(slot.scores[0])
    winners = 0
    for player in range(players):
        total += wide(slot.scores[player])
        best = max(best, wide(slot.scores[player]))
    for player in range(players):
        winners += slot.scores[player] == best
    for player in range(players):
        if margins:
            slot.rewards[player] = slot.scores[player] - total / players
        elif slot.scores[player] == best:
            slot.rewards[player] = players / winners - 1
        else:
            slot.rewards[player] = -1


@inlined
def _write_view(
    game: GameData, tables: Tables, slot: Slot, masks: Int8s, codes: UInt8s, at: int
) -> None:
    """Write what the player to move needs; without columns for codes, none are written."""
    write_mask(game, tables, masks, at)
    slot.to_move = game.to_move
    if codes.shape[1]:
        encode_game(game, tables, wide(game.to_move), codes, at)


@kernel
def view_games(games: Games, rules: TableArray, slots: Slots, masks: Int8s, codes: UInt8s) -> None:
    """Write the masks, the codes and the seats to move."""
    for at in range(len(games)):
        _write_view(games[at], rules[0], slots[at], masks, codes, at)


@kernel
def step_games(  # noqa: C901 - calls between kernels cost time
    games: Games,
    rules: TableArray,
    blank: Games,
    settings: SettingsArray,
    slots: Slots,
    masks: Int8s,
    codes: UInt8s,
    final_codes: UInt8s,
) -> int:
    """Make a move in each game that acts, and write all arrays. Returns how many games end.

    If a move is illegal, it returns -1 and changes nothing. With `autoreset` a game that is over is
    dealt anew, as game `number` of its seed.
    """
    tables = rules[0]
    for at in range(len(games)):
        if slots[at].acting and not is_legal(games[at], tables, slots[at].action):
            return -1
    ended = 0
    players = wide(tables.players)
    chances = deal_room(tables)
    for at in range(len(games)):
        slot = slots[at]
        for player in range(players):
            slot.rewards[player] = 0
        if not slot.acting:
            if settings[0].autoreset:  # it was dealt anew
                slot.terminated = slot.truncated = False
            continue
        game = games[at]
        apply_action(game, tables, slot.action)
        slot.decisions += 1
        slot.terminated = game.phase == OVER
        slot.truncated = game.phase != OVER and slot.decisions >= settings[0].max_moves
        if slot.terminated or slot.truncated:
            ended += 1
            for player in range(players):
                slot.scores[player] = total_score(game, tables, player)
            if slot.terminated:
                _write_returns(slot, players, settings[0].margins)
            if settings[0].autoreset:
                slot.final_to_move = game.to_move
                if codes.shape[1]:
                    encode_game(game, tables, wide(game.to_move), final_codes, at)
                games[at] = blank[0]
                deal_game_of_seed(games[at], tables, slot.seed, slot.number, chances)
                slot.number += settings[0].stride
                slot.decisions = 0
        _write_view(games[at], tables, slot, masks, codes, at)
    return ended
