"""The rulings about components and set-up: C1 to C4, S1 to S6."""

import random
from collections import Counter

import attrs
import pytest

import keltis
from helpers import every_preset, play
from keltis import KELTIS, REFERENCE_MANUAL, Card, Colour, InvalidArgument, Rules, new_game, observe


def twice_each(values: range) -> Counter[Card]:
    return Counter({Card(colour, value): 2 for colour in Colour for value in values})


def test_c1_the_deck_has_two_of_each_value_0_to_10_in_five_colours() -> None:
    assert len(KELTIS.deck) == 110
    assert Counter(KELTIS.deck) == twice_each(range(11))


def test_c1_the_reference_manual_has_two_of_each_value_1_to_10() -> None:
    assert Counter(REFERENCE_MANUAL.deck) == twice_each(range(1, 11))


def test_c2_a_path_has_nine_stones_with_these_points_and_the_goal_area_begins_on_the_seventh() -> (
    None
):
    assert KELTIS.row_points == (-4, -3, -2, 1, 2, 3, 6, 7, 10)
    assert KELTIS.path_length == 9
    assert KELTIS.goal_row == 7


@every_preset
def test_c2_there_is_one_path_for_each_colour(rules: Rules) -> None:
    assert len(Colour) == 5
    assert [len(path) for path in new_game(2, seed=1, rules=rules).tiles] == [1 + 9] * 5


@every_preset
def test_c2_all_figures_begin_on_the_starting_stone(rules: Rules) -> None:
    for player in new_game(4, seed=1, rules=rules).players:
        assert player.rows == (0, 0, 0, 0, 0)
        assert player.large is None


@every_preset
def test_c2_the_first_three_rows_cost_points_and_all_others_bring_some(rules: Rules) -> None:
    assert [points > 0 for points in rules.row_points] == [False] * 3 + [True] * 6
    assert max(rules.row_points[:3]) < 0


@every_preset
def test_c3_there_are_nine_wishing_stones_nine_clovers_and_seven_numbers(rules: Rules) -> None:
    tiles = new_game(3, seed=1, rules=rules).tiles
    counts = Counter(tile for path in tiles for tile in path if tile is not None)
    assert [counts[tile] for tile in keltis.Tile] == [9, 9, 2, 3, 2]


def test_c3_25_tiles_lie_on_the_dark_stones_and_on_every_end_stone() -> None:
    tiles = new_game(3, seed=1).tiles
    rows = ["".join(str(row) for row, tile in enumerate(path) if tile) for path in tiles]
    assert rows == ["35679", "24679", "23579", "24579", "34679"]


@every_preset
def test_c3_every_end_stone_has_a_tile(rules: Rules) -> None:
    assert all(path[rules.path_length] for path in new_game(3, seed=1, rules=rules).tiles)


@every_preset
def test_c3_twenty_stones_before_the_ends_have_a_tile(rules: Rules) -> None:
    tiles = new_game(3, seed=1, rules=rules).tiles
    assert sum(tile is not None for path in tiles for tile in path[:-1]) == 20


@every_preset
def test_c3_the_entry_of_the_goal_area_has_a_tile_on_every_path(rules: Rules) -> None:
    assert all(path[rules.goal_row] for path in new_game(3, seed=1, rules=rules).tiles)


def test_c3_another_board_gets_the_same_tiles_in_the_same_order_on_other_stones() -> None:
    checkerboard = ((2, 4, 6, 8, 9), (1, 3, 5, 7, 9)) * 2 + ((2, 4, 6, 8, 9),)
    one, other = (
        new_game(3, seed=1, rules=rules) for rules in (KELTIS, Rules(tile_rows=checkerboard))
    )
    assert [list(filter(None, path)) for path in one.tiles] == [
        list(filter(None, path)) for path in other.tiles
    ]
    assert (one.players, one.draw_pile) == (other.players, other.draw_pile)


def test_c4_each_player_has_four_small_figures_and_a_large_one() -> None:
    assert (KELTIS.small_figures, KELTIS.large_figures) == (4, 1)


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_s1_only_two_to_four_can_play(players: int) -> None:
    with pytest.raises(InvalidArgument, match="players must be 2 or 3 or 4 under these rules"):
        new_game(players)


@every_preset
@pytest.mark.parametrize("players", [2, 3, 4])
def test_s1_only_those_who_play_have_figures(players: int, rules: Rules) -> None:
    assert len(new_game(players, seed=1, rules=rules).players) == players


