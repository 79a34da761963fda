"""Records as text that a person can write, comment and compare."""

import re
from typing import Final

from keltis._shared.record_files import (
    TextMoves,
    locate_moves,
    locate_start,
    require_result,
    require_version,
)
from keltis._shared.text import Line, Lines, quoted
from keltis.celtic.moves import Move
from keltis.celtic.notation import format_state, read_state
from keltis.celtic.record._record import (
    NEWEST_VERSION,
    GameRecord,
    file_version,
    parser_of,
)
from keltis.celtic.scoring import Outcome, outcome
from keltis.celtic.state import GameState
from keltis.celtic.tiles import PLAYERS
from keltis.game import Record

_TITLE: Final = re.compile("celtic record ([1-9][0-9]{0,8})")


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
    names = [f"name {player}: {name}" for player, name in zip(PLAYERS, record.names, strict=False)]
    title = f"celtic record {file_version(record)}"
    header = [title, f"result: {_result_text(outcome(record.final))}", *names]
    turns = [f"{state.to_move}: {move}" for state, move in record]
    return "\n".join([*header, format_state(record.start), "", *turns, "end", ""])


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
    lines = Lines(text)
    version = _read_title(lines.pop("'celtic record 1'"))
    result = lines.take("result") if lines.has_next("result") else None
    start = _read_start(lines)
    moves = TextMoves(lines, parser_of(version), example="orange: lay 0,-1 ES orange")
    with locate_moves(moves):
        record = start.play(moves)
    lines.finish()
    require_result(result, _result_text(record.outcome))
    return record


def _read_title(line: Line) -> int:
    """The version in the title."""
    title = _TITLE.fullmatch(line.text)
    if title is None:
        raise line.error(f"expected 'celtic record 1', not {quoted(line.text)}")
    version = int(title[1])
    require_version(version, NEWEST_VERSION, f"line {line.number}")
    return version


def _read_start(lines: Lines) -> GameRecord:
    """The record without its moves."""
    orange, blue = (f"name {player}" for player in PLAYERS)
    names = (lines.take(orange).value, lines.take(blue).value) if lines.has_next(orange) else ()
    with locate_start(f"line {lines.number}"):
        return GameRecord(read_state(lines), names=names)
