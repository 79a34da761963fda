"""A whole game: where it started, and every move."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, final

import attrs

from keltis._shared.values import Immutable, trusted_constructor
from keltis.celtic.legality import IllegalMove, legal_moves
from keltis.celtic.moves import PASS, Move
from keltis.celtic.play import apply_move
from keltis.celtic.scoring import Outcome, outcome
from keltis.celtic.state import GameState, require_state
from keltis.celtic.tiles import PLAYERS
from keltis.errors import InvalidArgument
from keltis.record.records import RecordError, require_names, require_place


@final
@attrs.frozen
class GameRecord(Immutable):
    """A starting position and the moves from there, each of which is legal: any other record is refused.

    `len` is the number of moves, `record[n]` is the state before move n (from 0) with that move,
    and so are the items that a loop goes through.

    >>> from keltis.celtic import new_game, parse_move
    >>> record = GameRecord(new_game())
    >>> for text in ("lay 0,-1 ES orange", "lay 1,-1 W neutral"):
    ...     record = record.append(parse_move(text))
    ...
    >>> [(str(state.to_move), str(move)) for state, move in record]
    [('orange', 'lay 0,-1 ES orange'), ('blue', 'lay 1,-1 W neutral')]
    >>> [str(move) for move in record.branch(1, parse_move("lay 1,0 W blue")).moves]
    ['lay 0,-1 ES orange', 'lay 1,0 W blue']
    """

    start: GameState
    moves: tuple[Move, ...] = ()
    names: tuple[str, ...] = ()
    """The names of Orange and of Blue, or none at all."""

    states: tuple[GameState, ...] = attrs.field(default=(), eq=False, repr=False)
    """The state before each move, and the last one. They follow from the rest, whatever is passed."""

    def __attrs_post_init__(self) -> None:
        require_state(self.start)
        require_names(self.names, len(PLAYERS))
        if type(self.moves) is not tuple:
            raise InvalidArgument(f"moves must be a tuple, not {type(self.moves).__name__}")
        object.__setattr__(
            self, "states", replayed(self.start, self.moves, lambda n: f"move {n + 1}")
        )

    @property
    def final(self) -> GameState:
        """The state after the last move."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None if the record stops before."""
        return outcome(self.final)

    def state_at(self, moves: int) -> GameState:
        """The state after so many moves: 0 gives the start."""
        require_place(moves, len(self), self)
        return self.states[moves]

    def until(self, moves: int) -> "GameRecord":
        """The record of the first so many moves."""
        require_place(moves, len(self), self)
        return trusted_record(self.start, self.moves[:moves], self.names, self.states[: moves + 1])

    def append(self, move: Move) -> "GameRecord":
        """The record with one more move, and then with the pass to which the other player may be forced (K8).

        Raises `IllegalMove`, as `apply_move` does.
        """
        moves, states = (*self.moves, move), (*self.states, apply_move(self.final, move))
        if legal_moves(states[-1]) == (PASS,):
            moves, states = (*moves, PASS), (*states, apply_move(states[-1], PASS))
        return trusted_record(self.start, moves, self.names, states)

    def branch(self, moves: int, move: Move) -> "GameRecord":
        """Another game: the first so many moves, then this one."""
        return self.until(moves).append(move)

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, move: int) -> tuple[GameState, Move]:
        require_place(move, len(self) - 1, self)
        return self.states[move], self.moves[move]

    def __iter__(self) -> Iterator[tuple[GameState, Move]]:
        return zip(self.states, self.moves, strict=False)  # the last state has no move

    def _repr_svg_(self) -> str:
        """What a notebook shows: some moments of the game."""
        from keltis.celtic.render import film_svg  # noqa: PLC0415 - pictures stand below, and only who looks needs them

        return film_svg(self)


trusted_record: Final = trusted_constructor(GameRecord)
"""The constructor for a `GameRecord` whose moves have been replayed: quicker, and without the checks."""


def replayed(
    start: GameState, moves: Iterable[Move], place: Callable[[int], str]
) -> tuple[GameState, ...]:
    """The states from the start to the end. If a move is illegal, `place` of its number, from 0, goes into the error."""
    states = [start]
    for n, move in enumerate(moves):
        states.append(after_move(states[-1], move, place(n)))
    return tuple(states)


def after_move(state: GameState, move: Move, place: str) -> GameState:
    """The state after a move of a record, which is found at this place."""
    try:
        return apply_move(state, move)
    except IllegalMove as error:
        raise RecordError(place, str(error)) from error


def require_record(record: GameRecord) -> None:
    """Refuse what is not a `GameRecord`."""
    if type(record) is not GameRecord:
        raise InvalidArgument(
            f"expected a GameRecord of keltis.celtic, not {type(record).__name__}"
        )
