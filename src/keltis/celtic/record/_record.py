"""A whole game of CELTIC!."""

from typing import Final, final

import attrs

from keltis._shared.records import Record
from keltis.celtic.legality import legal_moves
from keltis.celtic.moves import PASS, Move
from keltis.celtic.play import apply_move
from keltis.celtic.scoring import Outcome, outcome
from keltis.celtic.state import GameState, require_state
from keltis.celtic.tiles import PLAYERS
from keltis.errors import InvalidArgument

VERSION: Final = 1
"""The version of the files that this release writes, and the newest that it reads."""


@final
@attrs.frozen
class GameRecord(Record[GameState, Move, Outcome]):
    """A starting position and legal moves from there; `RecordError` names an illegal one.

    `len` is the number of moves. `record[n]` is the state before move n, counted from 0, and that
    move. A loop goes through these pairs. `append` adds the pass to which a move forces the other
    player (K8), and `undo` removes it.

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

    _next_state = staticmethod(apply_move)
    _outcome = staticmethod(outcome)

    @staticmethod
    def _player_count(start: GameState) -> int:
        require_state(start)
        return len(PLAYERS)

    @staticmethod
    def _starts_turn(state: GameState) -> bool:  # noqa: ARG004 - every move is a turn
        return True

    @staticmethod
    def _forced_move(state: GameState) -> Move | None:
        return PASS if legal_moves(state) == (PASS,) else None

    def _repr_svg_(self) -> str:
        """Some positions of the game, for notebooks."""
        from keltis.celtic.render import film_svg  # noqa: PLC0415 - only notebooks need it

        return film_svg(self)


def require_record(record: GameRecord) -> None:
    """Refuse what is not a `GameRecord` of CELTIC!."""
    if type(record) is not GameRecord:
        raise InvalidArgument(
            f"expected a GameRecord of keltis.celtic, not {type(record).__name__}"
        )
