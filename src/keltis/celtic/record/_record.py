"""A whole game of CELTIC!."""

from collections.abc import Callable
from typing import Final, final

import attrs

from keltis._lib.text import quoted, short_repr
from keltis.celtic._engine.legality import legal_moves
from keltis.celtic._engine.moves import PASS, Forfeit, Move, parse_move
from keltis.celtic._engine.play import apply_recorded_move
from keltis.celtic._engine.rules import CELTIC, Rules
from keltis.celtic._engine.scoring import Outcome, outcome
from keltis.celtic._engine.setup import new_game
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import PLAYERS
from keltis.errors import InvalidArgument, NotationError
from keltis.game import Record

NEWEST_VERSION: Final = 2
"""The newest version of the files that this release reads."""


@final
@attrs.frozen
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

        return film_svg(self, size=560, theme="auto")


def file_version(record: Record[GameState, Move]) -> int:
    """The version of a file with this record: the oldest that can contain its moves.

    The penalty of K12 is new in version 2.
    """
    return 2 if any(isinstance(move, Forfeit) for move in record.moves) else 1


def parser_of(version: int) -> Callable[[str], Move]:
    """The parser for the moves in files of a version."""
    return _parse_move_1 if version == 1 else parse_move


def _parse_move_1(text: str) -> Move:
    move = parse_move(text)
    if isinstance(move, Forfeit):  # K12
        expected = "a move like 'lay 1,-2 NEW blue' or 'pass' in a file of version 1"
        raise NotationError(f"expected {expected}, not {quoted(text)}")
    return move


def new_record(
    players: int,
    *,
    seed: int | None = None,
    rules: Rules = CELTIC,
    first_player: int = 0,
    names: tuple[str, ...] = (),
) -> GameRecord:
    """The record of a new game, still without moves; nothing in it depends on a seed.

    >>> from keltis.celtic.record import new_record
    >>> len(new_record(2, names=("Ann", "Bob")))
    0
    """
    start = new_game(players, seed=seed, rules=rules, first_player=first_player)
    return GameRecord(start, names=names)
