"""What holds in every position that play can reach, under the presets and under any rules."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
from keltis import Colour, GameState, Phase, Rules, Score, Tile, apply_move, new_game, outcome
from keltis.testing import custom_rules, moves, playthrough, states
from profiles import by_profile

any_states = states() | states(rules=custom_rules())


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
def test_cards_and_tiles_are_conserved(state: GameState) -> None:
    piles = [state.draw_pile, state.removed, *state.discards]
    for player in state.players:
        piles += [player.hand, *player.columns]
    assert Counter(card for pile in piles for card in pile) == Counter(state.rules.deck)
    tiles = Counter(tile for path in state.tiles for tile in path if tile is not None)
    tiles[Tile.WISHING_STONE] += sum(player.wishing_stones for player in state.players)
    assert tiles == Counter(state.rules.tiles)


@given(any_states, st.data())
def test_no_move_takes_a_figure_a_stone_or_points_back(
    state: GameState, data: st.DataObject
) -> None:
    if state.phase is Phase.OVER:
        return
    after = apply_move(state, data.draw(moves(state)))
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
def test_scores_equal_a_recount(state: GameState) -> None:
    seats = range(len(state.players))
    assert keltis.scores(state) == tuple(recount(state, seat) for seat in seats)


@given(any_states)
def test_the_winners_are_all_who_have_most(state: GameState) -> None:
    end = outcome(state)
    if end is not None:
        totals = [score.total for score in end.scores]
        winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
        assert list(end.winners) == winners


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
