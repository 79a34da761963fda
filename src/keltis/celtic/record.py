"""Whole games: a starting position and the moves, as text or JSON; readers check every move.

The text is for people. Empty lines and comments, from `#` to the end of a line, are ignored:

    celtic record 1
    result: unfinished              # optional; if given, it must follow from the moves
    name orange: Ann                # optional
    name blue: Bob
    rules: CELTIC                   # from here on the start, as `keltis.celtic.notation` writes it
    turn: orange

    orange: lay 0,-1 ES orange      # a turn: the player, then the move
    blue: lay 1,-1 W neutral
    end                             # without it, the file is incomplete

A turn can be the penalty of K12, as in `orange: forfeit 3,0 EW orange`, in files of version 2.

`keltis.documents` writes and reads the same as JSON: `result`, `names`, `start` and `moves`.
"""

from collections.abc import Sequence
from typing import Final, final

import attrs

from keltis._codec.aliases import OldReader
from keltis._codec.aliases import record_to_json as record_to_json
from keltis._lib.exports import set_public_module
from keltis._lib.text import quoted, short_repr
from keltis.celtic._engine.legality import legal_moves
from keltis.celtic._engine.moves import PASS, Forfeit, Move, parse_move
from keltis.celtic._engine.play import apply_recorded_move
from keltis.celtic._engine.rules import CELTIC, Rules
from keltis.celtic._engine.scoring import Outcome, outcome
from keltis.celtic._engine.setup import new_game
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import PLAYERS, Owner
from keltis.celtic.notation import format_state, read_state
from keltis.errors import InvalidArgument, NotationError, RecordError
from keltis.game import MAX_MOVES, MAX_NAME, Record, RecordText, turn_texts

__all__ = [
    "MAX_MOVES",
    "MAX_NAME",
    "GameRecord",
    "RecordError",
    "format_record",
    "new_record",
    "parse_record",
]


@final
@attrs.frozen(repr=False)
class GameRecord(Record[GameState, Move]):
    """A starting position and legal moves from there; `RecordError` names an illegal one.

    `len` is the number of moves. `record[n]` is the state before move n, counted from 0, and that
    move. A loop goes through these pairs. `append` adds the pass to which a move forces the other
    player (K8), and `undo` removes it. In place of a move there can be a `Forfeit` (K12).

    >>> from keltis.celtic import GameRecord, new_game, parse_move
    >>> record = GameRecord(new_game())
    >>> for text in ("lay 0,-1 ES orange", "lay 1,-1 W neutral"):
    ...     record = record.append(parse_move(text))
    ...
    >>> [(str(state.to_move), str(move)) for state, move in record]
    [('orange', 'lay 0,-1 ES orange'), ('blue', 'lay 1,-1 W neutral')]
    >>> [str(move) for move in record.branch(1, parse_move("lay 1,0 W blue")).moves]
    ['lay 0,-1 ES orange', 'lay 1,0 W blue']
    """

    _next_state = staticmethod(apply_recorded_move)

    @staticmethod
    def _player_count(start: GameState) -> int:
        if not isinstance(start, GameState):
            raise InvalidArgument(
                f"start must be a GameState of keltis.celtic, not {short_repr(start)}"
            )
        return len(PLAYERS)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or None if the record stops before the end."""
        return outcome(self.final)

    @staticmethod
    def _forced_move(state: GameState) -> Move | None:
        return PASS if legal_moves(state) == (PASS,) else None

    def _repr_svg_(self) -> str:
        """Some positions of the game, for notebooks."""
        from keltis.celtic.render import film_svg  # noqa: PLC0415 - only notebooks need it

        return film_svg(self, size=840, theme="auto")


def new_record(
    players: int,
    *,
    seed: int | None = None,
    rules: Rules = CELTIC,
    first_player: int = 0,
    names: Sequence[str] = (),
) -> GameRecord:
    """The record of a new game, still without moves; nothing in it depends on a seed.

    >>> from keltis.celtic.record import new_record
    >>> len(new_record(2, names=("Ann", "Bob")))
    0
    """
    start = new_game(players, seed=seed, rules=rules, first_player=first_player)
    return GameRecord(start, names=names)


def format_record(record: Record[GameState, Move]) -> str:
    """A record as text; `parse_record` reads it back.

    >>> from keltis.celtic import GameRecord, new_game, parse_move
    >>> from keltis.celtic.record import format_record
    >>> record = GameRecord(new_game(), names=("Ann", "Bob"))
    >>> print(format_record(record.append(parse_move("lay 0,-1 ES orange"))), end="")
    celtic record 1
    result: unfinished
    name orange: Ann
    name blue: Bob
    rules: CELTIC
    turn: orange
    <BLANKLINE>
    orange: lay 0,-1 ES orange
    end
    """
    result = _result_text(outcome(record.final))
    start = [format_state(record.start)]
    penalty = any(isinstance(move, Forfeit) for move in record.moves)
    version = "2" if penalty else "1"  # the oldest that can contain the moves
    return _TEXT.format(version, result, record.names, start, turn_texts(record))


def _result_text(end: Outcome | None) -> str:
    """The result as in `7 3 2 to 9 3 2, won by blue`, or `- to -, a draw`."""
    if end is None:
        return "unfinished"
    orange, blue = (" ".join(map(str, score)) or "-" for score in end.scores)
    return f"{orange} to {blue}, {'a draw' if end.winner is None else f'won by {end.winner}'}"


def parse_record(text: str) -> GameRecord:
    r"""Read a record from text, and check every move.

    A text of another form raises `NotationError`, an impossible game `RecordError`. Both name the
    line.

    >>> from keltis.celtic.record import parse_record
    >>> parse_record("celtic record 1\nrules: CELTIC\nturn: orange\norange: pass\nend")
    Traceback (most recent call last):
    ...
    keltis.RecordError: line 4, move 1: pass: a player who can lay a tile may not pass (K8)
    """
    return _TEXT.parse(text)


def _parse_recorded_move(text: str, version: int) -> Move:
    move = parse_move(text)
    if isinstance(move, Forfeit) and version == 1:  # K12
        expected = "a move like 'lay 1,-2 NEW blue' or 'pass' in a file of version 1"
        raise NotationError(f"expected {expected}, not {quoted(text)}")
    return move


_TEXT: Final = RecordText[GameState, Move, GameRecord](
    game="celtic",
    newest=2,
    read_start=lambda lines, _, names: GameRecord(read_state(lines), names=names),
    read_moves=lambda start, moves, _: start.play(moves),
    result=lambda record: _result_text(record.outcome),
    parse_move=_parse_recorded_move,
    example="orange: lay 0,-1 ES orange",
    seat_label=lambda seat: str(Owner(seat)),
    separator=None,
)


set_public_module(__name__)

record_from_json: Final = OldReader("record", GameRecord)
