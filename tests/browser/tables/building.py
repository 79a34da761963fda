"""Tables of the page "Play now" in known positions."""

import random
from typing import Final

import keltis
from keltis import celtic
from keltis.game import M, R, S, V
from keltis.server import CELTIC_PAGE, KELTIS_PAGE
from keltis.server._table import Table
from play_tables.games import seat_bots, visitor_at

EASY: Final = celtic.Filling.parse("2EAE8/6FEF8/553FC/3FAFD/2BA91")
HARD: Final = celtic.Filling.parse("46EEC/7FF95/7FF85/57F85/113A9")

BoardGame = Table[keltis.GameState, keltis.PlayerView, keltis.Move, keltis.Rules]
TileGame = Table[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]


def board_game(*moves: str) -> BoardGame:
    """A table of Keltis after these moves; the visitor begins."""
    record = keltis.GameRecord.seeded(2, 7, names=("You", "Fionn"))
    for move in moves:
        record = record.append(keltis.parse_move(move))
    return seat_bots(KELTIS_PAGE, record, 0, "medium")


def tile_game(*moves: str) -> TileGame:
    """A table of CELTIC! after these moves; the visitor begins."""
    record = CELTIC_PAGE.game.record.new_record(2, seed=7, names=("You", "Fionn"))
    for move in moves:
        record = record.append(celtic.parse_move(move))
    return seat_bots(CELTIC_PAGE, record, 0, "easy")


def play_by_chance(table: Table[S, V, M, R], rng: random.Random) -> Table[S, V, M, R]:
    """The table after a move of the visitor."""
    assert table.record is not None
    move = rng.choice(table.page.game.engine.legal_moves(table.record.final))
    return table.play(visitor_at(table), str(move), table.version)
