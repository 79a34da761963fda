"""A running play server for tests, and which cards a page names."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import attrs
from play_server import Handler, PlayServer, Table

from keltis import KELTIS, GameState
from keltis.record import GameRecord

LONE = attrs.evolve(KELTIS, copies=1, cards_removed=((2, 5),))
"""Rules with one card of each kind, under which the name of a card says exactly which card it is."""

_NAMED = (
    r"(?<![\w-])([RYPGB])(10|[0-9])(?![\w-])",  # in a sentence, a move or a title
    r"<i>([RYPGB])</i><b>(\d+)</b>",  # as a card on the page
    r'class="keltis-card"><title>\w+</title><rect[^>]*><text[^>]*>([RYPGB])</text><text[^>]*>(\d+)<',  # in the picture
)


class Wiretap(Handler):
    """A handler that keeps what it answers: the path and the text."""

    heard: list[tuple[str, str]]

    def answer(self, status: HTTPStatus, kind: str, body: str, location: str | None = None) -> None:
        self.heard.append((self.path, f"{location or ''}\n{body}"))
        super().answer(status, kind, body, location)


@contextmanager
def serving(
    start: GameState, names: tuple[str, ...] = ("Ann", "Bob")
) -> Iterator[tuple[PlayServer, list[tuple[str, str]]]]:
    """A server on a free port of this machine, and what it has answered so far."""
    heard: list[tuple[str, str]] = []
    with PlayServer(Table(start, names)) as server:
        server.RequestHandlerClass = type("Tapped", (Wiretap,), {"heard": heard})
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server, heard
        finally:
            server.shutdown()
            thread.join(10)


def record_of(table: Table) -> GameRecord:
    """The whole game, with all hidden cards."""
    return table._record


def state_of(table: Table) -> GameState:
    """The whole position, with all hidden cards."""
    return table._record.final


def tokens_of(table: Table) -> list[str]:
    """The secrets of the players, by seat."""
    return list(table.seats)


def cards_named(text: str) -> set[str]:
    """The cards that a page or any other answer names or draws."""
    return {letter + value for pattern in _NAMED for letter, value in re.findall(pattern, text)}


def cards_hidden(state: GameState, seat: int) -> set[str]:
    """The cards that this player cannot know the place of, under `LONE` rules."""
    hidden = [*state.draw_pile, *state.removed]
    for other, player in enumerate(state.players):
        if other != seat:
            hidden += [card for card in player.hand if card not in player.seen]
    return set(map(str, hidden))


def require_no_leak(text: str, state: GameState, seat: int) -> None:
    """Fail if an answer to this player, whose page was made in this state, names a hidden card."""
    assert not cards_named(text) & cards_hidden(state, seat)


def require_no_leak_in(heard: list[tuple[str, str]], table: Table) -> int:
    """Fail if any answer there was named a card that was hidden at that moment; give the number of pages among them."""
    pages = 0
    for path, text in heard:
        owners = [seat for token, seat in table.seats.items() if token in path]
        version = re.search(r'<main data-version="(\d+)"', text)
        if version is None:  # no page of a player: no cards at all
            assert not cards_named(text)
            continue
        (seat,) = owners
        require_no_leak(text, record_of(table).state_at(int(version[1])), seat)
        pages += 1
    return pages
