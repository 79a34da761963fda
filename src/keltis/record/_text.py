"""Records of Keltis as text."""

import re
from typing import Final

from keltis._engine.moves import Draw, Move
from keltis._engine.scoring import Outcome, outcome
from keltis._engine.state import GameState
from keltis._lib.text import Lines, quoted
from keltis.errors import NotationError
from keltis.game import Record, RecordText, turn_texts
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
from keltis.record._record import GameRecord, ObservedMove, RecordView, read_moves

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
        turns[-1][1].append(_observed_text(observed))
        ended = isinstance(observed.move, Draw)
    result = _result_text(view.outcome)
    return _TEXT.format(title, result, view.names, [format_view(view.start)], turns)


def _observed_text(observed: ObservedMove) -> str:
    if observed.move == Draw(None) and observed.drawn is not None:
        return f"{observed.move} ({observed.drawn})"
    return str(observed.move)


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
