"""Two people play in their browsers, and neither page can show a card that its player may not know.

    python examples/play_server.py --port 8000      # prints a secret link for each player
    python examples/play_server.py                  # plays some turns against itself over HTTP, and stops

The server alone has the whole game. `Table.sight` is the only way from there to a page, and it gives what `keltis.observe` and
`GameRecord.shown_to` say that a player may know: the page is made from that, so it has nothing to leak.
It listens on this machine only, without encryption: put it behind a server that speaks HTTPS before you let others in.
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
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode
from urllib.request import urlopen

import keltis
from keltis import Advance, Card, Decline, Discard, Draw, Lay, Move, PlayerView, Tile
from keltis.events import describe
from keltis.notation import parse_move
from keltis.record import GameRecord, RecordError, ShownMove
from keltis.render import board_svg

# --- the game -----------------------------------------------------------------------------------------------------------------


class Refused(Exception):
    """What a player asked for cannot be done: the status says so to programs, the message to people."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        self.status = status
        super().__init__(message)


UNKNOWN = Refused(HTTPStatus.NOT_FOUND, "There is no game at this address. Please check the link that you were given.")


class Sight(NamedTuple):
    """All that one player may know of the game."""

    view: PlayerView
    told: tuple[ShownMove, ...]
    names: tuple[str, ...]


class Table:
    """One game, and who may sit at it: whoever knows the secret token of a seat."""

    def __init__(self, start: keltis.GameState, names: tuple[str, ...] = ("Ann", "Bob")) -> None:
        self.tokens = tuple(secrets.token_urlsafe() for _ in start.players)
        self._record = GameRecord(start, names=names)
        self._lock = threading.Lock()

    @property
    def state(self) -> keltis.GameState:
        """The whole position, with all hidden cards: not for pages."""
        return self._record.final

    @property
    def version(self) -> int:
        """How many moves have been made."""
        return len(self._record)

    def seat(self, token: str) -> int | None:
        """The seat that this token is for, if any."""
        for seat, ours in enumerate(self.tokens):
            if secrets.compare_digest(ours.encode(), token.encode()):
                return seat
        return None

    def sight(self, seat: int) -> Sight:
        record = self._record  # it never changes, so there is nothing to lock: another one may take its place meanwhile
        shown = record.shown_to(seat)
        return Sight(keltis.observe(record.final, seat), shown.moves, shown.names)

    def play(self, seat: int, text: str, version: str | None) -> None:
        """Make a move of this player, who knew the game at this version. One at a time: look, check, replace."""
        with self._lock:
            record = self._record
            if record.outcome is not None:
                raise Refused(HTTPStatus.CONFLICT, "The game is over.")
            if version not in (None, str(len(record))):
                raise Refused(HTTPStatus.CONFLICT, "The game has moved on. Please look again.")
            if seat != record.final.to_move:
                raise Refused(HTTPStatus.CONFLICT, f"It is not your turn: {record.names[record.final.to_move]} is to move.")
            try:
                self._record = record.append(parse_move(text))
            except keltis.NotationError as error:
                raise Refused(HTTPStatus.BAD_REQUEST, f"This is not a move: {error}.") from None
            except keltis.IllegalMove as error:
                raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, f"You cannot do this. {error}.") from None
            except RecordError as error:  # E3: the rules have no stop, but a record has
                raise Refused(HTTPStatus.CONFLICT, f"The game has gone on for too long. {error}.") from None


# --- the page: all of it is made from a Sight ---------------------------------------------------------------------------------


def page(sight: Sight, seat: int, refusal: str = "") -> str:
    view, names = sight.view, sight.names
    alert = f'<p class="alert" role="alert">{escape(refusal)}</p>' if refusal else ""
    return document(
        f"{'Your turn' if view.legal_moves() else 'Keltis'} · {names[seat]}",
        f'<main data-version="{len(sight.told)}">'
        f'<section class="board">{board_svg(view, names=names)}</section>'
        f'<section class="turn"><p class="who">You are <b>{escape(names[seat])}</b></p>{alert}'
        f'<h1>{escape(question(view, names))}</h1><form method="post" action="move">'
        f'<input type="hidden" name="version" value="{len(sight.told)}">{"".join(choices(view))}</form></section>'
        f'<section class="told"><h2>What happened</h2><ol reversed>{"".join(story(sight))}</ol></section></main>',
    )


