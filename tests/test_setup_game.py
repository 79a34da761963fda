"""Positions that a user writes down, and all the ways in which they can be impossible."""

from collections.abc import Callable, Mapping

import attrs
import pytest

from helpers import play
from keltis import (
    KELTIS,
    KELTIS_LITERAL,
    REFERENCE_MANUAL,
    Card,
    Colour,
    GameState,
    InvalidArgument,
    InvalidState,
    Phase,
    PlayerState,
    Rules,
    Tile,
    legal_moves,
    new_game,
    setup_game,
)
from keltis.render import board_text
from keltis.testing import Seat, position

R, Y, P, G, B = Colour
STATE = new_game(2, seed=1)
TILES = {
    colour: {row: tile for row, tile in enumerate(STATE.tiles[colour]) if tile is not None}
    for colour in Colour
}
HANDS = [player.hand for player in STATE.players]


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
    state = setup_game(hands=HANDS, tiles=TILES)
    assert (state.to_move, state.phase) == (0, Phase.PLAY)
    assert len(state.draw_pile) == 64
    assert len(state.removed) == 30
    assert max(state.removed) <= min(state.draw_pile)


def test_the_removed_cards_are_what_is_left_when_the_pile_is_given_and_the_reverse() -> None:
    assert setup_game(hands=HANDS, tiles=TILES, draw_pile=STATE.draw_pile).removed == STATE.removed
    assert sorted(setup_game(hands=HANDS, tiles=TILES, removed=STATE.removed).draw_pile) == sorted(
        STATE.draw_pile
    )


def test_cards_in_hand_may_come_in_any_order() -> None:
    state = setup_game(hands=[tuple(reversed(hand)) for hand in HANDS], tiles=TILES)
    assert [player.hand for player in state.players] == HANDS


def test_a_position_can_be_played_on() -> None:
    state = position(Seat(hand="R5", laid="R3 R4"), Seat(at="Y2"), to_move=0)
    assert play(state, "lay R5").players[0].rows[R] == 3


def test_the_repr_of_a_position_leaves_out_what_follows_from_it() -> None:
    assert "options=" not in repr(STATE)


def test_the_text_of_a_position_is_its_board() -> None:
    assert str(STATE) == board_text(STATE)


def test_an_ended_position_has_the_phase_over() -> None:
    state = position(Seat(at="R7 Y7 P7 G7"), Seat(at="R7"), phase=Phase.OVER)
    assert legal_moves(state) == ()
    again = setup_game(
        hands=[player.hand for player in state.players],
        tiles={
            colour: {row: t for row, t in enumerate(state.tiles[colour]) if t} for colour in Colour
        },
        draw_pile=state.draw_pile,
        columns=[dict(zip(Colour, player.columns, strict=True)) for player in state.players],
    )
    assert again == state


# What cannot be, fault by fault.


def test_too_few_and_too_many_cards() -> None:
    pile = (Card(R, 0), Card(R, 0), Card(R, 0), *STATE.draw_pile[3:])
    found = faults(
        lambda: setup_game(hands=HANDS, tiles=TILES, draw_pile=pile, removed=STATE.removed)
    )
    assert any(fault.startswith("more cards than the deck has: R0") for fault in found)
    assert any(fault.startswith("cards are missing: ") for fault in found)


def test_a_card_that_the_deck_does_not_have() -> None:
    hands = [(*HANDS[0][:7], Card(B, 11)), HANDS[1]]
    assert (
        faults(lambda: setup_game(hands=hands, tiles=TILES))[0]
        == "more cards than the deck has: B11"
    )


def test_s2_wrong_number_of_removed_cards() -> None:
    pile, removed = (*STATE.draw_pile, STATE.removed[-1]), STATE.removed[:-1]
    found = faults(lambda: setup_game(hands=HANDS, tiles=TILES, draw_pile=pile, removed=removed))
    assert found == ("29 cards are removed, not 30 as with 2 players (S2)",)


def test_s3_wrong_size_of_hand() -> None:
    found = faults(lambda: setup_game(hands=[HANDS[0][1:], HANDS[1]], tiles=TILES))
    assert found == ("seat 0 must hold 8 cards now, not 7 (S3)",)


def test_a_seen_card_that_is_not_in_the_hand() -> None:
    card = STATE.draw_pile[0]
    assert card not in STATE.players[1].hand
    found = faults(lambda: with_player(STATE, 1, seen=(card,)))
    assert found == (f"seat 1's seen cards are not all in the hand: {card}",)


