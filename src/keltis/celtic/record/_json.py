"""Records as JSON."""

import json
from typing import Final

from keltis._shared.json import JsonValue, as_indent
from keltis._shared.record_files import JsonMoves, load_record, locate_moves, locate_start
from keltis.celtic.notation import format_rules, parse_player, parse_rules, parse_tile, tile_texts
from keltis.celtic.record._record import (
    NEWEST_VERSION,
    GameRecord,
    file_version,
    parser_of,
)
from keltis.celtic.rules import MAX_TILES
from keltis.celtic.scoring import Outcome
from keltis.celtic.setup import setup_game
from keltis.errors import RecordError

_FORMAT: Final = "celtic-record"


def record_to_json(record: GameRecord, *, indent: int | None = None) -> str:
    """A record as JSON; `record_from_json` reads it back.

    >>> from keltis.celtic import GameRecord, new_game
    >>> from keltis.celtic.record import record_from_json, record_to_json
    >>> record_from_json(record_to_json(GameRecord(new_game()))) == GameRecord(new_game())
    True
    """
    start = record.start
    document = {
        "format": _FORMAT,
        "version": file_version(record),
        "result": _result_document(record.outcome),
        "names": record.names,
        "start": {
            "rules": format_rules(start.rules),
            "turn": str(start.to_move),
            "tiles": tile_texts(start),
        },
        "moves": [str(move) for move in record.moves],
    }
    return json.dumps(document, indent=as_indent(indent), ensure_ascii=False)


def _result_document(end: Outcome | None) -> dict[str, object] | None:
    if end is None:
        return None
    return {"scores": end.scores, "winner": None if end.winner is None else str(end.winner)}


def record_from_json(text: str) -> GameRecord:
    """Read a record from JSON, and check every move.

    A `RecordError` names the path in the JSON.

    >>> from keltis.celtic.record import record_from_json
    >>> record_from_json('{"format": "celtic-record", "version": 1000}')
    Traceback (most recent call last):
    ...
    keltis.RecordError: $.version: unsupported version 1000 (newest supported: 2)
    """
    version, values = load_record(text, file_format=_FORMAT, newest=NEWEST_VERSION)
    start = _read_start(values["start"], values["names"].as_strings())
    moves = JsonMoves(values["moves"], parser_of(version))
    with locate_moves(moves):
        record = start.play(moves)
    expected = _result_document(record.outcome)
    if _read_result(values["result"]) != expected:
        raise RecordError("$.result", f"the moves give another result: {json.dumps(expected)}")
    return record


def _read_start(start: JsonValue, names: tuple[str, ...]) -> GameRecord:
    """The record without its moves."""
    values = start.as_object("rules", "turn", "tiles")
    tiles = values["tiles"].as_array()
    if len(tiles) > MAX_TILES:
        raise values["tiles"].error(f"expected at most {MAX_TILES} tiles, not {len(tiles)}")
    lays = [tile.parse(parse_tile) for tile in tiles]
    to_move = values["turn"].parse(parse_player)
    with locate_start(start.path):
        rules = values["rules"].parse(parse_rules)
        return GameRecord(setup_game(lays, to_move=to_move, rules=rules), names=names)


def _read_result(result: JsonValue) -> dict[str, object] | None:
    if result.is_null:
        return None
    values = result.as_object("scores", "winner")
    winner = values["winner"]
    return {
        "scores": tuple(score.as_integers() for score in values["scores"].as_array()),
        "winner": None if winner.is_null else str(winner.parse(parse_player)),
    }
