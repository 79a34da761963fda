"""Conformance games as JSON lines."""

import gzip
import os
from collections.abc import Iterator, Mapping
from errno import EISDIR
from os import PathLike
from pathlib import Path

from keltis._shared.checks import as_int
from keltis._shared.documents import dump
from keltis._shared.files import write_file
from keltis.conformance import _celtic_rulings, _rulings
from keltis.conformance._board_game import KELTIS_ENGINE, keltis_header, select_keltis_games
from keltis.conformance._celtic import CELTIC_ENGINE, celtic_header, select_celtic_games
from keltis.conformance._games import count_cases, game_lines


class ConformanceGames:
    """The lines of a set of games, and how often each case of a ruling occurs in them."""

    def __init__(self, *, games: int = 1) -> None:
        """Choose games: this number of each kind, and others until every case has occurred."""
        self._games = as_int(games, "games", 1, 1_000)
        self._found: list[frozenset[str]] = []

    def __iter__(self) -> Iterator[str]:
        """The lines, without line ends."""
        self._found = []
        yield dump(keltis_header(), None)
        for number, (game, cases) in enumerate(select_keltis_games(self._games)):
            self._found.append(cases)
            for line in game_lines(KELTIS_ENGINE, number, game, cases):
                yield dump(line, None)
        yield dump(celtic_header(), None)
        for number, (design, cases) in enumerate(select_celtic_games(self._games)):
            self._found.append(cases)
            for line in game_lines(CELTIC_ENGINE, number, design, cases):
                yield dump(line, None)

    @property
    def case_counts(self) -> dict[str, int]:
        """By case, the number of games that have shown it so far."""
        return count_cases((*_rulings.CASES, *_celtic_rulings.CASES), self._found)


def conformance_lines(*, games: int = 1) -> Iterator[str]:
    """The lines of a set of conformance games, each a JSON document.

    There are `games` games of each kind: every preset with 2, 3 and 4 players, rules with short
    paths, and CELTIC!. More follow until every case of a ruling has occurred. The same `games` give
    the same lines on every machine.

    >>> from keltis.conformance import conformance_lines
    >>> next(conformance_lines())[:52]
    '{"type":"header","format":"keltis-conformance","vers'
    """
    return iter(ConformanceGames(games=games))


def write_conformance_games(path: str | PathLike[str], *, games: int = 1) -> dict[str, int]:
    """Write a set of conformance games as JSON lines, compressed if the path ends with `.gz`.

    Returns by case of a ruling, such as `P6 a clover lapses`, the number of games that show it.
    """
    lines = ConformanceGames(games=games)
    target = Path(path)
    _check_place(target)
    content = "".join(f"{line}\n" for line in lines).encode()
    write_file(target, gzip.compress(content, mtime=0) if target.suffix == ".gz" else content)
    return lines.case_counts


def _check_place(path: Path) -> None:
    """Raise `OSError` before the games are chosen, if no file can be written there."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    path.parent.stat()


def describe_cases(counts: Mapping[str, int]) -> str:
    r"""A line for each case of a ruling, with the number of games that show it.

    >>> from keltis.conformance import describe_cases
    >>> describe_cases({"T1 a card is discarded": 17})
    '   17  T1 a card is discarded\n'
    """
    return "".join(f"{count:5}  {case}\n" for case, count in counts.items())
