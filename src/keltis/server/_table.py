"""A table: who sits where, and the game that is played at it. Every change gives a new table."""

import gzip
import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Final, Generic, TypeAlias, TypedDict, TypeVar, final

import attrs

from keltis._lib.values import Immutable, replace_item
from keltis.errors import KeltisError
from keltis.game import MAX_MOVES, M, Match, R, Record, Rules, S, State, V
from keltis.server._page import Page, SceneDocument

S_co = TypeVar("S_co", bound=State, covariant=True)
V_co = TypeVar("V_co", covariant=True)
M_co = TypeVar("M_co", covariant=True)
R_co = TypeVar("R_co", bound=Rules, covariant=True)

MAX_NAME: Final = 24
"""The most characters of a player's name."""
MAX_PATIENCE: Final = 7 * 86_400
"""The most seconds to wait for a player who is away."""
_COMPRESSION: Final = 1  # higher levels take much longer and gain little
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
@attrs.frozen
class Undo(Immutable):
    """A turn that a player wants to take back."""

    seat: int
    moves: int
    """The number of moves that stay."""
    agreed: frozenset[int] = frozenset()


@final
@attrs.frozen(kw_only=True)
class Table(Immutable, Generic[S_co, V_co, M_co, R_co]):
    """The seats, and the game once all of them are taken."""

    page: Page[S_co, V_co, M_co, R_co]
    """What the game is, and how its page displays it."""
    id: str
    """A part of the links: anybody who knows it can watch."""
    rules: R_co
    seats: tuple[Seat, ...]
    record: Record[S_co, M_co] | None = None
    games: int = 0
    """The number of games that were played here before this one."""
    version: int = 0
    """The number of changes. A move for an earlier version is refused."""
    patience: int | None = None
    """The seconds after which a bot moves for a player who is away; None: never."""
    stood_in: int | None = None
    """The seat for which a bot has just moved."""
    undo: Undo | None = None
    """What a player asks for. Like the next field it is not kept in files: people ask again."""
    again: frozenset[int] = frozenset()
    """The seats that want to play again."""

    @property
    def bots(self) -> Mapping[str, str]:
        """The bots that people can put on empty seats: their names here, and for `make_bot`."""
        return {f"{level.capitalize()} bot": name for level, name in self.page.bots.items()}

    def seat_of(self, token: str) -> int | None:
        """The seat of the person with this token; None for a wrong one."""
        given = hash_token(token)
        for number, seat in enumerate(self.seats):
            if seat.token_hash is not None and secrets.compare_digest(seat.token_hash, given):
                return number
        return None

    def sit_down(self, name: str) -> tuple["Table[S_co, V_co, M_co, R_co]", str]:
        """The table after a person has taken the first free seat, and the token of the seat."""
        checked = _as_name(name)
        free = self._free_seats()
        if checked in (seat.name for seat in self.seats):
            raise TableError("NAME_TAKEN", "Someone at this table already has this name.")
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        seat = Seat(checked, hash_token(token))
        return _next_version(self, replace_item(self.seats, free[0], seat)), token

    def add_bots(self, bot: str) -> "Table[S_co, V_co, M_co, R_co]":
        """The table with a bot on every free seat."""
        if bot not in self.bots:
            there = ", ".join(self.bots)
            raise TableError("UNKNOWN_BOT", f"The bot must be one of {there}.")
        free, seats = self._free_seats(), self.seats
        for number, seat in enumerate(free, 1):
            name = bot if len(free) == 1 else f"{bot} {number}"
            seats = replace_item(seats, seat, Seat(name, bot=self.bots[bot]))
        return _next_version(self, seats)

    def play(self, seat: int, move: str, version: int) -> "Table[S_co, V_co, M_co, R_co]":
        """The table after a move, and after those of the same player that leave no choice.

        Raises `TableError` out of turn, and the error of the game for an illegal move.
        """
        match = self._match(version)
        if self.is_truncated:
            raise TableError("TRUNCATED", f"The game is over after {MAX_MOVES:,} moves.")
        due = match.state.to_move
        if match.outcome is None and seat != due:
            raise TableError("NOT_YOUR_TURN", f"It is {match.record.names[due]}'s turn.")
        return _after(self, match, self.page.game.notation.parse_move(move))

    @property
    def is_truncated(self) -> bool:
        """Whether the game is over without a winner, as it has reached `MAX_MOVES` (E3)."""
        record = self.record
        return record is not None and record.outcome is None and len(record) >= MAX_MOVES

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or has reached the limit of moves."""
        return self.is_truncated or (self.record is not None and self.record.outcome is not None)

    @property
    def is_bot_due(self) -> bool:
        """Whether a bot is to move."""
        if self.record is None or self.is_over:
            return False
        return self.seats[self.record.final.to_move].bot is not None

    @property
    def may_stand_in(self) -> bool:
        """Whether a bot moves for the player who is due, if that player takes too long."""
        going = self.record is not None and not self.is_over
        return going and self.patience is not None and not self.is_bot_due

    def advance(self) -> "Table[S_co, V_co, M_co, R_co]":
        """The table after the move of the bot that is due, and those that leave it no choice.

        If a person is due, a bot moves in their place.
        """
        match = self._match(self.version)
        seat = match.state.to_move
        if self.is_bot_due:
            return _after(self, match, match.advance(1).record.moves[-1])
        names = [*self.bots.values()]
        bot = match.game.bots.make_bot(names[len(names) // 2])
        standing = attrs.evolve(match, bots=replace_item(match.bots, seat, bot))
        table = _after(self, match, standing.advance(1).record.moves[-1])
        return attrs.evolve(table, stood_in=seat)

    def rematch(self, seat: int, version: int) -> "Table[S_co, V_co, M_co, R_co]":
        """The table with the wish of a player to play again, or with a new game if all agree.

        The next player begins.
        """
        votes = self.version - version
        self._match(self.version if 0 <= votes <= len(self.again) else version)
        if not self.is_over:
            raise TableError("NOT_OVER", "The game is not over.")
        again = self.again | {seat}
        if again >= self._people():
            return _next_version(self, self.seats, games=self.games + 1)
        return attrs.evolve(self, again=again, version=self.version + 1)

    def take_back(
        self, seat: int, version: int, *, agrees: bool
    ) -> "Table[S_co, V_co, M_co, R_co]":
        """The table after a player asks to take a turn back, or answers somebody who does.

        It is taken back when all people at the table agree, as all have seen it. A player who does
        not agree ends the question, as any move does.
        """
        asked = self.undo
        votes = self.version - version
        is_answer = asked is not None and 0 <= votes < len(asked.agreed)
        match = self._match(self.version if is_answer else version)
        if asked is None:
            moves = match.last_turn(seat)
            if moves is None or self._is_final:
                raise TableError("NO_TURN", "You have no turn to take back.")
            asked = Undo(seat, moves)
        asked = attrs.evolve(asked, agreed=asked.agreed | {seat})
        if not agrees:
            return attrs.evolve(self, undo=None, version=self.version + 1)
        if asked.agreed >= self._people():
            record = match.record.until(asked.moves)
            return attrs.evolve(
                self, record=record, undo=None, stood_in=None, version=self.version + 1
            )
        return attrs.evolve(self, undo=asked, version=self.version + 1)

    def until(self, moves: int) -> "Table[S_co, V_co, M_co, R_co]":
        """The table after this number of moves, or after all of them if there are fewer."""
        record = self.record and self.record.until(min(moves, len(self.record)))
        return attrs.evolve(self, record=record)

    @property
    def _is_final(self) -> bool:
        """Whether the game is over for others too, so that its last turn stays."""
        return self.is_over and len(self._people()) > 1

    def _people(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.token_hash is not None)

    def _match(self, version: int) -> Match[S_co, V_co, M_co, R_co]:
        """The game, which must have started and must still have this version."""
        record = self.record
        if record is None:
            raise TableError("NOT_STARTED", "The game has not started: a seat is free.")
        if version != self.version:
            raise TableError("MOVED_ON", "The game has moved on. Please look again.")
        make_bot = self.page.game.bots.make_bot
        return Match(
            game=self.page.game,
            record=record,
            bots=tuple([None if seat.bot is None else make_bot(seat.bot) for seat in self.seats]),
            seed=secrets.randbits(_SEED_BITS) if record.seed is None else record.seed,
            skip_forced=False,
            max_moves=MAX_MOVES,
        )

    def document(self, viewer: int | None, *, choice: str | None, theme: str) -> "TableDocument":
        """The table as one viewer may know it, as data for JSON.

        What the viewer has chosen so far is marked in the picture.
        """
        page, record = self.page, self.record
        scene = picture = None
        if record is not None:
            seat = None if self.is_truncated else viewer  # nobody can move any more
            scene = page.scene(record, seat)
            picture = page.picture(record, seat, choice=choice, theme=theme)
        return {
            "version": self.version,
            "rules": page.game.notation.format_rules(self.rules),
            "viewer": viewer,
            "seats": [{"name": seat.name, "is_bot": seat.bot is not None} for seat in self.seats],
            "bots": list(self.bots),
            "truncated": self.is_truncated,
            "moves": len(record) if record is not None and self.is_over else None,
            "again": sorted(self.again),
            "undo": None if self.undo is None else self.undo.seat,
            "agreed": [] if self.undo is None else sorted(self.undo.agreed),
            "can_undo": self._can_take_back(viewer),
            "stood_in": self.stood_in,
            "scene": scene,
            "picture": picture,
        }

    def _can_take_back(self, viewer: int | None) -> bool:
        if viewer is None or self.record is None or self._is_final:
            return False
        return self._match(self.version).last_turn(viewer) is not None

    def to_gzip(self, viewer: int | None, *, choice: str | None, theme: str) -> bytes:
        """`document` as JSON, compressed by gzip: the picture becomes much smaller."""
        document = self.document(viewer, choice=choice, theme=theme)
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        return gzip.compress(text.encode(), _COMPRESSION, mtime=0)

    def _free_seats(self) -> list[int]:
        free = [number for number, seat in enumerate(self.seats) if seat.name is None]
        if not free:
            raise TableError("SEATS_TAKEN", "All seats are taken.")
        return free


class SeatDocument(TypedDict):
    """A seat. It is free if it has no name."""

    name: str | None
    is_bot: bool


class TableDocument(TypedDict):
    """A table, its game as a scene, and the picture of the board."""

    version: int
    rules: str
    viewer: int | None
    """The seat of the viewer; null for a spectator."""
    seats: list[SeatDocument]
    bots: list[str]
    """The bots for free seats."""
    again: list[int]
    """The seats that want to play again."""
    undo: int | None
    """The seat that asks to take a turn back."""
    agreed: list[int]
    """The seats that agree."""
    can_undo: bool
    """Whether the viewer has a turn to take back."""
    stood_in: int | None
    """The seat for which a bot has just moved, as the player was away."""
    moves: int | None
    """The number of moves of a game that is over; each position can be looked at."""
    truncated: bool
    """Whether the game has reached the limit of moves: it is over, and nobody has won."""
    scene: SceneDocument | None
    """The game; null before it starts."""
    picture: str | None
    """The board as SVG."""


AnyTable: TypeAlias = Table[State, object, object, Rules]
"""A table of whichever game."""


def new_table(
    page: Page[S, V, M, R], players: int, rules: R, patience: int | None = None
) -> Table[S, V, M, R]:
    """A table with free seats only."""
    if patience is not None and not 1 <= patience <= MAX_PATIENCE:
        raise TableError("PATIENCE", f"A bot moves after 1 to {MAX_PATIENCE} seconds.")
    if players not in rules.player_counts:
        counts = ", ".join(map(str, rules.player_counts))
        raise TableError("PLAYERS", f"The number of players must be one of {counts}.")
    seats = (Seat(),) * players
    table_id = secrets.token_urlsafe(_TOKEN_BYTES)
    return Table(page=page, id=table_id, rules=rules, seats=seats, patience=patience)


def hash_token(token: str) -> str:
    """The hash of a token. The server stores no token itself."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _as_name(name: str) -> str:
    stripped = " ".join(name.split())
    if not 0 < len(stripped) <= MAX_NAME or not stripped.isprintable() or "#" in stripped:
        raise TableError("NAME", f"A name has 1 to {MAX_NAME} characters, none of them a #.")
    return stripped