def document(title: str, body: str) -> str:
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>' + escape(title) + "</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="/style.css"><script src="/script.js" defer></script></head><body>{body}</body></html>'
    )


def question(view: PlayerView, names: tuple[str, ...]) -> str:
    if (end := view.outcome()) is not None:
        points = " to ".join(str(score.total) for score in end.scores)
        return f"The game is over, {points}: {' and '.join(names[seat] for seat in end.winners)} won!"
    if view.viewer != view.to_move:
        return f"{names[view.to_move]} is thinking …"
    match view.phase:
        case keltis.Phase.PLAY:
            return "Your turn: lay or discard a card"
        case keltis.Phase.ADVANCE:
            return "You may move a figure one stone" if view.may_decline else "Move a figure one stone"
        case _:
            return "Now draw a card"


def choices(view: PlayerView) -> Iterator[str]:
    """Buttons for the legal moves, those of a card under that card of the hand."""
    moves = view.legal_moves()
    yield '<p class="moves">'
    yield from (button(view, move) for move in moves if not isinstance(move, Lay | Discard))
    yield '</p><ul class="hand">'
    for card in view.hand or ():
        buttons = [button(view, move) for move in moves if isinstance(move, Lay | Discard) and move.card == card]
        yield f"<li>{face(card)}{''.join(buttons)}</li>"
    yield "</ul>"


def button(view: PlayerView, move: Move) -> str:
    return f'<button name="move" value="{move}" title="{move}">{caption(view, move)}</button>'


def caption(view: PlayerView, move: Move) -> str:
    match move:
        case Lay(card, figure):
            column = view.players[view.to_move].columns[card.colour]
            return f"lay, {figure.value} figure" if figure else f"lay on {column[-1].value}" if column else "lay"
        case Discard():
            return "discard"
        case Advance(colour):
            row = view.players[view.to_move].rows[colour] + 1
            tile = view.tiles[colour][row]
            return f'<span class="dot {colour}">{colour.letter}</span> to row {row}' + (f" ({TILES[tile]})" if tile else "")
        case Decline():
            return "stay"
        case Draw(source):
            return "the face-down pile" if source is None else f"take {face(view.discards[source][-1])}"


TILES = {tile: f"+{tile.points}" if tile.points else tile.value for tile in Tile}


def face(card: Card) -> str:
    return f'<span class="card {card.colour}"><i>{card.colour.letter}</i><b>{card.value}</b></span>'


def story(sight: Sight) -> Iterator[str]:
    """What happened, the last move first, with names instead of seats."""
    for shown in reversed(sight.told):
        sentences = " ".join(map(describe, shown.events))
        named = re.sub(r"\b[Ss]eat (\d)", lambda found: sight.names[int(found[1])], sentences)
        yield f"<li>{escape(named.replace('seats 0 and 1', ' and '.join(sight.names)))}</li>"


STYLE = """
* { box-sizing: border-box }
body { margin: 0; background: #faf6ec; color: #26241f; font: 16px/1.45 system-ui, sans-serif }
main { display: grid; gap: 0 1.5rem; max-width: 82rem; margin: auto; padding: 1rem;
       grid: "board turn" auto "board told" 1fr / minmax(0, 1.25fr) minmax(21rem, 1fr) }
.board { grid-area: board } .turn { grid-area: turn } .told { grid-area: told } .error { grid-column: 1 / -1 }
.board svg { display: block; width: 100%; max-height: calc(100vh - 2rem) }
h1 { font-size: 1.35rem; margin: .2rem 0 .8rem } h2 { font-size: 1rem; margin: 1.2rem 0 .4rem }
.who { margin: 0; color: #56524a }
.alert { margin: .5rem 0; padding: .6rem .8rem; border-left: 4px solid #b3260b; border-radius: 4px; background: #fbe3dc }
.hand { display: grid; grid-template-columns: repeat(4, 1fr); gap: .8rem .5rem; margin: 0; padding: 0; list-style: none }
.card { position: relative; display: grid; place-content: center; height: 3.6rem; border: 1px solid #3b3832; border-radius: 7px;
        color: #fff } .card b { font-size: 1.7rem } .card i { position: absolute; left: .45rem; top: .1rem; font-style: normal }
.red { background: #c8321f } .yellow { background: #f2c21a; color: #1d1a12 } .pink { background: #f29ac4; color: #1d1a12 }
.green { background: #17794f } .blue { background: #2460a8 }
button { min-height: 2.75rem; font: inherit; color: inherit; background: #fffdf7; border: 1px solid #8d8675; border-radius: 7px;
         cursor: pointer; touch-action: manipulation }
button:hover { background: #fff3c9 } button:focus-visible { outline: 3px solid #b3560b; outline-offset: 1px }
.hand button { display: block; width: 100%; margin-top: .3rem; padding: .2rem; font-size: .85rem; line-height: 1.15 }
.moves { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1rem } .moves:empty { display: none }
.moves button { display: flex; align-items: center; gap: .5rem; padding: .3rem .8rem; border-width: 2px; border-color: #b3560b }
.moves .card { width: 3rem; height: 2.6rem } .moves .card b { font-size: 1.3rem }
.moves .card i { left: .25rem; top: 0; font-size: .7rem }
.dot { width: 1.7rem; border-radius: 1rem; color: #fff; font-weight: bold } .dot.yellow, .dot.pink { color: #1d1a12 }
.told ol { max-height: 16rem; overflow: auto; margin: 0; padding-left: 2.4rem; color: #56524a; font-size: .92rem }
.told li:first-child { color: #26241f; font-weight: 600 }
@media (max-width: 900px) {
  main { grid: "turn" auto "board" auto "told" auto / minmax(0, 1fr); gap: 1rem 0; padding: .7rem }
  .board { margin: 0 -.7rem } .board svg { max-height: none } h1 { font-size: 1.15rem }
}
"""

