"""Numbers from callers: anything with an index is a whole number, and NumPy's are made plain."""

import attrs
import numpy as np
import pytest

import keltis
from keltis import Card, Colour, InvalidArgument, PlayerView, Rules
from keltis.arena import mean, wilson
from keltis.bots import SearchBot
from keltis.render import board_svg

STATE = keltis.new_game(2, seed=1)


@pytest.mark.parametrize("value", [True, 1.0, np.float64(1), "1", None, (1,), np.array([1, 2])])
def test_anything_without_an_index_is_refused(value: int) -> None:
    with pytest.raises(InvalidArgument, match=r"^action must be a whole number from 0 to 441, not"):
        keltis.move_of(value)
    with pytest.raises(InvalidArgument, match=r"^player must be a seat from 0 to 1, not "):
        keltis.score(STATE, value)


@pytest.mark.parametrize("seconds", [True, "1", 1j, float("nan"), 0, -1, 10**400, (1,)])
def test_anything_but_a_number_between_the_bounds_is_refused(seconds: float) -> None:
    with pytest.raises(InvalidArgument, match=r"^seconds must be a number "):
        SearchBot(iterations=10, seconds=seconds)


def numpy_int(number: int) -> int:
    """A NumPy integer, which type checkers do not take for an `int`."""
    (value,) = np.array([number])
    return value  # type: ignore[no-any-return] # an array's items have no type


ONE, TWO = numpy_int(1), numpy_int(2)


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