def test_t2_a_figure_without_a_card() -> None:
    found = faults(
        lambda: position(Seat(at="R1", bare="R"), Seat(at="P2"), tiles={"P2": Tile.CLOVER})
    )
    assert "seat 0 has a figure on the red path but no red card laid (T2, P5)" in found


def test_p5_a_figure_without_a_card_under_rules_that_allow_it() -> None:
    seat = Seat(laid="R3 R4 R5", at="Y1", bare="Y")
    state = position(seat, Seat(), tiles={"R3": Tile.CLOVER}, rules=KELTIS_LITERAL)
    assert state.players[0].rows == (3, 1, 0, 0, 0)


def test_t3_a_figure_behind_its_cards() -> None:
    found = faults(lambda: position(Seat(laid="R3 R4 R5", at="R2"), Seat()))
    assert found == (
        "seat 0's figure on the red path is on row 2, behind the 3 cards laid there (T3)",
    )


def unpaid_steps(steps: int, *, cards: int) -> str:
    paid_for = f"cards ({cards}) and clovers (1) can have paid for (P3)"
    return f"seat 0's figures have taken more steps ({steps}) than {paid_for}"


def test_a_figure_ahead_of_its_cards_and_clovers() -> None:
    tiles = {"R3": Tile.CLOVER, "R5": Tile.ONE}
    found = faults(lambda: position(Seat(laid="R3 R4 R5", at="R5"), Seat(), tiles=tiles))
    assert found == (unpaid_steps(5, cards=3),)
    assert position(Seat(laid="R3 R4 R5", at="R4"), Seat(), tiles=tiles).players[0].rows[R] == 4


def test_a_step_that_is_due_has_not_been_taken() -> None:
    tiles = {"R3": Tile.CLOVER}
    found = faults(
        lambda: position(
            Seat(laid="R3 R4", at="R3"), Seat(), tiles=tiles, phase=Phase.ADVANCE, may_decline=True
        )
    )
    assert unpaid_steps(3, cards=2) in found


def test_p3_a_figure_is_not_brought_to_a_clover_by_that_clover() -> None:
    tiles = {"R3": Tile.CLOVER}
    assert faults(lambda: position(Seat(laid="R3 R4", at="R3"), Seat(), tiles=tiles)) == (
        unpaid_steps(3, cards=2),
    )
    state = position(Seat(laid="R3 P3 P4", at="R2"), Seat(), tiles=tiles | {"P2": Tile.CLOVER})
    assert state.players[0].rows == (2, 0, 2, 0, 0)


def test_t7_no_discard_is_seen_before_a_card_was_drawn_if_the_own_one_is_barred() -> None:
    state = new_game(2, seed=1, rules=Rules(may_take_own_discard=False))
    player = attrs.evolve(state.players[0], seen=state.players[0].hand)
    assert faults(lambda: attrs.evolve(state, players=(player, state.players[1]))) == (
        "seat 0 cannot have taken a discard before a card was drawn from the face-down pile (T7)",
    )
    attrs.evolve(new_game(2, seed=1), players=(player, state.players[1]))  # each was taken back


def test_t4_a_column_out_of_order() -> None:
    found = faults(lambda: position(Seat(laid="R3 R5 R4"), Seat()))
    assert found == ("seat 0's red column is out of order: R3 R5 R4 (T4)",)


def test_a_figure_beyond_the_end_stone() -> None:
    found = faults(lambda: position(Seat(at="R10"), Seat()))
    assert "seat 0's figure on the red path is on row 10, beyond the end stone on row 9" in found


def test_c4_too_many_small_figures() -> None:
    found = faults(lambda: position(Seat(at="R1 Y1 P1 G1 B1"), Seat()))
    assert found == ("seat 0 has 5 small figures on the paths, but there are 4 (C4)",)


def test_c4_a_large_figure_where_there_is_none() -> None:
    assert faults(lambda: position(Seat(at="R1", large="Y"), Seat())) == (
        "seat 0's large figure cannot be on the yellow path, where there is no figure",
    )
    rules = Rules(large_figures=0, small_figures=5)
    assert faults(lambda: position(Seat(at="R1", large="R"), Seat(), rules=rules)) == (
        "seat 0 has a large figure, but these rules have none (C4)",
    )


def test_c3_a_tile_where_none_can_be() -> None:
    tiles = {**TILES, R: {row + (row == 3): tile for row, tile in TILES[R].items()}}
    found = faults(lambda: setup_game(hands=HANDS, tiles=tiles))
    assert "there can be no tile on row 4 of the red path" in found


