"""Playing, ruling by ruling (K4 to K9, K12)."""

from collections.abc import Callable

import attrs
import pytest

from celtic.games import EXAMPLE, lays, pickle_round_trip, state_after
from keltis.celtic import (
    Forfeit,
    GameState,
    Illegality,
    IllegalMove,
    Lay,
    Move,
    Owner,
    Pass,
    Rules,
    apply_move,
    forfeit_turn,
    illegality,
    legal_moves,
    new_game,
    outcome,
    parse_move,
)
from keltis.errors import InvalidArgument

ENDS_ONLY = ((4, 0, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 1))
"""Only Orange has tiles: ends, to close the start tile with."""


def why(state: GameState, move: str) -> Illegality | None:
    return illegality(state, parse_move(move))


def test_k4_a_game_starts_with_the_neutral_cross_and_orange() -> None:
    state = new_game()
    assert state.lays == (Lay(0, 0, 15, Owner.NEUTRAL),)
    assert state.to_move is Owner.ORANGE
    assert state.left == ((2,) * 5, (2,) * 5, (1, 1, 1, 1, 0))


def test_k5_the_first_move_has_60_choices() -> None:
    assert len(legal_moves(new_game())) == 60


def test_k5_own_and_neutral_tiles_may_be_laid() -> None:
    assert why(new_game(), "lay 0,-1 S orange") is None
    assert why(new_game(), "lay 0,-1 S neutral") is None
    assert why(new_game(), "lay 0,-1 S blue") is Illegality.NOT_YOURS


def test_k5_then_it_is_the_others_turn() -> None:
    state = state_after("lay 0,-1 S orange")
    assert state.to_move is Owner.BLUE
    assert state.left[Owner.ORANGE] == (1, 2, 2, 2, 2)
    assert why(state, "lay 0,1 N orange") is Illegality.NOT_YOURS


def test_k5_a_tile_must_be_joined_through_an_open_side() -> None:
    state = state_after("lay 1,0 W orange", "lay 0,-1 ES blue")
    assert why(state, "lay 1,-1 W orange") is None
    assert (
        why(state, "lay 1,1 E orange") is Illegality.NOT_JOINED
    )  # diagonal to the start, closed against closed above
    assert why(state, "lay 2,0 E orange") is Illegality.NOT_JOINED  # next to a closed side
    assert why(state, "lay 4,4 E orange") is Illegality.NOT_JOINED  # far away
    assert why(state, "lay -99,0 E orange") is Illegality.NOT_JOINED  # where no design can be


def test_k5_a_cell_holds_one_tile() -> None:
    assert why(new_game(), "lay 0,0 N orange") is Illegality.OCCUPIED


def test_k1_a_supply_can_run_out() -> None:
    state = state_after("lay 0,-1 S neutral")
    assert why(state, "lay 0,1 N neutral") is Illegality.NONE_LEFT
    assert why(state, "lay 0,1 N blue") is None


def test_k6_an_open_side_may_not_be_closed_by_the_new_tile() -> None:
    assert why(new_game(), "lay 0,-1 NEW orange") is Illegality.CUT_OFF


def test_k6_the_new_tile_may_not_open_against_a_closed_side() -> None:
    state = state_after("lay 1,0 W orange", "lay 0,-1 ES blue")
    assert why(state, "lay 1,-1 SW orange") is Illegality.CUT_OFF
    assert why(state, "lay 1,-1 NW orange") is None


def test_k6_all_open_sides_around_the_new_tile_count() -> None:
    state = state_after("lay 0,-1 ES orange", "lay 1,0 NW blue")
    assert why(state, "lay 1,-1 W orange") is Illegality.CUT_OFF
    assert why(state, "lay 1,-1 S orange") is Illegality.CUT_OFF
    assert why(state, "lay 1,-1 SW orange") is None


def test_k6_closed_against_closed_is_allowed() -> None:
    state = state_after("lay 1,0 W orange", "lay 0,1 N blue")
    assert why(state, "lay -1,0 E orange") is None


def wide() -> GameState:
    """A design that is five cells wide, from -1 to 3, with the cells it opens to."""
    return state_after("lay 1,0 EW orange", "lay 2,0 EW blue")


