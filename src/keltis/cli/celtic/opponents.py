"""Bots that play CELTIC!, by their names."""

import random
import re
from argparse import ArgumentTypeError
from collections.abc import Iterator, Mapping
from typing import Final, final

import attrs

from keltis._shared.text import quoted
from keltis.arena import derived_seed
from keltis.celtic import Move, Player, legal_moves
from keltis.celtic.bots import Bot, RandomBot, SearchBot
from keltis.celtic.moves import PASS
from keltis.celtic.record import GameRecord
from keltis.cli.errors import CommandError
from keltis.cli.opponents import legal_answer

DEFAULT_BOT: Final = "search"
"""The bot that plays where none is named."""

_GAMES: Final = re.compile("search:games=([1-9][0-9]{0,6})")
_NAMES: Final = "random, search, or search:games=N, which plays N games for a move"


def make_bot(name: str) -> Bot:
    """The bot with this name.

    >>> make_bot("search:games=50")
    SearchBot(games=50)
    """
    if name == "random":
        return RandomBot()
    if name == "search":
        return SearchBot()
    if games := _GAMES.fullmatch(name):
        return SearchBot(int(games[1]))
    raise CommandError(f"no bot of CELTIC! is called {quoted(name)}: expected {_NAMES}")


def bot_name(text: str) -> str:
    """A name that some bot has, as the value of an argument."""
    try:
        make_bot(text)
    except CommandError as error:
        raise ArgumentTypeError(str(error)) from error
    return text


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
        """What the bot decides at the end of a record. Its chance follows from the seed and from how many moves there were."""
        state = record.final
        moves = legal_moves(state)
        rng = random.Random(derived_seed(seed, "bot", int(state.to_move), len(record)))
        return legal_answer(self.name, lambda: self.bot(state, moves, rng), moves)


def played_on(
    record: GameRecord, seats: Mapping[Player, Opponent], seed: int
) -> Iterator[GameRecord]:
    """The record after each further move of these bots, until somebody else has to decide, or the game is over.

    Nobody has to decide to pass: that is forced (K8).
    """
    while record.outcome is None:
        mover = record.final.to_move
        if legal_moves(record.final) == (PASS,):
            record = record.append(PASS)
        elif mover in seats:
            record = record.append(seats[mover].decide(record, seed))
        else:
            return
        yield record
