"""The answers of the web application."""

import asyncio
import gc
import json
import re
import runpy
import sys
from collections.abc import Mapping
from errno import ENOSPC
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

import attrs
import pytest

import keltis
from keltis import celtic
from keltis.documents import from_json
from keltis.game import M, R, S, V
from server.tables import bot_to_move_table, full_table, moves_of, over_table, play

pytest.importorskip("starlette", reason="the extra is not installed: pip install keltis[server]")
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from keltis.bots import Review, review
from keltis.server import (
    CELTIC_PAGE,
    KELTIS_PAGE,
    CelticScene,
    KeltisScene,
    Page,
    ReviewDocument,
    _app,
    _page,
    _tables,
    create_app,
)
from keltis.server._page import AnyRecord, KeltisPage
from keltis.server._table import AnyTable, TableDocument
from keltis.server._tables import TableFolder

JSON = {"Content-Type": "application/json"}
OPENING = {"name": "Ann", "players": 2, "rules": "KELTIS"}


class Answer(TypedDict, total=False):
    """The answer to a post."""

    link: str
    code: str
    message: str
    picture: str


class CelticTable(TypedDict):
    """A table of CELTIC! whose game has begun."""

    version: int
    scene: CelticScene
    picture: str


class Client:
    """Requests to an application with tables."""

    def __init__(self, folder: Path, *tables: AnyTable) -> None:
        self.folder = TableFolder(folder)
        for table in tables:
            self.folder.save(table)
        self.app = create_app(folder, bot_pause=0)
        self.http = TestClient(self.app, raise_server_exceptions=True)

    def get(self, path: str) -> tuple[int, Answer]:
        response = self.http.get(path)
        return response.status_code, response.json()

    def post(self, path: str, document: object) -> tuple[int, Answer]:
        response = self.http.post(path, json=document)
        return response.status_code, response.json() if response.content else {}

    def saved(self, table: AnyTable) -> AnyTable:
        """The table as it is on the disk."""
        return self.folder.load()[table.id]


def link(table: AnyTable, token: str, resource: str = "") -> str:
    return f"/table/{table.id}/{token}/{resource}"


def playing(folder: Path) -> tuple[Client, AnyTable, list[str]]:
    """A client, the only table, whose game of Keltis has begun, and the tokens of its players."""
    table, tokens = full_table(KELTIS_PAGE)
    return Client(folder, table), table, tokens


def first_move(table: AnyTable) -> dict[str, object]:
    """What the page sends for the first legal move."""
    return {"version": table.version, "move": str(moves_of(table)[0])}


def table_of(client: Client, path: str) -> TableDocument:
    response = client.http.get(f"{path}table?theme=light")
    assert response.status_code == 200
    document: TableDocument = response.json()
    return document


@pytest.mark.skipif(sys.platform == "win32", reason="the folder is not locked on Windows")
def test_two_servers_cannot_have_one_folder(tmp_path: Path) -> None:
    first = create_app(tmp_path)
    with pytest.raises(keltis.InvalidArgument, match="another server uses the folder"):
        create_app(tmp_path)
    with TestClient(first):
        pass  # it starts and stops
    second = create_app(tmp_path)
    del second
    gc.collect()
    create_app(tmp_path)


def test_people_open_a_table_and_join_it(tmp_path: Path) -> None:
    client = Client(tmp_path)
    status, ann = client.post("/tables", OPENING)
    assert status == 201
    path = str(ann["link"])
    watch = path.rpartition("/")[0].rpartition("/")[0] + "/"
    assert table_of(client, path)["scene"] is None
    status, bob = client.post(f"{watch}join", {"name": "Bob"})
    assert status == 201
    tables = [table_of(client, str(each)) for each in (ann["link"], bob["link"], watch)]
    assert [each["viewer"] for each in tables] == [0, 1, None]
    assert [each["seats"] for each in tables] == [
        [{"name": "Ann", "is_bot": False}, {"name": "Bob", "is_bot": False}]
    ] * 3
    assert all(each["scene"] for each in tables)


