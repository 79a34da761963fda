"""Bots that sit at the table."""

import random
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Final, TypeVar, final

import attrs

from keltis._shared.text import short_repr
from keltis.arena import derived_seed
from keltis.bots import Bot, make_bot
from keltis.cli.errors import CommandError
from keltis.legality import legal_moves
from keltis.moves import Move
from keltis.record import MAX_MOVES, GameRecord
from keltis.view import observe

M = TypeVar("M")
"""A move of whichever game."""

DEFAULT_BOT: Final = "greedy"
"""The bot that plays where none is named."""
_SEEDS: Final = 1_000_000


class BotFailed(CommandError):
    """A bot did not answer with a legal move, or it raised the error that is the cause of this one.

    What that error says is not in the message: it may tell of cards that only the bot knows.
    """

    @property
    def whole(self) -> str:
        """The message with what the error says, where there is nothing to hide."""
        cause = "" if self.__cause__ is None else short_repr(self.__cause__, str)
        return f"{self}: {cause}" if cause else str(self)


@final
@attrs.frozen
class Opponent:
    """A bot and the name it was made from."""

    name: str
    bot: Bot

    @classmethod
    def named(cls, name: str) -> "Opponent":
        """The bot with this name."""
        return cls(name, make_bot(name))

    def decide(self, record: GameRecord, seed: int) -> Move:
        """What the bot decides at the end of a record.

        Its chance follows from the seed and from how many moves there were: so a game that is saved
        and loaded goes on as it would have gone on.
        """
        state = record.final
        moves = legal_moves(state)
        rng = random.Random(derived_seed(seed, "bot", state.to_move, len(record)))
        return legal_answer(
            self.name, lambda: self.bot(observe(state, state.to_move), moves, rng), moves
        )


def legal_answer(name: str, ask: Callable[[], M], moves: Sequence[M]) -> M:
    """What the bot of this name answers; it must be one of these moves."""
    try:
        answer = ask()
        is_legal = answer in moves
    except (Exception, SystemExit) as error:
        raise BotFailed(f"the bot {name} failed: {type(error).__name__}") from error
    if not is_legal:
        raise BotFailed(f"the bot {name} failed: its answer is not a legal move")
    return answer


def opponents(names: Iterable[str]) -> tuple[Opponent, ...]:
    """The bots with these names."""
    return tuple(map(Opponent.named, names))


def filled(names: Sequence[str], players: int | None) -> tuple[str, ...]:
    """Names for so many players, going round; by default as many as there are, and at least two."""
    seats = max(2, len(names)) if players is None else players
    if seats < len(names):
        raise CommandError(f"{len(names)} bots are too many for {seats} players")
    return tuple(islice(cycle(names), seats))


def fresh_seed(seeds: int = _SEEDS) -> int:
    """A seed for somebody who has given none; short enough to be typed."""
    return secrets.randbelow(seeds)


def played_on(record: GameRecord, seats: Mapping[int, Opponent], seed: int) -> Iterator[GameRecord]:
    """The record after each further move of these bots, until a seat is due that has none, or the game is over."""
    while (
        record.outcome is None and record.final.to_move in seats and len(record) < MAX_MOVES
    ):  # E3
        record = record.append(seats[record.final.to_move].decide(record, seed))
        yield record
