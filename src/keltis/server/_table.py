"""A table: who sits where, and the game that is played at it. Every change gives a new table."""

import hashlib
import secrets
from typing import Final, final

import attrs

from keltis._shared.values import Immutable, replace_item
from keltis.errors import KeltisError
from keltis.legality import legal_moves
from keltis.moves import Move
from keltis.record import GameRecord
from keltis.rules import Rules
from keltis.scoring import outcome

MAX_NAME: Final = 24
"""The most characters of a player's name."""
BOTS: Final = {
    "Easy bot": "random",
    "Medium bot": "greedy",
    "Strong bot": "search",
}
"""The bots that people can put on empty seats: their names at the table, and for `make_bot`."""
_SEED_BITS: Final = 128
_TOKEN_BYTES: Final = 24


class TableError(KeltisError):
    """A request that the rules of a table refuse.

    >>> from keltis.server import TableError
    >>> TableError("SEATS_TAKEN", "All seats are taken.").code
    'SEATS_TAKEN'
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        """A name of the reason that never changes; the message may."""


@final
@attrs.frozen
class Seat(Immutable):
    """A free seat, or one that a person or a bot has taken."""

    name: str | None = None
    token_hash: str | None = None
    """Of a person: the hash of the secret token in the link. The token itself is not kept."""
    bot: str | None = None
    """Of a bot: its name for `make_bot`."""


@final
@attrs.frozen(kw_only=True)
class Table(Immutable):
    """The seats, and the game once all of them are taken."""

    id: str
    """A part of the links: anybody who knows it can watch."""
    rules: Rules
    seats: tuple[Seat, ...]
    record: GameRecord | None = None
    games: int = 0
    """The number of games that were played here before this one."""
    version: int = 0
    """The number of changes. A move for an earlier version is refused."""

    def seat_of(self, token: str) -> int | None:
        """The seat of the person with this token; None for a wrong one."""
        given = hash_token(token)
        for number, seat in enumerate(self.seats):
            if seat.token_hash is not None and secrets.compare_digest(seat.token_hash, given):
                return number
        return None

    def sit_down(self, name: str) -> tuple["Table", str]:
        """The table after a person has taken the first free seat, and the token of the seat."""
        checked = _as_name(name)
        free = self._free_seats()
        if not free:
            raise TableError("SEATS_TAKEN", "All seats are taken.")
        if checked in (seat.name for seat in self.seats):
            raise TableError("NAME_TAKEN", "Somebody at this table has this name already.")
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        seat = Seat(checked, hash_token(token))
        return _next_version(self, replace_item(self.seats, free[0], seat)), token

    def add_bots(self, bot: str) -> "Table":
        """The table with a bot on every free seat."""
        if bot not in BOTS:
            raise TableError("UNKNOWN_BOT", f"There is no such bot; there are: {', '.join(BOTS)}.")
        free = self._free_seats()
        if not free:
            raise TableError("SEATS_TAKEN", "All seats are taken.")
        seats = self.seats
        for number, seat in enumerate(free, 1):
            name = bot if len(free) == 1 else f"{bot} {number}"
            seats = replace_item(seats, seat, Seat(name, bot=BOTS[bot]))
        return _next_version(self, seats)

    def play(self, seat: int, move: Move, version: int) -> "Table":
        """The table after a move, and after those of the same player that leave no choice.

        Raises `TableError` out of turn, and `IllegalMove`.
        """
        record = self._game(version)
        state = record.final
        if outcome(state) is None and seat != state.to_move:
            raise TableError("NOT_YOUR_TURN", f"It is the turn of {record.names[state.to_move]}.")
        record = record.append(move)
        while record.final.to_move == seat and len(moves := legal_moves(record.final)) == 1:
            record = record.append(moves[0])
        return attrs.evolve(self, record=record, version=self.version + 1)

    def rematch(self, version: int) -> "Table":
        """The table with a new game after one that is over. The next player begins."""
        record = self._game(version)
        if outcome(record.final) is None:
            raise TableError("NOT_OVER", "The game is not over.")
        return _next_version(self, self.seats, games=self.games + 1)

    def _game(self, version: int) -> GameRecord:
        """The game, which must have started and must still have this version."""
        if self.record is None:
            raise TableError("NOT_STARTED", "The game has not started: a seat is free.")
        if version != self.version:
            raise TableError("MOVED_ON", "The game has moved on. Please look again.")
        return self.record

    def _free_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.name is None]


def new_table(players: int, rules: Rules) -> Table:
    """A table with free seats only."""
    if players not in rules.player_counts:
        counts = ", ".join(map(str, rules.player_counts))
        raise TableError("PLAYERS", f"The number of players must be one of {counts}.")
    seats = (Seat(),) * players
    return Table(id=secrets.token_urlsafe(_TOKEN_BYTES), rules=rules, seats=seats)


def hash_token(token: str) -> str:
    """The hash of a token. The server stores no token itself."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _as_name(name: str) -> str:
    stripped = " ".join(name.split())
    if not 0 < len(stripped) <= MAX_NAME or not stripped.isprintable() or "#" in stripped:
        raise TableError("NAME", f"A name has 1 to {MAX_NAME} characters, none of them a #.")
    return stripped


def _next_version(table: Table, seats: tuple[Seat, ...], games: int = 0) -> Table:
    """The table with these seats and no moves; the game starts when all seats are taken."""
    names = tuple(seat.name for seat in seats if seat.name is not None)
    record = None
    if len(names) == len(seats):
        record = GameRecord.seeded(
            len(seats),
            secrets.randbits(_SEED_BITS),
            rules=table.rules,
            first_player=games % len(seats),
            names=names,
        )
    version = table.version + 1
    return attrs.evolve(table, seats=seats, record=record, games=games, version=version)
