"""Numbers for learners: what holds in every game, and never changes."""

from collections.abc import Callable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import keltis
from adapters.games import NOUGHTS, Case, celtic_case, celtic_cases, keltis_case, keltis_cases
from celtic.games import SMALL, WIDE, row_to_the_edge
from helpers import pickled, whole_game
from keltis import InvalidArgument, celtic
from keltis.celtic._engine.tiles import OPPOSITE, SIDES, STEP
from keltis.game import M, R, S, V

CASES = {**keltis_cases(), **celtic_cases(), "noughts": NOUGHTS}
every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


# Actions.


def test_the_counts_never_change() -> None:
    assert (keltis.STANDARD_ACTION_COUNT, keltis.ACTION_COUNT) == (242, 442)
    assert (celtic.STANDARD_ACTION_COUNT, celtic.ACTION_COUNT) == (3601, 12961)


@pytest.mark.parametrize(
    ("move_of", "action_id", "count"),
    [
        (keltis.move_of, keltis.action_id, keltis.ACTION_COUNT),
        (celtic.move_of, celtic.action_id, celtic.ACTION_COUNT),
    ],
)
def test_there_is_a_move_for_every_number_and_a_number_for_every_move(
    move_of: Callable[[int], M], action_id: Callable[[M], int], count: int
) -> None:
    moves = [move_of(action) for action in range(count)]
    assert [action_id(move) for move in moves] == list(range(count))
    assert len(set(moves)) == count


@pytest.mark.parametrize("action", [-1, 12961, True, 3.0, "3", None])
@pytest.mark.parametrize("function", [keltis.move_of, celtic.move_of, celtic.opponent_action])
def test_a_number_without_a_move_is_refused(
    function: Callable[..., object], action: object
) -> None:
    with pytest.raises(InvalidArgument, match=r"action must be a whole number from 0 to \d+, not"):
        function(action)


COLOURS, FIGURES = st.sampled_from(keltis.Colour), (None, *keltis.Figure)
HIGH_CARDS = keltis.Rules(values=tuple(range(5, 21)))
LARGEST = celtic.Rules(width=9, height=9, supplies=((9,) * 5,) * 3)
REACH = st.integers(-8, 8)
numbered_lays = st.builds(
    celtic.Lay, REACH, REACH, st.integers(1, 15), st.sampled_from(celtic.Owner)
).filter(lambda lay: lay.cell != (0, 0))


@given(st.builds(keltis.Card, COLOURS, st.integers(0, 20)), st.sampled_from(FIGURES))
def test_the_documented_formulas_of_keltis_hold(
    card: keltis.Card, figure: keltis.Figure | None
) -> None:
    number = FIGURES.index(figure)
    start = 22 + 4 * (5 * card.value + card.colour)
    assert keltis.action_id(keltis.Lay(card, figure)) == start + number
    assert keltis.action_id(keltis.Discard(card)) == start + 3
    assert keltis.action_id(keltis.Advance(card.colour, figure)) == 6 + 3 * card.colour + number
    assert keltis.action_id(keltis.Draw(card.colour)) == 1 + card.colour


@given(numbered_lays)
def test_the_documented_formula_of_celtic_holds(lay: celtic.Lay) -> None:
    ring = max(abs(lay.x), abs(lay.y))
    inside = (2 * ring - 1) ** 2 - 1
    square = [(x, y) for y in range(-ring, ring + 1) for x in range(-ring, ring + 1)]
    place = inside + [cell for cell in square if max(map(abs, cell)) == ring].index(lay.cell)
    assert celtic.action_id(lay) == 45 * place + 15 * lay.supply + lay.mask


@given(numbered_lays)
def test_the_opponents_action_is_the_same_lay_from_the_other_supply(lay: celtic.Lay) -> None:
    supply = (celtic.Owner.BLUE, celtic.Owner.ORANGE, celtic.Owner.NEUTRAL)[lay.supply]
    exchanged = celtic.action_id(attrs.evolve(lay, supply=supply))
    assert celtic.opponent_action(celtic.action_id(lay)) == exchanged
    assert celtic.opponent_action(0) == 0


@pytest.mark.parametrize(
    ("rules", "count", "highest_card"),
    [
        (keltis.KELTIS, 242, "B10"),
        (keltis.REFERENCE_MANUAL, 242, "B10"),
        (HIGH_CARDS, 442, "B20"),
        (keltis.Rules(values=(0, 3, 5), copies=9), 142, "B5"),
    ],
)
def test_the_action_count_ends_with_the_discard_of_the_highest_card(
    rules: keltis.Rules, count: int, highest_card: str
) -> None:
    assert keltis.learning.action_count(rules) == count
    assert str(keltis.move_of(count - 1)) == f"discard {highest_card}"


@pytest.mark.parametrize(
    ("rules", "count", "farthest"),
    [
        *((celtic.CELTIC, 3601, 4), (celtic.Rules(width=3), 3601, 4), (SMALL, 1081, 2)),
        *((WIDE, 5401, 5), (LARGEST, 12961, 8)),
    ],
)
def test_the_action_count_ends_with_the_farthest_cell_of_the_window(
    rules: celtic.Rules, count: int, farthest: int
) -> None:
    assert celtic.action_count(rules) == count
    assert str(celtic.move_of(count - 1)) == f"lay {farthest},{farthest} NESW neutral"


