"""Reading the records in files: where the start and the moves are, for errors."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

from keltis._shared.refusals import RefusedMove
from keltis.errors import InvalidArgument, InvalidRules, InvalidState, RecordError

MoveT = TypeVar("MoveT")


@contextmanager
def locate_start(place: str) -> Iterator[None]:
    """Let the error for an impossible start name its place."""
    try:
        yield
    except (InvalidArgument, InvalidRules, InvalidState) as error:
        raise RecordError(place, f"the game cannot start like this: {error}") from error


class MoveReader(Protocol):
    """Reads the moves of a record one by one; `Record.play` calls it."""

    @property
    def place(self) -> str:
        """Where the last move is."""


@contextmanager
def locate_moves(reader: MoveReader) -> Iterator[None]:
    """Let the error for an illegal move name the place where it was read."""
    try:
        yield
    except RefusedMove as error:
        raise RecordError(reader.place, str(error)) from error
    except RecordError as error:
        raise RecordError(reader.place, error.reason) from None


class ListedMoves(Generic[MoveT]):
    """The moves in an array of a document, which has the key `moves`."""

    def __init__(self, moves: Iterable[MoveT]) -> None:
        self.place = ".moves"
        self._moves = enumerate(moves)

    def __call__(self, _state: object) -> MoveT | None:
        """The next move, or None after the last."""
        for index, move in self._moves:
            self.place = f".moves[{index}]"
            return move
        return None
