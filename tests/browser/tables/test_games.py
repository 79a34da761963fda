"""The games against bots on the page "Play now", without a browser."""

import random
import re

import pytest

import keltis
from browser.tables.building import board_game, play_by_chance, tile_game
from keltis.documents import to_json
from keltis.game import M, R, S, V
from keltis.server import CELTIC_PAGE, KELTIS_PAGE, Page
from keltis.server._table import Table
from play_tables.games import hint, load_game, new_game, play_bot, visitor_at
from play_tables.requests import open_table

pages = pytest.mark.parametrize("page", [KELTIS_PAGE, CELTIC_PAGE], ids=lambda page: page.game.name)


def made(table: Table[S, V, M, R]) -> tuple[M, ...]:
    """The moves so far."""
    assert table.record is not None
    return table.record.moves


@pages
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_whole_game_is_played_and_its_last_turn_taken_back(
    page: Page[S, V, M, R], level: str
) -> None:
    table, rng = new_game(page, 2, 0, "Ann", level), random.Random(3)
    while not table.is_over:
        table = play_bot(table) if table.is_bot_due else play_by_chance(table, rng)
    assert table.record is not None
    assert table.record.names == ("Ann", "Fionn")
    assert play_bot(table) == table
    assert len(made(table.take_back(0, table.version, agrees=True))) < len(made(table))


@pages
def test_a_bot_makes_one_turn_and_none_of_the_visitor(page: Page[S, V, M, R]) -> None:
    table = play_bot(new_game(page, 2, 1, "Ann", "easy"))
    assert table.record is not None
    assert len(table.record.turns) == 1
    assert play_bot(table) == table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_but_the_visitors_has_a_bot(players: int) -> None:
    table = new_game(KELTIS_PAGE, players, 0, "Ann", "easy")
    names = [seat.name for seat in table.seats]
    assert names == ["Ann", "Fionn", "Morna", "Oisin"][:players]
    assert [seat.bot for seat in table.seats[1:]] == ["random"] * (players - 1)
    assert visitor_at(table) == 0


def test_the_first_player_of_a_new_game_varies() -> None:
    request = {"call": "new", "game": "keltis", "players": 2, "name": "Ann", "level": "easy"}
    tables = [open_table(request) for _ in range(40)]
    assert {table.is_bot_due for table in tables if isinstance(table, Table)} == {False, True}


@pages
def test_a_saved_game_is_loaded_and_a_visitor_without_a_name_gets_one(
    page: Page[S, V, M, R],
) -> None:
    for names in (("Bob", "Cleo"), ()):
        record = page.game.record.new_record(2, seed=7, names=names)
        record = record.append(page.game.engine.legal_moves(record.final)[0])
        for text in (page.game.record.format_record(record), to_json(record)):
            loaded = load_game(page, text, 1, "Ann", "easy").record
            assert loaded == record.rename(names or ("Fionn", "Ann"))


def test_a_hint_names_a_move_and_a_reason() -> None:
    for table in (board_game(), tile_game()):
        assert re.fullmatch(r"A bot would (lay|discard) the .+[:.] .+\.", hint(table))
    drawing = board_game("discard R1")
    assert hint(drawing).startswith("A bot would take the top card of the pile (64 cards left). ")
    with pytest.raises(keltis.InvalidArgument, match="it is not your turn"):
        hint(board_game("discard P7", "draw pile"))
