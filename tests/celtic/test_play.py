"""Playing and scoring, ruling by ruling (K4 to K12)."""

import random

import attrs
import pytest

from celtic.games import EXAMPLE, lays, state_after
from helpers import pickled
from keltis import InvalidArgument, celtic
from keltis.celtic import Illegality, Lay, Outcome, Owner, Rules, legal_moves, new_game, outcome
from keltis.celtic._engine.scoring import score_text

NOTHING = (0, 0, 0, 0, 0)
START_ONLY = (0, 0, 0, 0, 1)
ENDS = (4, 0, 0, 0, 0)


def why(state: celtic.GameState, move: str) -> str | None:
    """The name of the reason why a move is illegal, or None."""
    reason = celtic.illegality(state, celtic.parse_move(move))
    return reason and reason.name


def with_supplies(*supplies: tuple[int, ...]) -> Rules:
    return Rules(supplies=supplies)


def texts(state: celtic.GameState) -> list[str]:
    return [str(move) for move in legal_moves(state)]


def test_k4_a_game_starts_with_the_neutral_cross_and_orange() -> None:
    state = new_game()
    assert state.lays == (Lay(0, 0, 15, Owner.NEUTRAL),)
    assert state.to_move is Owner.ORANGE
    assert state.left == ((2,) * 5, (2,) * 5, (1, 1, 1, 1, 0))


def test_k4_two_play_and_blue_may_begin() -> None:
    assert new_game(2, first_player=1).to_move is Owner.BLUE
    with pytest.raises(InvalidArgument, match=r"^CELTIC! is a game for 2 players, not 3$"):
        new_game(3)


def test_k4_no_neutral_tile_has_more_crossings_than_the_start() -> None:
    assert celtic.CELTIC.supplies[Owner.NEUTRAL] == (1, 1, 1, 1, 1)
    assert celtic.CELTIC.start.bit_count() == max(mask.bit_count() for mask in range(1, 16))


def test_k5_own_and_neutral_tiles_may_be_laid() -> None:
    assert why(new_game(), "lay 0,-1 S orange") is None
    assert why(new_game(), "lay 0,-1 S neutral") is None
    assert why(new_game(), "lay 0,-1 S blue") == "NOT_YOURS"


def test_k5_the_moves_are_of_own_and_neutral_tiles() -> None:
    state = new_game()
    for owner in (Owner.ORANGE, Owner.BLUE):
        supplies = {move.supply for move in legal_moves(state) if isinstance(move, Lay)}
        assert supplies == {owner, Owner.NEUTRAL}
        state = celtic.apply_move(state, legal_moves(state)[0])


def test_k5_then_it_is_the_others_turn() -> None:
    state = state_after("lay 0,-1 S orange")
    assert state.to_move is Owner.BLUE
    assert state.left[Owner.ORANGE] == (1, 2, 2, 2, 2)
    assert why(state, "lay 0,1 N orange") == "NOT_YOURS"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("lay 1,-1 W orange", None),
        ("lay 1,1 E orange", "NOT_JOINED"),  # diagonal to the start, closed against closed above
        ("lay 2,0 E orange", "NOT_JOINED"),  # next to a closed side
        ("lay 4,4 E orange", "NOT_JOINED"),  # far away
        ("lay -99,0 E orange", "NOT_JOINED"),  # where no design can be
        ("lay 0,0 N orange", "OCCUPIED"),
    ],
)
def test_k5_a_tile_must_be_joined_through_an_open_side(move: str, reason: str | None) -> None:
    assert why(state_after("lay 1,0 W orange", "lay 0,-1 ES blue"), move) == reason


@pytest.mark.parametrize("owner", [Owner.ORANGE, Owner.BLUE])
def test_k5_the_colour_of_a_neighbour_changes_no_move(owner: Owner) -> None:
    state = celtic.setup_game([Lay(0, -1, 6, owner)], to_move=Owner.BLUE)
    moves = [move for move in legal_moves(state) if isinstance(move, Lay)]
    beside = [(move.mask, move.supply) for move in moves if move.cell == (1, -1)]
    own = [(mask, Owner.BLUE) for mask in range(8, 16)]  # open to the west
    neutral = [(mask, Owner.NEUTRAL) for mask in range(8, 15)]  # the cross is laid
    assert beside == own + neutral


