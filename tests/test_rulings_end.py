"""The rulings about the end and the scoring: E1 to E3, F1 to F4."""

import random

import attrs
import pytest

from helpers import play, texts
from keltis import (
    KELTIS,
    REFERENCE_MANUAL,
    Colour,
    EndReason,
    GameState,
    InvalidArgument,
    Outcome,
    Phase,
    Rules,
    Score,
    Tile,
    legal_moves,
    new_game,
    outcome,
    score,
    scores,
    track_space,
)
from keltis.scoring import TRACK_SPACES
from keltis.testing import Seat, later_state, position

R, Y, P, G, B = Colour
FOUR_IN_GOAL = Seat(at="Y7 P7 G7 B7", taken="P2 P3 P5 G2")


def last_step(**tiles: Tile) -> GameState:
    """Seat 1 has four figures in the goal area, and seat 0 can bring the fifth there with R9."""
    return position(Seat(hand="R9", laid="R0 R1 R2 R3 R4 R5"), FOUR_IN_GOAL, tiles=tiles)


def test_e1_the_fifth_figure_in_the_goal_area_ends_the_game_at_once() -> None:
    state = last_step()
    assert outcome(state) is None
    after = play(state, "lay R9")
    end = outcome(after)
    assert end is not None
    assert end.reason is EndReason.FIFTH_FIGURE
    assert after.phase is Phase.OVER
    assert legal_moves(after) == ()


def test_e1_nobody_draws_any_more() -> None:
    after = play(last_step(), "lay R9")
    assert [len(player.hand) for player in after.players] == [7, 8]
    assert after.to_move == 0


@pytest.mark.parametrize("tile", [Tile.THREE, Tile.WISHING_STONE, Tile.CLOVER])
def test_e1_the_tile_of_the_fifth_figure_does_not_count(tile: Tile) -> None:
    state = last_step(R7=tile)
    after = play(state, "lay R9")
    assert after.tiles == state.tiles
    assert after.phase is Phase.OVER
    before, now = state.players[0], after.players[0]
    assert (now.tile_points, now.wishing_stones) == (before.tile_points, before.wishing_stones)


def test_e1_moving_on_inside_the_goal_area_is_no_new_entry() -> None:
    state = position(Seat(hand="R9", laid="R0 R1 R2 R3 R4 R5 R6"), Seat(at="Y7 P7 G7"))
    after = play(state, "lay R9")
    assert after.players[0].rows[R] == 8
    assert after.phase is Phase.DRAW


def test_e1_four_figures_in_the_goal_area_do_not_end_it() -> None:
    state = position(Seat(hand="R9", laid="R0 R1 R2 R3 R4 R5"), Seat(at="Y7 P7 G7"))
    assert play(state, "lay R9").phase is Phase.DRAW


def test_e1_the_figures_of_one_player_count_as_well() -> None:
    seat = Seat(hand="R9", laid="R0 R1 R2 R3 R4 R5", at="Y7 P7 G7 B7", large="B", taken="P2 P3 P5")
    state = position(seat, Seat())
    assert play(state, "lay R9").phase is Phase.OVER


def test_e1_is_checked_inside_a_clover_chain() -> None:
    tiles = {"R3": Tile.CLOVER, "P3": Tile.CLOVER}
    four = Seat(at="R7 P7 G7 B7", taken="G2 G4 B3")
    state = position(Seat(hand="R9", laid="R4 R5", at="Y6 P2"), four, tiles=tiles)
    chain = play(state, "lay R9", "advance P")
    assert chain.phase is Phase.ADVANCE
    after = play(chain, "advance Y")
    end = outcome(after)
    assert after.phase is Phase.OVER
    assert end is not None
    assert end.reason is EndReason.FIFTH_FIGURE


def test_e1_is_checked_on_the_step_of_a_finished_path() -> None:
    state = position(
        Seat(hand="R8", laid="R0 R0 R1 R2 R3 R4 R5 R6 R7", at="Y6"),
        Seat(at="Y7 P7 G7", taken="G2"),
    )
    assert play(state, "lay R8", "advance Y").phase is Phase.OVER


def test_e1_another_number_of_figures_and_another_goal_row_are_data() -> None:
    rules = Rules(goal_figures=1, goal_row=3)
    state = position(Seat(hand="R9", laid="R0 R1"), Seat(), rules=rules)
    assert play(state, "lay R9").phase is Phase.OVER


def test_e2_drawing_the_last_card_of_the_pile_ends_the_game_at_once() -> None:
    state = position(Seat(hand="R9"), Seat(), pile_size=1)
    after = play(state, "discard R9", "draw pile")
    end = outcome(after)
    assert end is not None
    assert end.reason is EndReason.DRAW_PILE_EMPTY
    assert (after.phase, after.to_move) == (Phase.OVER, 0)
    assert [len(player.hand) for player in after.players] == [8, 8]


def test_e2_taking_a_discard_instead_does_not() -> None:
    state = position(Seat(hand="R9"), Seat(), pile_size=1)
    assert outcome(play(state, "discard R9", "draw R")) is None


