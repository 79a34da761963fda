"""Records as JSON."""

import json
from typing import Final, TypeAlias

from keltis._shared.json import Part
from keltis.celtic.moves import parse_move
from keltis.celtic.notation import format_rules, parse_player, parse_rules, parse_tile, tiles_of
from keltis.celtic.record.records import GameRecord, replayed, require_record, trusted_record
from keltis.celtic.rules import MAX_TILES
from keltis.celtic.scoring import Outcome, Score
from keltis.celtic.setup import setup_game
from keltis.celtic.tiles import Player
from keltis.errors import InvalidArgument, InvalidRules, InvalidState
from keltis.record.headers import loaded
from keltis.record.records import RecordError

VERSION: Final = 1
"""The version of the JSON that this library writes, and the newest that it reads."""

_FORMAT: Final = "celtic-record"

_Result: TypeAlias = tuple[tuple[Score, ...], Player | None] | None


def record_to_json(record: GameRecord, *, indent: int | None = None) -> str:
    """A record as JSON; `record_from_json` reads it back.

    >>> from keltis.celtic import new_game
    >>> record_from_json(record_to_json(GameRecord(new_game()))) == GameRecord(new_game())
    True
    """
    require_record(record)
    start = record.start
    document = {
        "format": _FORMAT,
        "version": VERSION,
        "result": _result_document(record.outcome),
        "names": record.names,
        "start": {
            "rules": format_rules(start.rules),
            "turn": str(start.to_move),
            "tiles": tiles_of(start),
        },
        "moves": [str(move) for move in record.moves],
    }
    return json.dumps(document, indent=indent, ensure_ascii=False)


def _result_document(end: Outcome | None) -> dict[str, object] | None:
    return (
        None
        if end is None
        else {"scores": end.scores, "winner": None if end.winner is None else str(end.winner)}
    )


def record_from_json(text: str) -> GameRecord:
    """The record that this JSON says, every move of it replayed and checked.

    What is wrong with it is told by `RecordError`, which names the path in the JSON.

    >>> record_from_json('{"format": "celtic-record", "version": 2}')
    Traceback (most recent call last):
    ...
    keltis.record.RecordError: $.version: version 2 is newer than 1, the newest that is known here
    """
    parts = loaded(text, kind=_FORMAT, newest=VERSION).fields(
        "format", "version", "result", "names", "start", "moves"
    )
    start = _start(parts["start"], parts["names"])
    moves = tuple(part.read(parse_move) for part in parts["moves"].items())
    states = replayed(start.start, moves, lambda n: f"$.moves[{n}]")
    record = trusted_record(start.start, moves, start.names, states)
    end = record.outcome
    if _result(parts["result"]) != (None if end is None else (end.scores, end.winner)):
        given = json.dumps(_result_document(end))
        raise RecordError("$.result", f"the moves do not give this result, but {given}")
    return record


def _start(start: Part, names: Part) -> GameRecord:
    """The record without its moves."""
    parts = start.fields("rules", "turn", "tiles")
    tiles = parts["tiles"].items()
    if len(tiles) > MAX_TILES:
        raise RecordError("$.start.tiles", f"expected at most {MAX_TILES} tiles, not {len(tiles)}")
    lays = [tile.read(parse_tile) for tile in tiles]
    said = tuple(name.text() for name in names.items())
    to_move = parts["turn"].read(parse_player)
    try:
        state = setup_game(lays, to_move=to_move, rules=parts["rules"].read(parse_rules))
        return GameRecord(state, names=said)
    except (InvalidArgument, InvalidRules, InvalidState) as error:
        raise RecordError("$.start", f"the game cannot start like this: {error}") from error


def _result(part: Part) -> _Result:
    """What is given as the result; None if the game is unfinished."""
    if part.value is None:
        return None
    parts = part.fields("scores", "winner")
    scores = tuple(
        tuple(score.number() for score in player.items()) for player in parts["scores"].items()
    )
    winner = parts["winner"]
    return scores, None if winner.value is None else winner.read(parse_player)