def test_a_move_is_made_and_saved(tmp_path: Path) -> None:
    client, table, tokens = playing(tmp_path)
    document = first_move(table)
    answers = [client.post(link(table, tokens[0], "move"), document) for _ in range(2)]
    assert answers[0] == (204, {})
    assert answers[1][0] == 409  # a second click makes no second move
    assert client.saved(table) == play(table)
    assert table_of(client, link(table, tokens[1]))["version"] == table.version + 1


@pytest.mark.parametrize(
    ("seat", "document", "code"),
    [
        (1, {"version": 2, "move": "decline"}, "NOT_YOUR_TURN"),
        (0, {"version": 1, "move": "decline"}, "MOVED_ON"),
        (0, {"version": 2, "move": "decline"}, "PLAY_DUE"),
        (0, {"version": 2, "move": "castle"}, "INVALID"),
        (0, {"version": "2", "move": None}, "INVALID"),
        (0, {"version": 2}, "INVALID"),
        (0, [], "INVALID"),
    ],
)
def test_a_refused_move_has_a_code_and_changes_nothing(
    tmp_path: Path, seat: int, document: object, code: str
) -> None:
    client, table, tokens = playing(tmp_path)
    status, answer = client.post(link(table, tokens[seat], "move"), document)
    assert (status, answer["code"]) == (409, code)
    assert isinstance(answer["message"], str)
    assert len(answer["message"]) < 500
    assert client.saved(table) == table


def test_the_token_of_another_table_opens_nothing(tmp_path: Path) -> None:
    (table, tokens), (other, _) = full_table(KELTIS_PAGE), full_table(KELTIS_PAGE)
    client = Client(tmp_path, table, other)
    for path in ("", "table?theme=light", "events", "record"):
        assert client.http.get(link(other, tokens[0], path)).status_code == 404
    for path in ("move", "bots", "rematch"):
        response = client.http.post(link(other, tokens[0], path), json={"version": 2, "bot": "x"})
        assert response.status_code in (404, 409)
        assert client.saved(other) == other


@pytest.mark.parametrize(
    "address", ["/table/x/", "/table/x/y/", "/table/", "/x", "/static/%2e%2e/_app.py"]
)
def test_a_wrong_address_is_not_found(tmp_path: Path, address: str) -> None:
    client = Client(tmp_path)
    assert client.http.get(address).status_code == 404
    page = client.http.get(address, headers={"Accept": "text/html,*/*"})
    assert page.status_code == 404
    assert "There is no game at this address." in page.text
    assert "static" in address or '<a href="/">New table</a>' in page.text


def test_a_spectator_cannot_move(tmp_path: Path) -> None:
    client, table, _ = playing(tmp_path)
    assert client.http.post(f"/table/{table.id}/move", json={}).status_code in (404, 405)
    assert client.http.post(f"/table/{table.id}/rematch", json={}).status_code in (404, 405)


@pytest.mark.parametrize("has_segno", [True, False])
def test_the_invitation_is_a_picture_for_cameras(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_segno: bool
) -> None:
    if has_segno:
        pytest.importorskip("segno")
    else:
        monkeypatch.setitem(sys.modules, "segno", None)
    client, table, _ = playing(tmp_path)
    place = f"/table/{table.id}/"
    answer = client.get(f"{place}code?link=http://192.0.2.7{place}")[1]
    assert str(answer["picture"]).startswith("<svg" if has_segno else "")
    for link in ("http://192.0.2.7/", f"http://{'x' * 300}{place}"):
        assert client.get(f"{place}code?link={link}")[1]["code"] == "LINK"


def test_bots_go_on_when_somebody_looks_after_a_restart(tmp_path: Path) -> None:
    table, token = bot_to_move_table(KELTIS_PAGE)
    client = Client(tmp_path, table)
    with client.http:
        while table_of(client, link(table, token))["version"] == table.version:
            pass