def _next_version(
    table: Table[S, V, M, R], seats: tuple[Seat, ...], games: int = 0
) -> Table[S, V, M, R]:
    """The table with these seats and no moves; the game starts when all seats are taken."""
    names = tuple(seat.name for seat in seats if seat.name is not None)
    record = None
    if len(names) == len(seats):
        record = table.page.game.record.new_record(
            len(seats),
            seed=secrets.randbits(_SEED_BITS),
            rules=table.rules,
            first_player=games % len(seats),
            names=names,
        )
    version = table.version + 1
    return attrs.evolve(
        table,
        seats=seats,
        record=record,
        games=games,
        version=version,
        again=frozenset(),
        undo=None,
        stood_in=None,
    )


def _after(table: Table[S, V, M, R], match: Match[S, V, M, R], move: M) -> Table[S, V, M, R]:
    """The table after a move, and after those of the same player that leave no choice."""
    seat, engine = match.state.to_move, match.game.engine
    match = match.play(move, seat=seat)
    while match.state.to_move == seat and not match.truncated:
        moves = engine.legal_moves(match.state)
        if len(moves) != 1:
            break
        match = match.play(moves[0], seat=seat)
    return attrs.evolve(
        table, record=match.record, version=table.version + 1, undo=None, stood_in=None
    )
