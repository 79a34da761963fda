"""The table of Keltis on the page "Play now", without a browser."""

import json
import random

import pytest

import keltis
from browser.tables.building import board_game
from keltis import GameRecord, PlayerView
from keltis.documents import from_json, to_json
from keltis.record import format_record
from keltis.testing import playthrough
from play_tables.board_game import BOT_NAMES, VISITOR, BoardGameTable


def play_whole_board_game(table: BoardGameTable) -> None:
    rng = random.Random(3)
    while keltis.outcome(table.state) is None:
        if table.state.to_move == VISITOR:
            _, move = next(iter(playthrough(table.state, rng)))
            table.play(to_json(move))
        else:
            table.play_bot()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_of_keltis_is_played(players: int) -> None:
    table = BoardGameTable.deal(players, "Ann", "medium")
    assert table.record.names == ("Ann", *BOT_NAMES[: players - 1])
    assert table.scene()["hands"] is None
    play_whole_board_game(table)
    hands = table.scene()["hands"]
    assert hands == [[str(card) for card in player.hand] for player in table.state.players]
    record = from_json(GameRecord, table.scene()["record"])
    assert record == table.record
    assert record.outcome is not None


def test_the_first_player_of_a_new_game_varies() -> None:
    tables = [BoardGameTable.deal(2, "Ann", "easy") for _ in range(40)]
    assert {table.state.to_move for table in tables} == {0, 1}


def test_the_scene_has_the_view_of_the_visitor_alone() -> None:
    table = board_game()
    view = from_json(PlayerView, json.dumps(table.scene()["view"]))
    assert view == keltis.observe(table.state, VISITOR)


def test_the_log_leaves_out_the_card_that_a_bot_draws() -> None:
    table = board_game("discard R1", "draw pile", "discard Y4", "draw pile")
    own, other = table.scene()["log"]
    drawn = table.record.observe(VISITOR).moves[1].drawn
    assert own == {
        "seat": 0,
        "sentences": ["You discard R1.", f"You draw {drawn} from the pile."],
    }
    assert other == {"seat": 1, "sentences": ["Fionn discards Y4."]}
    assert table.scene()["drawn"] == str(drawn)


def test_nothing_is_drawn_before_the_first_turn() -> None:
    assert board_game().scene()["drawn"] is None


def test_a_draw_without_a_choice_is_made_for_the_visitor() -> None:
    table = board_game()
    card = table.state.players[VISITOR].hand[-1]
    lay = next(move for move in keltis.legal_moves(table.state) if isinstance(move, keltis.Lay))
    table.play(to_json(lay))
    assert len(table.record) == 2
    assert table.state.to_move == 1
    assert card in table.state.players[VISITOR].hand


def test_a_draw_with_a_choice_is_left_to_the_visitor() -> None:
    table = board_game()
    table.play(to_json(keltis.Discard(table.state.players[VISITOR].hand[0])))
    assert table.state.phase is keltis.Phase.DRAW


def test_a_bot_plays_its_whole_turn_and_none_of_the_visitor() -> None:
    table = board_game("discard R1", "draw pile")
    table.play_bot()
    assert (table.state.to_move, table.state.phase) == (VISITOR, keltis.Phase.PLAY)
    record = table.record
    table.play_bot()
    assert table.record == record


def test_undo_returns_to_the_beginning_of_a_turn() -> None:
    table = board_game("discard R1", "draw pile", "discard Y4", "draw pile", "discard Y0")
    table.undo()
    assert len(table.record) == 4
    assert table.scene()["can_undo"]
    table.undo()
    assert len(table.record) == 0
    table.undo()
    assert len(table.record) == 0
    assert not table.scene()["can_undo"]


@pytest.mark.parametrize("write", [to_json, format_record])
def test_a_record_is_loaded_from_json_and_from_text(write: object) -> None:
    record = board_game("discard R1", "draw pile").record
    text = to_json(record) if write is to_json else format_record(record)
    assert BoardGameTable.load(text, "Ann", "easy").record == record


def test_a_record_without_names_gets_some() -> None:
    record = keltis.GameRecord.seeded(3, 7)
    record = record.append(keltis.legal_moves(record.final)[0])
    loaded = BoardGameTable.load(to_json(record), "Ann", "easy").record
    assert loaded.names == ("Ann", "Seat 1", "Seat 2")
    assert (loaded.moves, loaded.seed) == (record.moves, record.seed)


def test_a_chosen_card_marks_the_stone_that_it_leads_to() -> None:
    table = board_game()
    assert "keltis-highlight" not in table.picture("light", None)
    picture = table.picture("light", "R1")
    assert picture.count("keltis-highlight") == 1
    assert "keltis-arrow" not in picture  # it comes from the starting stone, among other figures


def test_a_card_for_a_figure_on_a_path_has_an_arrow() -> None:
    table = board_game("lay B0 small", "draw pile", "discard Y4", "draw pile")
    assert "keltis-arrow" in table.picture("dark", "B2")


def test_a_card_that_cannot_be_laid_marks_nothing() -> None:
    for state, _ in playthrough(keltis.new_game(2, seed=7), random.Random(1)):
        if state.to_move == VISITOR and state.phase is keltis.Phase.PLAY:
            moves = keltis.legal_moves(state)
            layable = {move.card for move in moves if isinstance(move, keltis.Lay)}
            for card in set(state.players[VISITOR].hand) - layable:
                table = BoardGameTable(keltis.GameRecord(state), "easy")
                assert "keltis-highlight" not in table.picture("light", str(card))
                return
    pytest.fail("every card could be laid")


def test_a_clover_marks_the_stones_where_figures_can_go() -> None:
    rng, seen = random.Random(1), 0
    for seed in range(20):
        for state, _ in playthrough(keltis.new_game(2, seed=seed), rng):
            if state.phase is keltis.Phase.ADVANCE and state.to_move == VISITOR:
                table = BoardGameTable(keltis.GameRecord(state), "easy")
                paths = {
                    move.colour
                    for move in keltis.legal_moves(state)
                    if isinstance(move, keltis.Advance)
                }
                assert table.picture("light", None).count("keltis-highlight") == len(paths)
                seen += 1
    assert seen


def test_the_cards_that_can_be_taken_are_marked() -> None:
    plain = board_game().picture("light", None)
    table = board_game("discard R1", "draw pile", "discard Y4", "draw pile", "discard Y0")
    accent = 'stroke-width="5"'  # of a marked card
    assert table.picture("light", None).count(accent) > plain.count(accent)