@pytest.mark.parametrize("page", [KELTIS_PAGE, CELTIC_PAGE])
def test_a_rematch_keeps_the_game_that_is_over(tmp_path: Path, page: Page[S, V, M, R]) -> None:
    table, tokens = over_table(page)
    client = Client(tmp_path, table)
    for token in tokens:
        assert client.saved(table).games == 0
        assert client.post(link(table, token, "rematch"), {"version": table.version}) == (204, {})
    assert client.saved(table).games == 1
    (file,) = tmp_path.glob("*.game-1.json")
    text = file.read_text(encoding="utf-8")
    assert from_json(page.game.record.GameRecord, text) == table.record


def test_a_turn_is_taken_back_by_consent(tmp_path: Path) -> None:
    table, tokens = full_table(KELTIS_PAGE)
    table = play(table)
    client = Client(tmp_path, table)
    for number, token in enumerate(tokens):
        sent = {"version": table.version + number, "agrees": True}
        assert client.post(link(table, token, "undo"), sent) == (204, {})
    record = client.saved(table).record
    assert record is not None
    assert len(record) == 0


def test_a_bot_moves_in_the_place_of_somebody_who_is_away(tmp_path: Path) -> None:
    table, tokens = full_table(KELTIS_PAGE)
    client = Client(tmp_path, attrs.evolve(table, patience=0))
    with client.http:
        while table_of(client, link(table, tokens[0]))["stood_in"] is None:
            pass


def test_the_time_of_a_player_begins_with_the_move_before(tmp_path: Path) -> None:
    table, _ = full_table(KELTIS_PAGE)
    tables = _tables.Tables(TableFolder(tmp_path), bot_pause=0)

    async def look() -> None:
        tables.publish(attrs.evolve(table, patience=3600))
        first = tables._waiting[table.id]
        tables.publish(play(tables._tables[table.id]))
        second = tables._waiting[table.id]
        assert first.cancelled()
        tables.wake_bots(table.id)
        assert tables._waiting[table.id] is second
        tables.close()
        assert second.cancelled()

    asyncio.run(look())
    tables.leave_folder()


def test_a_vote_while_a_bot_thinks_is_not_lost(tmp_path: Path) -> None:
    table, _ = bot_to_move_table(KELTIS_PAGE)
    tables = _tables.Tables(TableFolder(tmp_path), bot_pause=0)
    tables._tables[table.id] = voted = attrs.evolve(table, version=table.version + 1)
    asyncio.run(tables._advance(table))
    assert tables.get(table.id) is voted
    tables.leave_folder()


def test_a_game_that_is_over_can_be_looked_at_move_by_move(tmp_path: Path) -> None:
    (over, tokens), (table, others) = over_table(KELTIS_PAGE), full_table(KELTIS_PAGE)
    client = Client(tmp_path, over, table)

    def pile(path: str) -> int:
        size: int = client.http.get(path).json()["scene"]["view"]["draw_pile_size"]
        return size

    assert pile(f"{link(over, tokens[0], 'table')}?theme=light&move=0") == 64
    assert pile(f"{link(over, tokens[0], 'table')}?theme=light&move=999999999") < 64
    assert over.record is not None
    assert table_of(client, link(over, tokens[0]))["moves"] == len(over.record)
    assert table_of(client, link(table, others[0]))["moves"] is None
    assert pile(f"{link(table, others[0], 'table')}?theme=light&move=0") == 64


def test_only_a_game_that_is_over_can_be_downloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (over, tokens), (table, others) = over_table(KELTIS_PAGE), full_table(KELTIS_PAGE)
    client = Client(tmp_path, table, over)
    for path in (link(over, tokens[0], "record"), f"/table/{over.id}/record"):
        assert from_json(keltis.GameRecord, client.http.get(path).text) == over.record
    for path in (link(table, others[0], "record"), f"/table/{table.id}/record"):
        assert client.get(path)[1]["code"] == "NOT_OVER"
    monkeypatch.setattr("keltis.server._table.MAX_MOVES", 0)  # E3: it has reached the limit
    assert from_json(keltis.GameRecord, client.http.get(path).text) == table.record


def test_a_table_that_cannot_be_saved_is_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, table, tokens = playing(tmp_path)
    document = first_move(table)

    def fail(_: TableFolder, __: AnyTable) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(TableFolder, "save", fail)
        status, answer = client.post(link(table, tokens[0], "move"), document)
        assert (status, answer["code"]) == (503, "NOT_SAVED")
    assert table_of(client, link(table, tokens[0]))["version"] == table.version
    assert client.post(link(table, tokens[0], "move"), document) == (204, {})


