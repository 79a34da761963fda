"""Serve a game for two browsers. No page contains a card that its player may not know.

    python examples/play_server.py --port 8000    # prints a secret link for each player
    python examples/play_server.py                # plays some turns against itself, and stops

Only the server has the whole game. A page is built from the result of `Table.observe` alone, which
comes from `keltis.observe` and `GameRecord.observe`. So a page cannot leak a hidden card. The
server listens on this machine only, without encryption: put it behind an HTTPS server before you
let others in.
"""

import argparse
import random
import re
import secrets
import threading
from collections.abc import Iterable, Iterator
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode
from urllib.request import urlopen

import keltis
from keltis import Advance, Card, Decline, Discard, Draw, KeltisError, Lay, Move, PlayerView, Tile
from keltis.events import describe
from keltis.notation import parse_move
from keltis.record import GameRecord, ObservedMove
from keltis.render import board_svg

# --- the game ----------------------------------------------------------------------------------


class Observation(NamedTuple):
    """All that one player may know of the game."""

    view: PlayerView
    moves: tuple[ObservedMove, ...]
    names: tuple[str, ...]


class Table:
    """One game, and a secret token for each seat."""

    def __init__(self, start: keltis.GameState, names: tuple[str, ...] = ("Ann", "Bob")) -> None:
        self.seats = {secrets.token_urlsafe(): seat for seat in range(len(start.players))}
        self._record = GameRecord(start, names=names)
        self._lock = threading.Lock()

    @property
    def version(self) -> int:
        """The number of moves made."""
        return len(self._record)

    def observe(self, seat: int) -> Observation:
        record = self._record  # immutable: another thread can only replace it, so no lock is needed
        observed = record.observe(seat)
        return Observation(keltis.observe(record.final, seat), observed.moves, observed.names)

    def play(self, seat: int, text: str, version: str) -> str:
        """Make a move in this version of the game; return why it is refused, or an empty text."""
        with self._lock:  # read, check and replace in one step
            record = self._record
            if version != str(len(record)):  # or a double click could make two moves
                return "The game has moved on. Please look again."
            if seat != record.final.to_move:
                return f"It is not your turn: {record.names[record.final.to_move]} is to move."
            try:
                self._record = record.append(parse_move(text))
            except KeltisError as error:  # its message is safe to send, `error.state` is not
                return f"You cannot do this. {error}."
            return ""


# --- the page: built from an Observation alone -------------------------------------------------