def test_k5_tiles_of_both_players_may_touch() -> None:
    state = state_after("lay 0,-1 ES orange", "lay 1,-1 W blue")
    assert [lay.supply for lay in state.lays if lay.y == -1] == [Owner.ORANGE, Owner.BLUE]


def test_k1_a_supply_can_run_out() -> None:
    state = state_after("lay 0,-1 S neutral")
    assert why(state, "lay 0,1 N neutral") == "NONE_LEFT"
    assert why(state, "lay 0,1 N blue") is None


def test_k6_an_open_side_may_not_be_closed_by_the_new_tile() -> None:
    assert why(new_game(), "lay 0,-1 NEW orange") == "CUT_OFF"


def test_k6_the_new_tile_may_not_open_against_a_closed_side() -> None:
    state = state_after("lay 1,0 W orange", "lay 0,-1 ES blue")
    assert why(state, "lay 1,-1 SW orange") == "CUT_OFF"
    assert why(state, "lay 1,-1 NW orange") is None


def test_k6_all_open_sides_around_the_new_tile_count() -> None:
    state = state_after("lay 0,-1 ES orange", "lay 1,0 NW blue")
    assert why(state, "lay 1,-1 W orange") == why(state, "lay 1,-1 S orange") == "CUT_OFF"
    assert why(state, "lay 1,-1 SW orange") is None


def test_k6_closed_against_closed_is_allowed() -> None:
    assert why(state_after("lay 1,0 W orange", "lay 0,1 N blue"), "lay -1,0 E orange") is None


def wide() -> celtic.GameState:
    """A design that is five cells wide, from -1 to 3, with the cells it opens to."""
    return state_after("lay 1,0 EW orange", "lay 2,0 EW blue")


def test_k7_a_move_may_not_open_on_to_the_outside_of_the_window() -> None:
    for move in ("lay 3,0 EW orange", "lay -1,0 EW orange"):
        assert why(wide(), move) == "OUT_OF_WINDOW"
    for move in ("lay 3,0 NW orange", "lay -1,0 NE orange"):
        assert why(wide(), move) is None


def test_k7_the_window_floats() -> None:
    assert why(state_after("lay 1,0 EW orange"), "lay 2,0 EW blue") is None
    assert why(state_after("lay 1,0 EW orange"), "lay -1,0 EW blue") is None
    assert why(state_after("lay -1,0 EW orange"), "lay -2,0 EW blue") is None


def test_k7_the_start_tile_stays_among_the_nine_in_the_middle() -> None:
    steps = {1: (0, -1), 2: (1, 0), 4: (0, 1), 8: (-1, 0)}
    for seed in range(5):
        rng, state = random.Random(seed), new_game()
        while outcome(state) is None:
            state = celtic.apply_move(state, rng.choice(legal_moves(state)))
            sides = [
                (lay, step) for lay in state.lays for side, step in steps.items() if lay.mask & side
            ]
            faced = [(lay.x + x, lay.y + y) for lay, (x, y) in sides]
            for axis in zip(*[lay.cell for lay in state.lays], *faced, strict=True):
                assert min(axis) <= -1
                assert max(axis) >= 1
                assert max(axis) - min(axis) <= 4


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
    assert why(state, "lay 2,0 EW orange") == "OUT_OF_WINDOW"


def test_k7_height_counts_as_width_does() -> None:
    state = state_after("lay 0,1 NS orange", "lay 0,2 NS blue")
    for move in ("lay 0,3 NS orange", "lay 0,-1 NS orange"):
        assert why(state, move) == "OUT_OF_WINDOW"
    assert why(state, "lay 0,3 NE orange") is None


def test_k7_a_path_cut_off_is_named_before_the_window() -> None:
    moves = "lay 1,0 EW orange", "lay 2,0 NEW blue", "lay 2,-1 S orange", "lay 3,0 NW blue"
    assert why(state_after(*moves), "lay 3,-1 ES orange") == "OUT_OF_WINDOW"
    assert why(state_after(*moves), "lay 3,-1 ESW orange") == "CUT_OFF"


