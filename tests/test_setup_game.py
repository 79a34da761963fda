"""Positions that a user writes down, and all the ways in which they can be impossible."""

import itertools
from collections.abc import Callable, Mapping
from functools import partial

import attrs
import pytest

import keltis
from helpers import play, table
from keltis import Card, Colour, GameState, InvalidState, Phase, Rules, Tile, new_game, setup_game
from keltis.testing import Seat
from leaning import CLOVERS

R, Y, P, G, B = Colour
STATE = new_game(2, seed=1)
HANDS = [player.hand for player in STATE.players]
MUST_USE = Rules(clover_may_be_declined=False)
NO_OWN = Rules(may_take_own_discard=False)


def tiles_of(state: GameState) -> dict[Colour, dict[int, Tile]]:
    paths = zip(Colour, state.tiles, strict=True)
    return {colour: {row: tile for row, tile in enumerate(path) if tile} for colour, path in paths}


TILES = tiles_of(STATE)


def faults(make: Callable[[], GameState]) -> tuple[str, ...]:
    with pytest.raises(InvalidState) as caught:
        make()
    return caught.value.faults


def with_player(state: GameState, seat: int, **changes: object) -> GameState:
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], **changes)  # type: ignore[arg-type] # wrong types are the point of some tests
    return attrs.evolve(state, players=tuple(players))


def test_a_whole_position_comes_back_as_it_was() -> None:
    state = setup_game(hands=HANDS, tiles=TILES, draw_pile=STATE.draw_pile, removed=STATE.removed)
    assert state == STATE


def test_what_is_left_out_is_filled_in() -> None:
    state = setup_game(hands=[hand[::-1] for hand in HANDS], tiles=TILES)
    assert [player.hand for player in state.players] == HANDS
    assert (state.to_move, state.phase) == (0, Phase.PLAY)
    assert (len(state.draw_pile), len(state.removed)) == (64, 30)
    assert max(state.removed) <= min(state.draw_pile)


def test_the_removed_cards_are_what_is_left_when_the_pile_is_given_and_the_reverse() -> None:
    assert setup_game(hands=HANDS, tiles=TILES, draw_pile=STATE.draw_pile).removed == STATE.removed
    pile = setup_game(hands=HANDS, tiles=TILES, removed=STATE.removed).draw_pile
    assert sorted(pile) == sorted(STATE.draw_pile)


def test_an_ended_position_has_the_phase_over() -> None:
    state = table("", "", Seat(at="R7"), at="R7 Y7 P7 G7", phase=Phase.OVER)
    assert keltis.legal_moves(state) == ()
    again = setup_game(
        hands=[player.hand for player in state.players],
        tiles=tiles_of(state),
        draw_pile=state.draw_pile,
        columns=[dict(zip(Colour, player.columns, strict=True)) for player in state.players],
    )
    assert again == state


# What can be


@pytest.mark.parametrize(
    ("make", "rows"),
    [
        pytest.param(
            lambda: table(
                "", "R3 R4 R5", at="Y1", bare="Y", tiles="R3:C", rules=keltis.KELTIS_LITERAL
            ),
            (3, 1, 0, 0, 0),
            id="p5 a figure without a card",
        ),
        pytest.param(
            lambda: table("", "R3 R4 R5", at="R4", tiles="R3:C R5:1"),
            (4, 0, 0, 0, 0),
            id="p3 a step by a clover on the way",
        ),
        pytest.param(
            lambda: table("", "R3 P3 P4", at="R2", tiles="R3:C P2:C"),
            (2, 0, 2, 0, 0),
            id="p3 a step by the clover of another path",
        ),
    ],
)
def test_p3_p5_figures_ahead_of_their_cards(
    make: Callable[[], GameState], rows: tuple[int, ...]
) -> None:
    assert make().players[0].rows == rows


