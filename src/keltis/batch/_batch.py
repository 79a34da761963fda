"""Many games at once, with methods named after the functions of the scalar engine; matches."""

import functools
import random
from collections.abc import Sequence
from itertools import chain
from threading import RLock
from typing import Final, final

import attrs
import numpy as np
from numpy.typing import ArrayLike, NDArray

from keltis._engine.legality import Illegality, illegality
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.state import GameState
from keltis._lib.chance import bot_seed
from keltis._lib.checks import as_int, as_seat
from keltis.batch import _engine
from keltis.batch._arguments import (
    NO_LIMIT,
    Seeds,
    as_limit,
    batch_seed,
    game_seeds,
    output,
    parts,
    require_one_of,
    run_in_threads,
    truth_values,
    whole_numbers,
)
from keltis.batch._compiler import kernel
from keltis.batch._greedy import make_move
from keltis.batch._layout import (
    COLOURS,
    OVER,
    PLAY,
    Games,
    Int64s,
    Shape,
    TableArray,
    UInt8s,
    UInt64s,
    WorkspaceArray,
)
from keltis.batch._numbers import GROWTH, stream_state, unit_number, wide
from keltis.batch._policies import (
    POLICIES,
    NetworkRoom,
    Policy,
    choose_actions,
    play_policy,
    policy_action,
    policy_room,
)
from keltis.batch._records import RecordCodec, codec, encode_games
from keltis.errors import InvalidArgument, KeltisError
from keltis.game import MAX_MOVES
from keltis.learning import action_count, layout, move_of

_PERFT_GAMES: Final = 2**14
"""How many games `perft` expands at once."""


class IllegalActions(KeltisError):
    """Some actions of a batch are illegal; the batch is unchanged."""

    def __init__(self, indices: tuple[int, ...], actions: tuple[int, ...], games: "Batch") -> None:
        self.indices = indices
        """The games whose action is illegal."""
        self.actions = actions
        """Their actions."""
        self._games = games
        super().__init__(indices, actions, games)

    @functools.cached_property
    def reasons(self) -> tuple[Illegality, ...]:
        """Why each is illegal. They are computed when they are first asked for."""
        return tuple(map(self._reason, range(len(self.indices))))

    def _reason(self, number: int) -> Illegality:
        """The scalar engine knows the reasons, which takes a hundred times as long as a move."""
        action = self.actions[number]
        known = 0 <= action < action_count(self._games.rules)
        why = illegality(self._games.state(number), move_of(action)) if known else None
        return why or Illegality.NOT_A_MOVE

    def __str__(self) -> str:
        count = len(self.indices)
        lines = [
            f"- game {self.indices[number]}: action {self.actions[number]}: {self._reason(number)}"
            for number in range(min(count, 5))
        ]
        more = [f"- and {count - 5} more"] if count > 5 else []
        return "\n".join([f"illegal actions in {count} games:", *lines, *more])


@attrs.frozen(eq=False)
class Outcomes:
    """How the games of a batch ended."""

    reasons: NDArray[np.uint8]
    """By game, an index into `END_REASONS`; 0 while the game goes on."""
    scores: NDArray[np.int32]
    """By game and seat, the total points, as if the game ended now."""

    @property
    def winners(self) -> NDArray[np.bool_]:
        """By game and seat, who has won (F4); nobody while the game goes on."""
        best = self.scores.max(axis=1, keepdims=True)
        winners: NDArray[np.bool_] = (self.scores == best) & (self.reasons != 0)[:, np.newaxis]
        return winners


@final
@attrs.frozen(eq=False)
class Playouts(Outcomes):
    """How the games of a batch ended when they were played out."""

    decisions: NDArray[np.int64]
    """By game, how many decisions were made."""

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """By game, whether the limit of moves ended it (E3)."""
        truncated: NDArray[np.bool_] = self.reasons == 0
        return truncated


