"""The checks of numbers and seats."""

import enum
from collections.abc import Callable

import attrs
import numpy as np
import pytest

import keltis
from keltis import Card, Colour, InvalidArgument, PlayerView, Rules
from keltis._lib.checks import as_int, as_number, as_seat, is_int, plain_int
from keltis.arena import mean, wilson
from keltis.bots import SearchBot
from keltis.render import board_svg


class Level(enum.IntEnum):
    LOW = 1


class OneNumber:
    """An object with `__index__`."""

    def __index__(self) -> int:
        return 1


WHOLE = [1, np.int64(1), np.uint8(1), np.array(1), Level.LOW, OneNumber()]
NOT_WHOLE = [True, 1.0, np.float64(1), "1", None, (1,), np.array([1, 2])]


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


@pytest.mark.parametrize("value", [*WHOLE, 1.0, np.float64(1), np.float32(1)])
def test_a_number_becomes_a_plain_one(value: float) -> None:
    number = as_number(value, "size", "one", 1, 1)
    assert number == 1
    assert type(number) in (int, float)


@pytest.mark.parametrize("value", [True, "1", None, 1j, float("nan"), 0.5, 2, 10**400, (1,)])
def test_anything_but_a_number_between_the_bounds_is_refused(value: float) -> None:
    with pytest.raises(InvalidArgument, match=r"^size must be one, not "):
        as_number(value, "size", "one", 1, 1)


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
        (lambda: as_seat(2, 2, or_else="me"), "player must be a seat from 0 to 1, or me, not 2"),
    ],
)
def test_a_message_says_what_was_expected(check: Callable[[], int], message: str) -> None:
    with pytest.raises(InvalidArgument, match=f"^{message}$"):
        check()


def numpy_int(number: int) -> int:
    """A NumPy integer, which type checkers do not take for an `int`."""
    (value,) = np.array([number])
    return value  # type: ignore[no-any-return] # an array's items have no type


ONE, TWO = numpy_int(1), numpy_int(2)
STATE = keltis.new_game(2, seed=1)


def test_rules_take_numpy_integers_and_hold_plain_ones() -> None:
    rules = Rules(
        values=tuple(np.arange(11)),
        copies=TWO,
        tile_rows=tuple(tuple(np.array(rows)) for rows in keltis.KELTIS.tile_rows),
        cards_removed=((TWO, numpy_int(30)), (3, 0), (4, 0)),
    )
    assert rules == keltis.KELTIS
    numbers = [*rules.values, rules.copies, *rules.tile_rows[0], *rules.cards_removed[0]]
    assert {type(number) for number in numbers} == {int}


def test_functions_take_numpy_integers() -> None:
    assert Card(Colour.RED, ONE) is Card.parse("R1")
    assert keltis.new_game(TWO, seed=ONE, first_player=ONE) == keltis.new_game(
        2, seed=1, first_player=1
    )
    assert keltis.observe(STATE, ONE) == keltis.observe(STATE, 1)
    assert keltis.score(STATE, ONE) == keltis.score(STATE, 1)
    assert keltis.move_of(ONE) == keltis.move_of(1)
    assert keltis.track_space(ONE) == 1
    assert keltis.KELTIS.removed_with(TWO) == 30


def test_positions_take_numpy_integers_and_hold_plain_ones() -> None:
    player = attrs.evolve(STATE.players[0], rows=tuple(np.zeros(5, int)), tile_points=ONE - 1)
    state = attrs.evolve(STATE, players=(player, STATE.players[1]), to_move=ONE)
    view = attrs.evolve(keltis.observe(STATE, 0), viewer=ONE - 1, draw_pile_size=numpy_int(64))
    assert state == attrs.evolve(STATE, to_move=1)
    assert view == keltis.observe(STATE, 0)
    assert type(view) is PlayerView
    numbers = [*state.players[0].rows, state.players[0].tile_points, state.to_move, view.viewer]
    assert {type(number) for number in [*numbers, view.draw_pile_size]} == {int}


def test_functions_take_numpy_numbers() -> None:
    half, eight = np.float64(0.5), numpy_int(8)
    assert type(SearchBot(iterations=10, seconds=half).seconds) is float
    assert wilson(eight, 10) == wilson(8, 10)
    assert mean([eight, half]) == mean([8, 0.5])
    assert board_svg(STATE, size=numpy_int(300)) == board_svg(STATE, size=300)