def test_k7_the_supply_is_not_looked_ahead() -> None:
    crosses_only = with_supplies(START_ONLY, START_ONLY, START_ONLY)
    state = new_game(rules=crosses_only)
    assert why(state, "lay 0,-1 NESW orange") is None  # nobody can ever close what it opens


def test_k8_a_player_without_a_legal_move_passes() -> None:
    state = state_after("lay 0,-1 S orange", rules=with_supplies(ENDS, NOTHING, START_ONLY))
    assert legal_moves(state) == (celtic.Pass(),)
    after = celtic.apply_move(state, celtic.Pass())
    assert (after.lays, after.left, after.to_move) == (state.lays, state.left, Owner.ORANGE)


def test_k8_nobody_else_may_pass() -> None:
    assert why(new_game(), "pass") == "MUST_LAY"


def test_k8_who_has_only_neutral_tiles_to_lay_goes_on_and_may_not_pass() -> None:
    one_end = (1, 0, 0, 0, 1)
    state = state_after("lay 0,-1 S orange", rules=with_supplies(ENDS, NOTHING, one_end))
    assert set(texts(state)) == {"lay 1,0 W neutral", "lay 0,1 N neutral", "lay -1,0 E neutral"}
    state = new_game(rules=with_supplies(NOTHING, NOTHING, one_end))
    assert why(state, "pass") == "MUST_LAY"
    assert outcome(state) is None


def test_k9_the_game_is_over_when_neither_player_can_move() -> None:
    state = state_after(*lays(EXAMPLE))
    assert outcome(state) is not None
    assert legal_moves(state) == ()
    assert why(state, "pass") == why(state, "lay 0,0 N orange") == "GAME_OVER"


@pytest.mark.parametrize("owner", [Owner.ORANGE, Owner.BLUE])
def test_k9_it_goes_on_while_one_player_can_move(owner: Owner) -> None:
    supplies = [NOTHING, NOTHING, START_ONLY]
    supplies[owner] = ENDS
    state = new_game(rules=with_supplies(*supplies))
    for to_move in (Owner.ORANGE, Owner.BLUE):
        assert outcome(attrs.evolve(state, to_move=to_move)) is None


def test_k9_ends_may_stay_open() -> None:
    state = new_game(rules=with_supplies(NOTHING, NOTHING, START_ONLY))
    assert outcome(state) == Outcome(((), ()), None)  # K11: no knot is a draw


# Scores

RING = "lay 0,-1 S orange", "lay 1,0 W blue", "lay 0,1 N orange"
"""All but one of the ends around the start tile."""


def test_k9_open_paths_score_nothing() -> None:
    state = state_after(*RING)
    assert celtic.scores(state) == ((), ())
    assert outcome(state) is None


def test_k10_the_example_game_scores_7_3_2_to_9_3_2() -> None:
    state = state_after(*lays(EXAMPLE))
    assert celtic.score(state, Owner.ORANGE) == (7, 3, 2)
    assert celtic.score(state, Owner.BLUE) == (9, 3, 2)


def test_k10_a_score_is_written_best_knot_first() -> None:
    assert (score_text((7, 3, 2)), score_text(())) == ("7 3 2", "no knot")


def test_k10_a_knot_comes_back_to_where_it_began() -> None:
    state = state_after(*lays(EXAMPLE))
    assert len(celtic.knots(state)) == 3
    for knot in celtic.knots(state):
        for arc, next_arc in zip(knot.arcs, [*knot.arcs[1:], knot.arcs[0]], strict=True):
            assert abs(arc.x - next_arc.x) + abs(arc.y - next_arc.y) == 1


def test_k11_the_higher_best_knot_wins() -> None:
    assert outcome(state_after(*lays(EXAMPLE))) == Outcome(((7, 3, 2), (9, 3, 2)), Owner.BLUE)


def test_k11_equal_scores_are_a_draw() -> None:
    assert outcome(state_after(*RING, "lay -1,0 E blue")) == Outcome(((2,), (2,)), None)