@final
class Batch:
    """Games of the same rules and number of players, one record for each in `games`.

    Make one with `new_games` or `Batch.of`. Only `apply` changes the batch. Threads can share it:
    calls of its methods happen one after the other.

    >>> import keltis
    >>> from keltis.batch import Batch
    >>> batch = Batch.of([keltis.new_game(2, seed=1)])
    >>> len(batch), batch.state(0) == keltis.new_game(2, seed=1)
    (1, True)
    """

    codec: RecordCodec
    """How states are written as records and read."""
    rules: Rules
    players: int
    """How many players each game has."""
    shape: Shape
    tables: TableArray
    """The tables of the rules, for kernels; read-only, as other batches share them."""
    lock: RLock
    """Held while a method reads or changes the games."""

    def __init__(self, codec: RecordCodec, games: NDArray[np.void]) -> None:
        """Make a batch of copies of records, such as the `games` of a batch that were saved.

        They are read as states, so each must be that of a possible game.
        """
        self.__setstate__((codec, codec.possible(games)))

    def __setstate__(self, parts: tuple[RecordCodec, NDArray[np.void]]) -> None:
        """Take over records that are those of possible games."""
        self.codec, self._games = parts
        self.rules, self.players = self.codec.rules, self.codec.players
        self.shape, self.tables = self.codec.shape, self.codec.tables
        self.lock = RLock()

    def __getstate__(self) -> tuple[RecordCodec, NDArray[np.void]]:
        with self.lock:
            return self.codec, self._games.copy()

    @property
    def games(self) -> NDArray[np.void]:
        """The records: a structured array, read-only. `shape.game` is its data type."""
        games = self._games.view()
        games.setflags(write=False)
        return games

    @classmethod
    def of(cls, states: Sequence[GameState], *, shape: Shape | None = None) -> "Batch":
        """The batch of these states, which must have the same rules and number of players."""
        if not states:
            raise InvalidArgument("a batch of states needs at least one state")
        kinds = {(state.rules, len(state.players)) for state in states}
        if len(kinds) > 1:
            raise InvalidArgument("all states must have the same rules and number of players")
        made = codec(*kinds.pop(), shape)
        games = made.blanks(len(states))
        for record, state in zip(games, states, strict=True):
            made.write(record, state)
        return make_batch(made, games)

    def __len__(self) -> int:
        return len(self._games)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games, {self.players} players, {self.rules}>"

    def __getitem__(
        self, index: int | slice | Sequence[int] | NDArray[np.integer | np.bool_]
    ) -> "Batch":
        """A batch of copies of some games: by a slice, a mask or numbers, as NumPy does it."""
        chosen = index.copy() if isinstance(index, np.ndarray) else index
        with self.lock:
            games = np.atleast_1d(self._games[chosen]).copy()
        if games.ndim > 1:
            raise InvalidArgument("a batch has one axis: an index of several makes no batch")
        return make_batch(self.codec, games)

    def copy(self) -> "Batch":
        """A batch of copies of all games."""
        return self[:]

    def state(self, index: int) -> GameState:
        """One game as a `GameState`."""
        with self.lock:
            return self.codec.read(self._games[as_int(index, "index", 0, len(self) - 1)])

    @property
    def to_move(self) -> NDArray[np.uint8]:
        """By game, the seat whose decision is due; after the end, that of the last one."""
        return self._field("to_move")

    @property
    def over(self) -> NDArray[np.bool_]:
        """By game, whether it is over."""
        over: NDArray[np.bool_] = self._field("phase") == OVER
        return over

    def _field(self, name: str) -> NDArray[np.uint8]:
        field: NDArray[np.uint8] = self._games[name].copy()
        return field

    def legal_masks(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """By game and action number, 1 if the move is legal and 0 if not, as `legal_action_mask`.

        There are `action_count(rules)` columns. The masks are written to `out` if it is given.
        """
        masks = output(out, (len(self), action_count(self.rules)), np.int8)
        with self.lock:
            _engine.write_masks(self._games, self.tables, masks)
        return masks

    def apply(self, actions: ArrayLike, *, where: ArrayLike | None = None) -> None:
        """Make one move in every game, given as its action number, or in the games of a mask.

        Raises `IllegalActions`, and changes nothing, if any of the moves is illegal.

        >>> from keltis.batch import new_games
        >>> batch = new_games(2, players=2, seed=7)
        >>> batch.apply(batch.legal_masks().argmax(axis=1))
        >>> batch.apply([0, 22], where=[True, False])
        >>> [batch.state(index).phase for index in range(2)]
        [Phase.PLAY, Phase.DRAW]
        """
        numbers = whole_numbers(actions, "actions", len(self))
        if where is None:
            where = np.ones(len(self), np.bool_)
        acting = truth_values(where, "where", len(self))
        illegal = np.empty(len(self), np.bool_)
        with self.lock:
            if _engine.find_illegal(self._games, self.tables, numbers, acting, illegal):
                raise self.illegal_actions(numbers, illegal)
            _engine.apply_actions(self._games, self.tables, numbers, acting)

    def illegal_actions(
        self, actions: NDArray[np.int64], illegal: NDArray[np.bool_]
    ) -> IllegalActions:
        """The error for some illegal actions."""
        indices = np.flatnonzero(illegal)
        return IllegalActions(
            tuple(indices.tolist()), tuple(actions[illegal].tolist()), self[indices]
        )

    def choose(
        self, policy: Policy, *, where: ArrayLike | None = None, seed: int | None = None
    ) -> NDArray[np.int64]:
        """By game, the action that a policy chooses for the player to move; 0 if the game is over.

        With `where`, only for the games of this mask. The bots of `play_out` choose the same for
        the same seed.

        >>> from keltis.batch import new_games
        >>> batch = new_games(2, players=2, seed=7)
        >>> batch.choose("greedy", seed=1)
        array([232, 240])
        """
        require_one_of(policy, POLICIES, "policy")
        chance, actions = batch_seed(seed), np.zeros(len(self), np.int64)
        with self.lock:
            acting = ~self.over
            if where is not None:
                acting &= truth_values(where, "where", len(self))
            number, room = POLICIES.index(policy), policy_room(self.codec, {policy})
            choose_actions(self._games, self.tables, chance, number, acting, *room, actions)
        return actions

    def scores(self) -> NDArray[np.int32]:
        """By game and seat, the total points, as if the game ended now."""
        scores = np.empty((len(self), self.players), np.int32)
        with self.lock:
            _engine.write_scores(self._games, self.tables, scores)
        return scores

    def itemised_scores(self) -> NDArray[np.int32]:
        """By game, seat and field of `keltis.Score`, the points, as if the game ended now."""
        table = np.array(self.rules.wishing_stone_points, np.int32)
        with self.lock:
            held = self._games["wishing_stones"][:, : self.players]
            stones = table[np.minimum(held, len(table) - 1)]
            tiles = self._games["tile_points"][:, : self.players].astype(np.int32)
            items: NDArray[np.int32] = np.stack([self.scores() - tiles - stones, tiles, stones], 2)
        return items

    def outcomes(self) -> Outcomes:
        """How the games ended; a game can still go on."""
        with self.lock:
            return Outcomes(self._field("reason"), self.scores())

    def encode(
        self, viewers: ArrayLike | None = None, *, out: NDArray[np.uint8] | None = None
    ) -> NDArray[np.uint8]:
        """By game, the bytes of `keltis.learning.encode` of what one player sees.

        The viewers are seats, one for all games or one for each; without them, the players to move.
        """
        codes = output(out, (len(self), layout(self.rules, self.players).size), np.uint8)
        with self.lock:
            seats = self.to_move if viewers is None else self._seats(viewers)
            encode_games(self._games, self.tables, seats, codes)
        return codes

    def _seats(self, viewers: ArrayLike) -> NDArray[np.uint8]:
        spread = np.full(len(self), viewers) if np.ndim(viewers) == 0 else viewers
        seats = whole_numbers(spread, "viewers", len(self))
        if ((seats < 0) | (seats >= self.players)).any():
            raise InvalidArgument(f"viewers must be seats from 0 to {self.players - 1}")
        return seats.astype(np.uint8)

    def play_out(
        self,
        *,
        policy: Policy = "random",
        seed: int | None = None,
        threads: int = 1,
        max_moves: int = MAX_MOVES,
    ) -> Playouts:
        """Play copies of all games to their ends. After `max_moves` moves a game is truncated (E3).

        With the policy `"random"`, every legal move is equally likely; `"greedy"` makes the moves
        of `GreedyBot`, and one game in 360 would never end; `"learnt"` makes those of `LearntBot`,
        but for rounding. Game *i* is played as by this loop,
        whatever the size of the batch and the number of threads::

            bot, rng = keltis.bots.make_bot(policy), GameRandom(seed, i)
            while moves := keltis.legal_moves(state):
                view = keltis.observe(state, state.to_move)
                state = keltis.apply_move(state, bot(view, moves, rng))

        >>> from keltis.batch import new_games
        >>> new_games(3, players=2, seed=7).play_out(seed=1).decisions
        array([525, 420, 472])
        """
        require_one_of(policy, POLICIES, "policy")
        chance, most = batch_seed(seed), as_limit(max_moves, "max_moves", 0)
        sections = parts(len(self), threads)
        _, games = self.__getstate__()
        decisions = np.empty(len(self), np.int64)

        def play(part: slice) -> None:
            arguments = games[part], self.tables, chance, part.start, most, decisions[part]
            if policy == "random":
                _engine.play_randomly(*arguments)
            else:
                number = POLICIES.index(policy)
                play_policy(*arguments, number, *policy_room(self.codec, {policy}))

        run_in_threads(play, sections)
        end = make_batch(self.codec, games).outcomes()
        return Playouts(end.reasons, end.scores, decisions)


def make_batch(codec: RecordCodec, games: NDArray[np.void]) -> Batch:
    """The batch of these records themselves, which must be those of possible games."""
    batch = Batch.__new__(Batch)
    batch.__setstate__((codec, games))
    return batch


def new_games(
    count: int,
    players: int,
    *,
    seed: int | Seeds | None = None,
    rules: Rules = KELTIS,
    first_player: int = 0,
    shape: Shape | None = None,
) -> Batch:
    """A batch of new games.

    With a number as `seed`, game *i* is that of `keltis.new_game(players, rng=GameRandom(seed,
    i))`, whatever the size of the batch. With a sequence of seeds, one for each game, it is that of
    `keltis.new_game(players, seed=seed[i])`. Without a seed, the operating system gives one.

    >>> import keltis
    >>> from keltis import GameRandom
    >>> from keltis.batch import new_games
    >>> new_games(9, players=2, seed=7).state(4) == keltis.new_game(2, rng=GameRandom(7, 4))
    True
    >>> new_games(2, players=2, seed=[8, 3]).state(1) == keltis.new_game(2, seed=3)
    True
    """
    count = as_int(count, "count", 0)
    made = codec(rules, players, shape)
    games, blank = made.blanks(count), made.blank.copy()
    blank["to_move"] = as_seat(first_player, players, "first_player")
    if (own := game_seeds(seed, count)) is not None:
        numbers = range(len(rules.tiles) + len(rules.deck))
        for at, one in enumerate(own):
            rng = random.Random(one)
            chances = np.array([rng.random() for _ in numbers])
            _engine.deal_first_game(games[at:], made.tables, blank, chances)
    else:
        seeds = np.full(count, batch_seed(seed), np.uint64)
        streams = np.arange(count, dtype=np.uint64)
        _engine.deal_games_of_seed(games, made.tables, blank, seeds, streams)
    return make_batch(made, games)


def perft(state: GameState, depth: int) -> int:
    """What `keltis.testing.perft` counts, in a fraction of the time, which grows in the same way.

    The memory grows with the depth: for each move there are at most 16,384 games.

    >>> import keltis
    >>> perft(keltis.new_game(2, seed=1), 4)
    1204
    """
    depth = as_int(depth, "depth", 0)
    return _leaf_count(Batch.of([state]), depth) if depth else 1


def _leaf_count(batch: Batch, depth: int) -> int:
    masks = batch.legal_masks()
    if depth == 1:
        return int(np.count_nonzero(masks))
    count = 0
    games, actions = np.nonzero(masks)
    for start in range(0, len(games), _PERFT_GAMES):
        after = batch[games[start : start + _PERFT_GAMES]]
        after.apply(actions[start : start + _PERFT_GAMES])
        count += _leaf_count(after, depth - 1)
    return count


# Matches


@final
@attrs.frozen(eq=False)
class Matches:
    """The results of games between policies."""

    batch: Batch
    """The final positions."""
    turns: NDArray[np.int64]
    """By game, the number of turns that began."""
    decisions: NDArray[np.int64]
    """By game, the number of decisions."""
    goal_turns: NDArray[np.int64]
    """By game, the turns in which figures entered the goal area, counted from 1, then zeros."""
    goal_seats: NDArray[np.uint8]
    """By game, the owners of these figures, then zeros."""

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """By game, whether a limit ended it (E3)."""
        return ~self.batch.over


def play_matches(
    policies: Sequence[Sequence[Policy]],
    *,
    seeds: Sequence[int],
    policy_seeds: Sequence[int] | None = None,
    rules: Rules = KELTIS,
    max_turns: int | None = None,
    max_moves: int = MAX_MOVES,
    threads: int = 1,
    shape: Shape | None = None,
) -> Matches:
    """Play new games between policies, given by game and seat.

    A game is truncated after `max_moves` moves, or when turn `max_turns` is over (E3).

    Game *i* is that of `keltis.new_game(players, seed=seeds[i])`, and each policy makes the moves
    of the bot of that name, with the numbers of `bot_random(policy_seeds[i], seat, moves)`. So the
    game is that of `keltis.bots.play_match(policies[i], seed=seeds[i])`, if there are no
    `policy_seeds`.

    >>> from keltis.batch import play_matches
    >>> ends = play_matches(
    ...     [("greedy", "random"), ("random", "greedy")],
    ...     seeds=[7, 7],
    ... )
    >>> ends.batch.scores().tolist(), ends.turns.tolist()
    ([[76, -5], [-13, 72]], [93, 66])
    """
    policies, seeds = [tuple(names) for names in policies], list(seeds)
    players = len(policies[0]) if policies else rules.player_counts[0]
    numbers = _policy_numbers(policies, players)
    used = set(chain.from_iterable(policies))
    policy_seeds = seeds if policy_seeds is None else list(policy_seeds)
    if not len(seeds) == len(policy_seeds) == len(policies):
        raise InvalidArgument("there must be a seed and a policy seed for each game")
    turn_limit = NO_LIMIT if max_turns is None else as_limit(max_turns, "max_turns", 0)
    limits = turn_limit, as_limit(max_moves, "max_moves", 0)
    sections = parts(len(policies), threads)
    batch = new_games(len(policies), players, seed=seeds, rules=rules, shape=shape)
    _, games = batch.__getstate__()
    streams = np.zeros((len(batch), players), np.uint64)
    for game, seed in enumerate(policy_seeds):
        streams[game] = [bot_seed(seed, seat) for seat in range(players)]
    turns, decisions = np.zeros(len(batch), np.int64), np.zeros(len(batch), np.int64)
    entries = COLOURS * players
    goal_turns = np.zeros((len(batch), entries), np.int64)
    goal_seats = np.zeros((len(batch), entries), np.uint8)

    def play(part: slice) -> None:
        room, works, network = policy_room(batch.codec, used)
        _play_games(
            games[part],
            batch.tables,
            numbers[part],
            streams[part],
            *limits,
            room,
            works,
            network,
            turns[part],
            decisions[part],
            goal_turns[part],
            goal_seats[part],
        )

    run_in_threads(play, sections)
    return Matches(make_batch(batch.codec, games), turns, decisions, goal_turns, goal_seats)


def _policy_numbers(policies: Sequence[Sequence[Policy]], players: int) -> UInt8s:
    """By game and seat, the place of the policy in `POLICIES`."""
    for game, names in enumerate(policies):
        if len(names) != players:
            raise InvalidArgument(f"game {game} has {len(names)} policies, game 0 has {players}")
        for name in names:
            require_one_of(name, POLICIES, "a policy")
    numbers = [POLICIES.index(name) for names in policies for name in names]
    return np.array(numbers, np.uint8).reshape(-1, players)


@kernel
def _play_games(
    games: Games,
    rules: TableArray,
    policies: UInt8s,
    streams: UInt64s,
    max_turns: int,
    max_moves: int,
    room: Games,
    works: WorkspaceArray,
    network: NetworkRoom,
    turns: Int64s,
    decisions: Int64s,
    goal_turns: Int64s,
    goal_seats: UInt8s,
) -> None:
    """Play all games; `streams` has the seed of each policy by game and seat."""
    tables = rules[0]
    for at in range(len(games)):
        room[0] = games[at]
        game = room[0]
        while game.phase != OVER and decisions[at] < max_moves:
            if game.phase == PLAY:
                if turns[at] == max_turns:  # E3
                    break
                turns[at] += 1
            seat = wide(game.to_move)
            chance = unit_number(stream_state(streams[at, seat], np.uint64(decisions[at])) + GROWTH)
            policy = wide(policies[at, seat])
            action = policy_action(room, tables, policy, chance, works[0], network)
            entered = wide(game.in_goal)
            make_move(room, 0, tables, action)
            decisions[at] += 1
            if game.in_goal > entered:
                goal_turns[at, entered] = turns[at]
                goal_seats[at, entered] = seat
        games[at] = game
