"""A whole game of Keltis, what one viewer may know of it, and both as text."""

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, final

import attrs

from keltis._engine.cards import Card
from keltis._engine.legality import Illegality, IllegalMove, illegality, legal_moves
from keltis._engine.moves import OVER, PLAY, Decline, Draw, Move
from keltis._engine.play import apply_move
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.scoring import Outcome, outcome
from keltis._engine.setup import new_game
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, observe
from keltis._lib.chance import bot_random, generator
from keltis._lib.checks import as_int
from keltis._lib.text import Lines, quoted, short_repr
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument, NotationError, RecordError
from keltis.events import CardDrawn, Event, events
from keltis.game import MAX_MOVES, Bot, Record, RecordText, turn_texts
from keltis.notation import (
    FILE_VERSION,
    format_rules_in_full,
    format_state,
    format_view,
    parse_count,
    parse_move,
    parse_rules,
    read_state,
)

_SEED: Final = re.compile("0|[1-9][0-9]{0,77}")
_MAX_SEED: Final = 2**256
Policy: TypeAlias = Bot[GameState, Move]
"""A bot that is passed the state, with the hidden cards, in place of a view."""


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
        return next((event.card for event in self.events if isinstance(event, CardDrawn)), None)


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
@attrs.frozen(repr=False)
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
            seed, start = _as_seed(self.seed), self.start
            dealt = new_game(
                self.player_count, seed=seed, rules=start.rules, first_player=start.to_move
            )
            if dealt != start:
                raise RecordError("seed", f"a new game from seed {seed} does not start like this")
            object.__setattr__(self, "seed", seed)

    @classmethod
    def seeded(
        cls,
        players: int,
        seed: int,
        *,
        rules: Rules = KELTIS,
        first_player: int = 0,
        names: Sequence[str] = (),
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

        return film_svg(self, size=840, theme="auto")


def new_record(
    players: int,
    *,
    seed: int,
    rules: Rules = KELTIS,
    first_player: int = 0,
    names: Sequence[str] = (),
) -> GameRecord:
    """`GameRecord.seeded`, as a function that both games have.

    >>> from keltis.record import new_record
    >>> new_record(3, seed=7).player_count
    3
    """
    return GameRecord.seeded(players, seed, rules=rules, first_player=first_player, names=names)


def _as_seed(value: int) -> int:
    """Return the seed as a plain `int` that fits into a file."""
    seed = as_int(value, "seed", 0)
    if seed >= _MAX_SEED:
        raise InvalidArgument("a record's seed must be below 2**256")
    return seed


def play_out(
    state: GameState, policy: Policy, *, seed: int | None = None, max_moves: int = MAX_MOVES
) -> GameRecord:
    """Play from a state to the end of the game, and return the record.

    `policy` is called as a bot is, with the state in place of the view, the legal moves and a
    random generator, which `bot_random` makes from the seed. It returns one of the moves; any other
    raises `IllegalMove`. A game need not end (E3), so it is truncated after `max_moves` moves: then
    the outcome of the record is None. The policy sees hidden cards. For bots, which do not, there
    is `play_match`.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=7)
    >>> record = keltis.play_out(state, lambda state, moves, rng: moves[0])
    >>> record.outcome.winners, len(record)
    ((0,), 137)
    """
    limit = as_int(max_moves, "max_moves", 0, MAX_MOVES)
    seed = generator(seed).getrandbits(53) if seed is None else seed
    made = 0

    def choose(state: GameState) -> Move | None:
        nonlocal made
        if state.phase is OVER or made == limit:
            return None
        made += 1
        move = policy(state, legal_moves(state), bot_random(seed, state.to_move, made - 1))
        if move is None:  # of a function without a return; it would end the game here
            raise IllegalMove(Illegality.NOT_A_MOVE, move, state)
        return move

    return GameRecord(state).play(choose)


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


def format_record(record: Record[GameState, Move]) -> str:
    """A record as text; `parse_record` reads it back.

    >>> from keltis import GameRecord
    >>> from keltis.notation import parse_move
    >>> from keltis.record import format_record
    >>> record = GameRecord.seeded(2, seed=7, names=("Ann", "Bob"))
    >>> print(format_record(record.append(parse_move("discard R1"))), end="")
    ... # doctest: +ELLIPSIS
    keltis record 3
    result: unfinished
    name 0: Ann
    name 1: Bob
    players: 2
    seed: 7
    first: 0
    rules: values=0,1,2,3,4,5,6,7,8,9,10 copies=2 ...
    <BLANKLINE>
    0: discard R1
    end
    """
    start = record.start
    if record.seed is None:
        beginning = [format_state(start)]
    else:
        beginning = [
            f"players: {len(start.players)}",
            f"seed: {record.seed}",
            f"first: {start.to_move}",
            f"rules: {format_rules_in_full(start.rules)}",
        ]
    result = _result_text(outcome(record.final))
    return _TEXT.format(str(FILE_VERSION), result, record.names, beginning, turn_texts(record))


def format_record_view(view: RecordView) -> str:
    """A record as one viewer may know it, as text.

    A card in brackets is one that the viewer drew from the face-down pile.
    """
    viewer = "a spectator" if view.viewer is None else f"seat {view.viewer}"
    title = f"{FILE_VERSION} seen by {viewer}"
    turns: list[tuple[int, list[str]]] = []
    ended = True
    for observed in view.moves:
        if ended:
            turns.append((observed.seat, []))
        ended = isinstance(observed.move, Draw)
        is_secret = observed.move == Draw(None) and observed.drawn is not None
        turns[-1][1].append(f"{observed.move}{f' ({observed.drawn})' if is_secret else ''}")
    result = _result_text(view.outcome)
    return _TEXT.format(title, result, view.names, [format_view(view.start)], turns)


def _result_text(end: Outcome | None) -> str:
    if end is None:
        return "unfinished"
    points = " to ".join(str(score.total) for score in end.scores)
    return f"{end.reason.value}, {points}, won by {' and '.join(map(str, end.winners))}"


def parse_record(text: str) -> GameRecord:
    r"""Read a record from text, and check every move.

    A text of another form raises `NotationError`, an impossible game `RecordError`. Both name the
    line.

    >>> from keltis.record import parse_record
    >>> start = "players: 2\nseed: 7\nfirst: 0\nrules: KELTIS"
    >>> parse_record(f"keltis record 3\n{start}\n0: draw pile\nend")
    Traceback (most recent call last):
    ...
    keltis.RecordError: line 6, move 1: draw pile: a card must be played first: Discard or Lay
    """
    return _TEXT.parse(text)


def _read_start(lines: Lines, version: int, names: tuple[str, ...]) -> GameRecord:
    """The record without its moves."""
    if not lines.has_next("players"):
        return GameRecord(read_state(lines, version), names=names)
    players = lines.take("players").read(parse_count)
    seed = lines.take("seed").read(_parse_seed)
    first_player = lines.take("first").read(parse_count)
    rules = lines.take("rules").read(lambda text: parse_rules(text, version=version))
    return GameRecord.seeded(players, seed, rules=rules, first_player=first_player, names=names)


def _parse_seed(text: str) -> int:
    if not _SEED.fullmatch(text):
        expected = "a seed, a whole number from 0 of at most 78 digits"
        raise NotationError(f"word 1: expected {expected}, not {quoted(text)}")
    return int(text)


_TEXT: Final = RecordText[GameState, Move, GameRecord](
    game="keltis",
    newest=FILE_VERSION,
    read_start=_read_start,
    read_moves=read_moves,
    result=lambda record: _result_text(record.outcome),
    parse_move=lambda text, _: parse_move(text),
    example="0: discard R7, draw pile",
)
