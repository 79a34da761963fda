"""The rulings about tiles: P1 to P6."""

import attrs
import pytest

from helpers import play, texts
from keltis import (
    KELTIS,
    KELTIS_LITERAL,
    REFERENCE_MANUAL,
    Advance,
    Card,
    Colour,
    Decline,
    Figure,
    GameState,
    Illegality,
    Phase,
    PlayerState,
    Rules,
    Tile,
    illegality,
    resolve_tile,
)
from keltis.testing import Seat, position

R, Y, P, G, B = Colour
MUST_USE = Rules(clover_may_be_declined=False)


@pytest.mark.parametrize(("tile", "points"), [(Tile.ONE, 1), (Tile.TWO, 2), (Tile.THREE, 3)])
@pytest.mark.parametrize("large", ["", "R"])
def test_p1_a_number_gives_its_points_at_once_and_not_doubled_for_the_large_figure(
    tile: Tile, points: int, large: str
) -> None:
    state = position(Seat(hand="R5", laid="R3 R4", large=large), Seat(), tiles={"R3": tile})
    after = play(state, "lay R5")
    assert after.players[0].tile_points == points
    assert after.phase is Phase.DRAW


def test_p1_a_number_on_the_first_stone_counts_for_the_figure_that_enters() -> None:
    rules = Rules(tile_rows=((1, 5, 6, 7, 9), *KELTIS.tile_rows[1:]))
    state = position(Seat(hand="R7"), Seat(), tiles={"R1": Tile.THREE}, rules=rules)
    assert play(state, "lay R7 small").players[0].tile_points == 3


def test_p1_the_number_stays_for_others() -> None:
    state = position(
        Seat(hand="R5", laid="R3 R4"), Seat(hand="R8", laid="R6 R7"), tiles={"R3": Tile.THREE}
    )
    after = play(state, "lay R5", "draw pile", "lay R8")
    assert after.tiles[R][3] is Tile.THREE
    assert [player.tile_points for player in after.players] == [3, 3]


def test_p2_a_wishing_stone_is_taken_off_the_board_and_kept() -> None:
    state = position(
        Seat(hand="R5", laid="R3 R4"),
        Seat(hand="R8", laid="R6 R7"),
        tiles={"R3": Tile.WISHING_STONE},
    )
    after = play(state, "lay R5")
    assert after.players[0].wishing_stones == 1
    assert after.tiles[R][3] is None
    assert play(after, "draw pile", "lay R8").players[1].wishing_stones == 0


def test_p3_a_clover_moves_any_figure_on_a_path_also_the_one_just_moved() -> None:
    state = position(Seat(hand="R5", laid="R3 R4", at="Y3 P6"), Seat(), tiles={"R3": Tile.CLOVER})
    after = play(state, "lay R5")
    assert after.phase is Phase.ADVANCE
    assert texts(after) == ["advance R", "advance Y", "advance P", "decline"]
    assert play(after, "advance R").players[0].rows == (4, 3, 6, 0, 0)
    assert play(after, "advance Y").players[0].rows[Y] == 4


def test_p3_the_clover_stays_and_the_column_does_not_grow() -> None:
    state = position(Seat(hand="R5", laid="R3 R4"), Seat(), tiles={"R3": Tile.CLOVER})
    after = play(state, "lay R5", "advance R")
    assert after.tiles[R][3] is Tile.CLOVER
    assert after.players[0].columns[R] == (Card(R, 3), Card(R, 4), Card(R, 5))
    assert after.phase is Phase.DRAW


def test_p3_a_tile_reached_by_a_clover_counts_too() -> None:
    tiles = {"R3": Tile.CLOVER, "Y4": Tile.WISHING_STONE, "P3": Tile.TWO}
    state = play(position(Seat(hand="R5", laid="R3 R4", at="Y3 P2"), Seat(), tiles=tiles), "lay R5")
    assert play(state, "advance Y").players[0].wishing_stones == 1
    assert play(state, "advance P").players[0].tile_points == state.players[0].tile_points + 2


FIVE_CLOVERS = {
    "R3": Tile.CLOVER,
    "Y6": Tile.CLOVER,
    "Y7": Tile.CLOVER,
    "P5": Tile.CLOVER,
    "B9": Tile.CLOVER,
}


