"""The server on a real socket: event streams, and requests that no client library would send."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from helpers import TIMEOUT
from server.tables import full_table, moves_of, run_server

pytest.importorskip("uvicorn", reason="the extra is not installed: pip install keltis[server]")
import uvicorn

from keltis.server import KELTIS_PAGE, _streams, create_app
from keltis.server._table import AnyTable
from keltis.server._tables import TableFolder

pytestmark = pytest.mark.slow  # it starts servers


@contextmanager
def running(folder: Path, *tables: AnyTable, seconds_to_read: float = TIMEOUT) -> Iterator[int]:
    """A server with these tables; its port."""
    for table in tables:
        TableFolder(folder).save(table)
    app = create_app(folder, bot_pause=0, seconds_to_read=seconds_to_read, heartbeat=0.2)
    config = uvicorn.Config(app, log_config=None, log_level="error", timeout_graceful_shutdown=1)
    with run_server(uvicorn.Server(config)) as port:
        yield port


@contextmanager
def get(port: int, path: str) -> Iterator[HTTPResponse]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)) as connection:
        connection.request("GET", path)
        with closing(connection.getresponse()) as response:
            yield response


def status_of(port: int, path: str) -> int:
    with get(port, path) as response:
        return response.status


def post_first_move(port: int, table: AnyTable, token: str) -> int:
    body = json.dumps({"version": table.version, "move": str(moves_of(table)[0])})
    headers = {"Content-Type": "application/json"}
    with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)) as connection:
        connection.request("POST", f"/table/{table.id}/{token}/move", body, headers)
        return connection.getresponse().status


def send(port: int, request: str) -> str:
    """The first line of the response to a request."""
    with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) as connection:
        connection.sendall(request.encode("latin-1"))
        with connection.makefile("rb") as answer:
            return answer.readline().decode().rstrip()


def next_event(response: HTTPResponse) -> str:
    lines: list[str] = []
    while not lines or lines[-1]:
        lines.append(response.readline().decode().rstrip("\n"))
    return lines[0]


def test_a_page_hears_that_the_server_is_there(tmp_path: Path) -> None:
    table, _ = full_table(KELTIS_PAGE)
    with running(tmp_path, table) as port, get(port, f"/table/{table.id}/events") as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert next_event(stream) == f"data: {table.version}"
        assert next_event(stream) == ": still here"


def test_a_move_is_an_event_for_everybody(tmp_path: Path) -> None:
    table, tokens = full_table(KELTIS_PAGE)
    paths = (f"/table/{table.id}/events", f"/table/{table.id}/{tokens[1]}/events")
    with running(tmp_path, table) as port, ExitStack() as stack:
        streams = [stack.enter_context(get(port, path)) for path in paths]
        for stream in streams:
            assert next_event(stream) == f"data: {table.version}"
        assert post_first_move(port, table, tokens[0]) == 204
        for stream in streams:
            while (event := next_event(stream)) == ": still here":
                pass
            assert event == f"data: {table.version + 1}"


def test_a_stream_is_no_error_when_any_server_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table, _ = full_table(KELTIS_PAGE)
    with ExitStack() as stack, running(tmp_path, table) as port:
        stream = stack.enter_context(get(port, f"/table/{table.id}/events"))
        assert next_event(stream) == f"data: {table.version}"
    assert [record.exc_info for record in caplog.records if record.exc_info] == []


def test_a_page_that_closes_makes_room_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_streams, "MAX_STREAMS", 1)
    table, _ = full_table(KELTIS_PAGE)
    path = f"/table/{table.id}/events"
    with running(tmp_path, table) as port:
        with get(port, path) as stream:
            assert next_event(stream) == f"data: {table.version}"
            assert status_of(port, path) == 503
        while status_of(port, path) != 200:  # as soon as the server has noticed
            pass


def test_a_spectator_gives_way_to_a_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_streams, "MAX_STREAMS", 1)
    table, tokens = full_table(KELTIS_PAGE)
    with running(tmp_path, table) as port, get(port, f"/table/{table.id}/events") as watching:
        assert next_event(watching) == f"data: {table.version}"
        with get(port, f"/table/{table.id}/{tokens[0]}/events") as playing:
            assert next_event(playing) == f"data: {table.version}"
            assert b"data:" not in watching.read()  # it ends


def test_a_body_that_never_comes_is_refused_and_others_are_served(tmp_path: Path) -> None:
    table, _ = full_table(KELTIS_PAGE)
    head = "POST /tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with (
        running(tmp_path, table, seconds_to_read=0.3) as port,
        socket.create_connection(("127.0.0.1", port)) as slow,
    ):
        slow.sendall(b"GET / HT")  # and no more
        assert send(port, f"{head}Content-Length: 10\r\n\r\n{{").startswith("HTTP/1.1 408")
        assert status_of(port, "/") == 200


@pytest.mark.parametrize(
    ("request_text", "statuses"),
    [
        ("POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n", {"415"}),
        ("GET /" + "a" * 90_000 + " HTTP/1.1\r\nHost: x\r\n\r\n", {"400", "404", "414", "431"}),
        ("castle\r\n\r\n", {"400"}),
    ],
)
def test_a_huge_or_wrong_request_is_refused(
    tmp_path: Path, request_text: str, statuses: set[str]
) -> None:
    with running(tmp_path) as port:
        assert send(port, request_text).split()[1] in statuses
        assert status_of(port, "/") == 200
