"""The rulings about tiles: P1 to P6."""

import attrs
import pytest

import keltis
from helpers import every_preset, play, table, texts, why
from keltis import KELTIS, KELTIS_LITERAL, REFERENCE_MANUAL, Colour, GameState, Phase, Rules, Tile
from keltis.notation import parse_cards
from keltis.testing import Seat, position

R, Y, P, G, B = Colour
MUST_USE = Rules(clover_may_be_declined=False)
WASTEFUL = Rules(step_may_be_wasted=True)
TO_THE_END = "R0 R0 R1 R2 R3 R4 R5 R6"
"""With a nine, the red figure comes to its end stone."""


def on_a_clover(rules: Rules = KELTIS, *, at: str = "", tiles: str = "") -> GameState:
    """The mover has just moved the red figure on to a clover."""
    return play(table("R5 Y7", "R3 R4", at=at, tiles=f"R3:C {tiles}", rules=rules), "lay R5")


@pytest.mark.parametrize("points", [1, 2, 3])
@pytest.mark.parametrize("large", ["", "R"])
def test_p1_a_number_gives_its_points_at_once_and_not_doubled_for_the_large_figure(
    points: int, large: str
) -> None:
    after = play(table("R5", "R3 R4", large=large, tiles=f"R3:{points}"), "lay R5")
    assert after.players[0].tile_points == points
    assert after.phase is Phase.DRAW


def test_p1_a_number_on_the_first_stone_counts_for_the_figure_that_enters() -> None:
    rules = Rules(tile_rows=((1, 5, 6, 7, 9), *KELTIS.tile_rows[1:]))
    state = table("R7", tiles="R1:3", rules=rules)
    assert play(state, "lay R7 small").players[0].tile_points == 3


def test_p1_the_number_stays_for_others() -> None:
    state = table("R5", "R3 R4", Seat(hand="R8", laid="R6 R7"), tiles="R3:3")
    after = play(state, "lay R5", "draw pile", "lay R8")
    assert after.tiles[R][3] is Tile.THREE
    assert [player.tile_points for player in after.players] == [3, 3]


def test_p2_a_wishing_stone_is_taken_off_the_board_and_kept() -> None:
    state = table("R5", "R3 R4", Seat(hand="R8", laid="R6 R7"), tiles="R3:W")
    after = play(state, "lay R5")
    assert after.players[0].wishing_stones == 1
    assert after.tiles[R][3] is None
    assert play(after, "draw pile", "lay R8").players[1].wishing_stones == 0


def test_p2_everybody_sees_how_many_wishing_stones_a_player_has() -> None:
    after = play(table("R5", "R3 R4", tiles="R3:W"), "lay R5")
    for seat in (0, 1, None):
        assert keltis.observe(after, seat).players[0].wishing_stones == 1


def test_p3_a_clover_moves_any_figure_on_a_path_also_the_one_just_moved() -> None:
    after = on_a_clover(at="Y3 P6")
    assert after.phase is Phase.ADVANCE
    assert texts(after) == ["advance R", "advance Y", "advance P", "decline"]
    assert play(after, "advance R").players[0].rows == (4, 3, 6, 0, 0)
    assert play(after, "advance Y").players[0].rows[Y] == 4


def test_p3_the_clover_stays_and_the_column_does_not_grow() -> None:
    after = play(on_a_clover(), "advance R")
    assert after.tiles[R][3] is Tile.CLOVER
    assert after.players[0].columns[R] == parse_cards("R3 R4 R5")
    assert after.phase is Phase.DRAW


def test_p3_a_tile_reached_by_a_clover_counts_too() -> None:
    state = on_a_clover(at="Y3 P2", tiles="Y4:W P3:2")
    assert play(state, "advance Y").players[0].wishing_stones == 1
    assert play(state, "advance P").players[0].tile_points == state.players[0].tile_points + 2


@every_preset
def test_p3_a_clover_may_move_a_figure_inside_the_goal_area(rules: Rules) -> None:
    assert play(on_a_clover(rules, at="P7"), "advance P").players[0].rows[P] == 8


def test_p3_a_chain_of_five_clovers() -> None:
    state = on_a_clover(at="Y5 P4 B8", tiles="Y6:C Y7:C P5:C B9:C")
    assert play(state, "advance Y", "decline").phase is Phase.DRAW  # never more than one is owed
    state = play(state, "advance P", "advance Y", "advance Y", "advance B")
    assert state.phase is Phase.ADVANCE
    assert state.players[0].rows == (3, 7, 5, 0, 9)
    assert texts(state) == ["advance R", "advance Y", "advance P", "decline"]
    assert play(state, "advance R").phase is Phase.DRAW


