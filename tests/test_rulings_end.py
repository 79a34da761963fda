"""The rulings about the end and the scoring: E1 to E3, F1 to F4."""

import random

import pytest

import keltis
from helpers import every_preset, play, table, texts
from keltis import KELTIS, Colour, EndReason, Phase, Rules, Score, new_game, outcome, score, scores
from keltis.testing import Seat, later_state

R = Colour.RED
SIX = "R1 R2 R3 R4 R5 R6"
"""Cards that have brought the red figure to the stone before the goal area."""
FOUR_IN_GOAL = Seat(at="Y7 P7 G7 B7", taken="P2 P3 P5 G2")


def last_step(tiles: str = "", rules: Rules = KELTIS) -> keltis.GameState:
    """Seat 1 has four figures in the goal area, and seat 0 can bring the fifth there with R9."""
    return table("R9", SIX, FOUR_IN_GOAL, tiles=tiles, rules=rules)


def test_e1_the_fifth_figure_in_the_goal_area_ends_the_game_at_once() -> None:
    state = last_step()
    assert outcome(state) is None
    after = play(state, "lay R9")
    end = outcome(after)
    assert end is not None
    assert end.reason is EndReason.FIFTH_FIGURE
    assert (after.phase, after.to_move) == (Phase.OVER, 0)
    assert keltis.legal_moves(after) == ()
    assert [len(player.hand) for player in after.players] == [7, 8]  # nobody draws any more


@every_preset
@pytest.mark.parametrize("tile", "3WC")
def test_e1_the_tile_of_the_fifth_figure_does_not_count(tile: str, rules: Rules) -> None:
    state = last_step(f"R7:{tile}", rules)
    after = play(state, "lay R9")
    assert (after.phase, after.tiles) == (Phase.OVER, state.tiles)
    before, now = state.players[0], after.players[0]
    assert (now.tile_points, now.wishing_stones) == (before.tile_points, before.wishing_stones)


def test_e1_moving_on_inside_the_goal_area_is_no_new_entry() -> None:
    after = play(table("R9", f"{SIX} R7", Seat(at="Y7 P7 G7")), "lay R9")
    assert after.players[0].rows[R] == 8
    assert after.phase is Phase.DRAW


def test_e1_four_figures_in_the_goal_area_do_not_end_it() -> None:
    assert play(table("R9", SIX, Seat(at="Y7 P7 G7")), "lay R9").phase is Phase.DRAW


def test_e1_the_figures_of_one_player_count_as_well() -> None:
    state = table("R9", SIX, at="Y7 P7 G7 B7", large="B", taken="P2 P3 P5")
    assert play(state, "lay R9").phase is Phase.OVER


@every_preset
def test_e1_figures_on_the_same_path_count_together(rules: Rules) -> None:
    state = table("R9", SIX, Seat(at="P7 B7"), Seat(at="P7 B7"), rules=rules)
    assert play(state, "lay R9").phase is Phase.OVER


def test_e1_is_checked_inside_a_clover_chain() -> None:
    four = Seat(at="R7 P7 G7 B7", taken="G2 G4 B3")
    state = table("R9", "R4 R5", four, at="Y6 P2", tiles="R3:C P3:C")
    chain = play(state, "lay R9", "advance P")
    assert chain.phase is Phase.ADVANCE
    end = outcome(play(chain, "advance Y"))
    assert end is not None
    assert end.reason is EndReason.FIFTH_FIGURE


def test_e1_is_checked_on_the_step_of_a_finished_path() -> None:
    state = table("R8", f"R0 R0 {SIX} R7", Seat(at="Y7 P7 G7", taken="G2"), at="Y6")
    assert play(state, "lay R8", "advance Y").phase is Phase.OVER


def test_e1_another_number_of_figures_and_another_goal_row_are_data() -> None:
    state = table("R9", "R0 R1", rules=Rules(goal_figures=1, goal_row=3))
    assert play(state, "lay R9").phase is Phase.OVER


def test_e1_e2_a_reason_is_described_with_the_figures_of_the_rules() -> None:
    other = Rules(goal_figures=3)
    assert EndReason.FIFTH_FIGURE.describe(KELTIS) == "fifth figure"
    assert EndReason.FIFTH_FIGURE.describe(other) == "3 figures in the goal"
    for rules in (KELTIS, other):
        assert EndReason.DRAW_PILE_EMPTY.describe(rules) == "draw pile empty"


def test_e2_drawing_the_last_card_of_the_pile_ends_the_game_at_once() -> None:
    state = play(table("R9", pile_size=1), "discard R9")
    assert outcome(play(state, "draw R")) is None
    after = play(state, "draw pile")
    end = outcome(after)
    assert end is not None
    assert end.reason is EndReason.DRAW_PILE_EMPTY
    assert (after.phase, after.to_move) == (Phase.OVER, 0)
    assert [len(player.hand) for player in after.players] == [8, 8]


