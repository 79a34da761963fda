"""Records as text that a person can write, comment and compare: one form for all games.

A text begins with the name of the game and the version, as in `keltis record 3`. Then come the
result and the names, the start as the game writes it, a line for each turn, and `end`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Generic, TypeVar, final

import attrs

from keltis._lib.text import Line, Lines, quoted, unsupported_version
from keltis._lib.values import Immutable, RefusedMove
from keltis.errors import InvalidArgument, InvalidRules, InvalidState, NotationError, RecordError
from keltis.game._record import M, Record, S

S_contra = TypeVar("S_contra", contravariant=True)
MoveT = TypeVar("MoveT")


@contextmanager
def locate_start(place: str) -> Iterator[None]:
    """Let the error for an impossible start name its place."""
    try:
        yield
    except (InvalidArgument, InvalidRules, InvalidState) as error:
        raise RecordError(place, f"the game cannot start like this: {error}") from error


class PlacedMoves(Generic[S_contra, MoveT]):
    """The moves of a file, each read with its state and kept with its place; for `Record.play`."""

    def __init__(self, moves: Iterable[tuple[str, Callable[[S_contra], MoveT]]]) -> None:
        self.place: str = "moves"
        self._moves = iter(moves)

    def __call__(self, state: S_contra) -> MoveT | None:
        """The next move, or None after the last."""
        for place, read in self._moves:
            self.place = place
            return read(state)
        return None


class ListedMoves(PlacedMoves[object, MoveT]):
    """The moves in an array of a document, which has the key `moves`."""

    def __init__(self, moves: Iterable[MoveT]) -> None:
        def read(move: MoveT, _state: object) -> MoveT:
            return move

        super().__init__((f".moves[{n}]", partial(read, move)) for n, move in enumerate(moves))


@contextmanager
def locate_moves(reader: PlacedMoves[S_contra, MoveT]) -> Iterator[None]:
    """Let the error for an illegal move name the place where it was read."""
    try:
        yield
    except RefusedMove as error:
        raise RecordError(reader.place, str(error)) from error
    except RecordError as error:
        raise RecordError(reader.place, error.reason) from None


G = TypeVar("G")
"""The records of a game."""


@final
@attrs.frozen(kw_only=True)
class RecordText(Immutable, Generic[S, M, G]):
    """The text of a game's records: what differs from game to game."""

    game: str
    """The first word of the text."""
    newest: int
    """The newest version that can be read."""
    read_start: Callable[[Lines, int, tuple[str, ...]], G]
    """Reads the start from lines of a file of a version, with these names."""
    read_moves: Callable[[G, Callable[[S], M | None], int], G]
    """Plays the moves of a file of a version."""
    result: Callable[[G], str]
    """How the game ended."""
    parse_move: Callable[[str, int], M]
    """Reads a move in a file of a version."""
    example: str
    """A line of a turn."""
    seat_label: Callable[[int], str] = str
    """What a seat is called."""
    separator: str | None = ","
    """What stands between the moves of a turn; None if there is always one move."""

    def format(
        self,
        title: str,
        result: str,
        names: Iterable[str],
        start: Iterable[str],
        turns: Iterable[tuple[int, Iterable[str]]],
    ) -> str:
        """Put the text of a record together from its parts; a turn is a seat and its moves."""
        lines = [
            f"{self.game} record {title}",
            f"result: {result}",
            *(f"name {self.seat_label(seat)}: {name}" for seat, name in enumerate(names)),
            *start,
            "",
            *(f"{self.seat_label(seat)}: {', '.join(moves)}" for seat, moves in turns),
            *("end", ""),
        ]
        return "\n".join(lines)

    def parse(self, text: str) -> G:
        """Read a record, and check every move."""
        lines = Lines(text)
        version = self._read_version(lines)
        result = lines.take("result") if lines.has_next("result") else None
        names: list[str] = []
        while lines.has_next(f"name {self.seat_label(len(names))}"):
            names.append(lines.take(f"name {self.seat_label(len(names))}").value)
        with locate_start(f"line {lines.number}"):
            start = self.read_start(lines, version, tuple(names))
        moves = PlacedMoves(self._placed_moves(lines, version))
        with locate_moves(moves):
            record = self.read_moves(start, moves, version)
        lines.finish()
        played = self.result(record)
        if result is not None and result.value != played:
            reason = f"the result is given as {quoted(result.value)}, but the moves give {played!r}"
            raise RecordError(f"line {result.number}", reason)
        return record

    def _read_version(self, lines: Lines) -> int:
        expected = f"'{self.game} record {self.newest}'"
        line = lines.pop(expected)
        title = re.fullmatch(f"{self.game} record ([1-9][0-9]{{0,8}})( seen by .*)?", line.text)
        if title is None:
            raise line.error(f"expected {expected}, not {quoted(line.text)}")
        place, version = f"line {line.number}", int(title[1])
        if version > self.newest:
            raise RecordError(place, unsupported_version(version, self.newest))
        if title[2] is not None:
            raise RecordError(place, "the view of one player cannot be replayed")
        return version

    def _placed_moves(self, lines: Lines, version: int) -> Iterator[tuple[str, Callable[[S], M]]]:
        """The moves in lines like `player: move`, as far as the line `end`."""
        number = 0
        expected = f"a turn, as in {self.example!r}, or 'end'"
        while (line := lines.pop(expected)).text != "end":
            one_move = self.separator is None
            for text in [line.value] if one_move else line.value.split(self.separator):
                number += 1
                place = f"line {line.number}, move {number}"
                yield place, partial(self._read_move, line, place, text.strip(), version)

    def _read_move(self, line: Line, place: str, text: str, version: int, state: S) -> M:
        mover = self.seat_label(state.to_move)
        if line.key != mover:
            expected = f"expected '{mover}: ...' (the player to move) or 'end'"
            raise line.error(f"{expected}, not {quoted(line.text)}")
        try:
            return self.parse_move(text, version)
        except NotationError as error:
            raise NotationError(f"{place}: {error}") from None


def turn_texts(record: Record[S, M]) -> Iterator[tuple[int, list[str]]]:
    """The turns of a record, each with its seat and its moves as text.

    >>> from keltis import GameRecord, parse_move
    >>> from keltis.game import turn_texts
    >>> list(turn_texts(GameRecord.seeded(2, seed=7).append(parse_move("discard R1"))))
    [(0, ['discard R1'])]
    """
    for turn in record.turns:
        yield turn[0][0].to_move, [str(move) for _, move in turn]
