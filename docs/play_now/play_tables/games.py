"""Games between a visitor and bots, at tables of the server."""

import secrets
from typing import Final

import keltis
from keltis import celtic
from keltis.bots import advise, bot_random
from keltis.documents import from_json
from keltis.errors import InvalidArgument
from keltis.game import M, R, Record, S, V
from keltis.server import CELTIC_PAGE, Page
from keltis.server._table import AnyTable, Seat, Table

NAMES: Final = ("Fionn", "Morna", "Oisin")
"""The names of the bots."""
_SEED_BITS: Final = 64


def new_game(
    page: Page[S, V, M, R], players: int, visitor: int, name: str, level: str, *, first: int = 0
) -> Table[S, V, M, R]:
    """A table with a new game."""
    record = page.game.record.new_record(
        players,
        seed=secrets.randbits(_SEED_BITS),
        first_player=first,
        names=_names(players, visitor, name),
    )
    return seat_bots(page, record, visitor, level)


def load_game(
    page: Page[S, V, M, R], text: str, visitor: int, name: str, level: str
) -> Table[S, V, M, R]:
    """The table of a saved game, in JSON or as text. A record without names gets some."""
    records = page.game.record
    is_json = text.lstrip().startswith("{")
    record = from_json(records.GameRecord, text) if is_json else records.parse_record(text)
    names = record.names or _names(record.player_count, visitor, name)
    return seat_bots(page, record.rename(names), visitor, level)


def seat_bots(
    page: Page[S, V, M, R], record: Record[S, M], visitor: int, level: str
) -> Table[S, V, M, R]:
    """The table of a game at which bots of this level take all seats but that of the visitor."""
    bots = [None if seat == visitor else page.bots[level] for seat in range(record.player_count)]
    seats = [Seat(name, bot=bot) for name, bot in zip(record.names, bots, strict=True)]
    return Table(page=page, id="", rules=page.game.rules, seats=tuple(seats), record=record)


def _names(players: int, visitor: int, name: str) -> tuple[str, ...]:
    bots = NAMES[: players - 1]
    return (*bots[:visitor], name, *bots[visitor:])


def visitor_at(table: Table[S, V, M, R]) -> int:
    """The seat of the visitor."""
    return next(number for number, seat in enumerate(table.seats) if seat.bot is None)


def play_bot(table: Table[S, V, M, R]) -> Table[S, V, M, R]:
    """The table after all moves of the turn of a bot."""
    while table.is_bot_due:
        table = table.advance()
        if table.record is not None and table.record.starts_turn(table.record.final):
            break
    return table


def hint(table: AnyTable) -> str:
    """What a bot of medium strength would do, and why."""
    assert table.record is not None
    state, visitor = table.record.final, visitor_at(table)
    if state.to_move != visitor or table.is_over:
        raise InvalidArgument("it is not your turn")
    if isinstance(state, keltis.GameState):
        view = keltis.observe(state, visitor)
        (advice,) = advise(view, bots=["greedy"], seed=0)
        return advice.explain(view, who="A bot")
    assert isinstance(state, celtic.GameState)
    bot = celtic.bots.make_bot(CELTIC_PAGE.bots["medium"])
    move = bot(state, celtic.legal_moves(state), bot_random(0, visitor, len(table.record)))
    leads = celtic.events.preview(state, move) or "it won most of the games that the bot tried"
    return f"A bot would lay the {celtic.events.meaning(move)}: {leads}."