def test_a_bot_tries_again_when_the_disk_was_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, token = bot_to_move_table(KELTIS_PAGE)
    client = Client(tmp_path, table)
    monkeypatch.setattr(_tables, "_SECONDS_TO_RETRY", 0)
    attempts: list[int] = []
    save = TableFolder.save

    def fail_first(folder: TableFolder, changed: AnyTable) -> None:
        attempts.append(changed.version)
        if len(attempts) == 1:
            raise OSError(ENOSPC, "No space left on device")
        save(folder, changed)

    monkeypatch.setattr(TableFolder, "save", fail_first)
    with client.http:
        while table_of(client, link(table, token))["version"] == table.version:
            pass
    assert attempts[:2] == [table.version + 1] * 2


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{" + b" " * _app.MAX_BODY + b"}", JSON, 413),
        (b"{}", {}, 415),
        (b"{}", {"Content-Type": "text/plain"}, 415),
        (b"\xff", JSON, 409),
        (b"[" * 4_000, JSON, 409),
        (b"", JSON, 409),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(
    tmp_path: Path, body: bytes, headers: dict[str, str], status: int
) -> None:
    client = Client(tmp_path)
    response = client.http.post("/tables", content=body, headers=headers)
    assert response.status_code == status
    assert len(response.content) < 500
    assert client.folder.load() == {}


def test_a_body_may_name_its_charset(tmp_path: Path) -> None:
    headers = {"Content-Type": "application/json; charset=utf-8"}
    http = Client(tmp_path).http
    assert http.post("/tables", content=json.dumps(OPENING), headers=headers).status_code == 201


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": 9}, "PLAYERS"),
        ({"rules": "CHESS"}, "INVALID"),
        ({"name": ""}, "NAME"),
        ({"name": 3}, "INVALID"),
        ({"players": "2"}, "INVALID"),
        ({"seed": 1}, "INVALID"),
        ({"game": "chess"}, "GAME"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    tmp_path: Path, change: dict[str, object], code: str
) -> None:
    client = Client(tmp_path)
    status, answer = client.post("/tables", {**OPENING, **change})
    assert (status, answer["code"]) == (409, code)
    assert client.folder.load() == {}


def test_there_is_a_largest_number_of_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_tables, "MAX_TABLES", 1)
    client = Client(tmp_path, full_table(KELTIS_PAGE)[0])
    status, answer = client.post("/tables", OPENING)
    assert (status, answer["code"]) == (409, "TOO_MANY_TABLES")


def test_a_table_of_celtic_is_opened_and_played_against_a_bot(tmp_path: Path) -> None:
    client = Client(tmp_path)
    opening = {"game": "celtic", "name": "Ann", "players": 2, "rules": "CELTIC"}
    status, ann = client.post("/tables", opening)
    assert status == 201
    path = str(ann["link"])
    with client.http:
        assert client.post(f"{path}bots", {"bot": "Easy bot"}) == (204, {})
        over = False
        while not over:
            table: CelticTable = client.http.get(f"{path}table?theme=light").json()
            scene = table["scene"]
            over = scene["winners"] is not None
            if not over and scene["to_move"] == scene["viewer"]:
                moves = scene["state"]["legal_moves"]
                assert isinstance(moves, list)
                assert isinstance(moves[0], dict)
                sent = {"version": table["version"], "move": moves[0]["text"]}
                assert client.post(f"{path}move", sent) == (204, {})
                assert client.post(f"{path}move", sent)[0] == 409
    assert scene["names"] == ["Ann", "Easy bot"]
    assert scene["log"][-1]["sentences"][-1].startswith("The game is over")
    assert table["picture"].startswith("<svg")
    record = from_json(celtic.GameRecord, client.http.get(f"{path}record").text)
    assert record.outcome is not None