def test_t7_a_discard_of_ones_own_can_have_been_taken_back_before_the_first_draw() -> None:
    hand = STATE.players[0].hand
    assert with_player(STATE, 0, seen=hand).players[0].seen == hand
    assert faults(lambda: with_player(new_game(2, seed=1, rules=NO_OWN), 0, seen=hand)) == (
        "seat 0 cannot have taken a discard before a card was drawn from the face-down pile (T7)",
    )


def test_c3_a_stone_can_be_given_without_a_tile() -> None:
    red: dict[int, Tile] = dict.fromkeys(range(1, 10)) | TILES[R]  # type: ignore[assignment] # None is accepted too
    assert setup_game(hands=HANDS, tiles={**TILES, R: red}).tiles == STATE.tiles


def test_p6_whether_a_step_can_be_wasted_follows_from_what_it_is_due_to() -> None:
    manual = keltis.REFERENCE_MANUAL
    step = table("", "R3 R4 R5", at="P9", tiles="R3:C P9:C", phase=Phase.ADVANCE, rules=manual)
    assert step.may_waste
    laid = "R1 R2 R2 R3 R3 R4 R4 R5 R7 R8"
    finished = table("", laid, at="Y1", phase=Phase.ADVANCE, may_decline=True, rules=manual)
    assert not finished.may_waste


# What cannot be, fault by fault


def unpaid(steps: int, cards: int) -> str:
    paid_for = f"cards ({cards}) and clovers (1) can have paid for (P3)"
    return f"seat 0's figures have taken more steps ({steps}) than {paid_for}"


PASSED_BY = "seat 0's figures have passed a wishing stone that is still on the board (P2)"
NOT_DUE = "a step is due, but no figure came to a clover (P3) or has finished its path (T5)"
TOO_LATE = "the game must have been over before the last figure entered the goal area (E1, E2)"
BARRED = "the red discard pile cannot be barred now (T7)"
WASTED = "be wasted on a figure on its end stone (P6)"
TO_THE_END = "R0 R1 R2 R3 R4 R5 R6 R7 R8 R9"
CAN_BE_DECLINED = "the step that is due can be declined (P4, T5)"
DRAW, OVER, MANUAL = Phase.DRAW, Phase.OVER, keltis.REFERENCE_MANUAL
STEP: dict[str, object] = {"phase": Phase.ADVANCE, "may_decline": True}
CLOVER_AT_3 = Rules(  # a path of three stones, most of them with a clover on the first
    row_points=(0, 0, 1),
    goal_row=3,
    tiles=(Tile.CLOVER,) * 4,
    tile_rows=((1,), (), (1,), (1,), (1,)),
    advance_may_enter=True,
)