def test_k11_orange_can_win() -> None:
    assert outcome(state_after(*RING, "lay -1,0 E neutral")) == Outcome(((2,), (1,)), Owner.ORANGE)


def test_k11_the_next_knots_are_compared_when_the_best_are_equal() -> None:
    state = state_after(*lays("(0,1,1,N) (0,-1,6,B) (1,-1,12,O) (-1,0,2,B) (1,0,9,O)"))
    assert outcome(state) == Outcome(((2, 2), (2, 1)), Owner.ORANGE)


def test_k11_the_best_knot_decides_and_not_the_sum() -> None:
    state = state_after(*lays("(0,1,1,O) (1,0,9,B) (0,-1,6,O) (1,-1,12,B) (-1,0,2,O)"))
    assert outcome(state) == Outcome(((3, 1), (2, 2)), Owner.ORANGE)


def test_k11_the_best_scores_may_come_from_different_knots() -> None:
    tiles = "(0,1,1,O) (1,0,8,N) (0,-1,12,N) (-1,-1,6,B) (-1,0,7,N) (-1,1,1,B)"
    state = state_after(*lays(tiles))
    assert [knot.counts for knot in celtic.knots(state)] == [(0, 2), (1, 1)]
    assert celtic.scores(state) == ((1, 0), (2, 1))


def test_only_players_have_a_score() -> None:
    with pytest.raises(InvalidArgument, match=r"Owner\.ORANGE or Owner\.BLUE"):
        celtic.score(new_game(), Owner.NEUTRAL)  # type: ignore[arg-type] # the point of the test


@pytest.mark.parametrize("seat", [0, 1, None])
def test_everybody_sees_the_state(seat: int | None) -> None:
    assert celtic.observe(wide(), seat) == wide()


def test_only_seats_observe() -> None:
    with pytest.raises(InvalidArgument, match="player must be a seat from 0 to 1, or None for a"):
        celtic.observe(new_game(), 2)


# The penalty

BEYOND = Lay(3, 0, 10, Owner.ORANGE)
"""In `wide`, this tile breaks the window and nothing else."""


def test_k12_a_move_beyond_the_window_is_refused_and_the_turn_stays() -> None:
    state = wide()
    with pytest.raises(celtic.IllegalMove) as error:
        celtic.apply_move(state, BEYOND)
    assert error.value.reason is Illegality.OUT_OF_WINDOW
    assert error.value.state is state
    assert state == wide()


def test_k12_the_penalty_passes_the_turn_on_and_changes_nothing_else() -> None:
    state = wide()
    after = celtic.forfeit_turn(state, BEYOND)
    assert after == attrs.evolve(state, to_move=Owner.BLUE)
    assert (after.left, after.frontier) == (state.left, state.frontier)
    assert state == wide()


def test_k12_the_penalty_is_no_move() -> None:
    forfeit = celtic.Forfeit(BEYOND)
    assert str(forfeit) not in texts(wide())
    assert celtic.illegality(wide(), forfeit) is Illegality.NOT_A_MOVE
    with pytest.raises(celtic.IllegalMove, match="this is not a move"):
        celtic.apply_move(wide(), forfeit)


@pytest.mark.parametrize(
    ("text", "reason"),
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
    text: str, reason: Illegality
) -> None:
    state, move = wide(), celtic.parse_move(text)
    assert isinstance(move, Lay)
    with pytest.raises(celtic.IllegalMove) as error:
        celtic.forfeit_turn(state, move)
    assert (error.value.reason, error.value.move) == (reason, celtic.Forfeit(move))
    assert pickled(error.value).state == state


def test_k12_after_the_end_no_turn_is_lost() -> None:
    with pytest.raises(celtic.IllegalMove, match="the game is over"):
        celtic.forfeit_turn(state_after(*lays(EXAMPLE)), Lay(3, 2, 10, Owner.ORANGE))


def test_k12_the_penalty_needs_a_lay() -> None:
    with pytest.raises(InvalidArgument, match=r"^expected the Lay taken back, not Pass\(\)$"):
        celtic.forfeit_turn(wide(), celtic.Pass())  # type: ignore[arg-type] # the point of the test
