"""Requests of the page: JSON in, JSON out."""

import json
import random
from typing import Final, TypeAlias

import keltis
from play_tables.board_game import VISITOR, BoardGameScene, BoardGameTable
from play_tables.puzzle import TILES, PuzzleScene, PuzzleTable
from play_tables.tile_game import TileGameScene, TileGameTable

Table: TypeAlias = BoardGameTable | TileGameTable | PuzzleTable
Scene: TypeAlias = BoardGameScene | TileGameScene | PuzzleScene

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


def _answer(request: object) -> Scene | dict[str, str]:
    match request:
        case {"call": "new" | "load"}:
            _tables[:] = [open_table(request)]
            return _tables[0].scene()
        case {"call": "picture", "theme": str(theme)}:
            return {"picture": _picture(_tables[0], theme, request)}
        case {"call": "hint"} if not isinstance(_tables[0], PuzzleTable):
            return {"text": _tables[0].hint()}
        case {"call": "look", "move": int(move), "theme": str(theme)} if not isinstance(
            _tables[0], PuzzleTable
        ):
            return _tables[0].look(move, theme)
        case _:
            _change(_tables[0], request)
            return _tables[0].scene()


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


def _picture(table: Table, theme: str, request: object) -> str:
    match table, request:
        case BoardGameTable(), {"card": str() | None as card}:
            return table.picture(theme, card)
        case TileGameTable(), {"move": str() | None as move, "cell": [int(x), int(y)]}:
            return table.picture(theme, move, (x, y))
        case TileGameTable(), {"move": str() | None as move, "cell": None}:
            return table.picture(theme, move, None)
        case PuzzleTable(), {"cell": [int(x), int(y)]}:
            return table.picture(theme, (x, y))
        case PuzzleTable(), {"cell": None}:
            return table.picture(theme, None)
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
            "other": [int(right), int(down)],
        }:
            table.swap((x, y), (right, down))
        case PuzzleTable(), {"call": "reveal"}:
            table.reveal()
        case _:
            raise keltis.InvalidArgument(f"unknown request: {request}")