def test_the_page_of_a_table_names_its_game(tmp_path: Path) -> None:
    table, tokens = full_table(CELTIC_PAGE)
    text = Client(tmp_path, table).http.get(link(table, tokens[0])).text
    assert "<h1>CELTIC! with friends</h1>" in text
    assert 'data-game="celtic"' in text


def test_an_illegal_move_of_celtic_has_its_reason(tmp_path: Path) -> None:
    table, tokens = full_table(CELTIC_PAGE)
    document = {"version": table.version, "move": "pass"}
    status, answer = Client(tmp_path, table).post(link(table, tokens[0], "move"), document)
    assert (status, answer["code"]) == (409, "MUST_LAY")


def test_a_tile_is_looked_at_before_it_is_laid(tmp_path: Path) -> None:
    table, tokens = full_table(CELTIC_PAGE)
    client = Client(tmp_path, table)
    place = f"{link(table, tokens[0], 'table')}?theme=light&choice="

    def tiles(choice: str) -> int:
        picture: str = client.http.get(place + choice).json()["picture"]
        return picture.count('class="keltis-tile"')

    assert (tiles("0,-1"), tiles("lay 0,-1 ES orange")) == (1, 2)
    assert client.saved(table) == table
    for wrong in ("dance", "lay 7,7 ES orange", "pass", "9,9"):
        assert client.get(place + wrong)[0] == 409


def test_a_game_that_is_over_is_reviewed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (over, tokens), (table, others) = over_table(KELTIS_PAGE), full_table(KELTIS_PAGE)
    tiles, _ = over_table(CELTIC_PAGE)
    client = Client(tmp_path, over, table, tiles)
    reviewed: list[AnyRecord] = []

    def count(record: AnyRecord) -> Review:
        reviewed.append(record)
        return review(record)

    monkeypatch.setattr(_page, "_review", lru_cache(count))
    for place in (link(over, tokens[0]), link(over, tokens[1]), f"/table/{over.id}/"):
        for theme in ("light", "dark"):
            answer: ReviewDocument = client.http.get(f"{place}review?theme={theme}").json()
            assert answer["picture"].startswith("<svg")
    assert reviewed == [over.record]
    assert over.record is not None
    assert {moment["moves"] for moment in answer["moments"]} <= {*range(1, len(over.record) + 1)}
    assert answer["moments"][0]["text"].startswith("Turn ")
    running = client.get(link(table, others[0], "review?theme=light"))
    assert (running[0], running[1]["code"]) == (409, "NOT_OVER")
    assert client.get(f"/table/{tiles.id}/review?theme=light")[1]["code"] == "INVALID"
    assert client.get(f"/table/{over.id}/review")[1]["code"] == "THEME"
    monkeypatch.setattr(_page, "_MAX_MOVES_REVIEWED", 10)
    assert client.get(f"/table/{over.id}/review?theme=light")[1]["code"] == "INVALID"
    assert reviewed == [over.record]


def test_a_theme_or_card_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    client, table, tokens = playing(tmp_path)
    for query in ("", "?theme=auto", "?theme=light&choice=X1", "?theme=light&choice="):
        assert client.get(link(table, tokens[0], f"table{query}"))[0] == 409
    assert client.get(link(table, tokens[0], "table?theme=dark&choice=R5"))[0] == 200


def assert_private(headers: Mapping[str, str]) -> None:
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("token", ["right", "wrong"])
def test_every_route_has_the_privacy_headers(tmp_path: Path, method: str, token: str) -> None:
    table, tokens = over_table(KELTIS_PAGE)
    client = Client(tmp_path, table)
    client.app.state.end_streams()  # else the streams of events have no end
    seat = tokens[0] if token == "right" else "x"  # noqa: S105 - a word
    paths = [route.path for route in client.app.routes if isinstance(route, Route)]
    assert len(paths) == 18
    for path in (*paths, "/static/table.mjs", "/static/x", "/x", "/table/{id}/{token}"):
        address = path.format(id=table.id, token=seat)
        response = client.http.request(method, address, json={}, follow_redirects=False)
        assert_private(response.headers)


