"""The numbers of the moves, which never change."""

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
    Lay,
    Move,
    Rules,
    new_game,
)
from keltis._engine.view import observe
from keltis.learning import (
    STANDARD_ACTION_COUNT,
    action_count,
    action_id,
    legal_action_ids,
    legal_action_mask,
    move_of,
)

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
