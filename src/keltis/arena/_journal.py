"""The journal: a file that gets every game as soon as it is played, so that play can resume.

It is text in UTF-8 with one JSON object a line: first the plan, then the games in the order in
which they came in.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

import attrs

from keltis._codec.codec import read_form
from keltis._codec.json import dump
from keltis._lib.files import open_new_file
from keltis.arena._documents import ArenaError, JournalHeading, forms_of, of_game
from keltis.arena._plan import Plan
from keltis.arena._results import GameResult, TournamentResult, require_game_of
from keltis.errors import InvalidArgument
from keltis.game import Game, M, R, S, Score, V


class Journal:
    """A journal: a file to read games from, and to write more games to."""

    def __init__(self, path: Path, plan: Plan[Game[S, V, M, R]], *, resume: bool) -> None:
        """Name a new journal, or with `resume` one that exists, which is read before it is written.

        An existing file is rejected without `resume`. If its plan differs in anything but the
        number of deals, reading it fails.
        """
        self._exists = path.is_file()
        if self._exists and not resume:
            raise InvalidArgument(f"the file {path} exists: pass resume=True to continue it")
        self._path, self._plan, self._forms = path, plan, forms_of(plan.game)
        self._heading = dump(self._forms.heading.write(JournalHeading(plan)))
        self._size = 0
        """The bytes of the lines that are whole and were read."""

    def read(self, is_known: Callable[[int], bool]) -> Iterator[GameResult[Score]]:
        """Read the games, none of which may be known by its number before; then it can be written.

        A last line that was cut off, as by a crash, is left out: its game counts as not played.
        """
        if not self._exists:
            return
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    if number == 1 and not self._heading.encode().startswith(line):
                        raise ArenaError("line 1", "this is not the journal of a tournament")
                    break
                place = f"line {number}"
                if number == 1:
                    _require_plan(_read_heading(line, self._plan.game), self._plan)
                else:
                    game = read_form(self._forms.game, _decode(line, place), place=place)
                    try:
                        require_game_of(self._plan, game)
                    except InvalidArgument as error:
                        raise ArenaError(place, str(error)) from None
                    if is_known(game.number):
                        raise ArenaError(place, f"game {game.number} is repeated")
                    yield game
                self._size += len(line)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Begin to write, and close the file at the end of the block."""
        # Without a buffer: closing a buffered file on a full disk would fail a second time.
        with FileIO(self._path, "r+b") if self._exists else open_new_file(self._path) as self._file:
            if self._size:
                self._file.truncate(self._size)
                self._file.seek(self._size)
            else:
                self._write(self._heading)
            try:
                yield
            finally:
                with suppress(OSError):  # a device or pipe cannot be flushed to a disk
                    os.fsync(self._file.fileno())

    def add(self, game: GameResult[Score]) -> None:
        """Write one more game."""
        self._write(dump(self._forms.game.write(game)))

    def _write(self, text: str) -> None:
        line = f"{text}\n".encode()
        while line:
            line = line[self._file.write(line) :]


def write_journal(result: TournamentResult[Score, Game[S, V, M, R]], path: Path | str) -> None:
    """Write a result to a new journal, from which `play_tournament` can resume.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from keltis.arena import play_tournament, write_journal
    >>> first = play_tournament(["random", "random"], deals=1, seed=7)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "journal.jsonl"
    ...     write_journal(first, path)
    ...     more = play_tournament(
    ...         ["random", "random"], deals=2, seed=7, journal=path, resume=True
    ...     )
    ...
    >>> more.games[:2] == first.games
    True
    """
    journal = Journal(Path(path), result.plan, resume=False)
    with journal.writing():
        for game in result.games:
            journal.add(game)


def journal_seed(path: Path, game: Game[S, V, M, R]) -> int | None:
    """Return the seed of the tournament in a journal; None if there is no plan in it yet."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        line = file.readline()
    return _read_heading(line, game).seed if line.endswith(b"\n") else None


def _read_heading(line: bytes, game: Game[S, V, M, R]) -> Plan[Game[S, V, M, R]]:
    heading = read_form(forms_of(game).heading, _decode(line, "line 1"), place="line 1")
    return of_game(heading.plan, game)


def _decode(line: bytes, place: str) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise ArenaError(place, "this is not text in UTF-8") from None


def _require_plan(found: Plan[Game[S, V, M, R]], plan: Plan[Game[S, V, M, R]]) -> None:
    for field in attrs.fields(Plan):
        if field.name != "deals" and getattr(found, field.name) != getattr(plan, field.name):
            raise ArenaError(
                "line 1", f"this is the journal of another tournament: {field.name} differs"
            )
