"""Put the tables of `keltis.server` on a website of your own.

    python examples/play_server.py --port 8000    # serves until Ctrl-C
    python examples/play_server.py                # opens a table, plays a bot, and stops

The application is mounted below `/keltis`, beside a page of this website. `keltis serve` is the
same without a website. This needs the extra `server`.
"""

import argparse
import json
import socket
import tempfile
import threading
from http.client import HTTPConnection
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route

from keltis.server import create_app


async def welcome(_: Request) -> Response:
    return HTMLResponse('<h1>Our club</h1><p><a href="/keltis/">Play Keltis</a>')


def website(folder: Path, *, bot_pause: float = 0.8) -> Starlette:
    tables = create_app(folder, bot_pause=bot_pause)
    return Starlette(routes=[Route("/", welcome), Mount("/keltis", tables)])


def ask(port: int, path: str, document: object = None) -> str:
    """The answer to a request; with a document it is a post."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    if document is None:
        connection.request("GET", path)
    else:
        headers = {"Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(document), headers)
    with connection.getresponse() as answer:
        text = answer.read().decode()
    connection.close()
    if answer.status >= 400:
        raise RuntimeError(f"{path} was answered with {answer.status}: {text}")
    return text


def play_a_bot(port: int) -> None:
    """Open a table, put a bot on the other seat, and make first legal moves until the end."""
    opened = ask(port, "/keltis/tables", {"name": "Ann", "players": 2, "rules": "KELTIS"})
    link = json.loads(opened)["link"]
    print(f"Ann's table is at {link[:16]}…")
    ask(port, f"{link}bots", {"bot": "Easy bot"})
    while True:
        table = json.loads(ask(port, f"{link}table?theme=light"))
        view = table["scene"]["view"]
        if view["outcome"] is not None:
            break
        if moves := view["legal_moves"]:
            ask(port, f"{link}move", {"version": table["version"], "move": moves[0]["text"]})
    for name, score in zip(table["scene"]["names"], view["outcome"]["scores"], strict=True):
        print(f"{name}: {score['total']} points")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, help="serve on this port until Ctrl-C")
    port: int | None = parser.parse_args().port
    if port is not None:
        app = website(Path("keltis-tables"))
        # Pages are always connected: without a limit, Ctrl-C would wait until they are closed.
        uvicorn.run(app, port=port, access_log=False, timeout_graceful_shutdown=1)
        return
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as place:
        app = website(Path(folder), bot_pause=0)
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [place]})
        thread.start()
        try:
            play_a_bot(place.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()


if __name__ == "__main__":
    main()
