"""Conformance games: whole games of both games as JSON lines, for ports to other languages.

`keltis conformance --out FILE` writes a set; so does `python -m keltis.testing.conformance`. Every
case of a ruling that can occur in a game occurs in it.
"""

import argparse
import gzip
import os
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from errno import EISDIR
from os import PathLike
from pathlib import Path
from typing import Final, Protocol

from keltis._lib.checks import as_int
from keltis._lib.files import write_file
from keltis.documents import to_json
from keltis.errors import KeltisError
from keltis.testing._celtic_cases import CELTIC_SUITE, CelticLine
from keltis.testing._keltis_cases import KELTIS_SUITE, KeltisLine

__all__ = [
    "CelticLine",
    "KeltisLine",
    "conformance_lines",
    "describe_cases",
    "write_conformance_games",
]


class _Suite(Protocol):
    """A `Suite`, of whichever game."""

    @property
    def cases(self) -> Collection[str]: ...

    def lines(self, games: int, found: list[frozenset[str]], /) -> Iterator[object]: ...


SUITES: Final[tuple[_Suite, ...]] = (KELTIS_SUITE, CELTIC_SUITE)


def conformance_lines(*, games: int = 1) -> Iterator[str]:
    """The lines of a set of conformance games, each a JSON document.

    There are `games` games of each kind: every preset with 2, 3 and 4 players, rules with short
    paths, and CELTIC!. More follow until every case of a ruling has occurred. The same `games` give
    the same lines on every machine.

    >>> from keltis.testing.conformance import conformance_lines
    >>> next(conformance_lines())[:52]
    '{"type":"header","format":"keltis-conformance","vers'
    """
    return _lines(games, [])


def _lines(games: int, found: list[frozenset[str]]) -> Iterator[str]:
    """The lines. The cases that each game shows are added to `found`."""
    as_int(games, "games", 1, 1_000)
    return (to_json(line) for suite in SUITES for line in suite.lines(games, found))


def write_conformance_games(path: str | PathLike[str], *, games: int = 1) -> dict[str, int]:
    """Write a set of conformance games as JSON lines, compressed if the path ends with `.gz`.

    Returns by case of a ruling, such as `P6 a clover lapses`, the number of games that show it.
    """
    found: list[frozenset[str]] = []
    lines = _lines(games, found)
    target = Path(path)
    _check_place(target)
    content = "".join(f"{line}\n" for line in lines).encode()
    write_file(target, gzip.compress(content, mtime=0) if target.suffix == ".gz" else content)
    counts = Counter(case for cases in found for case in cases)
    return {case: counts[case] for suite in SUITES for case in suite.cases}


def _check_place(path: Path) -> None:
    """Raise `OSError` before the games are chosen, if no file can be written there."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    path.parent.stat()


def describe_cases(counts: Mapping[str, int]) -> str:
    r"""A line for each case of a ruling, with the number of games that show it.

    >>> from keltis.testing.conformance import describe_cases
    >>> describe_cases({"T1 a card is discarded": 17})
    '   17  T1 a card is discarded\n'
    """
    return "".join(f"{count:5}  {case}\n" for case, count in counts.items())


def main(arguments: Sequence[str] | None = None) -> int:
    """Write a set of conformance games, and print which cases of rulings occur in it."""
    parser = argparse.ArgumentParser(
        prog="python -m keltis.testing.conformance",
        description="Write games of both games as JSON lines, for ports to other languages.",
    )
    parser.add_argument(
        "--out", required=True, metavar="FILE", help="the file to write; .gz compresses it"
    )
    parser.add_argument(
        "--games", type=int, default=1, metavar="N", help="games of each kind (default 1)"
    )
    options = parser.parse_args(arguments)
    try:
        counts = write_conformance_games(options.out, games=options.games)
    except (KeltisError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(describe_cases(counts))
    return 0 if all(counts.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