@pytest.mark.parametrize("start", SIDES)
def test_the_farthest_legal_lay_has_a_number(start: int) -> None:
    state = row_to_the_edge(start)
    x, y = (8 * step for step in STEP[start])
    farthest = celtic.Lay(x, y, OPPOSITE[start], celtic.Owner.ORANGE)
    assert celtic.action_id(farthest) in celtic.legal_action_ids(state)


@pytest.mark.parametrize(("x", "y"), [(0, 0), (9, 0), (0, -9), (99, 99)])
def test_a_move_that_is_never_legal_has_no_number(x: int, y: int) -> None:
    lay = celtic.Lay(x, y, 15, celtic.Owner.NEUTRAL)
    message = f"a tile on {x},{y} has no number: expected a cell other than 0,0"
    with pytest.raises(InvalidArgument, match=message):
        celtic.action_id(lay)
    with pytest.raises(InvalidArgument, match="a penalty has no number"):
        celtic.action_id(celtic.Forfeit(lay))


def test_a_view_has_the_numbers_of_its_viewer() -> None:
    for state in whole_game(keltis.KELTIS_LITERAL, 2, seed=1):
        for seat in range(2):
            view = keltis.observe(state, seat)
            expected = keltis.legal_action_ids(state) if seat == state.to_move else ()
            assert keltis.legal_action_ids(view) == expected
            assert sum(keltis.legal_action_mask(view)) == len(expected)


@every_case
def test_the_numbers_are_those_of_the_legal_moves(case: Case[S, V, M, R]) -> None:
    learning = case.game.learning
    for state in case.record(1).states:
        actions = learning.legal_action_ids(state)
        assert list(actions) == sorted(actions)
        assert max(actions, default=0) < learning.action_count(case.rules)
        moves = case.game.engine.legal_moves(state)
        assert sorted(map(str, map(learning.move_of, actions))) == sorted(map(str, moves))


@every_case
def test_a_seat_has_its_own_numbers_and_the_way_back(case: Case[S, V, M, R]) -> None:
    learning, start = case.game.learning, case.record(1).start
    for seat in range(case.players):
        for action in learning.legal_action_ids(start):
            own = learning.seat_action(action, seat)
            assert own == case.number(learning.move_of(action), seat)
            assert learning.seat_action(own, seat) == action


@pytest.mark.parametrize(
    ("case", "mask_of"),
    [
        (keltis_case(players=3), keltis.legal_action_mask),
        (celtic_case(), celtic.legal_action_mask),
    ],
)
def test_the_mask_has_the_numbers_of_the_legal_moves(
    case: Case[S, V, M, R], mask_of: Callable[[S], bytes]
) -> None:
    for state in case.record(1).states:
        mask = mask_of(state)
        assert len(mask) == case.game.learning.action_count(case.game.rules)
        assert set(mask) <= {0, 1}
        legal = tuple(action for action, is_legal in enumerate(mask) if is_legal)
        assert legal == case.game.learning.legal_action_ids(state)
    assert not any(mask)


# Observations.


@every_case
def test_an_observation_is_the_encoded_view_within_the_highest_values(
    case: Case[S, V, M, R],
) -> None:
    learning = case.game.learning
    highest = learning.highest_values(case.rules, case.players)
    assert min(highest) >= 1
    for state in case.record(2).states[::7]:
        for seat in range(case.players):
            code = learning.observation(state, seat)
            assert code == case.encode(state, seat)
            assert all(value <= limit for value, limit in zip(code, highest, strict=True))


def test_a_number_of_two_bytes_has_the_highest_value_of_each() -> None:
    rules = keltis.Rules(copies=6)
    assert rules.pile_size(2) == 256 + 28
    pile = keltis.learning.layout(rules, 2).slices["draw_pile"]
    assert [*keltis.learning.highest_values(rules, 2)[pile]] == [255, 1]


@every_case
def test_every_byte_belongs_to_one_field(case: Case[S, V, M, R]) -> None:
    learning = case.game.learning
    fields = learning.layout(case.rules, case.players)
    ends = [field.stop for field in fields.fields]
    assert [field.start for field in fields.fields] == [0, *ends[:-1]]
    assert len(learning.observation(case.record(1).start, 0)) == fields.size == ends[-1]


@every_case
def test_a_layout_survives_pickling(case: Case[S, V, M, R]) -> None:
    fields = case.game.learning.layout(case.rules, case.players)
    assert pickled(fields) == fields


# Returns.


@every_case
def test_the_returns_are_those_of_the_end_alone(case: Case[S, V, M, R]) -> None:
    learning, record = case.game.learning, case.record(3)
    *before, end = [learning.returns(state, case.returns) for state in record.states]
    assert set(before) == {None}
    assert end == case.worth(record.final)
    low, high = learning.return_bounds(case.rules, case.players, case.returns)
    assert low <= min(end) <= max(end) <= high
    assert sum(end) == pytest.approx(0)


@pytest.mark.parametrize(
    ("case", "name"), [(keltis_case(), "points"), (celtic_case(), "score_margins")]
)
def test_returns_that_a_game_does_not_have_are_refused(
    case: Case[S, V, M, R], name: object
) -> None:
    learning, state = case.game.learning, case.record(1).start
    returns: Callable[..., object] = learning.returns
    bounds: Callable[..., object] = learning.return_bounds
    with pytest.raises(InvalidArgument, match=f"returns must be win_shares.*, not '{name}'"):
        returns(state, name)
    with pytest.raises(InvalidArgument, match=f"returns must be win_shares.*, not '{name}'"):
        bounds(case.rules, case.players, name)
