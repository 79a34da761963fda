"""The checks of whole numbers and seats."""

import enum
from collections.abc import Callable

import numpy as np
import pytest

from keltis import InvalidArgument
from keltis._shared.checks import as_int, as_seat, is_int, plain_int


class Level(enum.IntEnum):
    LOW = 1


class OneNumber:
    """An object with `__index__`."""

    def __index__(self) -> int:
        return 1


WHOLE = [1, np.int64(1), np.uint8(1), np.array(1), Level.LOW, OneNumber()]
NOT_WHOLE = [True, np.True_, 1.0, np.float64(1), "1", None, (1,), np.array([1, 2])]


@pytest.mark.parametrize("value", WHOLE)
def test_anything_with_an_index_is_a_whole_number(value: int) -> None:
    assert is_int(value)
    for number in (as_int(value, "number"), as_seat(value, 2), plain_int(value)):
        assert number == 1
        assert type(number) is int


@pytest.mark.parametrize("value", NOT_WHOLE)
def test_anything_else_is_refused(value: int) -> None:
    assert not is_int(value)
    assert plain_int(value) is value
    with pytest.raises(InvalidArgument, match=r"^games must be a whole number, not "):
        as_int(value, "games")
    with pytest.raises(InvalidArgument, match=r"^player must be a seat from 0 to 1, not "):
        as_seat(value, 2)


@pytest.mark.parametrize(
    ("low", "high", "accepted"),
    [(None, None, "012"), (1, None, "12"), (None, 1, "01"), (1, 1, "1")],
)
def test_bounds_are_included_and_none_is_no_bound(
    low: int | None, high: int | None, accepted: str
) -> None:
    assert "".join(str(number) for number in range(3) if is_int(number, low, high)) == accepted
    for number in map(int, accepted):
        assert as_int(number, "number", low, high) == number


@pytest.mark.parametrize(
    ("check", "message"),
    [
        (lambda: as_int(0, "games", 1), "games must be a whole number from 1, not 0"),
        (lambda: as_int(4, "games", 1, 3), "games must be a whole number from 1 to 3, not 4"),
        (lambda: as_int(4, "games", None, 3), "games must be a whole number up to 3, not 4"),
        (lambda: as_seat(-1, 3, "viewer"), "viewer must be a seat from 0 to 2, not -1"),
        (
            lambda: as_seat(2, 2, or_else="None"),
            "player must be a seat from 0 to 1, or None, not 2",
        ),
    ],
)
def test_a_message_says_what_was_expected(check: Callable[[], int], message: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        check()
    assert str(caught.value) == message
