"""The rulings about components and set-up: C1 to C4, S1 to S6."""

import random
from collections import Counter

import pytest

from helpers import play
from keltis import KELTIS, Card, Colour, InvalidArgument, Phase, Rules, Tile, new_game


def test_c1_the_deck_has_two_of_each_value_0_to_10_in_five_colours() -> None:
    deck = Counter(KELTIS.deck)
    assert len(KELTIS.deck) == 110
    assert deck == Counter({Card(colour, value): 2 for colour in Colour for value in range(11)})


def test_c2_a_path_has_nine_stones_with_these_points_and_the_goal_area_begins_on_the_seventh() -> (
    None
):
    assert KELTIS.row_points == (-4, -3, -2, 1, 2, 3, 6, 7, 10)
    assert KELTIS.path_length == 9
    assert KELTIS.goal_row == 7


def test_c3_25_tiles_lie_on_the_dark_stones_and_on_every_end_stone() -> None:
    state = new_game(3, seed=1)
    lying = [tile for path in state.tiles for tile in path if tile is not None]
    assert Counter(lying) == {
        Tile.WISHING_STONE: 9,
        Tile.CLOVER: 9,
        Tile.ONE: 2,
        Tile.TWO: 3,
        Tile.THREE: 2,
    }
    rows = [[row for row, tile in enumerate(path) if tile is not None] for path in state.tiles]
    assert rows == [
        [3, 5, 6, 7, 9],
        [2, 4, 6, 7, 9],
        [2, 3, 5, 7, 9],
        [2, 4, 5, 7, 9],
        [3, 4, 6, 7, 9],
    ]


def test_c3_rows_2_to_6_have_three_dark_stones_each_and_row_7_has_five() -> None:
    tiles = new_game(3, seed=1).tiles
    counts = [sum(path[row] is not None for path in tiles) for row in range(1, 10)]
    assert counts == [0, 3, 3, 3, 3, 3, 5, 0, 5]


def test_c3_another_board_gets_the_same_tiles_in_the_same_order_on_other_stones() -> None:
    checkerboard = ((2, 4, 6, 8, 9), (1, 3, 5, 7, 9)) * 2 + ((2, 4, 6, 8, 9),)
    one, other = (
        new_game(3, seed=1, rules=rules) for rules in (KELTIS, Rules(tile_rows=checkerboard))
    )
    assert [[tile for tile in path if tile] for path in one.tiles] == [
        [tile for tile in path if tile] for path in other.tiles
    ]
    assert (one.players, one.draw_pile) == (other.players, other.draw_pile)


def test_c4_each_player_has_four_small_figures_and_a_large_one() -> None:
    assert (KELTIS.small_figures, KELTIS.large_figures) == (4, 1)


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 2.0, "2", None, True])
def test_s1_only_two_to_four_can_play(players: int) -> None:
    with pytest.raises(InvalidArgument, match="players must be 2 or 3 or 4 under these rules"):
        new_game(players)


@pytest.mark.parametrize(("players", "removed"), [(2, 30), (3, 0), (4, 0)])
def test_s2_thirty_cards_leave_the_deck_with_two_players(players: int, removed: int) -> None:
    assert len(new_game(players, seed=1).removed) == removed


def test_s2_the_removed_cards_are_random() -> None:
    assert new_game(2, seed=1).removed != new_game(2, seed=2).removed


@pytest.mark.parametrize(("players", "pile"), [(2, 64), (3, 86), (4, 78)])
def test_s3_eight_cards_each_and_the_rest_is_the_draw_pile(players: int, pile: int) -> None:
    state = new_game(players, seed=1)
    assert [len(player.hand) for player in state.players] == [8] * players
    assert len(state.draw_pile) == pile


def test_s4_the_tiles_are_shuffled() -> None:
    assert new_game(2, seed=1).tiles != new_game(2, seed=2).tiles


@pytest.mark.parametrize("first_player", [0, 1, 2])
def test_s5_the_first_player_is_a_parameter_and_turns_go_round_by_seat(first_player: int) -> None:
    state = new_game(3, seed=1, first_player=first_player)
    for turn in range(4):
        assert (state.to_move, state.phase) == ((first_player + turn) % 3, Phase.PLAY)
        card = state.players[state.to_move].hand[0]
        state = play(state, f"discard {card}", "draw pile")


@pytest.mark.parametrize("first_player", [-1, 2, 0.0, None, True])
def test_s5_the_first_player_must_have_a_seat(first_player: int) -> None:
    with pytest.raises(InvalidArgument, match="first_player must be a seat from 0 to 1"):
        new_game(2, first_player=first_player)


def test_s6_everyone_starts_at_0_points() -> None:
    for player in new_game(4, seed=1).players:
        assert (player.tile_points, player.wishing_stones) == (0, 0)


def test_the_same_seed_gives_the_same_game() -> None:
    assert new_game(3, seed=5) == new_game(3, seed=5)
    assert new_game(3, seed=5) == new_game(3, rng=random.Random(5))
    assert new_game(3, seed=5) != new_game(3, seed=6)


def test_without_a_seed_every_game_is_another() -> None:
    assert new_game(2) != new_game(2)


def test_the_global_generator_is_never_touched() -> None:
    before = random.getstate()
    new_game(2)
    new_game(2, seed=1)
    assert random.getstate() == before


def test_these_games_stay_the_same_for_ever() -> None:
    state = new_game(2, seed=2008)
    assert " ".join(map(str, state.players[0].hand)) == "R0 R2 R7 P5 G3 G5 B0 B9"
    assert " ".join(map(str, state.draw_pile[-5:])) == "R7 Y4 Y9 G1 B5"
    assert [tile.name[0] for path in state.tiles for tile in path if tile is not None] == list(
        "WTWTWCCTWOCTCWWOCCCWCWWCT"
    )


def test_a_seed_or_an_rng_but_not_both() -> None:
    with pytest.raises(InvalidArgument, match="not both"):
        new_game(2, seed=1, rng=random.Random(1))


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True])
def test_a_seed_is_a_whole_number_from_0(seed: int) -> None:
    with pytest.raises(InvalidArgument, match="seed must be a whole number from 0"):
        new_game(2, seed=seed)
