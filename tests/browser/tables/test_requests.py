"""Requests of the page "Play now", without a browser."""

import json

import pytest

from browser.tables.building import EASY, HARD, board_game, tile_game
from keltis import play_match
from keltis.documents import to_json
from play_tables import answer
from play_tables.board_game import BoardGameTable
from play_tables.puzzle import PuzzleTable
from play_tables.requests import Table, open_table
from play_tables.tile_game import TileGameTable


def response(**request: object) -> dict[str, object]:
    read = json.loads(answer(json.dumps(request)))
    assert isinstance(read, dict)
    return read


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
        open_table({"call": "new", "game": "puzzle", "hard": False, "displaced": 25, "day": None}),
        open_table({"call": "load", "game": "puzzle", "hard": True, "filling": str(HARD)}),
    ]
    assert [type(table) for table in opened] == [
        *(BoardGameTable, BoardGameTable, TileGameTable, TileGameTable, PuzzleTable, PuzzleTable)
    ]


def test_requests_play_keltis() -> None:
    record = board_game().scene()["record"]
    response(call="load", game="keltis", record=record, name="Ann", level="easy")
    assert response(call="play", move="discard R1")["can_undo"] is True
    picture = response(call="picture", theme="dark", choice=None)["picture"]
    assert str(picture).startswith("<svg ")
    response(call="play", move="draw pile")
    assert len(json.loads(str(response(call="play_bot")["record"]))["moves"]) > 3
    assert response(call="undo")["can_undo"] is False


def test_requests_play_celtic() -> None:
    response(call="new", game="celtic", visitor=0, name="Ann", level="easy")
    for choice in (None, "0,-1", "lay 0,-1 ES orange"):
        assert "picture" in response(call="picture", theme="light", choice=choice)
    response(call="play", move="lay 0,-1 ES orange")
    assert len(json.loads(str(response(call="play_bot")["record"]))["moves"]) == 2


def test_requests_solve_a_puzzle() -> None:
    response(call="load", game="puzzle", filling=str(EASY), hard=False)
    assert "picture" in response(call="picture", theme="light", choice=None)
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
        {"call": "turn", "cell": 3},
        {"call": "hint"},
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
    error = response(call="play", move="draw pile")["error"]
    assert error == "draw pile: a card must be played first: Discard or Lay"
    assert response(call="undo")["record"] == record


def test_requests_for_a_hint_and_for_an_earlier_position() -> None:
    record = board_game("discard P7", "draw pile").scene()["record"]
    response(call="load", game="keltis", record=record, name="Ann", level="easy")
    response(call="play_bot")
    assert list(response(call="review", theme="light")) == ["error"]
    assert list(response(call="look", theme="light")) == ["error"]
    assert str(response(call="hint")["text"]).startswith("A bot would ")
    assert response(call="look", move=1, theme="light")["text"] == "You discard P7."


def test_a_game_of_keltis_that_is_over_is_reviewed() -> None:
    record = to_json(play_match(["greedy", "random"], seed=7, names=("Ann", "Bob")))
    response(call="load", game="keltis", record=record, name="Ann", level="easy")
    reviewed = response(call="review", theme="dark")
    assert str(reviewed["picture"]).startswith("<svg")
    assert "Bob: " in str(reviewed["moments"])
