"""Checks of numbers and seats that the whole library shares.

A whole number is anything with `__index__`, such as an `int` or a NumPy integer, but not a `bool`.
The checks return it as a plain `int`, so that no other type gets into a value or a file. Other
numbers are a `float` or one of NumPy's, and are returned as a plain `float`.
"""

import math
from numbers import Real
from operator import index
from typing import Final, SupportsIndex

from keltis._lib.text import short_repr
from keltis.errors import InvalidArgument

ABOVE_ZERO: Final = math.ulp(0.0)
"""The least number above 0."""


def as_int(value: object, name: str, low: int | None = None, high: int | None = None) -> int:
    """Return a whole number from `low` to `high`, both included, as a plain `int`.

    Raises `InvalidArgument`, with a message that begins with `name`, for everything else. A bound
    of None is no bound.

    >>> as_int(7, "games", 1)
    7
    >>> as_int(True, "games", 1)
    Traceback (most recent call last):
    ...
    keltis.InvalidArgument: games must be a whole number from 1, not True
    """
    number = _whole_number(value)
    if number is None or not _is_between(number, low, high):
        lowest = "" if low is None else f" from {low}"
        highest = "" if high is None else f" up to {high}" if low is None else f" to {high}"
        raise InvalidArgument(
            f"{name} must be a whole number{lowest}{highest}, not {short_repr(value)}"
        )
    return number


def as_seat(value: object, seats: int, name: str = "player", or_else: str = "") -> int:
    """Return the number of one of the seats, counted from 0, as a plain `int`.

    Raises `InvalidArgument`, with a message that begins with `name`, for everything else.
    `or_else` says in that message what the caller accepts besides a seat.

    >>> as_seat(2, 2, "viewer", "None for a spectator")
    Traceback (most recent call last):
    ...
    keltis.InvalidArgument: viewer must be a seat from 0 to 1, or None for a spectator, not 2
    """
    number = _whole_number(value)
    if number is None or not 0 <= number < seats:
        others = f", or {or_else}" if or_else else ""
        raise InvalidArgument(
            f"{name} must be a seat from 0 to {seats - 1}{others}, not {short_repr(value)}"
        )
    return number


def is_int(value: object, low: int | None = None, high: int | None = None) -> bool:
    """Whether `as_int` accepts this value.

    >>> is_int(7, 0, 9), is_int(7.0), is_int(True)
    (True, False, False)
    """
    number = _whole_number(value)
    return number is not None and _is_between(number, low, high)


def as_number(value: object, name: str, expected: str, low: float, high: float) -> float:
    """Return a number from `low` to `high`, both included, as a plain `int` or `float`.

    Raises `InvalidArgument` for everything else; `expected` describes the number in its message.

    >>> as_number(0, "seconds", "a number above 0", ABOVE_ZERO, 60)
    Traceback (most recent call last):
    ...
    keltis.InvalidArgument: seconds must be a number above 0, not 0
    """
    number: float | None = _whole_number(value)
    if number is None and isinstance(value, Real) and not isinstance(value, bool):
        number = float(value)
    if number is None or not low <= number <= high:
        raise InvalidArgument(f"{name} must be {expected}, not {short_repr(value)}")
    return number


def plain_int(value: int) -> int:
    """Return a whole number as a plain `int`, and anything else unchanged: a converter of fields.

    The checks of the value then reject what is not a whole number.
    """
    number = _whole_number(value)
    return value if number is None else number


def plain_ints(values: tuple[int, ...]) -> tuple[int, ...]:
    """Do what `plain_int` does to every item of a tuple."""
    return tuple([plain_int(value) for value in values]) if isinstance(values, tuple) else values


def make_plain(value: object, *names: str) -> None:
    """Do what `plain_int` does to some fields of a frozen value, and to all items of tuples."""
    for name in names:
        object.__setattr__(value, name, _plain(getattr(value, name)))


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    number = _whole_number(value)
    return value if number is None else number


def _whole_number(value: object) -> int | None:
    if type(value) is int:  # quick
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # an array of many numbers
        return None


def _is_between(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or low <= number) and (high is None or number <= high)
