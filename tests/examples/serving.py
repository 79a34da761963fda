"""A running play server for tests, and the search for hidden cards in its responses."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import attrs
from play_server import Handler, PlayServer, Table

from keltis import KELTIS, GameState
from keltis.record import GameRecord

SINGLE_COPIES = attrs.evolve(KELTIS, copies=1, cards_removed=((2, 5),))
"""Rules with one copy of each card, so that its name identifies it."""

_NAMED = (
    r"(?<![\w-])([RYPGB])(10|[0-9])(?![\w-])",  # in a sentence, a move or a title
    r"<i>([RYPGB])</i><b>(\d+)</b>",  # as a card on the page
    r'class="keltis-card" data-card="([RYPGB])(\d+)"',  # in the picture
)


class RecordingHandler(Handler):
    """A handler that records its responses: the path and the text."""

    recorded_responses: list[tuple[str, str]]

    def answer(self, status: HTTPStatus, kind: str, body: str, location: str | None = None) -> None:
        self.recorded_responses.append((self.path, f"{location or ''}\n{body}"))
        super().answer(status, kind, body, location)


@contextmanager
def run_server(
    start: GameState, names: tuple[str, ...] = ("Ann", "Bob")
) -> Iterator[tuple[PlayServer, list[tuple[str, str]]]]:
    """Run a server on a free port of this machine; give it and the list of its responses."""
    responses: list[tuple[str, str]] = []
    with PlayServer(Table(start, names)) as server:
        server.RequestHandlerClass = type(
            "Recording", (RecordingHandler,), {"recorded_responses": responses}
        )
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server, responses
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
    """The secret tokens of the players, by seat."""
    return list(table.seats)


def named_cards(text: str) -> set[str]:
    """The cards that a response names or draws."""
    return {letter + value for pattern in _NAMED for letter, value in re.findall(pattern, text)}


def hidden_cards(state: GameState, seat: int) -> set[str]:
    """The cards whose place this player cannot know, under the rules `SINGLE_COPIES`."""
    hidden = [*state.draw_pile, *state.removed]
    for other, player in enumerate(state.players):
        if other != seat:
            hidden += [card for card in player.hand if card not in player.seen]
    return set(map(str, hidden))


def require_no_leak(text: str, state: GameState, seat: int) -> None:
    """Fail if a response to this player names a card that is hidden in this state."""
    assert not named_cards(text) & hidden_cards(state, seat)


def require_no_leaks(responses: list[tuple[str, str]], table: Table) -> int:
    """Fail if a response names a card that was hidden at its time; return the number of pages."""
    pages = 0
    for path, text in responses:
        owners = [seat for token, seat in table.seats.items() if token in path]
        version = re.search(r'<main data-version="(\d+)"', text)
        if version is None:  # not the page of a player: it must name no card
            assert not named_cards(text)
            continue
        (seat,) = owners
        require_no_leak(text, record_of(table).state_at(int(version[1])), seat)
        pages += 1
    return pages
