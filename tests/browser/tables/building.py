"""Tables of the page "Play now" in known positions."""

from typing import Final

import keltis
from keltis import celtic
from keltis.notation import parse_move
from play_tables.board_game import BOT_NAMES, BoardGameTable
from play_tables.tile_game import TileGameTable

NAMES: Final = ("You", *BOT_NAMES)
EASY: Final = celtic.Filling.parse("2EAE8/6FEF8/553FC/3FAFD/2BA91")
HARD: Final = celtic.Filling.parse("46EEC/7FF95/7FF85/57F85/113A9")


def board_game(*moves: str, players: int = 2, level: str = "medium") -> BoardGameTable:
    """A table after these moves; the visitor begins."""
    record = keltis.GameRecord.seeded(players, 7, names=NAMES[:players])
    for move in moves:
        record = record.append(parse_move(move))
    return BoardGameTable(record, level)


def tile_game(*moves: str, visitor: int = 0) -> TileGameTable:
    table = TileGameTable.set_up(visitor, "You", "easy")
    for move in moves:
        table.record = table.record.append(celtic.parse_move(move))
    return table
