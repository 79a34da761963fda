"""Attacks on the server, all on this machine: requests, races, slow clients, and its files."""

import json
import random
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

from starlette.routing import Route
from starlette.testclient import TestClient

import test_record_mutations as files
from helpers import TIMEOUT
from keltis import KeltisError
from keltis.celtic import GameRecord
from keltis.cli._serve import _make_server
from keltis.documents import from_json
from keltis.game import M, R, S, V
from keltis.server import CELTIC_PAGE, KELTIS_PAGE, Page, create_app
from keltis.server._table import AnyTable
from keltis.server._tables import TableFolder, table_from_json, table_to_json
from server.tables import (
    bot_to_move_table,
    full_table,
    moves_of,
    over_table,
    run_server,
    waiting_table,
)
from soak.attacks import Wrong

_REQUESTS: Final = 40
"""The requests of one attempt."""
_METHODS: Final = ("GET", "POST", "POST", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "X")
_HEADERS: Final = (
    *("Cache-Control", "Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"),
)
_PLAY: Final = """\
import os, resource, signal, sys
from pathlib import Path
from starlette.testclient import TestClient
from keltis.server import create_app
from keltis.server._tables import TableFolder
folder, tokens, (room, syncs) = Path(sys.argv[1]), sys.argv[2:4], map(int, sys.argv[4:])
http = TestClient(create_app(folder), raise_server_exceptions=True)
(table,) = TableFolder(folder).load().values()
fsync, place = os.fsync, f"/table/{table.id}/"
def show():
    watched = http.get(f"{place}table?theme=light").json()
    due = (watched["scene"]["to_move"] or 0)
    return http.get(f"{place}{tokens[due]}/table?theme=light").json()
def sync(descriptor):
    global syncs
    syncs -= 1
    if syncs < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    fsync(descriptor)
os.fsync = sync
if room:
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
for _ in range(60):
    shown = show()
    body = {"version": shown["version"]}
    scene = shown["scene"]
    if scene["winners"] is None:
        body["move"] = scene["state"]["legal_moves"][0]["text"]
    seat = f"{place}{tokens[scene['to_move'] or 0]}/"
    answer = http.post(seat + ("move" if "move" in body else "rematch"), json=body)
    if answer.status_code not in (204, 503):
        raise SystemExit(f"{answer.status_code} {answer.text}")
    after = show()["version"]
    if after != body["version"] + (answer.status_code == 204):
        raise SystemExit(f"version {after} after {answer.status_code} for {body}")
    print(after, flush=True)
"""


@cache
def _tables() -> tuple[tuple[AnyTable, tuple[str, ...]], ...]:
    """Tables of both games before, in and after a game, with the tokens of their players."""
    return (*_tables_of(KELTIS_PAGE), *_tables_of(CELTIC_PAGE))


def _tables_of(page: Page[S, V, M, R]) -> Iterator[tuple[AnyTable, tuple[str, ...]]]:
    for make in (waiting_table, bot_to_move_table):
        table, token = make(page)
        yield table, (token,)
    for make_full in (full_table, over_table):
        full, tokens = make_full(page)
        yield full, tuple(tokens)


def fuzzed_requests(rng: random.Random) -> int:
    """Send mutated requests to every route: none is an error of ours, none harms a table."""
    with tempfile.TemporaryDirectory() as directory:
        folder = TableFolder(Path(directory))
        for table, _ in _tables():
            folder.save(table)
        app = create_app(directory, bot_pause=0)
        app.state.end_streams()  # else they have no end
        http = TestClient(app, raise_server_exceptions=True, follow_redirects=False)
        paths = [route.path for route in app.routes if isinstance(route, Route)]
        for _ in range(_REQUESTS):
            _send_fuzzed(http, folder, rng.choice([*paths, "/static/{id}", "/{id}"]), rng)
        if len(folder.load()) < len(_tables()):
            raise Wrong("a table is lost")
    return _REQUESTS


