"""What holds in every position that play can reach, under the presets and under any rules."""

import copy
import pickle
import random
from collections import Counter

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keltis import (
    Advance,
    Card,
    Colour,
    Decline,
    Discard,
    Draw,
    Figure,
    GameState,
    Illegality,
    IllegalMove,
    Lay,
    Move,
    Phase,
    Rules,
    Score,
    Tile,
    apply_move,
    illegality,
    legal_moves,
    new_game,
    outcome,
    scores,
)
from keltis.testing import custom_rules, moves, playthrough, states
from profiles import by_profile

FIGURES = (None, Figure.SMALL, Figure.LARGE)
UNION: tuple[Move, ...] = (
    *(Discard(Card(colour, value)) for colour in Colour for value in range(21)),
    *(
        Lay(Card(colour, value), figure)
        for colour in Colour
        for value in range(21)
        for figure in FIGURES
    ),
    *(Advance(colour, figure) for colour in Colour for figure in FIGURES),
    Decline(),
    Draw(None),
    *(Draw(colour) for colour in Colour),
)
any_states = states() | states(rules=custom_rules())


def all_cards(state: GameState) -> Counter[Card]:
    found = Counter([*state.draw_pile, *state.removed])
    for pile in state.discards:
        found.update(pile)
    for player in state.players:
        found.update(player.hand)
        for column in player.columns:
            found.update(column)
    return found


def recount(state: GameState, seat: int) -> Score:
    """The score from scratch: from where the figures are and what they have come over."""
    player, rules = state.players[seat], state.rules
    paths = 0
    for colour in Colour:
        if player.rows[colour] > 0:
            points = rules.row_points[player.rows[colour] - 1]
            paths += points * rules.large_factor if player.large == colour else points
    stones = rules.wishing_stone_points
    held = stones[player.wishing_stones] if player.wishing_stones < len(stones) else stones[-1]
    return Score(paths, player.tile_points, held)


@given(any_states)
def test_legal_moves_illegality_and_apply_move_agree_for_every_move_of_the_union(
    state: GameState,
) -> None:
    legal = legal_moves(state)
    assert len(legal) == len(set(legal))
    assert set(legal) <= set(UNION)
    for move in UNION:
        reason = illegality(state, move)
        assert (reason is None) == (move in legal)
        if reason is None:
            assert apply_move(state, move) != state
        else:
            with pytest.raises(IllegalMove) as caught:
                apply_move(state, move)
            assert (caught.value.reason, caught.value.move) == (reason, move)
            assert caught.value.state is state


@given(any_states)
def test_there_are_legal_moves_exactly_before_the_end(state: GameState) -> None:
    assert (legal_moves(state) == ()) == (outcome(state) is not None) == (state.phase is Phase.OVER)


@given(any_states)
def test_after_the_end_every_move_says_that_the_game_is_over(state: GameState) -> None:
    if state.phase is Phase.OVER:
        assert {illegality(state, move) for move in UNION} == {Illegality.GAME_OVER}


@given(any_states)
def test_every_position_that_play_reaches_passes_the_checks(state: GameState) -> None:
    """The engine makes states unchecked; the constructor, which checks, makes the same ones."""
    rebuilt = attrs.evolve(state)
    assert rebuilt == state
    assert rebuilt.options == state.options


@given(any_states)
def test_cards_are_conserved(state: GameState) -> None:
    assert all_cards(state) == Counter(state.rules.deck)


@given(any_states, st.data())
def test_a_move_leaves_the_old_state_untouched_and_takes_no_figure_back(
    state: GameState, data: st.DataObject
) -> None:
    if state.phase is Phase.OVER:
        return
    before = repr(state)
    after = apply_move(state, data.draw(moves(state)))
    assert repr(state) == before
    for old, new in zip(state.players, after.players, strict=True):
        assert all(row <= new_row for row, new_row in zip(old.rows, new.rows, strict=True))
        assert sum(new.rows) - sum(old.rows) in (0, 1)
        assert new.wishing_stones >= old.wishing_stones
        assert new.tile_points >= old.tile_points


@given(any_states)
def test_hands_are_full_between_turns_and_one_short_within(state: GameState) -> None:
    sizes = [len(player.hand) for player in state.players]
    full = [state.rules.hand_size] * len(state.players)
    within = state.phase in (Phase.ADVANCE, Phase.DRAW) or (
        state.phase is Phase.OVER and state.draw_pile
    )
    if within:
        full[state.to_move] -= 1
    assert sizes == full
    for player in state.players:
        assert list(player.hand) == sorted(player.hand)
        assert not Counter(player.seen) - Counter(player.hand)


@given(any_states)
def test_scores_equal_a_recount_and_stay_within_bounds(state: GameState) -> None:
    rules = state.rules
    rows = (*rules.row_points, 0)
    figures = rules.small_figures + rules.large_factor * rules.large_figures
    stones = rules.wishing_stone_points
    numbers = sum(tile.points for tile in rules.tiles)
    for seat, score in enumerate(scores(state)):
        assert score == recount(state, seat)
        assert (
            min(rows) * figures + min(stones)
            <= score.total
            <= max(rows) * figures + max(stones) + numbers
        )


@given(states())
def test_f3_scores_of_the_presets_lie_between_minus_28_and_80(state: GameState) -> None:
    assert all(-28 <= score.total <= 80 for score in scores(state))


@given(any_states)
def test_the_winners_are_all_who_have_most(state: GameState) -> None:
    end = outcome(state)
    if end is not None:
        totals = [score.total for score in end.scores]
        assert end.winners
        assert all(
            (total == max(totals)) == (seat in end.winners) for seat, total in enumerate(totals)
        )


@given(any_states)
def test_equal_states_hash_equal_and_survive_pickling(state: GameState) -> None:
    again: GameState = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
    assert again == state
    assert hash(again) == hash(state)
    assert again.options == state.options
    assert legal_moves(again) == legal_moves(state)


@given(any_states)
def test_copies_are_the_object_itself(state: GameState) -> None:
    assert copy.copy(state) is state
    assert copy.deepcopy(state) is state
    assert copy.deepcopy(state.players[0]) is state.players[0]


@pytest.mark.parametrize("lean", [0.0, 0.5, 0.9])
def test_p3_clover_chains_end_after_at_most_as_many_moves_as_there_are_clovers(lean: float) -> None:
    for seed in range(30):
        chain = 0
        for state, _ in playthrough(new_game(2, seed=seed), random.Random(seed), lean=lean):
            chain = chain + 1 if state.phase is Phase.ADVANCE else 0
            assert chain <= state.rules.tiles.count(Tile.CLOVER)


@given(custom_rules())
@settings(max_examples=by_profile(10, 50))
def test_any_possible_rules_can_be_played_to_an_end(rules: Rules) -> None:
    for players in rules.player_counts:
        state = new_game(players, seed=1, rules=rules)
        *_, (last, move) = playthrough(state, random.Random(1))
        assert outcome(apply_move(last, move)) is not None
