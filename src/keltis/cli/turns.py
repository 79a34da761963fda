"""A game turn by turn, as it is told."""

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar, final

import attrs

from keltis._shared.values import Immutable
from keltis.cli.looks import Look
from keltis.moves import Phase
from keltis.record import GameRecord
from keltis.state import GameState

S = TypeVar("S")
"""A position of whichever game."""


@final
@attrs.frozen
class Turn(Immutable, Generic[S]):
    """What one player did, in Keltis from the card played to the card drawn."""

    number: int
    """From 1."""
    state: S
    """The position after it."""
    sentences: tuple[str, ...]


def turns(records: Iterable[GameRecord], look: Look) -> Iterator[Turn[GameState]]:
    """The turns of a game that is given as the record after each of its moves."""
    number = 1
    sentences: list[str] = []
    state = None
    for record in records:
        state = record.final
        sentences += look.sentences(record)
        if state.phase in (Phase.PLAY, Phase.OVER):
            yield Turn(number, state, tuple(sentences))
            number += 1
            sentences = []
    if state is not None and sentences:  # the game was broken off within a turn
        yield Turn(number, state, tuple(sentences))
