"""The table of CELTIC! on the page "Play now", without a browser."""

import random

import pytest

from browser.tables.building import tile_game
from keltis import celtic
from keltis.celtic import GameRecord
from keltis.celtic.bots import RandomBot, play_match
from keltis.celtic.record import format_record
from keltis.documents import from_json, to_json
from play_tables.tile_game import TileGameTable


def test_a_whole_game_of_celtic_is_played() -> None:
    table = TileGameTable.set_up(1, "Ann", "medium")
    assert table.record.names == ("Morna", "Ann")
    rng = random.Random(2)
    while moves := celtic.legal_moves(table.state):
        if table.state.to_move == table.visitor:
            table.play(to_json(moves[int(rng.random() * len(moves))]))
        else:
            table.play_bot()
    scene = table.scene()
    assert scene["state"]["outcome"] is not None
    assert scene["log"][-1][-1].startswith("The game is over")
    assert from_json(GameRecord, scene["record"]) == table.record


def test_a_bot_of_celtic_does_not_move_for_the_visitor() -> None:
    table = tile_game()
    table.play_bot()
    assert len(table.record) == 0


def test_undo_of_celtic_returns_to_the_last_turn_of_the_visitor() -> None:
    table = tile_game("lay 0,-1 ES orange", "lay 1,-1 W neutral")
    assert table.scene()["can_undo"]
    table.undo()
    assert len(table.record) == 0
    table.undo()
    assert not table.scene()["can_undo"]


def test_undo_of_celtic_goes_over_a_pass_of_the_visitor() -> None:
    for seed in range(200):
        record = play_match([RandomBot(), RandomBot()], seed=seed)
        passes = [n for n, move in enumerate(record.moves) if isinstance(move, celtic.Pass)]
        if passes:
            state, _ = record[passes[0]]
            table = TileGameTable(record.until(passes[0] + 1), int(state.to_move), "easy")
            table.undo()
            assert len(table.record) < passes[0]
            return
    pytest.fail("nobody passed")


@pytest.mark.parametrize("named", [True, False])
def test_a_record_of_celtic_is_loaded_from_json_and_from_text(*, named: bool) -> None:
    names = ("Ann", "Bob") if named else ()
    record = celtic.GameRecord(celtic.new_game(), names=names)
    record = record.append(celtic.parse_move("lay 0,-1 ES orange"))
    for text in (to_json(record), format_record(record)):
        loaded = TileGameTable.load(text, 1, "You", "easy").record
        assert loaded.moves == record.moves
        assert loaded.names == (names or ("Morna", "You"))


def test_a_tile_can_be_tried_without_laying_it() -> None:
    table = tile_game()
    move = celtic.parse_move("lay 0,-1 ES orange")
    tried = table.picture("light", to_json(move), None)
    assert (tried.count('class="keltis-tile"'), "keltis-last" in tried) == (2, True)
    assert len(table.record) == 0
    plain = table.picture("light", None, (0, -1))
    assert (plain.count('class="keltis-tile"'), "keltis-highlight" in plain) == (1, True)
