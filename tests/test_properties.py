"""What holds in every position that play can reach, under the presets and under any rules.

`test_against_naive` has the rest: hands, scores and the end.
"""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis import GameState, Phase, Tile, apply_move, new_game
from keltis.testing import custom_rules, moves, playthrough, states

any_states = states() | states(rules=custom_rules())


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


@pytest.mark.parametrize("lean", [0.0, 0.5, 0.9])
def test_p3_clover_chains_end_after_at_most_as_many_moves_as_there_are_clovers(lean: float) -> None:
    for seed in range(30):
        chain = 0
        for state, _ in playthrough(new_game(2, seed=seed), random.Random(seed), lean=lean):
            chain = chain + 1 if state.phase is Phase.ADVANCE else 0
            assert chain <= state.rules.tiles.count(Tile.CLOVER)