table_with: Callable[..., GameState] = table
changed: Callable[..., GameState] = attrs.evolve
set_up: Callable[..., GameState] = setup_game
AT_TABLE: list[tuple[str, dict[str, object]]] = [
    ("=seat 0's red column is out of order: R3 R5 R4 (T4)", {"laid": "R3 R5 R4"}),
    (
        "=seat 0's figure on the red path is on row 2, behind the 3 cards laid there (T3)",
        {"laid": "R3 R4 R5", "at": "R2"},
    ),
    ("=" + unpaid(5, 3), {"laid": "R3 R4 R5", "at": "R5", "tiles": "R3:C R5:1"}),
    # p3: a step that is due has not been taken, and no clover brings a figure to itself
    (unpaid(3, 2), {"laid": "R3 R4", "at": "R3", "tiles": "R3:C", **STEP}),
    ("=" + unpaid(3, 2), {"laid": "R3 R4", "at": "R3", "tiles": "R3:C"}),
    (  # e1: the clover under the figure that ended the game gave no step
        "=" + unpaid(5, 4),
        {"laid": "R3 R4 R5 Y3", "at": "R3 Y2", "tiles": "R3:C Y2:1", "phase": OVER}
        | {"rules": Rules(goal_figures=1, goal_row=3)},
    ),
    ("seat 0's figure on the red path is on row 10, beyond the end stone on row 9", {"at": "R10"}),
    (
        "seat 0's figure on the red path is on row 5, beyond the end stone on row 4",
        {"laid": "R3", "at": "R5", "rules": CLOVERS},
    ),
    ("=seat 0 has 5 small figures on the paths, but there are 4 (C4)", {"at": "R1 Y1 P1 G1 B1"}),
    (
        "=seat 0's large figure cannot be on the yellow path, where there is no figure",
        {"at": "R1", "large": "Y"},
    ),
    (
        "=seat 0 has a large figure, but these rules have none (C4)",
        {"at": "R1", "large": "R", "rules": Rules(large_figures=0, small_figures=5)},
    ),
    ("=" + PASSED_BY, {"at": "R4", "tiles": "R3:W"}),
    (PASSED_BY, {"at": "R3", "tiles": "R3:W", "phase": DRAW}),
    ("=" + PASSED_BY, {"at": "R7", "tiles": "R7:W"}),  # in the goal area, too
    # p3, p4, p6, t5: a step is due for a reason
    ("=" + NOT_DUE, {"at": "R4", "tiles": "R5:C", "may_waste": False, **STEP}),
    ("a step is due, but no figure can take it (P6)", STEP),
    ("=" + CAN_BE_DECLINED, {"at": "R3", "tiles": "R3:C", **STEP, "may_decline": False}),
    (
        "=the step that is due cannot be declined (P4, T5)",
        {"at": "R3", "tiles": "R3:C", "rules": MUST_USE, **STEP},
    ),
    (
        "=" + CAN_BE_DECLINED,
        {"laid": TO_THE_END, "at": "Y1", "tiles": "R9:1", "rules": MUST_USE}
        | {**STEP, "may_decline": False},
    ),
    (
        f"=the step that is due can {WASTED}",
        {"at": "R3", "tiles": "R3:C R9:1", "rules": MANUAL, **STEP}
        | {"may_decline": False, "may_waste": False},
    ),
    (
        f"=the step that is due cannot {WASTED}",
        {"laid": "R1 R2 R2 R3 R3 R4 R4 R5 R7 R8", "at": "Y1", "tiles": "R3:C R9:1"}
        | {"rules": MANUAL, **STEP, "may_waste": True},
    ),
    (  # the yellow path was finished without a card
        NOT_DUE,
        {"laid": "R1 R2 P1 P2 G1 G2 B1 B2", "at": "Y3", "bare": "Y", "rules": CLOVER_AT_3, **STEP},
    ),
    (  # no card brought the pink figure to its clover
        NOT_DUE,
        {"at": "P1", "bare": "P", "rules": attrs.evolve(CLOVER_AT_3, advance_may_enter=False)}
        | STEP,
    ),
    ("=" + BARRED, {"phase": DRAW, "barred": R, "rules": NO_OWN}),
    ("=" + BARRED, {"discards": "R5", "barred": R, "rules": NO_OWN}),
    ("=" + BARRED, {"discards": "R5", "phase": DRAW, "barred": R}),
]
"""Faults, each with the arguments of `table`; an equals sign is before the only fault."""
SET_UP: list[tuple[str, dict[str, object]]] = [
    ("more cards than the deck has: B11", {"hands": [(*HANDS[0][:7], Card(B, 11)), HANDS[1]]}),
    ("more cards than the deck has: R0", {"draw_pile": [Card(R, 0)] * 64}),
    ("cards are missing: ", {"draw_pile": STATE.draw_pile[1:], "removed": STATE.removed}),
    (
        "=29 cards are removed, not 30 as with 2 players (S2)",
        {"draw_pile": (*STATE.draw_pile, STATE.removed[-1]), "removed": STATE.removed[:-1]},
    ),
    ("=seat 0 must hold 8 cards now, not 7 (S3)", {"hands": [HANDS[0][1:], HANDS[1]]}),
    (
        "=seat 1 has 2 points from tiles, but the figures have passed 0 (P1)",
        {"tile_points": [0, 2]},
    ),
    ("=to_move must be a seat from 0 to 1, not 2", {"to_move": 2}),
    (
        "=hands: expected a card like R7 or B10, not 'abcdefghij'",
        {"hands": ["R1", "abcdefghijklmnop"]},
    ),
]
CHANGED: list[tuple[str, dict[str, object]]] = [
    ("=the phase is OVER, but nothing has ended the game (E1, E2)", {"phase": OVER}),
    ("=there is no step to decline or waste in phase PLAY", {"may_decline": True}),
    ("=" + BARRED, {"barred": R}),
    (
        "1 players cannot play under these rules, only 2 or 3 or 4 (S1)",
        {"players": STATE.players[:1]},
    ),
]


