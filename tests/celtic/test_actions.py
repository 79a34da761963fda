"""The numbers of the moves, which never change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from celtic.games import SMALL, WIDE, row_to_the_edge
from keltis import InvalidArgument
from keltis.celtic import (
    ACTION_COUNT,
    CELTIC,
    Forfeit,
    Lay,
    Owner,
    Rules,
    action_count,
    action_id,
    apply_move,
    legal_action_ids,
    legal_action_mask,
    legal_moves,
    move_of,
    new_game,
    opponent_action,
    outcome,
)
from keltis.celtic._engine.tiles import OPPOSITE, SIDES, STEP

LARGEST = Rules(width=9, height=9, supplies=((9,) * 5,) * 3)
REACH = st.integers(-8, 8)
numbered_lays = st.builds(Lay, REACH, REACH, st.integers(1, 15), st.sampled_from(Owner)).filter(
    lambda lay: lay.cell != (0, 0)
)
actions = st.integers(0, ACTION_COUNT - 1)


@given(numbered_lays)
def test_the_documented_formula_holds(lay: Lay) -> None:
    ring = max(abs(lay.x), abs(lay.y))
    inside = (2 * ring - 1) ** 2 - 1
    square = [(x, y) for y in range(-ring, ring + 1) for x in range(-ring, ring + 1)]
    cells = [cell for cell in square if max(map(abs, cell)) == ring]
    place = inside + cells.index(lay.cell)
    assert action_id(lay) == 45 * place + 15 * lay.supply + lay.mask


@pytest.mark.parametrize("rules", [CELTIC, SMALL, WIDE, LARGEST])
def test_whole_games_can_be_played_by_numbers(rules: Rules) -> None:
    state = new_game(rules=rules)
    while outcome(state) is None:
        numbers = legal_action_ids(state)
        assert numbers[-1] < action_count(rules)
        state = apply_move(state, move_of(numbers[-1]))
    assert legal_action_ids(state) == ()
    assert legal_action_mask(state) == bytes(ACTION_COUNT)


@pytest.mark.parametrize(
    ("rules", "count"),
    [(CELTIC, 3601), (Rules(width=3), 3601), (SMALL, 1081), (WIDE, 5401), (LARGEST, 12961)],
)
def test_the_action_count_ends_with_the_farthest_cell_of_the_window(
    rules: Rules, count: int
) -> None:
    farthest = max(rules.width, rules.height) - 1
    assert action_count(rules) == count
    assert move_of(count - 1) == Lay(farthest, farthest, 15, Owner.NEUTRAL)


@pytest.mark.parametrize("start", SIDES)
def test_the_farthest_legal_lay_has_a_number(start: int) -> None:
    state = row_to_the_edge(start)
    x, y = (8 * step for step in STEP[start])
    farthest = Lay(x, y, OPPOSITE[start], Owner.ORANGE)
    assert farthest in legal_moves(state)
    assert action_id(farthest) in legal_action_ids(state)


def test_a_pass_is_number_0() -> None:
    only_blue = Rules(supplies=((0,) * 5, (2,) * 5, (0, 0, 0, 0, 1)))
    assert legal_action_ids(new_game(rules=only_blue)) == (0,)
    assert legal_action_mask(new_game(rules=only_blue))[0] == 1


@given(actions)
def test_the_opponents_opponent_has_the_action_itself(action: int) -> None:
    assert opponent_action(opponent_action(action)) == action


@given(numbered_lays)
def test_the_opponents_action_is_the_same_lay_from_the_other_supply(lay: Lay) -> None:
    exchanged = {Owner.ORANGE: Owner.BLUE, Owner.BLUE: Owner.ORANGE, Owner.NEUTRAL: Owner.NEUTRAL}
    assert move_of(opponent_action(action_id(lay))) == Lay(
        lay.x, lay.y, lay.mask, exchanged[lay.supply]
    )


def test_a_pass_of_the_opponent_is_a_pass() -> None:
    assert opponent_action(0) == 0


@pytest.mark.parametrize(("x", "y"), [(0, 0), (9, 0), (0, -9), (99, 99)])
def test_a_lay_that_no_rules_allow_has_no_number(x: int, y: int) -> None:
    message = f"a tile on {x},{y} has no number: expected a cell other than 0,0"
    with pytest.raises(InvalidArgument, match=message):
        action_id(Lay(x, y, 15, Owner.NEUTRAL))


def test_a_penalty_has_no_number() -> None:
    with pytest.raises(InvalidArgument, match="a penalty has no number"):
        action_id(Forfeit(Lay(0, -1, 4, Owner.BLUE)))