@pytest.mark.parametrize(("players", "removed"), [(2, 30), (3, 0), (4, 0)])
def test_s2_thirty_cards_leave_the_deck_with_two_players(players: int, removed: int) -> None:
    assert len(new_game(players, seed=1).removed) == removed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s2_in_the_reference_manual_no_cards_leave(players: int) -> None:
    state = new_game(players, seed=1, rules=REFERENCE_MANUAL)
    assert state.removed == ()
    assert len(state.draw_pile) == 100 - 8 * players


def test_s2_the_removed_cards_are_random() -> None:
    assert new_game(2, seed=1).removed != new_game(2, seed=2).removed


def test_s2_nobody_sees_the_removed_cards() -> None:
    state = new_game(2, seed=1)
    hidden = sorted(state.draw_pile + state.removed)
    other = attrs.evolve(state, draw_pile=tuple(hidden[30:]), removed=tuple(hidden[:30]))
    assert other.removed != state.removed
    for seat in (0, 1, None):
        assert observe(other, seat) == observe(state, seat)


@pytest.mark.parametrize(("players", "pile"), [(2, 64), (3, 86), (4, 78)])
def test_s3_eight_cards_each_and_the_rest_is_the_draw_pile(players: int, pile: int) -> None:
    state = new_game(players, seed=1)
    assert [len(player.hand) for player in state.players] == [8] * players
    assert len(state.draw_pile) == pile


def test_s3_the_cards_are_shuffled() -> None:
    states = [new_game(3, seed=seed) for seed in range(10)]
    assert len({state.players[0].hand for state in states}) == 10
    assert len({state.draw_pile for state in states}) == 10


def test_s3_nobody_sees_the_draw_pile() -> None:
    state = new_game(3, seed=1)
    other = attrs.evolve(state, draw_pile=state.draw_pile[::-1])
    assert other != state
    for seat in (0, 1, 2, None):
        assert observe(other, seat) == observe(state, seat)


def test_s4_the_tiles_are_shuffled() -> None:
    assert new_game(2, seed=1).tiles != new_game(2, seed=2).tiles


def test_s4_everybody_sees_all_tiles() -> None:
    state = new_game(2, seed=1)
    for seat in (0, 1, None):
        assert observe(state, seat).tiles == state.tiles


@pytest.mark.parametrize("first_player", [0, 1, 2])
def test_s5_the_first_player_is_a_parameter_and_turns_go_round_by_seat(first_player: int) -> None:
    state = new_game(3, seed=1, first_player=first_player)
    for turn in range(4):
        assert (state.to_move, state.phase) == ((first_player + turn) % 3, keltis.Phase.PLAY)
        state = play(state, f"discard {state.players[state.to_move].hand[0]}", "draw pile")


@pytest.mark.parametrize("first_player", [-1, 2])
def test_s5_the_first_player_must_have_a_seat(first_player: int) -> None:
    with pytest.raises(InvalidArgument, match="first_player must be a seat from 0 to 1"):
        new_game(2, first_player=first_player)


def test_s6_everyone_starts_at_0_points() -> None:
    for player in new_game(4, seed=1).players:
        assert (player.tile_points, player.wishing_stones) == (0, 0)


@every_preset
def test_s6_no_marker_is_on_the_track_at_the_start(rules: Rules) -> None:
    for player in new_game(4, seed=1, rules=rules).players:
        assert keltis.track_space(player.tile_points) is None


def test_the_same_seed_gives_the_same_game() -> None:
    assert new_game(3, seed=5) == new_game(3, seed=5) == new_game(3, rng=random.Random(5))
    assert new_game(3, seed=5) != new_game(3, seed=6)


def test_without_a_seed_every_game_is_another_and_the_global_generator_is_never_touched() -> None:
    before = random.getstate()
    assert new_game(2) != new_game(2)
    assert random.getstate() == before


def test_these_games_stay_the_same_for_ever() -> None:
    state = new_game(2, seed=2008)
    assert " ".join(map(str, state.players[0].hand)) == "R0 R2 R7 P5 G3 G5 B0 B9"
    assert " ".join(map(str, state.draw_pile[-5:])) == "R7 Y4 Y9 G1 B5"
    tiles = [tile.name[0] for path in state.tiles for tile in path if tile is not None]
    assert "".join(tiles) == "WTWTWCCTWOCTCWWOCCCWCWWCT"


def test_a_seed_or_an_rng_but_not_both() -> None:
    with pytest.raises(InvalidArgument, match="not both"):
        new_game(2, seed=1, rng=random.Random(1))


@pytest.mark.parametrize("seed", [-1, 1.5, True])
def test_a_seed_is_a_whole_number_from_0(seed: int) -> None:
    with pytest.raises(InvalidArgument, match="seed must be a whole number from 0"):
        new_game(2, seed=seed)
