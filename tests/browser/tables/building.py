"""Tables of the page "Play now" in known positions."""

import random
from typing import Final

import keltis
from keltis import celtic
from keltis.notation import parse_move
from play_tables.board_game import VISITOR, BoardGameTable
from play_tables.match import M, MatchTable, R, S, V
from play_tables.tile_game import TileGameTable

NAMES: Final = ("You", *BoardGameTable.bot_names)
EASY: Final = celtic.Filling.parse("2EAE8/6FEF8/553FC/3FAFD/2BA91")
HARD: Final = celtic.Filling.parse("46EEC/7FF95/7FF85/57F85/113A9")


def board_game(*moves: str, players: int = 2, level: str = "medium") -> BoardGameTable:
    """A table after these moves; the visitor begins."""
    record = keltis.GameRecord.seeded(players, 7, names=NAMES[:players])
    for move in moves:
        record = record.append(parse_move(move))
    return BoardGameTable(record, VISITOR, level)


def tile_game(*moves: str, visitor: int = 0) -> TileGameTable:
    record = TileGameTable.new(2, visitor, "You", "easy").record
    for move in moves:
        record = record.append(celtic.parse_move(move))
    return TileGameTable(record, visitor, "easy")


def play_by_chance(table: MatchTable[S, V, M, R], rng: random.Random) -> None:
    """Make a move of the visitor by chance."""
    move = rng.choice(table.game.engine.legal_moves(table.state))
    table.play(str(move))


def play_to_end(table: MatchTable[S, V, M, R]) -> None:
    rng = random.Random(3)
    while table.record.outcome is None:
        if table.state.to_move == table.visitor:
            play_by_chance(table, rng)
        else:
            table.play_bot()
