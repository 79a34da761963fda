"""Bots on the seats of a game."""

import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Final, Generic, final

import attrs

from keltis._shared.chance import bot_random
from keltis._shared.narration import count_noun
from keltis._shared.text import short
from keltis.cli._commands import CommandError
from keltis.cli._games import Decide, Game, M, R

SHORT_SEEDS: Final = 1_000_000
"""The number of seeds that are easy to type."""
SECRET_SEEDS: Final = 2**63
"""The number of seeds when nobody should find the deal by trying."""


class BotFailed(CommandError):
    """A bot raised an error, which is the cause of this one, or its answer was not legal.

    The message leaves out what the error says: it may contain cards that only the bot knows.
    """

    @property
    def full_message(self) -> str:
        """The message with what the error says, for somebody who may know all cards."""
        cause = "" if self.__cause__ is None else short(str(self.__cause__))
        return f"{self}: {cause}" if cause else str(self)


@final
@attrs.frozen
class SeatedBot(Generic[R]):
    """A bot and the name it was made from."""

    name: str
    decide: Decide[R]


def seat_bots(game: Game[R, M], names: Mapping[int, str]) -> dict[int, SeatedBot[R]]:
    """The bots with these names by seat."""
    return {seat: SeatedBot(name, game.make_bot(name)) for seat, name in names.items()}


def play_bots(
    game: Game[R, M],
    record: R,
    bots: Mapping[int, SeatedBot[R]],
    seed: int,
    *,
    max_moves: int | None = None,
) -> Iterator[R]:
    """The record after each further move, until the game is over or a seat without a bot is due."""
    while record.outcome is None and (max_moves is None or len(record) < max_moves):
        seat = game.seat_to_move(record)
        forced = game.append_forced(record)
        if forced is not None:
            record = forced
        elif seat in bots:
            rng = bot_random(seed, seat, len(record))
            record = game.append(record, _ask_bot(game, record, bots[seat], rng))
        else:
            return
        yield record


def _ask_bot(game: Game[R, M], record: R, bot: SeatedBot[R], rng: random.Random) -> M:
    """The answer of a bot, which must be a legal move."""
    moves = game.legal_moves(record)
    try:
        answer = bot.decide(record, rng)
        place = moves.index(answer) if answer in moves else None
    except (Exception, SystemExit) as error:
        raise BotFailed(f"the bot {bot.name} failed: {type(error).__name__}") from error
    if place is None:
        raise BotFailed(f"the bot {bot.name} failed: its answer is not a legal move")
    return moves[place]


def make_hint(game: Game[R, M], record: R, seed: int) -> str:
    """A sentence with what the default bot would do; the same whenever it is asked for."""
    rng = bot_random(seed, game.seat_to_move(record), len(record))
    move = game.make_bot(game.default_bot)(record, rng)
    return f"The {game.default_bot} bot would {move}.{game.hint_note}"


_MAX_SEATS: Final = 100  # more than any rules have


def fill_seats(names: Sequence[str], players: int | None) -> tuple[str, ...]:
    """Names for this many players, repeated in turn; by default one for each name, at least two."""
    seats = max(2, len(names)) if players is None else players
    require_room(len(names), seats)
    if seats > _MAX_SEATS:
        raise CommandError(f"expected at most {_MAX_SEATS} players, not {seats}")
    return tuple(islice(cycle(names), seats))


def require_room(bots: int, seats: int) -> None:
    """Refuse more bots than seats."""
    if bots > seats:
        raise CommandError(f"{bots} bots are too many for {count_noun(seats, 'seat')}")


def require_players(game: Game[R, M], players: int | None) -> None:
    """Refuse a number of players that is not the only one of this game."""
    if players is not None and game.players not in (None, players):
        raise CommandError(f"{game.title} is for {game.players} players, not {players}")


def require_seat(seat: int, players: int) -> None:
    """Refuse a seat that a game of this number of players does not have."""
    if seat >= players:
        raise CommandError(
            f"there is no seat {seat}: with {count_noun(players, 'player')} the seats are "
            f"0 to {players - 1}"
        )


def random_seed(seeds: int = SHORT_SEEDS) -> int:
    """A seed below this number, for somebody who has given none."""
    return secrets.randbelow(seeds)
