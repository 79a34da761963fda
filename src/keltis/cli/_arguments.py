"""Types of arguments, and the options that several commands share.

argparse reports a wrong value with the usage and exit code 2.
"""

import math
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, TypeVar, final

import attrs

from keltis._lib.checks import ABOVE_ZERO
from keltis._lib.text import quoted
from keltis._lib.values import Immutable
from keltis.errors import KeltisError, NotationError
from keltis.game import Game, Rules, State, require_names

if TYPE_CHECKING:
    from keltis.cli._terminal import Terminal

S = TypeVar("S", bound=State)
V = TypeVar("V")
M = TypeVar("M")
R = TypeVar("R", bound=Rules)

_MAX_PORT: Final = 65_535
MAX_DELAY: Final = 60.0
"""The longest delay, in seconds."""
MAX_LIMIT: Final = 86_400.0
"""The longest time limit for a bot, in seconds."""
_MAX_DIGITS: Final = 77  # the most that a record's seed can have


def non_negative_int(text: str) -> int:
    """A whole number from 0."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS):
        raise ArgumentTypeError(f"expected a whole number from 0, not {quoted(text)}")
    return int(text)


def positive_int(text: str) -> int:
    """A whole number from 1."""
    number = non_negative_int(text)
    if number < 1:
        raise ArgumentTypeError("expected a whole number from 1, not 0")
    return number


def port_number(text: str) -> int:
    """A port of the network; 0 means any free one."""
    number = non_negative_int(text)
    if number > _MAX_PORT:
        raise ArgumentTypeError(f"expected a port from 0 to {_MAX_PORT}, not {number}")
    return number


def delay(text: str) -> float:
    """A time in seconds, of at most a minute."""
    return _seconds(text, f"from 0 to {MAX_DELAY:.0f}", 0.0, MAX_DELAY)


def time_limit(text: str) -> float:
    """A positive time in seconds, of at most a day."""
    return _seconds(text, f"above 0, up to {MAX_LIMIT:.0f}", ABOVE_ZERO, MAX_LIMIT)


def _seconds(text: str, expected: str, low: float, high: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not low <= number <= high:  # this refuses nan, too
        raise ArgumentTypeError(f"expected seconds {expected}, not {quoted(text)}")
    return number


def rules_text(text: str, game: Game[S, V, M, R], presets: str) -> str:
    """Rules of a game in their notation; the preset can be in any case."""
    preset, *fields = text.split() or [""]
    rules = " ".join([preset.upper().replace("-", "_"), *fields])
    try:
        game.notation.parse_rules(rules)
    except NotationError as error:
        if not str(error).startswith("word 1"):
            raise ArgumentTypeError(f"{error} in {quoted(text)}") from error
        raise ArgumentTypeError(f"expected one of {presets}, not {quoted(preset)}") from error
    except KeltisError as error:
        raise ArgumentTypeError(str(error)) from error
    return rules


def player_name(text: str) -> str:
    """A name that a record can have."""
    try:
        require_names((text,), 1)
    except KeltisError as error:
        raise ArgumentTypeError(str(error)) from error
    return text


def bot_name(text: str, game: Game[S, V, M, R]) -> str:
    """A name from which a bot can be made; `module:factory` may be in the current directory."""
    here = str(Path.cwd())
    if ":" in text and here not in sys.path:
        sys.path.append(here)  # as it is for `python -m keltis`; at the end, where it hides nothing
    try:
        game.bots.make_bot(text)
    except KeltisError as error:
        raise ArgumentTypeError(str(error)) from error
    return text


@final
@attrs.frozen(kw_only=True)
class GameArguments(Immutable, Generic[S, V, M, R]):
    """What the parsers need to know of a game, which is imported when it is needed."""

    load: Callable[[], Game[S, V, M, R]]
    load_terminal: Callable[[], "Terminal[S, V, M, R]"]
    default_bot: str
    bots: str
    """The names of the bots, for the help."""
    seats: tuple[str, ...]
    """The names of the seats; none if they have numbers."""
    presets: str
    """The names of the rules."""
    rules_example: str
    """Rules in their notation, with a change."""
    has_hidden_cards: bool

    def bot(self, text: str) -> str:
        """The type of an argument that names a bot."""
        return bot_name(text, self.load())

    def rules(self, text: str) -> str:
        """The type of an argument with rules."""
        return rules_text(text, self.load(), self.presets)


def add_seed(parser: ArgumentParser, meaning: str) -> None:
    """Add `--seed`."""
    parser.add_argument("--seed", type=non_negative_int, metavar="S", help=meaning)


def add_seat(parser: ArgumentParser, seats: Sequence[str], meaning: str) -> None:
    """Add `--seat`: one of these names, or a number if there are none."""
    if not seats:
        parser.add_argument("--seat", type=non_negative_int, metavar="N", help=meaning)
        return

    def seat_number(text: str) -> int:
        if text not in seats:
            raise ArgumentTypeError(f"expected {' or '.join(seats)}, not {quoted(text)}")
        return seats.index(text)

    metavar = f"{{{','.join(seats)}}}"
    parser.add_argument("--seat", type=seat_number, metavar=metavar, help=meaning)


def add_rules(parser: ArgumentParser, game: GameArguments[S, V, M, R]) -> None:
    """Add `--rules`."""
    example = game.rules_example
    preset = example.partition(" ")[0].lower()
    meaning = f'the rules: {game.presets}, or with changes as in "{example}" (default: {preset})'
    parser.add_argument("--rules", type=game.rules, metavar="RULES", help=meaning)


def add_players(parser: ArgumentParser, meaning: str, default: int | None = None) -> None:
    """Add `--players`."""
    parser.add_argument("--players", type=positive_int, default=default, metavar="N", help=meaning)


def add_delay(parser: ArgumentParser) -> None:
    """Add `--delay`."""
    meaning = "seconds to wait after every turn (default: 0.5 on a terminal, else 0)"
    parser.add_argument("--delay", type=delay, metavar="SECONDS", help=meaning)


def add_reveal(parser: ArgumentParser) -> None:
    """Add `--reveal`."""
    meaning = "show all hands face up, and which cards are drawn"
    parser.add_argument("--reveal", action="store_true", help=meaning)


def add_no_board(parser: ArgumentParser) -> None:
    """Add `--no-board`."""
    meaning = "print the turns without the board"
    parser.add_argument("--no-board", dest="board", action="store_false", help=meaning)


def add_save(parser: ArgumentParser, meaning: str) -> None:
    """Add `--save`."""
    parser.add_argument("--save", type=Path, metavar="FILE", help=meaning)


def add_pictures(parser: ArgumentParser, svg: str, png: str) -> None:
    """Add `--svg` and `--png`, with what they draw, and `--theme`."""
    parser.add_argument("--svg", type=Path, metavar="OUT.svg", help=svg)
    png = f'{png}; needs pip install "keltis[pixels]"'
    parser.add_argument("--png", type=Path, metavar="OUT.png", help=png)
    theme = "the colours of a picture (default: light)"
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help=theme)


def add_file(parser: ArgumentParser) -> None:
    """Add the file of a game."""
    meaning = "a record, as text or JSON, or a position as text"
    parser.add_argument("file", type=Path, metavar="FILE", help=meaning)
