"""Requests of the page: JSON in, JSON out."""

import json
import random
from collections.abc import Mapping
from typing import Final, TypeAlias

import keltis
from play_tables.board_game import VISITOR, BoardGameTable
from play_tables.puzzle import TILES, PuzzleTable
from play_tables.tile_game import TileGameTable

Table: TypeAlias = BoardGameTable | TileGameTable | PuzzleTable

_tables: Final[list[Table]] = []
"""The table that the visitor sits at, as the only item."""


def answer(request: str) -> str:
    r"""Answer a request with JSON: a scene or a picture, or the message of an error.

    >>> from play_tables import answer
    >>> answer('{"call": "load", "game": "puzzle", "filling": "6c", "hard": false}')
    '{"error": "expected rows of one length, of digits 1 to F, like 6C/39, not \'6c\'"}'
    """
    try:
        return json.dumps(_answer(json.loads(request)))
    except keltis.KeltisError as error:
        return json.dumps({"error": str(error)})


def _answer(request: object) -> Mapping[str, object]:
    match request:
        case {"call": "new" | "load"}:
            _tables[:] = [open_table(request)]
        case {"call": "picture", "theme": str(theme), "choice": str() | None as choice}:
            return {"picture": _tables[0].picture(theme, choice)}
        case {"call": "hint" | "look" | "review"} if not isinstance(_tables[0], PuzzleTable):
            return _explain(_tables[0], request)
        case _:
            _change(_tables[0], request)
    return _tables[0].scene()


def _explain(table: BoardGameTable | TileGameTable, request: object) -> Mapping[str, object]:
    match request:
        case {"call": "hint"}:
            return {"text": table.hint()}
        case {"call": "look", "move": int(moves), "theme": str(theme)}:
            return table.look(moves, theme)
        case {"call": "review", "theme": str(theme)}:
            return table.review(theme)
        case _:
            raise keltis.InvalidArgument(f"unknown request: {request}")


def _change(table: Table, request: object) -> None:
    match table, request:
        case _, {"call": "undo"}:
            table.undo()
        case BoardGameTable() | TileGameTable(), {"call": "play", "move": str(move)}:
            table.play(move)
        case BoardGameTable() | TileGameTable(), {"call": "play_bot"}:
            table.play_bot()
        case PuzzleTable(), {"call": "turn", "cell": [int(x), int(y)]}:
            table.turn((x, y))
        case PuzzleTable(), {
            "call": "swap",
            "cell": [int(x), int(y)],
            "other": [int(to_x), int(to_y)],
        }:
            table.swap((x, y), (to_x, to_y))
        case PuzzleTable(), {"call": "reveal"}:
            table.reveal()
        case _:
            raise keltis.InvalidArgument(f"unknown request: {request}")


def open_table(request: object) -> Table:
    """A new game, or a saved one."""
    match request:
        case {
            "call": "new",
            "game": "keltis",
            "players": int(players),
            "name": str(name),
            "level": str(level),
        }:
            first = random.randrange(players)
            return BoardGameTable.new(players, VISITOR, name, level, first=first)
        case {
            "call": "load",
            "game": "keltis",
            "record": str(record),
            "name": str(name),
            "level": str(level),
        }:
            return BoardGameTable.load(record, VISITOR, name, level)
        case {
            "call": "new",
            "game": "celtic",
            "visitor": int(visitor),
            "name": str(name),
            "level": str(level),
        }:
            return TileGameTable.new(2, visitor, name, level)
        case {
            "call": "load",
            "game": "celtic",
            "record": str(record),
            "visitor": int(visitor),
            "name": str(name),
            "level": str(level),
        }:
            return TileGameTable.load(record, visitor, name, level)
        case {
            "call": "new",
            "game": "puzzle",
            "displaced": int(displaced),
            "hard": bool(hard),
            "day": str() | None as day,
        }:
            return PuzzleTable.set_up(min(displaced, TILES), hard=hard, day=day)
        case {"call": "load", "game": "puzzle", "filling": str(filling), "hard": bool(hard)}:
            return PuzzleTable.load(filling, hard=hard)
        case _:
            raise keltis.InvalidArgument(f"unknown request: {request}")
