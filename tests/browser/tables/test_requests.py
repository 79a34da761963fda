"""Requests of the page "Play now", without a browser."""

import json

import pytest

from browser.tables.building import EASY, HARD, board_game, tile_game
from keltis import play_match
from keltis.documents import to_json
from keltis.server import CELTIC_PAGE, KELTIS_PAGE
from play_tables import answer
from play_tables.puzzle import PuzzleTable
from play_tables.requests import open_table

VISITOR = {"name": "Ann", "level": "easy"}
KELTIS = {"game": "keltis", **VISITOR}


def response(**request: object) -> dict[str, object]:
    read = json.loads(answer(json.dumps({"theme": "light", "choice": None, **request})))
    assert isinstance(read, dict)
    return read


def test_requests_open_tables_of_all_games() -> None:
    record, tiles = (to_json(table.record) for table in (board_game("discard R1"), tile_game()))
    requests: list[dict[str, object]] = [
        {"call": "new", "game": "keltis", "players": 4},
        {"call": "load", "game": "keltis", "record": record},
        {"call": "new", "game": "celtic", "visitor": 1},
        {"call": "load", "game": "celtic", "record": tiles, "visitor": 0},
        {"call": "new", "game": "puzzle", "hard": False, "displaced": 25, "day": None},
        {"call": "load", "game": "puzzle", "hard": True, "filling": str(HARD)},
    ]
    opened = [open_table({**VISITOR, **request}) for request in requests]
    kinds = [PuzzleTable if isinstance(each, PuzzleTable) else each.page for each in opened]
    assert kinds == [*[KELTIS_PAGE] * 2, *[CELTIC_PAGE] * 2, *[PuzzleTable] * 2]


def test_requests_play_keltis() -> None:
    response(call="load", record=to_json(board_game().record), **KELTIS)
    assert response(call="play", move="discard R1")["can_undo"] is True
    assert str(response(call="show", theme="dark")["picture"]).startswith("<svg ")
    response(call="play", move="draw pile")
    assert len(json.loads(str(response(call="play_bot")["record"]))["moves"]) > 3
    assert response(call="undo")["can_undo"] is False
    assert response(call="undo")["error"] == "You have no turn to take back."


def test_requests_play_celtic() -> None:
    response(call="new", game="celtic", visitor=0, **VISITOR)
    tiles = [
        str(response(call="show", choice=choice)["picture"]).count('class="keltis-tile"')
        for choice in (None, "0,-1", "lay 0,-1 ES orange")
    ]
    assert tiles == [1, 1, 2]
    response(call="play", move="lay 0,-1 ES orange")
    assert len(json.loads(str(response(call="play_bot")["record"]))["moves"]) == 2


def test_requests_solve_a_puzzle() -> None:
    def solves(**request: object) -> bool:
        scene = response(**request)["scene"]
        assert isinstance(scene, dict)
        return bool(scene["is_solved"])

    assert solves(call="load", game="puzzle", filling=str(EASY), hard=False)
    assert not solves(call="turn", cell=[0, 0])
    assert solves(call="undo")
    assert not solves(call="swap", cell=[0, 0], other=[1, 1])
    assert response(call="show")["can_undo"] is True
    assert solves(call="reveal")


@pytest.mark.parametrize(
    "request_parts",
    [
        {"call": "new", "game": "chess"},
        {"call": "show", "theme": None},
        {"call": "play", "move": "{}"},
        {"call": "turn", "cell": 3},
        {"call": "hint"},
    ],
)
@pytest.mark.parametrize("game", ["puzzle", "keltis"])
def test_a_request_that_is_not_possible_is_answered_with_an_error(
    game: str, request_parts: dict[str, object]
) -> None:
    record = to_json(board_game("discard P7", "draw pile").record)
    response(call="load", **{**KELTIS, "game": game}, filling=str(EASY), hard=False, record=record)
    assert list(response(**request_parts)) == ["error"]


def test_an_illegal_move_is_answered_with_its_reason_and_changes_nothing() -> None:
    record = to_json(board_game().record)
    response(call="load", record=record, **KELTIS)
    error = response(call="play", move="draw pile")["error"]
    assert error == "draw pile: a card must be played first: Discard or Lay"
    assert response(call="show")["record"] == record


def test_requests_look_back_and_give_a_hint() -> None:
    record = to_json(play_match(["greedy", "random"], seed=7, names=("Ann", "Bob")))
    over = response(call="load", record=record, **KELTIS)
    first, last = (response(call="look", move=move) for move in (0, 10_000))
    assert last["picture"] == over["picture"] != first["picture"]
    reviewed = response(call="review", theme="dark")
    assert str(reviewed["picture"]).startswith("<svg")
    assert "Bob: " in str(reviewed["moments"])
    response(call="load", record=to_json(board_game().record), **KELTIS)
    assert list(response(call="review")) == ["error"]
    assert str(response(call="hint")["text"]).startswith("A bot would ")
