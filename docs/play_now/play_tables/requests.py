"""Requests of the page: JSON in, JSON out."""

import json
import random
from collections.abc import Mapping
from typing import Final, TypeAlias

import keltis
from keltis.documents import to_json
from keltis.server import CELTIC_PAGE, KELTIS_PAGE
from keltis.server._table import AnyTable
from play_tables.games import hint, load_game, new_game, play_bot, visitor_at
from play_tables.puzzle import TILES, PuzzleTable

VISITOR: Final = 0
"""The seat of the visitor in Keltis."""
_tables: Final[list[AnyTable | PuzzleTable]] = []
"""The table that the visitor sits at, as the only item."""
Response: TypeAlias = Mapping[str, object]


def answer(request: str) -> str:
    r"""Answer a request with JSON: a table, or the message of an error.

    >>> from play_tables import answer
    >>> answer('{"call": "load", "game": "puzzle", "filling": "6c", "hard": false}')
    '{"error": "expected rows of one length, of digits 1 to F, like 6C/39, not \'6c\'"}'
    """
    try:
        return json.dumps(_answer(json.loads(request)))
    except keltis.KeltisError as error:
        return json.dumps({"error": str(error)})


def _answer(request: object) -> Response:
    match request:
        case {"call": "new" | "load"}:
            _tables[:] = [open_table(request)]
    match _tables[0], request:
        case PuzzleTable() as puzzle, {"theme": str(theme)}:
            _change_puzzle(puzzle, request)
            return puzzle.document(theme)
        case PuzzleTable(), _:
            raise _unknown(request)
        case table, {"call": "hint"}:
            return {"text": hint(table)}
        case table, {"call": "review", "theme": str(theme)} if table.record is not None:
            return {**table.page.review(table.record, theme)}
        case table, {"call": "look", "move": int(moves), "theme": str(theme)}:
            return _document(table.until(moves), None, theme)
        case table, {"choice": str() | None as choice, "theme": str(theme)}:
            _tables[:] = [changed := _change(table, request)]
            return _document(changed, choice, theme)
    raise _unknown(request)


def _document(table: AnyTable, choice: str | None, theme: str) -> Response:
    document = table.document(visitor_at(table), choice=choice, theme=theme)
    return {**document, "record": to_json(table.record)}


def _change(table: AnyTable, request: object) -> AnyTable:
    visitor = visitor_at(table)
    match request:
        case {"call": "new" | "load" | "show"}:
            return table
        case {"call": "undo"}:
            return table.take_back(visitor, table.version, agrees=True)
        case {"call": "play", "move": str(move)}:
            return table.play(visitor, move, table.version)
        case {"call": "play_bot"}:
            return play_bot(table)
    raise _unknown(request)


def _change_puzzle(table: PuzzleTable, request: object) -> None:
    match request:
        case {"call": "new" | "load" | "show"}:
            pass
        case {"call": "undo"}:
            table.undo()
        case {"call": "turn", "cell": [int(x), int(y)]}:
            table.turn((x, y))
        case {"call": "swap", "cell": [int(x), int(y)], "other": [int(to_x), int(to_y)]}:
            table.swap((x, y), (to_x, to_y))
        case {"call": "reveal"}:
            table.reveal()
        case _:
            raise _unknown(request)


def open_table(request: object) -> AnyTable | PuzzleTable:
    """A new game, or a saved one."""
    match request:
        case {"call": "load", "game": "puzzle", "filling": str(filling), "hard": bool(hard)}:
            return PuzzleTable.load(filling, hard=hard)
        case {
            "call": "new",
            "game": "puzzle",
            "displaced": int(displaced),
            "hard": bool(hard),
            "day": str() | None as day,
        }:
            return PuzzleTable.set_up(min(displaced, TILES), hard=hard, day=day)
        case {"name": str(name), "level": str(level)}:
            return _open_game(request, name, level)
    raise _unknown(request)


def _open_game(request: object, name: str, level: str) -> AnyTable:
    match request:
        case {"call": "new", "game": "keltis", "players": int(players)}:
            first = random.randrange(players)
            return new_game(KELTIS_PAGE, players, VISITOR, name, level, first=first)
        case {"call": "load", "game": "keltis", "record": str(record)}:
            return load_game(KELTIS_PAGE, record, VISITOR, name, level)
        case {"call": "new", "game": "celtic", "visitor": int(visitor)}:
            return new_game(CELTIC_PAGE, 2, visitor, name, level)
        case {"call": "load", "game": "celtic", "record": str(record), "visitor": int(visitor)}:
            return load_game(CELTIC_PAGE, record, visitor, name, level)
    raise _unknown(request)


def _unknown(request: object) -> keltis.InvalidArgument:
    return keltis.InvalidArgument(f"unknown request: {request}")
