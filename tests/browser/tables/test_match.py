"""What the tables of both games on the page "Play now" do, without a browser."""

import random
import re

import pytest

import keltis
from browser.tables.building import board_game, play_by_chance, play_to_end
from play_tables.board_game import BoardGameTable
from play_tables.match import M, MatchTable, R, S, V
from play_tables.tile_game import TileGameTable

tables = pytest.mark.parametrize("kind", [BoardGameTable, TileGameTable])


@tables
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_whole_game_is_played(kind: type[MatchTable[S, V, M, R]], level: str) -> None:
    table = kind.new(2, 0, "Ann", level)
    assert not table.can_undo
    play_to_end(table)
    assert table.record.names == ("Ann", kind.bot_names[0])
    assert table.can_undo
    end = table.record
    table.play_bot()
    assert table.record == end


@tables
def test_a_bot_makes_one_turn_and_none_of_the_visitor(kind: type[MatchTable[S, V, M, R]]) -> None:
    table = kind.new(2, 1, "Ann", "easy")
    table.play_bot()
    assert len(table.record.turns) == 1
    before = table.record
    table.play_bot()
    assert table.record == before


@tables
def test_undo_returns_to_the_beginning_of_the_last_turn_of_the_visitor(
    kind: type[MatchTable[S, V, M, R]],
) -> None:
    table, rng = kind.new(2, 0, "Ann", "easy"), random.Random(1)
    while table.state.to_move == 0:
        play_by_chance(table, rng)
    table.play_bot()
    second = table.record
    play_by_chance(table, rng)
    table.undo()
    assert table.record == second
    table.undo()
    assert len(table.record) == 0
    table.undo()
    assert len(table.record) == 0


@tables
def test_a_record_is_loaded_from_text_and_a_visitor_gets_the_name(
    kind: type[MatchTable[S, V, M, R]],
) -> None:
    for names in (("Bob", "Cleo"), ()):
        record = kind.page.game.record.new_record(2, seed=7, names=names)
        record = record.append(kind.page.game.engine.legal_moves(record.final)[0])
        loaded = kind.load(kind.page.game.record.format_record(record), 1, "Ann", "easy").record
        assert loaded.names == (names or (kind.bot_names[0], "Ann"))
        assert (loaded.moves, loaded.seed) == (record.moves, record.seed)


@pytest.mark.parametrize("kind", [BoardGameTable, TileGameTable])
def test_a_record_is_loaded_from_json(kind: type[BoardGameTable] | type[TileGameTable]) -> None:
    table = kind.new(2, 1, "Ann", "easy")
    table.play_bot()
    assert kind.load(table.scene()["record"], 1, "Bob", "easy").record == table.record


@tables
def test_a_hint_names_a_move_and_a_reason(kind: type[MatchTable[S, V, M, R]]) -> None:
    table = kind.new(2, 0, "Ann", "easy")
    while table.state.to_move != 0:
        table.play_bot()
    assert re.fullmatch(r"A bot would (lay|discard) the .+[:.] .+\.", table.hint())


def test_a_hint_about_a_draw() -> None:
    table = board_game()
    table.play(f"discard {table.state.players[0].hand[0]}")
    assert table.hint().startswith("A bot would take the top card of the pile (64 cards left). ")
    table.play("draw pile")
    with pytest.raises(keltis.InvalidArgument, match="it is not your turn"):
        table.hint()


@tables
def test_a_game_can_be_looked_at_move_by_move(kind: type[MatchTable[S, V, M, R]]) -> None:
    table = kind.new(2, 0, "Ann", "easy")
    assert table.moves is None
    play_to_end(table)
    moves = len(table.record)
    assert table.moves == moves
    start, first = table.look(0, "light"), table.look(1, "light")
    assert start["text"] == ""
    assert first["text"]
    assert start["picture"] != first["picture"]
    assert table.look(10_000, "light") == table.look(moves, "light")
