"""The time of a move on a server with ten tables, twenty spectators at each, and both players.

Run it as `python tests/bench/server_load.py`. Every page does what a browser does: it follows the
events of its table, and gets the table at each of them. A move is done when its request is
answered; it is seen when the page of the other player has the new table. Each page has an address
of its own in 127.0.0.0/8, which Linux has.
"""

import asyncio
import gzip
import json
import subprocess
import sys
import tempfile
import time
from itertools import count
from typing import TypedDict
from urllib.parse import urlsplit

TABLES = 10
SPECTATORS = 20
MOVES = 30
SECONDS_TO_THINK = 0.5
_NUMBERS = count(1)


class View(TypedDict):
    """The part of a view that players need."""

    to_move: int
    legal_moves: list[object]


class Scene(TypedDict):
    """The part of a scene that players need."""

    view: View


class Shown(TypedDict):
    """The part of a table that players need."""

    version: int
    scene: Scene


class Page:
    """A browser at an address of its own, with a link that it has opened."""

    def __init__(self, port: int, link: str = "/") -> None:
        number = next(_NUMBERS)
        self._host = f"127.0.{1 + number // 200}.{1 + number % 200}"
        self._port = port
        self.link = link
        self.shown: Shown | None = None
        self.changed = asyncio.Event()

    async def request(self, method: str, path: str, document: object = None) -> bytes:
        """The body of the response."""
        reader, writer = await self._send(
            method, path, document, "Connection: close\r\nAccept-Encoding: gzip\r\n"
        )
        response = await reader.read()
        writer.close()
        head, _, body = response.partition(b"\r\n\r\n")
        if b"content-encoding: gzip" in head:
            body = gzip.decompress(body)
        if head.split()[1][:1] != b"2":
            raise SystemExit(f"{method} {path}: {response!r}")
        return body

    async def follow(self) -> None:
        """Get the table at every event."""
        reader, _ = await self._send("GET", f"{self.link}events", None, "")
        while line := await reader.readline():
            if line.startswith(b"data: "):
                self.shown = json.loads(await self.request("GET", f"{self.link}table?theme=light"))
                self.changed.set()

    async def until(self, version: int) -> Shown:
        """The table, once the page shows this version."""
        while self.shown is None or self.shown["version"] < version:
            self.changed.clear()
            await self.changed.wait()
        return self.shown

    async def _send(
        self, method: str, path: str, document: object, headers: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=(self._host, 0), limit=1 << 20
        )
        body = b"" if document is None else json.dumps(document).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{headers}"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return reader, writer


async def open_table(port: int) -> list[Page]:
    """The pages of a new table: the two players first, then the spectators."""
    ann, bob = Page(port), Page(port)
    opening = {"name": "Ann", "players": 2, "rules": "KELTIS"}
    ann.link = json.loads(await ann.request("POST", "/tables", opening))["link"]
    watch = ann.link.rstrip("/").rpartition("/")[0] + "/"
    bob.link = json.loads(await bob.request("POST", f"{watch}join", {"name": "Bob"}))["link"]
    return [ann, bob, *(Page(port, watch) for _ in range(SPECTATORS))]


async def play(players: list[Page], done: list[float], seen: list[float]) -> None:
    """Play the first legal moves, and note the times."""
    version = 2
    for _ in range(MOVES):
        shown = [await page.until(version) for page in players]
        seat = shown[0]["scene"]["view"]["to_move"]
        await asyncio.sleep(SECONDS_TO_THINK)
        move = shown[seat]["scene"]["view"]["legal_moves"][0]
        start = time.perf_counter()
        sent = {"version": version, "move": move}
        await players[seat].request("POST", f"{players[seat].link}move", sent)
        done.append(time.perf_counter() - start)
        version += 1
        await players[1 - seat].until(version)
        seen.append(time.perf_counter() - start)


async def measure(port: int) -> None:
    """Print the median and the 99th percentile of both times."""
    tables = [await open_table(port) for _ in range(TABLES)]
    following = [asyncio.create_task(page.follow()) for pages in tables for page in pages]
    done: list[float] = []
    seen: list[float] = []
    await asyncio.gather(*(play(pages[:2], done, seen) for pages in tables))
    for task in following:
        task.cancel()
    for name, times in (("done", done), ("seen", seen)):
        median, p99 = (sorted(times)[int(len(times) * share)] for share in (0.5, 0.99))
        print(f"{name}  median {median * 1e3:8.1f} ms   p99 {p99 * 1e3:8.1f} ms")


def main() -> None:
    """Start a server, measure, and stop it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "keltis", "serve", "--port", "0", "--folder", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - ours
            assert server.stdout is not None
            server.stdout.readline()
            port = urlsplit(server.stdout.readline()).port
            assert port is not None
            try:
                asyncio.run(measure(port))
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
