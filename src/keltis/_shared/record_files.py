"""Reading the files of records: versions, results, and moves from text or JSON."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, Protocol, TypeVar

from keltis._shared.json import JsonValue, read_version
from keltis._shared.refusals import RefusedMove
from keltis._shared.text import Line, Lines, quoted, require_text, unsupported_version
from keltis.errors import InvalidArgument, InvalidRules, InvalidState, NotationError, RecordError

MoveT = TypeVar("MoveT")

_KEYS: Final = ("format", "version", "result", "names", "start", "moves")


def load_record(text: str, *, file_format: str, newest: int) -> tuple[int, dict[str, JsonValue]]:
    """The version and the values of a record in JSON."""
    require_text(text)
    document = JsonValue.load(text, RecordError)
    version = read_version(document, file_format=file_format, newest=newest)
    return version, document.as_object(*_KEYS)


def require_version(version: int, newest: int, place: str) -> None:
    """Refuse a version that this release cannot read."""
    if version > newest:
        raise RecordError(place, unsupported_version(version, newest))


def require_result(line: Line | None, result: str) -> None:
    """Refuse a line with another result than the one that follows from the moves."""
    if line is not None and line.value != result:
        reason = f"the result is given as {quoted(line.value)}, but the moves give {result!r}"
        raise RecordError(f"line {line.number}", reason)


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


class _HasPlayerToMove(Protocol):
    @property
    def to_move(self) -> object: ...


class TextMoves(Generic[MoveT]):
    """The moves in lines like `player: move`, as far as the line `end`."""

    def __init__(
        self,
        lines: Lines,
        parse_move: Callable[[str], MoveT],
        *,
        example: str,
        separator: str | None = None,
    ) -> None:
        """Read from these lines. A separator allows several moves of a player in one line."""
        self.place = "moves"
        self._lines = lines
        self._parse_move = parse_move
        self._expected = f"a turn, as in {example!r}, or 'end'"
        self._separator = separator
        self._moves = self._unread_moves()

    def __call__(self, state: _HasPlayerToMove) -> MoveT | None:
        """The next move, or None at the end."""
        found = next(self._moves, None)
        if found is None:
            return None
        number, line, text = found
        if line.key != str(state.to_move):
            expected = f"expected '{state.to_move}: ...' (the player to move) or 'end'"
            raise line.error(f"{expected}, not {quoted(line.text)}")
        self.place = f"line {line.number}, move {number}"
        try:
            return self._parse_move(text)
        except NotationError as error:
            raise NotationError(f"{self.place}: {error}") from None

    def _unread_moves(self) -> Iterator[tuple[int, Line, str]]:
        """Each move's number, line and text."""
        number = 0
        while (line := self._lines.pop(self._expected)).text != "end":
            one_move = self._separator is None
            for text in [line.value] if one_move else line.value.split(self._separator):
                number += 1
                yield number, line, text.strip()