@pytest.mark.parametrize(
    ("found", "make"),
    [
        *((found, partial(table_with, **arguments)) for found, arguments in AT_TABLE),
        *(
            (found, partial(set_up, **{"hands": HANDS, "tiles": TILES} | arguments))
            for found, arguments in SET_UP
        ),
        *((found, partial(changed, STATE, **arguments)) for found, arguments in CHANGED),
        (
            "seat 0 has a figure on the red path but no red card laid (T2, P5)",
            lambda: table("", "", Seat(at="P2"), at="R1", bare="R", tiles="P2:C"),
        ),
        (
            f"=seat 1's seen cards are not all in the hand: {STATE.draw_pile[0]}",
            lambda: with_player(STATE, 1, seen=STATE.draw_pile[:1]),
        ),
        (
            "=seat 0 has 50 points from tiles, but the figures have passed 0 (P1)",
            lambda: with_player(STATE, 0, tile_points=50),
        ),
        (
            "1 wishing stones are with seat 1, who visited 0 stones without a tile (P2)",
            lambda: with_player(table(at="R4", taken="R3"), 1, wishing_stones=1),
        ),
    ],
)
def test_an_impossible_position_is_refused_with_its_fault(
    found: str, make: Callable[[], GameState]
) -> None:
    if found.startswith("="):
        assert faults(make) == (found[1:],)
    else:
        assert any(fault.startswith(found) for fault in faults(make))


@pytest.mark.parametrize(
    ("other", "at", "phase", "pile_size", "fault"),
    [
        ("R7", "R7 Y7 P7 G7", Phase.PLAY, 9, "the game is over (fifth figure), but the phase is "),
        ("R7 Y7", "R7 Y7 P7 G7", OVER, 9, TOO_LATE),
        ("R8 Y8", "R8 Y8 P8", OVER, 9, TOO_LATE),
        ("R7", "R7 Y7 P7 G7", OVER, 0, TOO_LATE),
    ],
)
def test_e1_e2_the_phase_is_over_exactly_after_the_last_move(
    other: str, at: str, phase: Phase, pile_size: int, fault: str
) -> None:
    found = faults(lambda: table("", "", Seat(at=other), at=at, phase=phase, pile_size=pile_size))
    assert any(text.startswith(fault) for text in found)


def test_t7_a_pile_may_be_barred_just_after_a_discard() -> None:
    assert table(discards="R5", phase=DRAW, barred=R, rules=NO_OWN).barred is R


def test_p2_two_players_cannot_both_have_the_wishing_stone_of_one_stone() -> None:
    state = table("R5", "R3 R4", Seat(hand="R8", laid="R6 R7"), tiles="R3:W P2:W")
    state = play(state, "lay R5", "draw pile", "lay R8", "draw pile")
    pink = tuple(None if row == 2 else tile for row, tile in enumerate(state.tiles[P]))
    tiles = (*state.tiles[:2], pink, *state.tiles[3:])
    players = state.players[0], attrs.evolve(state.players[1], wishing_stones=1)
    assert faults(lambda: attrs.evolve(state, players=players, tiles=tiles)) == (
        "2 wishing stones are with seat 0 and seat 1, who visited 1 stones without a tile (P2)",
    )


def tile_faults(tiles: str | Mapping[Colour, Mapping[int, Tile]]) -> tuple[str, ...]:
    return faults(lambda: setup_game(hands=HANDS, tiles=tiles))


