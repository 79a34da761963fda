"""A file to which every game is added as soon as it has been played, so that an interrupted tournament can go on.

It is text in UTF-8, a JSON object a line: first the plan, then the games in the order in which they
came in.
"""

import json
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import attrs

from keltis._shared.json import JsonValue, read_version
from keltis.arena.documents import (
    game_document,
    plan_document,
    read_game,
    read_plan,
)
from keltis.arena.errors import ArenaError
from keltis.arena.plans import Plan
from keltis.arena.results import GameResult, require_game_of
from keltis.errors import InvalidArgument
from keltis.notation import file_version, newest_version

FORMAT: Final = "keltis-tournament-journal"


class Journal:
    """An open journal. Close it, or use it in a `with` statement."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool) -> None:
        """Begin a journal, or go on with one.

        A file that is there already is refused unless `resume` is true, and with it if it is the
        journal of another plan; only the number of deals may have grown. A line that was cut off at
        the end, as by a crash, is taken away: its game counts as not played.
        """
        if path.exists() and not resume:
            raise InvalidArgument(
                f"there is a file {path} already: with resume=True the tournament in it goes on"
            )
        heading = _heading(plan)
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]  # without a line that was cut off
        if not whole and not heading.startswith(content):
            raise ArenaError("line 1", "this is not the journal of a tournament")
        self.games: tuple[GameResult, ...] = tuple(_games(whole, plan))
        """The games that were in the journal when it was opened."""
        self._file = path.open("r+b" if content else "wb")
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not whole:
            self._write(heading)

    def add(self, game: GameResult) -> None:
        """Write down one more game."""
        self._write(_line(json.dumps(game_document(game), ensure_ascii=False)))

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def _line(text: str) -> bytes:
    return f"{text}\n".encode()


def _heading(plan: Plan) -> bytes:
    return _line(
        json.dumps(
            {
                "format": FORMAT,
                "version": file_version(plan.rules),
                "plan": plan_document(plan),
            },
            ensure_ascii=False,
        )
    )


def _games(content: bytes, plan: Plan) -> list[GameResult]:
    """The games in the lines of a journal, which must be one of this plan."""
    found: dict[int, GameResult] = {}
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        part = _part(line, f"line {number}")
        if number == 1:
            _require_plan(part, plan)
            continue
        game = read_game(part)
        try:
            require_game_of(plan, game)
        except InvalidArgument as error:
            raise part.error(str(error)) from None
        if game.number in found:
            raise part.error(f"game {game.number} is there already")
        found[game.number] = game
    return list(found.values())


def _part(line: bytes, place: str) -> JsonValue:
    try:
        return JsonValue.load(line.decode(), ArenaError, place)
    except UnicodeDecodeError:
        raise ArenaError(place, "this is not text in UTF-8") from None


def _require_plan(part: JsonValue, plan: Plan) -> None:
    version = read_version(part, file_format=FORMAT, newest=newest_version())
    found = read_plan(part.as_object("format", "version", "plan")["plan"], version)
    for field in attrs.fields(Plan):
        if field.name != "deals" and getattr(found, field.name) != getattr(plan, field.name):
            raise part.error(
                f"this is the journal of another tournament: not the same {field.name}"
            )
