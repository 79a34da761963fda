"""The rulings about a turn: T1 to T8."""

import pytest

from helpers import play, texts
from keltis import (
    KELTIS,
    KELTIS_LITERAL,
    Advance,
    Card,
    Colour,
    Direction,
    Draw,
    Figure,
    Illegality,
    IllegalMove,
    Lay,
    Phase,
    Rules,
    Tile,
    apply_move,
    direction,
    illegality,
    legal_moves,
    new_game,
)
from keltis.players import waiting_counts
from keltis.testing import Seat, position

R = Colour.RED


def can_lay(column: str, card: str, rules: Rules = KELTIS) -> bool:
    """Whether a player with this red column may lay this card next."""
    state = position(Seat(hand=card, laid=column), Seat(), tiles={"R9": Tile.ONE}, rules=rules)
    fits = illegality(state, Lay(Card.parse(card))) is None
    assert fits == (f"lay {card}" in texts(state))
    return fits


def test_t1_any_card_can_be_discarded_on_top_of_its_colours_pile() -> None:
    state = position(Seat(hand="R7 Y1"), Seat(), discards="R3")
    after = play(state, "discard R7")
    assert after.discards[R] == (Card(R, 3), Card(R, 7))
    assert Card(R, 7) not in after.players[0].hand
    assert after.players[0].columns == state.players[0].columns
    assert (after.phase, after.to_move) == (Phase.DRAW, 0)


def test_t1_every_card_in_hand_can_be_discarded() -> None:
    state = new_game(4, seed=3)
    for card in state.players[0].hand:
        assert f"discard {card}" in texts(state)


def test_t2_the_first_card_of_a_colour_brings_the_chosen_figure_on_to_the_first_stone() -> None:
    state = position(Seat(hand="R7"), Seat())
    small = play(state, "lay R7 small").players[0]
    large = play(state, "lay R7 large").players[0]
    assert small.rows == large.rows == (1, 0, 0, 0, 0)
    assert small.columns[R] == (Card(R, 7),)
    assert (small.large, large.large) == (None, R)


def test_t2_the_figure_must_be_named() -> None:
    state = position(Seat(hand="R7"), Seat())
    assert illegality(state, Lay(Card(R, 7))) is Illegality.FIGURE_MISSING


def test_t2_the_large_figure_is_there_once() -> None:
    state = position(Seat(hand="R7", laid="Y1", large="Y"), Seat())
    assert [text for text in texts(state) if text.startswith("lay R7")] == ["lay R7 small"]
    assert illegality(state, Lay(Card(R, 7), Figure.LARGE)) is Illegality.NO_FIGURE_WAITING


def test_t2_the_last_figure_is_forced_to_be_large_when_the_small_ones_are_used() -> None:
    state = position(Seat(hand="R7", laid="Y1 P1 G1 B1"), Seat())
    assert [text for text in texts(state) if text.startswith("lay R7")] == ["lay R7 large"]
    assert play(state, "lay R7 large").players[0].large is R


def test_t2_the_last_small_figure_can_enter_when_the_large_one_is_used() -> None:
    state = position(Seat(hand="R7", laid="Y1 P1 G1 B1", large="Y"), Seat())
    assert [text for text in texts(state) if text.startswith("lay R7")] == ["lay R7 small"]


def test_t2_the_figures_on_the_starting_stone_are_counted() -> None:
    state = position(Seat(at="R2 Y1", large="R"), Seat(at="P1"))
    assert [waiting_counts(KELTIS, player) for player in state.players] == [(3, 0), (3, 1)]


def test_t2_with_fewer_figures_than_paths_a_new_path_cannot_be_begun() -> None:
    rules = Rules(small_figures=1, goal_figures=2)
    state = position(Seat(hand="R7", laid="Y1 P1", large="P"), Seat(), rules=rules)
    assert [text for text in texts(state) if "R7" in text] == ["discard R7"]
    assert illegality(state, Lay(Card(R, 7), Figure.SMALL)) is Illegality.NO_FIGURE_WAITING
    assert illegality(state, Lay(Card(R, 7))) is Illegality.NO_FIGURE_WAITING


def test_t2_the_figure_stays_the_same_for_the_rest_of_the_game() -> None:
    state = position(Seat(hand="R7 R8", laid="R6", large="R"), Seat())
    assert play(state, "lay R7").players[0].large is R


def test_t3_a_later_card_goes_to_the_end_of_the_column_and_moves_the_figure_one_stone() -> None:
    state = position(Seat(hand="R7", laid="R3 R4"), Seat(), discards="Y1")
    after = play(state, "lay R7")
    assert after.players[0].columns[R] == (Card(R, 3), Card(R, 4), Card(R, 7))
    assert after.players[0].rows[R] == 3
    assert after.phase is Phase.DRAW


def test_t3_no_figure_can_be_named_for_a_later_card() -> None:
    state = position(Seat(hand="R7", laid="R3 R4"), Seat())
    assert illegality(state, Lay(Card(R, 7), Figure.SMALL)) is Illegality.FIGURE_UNASKED


