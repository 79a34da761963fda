"""The rulings about a turn: T1 to T8."""

import pytest

import keltis
from helpers import every_preset, play, table, texts, why
from keltis import KELTIS, Card, Colour, Direction, Discard, Phase, Rules, legal_moves, new_game
from keltis._engine.players import waiting_counts
from keltis.notation import parse_cards
from keltis.testing import Seat

R, Y = Colour.RED, Colour.YELLOW
R7, Y7 = Card(R, 7), Card(Y, 7)
FLAT = Rules(equal_pair_fixes_flat=True)


def can_lay(column: str, card: str, rules: Rules = KELTIS) -> bool:
    """Whether a player with this red column may lay this card next."""
    state = table(card, column, tiles="R9:1", rules=rules)
    fits = why(state, f"lay {card}") is None
    assert fits == (f"lay {card}" in texts(state))
    return fits


@every_preset
def test_t1_a_card_must_be_played_before_one_is_drawn(rules: Rules) -> None:
    state = new_game(2, seed=1, rules=rules)
    assert {type(move) for move in legal_moves(state)} == {Discard, keltis.Lay}
    assert why(state, "draw pile") == why(state, "decline") == "PLAY_DUE"
    assert {type(move) for move in legal_moves(play(state, texts(state)[0]))} == {keltis.Draw}


def test_t1_any_card_can_be_discarded_on_top_of_its_colours_pile() -> None:
    state = table("R7 Y1", discards="R3")
    assert texts(state, "discard") == [
        f"discard {card}" for card in sorted(set(state.players[0].hand))
    ]
    after = play(state, "discard R7")
    assert after.discards[R] == parse_cards("R3 R7")
    assert R7 not in after.players[0].hand
    assert after.players[0].columns == state.players[0].columns
    assert (after.phase, after.to_move) == (Phase.DRAW, 0)


def test_t1_only_a_card_in_hand_can_be_played() -> None:
    state = table("R1 R2 R3 R4 R5 R6 R7 R8", pile="R9")
    assert why(state, "discard R9") == why(state, "lay R9 small") == "NOT_IN_HAND"
    assert why(state, "lay R8 small") is None


def test_t1_every_colour_has_a_discard_pile_of_its_own() -> None:
    assert new_game(2, seed=1).discards == ((), (), (), (), ())
    after = play(table("R7", "", Seat(hand="Y7")), "discard R7", "draw pile", "discard Y7")
    assert after.discards == ((R7,), (Y7,), (), (), ())


def test_t2_the_first_card_of_a_colour_brings_the_chosen_figure_on_to_the_first_stone() -> None:
    state = table("R7")
    assert why(state, "lay R7") == "FIGURE_MISSING"
    small, large = (play(state, f"lay R7 {size}").players[0] for size in ("small", "large"))
    assert small.rows == large.rows == (1, 0, 0, 0, 0)
    assert small.columns[R] == (R7,)
    assert (small.large, large.large) == (None, R)


@every_preset
def test_t2_a_second_path_can_be_begun_while_a_figure_is_under_way(rules: Rules) -> None:
    state = table("Y7", at="R3", rules=rules)
    assert play(state, "lay Y7 small").players[0].rows[R] == 3
    assert texts(state, "lay Y7") == ["lay Y7 small", "lay Y7 large"]


def test_t2_the_last_small_figure_can_enter_when_the_large_one_is_used() -> None:
    assert texts(table("R7", "Y1 P1 G1 B1", large="Y"), "lay R7") == ["lay R7 small"]


def test_t2_the_figures_on_the_starting_stone_are_counted() -> None:
    state = table("", "", Seat(at="P1"), at="R2 Y1", large="R")
    assert [waiting_counts(KELTIS, player) for player in state.players] == [(3, 0), (3, 1)]


ONE_OF_EACH = Rules(small_figures=1, goal_figures=2)


