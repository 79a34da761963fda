"""A whole game as a record, for the tests of records and their files."""

import random
import re

import attrs
import pytest

from keltis import GameRecord, GameState, Move, RecordError
from keltis.testing import playthrough
from leaning import KELTIS_GAME


def record_of(game: list[tuple[GameState, Move]]) -> GameRecord:
    return GameRecord(game[0][0], tuple(move for _, move in game))


GAME = record_of(KELTIS_GAME)
assert GAME.outcome is not None
SEEDED = attrs.evolve(GAME, seed=3, names=("Ann", "Bob Ó Briain: x"))


def whole_record(
    players: int = 2, seed: int = 1, names: tuple[str, ...] = (), lean: float = 0.9
) -> GameRecord:
    """A whole game that leans towards progress."""
    start = GameRecord.seeded(players, seed, names=names)
    moves = tuple(move for _, move in playthrough(start.start, random.Random(seed), lean=lean))
    return attrs.evolve(start, moves=moves)


def refused(place: str, reason: str) -> "pytest.RaisesExc[RecordError]":
    """Expect a `RecordError` with exactly this message."""
    return pytest.raises(RecordError, match=f"^{re.escape(f'{place}: {reason}')}$")