def _send_fuzzed(http: TestClient, folder: TableFolder, path: str, rng: random.Random) -> None:
    table, tokens = rng.choice(_tables())
    right = rng.random() < 0.5
    token = rng.choice(tokens) if right else _mutated(rng.choice(tokens), rng)
    name = table.id if rng.random() < 0.8 else _mutated(table.id, rng)
    address = path.format(id=name, token=token)
    if rng.random() < 0.3:
        theme = rng.choice(("light", _mutated("light", rng)))
        choice, move = rng.choice(("", f"&choice={_mutated('R5', rng)}")), _mutated("30", rng)
        address += f"?theme={theme}{choice}&move={move}&link=http://x/table/{_mutated(name, rng)}/"
    version = table.version + rng.choice((0, 0, 0, 1, -1))
    moves = [str(move) for move in moves_of(table)] if table.record is not None else []
    body: dict[str, object] = {"version": version, "move": rng.choice([*moves, "pass", None])}
    others = ({"name": "Eve"}, {"bot": "Easy bot"}, {"version": version})
    consent = {"version": version, "agrees": rng.random() < 0.5}
    opening = {"name": "Eve", "players": 2, "rules": "KELTIS", "game": "keltis", "patience": 60}
    text = json.dumps(rng.choice((body, opening, consent, *others)))
    if rng.random() < 0.5:
        text = rng.choice(files.ON_JSON)(text, rng)
    before = _files(folder)
    method = rng.choice(_METHODS)
    content = text.encode("utf-8", "surrogatepass")
    kind = rng.choice(("application/json", "application/json", "application/json", "text/plain"))
    response = http.request(method, address, content=content, headers={"Content-Type": kind})
    said = f"{method} {address} {text[:200]!r}: {response.status_code}"
    if response.status_code >= 500 and response.status_code != 503:
        raise Wrong(said)
    if missing := [header for header in _HEADERS if header not in response.headers]:
        raise Wrong(f"{said} lacks {missing}")
    bots = {table.id for table, _ in _tables() if table.is_bot_due}  # whoever looks wakes them
    changed = [key for key, _ in _files(folder).items() - before.items() if key not in bots]
    if changed and response.status_code not in (201, 204):
        raise Wrong(f"{said} changes {changed}")


def _files(folder: TableFolder) -> dict[str, bytes]:
    suffix = ".table.json"
    paths = folder.path.glob(f"*{suffix}")
    return {path.name.removesuffix(suffix): path.read_bytes() for path in paths}


def _mutated(word: str, rng: random.Random) -> str:
    """A word that may be part of a path, though it is none that anybody was given."""
    strange = ("", "..", "%2e%2e", "%00", "%ff", "é", "a" * 3_000, word[::-1], word[:-1], "{x}")
    return "".join(letter for letter in rng.choice(strange) if letter not in "?#\\")


def raced_seats(rng: random.Random) -> int:
    """Let both seats send many moves for one version at a time: one of them is made, and saved."""
    playing = [each for each in _tables() if len(each[1]) > 1 and not each[0].is_over]
    table, tokens = rng.choice(playing)
    rounds = 5
    with _running(table) as (port, folder), ThreadPoolExecutor(8) as threads:
        for _ in range(rounds):
            (table,) = folder.load().values()
            moves = moves_of(table)
            if not moves:
                break
            bodies = [{"version": table.version, "move": str(rng.choice(moves))} for _ in range(8)]
            paths = [f"/table/{table.id}/{tokens[number % 2]}/move" for number in range(8)]
            ports = [port] * 8
            statuses = list(threads.map(_post, ports, paths, bodies))
            (after,) = folder.load().values()
            if sorted(statuses) != [204, *[409] * 7] or after.version != table.version + 1:
                raise Wrong(f"{statuses} for version {table.version}, then {after.version}")
    return rounds