@pytest.mark.parametrize("column", ["R3 R3 R6 R7 R7", "R9 R8 R8 R5 R3"])
def test_t4_the_worked_examples_of_the_rule_text_can_be_laid(column: str) -> None:
    cards = column.split()
    for count in range(1, len(cards)):
        assert can_lay(" ".join(cards[:count]), cards[count])


@pytest.mark.parametrize(
    ("column", "card", "fits"),
    [
        ("R5", "R5", True),
        ("R5", "R9", True),
        ("R5", "R0", True),
        ("R5 R5", "R4", True),
        ("R5 R5", "R6", True),
        ("R5 R6", "R6", True),
        ("R5 R6", "R10", True),
        ("R5 R6", "R5", False),
        ("R5 R5 R6", "R4", False),
        ("R6 R5", "R5", True),
        ("R6 R5", "R0", True),
        ("R6 R5", "R6", False),
        ("R0 R10", "R10", True),
        ("R10 R0", "R0", True),
        ("R10 R0", "R1", False),
    ],
)
def test_t4_a_column_runs_up_or_down_and_the_first_different_value_fixes_it(
    column: str, card: str, fits: bool
) -> None:
    assert can_lay(column, card) is fits


def test_t4_the_direction_of_a_column() -> None:
    three, five = Card(R, 3), Card(R, 5)
    flat = Rules(equal_pair_fixes_flat=True)
    assert direction(KELTIS, ()) is Direction.FREE
    assert direction(KELTIS, (three, three)) is Direction.FREE
    assert direction(KELTIS, (three, five)) is Direction.UP
    assert direction(KELTIS, (five, five, three)) is Direction.DOWN
    assert direction(flat, (three,)) is Direction.FREE
    assert direction(flat, (three, three)) is Direction.FLAT
    assert direction(flat, (three, five, five)) is Direction.UP


@pytest.mark.parametrize("card", ["R4", "R6"])
def test_t4_with_the_flat_lock_two_equal_cards_fix_a_column(card: str) -> None:
    rules = Rules(equal_pair_fixes_flat=True)
    assert can_lay("R5", card, rules)
    assert not can_lay("R5 R5", card, rules)


def test_t4_with_the_flat_lock_an_equal_card_still_fits() -> None:
    rules = Rules(equal_pair_fixes_flat=True, copies=3)
    assert can_lay("R5 R5", "R5", rules)


@pytest.mark.parametrize("flat", [False, True])
def test_t4_the_highest_card_of_any_rules_is_like_the_others(flat: bool) -> None:
    rules = Rules(values=tuple(range(10, 21)), copies=3, equal_pair_fixes_flat=flat)
    assert can_lay("R20", "R20", rules)
    assert can_lay("R20", "R19", rules)
    assert can_lay("R20 R20", "R20", rules)
    assert can_lay("R20 R20", "R19", rules) is not flat
    assert can_lay("R19 R20", "R20", rules)
    assert not can_lay("R19 R20", "R19", rules)
    assert can_lay("R20 R19", "R19", rules)
    assert not can_lay("R20 R19", "R20", rules)


def test_t4_what_is_laid_in_one_turn_counts_in_the_next() -> None:
    state = position(Seat(hand="R4 R5 R6", laid="R3"), Seat(hand="Y1"))
    later = play(state, "lay R5", "draw pile", "discard Y1", "draw pile")
    assert [text for text in texts(later) if text.startswith("lay R")] == ["lay R6"]


def test_t4_order_is_per_player_and_colour() -> None:
    state = position(Seat(hand="R2 Y9", laid="R5 R6 Y5 Y4"), Seat(hand="R2", laid="R7 R4"))
    assert illegality(state, Lay(Card.parse("R2"))) is Illegality.OUT_OF_ORDER
    assert illegality(state, Lay(Card.parse("Y9"))) is Illegality.OUT_OF_ORDER
    other = play(state, "discard R2", "draw pile")
    assert illegality(other, Lay(Card.parse("R2"))) is None


def finished(**seat: str) -> Seat:
    """A player whose red figure is on the end stone, with an eight and a ten that still fit."""
    return Seat(hand="R8 R10", laid="R0 R0 R1 R2 R3 R4 R5 R6 R7", **seat)


def test_t5_a_card_on_a_finished_path_lets_another_figure_move() -> None:
    state = position(finished(at="Y3"), Seat())
    after = play(state, "lay R8")
    assert after.players[0].columns[R][-1] == Card(R, 8)
    assert (after.phase, after.may_decline) == (Phase.ADVANCE, True)
    assert texts(after) == ["advance Y", "decline"]
    assert play(after, "advance Y").players[0].rows == (9, 4, 0, 0, 0)


@pytest.mark.parametrize("row", [1, 8])
def test_t5_the_other_figure_may_be_on_any_stone_before_the_end(row: int) -> None:
    state = position(finished(at=f"Y{row}"), Seat(), tiles={"Y9": Tile.ONE})
    assert texts(play(state, "lay R8")) == ["advance Y", "decline"]


