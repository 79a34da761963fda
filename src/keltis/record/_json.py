"""Records as JSON. This needs cattrs: `pip install "keltis[records]"`."""

import json
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar

import attrs

from keltis._shared.json import Part, misfit
from keltis._shared.text import quoted
from keltis.errors import InvalidArgument, InvalidRules, InvalidState, KeltisError
from keltis.events import describe
from keltis.notation.positions import format_state, parse_state
from keltis.notation.rules import format_rules, parse_rules
from keltis.notation.views import format_view
from keltis.notation.words import parse_move
from keltis.record.headers import loaded
from keltis.record.records import (
    MAX_MOVES,
    GameRecord,
    RecordError,
    replayed,
    too_many_moves,
    trusted_record,
)
from keltis.record.shown import RecordView, ShownMove
from keltis.scoring import Outcome

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")

VERSION: Final = 1
"""The version of the JSON that this library writes, and the newest that it reads."""

_FORMAT: Final = "keltis-record"
_VIEW_FORMAT: Final = "keltis-record-view"


class RecordsExtraMissing(KeltisError):
    """The JSON of records needs cattrs, which is not installed."""


@attrs.frozen
class _Deal:
    """A start that `new_game` deals."""

    rules: str
    players: int
    seed: int
    first_player: int


@attrs.frozen
class _Position:
    """A start that is written down, as lines of text."""

    position: tuple[str, ...]


@attrs.frozen
class _Result:
    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@attrs.frozen
class _Record:
    format: str
    version: int
    result: _Result | None
    names: tuple[str, ...]
    start: _Deal | _Position
    moves: tuple[str, ...]


@attrs.frozen
class _ViewedMove:
    seat: int
    move: str
    drawn: str | None
    events: tuple[str, ...]


@attrs.frozen
class _View:
    format: str
    version: int
    viewer: int | None
    result: _Result | None
    names: tuple[str, ...]
    start: _Position
    moves: tuple[_ViewedMove, ...]


def record_to_json(record: GameRecord, *, indent: int | None = None) -> str:
    """A record as JSON; `record_from_json` reads it back.

    >>> record = GameRecord.seeded(2, seed=7)
    >>> record_from_json(record_to_json(record)) == record
    True
    """
    if type(record) is not GameRecord:
        raise InvalidArgument(f"expected a GameRecord, not {type(record).__name__}")
    moves = tuple(map(str, record.moves))
    return _dumped(
        _Record(_FORMAT, VERSION, _result(record.outcome), record.names, _start(record), moves),
        indent,
    )


def record_view_to_json(view: RecordView, *, indent: int | None = None) -> str:
    """A record as one player may know it, as JSON."""
    if type(view) is not RecordView:
        raise InvalidArgument(f"expected a RecordView, not {type(view).__name__}")
    start = _Position(tuple(format_view(view.start).split("\n")))
    moves = tuple(map(_viewed, view.moves))
    return _dumped(
        _View(_VIEW_FORMAT, VERSION, view.viewer, _result(view.outcome), view.names, start, moves),
        indent,
    )


def _viewed(shown: ShownMove) -> _ViewedMove:
    drawn = None if shown.drawn is None else str(shown.drawn)
    return _ViewedMove(shown.seat, str(shown.move), drawn, tuple(map(describe, shown.events)))


def _start(record: GameRecord) -> _Deal | _Position:
    start = record.start
    if record.seed is None:
        return _Position(tuple(format_state(start).split("\n")))
    return _Deal(format_rules(start.rules), len(start.players), record.seed, start.to_move)


def _result(end: Outcome | None) -> _Result | None:
    return (
        None
        if end is None
        else _Result(end.reason.value, tuple(score.total for score in end.scores), end.winners)
    )


def _dumped(document: _Record | _View, indent: int | None) -> str:
    return json.dumps(_converter().unstructure(document), indent=indent, ensure_ascii=False)