def test_p4_a_clover_may_be_declined() -> None:
    state = on_a_clover()
    after = play(state, "decline")
    assert after.phase is Phase.DRAW
    assert after.players == state.players


@every_preset
def test_p4_only_the_default_lets_a_clover_be_declined(rules: Rules) -> None:
    assert ("decline" in texts(on_a_clover(rules))) is (rules == KELTIS)


def test_p4_unless_the_rules_say_that_it_must_be_used() -> None:
    state = on_a_clover(MUST_USE)
    assert not state.may_decline
    assert texts(state) == ["advance R"]
    assert why(state, "decline") == "MUST_ADVANCE"


def test_p4_a_clover_reached_by_a_step_that_could_be_declined_must_still_be_used() -> None:
    state = table("R8", f"{TO_THE_END} R7", at="Y3", tiles="Y4:C", rules=MUST_USE)
    assert texts(play(state, "lay R8", "advance Y")) == ["advance Y"]


def test_p5_a_clover_brings_no_figure_from_the_starting_stone() -> None:
    state = on_a_clover()
    assert why(state, "advance Y small") == why(state, "advance Y") == "NO_FIGURE_ON_PATH"


@every_preset
def test_p5_only_literal_rules_let_a_clover_bring_a_figure_on_to_a_path(rules: Rules) -> None:
    assert ("advance B large" in texts(on_a_clover(rules))) is (rules == KELTIS_LITERAL)


def test_p5_switched_on_the_player_picks_colour_and_figure_and_the_column_stays_empty() -> None:
    state = on_a_clover(KELTIS_LITERAL)
    assert texts(state) == [
        "advance R",
        *(f"advance {path} {size}" for path in "YPGB" for size in ("small", "large")),
    ]
    player = play(state, "advance Y large").players[0]
    assert (player.rows, player.large, player.columns[Y]) == ((3, 1, 0, 0, 0), Y, ())
    assert why(state, "advance Y") == "FIGURE_MISSING"
    assert why(state, "advance R small") == "FIGURE_UNASKED"


def test_p5_switched_on_the_first_card_laid_later_is_free_in_value_and_moves_that_figure_on() -> (
    None
):
    state = play(on_a_clover(KELTIS_LITERAL), "advance Y small", "draw pile")
    state = play(state, texts(state)[-1], "draw pile")
    assert [text for text in texts(state) if "Y7" in text] == ["lay Y7", "discard Y7"]
    player = play(state, "lay Y7").players[0]
    assert (player.rows[Y], player.columns[Y]) == (2, parse_cards("Y7"))


def test_p5_switched_on_only_figures_that_are_left_can_enter() -> None:
    rules = Rules(advance_may_enter=True, large_figures=0, small_figures=1, goal_figures=2)
    state = on_a_clover(rules)
    assert texts(state) == ["advance R", "decline"]
    assert why(state, "advance Y small") == "NO_FIGURE_WAITING"


def test_p6_a_figure_on_the_end_stone_cannot_move() -> None:
    state = on_a_clover(at="Y9", tiles="Y9:1")
    assert texts(state) == ["advance R", "decline"]
    assert why(state, "advance Y") == "ON_END_STONE"


# A step may bring a figure on to a path, and the only tile is on the end of the red path.
ONE_CLOVER = Rules(advance_may_enter=True, tiles=(Tile.CLOVER,), tile_rows=((9,), (), (), (), ()))
ONE_FIGURE = attrs.evolve(ONE_CLOVER, small_figures=1, large_figures=0, goal_figures=2)
MANY_FIGURES = attrs.evolve(ONE_CLOVER, small_figures=5, goal_figures=9)


@pytest.mark.parametrize(
    ("rules", "at", "phase"),
    [
        pytest.param(KELTIS, "", Phase.DRAW, id="no other figure"),
        pytest.param(MUST_USE, "", Phase.DRAW, id="it would have to be used"),
        pytest.param(KELTIS_LITERAL, "", Phase.ADVANCE, id="a figure may enter"),
        pytest.param(ONE_FIGURE, "", Phase.DRAW, id="no figure waits"),
        pytest.param(MANY_FIGURES, "Y9 P9 G9 B9", Phase.DRAW, id="no path to enter"),
        pytest.param(WASTEFUL, "Y9", Phase.DRAW, id="no figure can really move"),
    ],
)
def test_p6_if_no_figure_can_move_the_clover_lapses(rules: Rules, at: str, phase: Phase) -> None:
    after = play(table("R9", TO_THE_END, at=at, tiles="R9:C", rules=rules), "lay R9")
    assert after.players[0].rows[R] == 9
    assert after.phase is phase


