"""Tables for the tests of the server."""

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

import noughts
from helpers import TIMEOUT
from keltis.game import M, R, S, V
from keltis.server import CELTIC_PAGE, KELTIS_PAGE, Page
from keltis.server._table import Table, new_table

if TYPE_CHECKING:
    import uvicorn

pages = pytest.mark.parametrize(
    "page", [KELTIS_PAGE, CELTIC_PAGE, Page(noughts.GAME)], ids=lambda page: page.game.name
)
"""The pages of both games, and of one that the server does not know."""


def waiting_table(page: Page[S, V, M, R], players: int = 2) -> tuple[Table[S, V, M, R], str]:
    """A table with one player, and the player's token."""
    return new_table(page, players, page.game.rules).sit_down("Ann")


def full_table(page: Page[S, V, M, R], players: int = 2) -> tuple[Table[S, V, M, R], list[str]]:
    """A table whose game has begun, and the tokens of its players."""
    table, token = waiting_table(page, players)
    tokens = [token]
    for name in ("Bob", "Cleo", "Dan")[: players - 1]:
        table, token = table.sit_down(name)
        tokens.append(token)
    return table, tokens


def moves_of(table: Table[S, V, M, R]) -> tuple[M, ...]:
    """The legal moves."""
    assert table.record is not None
    return table.page.game.engine.legal_moves(table.record.final)


def play(
    table: Table[S, V, M, R], move: M | None = None, version: int | None = None
) -> Table[S, V, M, R]:
    """The table after a move, the first legal one if it is not given."""
    assert table.record is not None
    chosen = moves_of(table)[0] if move is None else move
    number = table.version if version is None else version
    return table.play(table.record.final.to_move, str(chosen), number)


def over_table(page: Page[S, V, M, R]) -> tuple[Table[S, V, M, R], list[str]]:
    """A table whose game is over, and the tokens of its players."""
    table, tokens = full_table(page)
    rng = random.Random(1)
    while moves := moves_of(table):
        table = play(table, rng.choice(moves))
    return table, tokens


def bot_to_move_table(page: Page[S, V, M, R]) -> tuple[Table[S, V, M, R], str]:
    """A table with a bot that is to move, and the token of the other player."""
    table, token = waiting_table(page)
    table = table.add_bots("Easy bot")
    while not table.is_bot_due:
        table = play(table)
    return table, token


@contextmanager
def run_server(server: "uvicorn.Server", port: int = 0) -> Iterator[int]:
    """Run a server in a thread, on any free port unless one is given; its port."""
    with socket.create_server(("127.0.0.1", port)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(TIMEOUT)
