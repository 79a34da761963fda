"""A whole game of Keltis, and what one viewer may know of it."""

from collections.abc import Callable
from typing import Final, final

import attrs

from keltis._engine.cards import Card
from keltis._engine.legality import Illegality, illegality
from keltis._engine.moves import PLAY, Decline, Move
from keltis._engine.play import apply_move
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.scoring import Outcome, outcome
from keltis._engine.setup import new_game
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, observe
from keltis._lib.checks import as_int
from keltis._lib.text import short_repr
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument, RecordError
from keltis.events import CardDrawn, Event, events
from keltis.game import Record

_MAX_SEED: Final = 2**256


@final
@attrs.frozen
class ObservedMove(Immutable):
    """A move and its events, as the viewer may know them."""

    seat: int
    """The player who made the move."""
    move: Move
    events: tuple[Event, ...]

    @property
    def drawn(self) -> Card | None:
        """The card drawn by this move, if the viewer may know it."""
        for event in self.events:
            if isinstance(event, CardDrawn):
                return event.card
        return None


@final
@attrs.frozen
class RecordView(Immutable):
    """A game as one player, or a spectator, may know it: no hidden card and no seed.

    `GameRecord.observe` makes it. It cannot be replayed, as the hidden cards are missing.
    """

    start: PlayerView
    names: tuple[str, ...]
    moves: tuple[ObservedMove, ...]
    outcome: Outcome | None

    @property
    def viewer(self) -> int | None:
        """The seat of the player whose view this is, or None for a spectator."""
        return self.start.viewer


@final
@attrs.frozen
class GameRecord(Record[GameState, Move]):
    """A starting position and legal moves from there; `RecordError` names an illegal one.

    `len` is the number of moves. `record[n]` is the state before move n, counted from 0, and that
    move. A loop goes through these pairs.

    >>> from keltis import GameRecord
    >>> from keltis.notation import parse_move
    >>> record = GameRecord.seeded(2, seed=1)
    >>> for text in ("discard R6", "draw pile", "lay Y2 large"):
    ...     record = record.append(parse_move(text))
    ...
    >>> [(state.to_move, str(move)) for state, move in record]
    [(0, 'discard R6'), (0, 'draw pile'), (1, 'lay Y2 large')]
    >>> [[str(move) for _, move in turn] for turn in record.turns]
    [['discard R6', 'draw pile'], ['lay Y2 large']]
    >>> [str(move) for move in record.branch(2, parse_move("discard Y2")).moves]
    ['discard R6', 'draw pile', 'discard Y2']
    """

    seed: int | None = None
    """The seed from which `new_game` dealt the start, if it did."""

    _next_state = staticmethod(apply_move)

    @staticmethod
    def _player_count(start: GameState) -> int:
        if not isinstance(start, GameState):
            raise InvalidArgument(f"start must be a GameState, not {short_repr(start)}")
        return len(start.players)

    @staticmethod
    def starts_turn(state: GameState) -> bool:
        """Whether a move in this state is the first of a turn: a card is played next."""
        return state.phase is PLAY

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or None if the record stops before the end."""
        return outcome(self.final)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if self.seed is not None:
            seed = _as_seed(self.seed)
            _require_seed(seed, self.start)
            object.__setattr__(self, "seed", seed)

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
        """The record, still without moves, of the game that `new_game` deals from this seed."""
        seed = _as_seed(seed)
        start = new_game(players, seed=seed, rules=rules, first_player=first_player)
        return cls(start, names=names)._replace(seed=seed)

    def observe(self, viewer: int | None) -> RecordView:
        """The game as the player on this seat may know it, or with `None` as a spectator may.

        The seed is left out. But a viewer who knows the tiles and a hand can search for the seed:
        where this matters, use a large random one.

        >>> from keltis import GameRecord
        >>> from keltis.notation import parse_move
        >>> record = GameRecord.seeded(2, seed=1).append(parse_move("discard R6"))
        >>> record = record.append(parse_move("draw pile"))
        >>> [record.observe(viewer).moves[1].drawn for viewer in (0, 1, None)]
        [<G4>, None, None]
        """
        return RecordView(
            observe(self.start, viewer),
            self.names,
            tuple(
                ObservedMove(state.to_move, move, events(state, move, viewer))
                for state, move in self
            ),
            self.outcome,
        )

    def _repr_svg_(self) -> str:
        """Some positions of the game, for notebooks."""
        from keltis.render import film_svg  # noqa: PLC0415 - only notebooks need it

        return film_svg(self, size=560, theme="auto")


def new_record(
    players: int,
    *,
    seed: int,
    rules: Rules = KELTIS,
    first_player: int = 0,
    names: tuple[str, ...] = (),
) -> GameRecord:
    """`GameRecord.seeded`, as a function that both games have.

    >>> from keltis.record import new_record
    >>> new_record(3, seed=7).player_count
    3
    """
    return GameRecord.seeded(players, seed, rules=rules, first_player=first_player, names=names)


def _require_seed(seed: int, start: GameState) -> None:
    """Refuse a seed that does not give this start."""
    dealt = new_game(len(start.players), seed=seed, rules=start.rules, first_player=start.to_move)
    if dealt != start:
        raise RecordError("seed", f"a new game from seed {seed} does not start like this")


def _as_seed(value: int) -> int:
    """Return the seed as a plain `int` that fits into a file."""
    seed = as_int(value, "seed", 0)
    if seed >= _MAX_SEED:
        raise InvalidArgument("a record's seed must be below 2**256")
    return seed


def read_moves(
    start: GameRecord, next_move: Callable[[GameState], Move | None], version: int
) -> GameRecord:
    """The record with the moves of a file of this version.

    Files of 0.2.0, of version 2, can waste the step that a finished path gives. This is the same as
    declining it, and read as that (T5, P6).
    """

    def next_legal_move(state: GameState) -> Move | None:
        move = next_move(state)
        may_be_wasted = version <= 2 and state.may_decline and state.rules.step_may_be_wasted
        if may_be_wasted and move and illegality(state, move) is Illegality.ON_END_STONE:
            return Decline()
        return move

    return start.play(next_legal_move)