@pytest.mark.parametrize(
    ("laid", "large", "rules", "size"),
    [
        pytest.param("Y1", "Y", KELTIS, "small", id="the large figure is there once"),
        pytest.param("Y1 P1 G1 B1", "", KELTIS, "large", id="the small ones are used"),
        pytest.param("Y1 P1", "P", ONE_OF_EACH, "", id="there are fewer figures than paths"),
    ],
)
def test_t2_only_a_figure_that_waits_can_enter(
    laid: str, large: str, rules: Rules, size: str
) -> None:
    state = table("R7", laid, large=large, rules=rules)
    assert texts(state, "lay R7") == ([f"lay R7 {size}"] if size else [])
    for other in {"small", "large"} - {size}:
        assert why(state, f"lay R7 {other}") == "NO_FIGURE_WAITING"


def test_t3_a_later_card_goes_to_the_end_of_the_column_and_moves_the_figure_one_stone() -> None:
    after = play(table("R7", "R3 R4", discards="Y1"), "lay R7")
    assert after.players[0].columns[R] == parse_cards("R3 R4 R7")
    assert after.players[0].rows[R] == 3
    assert after.phase is Phase.DRAW


def test_t3_everybody_sees_all_cards_of_a_column() -> None:
    state = table("", "R3 R4 R9")
    for seat in (0, 1, None):
        assert keltis.observe(state, seat).players[0].columns[R] == parse_cards("R3 R4 R9")


@pytest.mark.parametrize("column", ["R3 R3 R6 R7 R7", "R9 R8 R8 R5 R3"])
def test_t4_the_worked_examples_of_the_rule_text_can_be_laid(column: str) -> None:
    cards = column.split()
    for count in range(1, len(cards)):
        assert can_lay(" ".join(cards[:count]), cards[count])


@pytest.mark.parametrize(
    ("column", "fitting", "others"),
    [
        ("R5", "R5 R9 R0", ""),
        ("R5 R5", "R4 R6", ""),
        ("R5 R6", "R6 R10", "R5"),
        ("R5 R5 R6", "R6", "R4"),
        ("R6 R5", "R5 R0", "R6"),
        ("R0 R10", "R10", "R9"),
        ("R10 R0", "R0", "R1"),
    ],
)
def test_t4_a_column_runs_up_or_down_and_the_first_different_value_fixes_it(
    column: str, fitting: str, others: str
) -> None:
    assert all(can_lay(column, card) for card in fitting.split())
    assert not any(can_lay(column, card) for card in others.split())


@pytest.mark.parametrize(
    ("rules", "column", "expected"),
    [
        (KELTIS, "-", Direction.FREE),
        (KELTIS, "R3 R3", Direction.FREE),
        (KELTIS, "R3 R5", Direction.UP),
        (KELTIS, "R5 R5 R3", Direction.DOWN),
        (FLAT, "R3", Direction.FREE),
        (FLAT, "R3 R3", Direction.FLAT),
        (FLAT, "R3 R5 R5", Direction.UP),
    ],
)
def test_t4_the_direction_of_a_column(rules: Rules, column: str, expected: Direction) -> None:
    assert keltis.direction(rules, parse_cards(column)) is expected


@pytest.mark.parametrize("card", ["R4", "R6"])
def test_t4_with_the_flat_lock_two_equal_cards_fix_a_column(card: str) -> None:
    assert can_lay("R5", card, FLAT)
    assert not can_lay("R5 R5", card, FLAT)


def test_t4_with_the_flat_lock_an_equal_card_still_fits() -> None:
    assert can_lay("R5 R5", "R5", Rules(equal_pair_fixes_flat=True, copies=3))


def test_t4_in_the_reference_manual_a_flat_column_takes_no_further_card() -> None:
    others = [f"R{value}" for value in keltis.REFERENCE_MANUAL.values if value != 5]
    assert not any(can_lay("R5 R5", card, keltis.REFERENCE_MANUAL) for card in others)