def test_c3_wrong_tiles() -> None:
    moved = {row + (row == 3): tile for row, tile in TILES[R].items()}
    assert "there can be no tile on row 4 of the red path" in tile_faults({**TILES, R: moved})
    ones = tile_faults({colour: dict.fromkeys(rows, Tile.ONE) for colour, rows in TILES.items()})
    assert "there must be 9 tiles 'clover' on the board or taken, not 0 (C3)" in ones
    assert "there must be 2 tiles '1' on the board or taken, not 25 (C3)" in ones
    assert tile_faults(".W.C.1.WX C.2.W.C.W .3.W.C.C1 W.C.2.W.C .C.W.3.W2") == (
        "tiles: expected 9 stones (each W, C, 1, 2, 3 or .), not '.W.C.1.WX'",
    )


@pytest.mark.parametrize("row", [0, 10])
def test_c2_setup_game_knows_the_rows_of_the_paths(row: int) -> None:
    assert tile_faults({**TILES, R: {row: Tile.CLOVER}}) == (
        f"tiles: the red path has no row {row}, only 1 to 9",
    )


def test_c3_a_tile_on_the_starting_stone_is_one_fault_and_gives_nothing() -> None:
    state = table(tiles="R3:3")
    red = list(state.tiles[R])
    red[0], red[3] = red[3], None
    assert faults(lambda: attrs.evolve(state, tiles=(tuple(red), *state.tiles[1:]))) == (
        "there can be no tile on row 0 of the red path",
    )


def test_all_faults_are_listed_at_once() -> None:
    def many() -> GameState:
        other = Seat(at="R1 Y1 P1 G1 B1")
        return table("", "R3 R5 R4", other, at="Y10", large="P", phase=OVER)

    found = [fault[-4:] for fault in faults(many)]
    assert found == ["(S3)", "(T4)", "ow 9", "gure", "(C4)", " E2)"]
    message = r"^impossible position, 6 faults:\n- seat 0 must hold 8 cards now, not 7 \(S3\)\n- "
    with pytest.raises(InvalidState, match=message):
        many()


# What is not even the right kind of thing: `test_junk` has more.