def test_k7_a_move_may_not_open_on_to_the_outside_of_the_window() -> None:
    assert why(wide(), "lay 3,0 EW orange") is Illegality.OUT_OF_WINDOW
    assert why(wide(), "lay -1,0 EW orange") is Illegality.OUT_OF_WINDOW
    assert why(wide(), "lay 3,0 NW orange") is None
    assert why(wide(), "lay -1,0 NE orange") is None


def test_k7_the_window_floats() -> None:
    assert why(state_after("lay 1,0 EW orange"), "lay 2,0 EW blue") is None
    assert why(state_after("lay 1,0 EW orange"), "lay -1,0 EW blue") is None
    assert why(state_after("lay -1,0 EW orange"), "lay -2,0 EW blue") is None


@pytest.mark.parametrize(
    ("start", "moves"),
    [
        (1, ("lay 0,-1 NS orange", "lay 0,-2 S blue")),
        (2, ("lay 1,0 EW orange", "lay 2,0 W blue")),
        (4, ("lay 0,1 NS orange", "lay 0,2 N blue")),
        (8, ("lay -1,0 EW orange", "lay -2,0 E blue")),
    ],
)
def test_k7_the_window_can_be_all_on_one_side_of_the_start_tile(
    start: int, moves: tuple[str, str]
) -> None:
    state = state_after(*moves, rules=Rules(start=start, width=3, height=3))
    assert len(state.lays) == 3
    assert legal_moves(state) == ()


def test_k7_cells_that_are_only_faced_count() -> None:
    state = state_after("lay 1,0 EW orange", "lay -1,0 EW blue")  # three tiles, five cells
    assert why(state, "lay 2,0 EW orange") is Illegality.OUT_OF_WINDOW


def test_k7_height_counts_as_width_does() -> None:
    state = state_after("lay 0,1 NS orange", "lay 0,2 NS blue")
    assert why(state, "lay 0,3 NS orange") is Illegality.OUT_OF_WINDOW
    assert why(state, "lay 0,-1 NS orange") is Illegality.OUT_OF_WINDOW
    assert why(state, "lay 0,3 NE orange") is None


def test_k7_a_path_cut_off_is_named_before_the_window() -> None:
    state = state_after(
        "lay 0,-1 ES orange", "lay 1,-1 W blue", "lay 1,0 EW orange", "lay 2,0 NEW blue"
    )
    assert why(state, "lay 2,-1 NSW orange") is Illegality.CUT_OFF


def test_k7_the_supply_is_not_looked_ahead() -> None:
    crosses_only = Rules(supplies=((0, 0, 0, 0, 1), (0, 0, 0, 0, 1), (0, 0, 0, 0, 1)))
    assert (
        why(new_game(rules=crosses_only), "lay 0,-1 NESW orange") is None
    )  # nobody can ever close what it opens


def test_k8_a_player_without_a_legal_move_passes() -> None:
    rules = Rules(supplies=ENDS_ONLY)
    state = state_after("lay 0,-1 S orange", rules=rules)
    assert legal_moves(state) == (Pass(),)
    after = apply_move(state, Pass())
    assert (after.lays, after.left, after.to_move) == (state.lays, state.left, Owner.ORANGE)


def test_k8_nobody_else_may_pass() -> None:
    assert why(new_game(), "pass") is Illegality.MUST_LAY


def test_k8_a_player_out_of_own_tiles_goes_on_with_neutral_ones() -> None:
    rules = Rules(supplies=((4, 0, 0, 0, 0), (0, 0, 0, 0, 0), (1, 0, 0, 0, 1)))
    state = state_after("lay 0,-1 S orange", rules=rules)
    assert {str(move) for move in legal_moves(state)} == {
        "lay 1,0 W neutral",
        "lay 0,1 N neutral",
        "lay -1,0 E neutral",
    }


def test_k8_who_has_only_neutral_tiles_to_lay_may_not_pass() -> None:
    state = new_game(rules=Rules(supplies=((0,) * 5, (0,) * 5, (1, 0, 0, 0, 1))))
    assert why(state, "pass") is Illegality.MUST_LAY
    assert outcome(state) is None


def test_k9_the_game_is_over_when_neither_player_can_move() -> None:
    state = state_after(*lays(EXAMPLE))
    assert outcome(state) is not None
    assert legal_moves(state) == ()
    assert why(state, "pass") is Illegality.GAME_OVER
    assert why(state, "lay 0,0 N orange") is Illegality.GAME_OVER


