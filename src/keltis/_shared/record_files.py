"""Reading the files of records: versions, results, and moves from text or JSON."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, Protocol, TypeVar

from keltis._shared.json import JsonValue, read_version
from keltis._shared.refusals import RefusedMove
from keltis._shared.text import require_text
from keltis.errors import InvalidArgument, InvalidRules, InvalidState, RecordError

MoveT = TypeVar("MoveT")

_KEYS: Final = ("format", "version", "result", "names", "start", "moves")


def load_record(text: str, *, file_format: str, newest: int) -> tuple[int, dict[str, JsonValue]]:
    """The version and the values of a record in JSON."""
    require_text(text)
    document = JsonValue.load(text, RecordError)
    version = read_version(document, file_format=file_format, newest=newest)
    return version, document.as_object(*_KEYS)


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


class JsonMoves(Generic[MoveT]):
    """The moves in a JSON array of strings."""

    def __init__(self, moves: JsonValue, parse_move: Callable[[str], MoveT]) -> None:
        self.place = moves.path
        self._values = iter(moves.as_array())
        self._parse_move = parse_move

    def __call__(self, _state: object) -> MoveT | None:
        """The next move, or None after the last."""
        value = next(self._values, None)
        if value is None:
            return None
        self.place = value.path
        return value.parse(self._parse_move)
