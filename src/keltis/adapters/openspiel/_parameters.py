"""The parameters of the games, as OpenSpiel writes them: `python_keltis(players=3)`.

OpenSpiel splits such a text at every comma and at the last equals sign before it, and writes a game
in this form whenever it serialises one. So rules have other signs there: `hand_size:6` is
`hand_size=6`, and a semicolon is a comma.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from keltis._shared.text import short_repr
from keltis.errors import InvalidArgument

Parameters: TypeAlias = Mapping[str, object]
"""By name, a whole number, a text or another value that OpenSpiel knows."""

RETURNS: Final = ("win_shares", "score_margins")
"""The names of the returns that a game can have."""


def with_defaults(parameters: Parameters | None, defaults: Parameters) -> dict[str, object]:
    """All parameters of a game. Those without a default are refused."""
    given = parameters or {}
    unknown = sorted(given.keys() - defaults.keys())
    if unknown:
        names = ", ".join(defaults)
        raise InvalidArgument(f"unknown parameters {short_repr(unknown)} (known: {names})")
    return {**defaults, **given}


def read_rules_text(value: object) -> str:
    """The rules of a parameter as `keltis.notation` writes them; both forms are read.

    >>> read_rules_text("KELTIS hand_size:6 values:1;2;3 cards_removed:2:0;3:0")
    'KELTIS hand_size=6 values=1,2,3 cards_removed=2:0,3:0'
    """
    if not isinstance(value, str):
        raise InvalidArgument(f"rules must be a text, not {short_repr(value)}")
    words = [word if "=" in word else word.replace(":", "=", 1) for word in value.split()]
    return " ".join(words).replace(";", ",")


def write_rules_text(notation: str) -> str:
    """Rules, as `keltis.notation` writes them, in the form of a parameter.

    >>> write_rules_text("KELTIS hand_size=6 values=1,2,3")
    'KELTIS hand_size:6 values:1;2;3'
    """
    words = [word.replace("=", ":", 1) for word in notation.split()]
    return " ".join(words).replace(",", ";")


def read_choice(name: str, value: object, choices: tuple[str, ...]) -> str:
    """The value of a parameter, which must be one of the choices."""
    if not isinstance(value, str) or value not in choices:
        names = " or ".join(choices)
        raise InvalidArgument(f"{name} must be {names}, not {short_repr(value)}")
    return value