def test_p3_a_chain_of_five_clovers() -> None:
    state = position(Seat(hand="R5", laid="R3 R4", at="Y5 P4 B8"), Seat(), tiles=FIVE_CLOVERS)
    state = play(state, "lay R5", "advance P", "advance Y", "advance Y", "advance B")
    assert state.phase is Phase.ADVANCE
    assert state.players[0].rows == (3, 7, 5, 0, 9)
    assert texts(state) == ["advance R", "advance Y", "advance P", "decline"]
    assert play(state, "advance R").phase is Phase.DRAW


def test_p3_never_more_than_one_move_is_owed() -> None:
    state = position(Seat(hand="R5", laid="R3 R4", at="Y5 P4 B8"), Seat(), tiles=FIVE_CLOVERS)
    assert play(state, "lay R5", "advance Y", "decline").phase is Phase.DRAW


def test_p4_a_clover_may_be_declined() -> None:
    state = play(
        position(Seat(hand="R5", laid="R3 R4"), Seat(), tiles={"R3": Tile.CLOVER}), "lay R5"
    )
    after = play(state, "decline")
    assert after.phase is Phase.DRAW
    assert after.players == state.players


def test_p4_unless_the_rules_say_that_it_must_be_used() -> None:
    state = play(
        position(Seat(hand="R5", laid="R3 R4"), Seat(), tiles={"R3": Tile.CLOVER}, rules=MUST_USE),
        "lay R5",
    )
    assert not state.may_decline
    assert texts(state) == ["advance R"]
    assert illegality(state, Decline()) is Illegality.MUST_ADVANCE


def test_p4_a_clover_reached_by_a_step_that_could_be_declined_must_still_be_used() -> None:
    state = position(
        Seat(hand="R8", laid="R0 R0 R1 R2 R3 R4 R5 R6 R7", at="Y3"),
        Seat(),
        tiles={"Y4": Tile.CLOVER},
        rules=MUST_USE,
    )
    after = play(state, "lay R8", "advance Y")
    assert texts(after) == ["advance Y"]


def test_p5_a_clover_brings_no_figure_from_the_starting_stone() -> None:
    state = play(
        position(Seat(hand="R5", laid="R3 R4"), Seat(), tiles={"R3": Tile.CLOVER}), "lay R5"
    )
    assert illegality(state, Advance(Y, Figure.SMALL)) is Illegality.NO_FIGURE_ON_PATH
    assert illegality(state, Advance(Y)) is Illegality.NO_FIGURE_ON_PATH


def test_p5_switched_on_the_player_picks_colour_and_figure_and_the_column_stays_empty() -> None:
    state = position(
        Seat(hand="R5 Y7", laid="R3 R4"), Seat(), tiles={"R3": Tile.CLOVER}, rules=KELTIS_LITERAL
    )
    state = play(state, "lay R5")
    assert texts(state) == [
        "advance R",
        *(f"advance {path} {size}" for path in "YPGB" for size in ("small", "large")),
    ]
    after = play(state, "advance Y large")
    assert after.players[0].rows == (3, 1, 0, 0, 0)
    assert after.players[0].large is Y
    assert after.players[0].columns[Y] == ()
    assert illegality(state, Advance(Y)) is Illegality.FIGURE_MISSING
    assert illegality(state, Advance(R, Figure.SMALL)) is Illegality.FIGURE_UNASKED


def test_p5_switched_on_the_first_card_laid_later_is_free_in_value_and_moves_that_figure_on() -> (
    None
):
    state = position(
        Seat(hand="R5 Y7", laid="R3 R4"), Seat(), tiles={"R3": Tile.CLOVER}, rules=KELTIS_LITERAL
    )
    state = play(state, "lay R5", "advance Y small", "draw pile")
    state = play(state, texts(state)[-1], "draw pile")
    assert [text for text in texts(state) if "Y7" in text] == ["lay Y7", "discard Y7"]
    after = play(state, "lay Y7")
    assert after.players[0].rows[Y] == 2
    assert after.players[0].columns[Y] == (Card(Y, 7),)