def test_e3_a_game_can_go_on_as_long_as_players_take_discards() -> None:
    state = position(Seat(hand="R9"), Seat(hand="Y9"), pile_size=1)
    for _ in range(100):
        card, pile = ("R9", "R") if state.to_move == 0 else ("Y9", "Y")
        state = play(state, f"discard {card}", f"draw {pile}")
    assert outcome(state) is None


@pytest.mark.parametrize(("row", "points"), list(enumerate([0, -4, -3, -2, 1, 2, 3, 6, 7, 10])))
def test_f1_a_figure_scores_its_row_and_the_large_one_double(row: int, points: int) -> None:
    at = f"R{row}" if row else ""
    assert score(position(Seat(at=at), Seat()), 0).paths == points
    assert score(position(Seat(at=at, large="R" if row else ""), Seat()), 0).paths == 2 * points


def test_f1_all_paths_count() -> None:
    state = position(Seat(at="R1 Y4 P7 G9", large="P"), Seat())
    assert score(state, 0).paths == -4 + 1 + 2 * 6 + 10


@pytest.mark.parametrize(
    ("stones", "points"), [(0, -4), (1, -3), (2, 2), (3, 3), (4, 6), (5, 10), (6, 10)]
)
def test_f2_wishing_stones_score_by_their_number(stones: int, points: int) -> None:
    taken = " ".join(["R3", "R5", "R6", "Y2", "Y4", "Y6"][:stones])
    state = position(Seat(at="R6 Y6", taken=taken), Seat())
    assert score(state, 0).wishing_stones == points


def test_f2_in_the_reference_manual_two_stones_score_minus_two() -> None:
    state = position(Seat(at="R6", taken="R3 R5"), Seat(), rules=REFERENCE_MANUAL)
    assert score(state, 0).wishing_stones == -2


def test_f3_the_total_is_number_tiles_and_paths_and_wishing_stones() -> None:
    state = position(Seat(at="R7 Y1", taken="R3"), Seat(), tiles={"R5": Tile.THREE, "R6": Tile.ONE})
    assert score(state, 0) == Score(paths=6 - 4, tile_points=4, wishing_stones=-3)
    assert score(state, 0).total == 2 + 4 - 3


def test_f3_the_lowest_total_is_minus_28() -> None:
    state = position(Seat(at="R1 Y1 P1 G1 B1", large="R"), Seat())
    assert score(state, 0).total == -28


def test_f3_the_highest_total_is_80() -> None:
    stones = "R3 R5 R6 R7 R9 Y2 Y4 Y6 Y7"
    numbers = dict(
        zip(
            ["Y9", "P2", "P3", "P5", "P7", "P9", "G2"],
            [*[Tile.ONE] * 2, *[Tile.TWO] * 3, *[Tile.THREE] * 2],
            strict=True,
        )
    )
    state = position(
        Seat(laid="B0 B1 B2 B3 B4 B5", hand="B9", at="R9 Y9 P9 G9", large="R", taken=stones),
        Seat(),
        tiles=numbers,
        rules=KELTIS,
    )
    assert score(play(state, "lay B9"), 0).total == 80


@pytest.mark.parametrize(
    ("points", "space"), [(-5, None), (0, None), (1, 1), (50, 50), (51, 1), (80, 30), (100, 50)]
)
def test_f3_after_a_lap_the_track_begins_again(points: int, space: int | None) -> None:
    assert TRACK_SPACES == 50
    assert track_space(points) == space


@pytest.mark.parametrize("points", ["1", None, 1.5, float("nan"), True])
def test_f3_points_on_the_track_are_whole(points: int) -> None:
    with pytest.raises(InvalidArgument, match="points must be a whole number, not"):
        track_space(points)


def test_f4_most_points_win() -> None:
    end = outcome(play(last_step(), "lay R9"))
    assert end is not None
    assert end.winners == (1,)
    assert max(end.scores, key=lambda score: score.total) is end.scores[1]


def test_f4_all_who_tie_for_most_win_together() -> None:
    state = position(Seat(hand="R9"), Seat(), Seat(at="Y1"), pile_size=1)
    end = outcome(play(state, "discard R9", "draw pile"))
    assert end == Outcome(
        EndReason.DRAW_PILE_EMPTY, (Score(0, 0, -4), Score(0, 0, -4), Score(-4, 0, -4)), (0, 1)
    )


def test_scores_can_be_asked_at_any_time() -> None:
    state = later_state(new_game(3, seed=1), random.Random(1), max_moves=60)
    assert scores(state) == tuple(score(state, seat) for seat in range(3))


@pytest.mark.parametrize("seat", [-1, 2, "0", None, True])
def test_score_takes_a_seat(seat: int) -> None:
    with pytest.raises(InvalidArgument, match="player must be a seat from 0 to 1"):
        score(new_game(2, seed=1), seat)


def test_the_phase_cannot_say_that_a_running_game_is_over() -> None:
    with pytest.raises(ValueError, match="nothing has ended the game"):
        attrs.evolve(new_game(2, seed=1), phase=Phase.OVER)
    assert texts(new_game(2, seed=1))