def test_a_mistake_of_the_server_has_the_privacy_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, table, tokens = playing(tmp_path)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(_tables.Tables, "get", fail)
    http = TestClient(client.app, raise_server_exceptions=False)
    response = http.get(link(table, tokens[0], "table?theme=light"))
    assert (response.status_code, response.text) == (500, "The server has made a mistake.")
    assert_private(response.headers)


def test_a_table_is_compressed_for_those_who_can_read_it(tmp_path: Path) -> None:
    client, table, tokens = playing(tmp_path)
    path = link(table, tokens[0], "table?theme=light")
    plain, small = (
        client.http.get(path, headers={"Accept-Encoding": coding}) for coding in ("", "gzip")
    )
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert int(small.headers["Content-Length"]) < len(plain.content) // 2
    assert small.json() == plain.json()


def test_spectators_share_a_table_that_is_shown_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, table, tokens = playing(tmp_path)
    viewers: list[int | None] = []
    scene = KeltisPage.scene

    def count(page: KeltisPage, record: AnyRecord, viewer: int | None) -> KeltisScene:
        viewers.append(viewer)
        return scene(page, record, viewer)

    monkeypatch.setattr(KeltisPage, "scene", count)
    pages = [f"/table/{table.id}/", link(table, tokens[1])]
    for page in pages * 3:
        table_of(client, page)
    client.post(link(table, tokens[0], "move"), first_move(table))
    for page in pages * 3:
        assert table_of(client, page)["version"] == table.version + 1
    assert viewers == [None, 1, None, 1]


def test_the_pages_load_nothing_from_other_hosts_and_have_no_inline_code(tmp_path: Path) -> None:
    client, table, tokens = playing(tmp_path)
    for path in ("/", link(table, tokens[0])):
        text = client.http.get(path).text
        loaded = re.findall(r'(?:<script[^>]*src|<link[^>]*href)="([^"]*)"', text)
        assert all(each.startswith(("/static/", "data:,")) for each in loaded)
        assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", text)
        for each in loaded:
            assert each == "data:," or client.http.get(each).status_code == 200


def test_the_application_can_be_mounted_below_a_path(tmp_path: Path) -> None:
    http = TestClient(Starlette(routes=[Mount("/games", create_app(tmp_path))]))
    assert 'src="/games/static/index.mjs"' in http.get("/games/").text
    answer = http.post("/games/tables", json=OPENING)
    path = answer.json()["link"]
    assert path.startswith("/games/table/")
    assert 'href="/games/"' in http.get(path).text
    assert http.get(f"{path}table?theme=light").status_code == 200


def test_the_page_of_a_seat_has_the_address_for_invitations(tmp_path: Path) -> None:
    table, tokens = full_table(KELTIS_PAGE)
    TableFolder(tmp_path).save(table)
    http = TestClient(create_app(tmp_path, address='http://192.0.2.7:8000/"'))
    assert 'data-address="http://192.0.2.7:8000/&quot;"' in http.get(link(table, tokens[0])).text


def test_a_link_without_its_last_slash_leads_to_the_page(tmp_path: Path) -> None:
    table, tokens = full_table(KELTIS_PAGE)
    response = Client(tmp_path, table).http.get(link(table, tokens[0])[:-1])
    assert response.status_code == 200
    assert response.url.path == link(table, tokens[0])


def test_a_name_with_markup_stays_text(tmp_path: Path) -> None:
    client = Client(tmp_path)
    name = "<img src=x onerror=a()>"
    _, ann = client.post("/tables", {"name": name, "players": 2, "rules": "KELTIS"})
    path = str(ann["link"])
    client.post(f"{path}bots", {"bot": "Easy bot"})
    table = table_of(client, path)
    assert table["seats"][0]["name"] == name
    assert table["picture"] is not None
    assert "<img" not in table["picture"]


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), "1", None, True])
def test_a_time_that_cannot_be_is_refused(tmp_path: Path, seconds: float) -> None:
    with pytest.raises(keltis.InvalidArgument, match="bot_pause must be seconds"):
        create_app(tmp_path, bot_pause=seconds)


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("starlette")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "starlette", None)
    with pytest.raises(ImportError, match=r'needs Starlette: pip install "keltis\[server\]"'):
        runpy.run_path(_app.__file__)