def slow_clients(rng: random.Random) -> int:
    """Hold many connections with half a head or half a body: a player is served all the same."""
    table, tokens = full_table(KELTIS_PAGE)
    count = rng.randrange(1, 600)
    head = "POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n" + "x: y\r\n" * 9
    with _running(table) as (port, _), ExitStack() as stack:
        for _ in range(count):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            part = head[: rng.randrange(len(head))] if rng.random() < 0.8 else f"{head}\r\n{{"
            slow.sendall(part.encode())
        body = {"version": table.version, "move": str(moves_of(table)[0])}
        if (status := _post(port, f"/table/{table.id}/{tokens[0]}/move", body)) != 204:
            raise Wrong(f"a player gets {status} beside {count} slow clients")
    return count


@contextmanager
def _running(table: AnyTable) -> Iterator[tuple[int, TableFolder]]:
    """The server of `keltis serve` with a table, for this machine only: its port and folder."""
    with tempfile.TemporaryDirectory() as directory:
        folder = TableFolder(Path(directory))
        folder.save(table)
        with run_server(_make_server(Path(directory), "")) as port:
            yield port, folder


def _post(port: int, path: str, body: object) -> int:
    with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)) as connection:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        return connection.getresponse().status


def killed_between_writes(rng: random.Random) -> int:
    """Kill a server before any of its writes: what it has confirmed is there, and loads."""
    _play_and_check(room=0, syncs=rng.randrange(150))
    return 1


def full_disks_of_servers(rng: random.Random) -> int:
    """Let files end after some bytes: a move is saved and confirmed, or neither."""
    _play_and_check(room=rng.randrange(1, 8_000), syncs=10**9)
    return 1


def _play_and_check(*, room: int, syncs: int) -> None:
    """Play games of CELTIC!, which are short, in a process with such a fault."""
    table, tokens = full_table(CELTIC_PAGE)
    with tempfile.TemporaryDirectory() as directory:
        folder = TableFolder(Path(directory))
        folder.save(table)
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", _PLAY, directory, *tokens, str(room), str(syncs)],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        if done.stderr:
            raise Wrong(done.stderr)
        confirmed = int([str(table.version), *done.stdout.split()][-1])
        (after,) = folder.load().values()
        # A change may be on the disk, and the server is killed before it says so.
        if after.version not in (confirmed, confirmed + (done.returncode != 0)):
            raise Wrong(f"version {after.version} on the disk, {confirmed} confirmed")
        for number in range(1, after.games + 1):
            (file,) = Path(directory).glob(f"*.game-{number}.json")
            if from_json(GameRecord, file.read_text(encoding="utf-8")).outcome is None:
                raise Wrong("a part of a game was kept")


def two_servers(rng: random.Random) -> int:
    """Start two servers on one folder at the same time: exactly one of them gets it."""
    code = "import sys; from keltis.server import create_app; create_app(sys.argv[1]); "
    code += "print('mine', flush=True); sys.stdin.read()"
    del rng
    with tempfile.TemporaryDirectory() as directory, ExitStack() as stack:
        servers = [
            stack.enter_context(
                subprocess.Popen(  # noqa: S603 - our own program
                    [sys.executable, "-c", code, directory],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                )
            )
            for _ in range(2)
        ]
        said = [server.stdout.readline() for server in servers if server.stdout is not None]
        if sorted(said) != ["", "mine\n"]:
            raise Wrong(f"two servers say {said}")
    return 1


def damaged_tables(rng: random.Random) -> int:
    """Read a damaged file of a table: it is rejected, or is a table to show."""
    text = table_to_json(rng.choice(_tables())[0])
    for _ in range(rng.choice((1, 1, 2))):
        text = rng.choice(files.ON_JSON)(text or "x", rng)
    try:
        table = table_from_json(text)
    except KeltisError:
        return 1
    if table_from_json(table_to_json(table)) != table:
        raise Wrong(f"another table is read: {text!r}")
    for viewer in (None, *range(len(table.seats))):
        table.document(viewer, choice=None, theme="light")
    return 1
