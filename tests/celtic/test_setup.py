"""Positions that are written down, and those that cannot be."""

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from celtic import naive
from celtic.games import WIDE, positions
from keltis.celtic import CELTIC, GameState, Lay, Owner, Rules, new_game, setup_game
from keltis.errors import InvalidState
from profiles import by_profile

START = Lay(0, 0, 15, Owner.NEUTRAL)


def faults(*tiles: Lay, rules: Rules = CELTIC) -> list[str]:
    with pytest.raises(InvalidState) as error:
        setup_game(tiles, rules=rules)
    return list(error.value.faults)


@st.composite
def forgeries(draw: st.DrawFn) -> tuple[Rules, list[Lay]]:
    """The tiles of a position, one of them changed, taken away or laid twice."""
    position = draw(positions)
    tiles = list(position.lays)
    place = draw(st.integers(0, len(tiles) - 1))
    lay = tiles[place]
    masks = [mask for mask in range(1, 16) if mask != lay.mask]
    others = [
        attrs.evolve(lay, supply=draw(st.sampled_from(Owner))),
        attrs.evolve(lay, mask=draw(st.sampled_from(masks))),
        attrs.evolve(lay, x=lay.x + draw(st.integers(-5, 5))),
        attrs.evolve(lay, y=lay.y + draw(st.integers(-5, 5))),
    ]
    tiles[place : place + draw(st.integers(0, 1))] = draw(
        st.lists(st.sampled_from(others), max_size=1)
    )
    return position.rules, tiles


@given(forgery=forgeries())
@settings(max_examples=by_profile(60, 300), deadline=None)
def test_tiles_are_accepted_exactly_if_they_can_be_laid_one_after_the_other(
    forgery: tuple[Rules, list[Lay]],
) -> None:
    rules, tiles = forgery
    tiles.sort(key=lambda lay: (lay.y, lay.x))
    if naive.can_be_laid(rules, tiles):
        assert GameState(rules, tuple(tiles), Owner.BLUE).lays == tuple(tiles)
    else:
        with pytest.raises(InvalidState):
            GameState(rules, tuple(tiles), Owner.BLUE)


def test_k1_no_more_tiles_than_there_are() -> None:
    too_many = [Lay(x, y, mask, Owner.BLUE) for x, y, mask in ((0, -1, 4), (1, 0, 8), (0, 1, 1))]
    assert faults(*too_many) == ["3 tiles are blue end, but there are 2 (K1)"]


def test_k4_the_start_tile_must_be_there() -> None:
    wrong = Lay(0, 0, 15, Owner.BLUE)
    assert faults(wrong) == ["the start tile, neutral and open to NESW, is not on 0,0 (K4)"]
    with pytest.raises(InvalidState, match="is not on 0,0"):
        GameState(CELTIC, (), Owner.ORANGE)


def test_one_tile_on_a_cell() -> None:
    assert faults(Lay(0, -1, 4, Owner.BLUE), Lay(0, -1, 4, Owner.ORANGE)) == ["2 tiles lie on 0,-1"]


def test_k5_tiles_that_are_not_joined_are_named_row_by_row() -> None:
    cells = [(2, 1), (3, 1), (4, 1), (5, 1), (1, 2), (2, 2), (3, 2), (4, 2)]
    found = faults(START, *(Lay(x, y, 5, Owner.ORANGE) for x, y in cells))
    assert [fault for fault in found if fault.endswith("(K5)")] == [
        f"the tile on {x},{y} is not joined to the start tile (K5)" for x, y in cells
    ]


def test_k6_no_path_is_cut_off() -> None:
    assert faults(
        Lay(1, 0, 9, Owner.BLUE), Lay(0, -1, 4, Owner.BLUE), Lay(1, -1, 10, Owner.BLUE)
    ) == [
        "a path is cut off between 0,-1 and 1,-1 (K6)",
        "a path is cut off between 1,-1 and 1,0 (K6)",
        "the tile on 1,-1 is not joined to the start tile (K5)",
    ]


def test_k7_the_window_holds_the_design_and_what_it_opens_to() -> None:
    row = [Lay(x, 0, 10, Owner.BLUE) for x in (1, 2)]
    assert faults(*row, Lay(3, 0, 10, Owner.ORANGE)) == [
        "the design and the cells it opens to are 6 wide, more than 5 (K7)"
    ]
    column = [Lay(0, y, 5, Owner.BLUE) for y in (1, 2)]
    assert faults(*column, Lay(0, 3, 5, Owner.ORANGE)) == [
        "the design and the cells it opens to are 6 high, more than 5 (K7)"
    ]


def test_k7_a_window_need_not_be_square() -> None:
    assert faults(Lay(0, 1, 5, Owner.BLUE), Lay(0, 2, 5, Owner.BLUE), rules=WIDE) == [
        "the design and the cells it opens to are 5 high, more than 4 (K7)"
    ]


def test_all_faults_are_listed_together() -> None:
    crosses = [Lay(x, 0, 15, Owner.BLUE) for x in range(1, 5)]
    found = [fault[-4:] for fault in faults(*crosses, Lay(0, 1, 8, Owner.ORANGE))]
    assert found == ["(K1)", "(K6)", "(K5)", "(K7)"]


def test_wrong_types_are_listed_together() -> None:
    for to_move in (Owner.NEUTRAL, 0, None):
        with pytest.raises(InvalidState, match="to_move must be") as error:
            GameState(None, [START], to_move)  # type: ignore[arg-type] # that is the point
        assert len(error.value.faults) == 3


def test_tiles_are_sorted_row_by_row() -> None:
    with pytest.raises(InvalidState, match="sorted row by row"):
        GameState(CELTIC, (START, Lay(0, -1, 4, Owner.BLUE)), Owner.ORANGE)


def test_a_changed_position_is_checked_and_worked_out_again() -> None:
    state = new_game()
    changed = attrs.evolve(state, lays=(Lay(0, -1, 4, Owner.BLUE), START), to_move=Owner.BLUE)
    assert changed == setup_game([Lay(0, -1, 4, Owner.BLUE)], to_move=Owner.BLUE)
    assert changed.left[Owner.BLUE] == (1, 2, 2, 2, 2)
    with pytest.raises(InvalidState):
        attrs.evolve(state, lays=())
