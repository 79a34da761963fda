"""Numbers for learners: what holds in every game, and never changes."""

import pickle
from collections.abc import Callable

import pytest

import keltis
from adapters.games import NOUGHTS, Case, celtic_case, celtic_cases, keltis_case, keltis_cases
from keltis import InvalidArgument, celtic
from keltis.game import M, R, S, V

CASES = {**keltis_cases(), **celtic_cases(), "noughts": NOUGHTS}
every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


# Actions.


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "draw pile"),
        (1, "draw R"),
        (5, "draw B"),
        (6, "advance R"),
        (7, "advance R small"),
        (8, "advance R large"),
        (20, "advance B large"),
        (21, "decline"),
        (22, "lay R0"),
        (23, "lay R0 small"),
        (24, "lay R0 large"),
        (25, "discard R0"),
        (26, "lay Y0"),
        (42, "lay R1"),
        (162, "lay R7"),
        (165, "discard R7"),
        (241, "discard B10"),
        (242, "lay R11"),
        (441, "discard B20"),
    ],
)
def test_some_numbers_of_keltis_and_their_moves(action: int, text: str) -> None:
    assert str(keltis.move_of(action)) == text


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "pass"),
        (1, "lay -1,-1 N orange"),
        (15, "lay -1,-1 NESW orange"),
        (16, "lay -1,-1 N blue"),
        (45, "lay -1,-1 NESW neutral"),
        (46, "lay 0,-1 N orange"),
        (136, "lay -1,0 N orange"),
        (181, "lay 1,0 N orange"),
        (360, "lay 1,1 NESW neutral"),
        (361, "lay -2,-2 N orange"),
        (3600, "lay 4,4 NESW neutral"),
        (3601, "lay -5,-5 N orange"),
        (12960, "lay 8,8 NESW neutral"),
    ],
)
def test_some_numbers_of_celtic_and_their_moves(action: int, text: str) -> None:
    assert str(celtic.move_of(action)) == text


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
    ("case", "mask_of", "count"),
    [
        (keltis_case(players=3), keltis.legal_action_mask, keltis.ACTION_COUNT),
        (celtic_case(), celtic.legal_action_mask, celtic.ACTION_COUNT),
    ],
)
def test_the_mask_has_the_numbers_of_the_legal_moves(
    case: Case[S, V, M, R], mask_of: Callable[[S], bytes], count: int
) -> None:
    for state in case.record(1).states:
        mask = mask_of(state)
        assert len(mask) == count
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
    assert pickle.loads(pickle.dumps(fields)) == fields  # noqa: S301 - our own bytes


def test_version_1_never_changes() -> None:
    assert keltis.learning.VERSION == celtic.learning.VERSION == 1
    assert keltis.learning.layout(keltis.KELTIS, 2).checksum == "e0872b74f6595f08"
    assert celtic.learning.layout(celtic.CELTIC).checksum == "920ff8f1c061c587"
    sizes = [keltis.learning.layout(keltis.KELTIS, players).size for players in (2, 3, 4)]
    assert [*sizes, celtic.learning.layout(celtic.CELTIC).size] == [707, 850, 993, 665]


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