@pytest.mark.parametrize("flat", [False, True])
def test_t4_the_highest_card_of_any_rules_is_like_the_others(flat: bool) -> None:
    rules = Rules(values=tuple(range(10, 21)), copies=3, equal_pair_fixes_flat=flat)
    fitting = "R20+R20 R20+R19 R20,R20+R20 R19,R20+R20 R20,R19+R19"
    for column, _, card in (case.partition("+") for case in fitting.split()):
        assert can_lay(column.replace(",", " "), card, rules)
    assert can_lay("R20 R20", "R19", rules) is not flat
    assert not can_lay("R19 R20", "R19", rules)
    assert not can_lay("R20 R19", "R20", rules)


def test_t4_what_is_laid_in_one_turn_counts_in_the_next() -> None:
    state = table("R4 R5 R6", "R3", Seat(hand="Y1"))
    later = play(state, "lay R5", "draw pile", "discard Y1", "draw pile")
    assert texts(later, "lay R") == ["lay R6"]


def test_t4_order_is_per_player_and_colour() -> None:
    state = table("R2 Y9", "R5 R6 Y5 Y4", Seat(hand="R2", laid="R7 R4"))
    assert why(state, "lay R2") == why(state, "lay Y9") == "OUT_OF_ORDER"
    assert why(play(state, "discard R2", "draw pile"), "lay R2") is None


NINE = "R0 R0 R1 R2 R3 R4 R5 R6 R7"
"""Cards that have brought the red figure to the end stone; an eight and a ten still fit."""


def test_t5_a_card_on_a_finished_path_lets_another_figure_move() -> None:
    after = play(table("R8 R10", NINE, at="Y3"), "lay R8")
    assert after.players[0].columns[R][-1] == Card(R, 8)
    assert (after.phase, after.may_decline) == (Phase.ADVANCE, True)
    assert texts(after) == ["advance Y", "decline"]
    assert play(after, "advance Y").players[0].rows == (9, 4, 0, 0, 0)


@pytest.mark.parametrize("row", [1, 8])
def test_t5_the_other_figure_may_be_on_any_stone_before_the_end(row: int) -> None:
    state = table("R8", NINE, at=f"Y{row}", tiles="Y9:1")
    assert texts(play(state, "lay R8")) == ["advance Y", "decline"]


def test_t5_its_tile_counts_as_usual() -> None:
    state = table("R8", NINE, at="Y3", tiles="Y4:3")
    after = play(state, "lay R8", "advance Y")
    assert after.players[0].tile_points == state.players[0].tile_points + 3
    assert after.phase is Phase.DRAW


def test_t5_the_step_may_be_declined() -> None:
    for rules in (KELTIS, Rules(clover_may_be_declined=False)):
        after = play(table("R8", NINE, at="Y3", rules=rules), "lay R8", "decline")
        assert after.players[0].rows == (9, 3, 0, 0, 0)
        assert after.phase is Phase.DRAW


def test_t5_only_another_figure_before_its_end_stone_can_move() -> None:
    after = play(table("R8", NINE), "lay R8")
    assert after.players[0].columns[R][-1] == Card(R, 8)
    assert after.phase is Phase.DRAW
    after = play(table("R8", NINE, at="Y9 P2", tiles="Y9:1"), "lay R8")
    assert texts(after) == ["advance P", "decline"]


def test_t5_the_card_must_fit_the_order() -> None:
    assert why(table("R8 R5", NINE), "lay R5") == "OUT_OF_ORDER"


def test_t5_no_figure_from_the_starting_stone_unless_the_rules_say_so() -> None:
    after = play(table("R8", NINE, rules=Rules(advance_may_enter=True)), "lay R8")
    assert "advance B large" in texts(after)
    assert texts(after)[-1] == "decline"
    assert play(after, "advance B large").players[0].large is Colour.BLUE