def test_p5_switched_on_only_figures_that_are_left_can_enter() -> None:
    rules = Rules(advance_may_enter=True, large_figures=0, small_figures=1, goal_figures=2)
    state = play(
        position(Seat(hand="R5", laid="R3 R4"), Seat(), tiles={"R3": Tile.CLOVER}, rules=rules),
        "lay R5",
    )
    assert texts(state) == ["advance R", "decline"]
    assert illegality(state, Advance(Y, Figure.SMALL)) is Illegality.NO_FIGURE_WAITING


def test_p6_a_figure_on_the_end_stone_cannot_move() -> None:
    state = play(
        position(
            Seat(hand="R5", laid="R3 R4", at="Y9"),
            Seat(),
            tiles={"R3": Tile.CLOVER, "Y9": Tile.ONE},
        ),
        "lay R5",
    )
    assert texts(state) == ["advance R", "decline"]
    assert illegality(state, Advance(Y)) is Illegality.ON_END_STONE


def test_p6_if_no_figure_can_move_the_clover_lapses() -> None:
    state = position(
        Seat(hand="R9", laid="R0 R0 R1 R2 R3 R4 R5 R6"), Seat(), tiles={"R9": Tile.CLOVER}
    )
    after = play(state, "lay R9")
    assert after.players[0].rows[R] == 9
    assert after.phase is Phase.DRAW


def test_p6_a_clover_lapses_although_it_would_have_to_be_used() -> None:
    state = position(
        Seat(hand="R9", laid="R0 R0 R1 R2 R3 R4 R5 R6"),
        Seat(),
        tiles={"R9": Tile.CLOVER},
        rules=MUST_USE,
    )
    assert play(state, "lay R9").phase is Phase.DRAW


def test_p6_under_literal_rules_a_clover_on_the_last_end_stone_can_still_bring_a_figure() -> None:
    state = position(
        Seat(hand="R9", laid="R0 R0 R1 R2 R3 R4 R5 R6"),
        Seat(),
        tiles={"R9": Tile.CLOVER},
        rules=KELTIS_LITERAL,
    )
    assert play(state, "lay R9").phase is Phase.ADVANCE


# A step may bring a figure on to a path, and the only tile is on the end of the red path.
ONE_CLOVER = Rules(advance_may_enter=True, tiles=(Tile.CLOVER,), tile_rows=((9,), (), (), (), ()))


def test_p6_under_literal_rules_a_clover_lapses_without_a_figure_that_waits() -> None:
    rules = attrs.evolve(ONE_CLOVER, small_figures=1, large_figures=0, goal_figures=2)
    state = position(Seat(hand="R9", laid="R0 R0 R1 R2 R3 R4 R5 R6"), Seat(), rules=rules)
    assert play(state, "lay R9").phase is Phase.DRAW


def test_p6_under_literal_rules_a_clover_lapses_without_a_path_to_enter() -> None:
    rules = attrs.evolve(ONE_CLOVER, small_figures=5, goal_figures=9)
    state = position(
        Seat(hand="R9", laid="R0 R0 R1 R2 R3 R4 R5 R6", at="Y9 P9 G9 B9"), Seat(), rules=rules
    )
    assert play(state, "lay R9").phase is Phase.DRAW


WASTEFUL = Rules(step_may_be_wasted=True)


def owed_beside_two_ends(rules: Rules) -> GameState:
    """A clover is reached while one figure can move and two are on their end stones."""
    tiles = {"R3": Tile.CLOVER, "Y9": Tile.CLOVER, "B9": Tile.ONE}
    seat = Seat(hand="R5", laid="R3 R4", at="Y9 B9", taken="B3 B4 B6")
    return play(position(seat, Seat(), tiles=tiles, rules=rules), "lay R5")


def test_p6_switched_on_figures_on_end_stones_are_listed_in_the_order_of_the_colours() -> None:
    state = owed_beside_two_ends(WASTEFUL)
    assert texts(state) == ["advance R", "advance Y", "advance B", "decline"]
    assert illegality(state, Advance(Y, Figure.SMALL)) is Illegality.FIGURE_UNASKED


