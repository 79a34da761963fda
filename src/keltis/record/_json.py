"""Records as JSON."""

import json
from functools import partial
from typing import Final

from keltis._shared.json import JsonValue, as_indent
from keltis._shared.record_files import JsonMoves, load_record, locate_moves, locate_start
from keltis.documents import read_rules, rules_document
from keltis.errors import RecordError
from keltis.events import describe
from keltis.game import Record
from keltis.moves import Move
from keltis.notation import FILE_VERSION, format_state, format_view, parse_move, parse_state
from keltis.record._record import (
    GameRecord,
    ObservedMove,
    RecordView,
    read_moves,
)
from keltis.scoring import Outcome
from keltis.state import GameState

_FORMAT: Final = "keltis-record"
_VIEW_FORMAT: Final = "keltis-record-view"


def record_to_json(record: Record[GameState, Move], *, indent: int | None = None) -> str:
    """A record as JSON; `record_from_json` reads it back.

    >>> from keltis import GameRecord
    >>> from keltis.record import record_from_json, record_to_json
    >>> record = GameRecord.seeded(2, seed=7)
    >>> record_from_json(record_to_json(record)) == record
    True
    """
    document = {
        "format": _FORMAT,
        "version": FILE_VERSION,
        "result": _result_document(record.outcome),
        "names": record.names,
        "start": _start_document(record),
        "moves": [str(move) for move in record.moves],
    }
    return json.dumps(document, indent=as_indent(indent), ensure_ascii=False)


def record_view_to_json(view: RecordView, *, indent: int | None = None) -> str:
    """A record as one viewer may know it, as JSON."""
    document = {
        "format": _VIEW_FORMAT,
        "version": FILE_VERSION,
        "viewer": view.viewer,
        "result": _result_document(view.outcome),
        "names": view.names,
        "start": {"position": format_view(view.start).split("\n")},
        "moves": [_observed_document(move) for move in view.moves],
    }
    return json.dumps(document, indent=as_indent(indent), ensure_ascii=False)


def _observed_document(observed: ObservedMove) -> dict[str, object]:
    return {
        "seat": observed.seat,
        "move": str(observed.move),
        "drawn": None if observed.drawn is None else str(observed.drawn),
        "events": [describe(event) for event in observed.events],
    }


def _start_document(record: Record[GameState, Move]) -> dict[str, object]:
    start = record.start
    if record.seed is None:
        return {"position": format_state(start).split("\n")}
    return {
        "rules": rules_document(start.rules),
        "players": len(start.players),
        "seed": record.seed,
        "first_player": start.to_move,
    }


def _result_document(end: Outcome | None) -> dict[str, object] | None:
    if end is None:
        return None
    return {
        "reason": end.reason.value,
        "scores": tuple(score.total for score in end.scores),
        "winners": end.winners,
    }


def record_from_json(text: str) -> GameRecord:
    """Read a record from JSON, and check every move.

    A `RecordError` names the path in the JSON.

    >>> from keltis.record import record_from_json
    >>> record_from_json('{"format": "keltis-record", "version": 1000}')
    Traceback (most recent call last):
    ...
    keltis.RecordError: $.version: unsupported version 1000 (newest supported: 3)
    """
    version, values = load_record(text, file_format=_FORMAT, newest=FILE_VERSION)
    names = values["names"].as_strings()
    start = _read_start(values["start"], names, version)
    moves = JsonMoves(values["moves"], parse_move)
    with locate_moves(moves):
        record = read_moves(start, moves, version)
    expected = _result_document(record.outcome)
    if _read_result(values["result"]) != expected:
        raise RecordError("$.result", f"the moves give another result: {json.dumps(expected)}")
    return record


def _read_start(start: JsonValue, names: tuple[str, ...], version: int) -> GameRecord:
    """The record without its moves."""
    if start.has("position"):
        position = start.as_object("position")["position"]
        text = JsonValue("\n".join(position.as_strings()), position.path, RecordError)
        with locate_start(start.path):
            return GameRecord(text.parse(partial(parse_state, version=version)), names=names)
    values = start.as_object("rules", "players", "seed", "first_player")
    players, seed, first_player = (
        values[key].as_integer() for key in ("players", "seed", "first_player")
    )
    rules = read_rules(values["rules"], version)
    with locate_start(start.path):
        return GameRecord.seeded(players, seed, rules=rules, first_player=first_player, names=names)


def _read_result(result: JsonValue) -> dict[str, object] | None:
    if result.is_null:
        return None
    values = result.as_object("reason", "scores", "winners")
    return {
        "reason": values["reason"].as_string(),
        "scores": values["scores"].as_integers(),
        "winners": values["winners"].as_integers(),
    }
