"""The table of Keltis on the page "Play now", without a browser.

`tests/server/test_scenes.py` has more about its scenes and pictures.
"""

import json
import random

import pytest

import keltis
from browser.tables.building import board_game, play_by_chance
from keltis import PlayerView
from keltis.documents import from_json
from play_tables.board_game import VISITOR, BoardGameTable
from play_tables.requests import open_table


def test_the_first_player_of_a_new_game_varies() -> None:
    request = {"call": "new", "game": "keltis", "players": 2, "name": "Ann", "level": "easy"}
    tables = [open_table(request) for _ in range(40)]
    starts = [table.state.to_move for table in tables if isinstance(table, BoardGameTable)]
    assert set(starts) == {0, 1}


@pytest.mark.parametrize("players", [3, 4])
def test_every_seat_but_the_visitors_has_a_bot(players: int) -> None:
    table = BoardGameTable.new(players, VISITOR, "Ann", "easy")
    assert table.record.names == ("Ann", "Fionn", "Morna", "Oisin")[:players]
    while table.state.to_move == VISITOR:
        play_by_chance(table, random.Random(1))
    for seat in range(1, players):
        assert table.state.to_move == seat
        table.play_bot()
    assert table.state.to_move == VISITOR


def test_the_scene_has_the_view_of_the_visitor_alone() -> None:
    table = board_game()
    scene = table.page.scene(table.record, VISITOR)
    assert table.scene()["viewer"] == VISITOR
    assert "view" in scene
    assert from_json(PlayerView, json.dumps(scene["view"])) == keltis.observe(table.state, VISITOR)


def test_a_draw_without_a_choice_is_made_for_the_visitor() -> None:
    table = board_game()
    card = table.state.players[VISITOR].hand[-1]
    lay = next(move for move in keltis.legal_moves(table.state) if isinstance(move, keltis.Lay))
    table.play(str(lay))
    assert len(table.record) == 2
    assert table.state.to_move == 1
    assert card in table.state.players[VISITOR].hand


def test_a_draw_with_a_choice_is_left_to_the_visitor() -> None:
    table = board_game()
    table.play(f"discard {table.state.players[VISITOR].hand[0]}")
    assert table.state.phase is keltis.Phase.DRAW


def test_the_cards_that_can_be_taken_are_marked() -> None:
    plain = board_game().picture("light")
    table = board_game("discard R1", "draw pile", "discard Y4", "draw pile", "discard Y0")
    accent = 'stroke-width="5"'  # of a marked card
    assert table.picture("light").count(accent) > plain.count(accent)