def test_t5_its_tile_counts_as_usual() -> None:
    state = position(finished(at="Y3"), Seat(), tiles={"Y4": Tile.THREE})
    before = state.players[0].tile_points
    after = play(state, "lay R8", "advance Y")
    assert after.players[0].tile_points == before + 3
    assert after.phase is Phase.DRAW


def test_t5_the_step_may_be_declined() -> None:
    for rules in (KELTIS, Rules(clover_may_be_declined=False)):
        after = play(position(finished(at="Y3"), Seat(), rules=rules), "lay R8", "decline")
        assert after.players[0].rows == (9, 3, 0, 0, 0)
        assert after.phase is Phase.DRAW


def test_t5_if_no_other_figure_can_move_the_card_is_simply_laid() -> None:
    after = play(position(finished(), Seat()), "lay R8")
    assert after.players[0].columns[R][-1] == Card(R, 8)
    assert after.phase is Phase.DRAW


def test_t5_a_figure_on_another_end_stone_cannot_move() -> None:
    after = play(position(finished(at="Y9 P2"), Seat(), tiles={"Y9": Tile.ONE}), "lay R8")
    assert texts(after) == ["advance P", "decline"]


def test_t5_the_card_must_fit_the_order() -> None:
    state = position(Seat(hand="R8 R5", laid="R0 R0 R1 R2 R3 R4 R5 R6 R7"), Seat())
    assert illegality(state, Lay(Card(R, 5))) is Illegality.OUT_OF_ORDER


def test_t5_no_figure_from_the_starting_stone_unless_the_rules_say_so() -> None:
    state = position(finished(), Seat(), rules=Rules(advance_may_enter=True))
    after = play(state, "lay R8")
    assert "advance B large" in texts(after)
    assert texts(after)[-1] == "decline"
    assert play(after, "advance B large").players[0].large is Colour.BLUE


def test_t6_a_path_has_one_own_figure() -> None:
    state = position(
        Seat(hand="R8", laid="R5 R6"), Seat(), tiles={"R3": Tile.CLOVER}, rules=KELTIS_LITERAL
    )
    assert illegality(state, Lay(Card(R, 8), Figure.LARGE)) is Illegality.FIGURE_UNASKED
    after = play(state, "lay R8")
    assert illegality(after, Advance(R, Figure.LARGE)) is Illegality.FIGURE_UNASKED


def test_t6_players_share_stones_freely() -> None:
    state = position(Seat(hand="R8", laid="R5 R6"), Seat(at="R3"))
    after = play(state, "lay R8")
    assert [player.rows[R] for player in after.players] == [3, 3]


def test_t7_the_top_of_the_pile_or_of_any_discard_pile_can_be_drawn() -> None:
    state = position(Seat(hand="R7"), Seat(), discards="Y1 Y2 B4", pile="G9")
    after = play(state, "discard R7")
    assert texts(after) == ["draw pile", "draw R", "draw Y", "draw B"]
    pile = play(after, "draw pile")
    assert Card.parse("G9") in pile.players[0].hand
    assert pile.draw_pile == after.draw_pile[:-1]
    yellow = play(after, "draw Y")
    assert Card.parse("Y2") in yellow.players[0].hand
    assert yellow.discards[Colour.YELLOW] == (Card.parse("Y1"),)
    assert yellow.draw_pile == after.draw_pile
    assert (yellow.to_move, yellow.phase) == (1, Phase.PLAY)


def test_t7_the_card_just_discarded_can_be_taken_back() -> None:
    state = position(Seat(hand="R7"), Seat())
    assert play(state, "discard R7", "draw R").players[0].hand == state.players[0].hand


def test_t7_unless_the_rules_forbid_it() -> None:
    rules = Rules(may_take_own_discard=False)
    state = position(Seat(hand="R7 Y1"), Seat(hand="R9"), discards="R3 B2", rules=rules)
    after = play(state, "discard R7")
    assert texts(after) == ["draw pile", "draw B"]
    assert after.barred is R
    with pytest.raises(IllegalMove) as caught:
        apply_move(after, Draw(R))
    assert caught.value.reason is Illegality.JUST_DISCARDED
    later = play(after, "draw B", "discard R9")
    assert later.barred is R
    laid = play(state, "lay Y1 small")
    assert laid.barred is None
    assert "draw R" in texts(laid)


def test_t7_what_was_taken_from_a_discard_pile_is_seen_until_it_is_played() -> None:
    state = position(Seat(hand="R7 R7"), Seat(hand="R5"))
    taken = play(state, "discard R7", "draw R")
    assert taken.players[0].seen == (Card(R, 7),)
    again = play(taken, "discard R5", "draw pile", "discard R7")
    assert again.players[0].seen == ()
    assert Card(R, 7) in again.players[0].hand


def test_t8_a_player_can_always_play_and_draw() -> None:
    state = position(Seat(hand="R7"), Seat(), pile_size=1)
    while legal_moves(state):
        state = (
            play(state, texts(state)[-1]) if state.phase is Phase.PLAY else play(state, "draw pile")
        )
    assert state.phase is Phase.OVER
    assert not state.draw_pile
