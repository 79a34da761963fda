"""Shapes, orientations and owners, and the rules as data (K1, K3, K4)."""

from collections.abc import Callable

import numpy as np
import pytest

from keltis.celtic import CELTIC, Filling, Lay, Owner, Rules, Shape, opponent
from keltis.errors import InvalidArgument, InvalidRules


def test_k1_there_are_five_shapes_by_their_open_sides() -> None:
    shapes = "- end end corner end straight corner tee end corner straight tee corner tee tee cross"
    assert [str(Shape.of(mask)) for mask in range(1, 16)] == shapes.split()[1:]
    assert [str(owner) for owner in Owner] == ["orange", "blue", "neutral"]
    assert [repr(Shape.END), repr(Owner.BLUE)] == ["Shape.END", "Owner.BLUE"]


def test_only_players_have_an_opponent() -> None:
    assert [opponent(Owner.ORANGE), opponent(Owner.BLUE)] == [Owner.BLUE, Owner.ORANGE]
    with pytest.raises(InvalidArgument, match=r"Owner\.ORANGE or Owner\.BLUE"):
        opponent(Owner.NEUTRAL)  # type: ignore[arg-type] # the point of the test


def test_k1_two_of_each_shape_for_each_player_and_one_neutral() -> None:
    assert CELTIC.supplies == ((2,) * 5, (2,) * 5, (1,) * 5)
    assert CELTIC.tiles == (5,) * 5


def test_k3_orientations_of_a_shape() -> None:
    assert [len(shape.masks) for shape in Shape] == [4, 4, 2, 4, 1]
    assert all(Shape.of(mask) is shape for shape in Shape for mask in shape.masks)


@pytest.mark.parametrize("mask", [0, 16, -1, True, "1", None])
def test_a_mask_is_from_1_to_15(mask: int) -> None:
    with pytest.raises(InvalidArgument, match="1 to 15"):
        Shape.of(mask)


def test_k4_the_start_tile_is_the_neutral_cross() -> None:
    assert CELTIC.start == 15


def test_another_tile_set_and_window_can_be_given() -> None:
    rules = Rules(supplies=((9, 0, 0, 0, 0),) * 3, start=2, width=3, height=9)
    assert rules.tiles == (27, 0, 0, 0, 0)
    assert repr(rules).startswith("Rules(supplies=((9, 0")
    assert repr(CELTIC) == "Rules()"


def test_rules_are_refused_with_all_their_faults() -> None:
    with pytest.raises(InvalidRules) as error:
        Rules(supplies=((1,),), start=16, width=2, height=10)
    assert len(error.value.faults) == 4


@pytest.mark.parametrize(
    "supplies",
    [
        *(None, ((1,) * 5,) * 2, ((1,) * 4,) * 3, ((-1,) * 5,) * 3, ((82,) * 5,) * 3),
        *(((True,) * 5,) * 3, ([1] * 5,) * 3),
        *(((1,) * 5, (1,) * 5, (1,) * 4), ((1,) * 5, (1,) * 5, (1, 1, 1, -1, 1))),
    ],
)
def test_supplies_are_counts_by_owner_and_shape(supplies: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(InvalidRules) as error:
        Rules(supplies=supplies)
    (fault,) = error.value.faults
    assert fault.startswith("supplies must be a count from 0 to 81 for each owner")


def test_k4_the_start_tile_must_be_among_the_neutral_ones() -> None:
    with pytest.raises(InvalidRules, match="start needs a neutral cross, but there is none"):
        Rules(supplies=((2,) * 5, (2,) * 5, (1, 1, 1, 1, 0)))


@pytest.mark.parametrize("size", [2, 10, True, 5.0, None])
def test_a_window_is_three_to_nine_wide_and_high(size: int) -> None:
    with pytest.raises(InvalidRules, match="width must be a whole number from 3 to 9"):
        Rules(width=size)
    with pytest.raises(InvalidRules, match="height must be a whole number from 3 to 9"):
        Rules(height=size)


def test_whole_numbers_of_other_types_become_plain_ints() -> None:
    make_lay: Callable[..., Lay] = Lay
    make_rules: Callable[..., Rules] = Rules
    make_filling: Callable[..., Filling] = Filling
    lay = make_lay(np.int64(1), np.int64(-2), np.int64(11), Owner.BLUE)
    rules = make_rules(width=np.int64(6), start=np.int64(7), supplies=((np.int64(2),) * 5,) * 3)
    filling = make_filling(((np.int64(2), np.int64(8)),))
    assert {type(number) for number in (lay.x, lay.y, lay.mask)} == {int}
    assert lay == Lay(1, -2, 11, Owner.BLUE)
    assert rules == Rules(width=6, start=7, supplies=((2,) * 5,) * 3)
    assert hash(rules) == hash(Rules(width=6, start=7, supplies=((2,) * 5,) * 3))
    assert filling == Filling.parse("28")
    numbers = (rules.width, rules.start, *rules.supplies[0], *filling.rows[0])
    assert {type(number) for number in numbers} == {int}
