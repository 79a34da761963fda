"""Games replayed under other readings of the rules."""

import attrs
from hypothesis import given
from hypothesis import strategies as st

import keltis
from keltis import KELTIS, GameRecord, GameState, Rules, compare_readings, legal_moves, scores
from keltis.bots import play_match
from keltis.testing import records

GAME = play_match(["greedy", "greedy"], seed=7)
OTHERS = [
    *keltis.PRESETS.values(),
    attrs.evolve(KELTIS, may_take_own_discard=False),
    attrs.evolve(KELTIS, goal_figures=3),
    attrs.evolve(KELTIS, goal_row=5),
    attrs.evolve(KELTIS, wishing_stone_points=(-4, -3, -2, 3, 6, 10)),
    attrs.evolve(KELTIS, clover_may_be_declined=False),
]


@given(records())
def test_the_same_rules_make_no_difference(record: GameRecord) -> None:
    comparison = compare_readings(record, record.start.rules)
    assert comparison.is_same
    assert comparison.moves == len(record)
    assert comparison.first_choice is None
    assert not comparison.winners_differ
    assert comparison.outcomes == (record.outcome, record.outcome)


def parts(state: GameState) -> list[object]:
    """All parts of a position but its rules."""
    names = [field.name for field in attrs.fields(GameState) if field.eq]
    return [getattr(state, name) for name in names if name != "rules"]


@given(records(rules=st.just(KELTIS)), st.sampled_from(OTHERS))
def test_both_games_are_the_same_up_to_the_first_choice_and_the_first_difference(
    record: GameRecord, rules: Rules
) -> None:
    comparison = compare_readings(record, rules)
    if comparison.faults:
        assert comparison.scores is None
        return
    state = attrs.evolve(record.start, rules=rules)
    choices, differences = [], []
    for number, (own, move) in enumerate(record.until(comparison.moves)):
        choices += [number] if legal_moves(own) != legal_moves(state) else []
        state = keltis.apply_move(state, move)
        differences += [number] if parts(state) != parts(record.states[number + 1]) else []
    if comparison.moves < len(record):
        rest = record.moves[comparison.moves]
        assert comparison.illegal is keltis.illegality(state, rest) is not None
        choices.append(comparison.moves)  # the move that was made is legal in one of them
    assert comparison.first_choice == min(choices, default=None)
    assert comparison.first_difference == min(differences, default=None)
    assert comparison.scores == (scores(record.states[comparison.moves]), scores(state))


def test_an_impossible_deal_says_why() -> None:
    comparison = compare_readings(GAME, Rules(hand_size=7))
    assert "seat 0 must hold 7 cards now, not 8 (S3)" in comparison.faults
    assert (comparison.moves, comparison.scores) == (0, None)
    assert comparison.outcomes == (GAME.outcome, None)
    assert not comparison.is_same
    assert not comparison.winners_differ


def test_e1_a_game_that_is_over_earlier_refuses_the_rest() -> None:
    comparison = compare_readings(GAME, attrs.evolve(KELTIS, goal_figures=3))
    assert comparison.illegal is keltis.Illegality.GAME_OVER
    assert comparison.first_difference == comparison.moves - 1
    assert comparison.outcomes[1] is not None
    assert not comparison.is_same


def test_f2_another_table_changes_the_scores_alone() -> None:
    other = attrs.evolve(KELTIS, wishing_stone_points=(-40, -3, -2, 30, 60, 100))
    comparison = compare_readings(GAME, other)
    assert comparison.first_difference is None
    assert comparison.first_choice is None
    assert comparison.illegal is None
    assert comparison.scores is not None
    assert comparison.scores[0] != comparison.scores[1]
    assert not comparison.is_same


def test_winners_differ_if_both_games_end_with_others() -> None:
    upside_down = tuple(-points for points in KELTIS.row_points)
    changes = [
        compare_readings(GAME, attrs.evolve(KELTIS, row_points=table))
        for table in (KELTIS.row_points, upside_down)
    ]
    assert {comparison.winners_differ for comparison in changes} == {True, False}
    for comparison in changes:
        own, other = comparison.outcomes
        assert own is not None
        assert other is not None
        assert comparison.winners_differ is (own.winners != other.winners)
