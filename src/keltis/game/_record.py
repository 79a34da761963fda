"""Records of whole games: the start, the moves, and everything that follows from them."""

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from operator import sub
from typing import Final, Generic, Protocol, Self, TypeVar, final, runtime_checkable

import attrs

from keltis._lib.checks import as_int
from keltis._lib.text import count_noun, short_repr
from keltis._lib.values import Immutable, RefusedMove
from keltis.errors import InvalidArgument, RecordError

MAX_MOVES: Final = 10_000
"""The most moves that a record can have: a game need not end (E3)."""
MAX_NAME: Final = 100
"""The most characters that a player's name can have."""


@runtime_checkable
class State(Protocol):
    """A position of a game, as far as tools look inside."""

    @property
    def to_move(self) -> int:
        """The seat whose decision is due."""


class Outcome(Protocol):
    """How a game ended, as far as tools look inside."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; those who tie share the win."""

    @property
    def reason(self) -> enum.Enum:
        """Why it ended: one of the game's `EndReason`s, whose values are words for it."""


@final
@attrs.frozen
class Worth(Immutable):
    """What a position is worth, by seat; or how much it has changed.

    >>> from keltis.game import Worth
    >>> Worth((0.75, 0.25), (31.0, 20.0)) - Worth((0.5, 0.5), (25.0, 25.0))
    Worth(shares=(0.25, -0.25), points=(6.0, -5.0))
    """

    shares: tuple[float, ...]
    """The probability to win, where k winners have won a k-th each."""
    points: tuple[float, ...]
    """The expected score at the end."""

    def __sub__(self, other: "Worth") -> "Worth":
        return Worth(
            tuple(map(sub, self.shares, other.shares)), tuple(map(sub, self.points, other.points))
        )


S = TypeVar("S", bound=State)
"""The states of a game."""
M = TypeVar("M")
"""The moves of a game."""
StateT = TypeVar("StateT")  # pyright does not see through the bound of S in properties


def as_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names as a tuple; a single text is a mistake, as it is a sequence of texts, too."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise InvalidArgument(f"names must be a list or tuple of texts, not {short_repr(names)}")
    return tuple(names)