def test_c3_a_tile_on_the_starting_stone_is_one_fault_and_gives_nothing() -> None:
    state = position(Seat(), Seat(), tiles={"R3": Tile.THREE})
    red = list(state.tiles[R])
    red[0], red[3] = red[3], None
    found = faults(lambda: attrs.evolve(state, tiles=(tuple(red), *state.tiles[1:])))
    assert found == ("there can be no tile on row 0 of the red path",)


def test_c3_a_stone_can_be_given_without_a_tile() -> None:
    red: dict[int, Tile] = dict.fromkeys(range(1, 10)) | TILES[R]  # type: ignore[assignment] # None is accepted too
    assert setup_game(hands=HANDS, tiles={**TILES, R: red}).tiles == STATE.tiles


def test_c3_a_letter_that_is_no_tile_is_named() -> None:
    text = ".W.C.1.WX C.2.W.C.W .3.W.C.C1 W.C.2.W.C .C.W.3.W2"
    assert faults(lambda: setup_game(hands=HANDS, tiles=text)) == (
        "tiles: expected 9 stones (each W, C, 1, 2, 3 or .), not '.W.C.1.WX'",
    )


def test_c3_wrong_tiles() -> None:
    tiles = {colour: dict.fromkeys(rows, Tile.ONE) for colour, rows in TILES.items()}
    found = faults(lambda: setup_game(hands=HANDS, tiles=tiles))
    assert "there must be 9 tiles 'clover' on the board or taken, not 0 (C3)" in found
    assert "there must be 2 tiles '1' on the board or taken, not 25 (C3)" in found


def test_p1_points_that_no_tile_has_given() -> None:
    found = faults(lambda: with_player(STATE, 0, tile_points=50))
    assert found == ("seat 0 has 50 points from tiles, but the figures have passed 0 (P1)",)


def test_p2_a_wishing_stone_that_a_figure_has_passed() -> None:
    found = faults(lambda: position(Seat(at="R4"), Seat(), tiles={"R3": Tile.WISHING_STONE}))
    assert found == (
        "seat 0's figures have passed a wishing stone that is still on the board (P2)",
    )


def test_p2_two_players_cannot_both_have_the_wishing_stone_of_one_stone() -> None:
    state = position(
        Seat(hand="R5", laid="R3 R4"),
        Seat(hand="R8", laid="R6 R7"),
        tiles={"R3": Tile.WISHING_STONE, "P2": Tile.WISHING_STONE},
    )
    state = play(state, "lay R5", "draw pile", "lay R8", "draw pile")
    pink = tuple(None if row == 2 else tile for row, tile in enumerate(state.tiles[P]))
    tiles = (*state.tiles[:2], pink, *state.tiles[3:])
    players = state.players[0], attrs.evolve(state.players[1], wishing_stones=1)
    assert faults(lambda: attrs.evolve(state, players=players, tiles=tiles)) == (
        "2 wishing stones are with seat 0 and seat 1, who visited 1 stones without a tile (P2)",
    )


def test_p2_more_wishing_stones_than_empty_stones_visited() -> None:
    assert "1 wishing stones are with seat 1, who visited 0 stones without a tile (P2)" in faults(
        lambda: with_player(position(Seat(at="R4", taken="R3"), Seat()), 1, wishing_stones=1)
    )


def test_p2_a_tile_counts_before_the_draw() -> None:
    tiles = {"R3": Tile.WISHING_STONE}
    found = faults(lambda: position(Seat(at="R3"), Seat(), tiles=tiles, phase=Phase.DRAW))
    assert "seat 0's figures have passed a wishing stone that is still on the board (P2)" in found


def test_a_tile_in_the_goal_area_has_counted_when_the_game_goes_on() -> None:
    found = faults(lambda: position(Seat(at="R7"), Seat(), tiles={"R7": Tile.WISHING_STONE}))
    assert found == (
        "seat 0's figures have passed a wishing stone that is still on the board (P2)",
    )


def test_the_phase_must_be_over_exactly_at_the_end() -> None:
    assert faults(lambda: attrs.evolve(STATE, phase=Phase.OVER)) == (
        "the phase is OVER, but nothing has ended the game (E1, E2)",
    )
    seats = Seat(at="R7 Y7 P7 G7"), Seat(at="R7")
    assert "the game is over (fifth figure), but the phase is PLAY (E1, E2)" in faults(
        lambda: position(*seats, phase=Phase.PLAY)
    )


