"""The Python side of the page "Play now", without a browser."""

import json
import random
from typing import Final

import pytest

import keltis
from keltis import celtic
from keltis.celtic.bots import RandomBot
from keltis.celtic.bots import play_match as play_tile_match
from keltis.celtic.documents import move_to_json as tile_move_to_json
from keltis.celtic.record import format_record as format_tile_record
from keltis.celtic.record import record_from_json as tile_record_from_json
from keltis.celtic.record import record_to_json as tile_record_to_json
from keltis.documents import move_to_json, view_from_json
from keltis.notation import parse_move
from keltis.record import format_record, record_from_json, record_to_json
from keltis.testing import playthrough
from play_tables import answer
from play_tables.board_game import BOT_NAMES, VISITOR, BoardGameTable
from play_tables.puzzle import PuzzleTable, faults, mix_up
from play_tables.requests import Table, open_table
from play_tables.tile_game import TileGameTable

NAMES: Final = ("You", *BOT_NAMES)
EASY: Final = celtic.Filling.parse("2EAE8/6FEF8/553FC/3FAFD/2BA91")
HARD: Final = celtic.Filling.parse("46EEC/7FF95/7FF85/57F85/113A9")


def response(**request: object) -> dict[str, object]:
    read = json.loads(answer(json.dumps(request)))
    assert isinstance(read, dict)
    return read


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


def play_whole_board_game(table: BoardGameTable) -> None:
    rng = random.Random(3)
    while keltis.outcome(table.state) is None:
        if table.state.to_move == VISITOR:
            _, move = next(iter(playthrough(table.state, rng)))
            table.play(move_to_json(move))
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
    record = record_from_json(table.scene()["record"])
    assert record == table.record
    assert record.outcome is not None


def test_the_first_player_of_a_new_game_varies() -> None:
    tables = [BoardGameTable.deal(2, "Ann", "easy") for _ in range(40)]
    assert {table.state.to_move for table in tables} == {0, 1}


def test_the_scene_has_the_view_of_the_visitor_alone() -> None:
    table = board_game()
    view = view_from_json(json.dumps(table.scene()["view"]))
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
    table.play(move_to_json(lay))
    assert len(table.record) == 2
    assert table.state.to_move == 1
    assert card in table.state.players[VISITOR].hand


def test_a_draw_with_a_choice_is_left_to_the_visitor() -> None:
    table = board_game()
    table.play(move_to_json(keltis.Discard(table.state.players[VISITOR].hand[0])))
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


@pytest.mark.parametrize("write", [record_to_json, format_record])
def test_a_record_is_loaded_from_json_and_from_text(write: object) -> None:
    record = board_game("discard R1", "draw pile").record
    text = record_to_json(record) if write is record_to_json else format_record(record)
    assert BoardGameTable.load(text, "Ann", "easy").record == record


def test_a_record_without_names_gets_some() -> None:
    record = keltis.GameRecord.seeded(3, 7)
    record = record.append(keltis.legal_moves(record.final)[0])
    loaded = BoardGameTable.load(record_to_json(record), "Ann", "easy").record
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


def test_a_whole_game_of_celtic_is_played() -> None:
    table = TileGameTable.set_up(1, "Ann", "medium")
    assert table.record.names == ("Morna", "Ann")
    rng = random.Random(2)
    while moves := celtic.legal_moves(table.state):
        if table.state.to_move == table.visitor:
            table.play(tile_move_to_json(moves[int(rng.random() * len(moves))]))
        else:
            table.play_bot()
    scene = table.scene()
    assert scene["state"]["outcome"] is not None
    assert scene["log"][-1][-1].startswith("The game is over")
    assert tile_record_from_json(scene["record"]) == table.record


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
        record = play_tile_match([RandomBot(), RandomBot()], seed=seed)
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
    for text in (tile_record_to_json(record), format_tile_record(record)):
        loaded = TileGameTable.load(text, 1, "You", "easy").record
        assert loaded.moves == record.moves
        assert loaded.names == (names or ("Morna", "You"))


def test_a_tile_can_be_tried_without_laying_it() -> None:
    table = tile_game()
    move = celtic.parse_move("lay 0,-1 ES orange")
    tried = table.picture("light", tile_move_to_json(move), None)
    assert (tried.count('class="keltis-tile"'), "keltis-last" in tried) == (2, True)
    assert len(table.record) == 0
    plain = table.picture("light", None, (0, -1))
    assert (plain.count('class="keltis-tile"'), "keltis-highlight" in plain) == (1, True)


@pytest.mark.parametrize("hard", [False, True])
def test_a_new_puzzle_has_the_tiles_of_the_game_but_is_not_solved(*, hard: bool) -> None:
    table = PuzzleTable.set_up(4, hard=hard)
    scene = table.scene()
    assert not scene["is_solved"]
    assert scene["faults"]
    table.reveal()
    assert table.scene()["is_solved"]
    assert table.scene()["faults"] == []
    table.undo()
    assert table.scene() == scene


@pytest.mark.parametrize("displaced", [1, 2, 8, 25])
def test_mixing_up_never_gives_a_solution(displaced: int) -> None:
    for seed in range(10):
        mixed = mix_up(EASY, displaced, random.Random(seed))
        assert not celtic.is_easy(mixed)
        changed = [cell for cell, mask in mixed.masks.items() if mask != EASY.masks[cell]]
        assert len(changed) <= displaced