def record_from_json(text: str) -> GameRecord:
    """The record that this JSON says, every move of it replayed and checked.

    What is wrong with it is told by `RecordError`, which names the path in the JSON.

    >>> record_from_json('{"format": "keltis-record", "version": 2}')
    Traceback (most recent call last):
    ...
    keltis.record.RecordError: $.version: version 2 is newer than 1, the newest that is known here
    """
    document = _structured(loaded(text, kind=_FORMAT, newest=VERSION))
    record = _started(document)
    if len(document.moves) > MAX_MOVES:
        raise too_many_moves("$.moves")
    moves = tuple(
        Part(move, f"$.moves[{n}]", RecordError).read(parse_move)
        for n, move in enumerate(document.moves)
    )
    states = replayed(record.start, moves, lambda n: f"$.moves[{n}]")
    record = trusted_record(record.start, moves, record.names, record.seed, states)
    if document.result != _result(record.outcome):
        raise RecordError(
            "$.result", f"the moves do not give this result, but {_result_text(record.outcome)}"
        )
    return record


def _result_text(end: Outcome | None) -> str:
    return json.dumps(_converter().unstructure(_result(end)))


def _started(document: _Record) -> GameRecord:
    """The record without its moves."""
    start, names = document.start, document.names
    try:
        if isinstance(start, _Position):
            state = Part("\n".join(start.position), "$.start.position", RecordError).read(
                parse_state
            )
            return GameRecord(state, names=names)
        rules = Part(start.rules, "$.start.rules", RecordError).read(parse_rules)
        return GameRecord.seeded(
            start.players, start.seed, rules=rules, first_player=start.first_player, names=names
        )
    except (InvalidArgument, InvalidRules, InvalidState) as error:
        raise RecordError("$.start", f"the game cannot start like this: {error}") from error


def _structured(document: Part) -> _Record:
    converter = _converter()
    from cattrs import BaseValidationError, transform_error  # noqa: PLC0415 - an extra

    try:
        return converter.structure(document.value, _Record)
    except BaseValidationError as error:
        reason, _, path = transform_error(error, format_exception=_explained)[0].rpartition(" @ ")
        raise RecordError(path, reason) from None


@cache
def _converter() -> "Converter":
    """What turns documents into JSON values and back, without guessing: a text is not a number, nor an object a list."""
    try:
        from cattrs import Converter  # noqa: PLC0415 - an extra
    except ImportError:
        raise RecordsExtraMissing(
            'records in JSON need cattrs: pip install "keltis[records]"'
        ) from None
    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(int, lambda value, _: _exact(value, int))
    converter.register_structure_hook(str, lambda value, _: _exact(value, str))
    converter.register_structure_hook_func(
        lambda kind: kind == tuple[int, ...], lambda value, _: _items(value, int)
    )
    converter.register_structure_hook_func(
        lambda kind: kind == tuple[str, ...], lambda value, _: _items(value, str)
    )
    converter.register_structure_hook(
        _Result | None,
        lambda value, _: (
            None if value is None else converter.structure(_exact(value, dict), _Result)
        ),
    )
    converter.register_structure_hook(
        _Deal | _Position,
        lambda value, _: converter.structure(
            value, _Position if "position" in _exact(value, dict) else _Deal
        ),
    )
    return converter


class _Misfit(Exception):
    """A value of JSON is not of the type that it should be."""


def _exact(value: object, expected: type[T]) -> T:
    if type(value) is not expected:
        raise _Misfit(misfit(value, expected))
    return value


def _items(value: object, expected: type[T]) -> tuple[T, ...]:
    return tuple(_exact(item, expected) for item in _exact(value, list))


def _explained(error: BaseException, _: type | None) -> str:
    """What cattrs met, in our words."""
    from cattrs import ForbiddenExtraKeysError  # noqa: PLC0415 - an extra

    if isinstance(error, KeyError):
        return "this is missing"
    if isinstance(error, ForbiddenExtraKeysError):
        return f"expected no part {quoted(min(error.extra_fields))}"
    return str(error)