VIEW = keltis.observe(STATE, 0)
POSITIONS, PLAYERS = (STATE, VIEW), (STATE.players[0], VIEW.players[1])
NO_CARDS: tuple[tuple[Card, ...], ...] = ((),) * 5
BAD_COLUMNS: list[object] = [(Card(Y, 1),), (1,), []]
OF_COLOURS = "a tuple of Card for each colour, each of its colour"
UNSORTED = [HANDS[0][::-1], [*HANDS[0]], (*HANDS[0][1:], "R7")]
WRONG: list[tuple[tuple[attrs.AttrsInstance, ...], str, str, list[object]]] = [
    (PLAYERS[:1], "hand", "a sorted tuple of Card", [*UNSORTED]),
    (PLAYERS[:1], "seen", "a tuple of Card", [[Card(R, 1)], ("R1",)]),
    (PLAYERS[1:], "seen", "a sorted tuple of Card", [*UNSORTED]),
    (PLAYERS[1:], "hand_size", "a whole number, at least the 0 seen", [-1, "8"]),
    (
        PLAYERS,
        "columns",
        OF_COLOURS,
        [NO_CARDS[1:], [*NO_CARDS], *((bad, *NO_CARDS[1:]) for bad in BAD_COLUMNS)],
    ),
    (
        PLAYERS,
        "rows",
        "a row for each colour",
        [(0,) * 4, [0] * 5, (0, 0, 0, 0, -1), (False, 0, 0, 0, 0), (0.0,) * 5],
    ),
    (PLAYERS, "large", "a Colour or None", [0, "R"]),
    (PLAYERS, "tile_points", "a whole number from 0", [-1, True, 0.0]),
    (PLAYERS, "wishing_stones", "a whole number from 0", [-1, False, None]),
    (POSITIONS, "rules", "Rules", [None, Rules]),
    (POSITIONS[:1], "players", "a tuple of PlayerState", [[*STATE.players], ("Ann", "Bob")]),
    (POSITIONS[1:], "players", "a tuple of PublicPlayer", [[*VIEW.players], ("Ann", "Bob")]),
    (
        POSITIONS,
        "tiles",
        "for each colour, a Tile or None for each row from 0 to 9",
        [
            *(STATE.tiles[1:], [*STATE.tiles], ([*STATE.tiles[0]], *STATE.tiles[1:])),
            *((STATE.tiles[0][1:], *STATE.tiles[1:]), ((*"0123456789",), *STATE.tiles[1:])),
        ],
    ),
    (POSITIONS[:1], "draw_pile", "a tuple of Card", [[*STATE.draw_pile], ("R7",)]),
    (POSITIONS[1:], "draw_pile_size", "a whole number from 0", [-1, 64.0]),
    (POSITIONS, "discards", OF_COLOURS, [NO_CARDS[1:], ((Card(Y, 1),), *NO_CARDS[1:])]),
    (
        POSITIONS[:1],
        "removed",
        "a sorted tuple of Card",
        [[*STATE.removed], STATE.removed[::-1], ("R7",)],
    ),
    (POSITIONS[1:], "removed_size", "a whole number from 0", [True]),
    (POSITIONS[1:], "viewer", "a seat from 0 to 1, or None for a spectator", [2, -1, "0", True]),
    (POSITIONS[1:], "hand", "a sorted tuple of 8 Card", [None, *UNSORTED, HANDS[0][1:]]),
    (POSITIONS, "to_move", "a seat from 0 to 1", [-1, 2, True, None, 0.0]),
    (POSITIONS, "phase", "a Phase", ["play", None]),
    (POSITIONS, "may_decline", "True or False", [0, None]),
    (POSITIONS, "may_waste", "True or False", [0, None]),
    (POSITIONS, "barred", "a Colour or None", [0, "R"]),
]


@pytest.mark.parametrize(("values", "name", "expected", "wrong"), WRONG)
def test_what_is_of_a_wrong_type_or_size_is_said(
    values: tuple[GameState | keltis.PlayerState, ...],
    name: str,
    expected: str,
    wrong: list[object],
) -> None:
    for value, other in itertools.product(values, wrong):
        with pytest.raises(InvalidState) as caught:
            attrs.evolve(value, **{name: other})  # type: ignore[arg-type] # the point of the test
        fault = caught.value.faults[0].replace("be, for", "be for")
        assert fault.startswith(f"{name} must be {expected}, not ")


def test_a_hand_has_at_least_the_seen_cards() -> None:
    message = "^impossible position: hand_size must be a whole number, at least the 9 seen, not 8$"
    with pytest.raises(InvalidState, match=message):
        attrs.evolve(VIEW.players[1], seen=(Card(R, 1),) * 9)


def test_setup_game_names_the_seats_whose_parts_are_wrong() -> None:
    found = faults(lambda: setup_game(hands=HANDS, tiles=TILES, rows=[{R: -1}, {Y: -2}]))
    assert found == (
        "seat 0: rows must be a row for each colour, not (-1, 0, 0, 0, 0)",
        "seat 1: rows must be a row for each colour, not (0, -2, 0, 0, 0)",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"discards": {"R": "R5"}}, "discards must be a mapping by Colour, not by 'R'"),
        ({"rows": [{}]}, "rows must have one entry for each of the 2 hands, not 1"),
        ({"hands": [()] * 101}, "^players must be 2 or 3 or 4 .* not 101$"),
        ({"hands": HANDS[:1]}, "players must be 2 or 3 or 4"),
    ],
)
def test_s1_setup_game_refuses_wrong_arguments(arguments: dict[str, object], message: str) -> None:
    setup_anything: Callable[..., GameState] = setup_game
    with pytest.raises(keltis.InvalidArgument, match=message):
        setup_anything(**{"hands": HANDS, "tiles": TILES, **arguments})