def test_e1_the_game_must_not_have_been_over_before() -> None:
    before = "the game must have been over before the last figure entered the goal area (E1, E2)"
    assert before in faults(
        lambda: position(Seat(at="R7 Y7 P7 G7"), Seat(at="R7 Y7"), phase=Phase.OVER)
    )
    assert before in faults(
        lambda: position(Seat(at="R8 Y8 P8"), Seat(at="R8 Y8"), phase=Phase.OVER)
    )
    assert before in faults(
        lambda: position(Seat(at="R7 Y7 P7 G7"), Seat(at="R7"), phase=Phase.OVER, pile_size=0)
    )


def test_a_step_can_only_be_due_for_a_reason() -> None:
    def advance(
        seat: Seat, may_decline: bool, rules: Rules = KELTIS, **tiles: Tile
    ) -> tuple[str, ...]:
        return faults(
            lambda: position(
                seat, Seat(), tiles=tiles, phase=Phase.ADVANCE, may_decline=may_decline, rules=rules
            )
        )

    must_use = Rules(clover_may_be_declined=False)
    end = " R0 R1 R2 R3 R4 R5 R6 R7 R8 R9"
    unfounded = "a step is due, but no figure came to a clover (P3) or has finished its path (T5)"
    assert advance(Seat(at="R4"), True, R5=Tile.CLOVER) == (unfounded,)
    assert "a step is due, but no figure can take it (P6)" in advance(Seat(), True)
    assert advance(Seat(at="R3"), False, R3=Tile.CLOVER) == (
        "the step that is due can be declined (P4, T5)",
    )
    assert advance(Seat(at="R3"), True, must_use, R3=Tile.CLOVER) == (
        "the step that is due cannot be declined (P4, T5)",
    )
    assert advance(Seat(laid=end, at="Y1"), False, must_use, R9=Tile.ONE) == (
        "the step that is due can be declined (P4, T5)",
    )


def test_p6_only_the_step_of_a_clover_can_be_wasted() -> None:
    def due(seat: Seat, may_waste: bool, may_decline: bool) -> tuple[str, ...]:
        return faults(
            lambda: position(
                seat,
                Seat(),
                tiles={"R3": Tile.CLOVER, "R9": Tile.ONE},
                phase=Phase.ADVANCE,
                may_decline=may_decline,
                may_waste=may_waste,
                rules=REFERENCE_MANUAL,
            )
        )

    wasted = "be wasted on a figure on its end stone (P6)"
    assert due(Seat(at="R3"), False, False) == (f"the step that is due can {wasted}",)
    finished = Seat(laid="R1 R2 R2 R3 R3 R4 R4 R5 R7 R8", at="Y1")
    assert due(finished, True, True) == (f"the step that is due cannot {wasted}",)


def test_setup_game_knows_the_seats() -> None:
    found = faults(lambda: setup_game(hands=HANDS, tiles=TILES, to_move=2))
    assert found == ("to_move must be a seat from 0 to 1, not 2",)


def test_t5_a_path_that_was_finished_without_a_card_gives_no_step() -> None:
    rules = Rules(
        row_points=(0, 0, 1),
        goal_row=3,
        tiles=(Tile.CLOVER,) * 4,
        tile_rows=((1,), (), (1,), (1,), (1,)),
        advance_may_enter=True,
    )
    seat = Seat(laid="R1 R2 P1 P2 G1 G2 B1 B2", at="Y3", bare="Y")
    found = faults(
        lambda: position(seat, Seat(), phase=Phase.ADVANCE, may_decline=True, rules=rules)
    )
    unfounded = "a step is due, but no figure came to a clover (P3) or has finished its path (T5)"
    assert unfounded in found


def test_there_is_something_to_decline_only_when_a_step_is_due() -> None:
    assert faults(lambda: attrs.evolve(STATE, may_decline=True)) == (
        "there is no step to decline or waste in phase PLAY",
    )