def test_two_tiles_are_exchanged_and_exchanged_back() -> None:
    table = PuzzleTable(HARD, hard=True)
    assert table.scene()["is_solved"]
    table.swap((0, 0), (4, 4))
    assert not table.scene()["is_solved"]
    table.swap((4, 4), (0, 0))
    assert table.scene()["is_solved"]


def test_four_turns_bring_a_tile_back() -> None:
    table = PuzzleTable(EASY, hard=False)
    seen = []
    for _ in range(4):
        table.turn((0, 0))
        seen.append(table.filling.masks[0, 0])
    assert seen == [4, 8, 1, 2]  # east, then south, west, north, and east again


def test_an_easy_solution_with_three_knots_does_not_solve_the_hard_puzzle() -> None:
    scene = PuzzleTable(EASY, hard=True).scene()
    assert (scene["knots"], scene["faults"], scene["is_solved"]) == (3, [], False)


def test_faults_are_open_sides_at_the_rim_and_at_closed_sides() -> None:
    assert list(faults(celtic.Filling.parse("2A"))) == [{"x": 1, "y": 0, "side": "E"}]
    assert list(faults(celtic.Filling.parse("24"))) == [
        {"x": 0, "y": 0, "side": "E"},
        {"x": 1, "y": 0, "side": "S"},
    ]


def test_undo_of_a_puzzle_without_a_change_does_nothing() -> None:
    table = PuzzleTable(EASY, hard=False)
    table.undo()
    assert table.filling == EASY


def test_requests_open_tables_of_all_games() -> None:
    visitor = {"name": "Ann", "level": "strong"}
    record = board_game("discard R1").scene()["record"]
    tile_record = tile_game("lay 0,-1 ES orange").scene()["record"]
    opened: list[Table] = [
        open_table({"call": "new", "game": "keltis", "players": 4, **visitor}),
        open_table({"call": "load", "game": "keltis", "record": record, **visitor}),
        open_table({"call": "new", "game": "celtic", "visitor": 1, **visitor}),
        open_table(
            {"call": "load", "game": "celtic", "record": tile_record, "visitor": 0, **visitor}
        ),
        open_table({"call": "new", "game": "puzzle", "hard": False, "displaced": 25}),
        open_table({"call": "load", "game": "puzzle", "hard": True, "filling": str(HARD)}),
    ]
    assert [type(table) for table in opened] == [
        *(BoardGameTable, BoardGameTable, TileGameTable, TileGameTable, PuzzleTable, PuzzleTable)
    ]


def test_requests_play_keltis() -> None:
    record = board_game().scene()["record"]
    response(call="load", game="keltis", record=record, name="Ann", level="easy")
    move = move_to_json(parse_move("discard R1"))
    assert response(call="play", move=move)["can_undo"] is True
    picture = response(call="picture", theme="dark", card=None)["picture"]
    assert str(picture).startswith("<svg ")
    response(call="play", move=move_to_json(keltis.Draw(None)))
    assert len(json.loads(str(response(call="play_bot")["record"]))["moves"]) > 3
    assert response(call="undo")["can_undo"] is False


def test_requests_play_celtic() -> None:
    response(call="new", game="celtic", visitor=0, name="Ann", level="easy")
    move = tile_move_to_json(celtic.parse_move("lay 0,-1 ES orange"))
    for options in ({"move": move, "cell": None}, {"move": None, "cell": [0, -1]}):
        assert "picture" in response(call="picture", theme="light", **options)
    response(call="play", move=move)
    assert len(json.loads(str(response(call="play_bot")["record"]))["moves"]) == 2


def test_requests_solve_a_puzzle() -> None:
    response(call="load", game="puzzle", filling=str(EASY), hard=False)
    for cell in (None, [1, 2]):
        assert "picture" in response(call="picture", theme="light", cell=cell)
    assert response(call="turn", cell=[0, 0])["is_solved"] is False
    assert response(call="undo")["is_solved"] is True
    assert response(call="swap", cell=[0, 0], other=[1, 1])["is_solved"] is False
    assert response(call="reveal")["is_solved"] is True


@pytest.mark.parametrize(
    "request_parts",
    [
        {"call": "new", "game": "chess"},
        {"call": "picture", "theme": "light"},
        {"call": "play", "move": "{}"},
        {"call": "picture", "theme": "light", "cell": [9, 9]},
    ],
)
def test_a_request_that_is_not_possible_is_answered_with_an_error(
    request_parts: dict[str, object],
) -> None:
    response(call="load", game="puzzle", filling=str(EASY), hard=False)
    assert list(response(**request_parts)) == ["error"]


def test_an_illegal_move_is_answered_with_its_reason_and_changes_nothing() -> None:
    record = board_game().scene()["record"]
    response(call="load", game="keltis", record=record, name="Ann", level="easy")
    error = response(call="play", move=move_to_json(keltis.Draw(None)))["error"]
    assert error == "draw pile: a card must be played first: Discard or Lay"
    assert response(call="undo")["record"] == record