def test_e3_a_game_can_go_on_as_long_as_players_take_discards() -> None:
    state = table("R9", "", Seat(hand="Y9"), pile_size=1)
    for _ in range(100):
        path = "RY"[state.to_move]
        state = play(state, f"discard {path}9", f"draw {path}")
    assert outcome(state) is None


@pytest.mark.parametrize(("row", "points"), [*enumerate([0, -4, -3, -2, 1, 2, 3, 6, 7, 10])])
def test_f1_a_figure_scores_its_row_and_the_large_one_double(row: int, points: int) -> None:
    at = f"R{row}" if row else ""
    assert score(table(at=at), 0).paths == points
    assert score(table(at=at, large="R" if row else ""), 0).paths == 2 * points


def test_f1_all_paths_count() -> None:
    assert score(table(at="R1 Y4 P7 G9", large="P"), 0).paths == -4 + 1 + 2 * 6 + 10


def stone_points(stones: int, rules: Rules) -> int:
    """What so many wishing stones score."""
    taken = "R3 R5 R6 Y2 Y4 Y6"[: 3 * stones]
    return score(table(at="R6 Y6", taken=taken, rules=rules), 0).wishing_stones


@pytest.mark.parametrize(("stones", "points"), [*enumerate([-4, -3, 2, 3, 6, 10, 10])])
def test_f2_wishing_stones_score_by_their_number(stones: int, points: int) -> None:
    assert stone_points(stones, KELTIS) == points


@pytest.mark.parametrize(("stones", "points"), [*enumerate([-4, -3, -2, 3, 6, 10, 10])])
def test_f2_the_table_of_the_reference_manual(stones: int, points: int) -> None:
    assert stone_points(stones, keltis.REFERENCE_MANUAL) == points


@pytest.mark.parametrize(("stones", "points"), [*enumerate([-4, -3, -2, -3, -6])])
def test_f2_the_table_of_the_spanish_edition_can_be_given_as_rules(
    stones: int, points: int
) -> None:
    rules = Rules(wishing_stone_points=(-4, -3, -2, -3, -6, 10))
    assert stone_points(stones, rules) == points


def test_f3_the_total_is_number_tiles_and_paths_and_wishing_stones() -> None:
    state = table(at="R7 Y1", taken="R3", tiles="R5:3 R6:1")
    assert score(state, 0) == Score(paths=6 - 4, tile_points=4, wishing_stones=-3)
    assert score(state, 0).total == 2 + 4 - 3


def test_f3_the_lowest_total_is_minus_28() -> None:
    assert score(table(at="R1 Y1 P1 G1 B1", large="R"), 0).total == -28


def test_f3_the_highest_total_is_80() -> None:
    numbers = "Y9:1 P2:1 P3:2 P5:2 P7:2 P9:3 G2:3"
    stones = "R3 R5 R6 R7 R9 Y2 Y4 Y6 Y7"
    laid = "B0 B1 B2 B3 B4 B5"
    state = table("B9", laid, at="R9 Y9 P9 G9", large="R", taken=stones, tiles=numbers)
    assert score(play(state, "lay B9"), 0).total == 80


@pytest.mark.parametrize("players", [2, 3, 4])
def test_f3_the_outcome_has_a_score_for_every_player(players: int) -> None:
    state, rng = new_game(players, seed=players), random.Random(players)
    while (end := outcome(state)) is None:
        state = play(state, rng.choice(texts(state)))
    assert len(end.scores) == players
    assert end.scores == scores(state)


@pytest.mark.parametrize(
    ("points", "space"), [(-5, None), (0, None), (1, 1), (50, 50), (51, 1), (80, 30), (100, 50)]
)
def test_f3_after_a_lap_the_track_begins_again(points: int, space: int | None) -> None:
    assert keltis.track_space(points) == space


@pytest.mark.parametrize("points", [1.5, True])
def test_f3_points_on_the_track_are_whole(points: int) -> None:
    with pytest.raises(keltis.InvalidArgument, match="points must be a whole number, not"):
        keltis.track_space(points)


def test_f4_most_points_win() -> None:
    end = outcome(play(last_step(), "lay R9"))
    assert end is not None
    assert end.winners == (1,)
    assert max(end.scores, key=lambda score: score.total) is end.scores[1]


def test_f4_all_who_tie_for_most_win_together() -> None:
    state = table("R9", "", Seat(), Seat(at="Y1"), pile_size=1)
    assert outcome(play(state, "discard R9", "draw pile")) == keltis.Outcome(
        EndReason.DRAW_PILE_EMPTY, (Score(0, 0, -4), Score(0, 0, -4), Score(-4, 0, -4)), (0, 1)
    )


def test_scores_can_be_asked_at_any_time() -> None:
    state = later_state(new_game(3, seed=1), random.Random(1), max_moves=60)
    assert scores(state) == tuple(score(state, seat) for seat in range(3))


@pytest.mark.parametrize("seat", [-1, 2])
def test_score_takes_a_seat(seat: int) -> None:
    with pytest.raises(keltis.InvalidArgument, match="player must be a seat from 0 to 1"):
        score(new_game(2, seed=1), seat)