def test_t7_a_pile_is_barred_only_just_after_a_discard() -> None:
    assert faults(lambda: attrs.evolve(STATE, barred=R)) == (
        "the red discard pile cannot be barred now (T7)",
    )
    rules = Rules(may_take_own_discard=False)
    state = position(Seat(), Seat(), discards="R5", phase=Phase.DRAW, barred=R, rules=rules)
    assert state.barred is R
    wrong = ("the red discard pile cannot be barred now (T7)",)
    assert (
        faults(lambda: position(Seat(), Seat(), phase=Phase.DRAW, barred=R, rules=rules)) == wrong
    )
    assert faults(lambda: position(Seat(), Seat(), discards="R5", barred=R, rules=rules)) == wrong
    assert (
        faults(lambda: position(Seat(), Seat(), discards="R5", phase=Phase.DRAW, barred=R)) == wrong
    )


def test_all_faults_are_listed_at_once() -> None:
    found = faults(
        lambda: position(
            Seat(laid="R3 R5 R4", at="Y10", large="P"), Seat(at="R1 Y1 P1 G1 B1"), phase=Phase.OVER
        )
    )
    assert [fault[-4:] for fault in found] == ["(S3)", "(T4)", "ow 9", "gure", "(C4)", " E2)"]
    with pytest.raises(
        InvalidState,
        match=r"^impossible position, 6 faults:\n- seat 0 must hold 8 cards now, not 7 \(S3\)\n- ",
    ):
        position(
            Seat(laid="R3 R5 R4", at="Y10", large="P"), Seat(at="R1 Y1 P1 G1 B1"), phase=Phase.OVER
        )


# What is not even the right kind of thing.

NONSENSE: list[object] = [
    None,
    3,
    -1,
    2.5,
    "x",
    b"x",
    (),
    [],
    {},
    object,
    (1, 2),
    ("R7",),
    {"R": 1},
    True,
]


@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
@pytest.mark.parametrize("name", [field.name for field in attrs.fields(GameState) if field.eq])
def test_a_forged_state_is_refused(name: str, nonsense: object) -> None:
    try:
        forged = attrs.evolve(STATE, **{name: nonsense})  # type: ignore[arg-type] # the point of the test
    except InvalidState:
        return
    assert forged == STATE


NO_CARDS: tuple[tuple[Card, ...], ...] = ((),) * 5
PLAYER_FAULTS: list[tuple[str, list[object], str]] = [
    (
        "hand",
        [HANDS[0][::-1], [*HANDS[0]], (*HANDS[0][1:], "R7")],
        "hand must be a sorted tuple of Card, not ",
    ),
    ("seen", [[Card(R, 1)], ("R1",)], "seen must be a tuple of Card, not "),
    (
        "columns",
        [
            NO_CARDS[1:],
            [*NO_CARDS],
            ((Card(Y, 1),), *NO_CARDS[1:]),
            ((1,), *NO_CARDS[1:]),
            ([], *NO_CARDS[1:]),
        ],
        "columns must be a tuple of Card for each colour, each of its colour, not ",
    ),
    (
        "rows",
        [(0, 0, 0, 0), [0] * 5, (0, 0, 0, 0, -1), (False, 0, 0, 0, 0), (0.0,) * 5],
        "rows must be a row for each colour, not ",
    ),
    ("large", [0, "R"], "large must be a Colour or None, not "),
    ("tile_points", [-1, True, 0.0], "tile_points must be a whole number from 0, not "),
    ("wishing_stones", [-1, False, None], "wishing_stones must be a whole number from 0, not "),
]
STATE_FAULTS: list[tuple[str, list[object], str]] = [
    ("rules", [None, Rules], "rules must be Rules, not "),
    ("players", [[*STATE.players], ("Ann", "Bob")], "players must be a tuple of PlayerState, not "),
    (
        "players",
        [(), STATE.players[:1]],
        " players cannot play under these rules, only 2 or 3 or 4 (S1)",
    ),
    (
        "tiles",
        [
            STATE.tiles[1:],
            [*STATE.tiles],
            ([*STATE.tiles[0]], *STATE.tiles[1:]),
            (STATE.tiles[0][1:], *STATE.tiles[1:]),
            ((*"0123456789",), *STATE.tiles[1:]),
        ],
        "tiles must be, for each colour, a Tile or None for each row from 0 to 9, not ",
    ),
    ("draw_pile", [[*STATE.draw_pile], ("R7",)], "draw_pile must be a tuple of Card, not "),
    (
        "discards",
        [NO_CARDS[1:], ((Card(Y, 1),), *NO_CARDS[1:])],
        "discards must be a tuple of Card for each colour, each of its colour, not ",
    ),
    (
        "removed",
        [[*STATE.removed], STATE.removed[::-1], ("R7",)],
        "removed must be a sorted tuple of Card, not ",
    ),
    ("to_move", [-1, 2, True, None, 0.0], "to_move must be a seat from 0 to 1, not "),
    ("phase", ["play", None], "phase must be a Phase, not "),
    ("may_decline", [0, None], "may_decline must be True or False, not "),
    ("barred", [0, "R"], "barred must be a Colour or None, not "),
]