@every_preset
def test_t5_only_literal_rules_let_the_step_bring_a_figure_on_to_a_path(rules: Rules) -> None:
    after = play(table("R10", "R1 R2 R3 R4 R5 R6 R7 R8 R9", at="P3", rules=rules), "lay R10")
    assert ("advance B large" in texts(after)) is (rules == keltis.KELTIS_LITERAL)
    assert "advance P" in texts(after)


def test_t6_a_path_has_one_own_figure() -> None:
    state = table("R8", "R5 R6", tiles="R3:C", rules=keltis.KELTIS_LITERAL)
    assert why(state, "lay R8 large") == "FIGURE_UNASKED"
    assert why(play(state, "lay R8"), "advance R large") == "FIGURE_UNASKED"


def test_t6_players_share_stones_freely() -> None:
    after = play(table("R8", "R5 R6", Seat(at="R3")), "lay R8")
    assert [player.rows[R] for player in after.players] == [3, 3]


def test_t7_the_top_of_the_pile_or_of_any_discard_pile_can_be_drawn() -> None:
    after = play(table("R7", discards="Y1 Y2 B4", pile="G9"), "discard R7")
    assert texts(after) == ["draw pile", "draw R", "draw Y", "draw B"]
    pile, yellow = play(after, "draw pile"), play(after, "draw Y")
    assert Card.parse("G9") in pile.players[0].hand
    assert pile.draw_pile == after.draw_pile[:-1]
    assert Card.parse("Y2") in yellow.players[0].hand
    assert yellow.discards[Y] == parse_cards("Y1")
    assert yellow.draw_pile == after.draw_pile
    assert (yellow.to_move, yellow.phase) == (1, Phase.PLAY)


@every_preset
def test_t7_the_hand_is_full_again_after_the_draw(rules: Rules) -> None:
    for card in ("discard R7", "lay Y7 small"):
        after = play(table("R7 Y7", rules=rules), card)
        assert len(after.players[0].hand) == 7
        assert len(play(after, "draw pile").players[0].hand) == 8


def test_t7_every_player_may_take_a_discard_of_another() -> None:
    state = table("R7", "", Seat(hand="Y7"), Seat(hand="P7"))
    state = play(state, "discard R7", "draw pile", "discard Y7", "draw pile", "discard P7")
    assert {"draw R", "draw Y", "draw P"} <= set(texts(state))
    assert R7 in play(state, "draw R").players[2].hand


def test_t7_the_card_just_discarded_can_be_taken_back() -> None:
    state = table("R7")
    assert play(state, "discard R7", "draw R").players[0].hand == state.players[0].hand


def test_t7_unless_the_rules_forbid_it() -> None:
    rules = Rules(may_take_own_discard=False)
    state = table("R7 Y1", "", Seat(hand="R9"), discards="R3 B2", rules=rules)
    after = play(state, "discard R7")
    assert texts(after) == ["draw pile", "draw B"]
    assert after.barred is R
    assert why(after, "draw R") == "JUST_DISCARDED"
    assert play(after, "draw B", "discard R9").barred is R
    laid = play(state, "lay Y1 small")
    assert laid.barred is None
    assert "draw R" in texts(laid)


def test_t7_what_was_taken_from_a_discard_pile_is_seen_until_it_is_played() -> None:
    taken = play(table("R7 R7", "", Seat(hand="R5")), "discard R7", "draw R")
    assert taken.players[0].seen == (R7,)
    again = play(taken, "discard R5", "draw pile", "discard R7")
    assert again.players[0].seen == ()
    assert R7 in again.players[0].hand


def test_t8_a_player_can_always_play_and_draw() -> None:
    state = table("R7", pile_size=1)
    while legal_moves(state):
        state = play(state, texts(state)[-1] if state.phase is Phase.PLAY else "draw pile")
    assert state.phase is Phase.OVER
    assert not state.draw_pile