@pytest.mark.parametrize("path", ["Y", "B"])
def test_p6_switched_on_a_wasted_step_moves_nothing_and_no_tile_counts(path: str) -> None:
    state = owed_beside_two_ends(WASTEFUL)
    after = play(state, f"advance {path}")
    assert after == attrs.evolve(state, phase=Phase.DRAW, may_decline=False, may_waste=False)


def test_p6_switched_on_a_step_that_must_be_used_can_be_wasted() -> None:
    state = owed_beside_two_ends(attrs.evolve(WASTEFUL, clover_may_be_declined=False))
    assert texts(state) == ["advance R", "advance Y", "advance B"]
    assert play(state, "advance B").phase is Phase.DRAW


def test_p6_manual_clover_may_be_spent_on_a_figure_on_its_end_stone() -> None:
    state = owed_beside_two_ends(REFERENCE_MANUAL)
    assert texts(state) == ["advance R", "advance Y", "advance B"]


def test_p6_finished_path_offers_no_step_of_its_own_figure() -> None:
    seat = Seat(hand="R8", laid="R1 R2 R2 R3 R3 R4 R4 R5 R7", at="Y3 B9")
    state = play(position(seat, Seat(), rules=REFERENCE_MANUAL), "lay R8")
    assert texts(state) == ["advance Y", "decline"]
    assert not state.may_waste
    assert illegality(state, Advance(R)) is Illegality.ON_END_STONE
    assert illegality(state, Advance(B)) is Illegality.ON_END_STONE


def test_p6_clover_reached_by_the_step_of_a_finished_path_may_be_wasted() -> None:
    seat = Seat(hand="R8", laid="R1 R2 R2 R3 R3 R4 R4 R5 R7", at="Y6")
    state = position(seat, Seat(), tiles={"Y7": Tile.CLOVER}, rules=REFERENCE_MANUAL)
    state = play(state, "lay R8", "advance Y")
    assert texts(state) == ["advance R", "advance Y"]
    assert state.may_waste


def test_p6_switched_on_no_clover_is_owed_where_no_figure_can_really_move() -> None:
    state = position(
        Seat(hand="R9", laid="R0 R0 R1 R2 R3 R4 R5 R6", at="Y9"),
        Seat(),
        tiles={"R9": Tile.CLOVER},
        rules=WASTEFUL,
    )
    assert play(state, "lay R9").phase is Phase.DRAW


def test_p6_switched_on_no_step_is_owed_on_a_finished_path_where_no_figure_can_move() -> None:
    seat = Seat(hand="R8", laid="R0 R0 R1 R2 R3 R4 R5 R6 R7", at="Y9")
    assert play(position(seat, Seat(), rules=WASTEFUL), "lay R8").phase is Phase.DRAW


def red_figure_on(row: int) -> PlayerState:
    """A player with one figure, and nothing else that `resolve_tile` looks at."""
    return PlayerState(
        hand=(),
        columns=((),) * 5,
        rows=(row, 0, 0, 0, 0),
        large=None,
        tile_points=0,
        wishing_stones=0,
        seen=(),
    )


@pytest.mark.parametrize(
    ("tile", "points", "stones", "step_owed"),
    [
        (Tile.TWO, 2, 0, False),
        (Tile.WISHING_STONE, 0, 1, False),
        (Tile.CLOVER, 0, 0, True),
    ],
)
def test_resolve_tile_tells_what_the_tile_under_the_figure_does(
    tile: Tile, points: int, stones: int, step_owed: bool
) -> None:
    player = red_figure_on(2)
    tiles = ((None, None, tile, *[None] * 7), *[(None,) * 10] * 4)
    after, changed, owed = resolve_tile(KELTIS, tiles, player, R)
    assert owed is step_owed
    assert (changed.tile_points, changed.wishing_stones) == (points, stones)
    assert after[R][2] is (None if tile is Tile.WISHING_STONE else tile)  # P1, P3: it stays
    assert resolve_tile(KELTIS, tiles, player, Y) == (tiles, player, False)


def test_p6_resolve_tile_owes_no_step_where_no_figure_can_move() -> None:
    player = red_figure_on(9)
    tiles = ((*[None] * 9, Tile.CLOVER), *[(None,) * 10] * 4)
    assert resolve_tile(KELTIS, tiles, player, R) == (tiles, player, False)