@pytest.mark.parametrize(
    ("value", "name", "wrong", "fault"),
    [
        *(
            (STATE.players[0], name, wrong, fault)
            for name, cases, fault in PLAYER_FAULTS
            for wrong in cases
        ),
        *((STATE, name, wrong, fault) for name, cases, fault in STATE_FAULTS for wrong in cases),
    ],
)
def test_what_is_of_a_wrong_type_or_size_is_said(
    value: GameState | PlayerState, name: str, wrong: object, fault: str
) -> None:
    with pytest.raises(InvalidState) as caught:
        attrs.evolve(value, **{name: wrong})  # type: ignore[arg-type] # the point of the test
    assert fault in caught.value.faults[0]


@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
@pytest.mark.parametrize("name", [field.name for field in attrs.fields(PlayerState)])
def test_a_forged_player_is_refused(name: str, nonsense: object) -> None:
    try:
        forged = with_player(STATE, 0, **{name: nonsense})
    except InvalidState:
        return
    assert forged == STATE


def test_setup_game_takes_hands_from_a_generator() -> None:
    generated = (hand for hand in HANDS)
    state = setup_game(hands=generated, tiles=TILES)  # type: ignore[arg-type] # the point of the test
    assert state == setup_game(hands=HANDS, tiles=TILES)


@pytest.mark.parametrize("row", [0, 10])
def test_c2_setup_game_knows_the_rows_of_the_paths(row: int) -> None:
    tiles: Mapping[Colour, Mapping[int, Tile]] = {**TILES, R: {row: Tile.CLOVER}}
    found = faults(lambda: setup_game(hands=HANDS, tiles=tiles))
    assert found == (f"tiles: the red path has no row {row}, only 1 to 9",)


def test_setup_game_does_not_overlook_a_letter_in_place_of_a_colour() -> None:
    discards: dict[Colour, str] = {"R": "R5"}  # type: ignore[dict-item] # the point of the test
    with pytest.raises(InvalidArgument, match="discards must be a mapping by Colour, not by 'R'"):
        setup_game(hands=HANDS, tiles=TILES, discards=discards)


def test_setup_game_names_the_seats_whose_parts_are_wrong() -> None:
    found = faults(lambda: setup_game(hands=HANDS, tiles=TILES, rows=[{R: -1}, {Y: -2}]))
    assert found == (
        "seat 0: rows must be a row for each colour, not (-1, 0, 0, 0, 0)",
        "seat 1: rows must be a row for each colour, not (0, -2, 0, 0, 0)",
    )


def test_of_a_word_that_is_no_card_the_message_quotes_ten_characters() -> None:
    found = faults(lambda: setup_game(hands=["R1", "abcdefghijklmnop"], tiles=TILES))
    assert found == ("hands: expected a card like R7 or B10, not 'abcdefghij'",)


def test_setup_game_does_not_correct_points_that_are_given() -> None:
    found = faults(lambda: setup_game(hands=HANDS, tiles=TILES, tile_points=[0, 2]))
    assert found == ("seat 1 has 2 points from tiles, but the figures have passed 0 (P1)",)


def test_setup_game_takes_at_most_100_hands() -> None:
    with pytest.raises(InvalidArgument, match=r"^hands must be for at most 100 players$"):
        setup_game(hands=[()] * 101, tiles={})
    with pytest.raises(InvalidArgument, match=r"^players must be 2 or 3 or 4 .* not 100$"):
        setup_game(hands=[()] * 100, tiles={})


def test_setup_game_wants_one_entry_for_each_seat() -> None:
    with pytest.raises(
        InvalidArgument, match="rows must have one entry for each of the 2 hands, not 1"
    ):
        setup_game(hands=HANDS, tiles=TILES, rows=[{}])


def test_s1_setup_game_wants_a_possible_number_of_players() -> None:
    with pytest.raises(InvalidArgument, match="players must be 2 or 3 or 4"):
        setup_game(hands=HANDS[:1], tiles=TILES)
    with pytest.raises(
        InvalidState, match="1 players cannot play under these rules, only 2 or 3 or 4"
    ):
        attrs.evolve(STATE, players=STATE.players[:1])
