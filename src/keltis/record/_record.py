"""A whole game: where it started, and every move."""

from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Final, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable, trusted_constructor
from keltis.errors import InvalidArgument, PlacedError
from keltis.events import events
from keltis.legality import IllegalMove
from keltis.moves import Move
from keltis.play import apply_move
from keltis.record.shown import RecordView, ShownMove
from keltis.rules import KELTIS, Rules
from keltis.scoring import Outcome, outcome
from keltis.setup import new_game
from keltis.state import GameState, require_state
from keltis.view import observe

MAX_MOVES: Final = 10_000
"""The most moves that a record can have: a game can go on for ever (E3)."""
MAX_NAME: Final = 100
"""The most characters that a player's name can have."""
_MAX_SEED: Final = 2**256


class RecordError(PlacedError):
    """A record is refused: `place` says where (a move, a line, or a path in JSON), and `reason` why."""


@final
@attrs.frozen
class GameRecord(Immutable):
    """A starting position and the moves from there, each of which is legal: any other record is refused.

    `len` is the number of moves, `record[n]` is the state before move n (from 0) with that move,
    and so are the items that a loop goes through.

    >>> from keltis.notation import parse_move
    >>> record = GameRecord.seeded(2, seed=1)
    >>> for text in ("discard R6", "draw pile", "lay Y2 large"):
    ...     record = record.append(parse_move(text))
    ...
    >>> [(state.to_move, str(move)) for state, move in record]
    [(0, 'discard R6'), (0, 'draw pile'), (1, 'lay Y2 large')]
    >>> [str(move) for move in record.branch(2, parse_move("discard Y2")).moves]
    ['discard R6', 'draw pile', 'discard Y2']
    """

    start: GameState
    moves: tuple[Move, ...] = ()
    names: tuple[str, ...] = ()
    """The players' names by seat, or none at all."""
    seed: int | None = None
    """What `new_game` dealt the start from, if it did."""

    states: tuple[GameState, ...] = attrs.field(default=(), eq=False, repr=False)
    """The state before each move, and the last one. They follow from the rest, whatever is passed."""

    def __attrs_post_init__(self) -> None:
        require_state(self.start)
        require_names(self.names, len(self.start.players))
        if self.seed is not None:
            _require_seed(self.seed, self.start)
        if type(self.moves) is not tuple:
            raise InvalidArgument(f"moves must be a tuple, not {type(self.moves).__name__}")
        object.__setattr__(
            self, "states", replayed(self.start, self.moves, lambda n: f"move {n + 1}")
        )

    @classmethod
    def seeded(
        cls,
        players: int,
        seed: int,
        *,
        rules: Rules = KELTIS,
        first_player: int = 0,
        names: tuple[str, ...] = (),
    ) -> "GameRecord":
        """The record, without moves as yet, of the game that `new_game` deals from this seed."""
        start = new_game(players, seed=seed, rules=rules, first_player=first_player)
        _require_seed_size(seed)
        require_names(names, players)
        return trusted_record(start, (), names, seed, (start,))

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
        return trusted_record(
            self.start, self.moves[:moves], self.names, self.seed, self.states[: moves + 1]
        )

    def append(self, move: Move) -> "GameRecord":
        """The record with one more move. Raises `IllegalMove`, as `apply_move` does."""
        if len(self.moves) >= MAX_MOVES:
            raise too_many_moves("moves")
        state = apply_move(self.final, move)
        return trusted_record(
            self.start, (*self.moves, move), self.names, self.seed, (*self.states, state)
        )

    def branch(self, moves: int, move: Move) -> "GameRecord":
        """Another game: the first so many moves, then this one."""
        return self.until(moves).append(move)

    def shown_to(self, viewer: int | None) -> RecordView:
        """The game as the player on this seat may know it, or with `None` as a spectator may.

        The seed is not in it. But who sees the tiles and a hand can try out seeds: where this
        matters, use a large random one.
        """
        return RecordView(
            observe(self.start, viewer),
            self.names,
            tuple(
                ShownMove(state.to_move, move, events(state, move, viewer)) for state, move in self
            ),
            self.outcome,
        )

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, move: int) -> tuple[GameState, Move]:
        require_place(move, len(self) - 1, self)
        return self.states[move], self.moves[move]

    def __iter__(self) -> Iterator[tuple[GameState, Move]]:
        return zip(self.states, self.moves, strict=False)  # the last state has no move

    def _repr_svg_(self) -> str:
        """What a notebook shows: some moments of the game."""
        from keltis.render import film_svg  # noqa: PLC0415 - pictures stand below the rules, and only who looks needs them

        return film_svg(self)


trusted_record: Final = trusted_constructor(GameRecord)
"""The constructor for a `GameRecord` whose moves have been replayed: quicker, and without the checks."""


def replayed(
    start: GameState, moves: Iterable[Move], place: Callable[[int], str]
) -> tuple[GameState, ...]:
    """The states from the start to the end. If a move is illegal, `place` of its number, from 0, goes into the error."""
    states = [start]
    for n, move in enumerate(moves):
        states.append(after_move(states[-1], move, n, place(n)))
    return tuple(states)


def after_move(state: GameState, move: Move, n: int, place: str) -> GameState:
    """The state after move n of a record, which is found at this place."""
    if n >= MAX_MOVES:
        raise too_many_moves(place)
    try:
        return apply_move(state, move)
    except IllegalMove as error:
        raise RecordError(place, str(error)) from error


def too_many_moves(place: str) -> RecordError:
    """The error for a record that is too long."""
    return RecordError(place, f"a record has at most {MAX_MOVES} moves")


def require_place(place: int, last: int, record: Sized) -> None:
    """Refuse what is not the number of a move or a state, from 0 to the last, of a record."""
    if type(place) is not int or not 0 <= place <= last:
        places = f"from 0 to {last}, as the record has {len(record)} moves"
        raise InvalidArgument(f"expected a number {places}, not {short_repr(place)}")


def require_names(names: tuple[str, ...], seats: int) -> None:
    """Refuse what cannot be the names of the players."""
    if type(names) is not tuple or len(names) not in (0, seats):
        raise InvalidArgument(
            f"names must be a tuple with a name for each of {seats} players, or none"
        )
    for seat, name in enumerate(names):
        if (
            type(name) is not str
            or not 0 < len(name) <= MAX_NAME
            or not name.isprintable()
            or name.strip() != name
        ):
            raise InvalidArgument(
                f"the name of seat {seat} must be 1 to {MAX_NAME} printable characters, no space around them"
            )
        if "#" in name:
            raise InvalidArgument(
                f"the name of seat {seat} must not have a # in it, which begins a comment"
            )


def _require_seed(seed: int, start: GameState) -> None:
    """Refuse a seed that does not give this start."""
    dealt = new_game(len(start.players), seed=seed, rules=start.rules, first_player=start.to_move)
    _require_seed_size(seed)
    if dealt != start:
        raise RecordError("seed", f"a new game from seed {seed} does not start like this")


def _require_seed_size(seed: int) -> None:
    if seed >= _MAX_SEED:
        raise InvalidArgument("a record's seed must be below 2**256")
