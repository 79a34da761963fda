"""The values that arguments can have. What cannot be is told by argparse, with the usage, and exit code 2."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Final

from keltis._shared.text import quoted
from keltis.bots import make_bot
from keltis.errors import KeltisError
from keltis.rules import PRESETS, Rules

MAX_DELAY: Final = 60.0
"""The longest delay, in seconds."""
_MAX_DIGITS: Final = 77  # what a record can hold


def whole(text: str) -> int:
    """A whole number from 0."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS):
        raise ArgumentTypeError(f"expected a whole number from 0, not {quoted(text)}")
    return int(text)


def count(text: str) -> int:
    """A whole number from 1."""
    number = whole(text)
    if number < 1:
        raise ArgumentTypeError("expected a whole number from 1, not 0")
    return number


def seconds(text: str) -> float:
    """A time of at most a minute."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= MAX_DELAY:  # nor a number that is none
        raise ArgumentTypeError(f"expected seconds from 0 to {MAX_DELAY:.0f}, not {quoted(text)}")
    return number


def rule_set(text: str) -> Rules:
    """The rules with this name, in whatever case."""
    rules = PRESETS.get(text.upper().replace("-", "_"))
    if rules is None:
        raise ArgumentTypeError(f"expected one of {_rule_names()}, not {quoted(text)}")
    return rules


def bot_name(text: str) -> str:
    """A name that some bot has; `module:factory` may be in a file of this directory."""
    here = str(Path.cwd())
    if ":" in text and here not in sys.path:
        sys.path.append(here)  # as it is for `python -m keltis`; at the end, where it hides nothing
    try:
        make_bot(text)
    except KeltisError as error:
        raise ArgumentTypeError(str(error)) from error
    except (Exception, SystemExit) as error:  # whatever somebody's own factory raises
        raise ArgumentTypeError(
            f"the bot {text} cannot be made: {type(error).__name__}: {error}"
        ) from error
    return text


def _rule_names() -> str:
    return ", ".join(name.lower().replace("_", "-") for name in PRESETS)


def add_seed(parser: ArgumentParser, meaning: str) -> None:
    """Add `--seed`, with what it means here."""
    parser.add_argument("--seed", type=whole, metavar="S", help=meaning)


def add_rules(parser: ArgumentParser) -> None:
    """Add `--rules`."""
    parser.add_argument(
        "--rules",
        type=rule_set,
        metavar="NAME",
        help=f"the rules: {_rule_names()} (default: keltis)",
    )


def add_delay(parser: ArgumentParser) -> None:
    """Add `--delay`."""
    meaning = "wait so long after every turn (default: 0.1 on a terminal, else 0)"
    parser.add_argument("--delay", type=seconds, metavar="SECONDS", help=meaning)


def add_reveal(parser: ArgumentParser) -> None:
    """Add `--reveal`."""
    parser.add_argument(
        "--reveal", action="store_true", help="show all hands face up, and which cards are drawn"
    )


def add_pictures(parser: ArgumentParser, svg: str, png: str) -> None:
    """Add `--svg` and `--png`, with what is drawn, and `--theme`."""
    parser.add_argument("--svg", type=Path, metavar="OUT.svg", help=svg)
    parser.add_argument(
        "--png", type=Path, metavar="OUT.png", help=f"{png}, where a converter is there"
    )
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="of a picture (default: light)"
    )


def add_file(parser: ArgumentParser) -> None:
    """Add the file of a game."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a record, as text or JSON, or a position as text"
    )