@pytest.mark.parametrize("owner", [Owner.ORANGE, Owner.BLUE])
def test_k9_it_goes_on_while_one_player_can_move(owner: Owner) -> None:
    supplies = [(0,) * 5, (0,) * 5, (0, 0, 0, 0, 1)]
    supplies[owner] = (4, 0, 0, 0, 0)
    state = new_game(rules=Rules(supplies=tuple(supplies)))
    for to_move in (Owner.ORANGE, Owner.BLUE):
        assert outcome(attrs.evolve(state, to_move=to_move)) is None


def test_k9_ends_may_stay_open() -> None:
    state = new_game(rules=Rules(supplies=((0,) * 5, (0,) * 5, (0, 0, 0, 0, 1))))
    end = outcome(state)
    assert end is not None
    assert (end.scores, end.winner) == (((), ()), None)


def test_k12_a_move_beyond_the_window_is_refused_and_the_turn_stays() -> None:
    state = wide()
    with pytest.raises(IllegalMove) as error:
        apply_move(state, parse_move("lay 3,0 EW orange"))
    assert error.value.reason is Illegality.OUT_OF_WINDOW
    assert error.value.state is state
    assert state == wide()


BEYOND = Lay(3, 0, 10, Owner.ORANGE)
"""In `wide`, this tile breaks the window and nothing else."""


def test_k12_the_penalty_passes_the_turn_on_and_changes_nothing_else() -> None:
    state = wide()
    after = forfeit_turn(state, BEYOND)
    assert after == attrs.evolve(state, to_move=Owner.BLUE)
    assert (after.left, after.frontier) == (state.left, state.frontier)
    assert state == wide()


def test_k12_the_penalty_is_no_move() -> None:
    state, forfeit = wide(), Forfeit(BEYOND)
    assert str(forfeit) not in map(str, legal_moves(state))
    anything: Callable[..., Illegality | None] = illegality
    assert anything(state, forfeit) is Illegality.NOT_A_MOVE
    apply_anything: Callable[..., GameState] = apply_move
    with pytest.raises(IllegalMove, match="this is not a move"):
        apply_anything(state, forfeit)


@pytest.mark.parametrize(
    ("lay", "reason"),
    [
        ("lay 3,0 W orange", Illegality.WITHIN_WINDOW),
        ("lay 3,0 EW blue", Illegality.NOT_YOURS),
        ("lay 3,0 NESW neutral", Illegality.NONE_LEFT),
        ("lay 0,0 EW orange", Illegality.OCCUPIED),
        ("lay 9,0 EW orange", Illegality.NOT_JOINED),
        ("lay 3,0 NS orange", Illegality.CUT_OFF),
    ],
)
def test_k12_only_a_tile_that_the_window_alone_forbids_costs_the_turn(
    lay: str, reason: Illegality
) -> None:
    state, move = wide(), parse_move(lay)
    assert isinstance(move, Lay)
    with pytest.raises(IllegalMove) as error:
        forfeit_turn(state, move)
    assert (error.value.reason, error.value.move) == (reason, Forfeit(move))
    assert pickle_round_trip(error.value).state == state


def test_k12_after_the_end_no_turn_is_lost() -> None:
    state = state_after(*lays(EXAMPLE))
    with pytest.raises(IllegalMove, match="the game is over"):
        forfeit_turn(state, Lay(3, 2, 10, Owner.ORANGE))


def test_k12_the_penalty_needs_a_lay() -> None:
    with pytest.raises(InvalidArgument, match=r"^expected the Lay taken back, not Pass\(\)$"):
        forfeit_turn(wide(), Pass())  # type: ignore[arg-type] # the point of the test


def test_an_illegal_move_says_why_and_survives_pickling() -> None:
    with pytest.raises(IllegalMove) as error:
        apply_move(new_game(), Pass())
    again = pickle_round_trip(error.value)
    assert (again.reason, again.move, again.state) == (Illegality.MUST_LAY, Pass(), new_game())
    assert str(again) == "pass: a player who can lay a tile may not pass (K8)"
    assert repr(again.reason) == "Illegality.MUST_LAY"


@pytest.mark.parametrize("move", [None, "pass", 3])
def test_other_objects_are_not_moves(move: Move) -> None:
    assert illegality(new_game(), move) is Illegality.NOT_A_MOVE
    with pytest.raises(IllegalMove):
        apply_move(new_game(), move)
