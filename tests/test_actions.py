"""The numbers of the moves, which never change."""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import whole_game
from keltis import (
    PRESETS,
    Advance,
    Card,
    Colour,
    Decline,
    Discard,
    Draw,
    Figure,
    InvalidArgument,
    Lay,
    Move,
    Phase,
    Rules,
    legal_moves,
    new_game,
)
from keltis.learning import (
    ACTION_COUNT,
    STANDARD_ACTION_COUNT,
    action_count,
    action_id,
    legal_action_ids,
    legal_action_mask,
    move_of,
)
from keltis.view import observe

HIGH_CARDS: Final = Rules(values=tuple(range(5, 21)))


figures: Final = st.none() | st.sampled_from(Figure)
colours: Final = st.sampled_from(Colour)
all_cards: Final = st.builds(Card, colours, st.integers(0, 20))
moves_of_the_union: Final[st.SearchStrategy[Move]] = st.one_of(
    st.builds(Discard, all_cards),
    st.builds(Lay, all_cards, figures),
    st.builds(Advance, colours, figures),
    st.builds(Decline),
    st.builds(Draw, st.none() | colours),
)


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
def test_some_numbers_and_their_moves(action: int, text: str) -> None:
    assert str(move_of(action)) == text


def test_the_counts_never_change() -> None:
    assert (STANDARD_ACTION_COUNT, ACTION_COUNT) == (242, 442)


def test_there_is_a_move_for_every_number_and_a_number_for_every_move() -> None:
    assert [action_id(move_of(action)) for action in range(ACTION_COUNT)] == list(
        range(ACTION_COUNT)
    )
    assert len({move_of(action) for action in range(ACTION_COUNT)}) == ACTION_COUNT


@given(moves_of_the_union)
def test_every_move_comes_back_from_its_number(move: Move) -> None:
    assert move_of(action_id(move)) == move


@given(moves_of_the_union)
def test_the_standard_numbers_are_those_without_high_cards(move: Move) -> None:
    high = isinstance(move, Lay | Discard) and move.card.value > 10
    assert (action_id(move) < STANDARD_ACTION_COUNT) is not high


@given(all_cards, figures)
def test_the_documented_formulas_hold(card: Card, figure: Figure | None) -> None:
    number = (None, Figure.SMALL, Figure.LARGE).index(figure)
    start = 22 + 4 * (5 * card.value + card.colour)
    assert action_id(Lay(card, figure)) == start + number
    assert action_id(Discard(card)) == start + 3
    assert action_id(Advance(card.colour, figure)) == 6 + 3 * card.colour + number
    assert action_id(Draw(card.colour)) == 1 + card.colour


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [*PRESETS.values(), HIGH_CARDS])
def test_numbers_and_mask_are_those_of_the_legal_moves(rules: Rules, players: int) -> None:
    for state in whole_game(rules, players, seed=players):
        actions = legal_action_ids(state)
        assert actions == tuple(sorted(map(action_id, legal_moves(state))))
        mask = legal_action_mask(state)
        assert len(mask) == ACTION_COUNT
        assert set(mask) <= {0, 1}
        assert [action for action, legal in enumerate(mask) if legal] == list(actions)


@pytest.mark.parametrize("rules", PRESETS.values())
def test_the_named_rule_sets_need_standard_numbers_only(rules: Rules) -> None:
    assert all(
        max(legal_action_ids(state)) < STANDARD_ACTION_COUNT
        for state in whole_game(rules, 2, seed=1)[:-1]
    )


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (PRESETS["KELTIS"], 242),
        (PRESETS["REFERENCE_MANUAL"], 242),
        (HIGH_CARDS, 442),
        (Rules(values=(0, 3, 5), copies=9), 142),
    ],
)
def test_the_action_count_ends_with_the_discard_of_the_highest_card(
    rules: Rules, count: int
) -> None:
    assert action_count(rules) == count
    assert move_of(count - 1) == Discard(Card(Colour.BLUE, rules.values[-1]))


def test_rules_with_high_cards_need_more() -> None:
    assert max(legal_action_ids(new_game(2, seed=1, rules=HIGH_CARDS))) >= STANDARD_ACTION_COUNT


def test_a_view_has_the_numbers_of_its_viewer() -> None:
    for state in whole_game(PRESETS["KELTIS_LITERAL"], 2, seed=1):
        for seat in range(2):
            view = observe(state, seat)
            expected = legal_action_ids(state) if seat == state.to_move else ()
            assert legal_action_ids(view) == expected
            assert sum(legal_action_mask(view)) == len(expected)


def test_after_the_end_no_action_is_legal() -> None:
    over = whole_game(PRESETS["KELTIS"], 2, seed=1)[-1]
    assert over.phase is Phase.OVER
    assert legal_action_ids(over) == ()
    assert legal_action_mask(over) == bytes(ACTION_COUNT)


@pytest.mark.parametrize("action", [-1, ACTION_COUNT, True, 3.0, "3", None])
def test_a_number_without_a_move_is_refused(action: object) -> None:
    move_of_anything: Callable[..., Move] = move_of
    with pytest.raises(InvalidArgument, match="action must be a whole number from 0 to 441, not"):
        move_of_anything(action)
