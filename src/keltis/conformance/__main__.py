"""`python -m keltis.conformance --out FILE [--games N]` writes conformance games."""

import argparse
import sys
from collections.abc import Sequence

from keltis.conformance import describe_cases, write_conformance_games
from keltis.errors import KeltisError


def main(arguments: Sequence[str] | None = None) -> int:
    """Write a set of conformance games, and print which cases of rulings occur in it."""
    parser = argparse.ArgumentParser(
        prog="python -m keltis.conformance",
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
