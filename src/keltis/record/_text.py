"""Records as text that a person can write, comment and compare."""

import re
from collections.abc import Iterable
from typing import Final

from keltis._shared.record_files import (
    TextMoves,
    locate_moves,
    locate_start,
    require_result,
    require_version,
)
from keltis._shared.text import Lines, quoted
from keltis.cards import Card
from keltis.errors import NotationError, RecordError
from keltis.game import Record
from keltis.moves import Draw, Move
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
from keltis.record._record import GameRecord, RecordView, read_moves
from keltis.scoring import Outcome, outcome
from keltis.state import GameState

_HEADING: Final = f"keltis record {FILE_VERSION}"
_TITLE: Final = re.compile("keltis record ([1-9][0-9]{0,8})( seen by .*)?")
_SEED: Final = re.compile("0|[1-9][0-9]{0,77}")


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
    turns = _turn_lines((state.to_move, move, None) for state, move in record)
    return _record_text(_HEADING, outcome(record.final), record.names, beginning, turns)


def format_record_view(view: RecordView) -> str:
    """A record as one viewer may know it, as text.

    A card in brackets is one that the viewer drew from the face-down pile.
    """
    viewer = "a spectator" if view.viewer is None else f"seat {view.viewer}"
    return _record_text(
        f"{_HEADING} seen by {viewer}",
        view.outcome,
        view.names,
        [format_view(view.start)],
        _turn_lines((observed.seat, observed.move, observed.drawn) for observed in view.moves),
    )


def _record_text(
    title: str, end: Outcome | None, names: Iterable[str], beginning: list[str], turns: list[str]
) -> str:
    header = [
        title,
        f"result: {_result_text(end)}",
        *(f"name {seat}: {name}" for seat, name in enumerate(names)),
    ]
    return "\n".join([*header, *beginning, "", *turns, "end", ""])


def _result_text(end: Outcome | None) -> str:
    if end is None:
        return "unfinished"
    points = " to ".join(str(score.total) for score in end.scores)
    return f"{end.reason.value}, {points}, won by {' and '.join(map(str, end.winners))}"


def _turn_lines(moves: Iterable[tuple[int, Move, Card | None]]) -> list[str]:
    """A line for each turn: the seat, then its moves, with the card drawn from the pile."""
    lines: list[str] = []
    turn_ends = True
    for seat, move, card in moves:
        drawn = card if type(move) is Draw and move.source is None else None
        text = str(move) if drawn is None else f"{move} ({drawn})"
        if turn_ends:
            lines.append(f"{seat}: {text}")
        else:
            lines[-1] += f", {text}"
        turn_ends = type(move) is Draw
    return lines


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
    lines = Lines(text)
    version = _read_version(lines)
    result = lines.take("result") if lines.has_next("result") else None
    start = _read_start(lines, version)
    moves = TextMoves(lines, parse_move, example="0: discard R7, draw pile", separator=",")
    with locate_moves(moves):
        record = read_moves(start, moves, version)
    lines.finish()
    require_result(result, _result_text(record.outcome))
    return record


def _read_version(lines: Lines) -> int:
    line = lines.pop(f"'{_HEADING}'")
    title = _TITLE.fullmatch(line.text)
    if title is None:
        raise line.error(f"expected '{_HEADING}', not {quoted(line.text)}")
    place = f"line {line.number}"
    require_version(int(title[1]), FILE_VERSION, place)
    if title[2] is not None:
        raise RecordError(place, "the view of one player cannot be replayed")
    return int(title[1])


def _read_start(lines: Lines, version: int) -> GameRecord:
    """The record without its moves."""
    names: list[str] = []
    while lines.has_next(f"name {len(names)}"):
        names.append(lines.take(f"name {len(names)}").value)
    with locate_start(f"line {lines.number}"):
        if not lines.has_next("players"):
            return GameRecord(read_state(lines, version), names=tuple(names))
        players = lines.take("players").read(parse_count)
        seed = lines.take("seed").read(_parse_seed)
        first_player = lines.take("first").read(parse_count)
        rules = lines.take("rules").read(lambda text: parse_rules(text, version=version))
        return GameRecord.seeded(
            players, seed, rules=rules, first_player=first_player, names=tuple(names)
        )


def _parse_seed(text: str) -> int:
    if not _SEED.fullmatch(text):
        expected = "a seed, a whole number from 0 of at most 78 digits"
        raise NotationError(f"word 1: expected {expected}, not {quoted(text)}")
    return int(text)