def page(observation: Observation, seat: int, refusal: str = "") -> str:
    view, names, version = observation.view, observation.names, len(observation.moves)
    alert = f'<p class="alert" role="alert">{escape(refusal)}</p>' if refusal else ""
    name = escape(names[seat])
    title = f"{'Your turn' if keltis.legal_moves(view) else 'Keltis'} · {name}"
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css"><script src="/script.js" defer></script></head>
<body><main data-version="{version}">
<section class="turn"><p class="who">You are <b>{name}</b></p>{alert}
<h1>{escape(prompt(view, names))}</h1>
<form method="post" action="move"><input type="hidden" name="version" value="{version}">
{"".join(choices(view))}</form>
</section>
<section class="board">{board_svg(view, names=names)}</section>
<section class="players">{"".join(players(view, names))}</section>
<section class="history"><h2>What happened</h2>
<ol reversed>{"".join(history(observation))}</ol></section>
</main></body></html>"""


def prompt(view: PlayerView, names: tuple[str, ...]) -> str:
    """The heading of the page: which decision is due, or how the game ended."""
    if (end := keltis.outcome(view)) is not None:
        points = " to ".join(str(score.total) for score in end.scores)
        winners = " and ".join(names[seat] for seat in end.winners)
        return f"The game is over, {points}: {winners} won!"
    if view.viewer != view.to_move:
        return f"{names[view.to_move]} is thinking …"
    match view.phase:
        case keltis.Phase.PLAY:
            return "Your turn: lay or discard a card"
        case keltis.Phase.ADVANCE:
            return (
                "You may move a figure one stone" if view.may_decline else "Move a figure one stone"
            )
        case _:
            return "Now draw a card"


def choices(view: PlayerView) -> Iterator[str]:
    """The hand, and a button for each legal move; each card has its own buttons below it."""
    moves = keltis.legal_moves(view)
    yield '<p class="moves">'
    yield from (button(view, move) for move in moves if not isinstance(move, Lay | Discard))
    yield '</p><ul class="hand">'
    for card in view.hand or ():
        buttons = [
            button(view, move)
            for move in moves
            if isinstance(move, Lay | Discard) and move.card == card
        ]
        yield f"<li>{face(card)}{''.join(buttons)}</li>"
    yield "</ul>"


def button(view: PlayerView, move: Move) -> str:
    return f'<button name="move" value="{move}" title="{move}">{caption(view, move)}</button>'


def caption(view: PlayerView, move: Move) -> str:
    me = view.players[view.to_move]
    match move:
        case Lay(card, figure):
            column = me.columns[card.colour]
            if figure:
                return f"lay, {figure.value} figure"
            return f"lay on {column[-1].value}" if column else "lay"
        case Discard():
            return "discard"
        case Advance(colour):
            row = min(me.rows[colour] + 1, view.rules.path_length)
            tile = view.tiles[colour][row]
            label = f" ({TILES[tile]})" if tile else ""
            return f'<span class="dot {colour}">{colour.letter}</span> to row {row}{label}'
        case Decline():
            return "stay"
        case Draw(source):
            if source is None:
                return "the face-down pile"
            return f"take {face(view.discards[source][-1])}"


TILES = {tile: f"+{tile.points}" if tile.points else tile.value for tile in Tile}


def face(card: Card) -> str:
    return f'<span class="card {card.colour}"><i>{card.colour.letter}</i><b>{card.value}</b></span>'


def players(view: PlayerView, names: tuple[str, ...]) -> Iterator[str]:
    """Points and columns as text, because the picture is too small for them on a phone."""
    for name, player, score in zip(names, view.players, keltis.scores(view), strict=True):
        points = f"{score.total} points, wishing stones: {player.wishing_stones}"
        yield f"<h2>{escape(name)}: {points}</h2>"
        yield from (f"<p>{''.join(map(face, column))}</p>" for column in player.columns if column)


def history(observation: Observation) -> Iterator[str]:
    """List items that describe the moves, the last one first."""
    for move in reversed(observation.moves):
        sentences = " ".join(describe(event, names=observation.names) for event in move.events)
        yield f"<li>{escape(sentences)}</li>"


STYLE = """
* { box-sizing: border-box }
body { margin: 0; background: #faf6ec; color: #26241f; font: 16px/1.45 system-ui, sans-serif }
main { display: grid; gap: 0 1.5rem; max-width: 82rem; margin: auto; padding: 1rem;
       grid: "board turn" auto "board history" 1fr / minmax(0, 1.25fr) minmax(21rem, 1fr) }
.board { grid-area: board } .turn { grid-area: turn } .history { grid-area: history }
.players { display: none }
.board svg { display: block; width: 100%; max-height: calc(100vh - 2rem) }
h1 { font-size: 1.35rem; margin: .2rem 0 .8rem } h2 { font-size: 1rem; margin: 1.2rem 0 .4rem }
.who { margin: 0 }
.alert { margin: .5rem 0; padding: .6rem .8rem; border-left: 4px solid #b3260b; border-radius: 4px;
         background: #fbe3dc }
.hand { display: grid; grid-template-columns: repeat(4, 1fr); gap: .8rem .5rem; margin: 0;
        padding: 0; list-style: none }
.card { position: relative; display: grid; place-content: center; height: 3.6rem; color: #fff;
        border: 1px solid #3b3832; border-radius: 7px }
.card b { font-size: 1.7rem }
.card i { position: absolute; left: .45rem; top: .1rem; font-style: normal }
.red { background: #c8321f }
.yellow { background: #f2c21a; color: #1d1a12 } .pink { background: #f29ac4; color: #1d1a12 }
.green { background: #17794f } .blue { background: #2460a8 }
button { min-height: 2.75rem; font: inherit; color: inherit; background: #fffdf7; cursor: pointer;
         border: 1px solid #8d8675; border-radius: 7px; touch-action: manipulation }
button:hover { background: #fff3c9 }
button:focus-visible { outline: 3px solid #b3560b; outline-offset: 1px }
.hand button { display: block; width: 100%; margin-top: .3rem; padding: .2rem; font-size: .85rem;
               line-height: 1.15 }
.moves { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1rem }
.moves:empty { display: none }
.moves button { display: flex; align-items: center; gap: .5rem; padding: .3rem .8rem;
                border: 2px solid #b3560b }
.moves .card, .players .card { width: 2.6rem; height: 2.4rem }
.moves b, .players b { font-size: 1.15rem; padding-left: .4rem }
.moves i, .players i { left: .2rem; top: 0; font-size: .7rem }
.dot { width: 1.7rem; border-radius: 1rem; color: #fff; font-weight: bold }
.dot.yellow, .dot.pink { color: #1d1a12 }
.history ol { max-height: 16rem; overflow: auto; margin: 0; padding-left: 2.6rem;
              font-size: .92rem }
.history li:first-child { font-weight: bold }
@media (max-width: 900px) {
  main { display: block; padding: .7rem } h1 { font-size: 1.15rem }
  .board { margin: 1rem -.7rem 0; aspect-ratio: 960 / 990; overflow: hidden }
  .board svg { max-height: none }
  .players { display: block }
  .players p { display: flex; flex-wrap: wrap; gap: 2px; margin: 0 0 4px }
}
"""

# The page works without the script, which only reloads it after a move. The script has no secrets.
SCRIPT = """
"use strict";
const timer = setInterval(async () => {
  const answer = await fetch("version");
  const version = document.querySelector("main").dataset.version;
  if (answer.ok && await answer.text() !== version) location.replace("./");
}, 1000);
// Or the script would request a slow page again and again.
addEventListener("beforeunload", () => clearInterval(timer));
"""

# --- the server --------------------------------------------------------------------------------

HTML, TEXT = "text/html; charset=utf-8", "text/plain; charset=utf-8"
ASSETS = {
    "/style.css": ("text/css; charset=utf-8", STYLE),
    "/script.js": ("text/javascript; charset=utf-8", SCRIPT),
}
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class PlayServer(ThreadingHTTPServer):
    """A server for one table. Port 0 means any free port."""

    daemon_threads = True

    def __init__(self, table: Table, host: str = "127.0.0.1", port: int = 0) -> None:
        self.table = table
        self.host = host
        super().__init__((host, port), Handler)

    def links(self) -> list[str]:
        return [f"http://{self.host}:{self.server_port}/{token}/" for token in self.table.seats]


class Handler(BaseHTTPRequestHandler):
    """The routes of a player: `/TOKEN/` (page), `/TOKEN/version` (move count), `/TOKEN/move`."""

    server: PlayServer
    server_version, sys_version = "keltis", ""
    timeout = 10  # seconds to wait for a request

    def do_GET(self) -> None:
        table = self.server.table
        match self.seat_and_resource():
            case _ if self.path in ASSETS:
                self.answer(HTTPStatus.OK, *ASSETS[self.path])
            case int(), "" if not self.path.endswith("/"):
                # The buttons need the last slash, which a link loses easily.
                location = f"{self.path.rpartition('/')[2]}/"
                self.answer(HTTPStatus.MOVED_PERMANENTLY, TEXT, "", location=location)
            case int(seat), "":
                self.answer(HTTPStatus.OK, HTML, page(table.observe(seat), seat))
            case int(), "version":
                self.answer(HTTPStatus.OK, TEXT, str(table.version))
            case _:
                self.answer(HTTPStatus.NOT_FOUND, TEXT, NOT_FOUND_TEXT)

    def do_POST(self) -> None:
        table = self.server.table
        length = self.headers.get("Content-Length", "")
        body = self.rfile.read(int(length)) if re.fullmatch("[0-9]{1,5}", length) else b""
        sent = {
            name: values[0] for name, values in parse_qs(body.decode("ascii", "replace")).items()
        }
        match self.seat_and_resource():
            case int(seat), "move":
                if refusal := table.play(seat, sent.get("move", ""), sent.get("version", "")):
                    self.answer(HTTPStatus.CONFLICT, HTML, page(table.observe(seat), seat, refusal))
                else:
                    self.answer(HTTPStatus.SEE_OTHER, TEXT, "", location="./")
            case _:
                self.answer(HTTPStatus.NOT_FOUND, TEXT, NOT_FOUND_TEXT)

    def seat_and_resource(self) -> tuple[int | None, str]:
        token, _, resource = self.path.removeprefix("/").partition("/")
        return self.server.table.seats.get(token), resource

    def answer(self, status: HTTPStatus, kind: str, body: str, location: str | None = None) -> None:
        content = body.encode()
        self.send_response(status)
        if location is not None:
            self.send_header("Location", location)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:  # also for errors that the base class reports
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing: the paths contain the secret tokens."""


NOT_FOUND_TEXT = "There is no game at this address. Please check the link that you were given."

# --- running it --------------------------------------------------------------------------------


def demonstrate(server: PlayServer, moves: int = 30) -> None:
    """Let both players press random buttons of their pages."""
    links, rng = server.links(), random.Random(1)
    for number in range(moves):
        buttons = [re.findall('<button name="move" value="([^"]+)"', fetch(link)) for link in links]
        seat = 0 if buttons[0] else 1
        move = rng.choice(buttons[seat])
        fetch(links[seat] + "move", move=move, version=str(number))
        print(f"{number + 1:3}  seat {seat}: {move}")


def fetch(url: str, **form: str) -> str:
    """The page at an address; with a form, the response to it."""
    with urlopen(url, urlencode(form).encode() if form else None, timeout=10) as response:  # noqa: S310 - our own links
        text: bytes = response.read()
    return text.decode()


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Let two people play Keltis in their browsers.")
    parser.add_argument(
        "--port",
        type=int,
        help="serve on this port (0: any free port); without it, run a demonstration",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="serve on this address (default: only for this machine)"
    )
    parser.add_argument(
        "--seed", type=int, help="deal from a seed; anyone who knows it knows all cards"
    )
    options = parser.parse_args(None if arguments is None else list(arguments))
    # Without a seed, the operating system supplies the randomness, so nobody can guess the deal.
    start = keltis.new_game(
        2, rng=random.SystemRandom() if options.seed is None else random.Random(options.seed)
    )
    with PlayServer(Table(start), options.host, options.port or 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        if options.port is None:
            demonstrate(server)
        else:
            print("A link for each player. Send it to nobody else; Ctrl-C ends the game.")
            print(*server.links(), sep="\n", flush=True)
            try:
                threading.Event().wait()
            except KeyboardInterrupt:
                print("The game has ended.")
        server.shutdown()


if __name__ == "__main__":
    main()