# Forms alone would do; this only saves the reader from reloading the page. There is nothing secret in it.
SCRIPT = """
"use strict";
const main = () => document.querySelector("main");
async function show(response) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  main().replaceWith(page.querySelector("main"));
  document.title = page.title;
}
async function poll() {
  try {
    const answer = await fetch("version");
    if (answer.ok && await answer.text() !== main().dataset.version) await show(await fetch("./"));
  } catch { /* the server is out of reach: try again */ }
  setTimeout(poll, 1000);
}
document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  body.append(event.submitter.name, event.submitter.value);
  show(await fetch("move", { method: "POST", body }));
});
if (main().dataset.version) poll();
"""

# --- the server ---------------------------------------------------------------------------------------------------------------

MAX_BODY = 1_000
HTML, TEXT = "text/html; charset=utf-8", "text/plain; charset=utf-8"
ASSETS = {"style.css": ("text/css; charset=utf-8", STYLE), "script.js": ("text/javascript; charset=utf-8", SCRIPT)}
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class PlayServer(ThreadingHTTPServer):
    """A server for one table. Port 0 takes any free port."""

    daemon_threads = True

    def __init__(self, table: Table, host: str = "127.0.0.1", port: int = 0) -> None:
        self.table = table
        self.host = host
        super().__init__((host, port), Handler)

    def links(self) -> list[str]:
        return [f"http://{self.host}:{self.server_port}/{token}/" for token in self.table.tokens]


