"""Records as text that a person can write, comment and compare."""

import re
from collections.abc import Iterable
from typing import Final

from keltis._shared.text import Line, Lines, quoted
from keltis.cards import Card
from keltis.errors import InvalidArgument, InvalidRules, InvalidState, NotationError
from keltis.moves import Draw, Move
from keltis.notation.positions import format_state, take_state
from keltis.notation.rules import format_rules, parse_rules
from keltis.notation.views import format_view
from keltis.notation.words import parse_count, parse_move
from keltis.record.headers import require_known, require_result
from keltis.record.records import GameRecord, RecordError, after_move, trusted_record
from keltis.record.shown import RecordView
from keltis.scoring import Outcome

VERSION: Final = 1
"""The version of the text that this library writes, and the newest that it reads."""

_TITLE: Final = re.compile("keltis record ([1-9][0-9]{0,8})( seen by .*)?")
_SEED: Final = re.compile("0|[1-9][0-9]{0,77}")


def format_record(record: GameRecord) -> str:
    """A record as text; `parse_record` reads it back.

    >>> from keltis.notation import parse_move
    >>> print(format_record(GameRecord.seeded(2, seed=7, names=("Ann", "Bob")).append(parse_move("discard R1"))), end="")
    keltis record 1
    result: unfinished
    name 0: Ann
    name 1: Bob
    players: 2
    seed: 7
    first: 0
    rules: KELTIS
    <BLANKLINE>
    0: discard R1
    end
    """
    if type(record) is not GameRecord:
        raise InvalidArgument(f"expected a GameRecord, not {type(record).__name__}")
    start = record.start
    if record.seed is None:
        beginning = [format_state(start)]
    else:
        beginning = [
            f"players: {len(start.players)}",
            f"seed: {record.seed}",
            f"first: {start.to_move}",
            f"rules: {format_rules(start.rules)}",
        ]
    turns = _turns((state.to_move, move, None) for state, move in record)
    return _text(f"keltis record {VERSION}", record.outcome, record.names, beginning, turns)


def format_record_view(view: RecordView) -> str:
    """A record as one player may know it, as text. A card in brackets is one that the viewer drew from the face-down pile."""
    if type(view) is not RecordView:
        raise InvalidArgument(f"expected a RecordView, not {type(view).__name__}")
    viewer = "a spectator" if view.viewer is None else f"seat {view.viewer}"
    turns = _turns((shown.seat, shown.move, shown.drawn) for shown in view.moves)
    return _text(
        f"keltis record {VERSION} seen by {viewer}",
        view.outcome,
        view.names,
        [format_view(view.start)],
        turns,
    )


def _text(
    title: str, end: Outcome | None, names: Iterable[str], beginning: list[str], turns: list[str]
) -> str:
    header = [
        title,
        f"result: {_result(end)}",
        *(f"name {seat}: {name}" for seat, name in enumerate(names)),
    ]
    return "\n".join([*header, *beginning, "", *turns, "end", ""])


def _result(end: Outcome | None) -> str:
    if end is None:
        return "unfinished"
    points = " to ".join(str(score.total) for score in end.scores)
    return f"{end.reason.value}, {points}, won by {' and '.join(map(str, end.winners))}"


def _turns(moves: Iterable[tuple[int, Move, Card | None]]) -> list[str]:
    """A line for each turn: the seat, then its moves, each with a drawn card that is to be told."""
    lines: list[str] = []
    drawn = True
    for seat, move, card in moves:
        told = (
            f" ({card})" if type(move) is Draw and move.source is None and card is not None else ""
        )
        if drawn:
            lines.append(f"{seat}: {move}{told}")
        else:
            lines[-1] += f", {move}{told}"
        drawn = type(move) is Draw
    return lines


def parse_record(text: str) -> GameRecord:
    r"""The record that is written like this, every move of it replayed and checked.

    What cannot be read is refused by `NotationError`, what cannot be by `RecordError`, and both
    name the line.

    >>> parse_record("keltis record 1\nplayers: 2\nseed: 7\nfirst: 0\nrules: KELTIS\n0: draw pile\nend")
    Traceback (most recent call last):
    ...
    keltis.record.RecordError: line 6, move 1: draw pile: a card must be played first: Discard or Lay
    """
    lines = Lines(text)
    _require_title(lines.pop(f"'keltis record {VERSION}'"))
    result = lines.take("result") if lines.comes("result") else None
    record = _take_start(lines)
    record = _take_moves(lines, record)
    lines.finish()
    require_result(result, _result(record.outcome))
    return record


def _require_title(line: Line) -> None:
    title = _TITLE.fullmatch(line.text)
    if title is None:
        raise line.error(f"expected 'keltis record {VERSION}', not {quoted(line.text)}")
    require_known(int(title[1]), VERSION, f"line {line.number}")
    if title[2] is not None:
        raise RecordError(
            f"line {line.number}",
            "this is what one viewer may know of a game, which cannot be replayed",
        )


def _take_start(lines: Lines) -> GameRecord:
    """The record without its moves."""
    names: list[str] = []
    while lines.comes(f"name {len(names)}"):
        names.append(lines.take(f"name {len(names)}").value)
    place = f"line {lines.number}"
    try:
        if not lines.comes("players"):
            return GameRecord(take_state(lines), names=tuple(names))
        players = lines.take("players").read(parse_count)
        seed = lines.take("seed").read(_seed)
        first_player = lines.take("first").read(parse_count)
        rules = lines.take("rules").read(parse_rules)
        return GameRecord.seeded(
            players, seed, rules=rules, first_player=first_player, names=tuple(names)
        )
    except (InvalidArgument, InvalidRules, InvalidState) as error:
        raise RecordError(place, f"the game cannot start like this: {error}") from error


def _seed(text: str) -> int:
    if not _SEED.fullmatch(text):
        raise NotationError(
            f"word 1: expected a seed, a whole number from 0 of at most 78 digits, not {quoted(text)}"
        )
    return int(text)


def _take_moves(lines: Lines, record: GameRecord) -> GameRecord:
    """The record with the moves that the lines say, as far as `end`."""
    moves: list[Move] = []
    states = [record.start]
    while (line := lines.pop("a turn, as in '0: discard R7, draw pile', or 'end'")).text != "end":
        for text in line.value.split(","):
            to_move = states[-1].to_move
            if line.key != str(to_move):
                raise line.error(
                    f"expected '{to_move}: ...', as seat {to_move} is to move, or 'end', not {quoted(line.text)}"
                )
            place = f"line {line.number}, move {len(moves) + 1}"
            move = _move(text.strip(), place)
            states.append(after_move(states[-1], move, len(moves), place))
            moves.append(move)
    return trusted_record(record.start, tuple(moves), record.names, record.seed, tuple(states))


def _move(text: str, place: str) -> Move:
    try:
        return parse_move(text)
    except NotationError as error:
        raise NotationError(f"{place}, {error}") from None
