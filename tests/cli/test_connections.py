"""The limits of connections, with a clock and sockets that the tests make."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra is not installed: pip install keltis[server]")
from uvicorn.server import ServerState

from keltis.cli import _connections, _serve
from keltis.cli._connections import SECONDS_FOR_HEAD, LimitedProtocol

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


class Transport(asyncio.Transport):
    """A connection from an address, without a socket."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 1), "sockname": ("127.0.0.1", 2)})
        self.is_open = True

    def is_closing(self) -> bool:
        return not self.is_open

    def abort(self) -> None:
        self.is_open = False

    def close(self) -> None:
        self.is_open = False

    def write(self, data: object) -> None:
        """Nobody reads it."""

    def pause_reading(self) -> None:
        """Nothing is read."""

    def resume_reading(self) -> None:
        """Nothing is read."""


class Clock(asyncio.SelectorEventLoop):
    """A loop whose time the test sets. Each request starts, and waits for its response."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        """Let time pass, and run what is due."""
        self.now += seconds
        for _ in range(9):  # a task takes some rounds of the loop
            self.call_soon(self.stop)
            self.run_forever()


class Server:
    """The connections of a server whose application answers when the test says so."""

    def __init__(self, clock: Clock, folder: Path, proxy: str | None = None) -> None:
        self.clock = clock
        self.config = _serve._make_server(folder, "", proxy).config
        self.config.load()
        self.state = ServerState()
        self.answer = clock.create_future()
        self.config.loaded_app = self._respond

    async def _respond(
        self, scope: object, receive: object, send: Callable[[object], Coroutine[None, None, None]]
    ) -> None:
        assert scope
        assert receive
        await self.answer
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    def connect(self, host: str, *data: bytes) -> LimitedProtocol:
        connection = LimitedProtocol(self.config, self.state, {}, self.clock)
        connection.connection_made(Transport(host))
        for part in data:
            connection.data_received(part)
        self.clock.advance(0.001)
        return connection

    def respond(self) -> None:
        """Answer all requests."""
        self.answer.set_result(None)
        self.clock.advance(0.001)


def is_open(connection: LimitedProtocol) -> bool:
    return not connection.transport.is_closing()


@pytest.fixture
def clock() -> Iterator[Clock]:
    loop = Clock()
    yield loop
    loop.close()


@pytest.fixture
def server(clock: Clock, tmp_path: Path) -> Server:
    return Server(clock, tmp_path)


@pytest.mark.parametrize("parts", [[], [HEAD[:9]], [HEAD[:4], HEAD[4:-1]]])
def test_a_head_that_does_not_come_in_time_ends_the_connection(
    server: Server, parts: list[bytes]
) -> None:
    connection = server.connect("192.0.2.7", *parts)
    server.clock.advance(SECONDS_FOR_HEAD - 1)
    assert is_open(connection)
    server.clock.advance(1)
    assert not is_open(connection)
    assert connection not in server.state.connections
    connection.connection_lost(None)  # as the loop says after that


def test_a_byte_now_and_then_does_not_help(server: Server) -> None:
    connection = server.connect("192.0.2.7")
    for byte in HEAD[:10]:
        assert is_open(connection)
        server.clock.advance(SECONDS_FOR_HEAD / 10)
        connection.data_received(bytes([byte]))
    assert not is_open(connection)


def test_a_response_may_take_any_time(server: Server) -> None:
    connection = server.connect("192.0.2.7", HEAD)
    server.clock.advance(100 * SECONDS_FOR_HEAD)
    assert is_open(connection)


def test_the_next_head_has_its_time_as_well(server: Server) -> None:
    connection = server.connect("192.0.2.7", HEAD)
    server.clock.advance(SECONDS_FOR_HEAD)
    server.respond()
    connection.data_received(HEAD[:9])  # which ends uvicorn's own limit for silence
    server.clock.advance(SECONDS_FOR_HEAD - 1)
    assert is_open(connection)
    server.clock.advance(1)
    assert not is_open(connection)


def test_a_connection_that_the_client_closes_has_no_deadline(server: Server) -> None:
    connection = server.connect("192.0.2.7")
    connection.connection_lost(None)
    assert connection.head_deadline is None
    assert not server.state.connections


def test_open_heads_of_one_stranger_give_way_to_the_newest_connection(server: Server) -> None:
    friend = server.connect("192.0.2.8")
    heads = [server.connect("192.0.2.7", b"GET") for _ in range(1_100)]
    assert sum(map(is_open, heads)) == _connections.MAX_FROM_NETWORK
    assert not is_open(heads[0])
    assert is_open(heads[-1])
    assert is_open(friend)


def test_a_connection_with_a_request_does_not_give_way(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_connections, "MAX_FROM_NETWORK", 2)
    busy = [server.connect("192.0.2.7", HEAD) for _ in range(2)]
    assert not is_open(server.connect("192.0.2.7"))
    assert all(map(is_open, busy))


def test_many_strangers_give_way_as_well(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_connections, "MAX_CONNECTIONS", 3)
    heads = [server.connect(f"192.0.2.{number}") for number in range(5)]
    assert [*map(is_open, heads)] == [False, False, True, True, True]


@pytest.mark.parametrize(
    ("host", "proxy", "count"),
    [
        ("192.0.2.7", "192.0.2.7", 3),
        ("::1", "::1", 3),
        ("192.0.2.7", "192.0.2.9", 1),
        ("127.0.0.1", None, 1),
    ],
)
def test_a_proxy_may_have_the_connections_of_all_clients(
    clock: Clock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    proxy: str | None,
    count: int,
) -> None:
    monkeypatch.setattr(_connections, "MAX_FROM_NETWORK", 1)
    server = Server(clock, tmp_path, proxy)
    connections = [server.connect(host) for _ in range(3)]
    assert sum(map(is_open, connections)) == count