class Handler(BaseHTTPRequestHandler):
    """The addresses of a player: `/TOKEN/` is the page, `/TOKEN/version` counts the moves, and `/TOKEN/move` takes one."""

    server: PlayServer
    server_version, sys_version = "keltis", ""
    timeout = 10  # seconds for a client to say what it wants

    def do_GET(self) -> None:
        table = self.server.table
        token, slash, rest = self.path.removeprefix("/").partition("/")
        if not slash and token in ASSETS:
            return self.answer(HTTPStatus.OK, *ASSETS[token])
        seat = table.seat(token)
        if seat is None or rest not in ("", "version"):
            return self.refuse(UNKNOWN)
        if not slash:  # the page's own links need it
            return self.answer(HTTPStatus.PERMANENT_REDIRECT, TEXT, "", location=f"/{token}/")
        if rest == "version":
            return self.answer(HTTPStatus.OK, TEXT, str(table.version))
        return self.answer(HTTPStatus.OK, HTML, page(table.sight(seat), seat))

    def do_POST(self) -> None:
        table = self.server.table
        declared = self.headers.get("Content-Length", "")
        length = int(declared) if re.fullmatch("[0-9]{1,12}", declared) else -1
        # In any case read what was sent, within reason: a client that is still sending would not hear the answer.
        body = self.rfile.read(min(max(length, 0), 100 * MAX_BODY))
        token, _, rest = self.path.removeprefix("/").partition("/")
        seat = table.seat(token)
        if seat is None or rest != "move":
            return self.refuse(UNKNOWN)
        try:
            fields = self.fields(length, body)
            table.play(seat, fields["move"], fields.get("version"))
        except Refused as refusal:
            return self.refuse(refusal, seat)
        return self.answer(HTTPStatus.SEE_OTHER, TEXT, "", location=f"/{token}/")

    def fields(self, length: int, body: bytes) -> dict[str, str]:
        """The fields of the form that was sent."""
        if length < 0 or "Transfer-Encoding" in self.headers:
            raise Refused(HTTPStatus.LENGTH_REQUIRED, "A move must come with its length.")
        if length > MAX_BODY:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A move has at most {MAX_BODY} bytes.")
        if self.headers.get_content_type() != "application/x-www-form-urlencoded":
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "A move is sent as a form is: move=draw+pile")
        try:
            fields = parse_qs(
                body.decode("ascii"), keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=2
            )
        except ValueError:
            fields = {}
        if not {"move"} <= fields.keys() <= {"move", "version"} or any(len(values) > 1 for values in fields.values()):
            raise Refused(HTTPStatus.BAD_REQUEST, "A move is sent as a form is: move=draw+pile")
        return {name: value for name, (value,) in fields.items()}

    def refuse(self, refusal: Refused, seat: int | None = None) -> None:
        """The reason; on the page of a player, if that is who asks."""
        if seat is None:
            body = document(
                "Keltis", f'<main><section class="error"><h1>Sorry</h1><p>{escape(str(refusal))}</p></section></main>'
            )
        else:
            body = page(self.server.table.sight(seat), seat, str(refusal))
        self.answer(refusal.status, HTML, body)

    def answer(self, status: HTTPStatus, kind: str, body: str, location: str | None = None) -> None:
        content = body.encode()
        self.send_response(status)
        if location is not None:
            self.send_header("Location", location)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:  # of errors that the base class finds, too
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing: the paths have the secret tokens in them."""


# --- running it ---------------------------------------------------------------------------------------------------------------


def demonstrate(server: PlayServer, moves: int = 30) -> None:
    """Two players who press any button that their page has."""
    links, rng = server.links(), random.Random(1)
    for number in range(moves):
        pages = [fetch(link)[1] for link in links]
        buttons = [re.findall('<button name="move" value="([^"]+)"', page) for page in pages]
        seat = 0 if buttons[0] else 1
        move = rng.choice(buttons[seat])
        status, _ = fetch(links[seat] + "move", move=move, version=str(number))
        print(f"{number + 1:3}  seat {seat}: {move:20} {status} {HTTPStatus(status).phrase}")
    other = 1 - server.table.state.to_move
    print("\nA move out of turn:  ", fetch(links[other] + "move", move="draw pile")[0])
    print("A move that is none: ", fetch(links[1 - other] + "move", move="castle")[0])
    print("An illegal move:     ", fetch(links[1 - other] + "move", move="advance R large")[0])
    print("A guessed link:      ", fetch(links[0].replace(server.table.tokens[0], secrets.token_urlsafe()))[0])


def fetch(url: str, **form: str) -> tuple[int, str]:
    """The status and the text of a page, or of the answer to a form."""
    try:
        with urlopen(url, urlencode(form).encode() if form else None, timeout=10) as response:  # noqa: S310 - our own links
            return response.status, response.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Let two people play Keltis in their browsers.")
    parser.add_argument("--port", type=int, help="serve on this port, or on any free one with 0; without it, a demonstration")
    parser.add_argument("--host", default="127.0.0.1", help="serve on this address (default: only for this machine)")
    parser.add_argument("--seed", type=int, help="deal from a seed; who knows it knows all cards")
    options = parser.parse_args(None if arguments is None else list(arguments))
    # Without a seed the operating system deals, so that nobody can guess the cards from those they see.
    start = keltis.new_game(2, rng=random.SystemRandom() if options.seed is None else random.Random(options.seed))
    with PlayServer(Table(start), options.host, options.port or 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        if options.port is None:
            demonstrate(server)
        else:
            print(
                "A link for each player. Send it to nobody else; Ctrl-C ends the game.", *server.links(), sep="\n", flush=True
            )
            try:
                threading.Event().wait()
            except KeyboardInterrupt:
                print("The game has ended.")
        server.shutdown()


if __name__ == "__main__":
    main()