@attrs.frozen
class Record(Immutable, ABC, Generic[StateT, M]):
    """A starting position and legal moves from there. Each game specialises this class.

    `len` is the number of moves. `record[n]` is the state before move n, counted from 0, and that
    move. A loop goes through these pairs.
    """

    start: StateT
    moves: tuple[M, ...] = ()
    names: tuple[str, ...] = attrs.field(default=(), converter=as_names)
    """The players' names by seat, or none at all."""
    states: tuple[StateT, ...] = attrs.field(init=False, eq=False, repr=False)
    """The state before each move, and the final state."""

    @staticmethod
    def _player_count(start: StateT) -> int:  # noqa: ARG004 - for the games that override it
        """The number of players: two, unless a game overrides this."""
        return 2

    @staticmethod
    @abstractmethod
    def _next_state(state: StateT, move: M) -> StateT:
        """The state after a move; raises the game's `IllegalMove`."""

    @staticmethod
    def starts_turn(state: StateT) -> bool:  # noqa: ARG004 - for the games that override it
        """Whether a move in this state is the first of a turn; in most games every move is."""
        return True

    @staticmethod
    def _forced_move(state: StateT) -> M | None:  # noqa: ARG004 - for the games that override it
        """The move that `append` makes by itself in this state, if there is one."""
        return None

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result of the game, or None if the record stops before the end."""

    def __attrs_post_init__(self) -> None:
        require_names(self.names, self.player_count)
        if not isinstance(self.moves, tuple):
            raise InvalidArgument(f"moves must be a tuple, not {type(self.moves).__name__}")
        states = [self.start]
        for number, move in enumerate(self.moves, 1):
            _require_move_number(number)
            try:
                states.append(self._next_state(states[-1], move))
            except RefusedMove as error:
                raise RecordError(f"move {number}", str(error)) from error
        object.__setattr__(self, "states", tuple(states))

    @property
    def player_count(self) -> int:
        """The number of players."""
        return self._player_count(self.start)

    @property
    def seed(self) -> int | None:
        """The seed from which the start was dealt, if it is known."""
        return None

    @property
    def final(self) -> StateT:
        """The state after the last move."""
        return self.states[-1]

    @property
    def turns(self) -> tuple[tuple[tuple[StateT, M], ...], ...]:
        """The moves by turn, each with the state before it."""
        turns: list[list[tuple[StateT, M]]] = []
        for state, move in self:
            if not turns or self.starts_turn(state):
                turns.append([])
            turns[-1].append((state, move))
        return tuple(map(tuple, turns))

    def state_at(self, moves: int) -> StateT:
        """The state after this number of moves: 0 gives the start."""
        return self.states[as_int(moves, "moves", 0, len(self))]

    def until(self, moves: int) -> Self:
        """The record with this number of moves, counted from the start."""
        moves = as_int(moves, "moves", 0, len(self))
        return self._replace(moves=self.moves[:moves], states=self.states[: moves + 1])

    def append(self, move: M) -> Self:
        """The record with one more move. Raises `IllegalMove`, as `apply_move` does."""
        _require_move_number(len(self) + 1)
        state = self._next_state(self.final, move)
        record = self._replace(moves=(*self.moves, move), states=(*self.states, state))
        forced = self._forced_move(state)
        return record if forced is None else record.append(forced)

    def undo(self) -> Self:
        """The record before the last `append`.

        >>> from keltis import GameRecord, legal_moves
        >>> record = GameRecord.seeded(2, seed=7)
        >>> record.append(legal_moves(record.final)[0]).undo() == record
        True
        """
        if not self.moves:
            raise InvalidArgument("the record has no move to undo")
        last = len(self) - 1
        while last and self.moves[last] == self._forced_move(self.states[last]):
            last -= 1
        return self.until(last)

    def branch(self, moves: int, move: M) -> Self:
        """Another game: this number of moves from the start, then `move`."""
        return self.until(moves).append(move)

    def play(self, choose: Callable[[StateT], M | None]) -> Self:
        """The record with the moves that `choose` returns for each state, until it returns None.

        >>> from keltis import GameRecord, legal_moves
        >>> record = GameRecord.seeded(2, seed=7)
        >>> record = record.play(lambda state: next(iter(legal_moves(state)), None))
        >>> record.outcome.winners
        (0,)
        """
        moves, states = list(self.moves), list(self.states)
        while (move := choose(states[-1])) is not None:
            _require_move_number(len(moves) + 1)
            states.append(self._next_state(states[-1], move))
            moves.append(move)
        return self._replace(moves=tuple(moves), states=tuple(states))

    def rename(self, names: Sequence[str]) -> Self:
        """The record with other names."""
        require_names(names := as_names(names), self.player_count)
        return self._replace(names=names)

    def __repr__(self) -> str:
        players = ", ".join(self.names) or count_noun(self.player_count, "player")
        end = self.outcome
        status = "not over" if end is None else end.reason.value
        return f"<{type(self).__name__} {players}: {count_noun(len(self), 'move')}, {status}>"

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, move: int) -> tuple[StateT, M]:
        move = as_int(move, "the number of a move", 0, len(self) - 1)
        return self.states[move], self.moves[move]

    def __iter__(self) -> Iterator[tuple[StateT, M]]:
        return zip(self.states, self.moves, strict=False)  # the final state has no move

    def _replace(self, **changes: object) -> Self:
        """A copy with these fields changed, without replaying the moves."""
        record = object.__new__(type(self))
        for field in attrs.fields(type(self)):
            name = field.name
            value = changes[name] if name in changes else getattr(self, name)
            object.__setattr__(record, name, value)
        return record


def _require_move_number(number: int) -> None:
    if number > MAX_MOVES:
        raise RecordError(f"move {number}", f"a record has at most {MAX_MOVES} moves")


def require_names(names: tuple[str, ...], players: int) -> None:
    """Raise `InvalidArgument` unless the names fit the players and can be written to a file."""
    if len(names) not in (0, players):
        raise InvalidArgument(
            f"names must have a name for each of {players} players, or none, not {len(names)}"
        )
    for seat, name in enumerate(names):
        if (
            not isinstance(name, str)
            or not 0 < len(name) <= MAX_NAME
            or not name.isprintable()
            or name.strip() != name
        ):
            raise InvalidArgument(
                f"the name of seat {seat} must be 1 to {MAX_NAME} printable characters, "
                "without spaces at its ends"
            )
        if "#" in name:
            raise InvalidArgument(
                f"the name of seat {seat} must not contain a #, which begins a comment"
            )


def names_of_bots(bots: Sequence[object]) -> tuple[str, ...]:
    """The names of bots that are all given by a name which a player can have, or else none.

    >>> names_of_bots(["greedy", "random"]), names_of_bots(["greedy", print])
    (('greedy', 'random'), ())
    """
    names = tuple([bot for bot in bots if isinstance(bot, str)])
    try:
        require_names(names, len(bots))
    except InvalidArgument:
        return ()
    return names
