"""Bots on the seats of a game."""

import random
import secrets
from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from typing import Final, Generic, final

import attrs

from keltis._lib.chance import bot_random
from keltis._lib.text import count_noun, short
from keltis.cli._commands import CommandError
from keltis.cli._terminal import M, R, S, Terminal, V
from keltis.game import Bot, Game, Match

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
class SeatedBot(Generic[V, M]):
    """A bot that answers with a legal move, or raises `BotFailed`."""

    name: str
    bot: Bot[V, M]

    def __call__(self, view: V, moves: tuple[M, ...], rng: random.Random, /) -> M:
        """Return one of the legal moves."""
        try:
            answer = self.bot(view, moves, rng)
            is_legal = answer in moves
        except (Exception, SystemExit) as error:
            raise BotFailed(f"the bot {self.name} failed: {type(error).__name__}") from error
        if not is_legal:
            raise BotFailed(f"the bot {self.name} failed: its answer is not a legal move")
        return answer


def seat_bots(
    game: Game[S, V, M, R], names: Iterable[str | None]
) -> tuple[SeatedBot[V, M] | None, ...]:
    """The bots with these names by seat, and None for a person."""
    return tuple(
        None if name is None else SeatedBot(name, game.bots.make_bot(name)) for name in names
    )


def make_hint(terminal: Terminal[S, V, M, R], match: Match[S, V, M, R]) -> str:
    """A sentence with what the default bot would do; the same whenever it is asked for."""
    name, engine, state = terminal.default_bot, terminal.game.engine, match.state
    rng = bot_random(match.seed, state.to_move, len(match.record))
    view = engine.observe(state, state.to_move)
    move = terminal.game.bots.make_bot(name)(view, engine.legal_moves(state), rng)
    return f"The {name} bot would {move}.{terminal.hint_note}"


def fixed_players(game: Game[S, V, M, R]) -> int | None:
    """The number of players, if there is only one that can play."""
    counts = game.rules.player_counts
    return counts[0] if len(counts) == 1 else None


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


def require_players(game: Game[S, V, M, R], players: int | None) -> None:
    """Refuse a number of players that is not the only one of this game."""
    expected = fixed_players(game)
    if players is not None and expected not in (None, players):
        raise CommandError(f"{game.title} is for {expected} players, not {players}")


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
