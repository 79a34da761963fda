"""Records of CELTIC! as text."""

from typing import Final

from keltis._lib.text import Lines
from keltis.celtic._engine.moves import Move
from keltis.celtic._engine.scoring import Outcome, outcome
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import Owner
from keltis.celtic.notation import format_state, read_state
from keltis.celtic.record._record import NEWEST_VERSION, GameRecord, file_version, parser_of
from keltis.game import Record, RecordText, turn_texts


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
    version = str(file_version(record))
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


def _read_start(lines: Lines, version: int, names: tuple[str, ...]) -> GameRecord:
    """The record without its moves."""
    del version
    return GameRecord(read_state(lines), names=names)


_TEXT: Final = RecordText[GameState, Move, GameRecord](
    game="celtic",
    newest=NEWEST_VERSION,
    read_start=_read_start,
    read_moves=lambda start, moves, _: start.play(moves),
    result=lambda record: _result_text(record.outcome),
    parse_move=lambda text, version: parser_of(version)(text),
    example="orange: lay 0,-1 ES orange",
    seat_label=lambda seat: str(Owner(seat)),
    separator=None,
)
