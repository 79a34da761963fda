"""Tables for the tests of the server."""

import random

import keltis
from keltis.server._table import Table, new_table


def full_table(players: int = 2) -> tuple[Table, list[str]]:
    """A table whose game has begun, and the tokens of its players."""
    table, tokens = new_table(players, keltis.KELTIS), []
    for name in ("Ann", "Bob", "Cleo", "Dan")[:players]:
        table, token = table.sit_down(name)
        tokens.append(token)
    return table, tokens


def play(table: Table, version: int | None = None) -> Table:
    """The table after the first legal move."""
    assert table.record is not None
    state = table.record.final
    move = keltis.legal_moves(state)[0]
    return table.play(state.to_move, move, table.version if version is None else version)


def over_table() -> tuple[Table, list[str]]:
    """A table whose game is over, and the tokens of its players."""
    table, tokens = full_table()
    rng = random.Random(1)
    while table.record is not None and keltis.outcome(table.record.final) is None:
        state = table.record.final
        table = table.play(state.to_move, rng.choice(keltis.legal_moves(state)), table.version)
    return table, tokens


def bot_to_move_table() -> tuple[Table, str]:
    """A table with a bot that is to move, and the token of the other player."""
    table, token = new_table(2, keltis.KELTIS).sit_down("Ann")
    table = table.add_bots("Easy bot")
    while table.record is not None and table.record.final.to_move == 0:
        table = play(table)
    return table, token
