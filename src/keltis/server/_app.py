"""The web application: its routes, and the limits of requests.

A page lies below `/table/ID/`, for spectators, or `/table/ID/TOKEN/`, for the player with this
secret token. Below the page are `table`, `record`, `review`, `code` and `events`, and for POST
requests `move`, `bots`, `rematch`, `undo` and `join`. All responses except pages and events are
JSON.
"""

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from html import escape
from os import PathLike
from pathlib import Path
from typing import Final, TypeVar

import attrs

try:
    from starlette.applications import Starlette
    from starlette.datastructures import MutableHeaders
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
    from starlette.routing import Mount, Route
    from starlette.staticfiles import StaticFiles
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
except ImportError as _error:
    raise ImportError('keltis.server needs Starlette: pip install "keltis[server]"') from _error

from keltis._codec.forms import Form, register
from keltis._engine.legality import IllegalMove
from keltis._lib.checks import as_number
from keltis._lib.values import RefusedMove
from keltis.documents import from_json, to_document, to_json
from keltis.errors import KeltisError
from keltis.server._streams import Stream, Streams, client_network
from keltis.server._table import AnyTable, TableError
from keltis.server._tables import TableFolder, Tables

MAX_BODY: Final = 4_096
"""The most bytes of a request's body."""
MAX_LINK: Final = 300
"""The most characters of a link to a table."""
_MAX_SECONDS: Final = 3_600
NOT_FOUND: Final = HTTPException(404, "There is no game at this address.")
_STATIC: Final = Path(__file__).with_name("static")
_THEMES: Final = ("light", "dark")
_TEXTS: Final = {"title": "Keltis"}
"""The texts of pages without a game."""
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every response: they keep the page and its links private."""
T = TypeVar("T")


# The bodies of requests


@attrs.frozen
class _NewTable:
    """Open a table, and sit down."""

    name: str
    players: int
    rules: str
    game: str = "keltis"
    patience: int | None = None
    """The seconds after which a bot moves for a player who is away."""


@attrs.frozen
class _Guest:
    """Sit down at a table."""

    name: str


@attrs.frozen
class _Decision:
    """Make a move in the game as this version of the table has it."""

    version: int
    move: str


@attrs.frozen
class _Bots:
    """Put bots on the free seats."""

    bot: str


@attrs.frozen
class _Rematch:
    """Play again."""

    version: int


@attrs.frozen
class _TakeBack:
    """Take a turn back, or say whether another player may."""

    version: int
    agrees: bool


register(Form(_NewTable, optional=True))


def create_app(
    folder: str | PathLike[str],
    *,
    bot_pause: float = 0.8,
    seconds_to_read: float = 10.0,
    heartbeat: float = 15.0,
    address: str | None = None,
) -> Starlette:
    """The web application, as an ASGI server such as uvicorn takes it.

    Tables are kept in the folder, which is made if it does not exist. A bot waits `bot_pause`
    seconds before it moves. A request whose body takes longer than `seconds_to_read` is refused. An
    idle event stream sends a comment every `heartbeat` seconds. A page that was opened as
    `localhost` invites friends to the `address` of the server, such as `http://192.0.2.7:8000/`.

    >>> import tempfile
    >>> from keltis.server import create_app
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     app = create_app(folder)
    ...
    >>> [route.path for route in app.routes][:2]
    ['/', '/tables']
    """
    times = {"bot_pause": bot_pause, "seconds_to_read": seconds_to_read, "heartbeat": heartbeat}
    for name, seconds in times.items():
        as_number(seconds, name, f"seconds from 0 to {_MAX_SECONDS}", 0, _MAX_SECONDS)
    tables = Tables(TableFolder(Path(folder)), bot_pause=bot_pause)
    app = _App(tables, seconds_to_read, heartbeat, address or "")
    seat, table = "/table/{id}/{token}", "/table/{id}"

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        tables.leave_folder()

    starlette = Starlette(
        lifespan=lifespan,
        routes=[
            Route("/", _index),
            Route("/tables", app.open_table, methods=["POST"]),
            Mount("/static", StaticFiles(directory=_STATIC)),
            *(Route(f"{place}/events", app.events) for place in (table, seat)),
            *(Route(f"{place}/table", app.table) for place in (table, seat)),
            *(Route(f"{place}/record", app.record) for place in (table, seat)),
            *(Route(f"{place}/review", app.review) for place in (table, seat)),
            Route(f"{table}/code", app.code),
            *(Route(f"{place}/", app.page) for place in (table, seat)),
            Route(f"{table}/join", app.join, methods=["POST"]),
            Route(f"{seat}/move", app.move, methods=["POST"]),
            Route(f"{seat}/bots", app.add_bots, methods=["POST"]),
            Route(f"{seat}/rematch", app.rematch, methods=["POST"]),
            Route(f"{seat}/undo", app.take_back, methods=["POST"]),
        ],
        middleware=[Middleware(_PrivateResponses)],
        exception_handlers={
            404: _say_missing,
            KeltisError: _refuse,
            OSError: _refuse_unsaved,
            Exception: _fail,
        },
    )
    starlette.state.end_streams = tables.close  # for a server that stops
    return starlette


create_app.__module__ = "keltis.server"  # where it is imported from


class _App:
    """The handlers of requests."""

    def __init__(
        self, tables: Tables, seconds_to_read: float, heartbeat: float, address: str
    ) -> None:
        self._tables = tables
        self._seconds_to_read = seconds_to_read
        self._heartbeat = heartbeat
        self._address = address
        self._streams = Streams(tables.wake_streams)

    async def page(self, request: Request) -> Response:
        table, _ = self._find(request)
        game = table.page.game
        texts = {"address": self._address, "game": game.name, "title": game.title}
        return _page(request, "table.html", texts)

    async def table(self, request: Request) -> Response:
        table, viewer = self._find(request)
        self._tables.wake_bots(table.id)  # they sleep when the server starts
        theme, choice = _theme_of(request), request.query_params.get("choice")
        moves = request.query_params.get("move", "")
        if table.is_over and moves.isascii() and moves.isdecimal():
            body = table.until(int(moves[:6])).to_gzip(viewer, choice=None, theme=theme)
        elif choice is None:
            body = self._tables.shown(table.id, table.version, viewer, theme)
        else:
            body = table.to_gzip(viewer, choice=choice, theme=theme)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(gzip.decompress(body), media_type="application/json")
        return Response(body, 200, {"content-encoding": "gzip"}, "application/json")

    async def record(self, request: Request) -> Response:
        table, _ = self._find(request)
        record = table.record
        if record is None or not table.is_over:
            raise TableError("NOT_OVER", "The game can be downloaded when it is over.")
        return Response(to_json(record, indent=1), media_type="application/json")

    async def review(self, request: Request) -> Response:
        table, _ = self._find(request)
        return JSONResponse(await self._tables.review(table, _theme_of(request)))

    async def code(self, request: Request) -> Response:
        table, _ = self._find(request)
        link = request.query_params.get("link", "")
        if len(link) > MAX_LINK or not link.endswith(f"/table/{table.id}/"):
            raise TableError("LINK", "This is not the link of the table.")
        return JSONResponse({"picture": _draw_code(link)})

    async def events(self, request: Request) -> Response:
        table, viewer = self._find(request)
        host = request.client.host if request.client else ""
        stream = Stream(table.id, viewer, client_network(host))
        if not self._streams.open(stream):
            raise HTTPException(503, "Too many pages are open.", {"connection": "close"})
        return _EventStream(self._versions(stream), partial(self._streams.close, stream))

    async def _versions(self, stream: Stream) -> AsyncIterator[str]:
        """An event with the version of the table at every change, until the stream gives way."""
        version = -1
        while not self._tables.closed and stream in self._streams:
            last = version
            version = await self._tables.next_version(stream.table, last, self._heartbeat)
            yield ": still here\n\n" if version == last else f"data: {version}\n\n"

    async def open_table(self, request: Request) -> Response:
        sent = await self._read(request, _NewTable)
        table = self._tables.open(sent.game, sent.players, sent.rules, sent.patience)
        return self._seat_response(request, *table.sit_down(sent.name))

    async def join(self, request: Request) -> Response:
        sent = await self._read(request, _Guest)
        table, _ = self._find(request)
        return self._seat_response(request, *table.sit_down(sent.name))

    async def move(self, request: Request) -> Response:
        sent = await self._read(request, _Decision)
        table, seat = self._find_player(request)
        self._tables.publish(table.play(seat, sent.move, sent.version))
        return Response(status_code=204)

    async def add_bots(self, request: Request) -> Response:
        sent = await self._read(request, _Bots)
        table, _ = self._find_player(request)
        self._tables.publish(table.add_bots(sent.bot))
        return Response(status_code=204)

    async def rematch(self, request: Request) -> Response:
        sent = await self._read(request, _Rematch)
        table, seat = self._find_player(request)
        self._tables.publish(table.rematch(seat, sent.version))
        return Response(status_code=204)

    async def take_back(self, request: Request) -> Response:
        sent = await self._read(request, _TakeBack)
        table, seat = self._find_player(request)
        self._tables.publish(table.take_back(seat, sent.version, agrees=sent.agrees))
        return Response(status_code=204)

    def _seat_response(self, request: Request, table: AnyTable, token: str) -> Response:
        self._tables.publish(table)
        root = request.scope.get("root_path", "")
        return JSONResponse({"link": f"{root}/table/{table.id}/{token}/"}, 201)

    def _find(self, request: Request) -> tuple[AnyTable, int | None]:
        """The table and the seat in the address; no seat for a spectator."""
        if "token" in request.path_params:
            return self._find_player(request)
        table = self._tables.get(request.path_params["id"])
        if table is None:
            raise NOT_FOUND
        return table, None

    def _find_player(self, request: Request) -> tuple[AnyTable, int]:
        table = self._tables.get(request.path_params["id"])
        seat = None if table is None else table.seat_of(request.path_params["token"])
        if table is None or seat is None:
            raise NOT_FOUND
        return table, seat

    async def _read(self, request: Request, kind: type[T]) -> T:
        """What the JSON in the body of a request says; it must be small and come in time."""
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            raise HTTPException(415, "The body must be application/json.")
        body = bytearray()
        try:
            async with asyncio.timeout(self._seconds_to_read):
                async for part in request.stream():
                    body += part
                    if len(body) > MAX_BODY:
                        raise HTTPException(413, "The body is too large.", {"connection": "close"})
        except TimeoutError:
            raise HTTPException(408, "The body took too long.", {"connection": "close"}) from None
        return from_json(kind, body.decode("utf-8", "replace"))


def _theme_of(request: Request) -> str:
    theme = request.query_params.get("theme")
    if theme not in _THEMES:
        raise TableError("THEME", f"The theme must be one of {', '.join(_THEMES)}.")
    return theme


async def _index(request: Request) -> Response:
    return _page(request, "index.html")


def _draw_code(link: str) -> str:
    """A QR code as SVG, or nothing without segno."""
    try:
        import segno  # noqa: PLC0415 - an extra that the server can do without
    except ImportError:
        return ""
    return str(segno.make_qr(link).svg_inline(scale=4, omitsize=True))


def _page(
    request: Request, name: str, texts: Mapping[str, str] = _TEXTS, *, status: int = 200
) -> Response:
    """A page of HTML with these texts, whose links begin with the path of the application."""
    head, body = [(_STATIC / file).read_text(encoding="utf-8") for file in ("head.html", name)]
    text = head + body
    for place, value in {"root": request.scope.get("root_path", ""), **texts}.items():
        text = text.replace(f"{{{place}}}", escape(value))
    return HTMLResponse(text, status)


async def _say_missing(request: Request, error: Exception) -> Response:
    """The response for an address that nothing has: a page for people."""
    if "text/html" in request.headers.get("accept", ""):
        return _page(request, "missing.html", status=404)
    return Response(error.detail if isinstance(error, HTTPException) else "", 404)


async def _refuse(_: Request, error: Exception) -> Response:
    """The response to a request that the rules of the game or of a table refuse."""
    if isinstance(error, IllegalMove):
        return JSONResponse(to_document(error), 409)
    if isinstance(error, RefusedMove):
        return JSONResponse({"code": error.reason.name, "message": str(error)}, 409)
    code = error.code if isinstance(error, TableError) else "INVALID"
    return JSONResponse({"code": code, "message": str(error)}, 409)


async def _refuse_unsaved(_: Request, __: Exception) -> Response:
    message = "The server cannot save the game, so nothing was changed. Please try again later."
    return JSONResponse({"code": "NOT_SAVED", "message": message}, 503)


async def _fail(_: Request, __: Exception) -> Response:
    """The response to a request that meets a mistake of ours; no middleware sees it."""
    return Response("The server has made a mistake.", 500, _HEADERS, "text/plain")


class _EventStream(StreamingResponse):
    """A stream that a server cancels when it stops, as it has no end of its own."""

    def __init__(self, events: AsyncIterator[str], on_end: Callable[[], None]) -> None:
        super().__init__(events, media_type="text/event-stream")
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        except asyncio.CancelledError:
            await send({"type": "http.response.body"})
        finally:
            self._on_end()


class _PrivateResponses:
    """Adds the headers to every response except that to a mistake of ours."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_private(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_private)
