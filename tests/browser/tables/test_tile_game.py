"""The table of CELTIC! on the page "Play now", without a browser."""

import pytest

from browser.tables.building import play_to_end, tile_game
from keltis import celtic
from keltis.celtic.bots import RandomBot, play_match
from play_tables.tile_game import TileGameTable


def test_the_scene_has_the_end_of_the_game() -> None:
    table = TileGameTable.new(2, 1, "Ann", "easy")
    play_to_end(table)
    scene = table.scene()
    assert scene["names"] == ["Morna", "Ann"]
    assert scene["winners"] is not None
    assert scene["log"][-1]["sentences"][-1].startswith("The game is over")
    assert scene["log"][-1]["number"] == len(table.record)


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


def test_a_tile_can_be_tried_without_laying_it() -> None:
    table = tile_game()
    tried = table.picture("light", "lay 0,-1 ES orange")
    assert (tried.count('class="keltis-tile"'), "keltis-last" in tried) == (2, True)
    assert len(table.record) == 0
    plain = table.picture("light", "0,-1")
    assert (plain.count('class="keltis-tile"'), "keltis-highlight" in plain) == (1, True)