def owed_beside_two_ends(rules: Rules) -> GameState:
    """A clover is reached while one figure can move and two are on their end stones."""
    tiles = "R3:C Y9:C B9:1"
    state = table("R5", "R3 R4", at="Y9 B9", taken="B3 B4 B6", tiles=tiles, rules=rules)
    return play(state, "lay R5")


def test_p6_switched_on_figures_on_end_stones_are_listed_in_the_order_of_the_colours() -> None:
    state = owed_beside_two_ends(WASTEFUL)
    assert texts(state) == ["advance R", "advance Y", "advance B", "decline"]
    assert why(state, "advance Y small") == "FIGURE_UNASKED"


@pytest.mark.parametrize("path", ["Y", "B"])
def test_p6_switched_on_a_wasted_step_moves_nothing_and_no_tile_counts(path: str) -> None:
    state = owed_beside_two_ends(WASTEFUL)
    after = play(state, f"advance {path}")
    assert after == attrs.evolve(state, phase=Phase.DRAW, may_decline=False, may_waste=False)


@every_preset
def test_p6_in_the_reference_manual_a_clover_may_be_spent_on_a_figure_on_the_end_stone(
    rules: Rules,
) -> None:
    owed = owed_beside_two_ends(rules)
    assert ("advance B" in texts(owed)) is (rules == REFERENCE_MANUAL)
    if rules == REFERENCE_MANUAL:  # where it must be used, too
        assert texts(owed) == ["advance R", "advance Y", "advance B"]
        after = play(owed, "advance B")
        assert (after.phase, after.players, after.tiles) == (Phase.DRAW, owed.players, owed.tiles)


TO_THE_END_OF_THE_MANUAL = "R1 R2 R2 R3 R3 R4 R4 R5 R7"


def test_p6_finished_path_offers_no_step_of_its_own_figure() -> None:
    state = table("R8", TO_THE_END_OF_THE_MANUAL, at="Y3 B9", rules=REFERENCE_MANUAL)
    state = play(state, "lay R8")
    assert texts(state) == ["advance Y", "decline"]
    assert not state.may_waste
    assert why(state, "advance R") == why(state, "advance B") == "ON_END_STONE"


def test_p6_clover_reached_by_the_step_of_a_finished_path_may_be_wasted() -> None:
    state = table("R8", TO_THE_END_OF_THE_MANUAL, at="Y6", tiles="Y7:C", rules=REFERENCE_MANUAL)
    state = play(state, "lay R8", "advance Y")
    assert texts(state) == ["advance R", "advance Y"]
    assert state.may_waste


def test_p6_switched_on_no_step_is_owed_on_a_finished_path_where_no_figure_can_move() -> None:
    state = table("R8", f"{TO_THE_END} R7", at="Y9", rules=WASTEFUL)
    assert play(state, "lay R8").phase is Phase.DRAW


@pytest.mark.parametrize(
    ("tile", "row", "points", "stones", "owed"),
    [
        (Tile.TWO, 2, 2, 0, False),
        (Tile.WISHING_STONE, 2, 0, 1, False),
        (Tile.CLOVER, 2, 0, 0, True),
        (Tile.CLOVER, 9, 0, 0, False),  # P6: no figure can move
    ],
)
def test_resolve_tile_tells_what_the_tile_under_the_figure_does(
    tile: Tile, row: int, points: int, stones: int, owed: bool
) -> None:
    nothing = position(Seat(), Seat()).players[0]
    player = attrs.evolve(nothing, rows=(row, 0, 0, 0, 0))
    red = tuple(tile if number == row else None for number in range(10))
    tiles = (red, *[(None,) * 10] * 4)
    after, changed, step_owed = keltis.resolve_tile(KELTIS, tiles, player, R)
    assert step_owed is owed
    assert (changed.tile_points, changed.wishing_stones) == (points, stones)
    assert after[R][row] is (None if tile is Tile.WISHING_STONE else tile)  # P1, P3: it stays
    assert keltis.resolve_tile(KELTIS, tiles, player, Y) == (tiles, player, False)
