"""Clauses of the rule texts that no other test proves: see docs/rules/sources.toml."""

import random
from collections import Counter

import attrs
import pytest

from helpers import play, texts
from keltis import (
    KELTIS,
    KELTIS_LITERAL,
    PRESETS,
    REFERENCE_MANUAL,
    Card,
    Colour,
    Decline,
    Discard,
    Draw,
    Figure,
    GameState,
    Illegality,
    Lay,
    Phase,
    Rules,
    Tile,
    illegality,
    legal_moves,
    new_game,
    observe,
    outcome,
    score,
    scores,
    track_space,
)
from keltis.testing import Seat, position

R, Y, P, G, B = Colour
ALL = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
NINE_CARDS = "R1 R2 R3 R4 R5 R6 R7 R8 R9"
"""Cards that bring a figure from the starting stone to the end stone, in every preset."""


def on_a_clover(rules: Rules) -> GameState:
    """Seat 0 has just moved its only figure on to a clover."""
    state = position(Seat(hand="R5", laid="R3 R4"), Seat(), tiles={"R3": Tile.CLOVER}, rules=rules)
    return play(state, "lay R5")


def test_c1_the_reference_manual_has_two_of_each_value_1_to_10() -> None:
    deck = Counter(REFERENCE_MANUAL.deck)
    assert deck == Counter({Card(colour, value): 2 for colour in Colour for value in range(1, 11)})


@ALL
def test_c2_there_is_one_path_for_each_colour(rules: Rules) -> None:
    state = new_game(2, seed=1, rules=rules)
    assert len(Colour) == 5
    assert [len(path) for path in state.tiles] == [1 + 9] * 5


@ALL
def test_c2_all_figures_begin_on_the_starting_stone(rules: Rules) -> None:
    for player in new_game(4, seed=1, rules=rules).players:
        assert player.rows == (0, 0, 0, 0, 0)
        assert player.large is None


@ALL
def test_c2_the_first_three_rows_cost_points_and_all_others_bring_some(rules: Rules) -> None:
    assert all(points < 0 for points in rules.row_points[:3])
    assert all(points > 0 for points in rules.row_points[3:])


@ALL
def test_c3_there_are_nine_wishing_stones_nine_clovers_and_seven_numbers(rules: Rules) -> None:
    tiles = new_game(3, seed=1, rules=rules).tiles
    assert Counter(tile for path in tiles for tile in path if tile is not None) == {
        Tile.WISHING_STONE: 9,
        Tile.CLOVER: 9,
        Tile.ONE: 2,
        Tile.TWO: 3,
        Tile.THREE: 2,
    }


@ALL
def test_c3_every_end_stone_has_a_tile(rules: Rules) -> None:
    for path in new_game(3, seed=1, rules=rules).tiles:
        assert path[rules.path_length] is not None


@ALL
def test_c3_twenty_stones_before_the_ends_have_a_tile(rules: Rules) -> None:
    tiles = new_game(3, seed=1, rules=rules).tiles
    assert sum(tile is not None for path in tiles for tile in path[:-1]) == 20


@ALL
def test_c3_the_entry_of_the_goal_area_has_a_tile_on_every_path(rules: Rules) -> None:
    tiles = new_game(3, seed=1, rules=rules).tiles
    assert all(path[rules.goal_row] is not None for path in tiles)


@ALL
@pytest.mark.parametrize("players", [2, 3, 4])
def test_s1_only_those_who_play_have_figures(players: int, rules: Rules) -> None:
    assert len(new_game(players, seed=1, rules=rules).players) == players


def test_s2_nobody_sees_the_removed_cards() -> None:
    state = new_game(2, seed=1)
    hidden = sorted(state.draw_pile + state.removed)
    other = attrs.evolve(state, draw_pile=tuple(hidden[30:]), removed=tuple(hidden[:30]))
    assert other.removed != state.removed
    for seat in (0, 1, None):
        assert observe(other, seat) == observe(state, seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s2_in_the_reference_manual_no_cards_leave(players: int) -> None:
    state = new_game(players, seed=1, rules=REFERENCE_MANUAL)
    assert state.removed == ()
    assert len(state.draw_pile) == 100 - 8 * players


def test_s3_the_cards_are_shuffled() -> None:
    deals = {new_game(3, seed=seed).players[0].hand for seed in range(10)}
    assert len(deals) == 10
    piles = {new_game(3, seed=seed).draw_pile for seed in range(10)}
    assert len(piles) == 10


def test_s3_nobody_sees_the_draw_pile() -> None:
    state = new_game(3, seed=1)
    other = attrs.evolve(state, draw_pile=state.draw_pile[::-1])
    assert other != state
    for seat in (0, 1, 2, None):
        assert observe(other, seat) == observe(state, seat)


def test_s4_everybody_sees_all_tiles() -> None:
    state = new_game(2, seed=1)
    for seat in (0, 1, None):
        assert observe(state, seat).tiles == state.tiles


@ALL
def test_s6_no_marker_is_on_the_track_at_the_start(rules: Rules) -> None:
    for player in new_game(4, seed=1, rules=rules).players:
        assert track_space(player.tile_points) is None


@ALL
def test_t1_a_card_must_be_played_before_one_is_drawn(rules: Rules) -> None:
    state = new_game(2, seed=1, rules=rules)
    assert {type(move) for move in legal_moves(state)} == {Discard, Lay}
    assert illegality(state, Draw(None)) is not None
    assert illegality(state, Decline()) is not None
    after = play(state, texts(state)[0])
    assert {type(move) for move in legal_moves(after)} == {Draw}


def test_t1_only_a_card_in_hand_can_be_played() -> None:
    state = position(Seat(hand="R1 R2 R3 R4 R5 R6 R7 R8"), Seat(), pile="R9")
    assert illegality(state, Discard(Card(R, 9))) is Illegality.NOT_IN_HAND
    assert illegality(state, Lay(Card(R, 9), Figure.SMALL)) is Illegality.NOT_IN_HAND
    assert illegality(state, Lay(Card(R, 8), Figure.SMALL)) is None


def test_t1_every_colour_has_a_discard_pile_of_its_own() -> None:
    state = new_game(2, seed=1)
    assert state.discards == ((), (), (), (), ())
    state = position(Seat(hand="R7"), Seat(hand="Y7"))
    after = play(state, "discard R7", "draw pile", "discard Y7")
    assert after.discards == ((Card(R, 7),), (Card(Y, 7),), (), (), ())


@ALL
def test_t2_a_second_path_can_be_begun_while_a_figure_is_under_way(rules: Rules) -> None:
    state = position(Seat(hand="Y7", at="R3"), Seat(), rules=rules)
    assert play(state, "lay Y7 small").players[0].rows[R] == 3
    assert {"lay Y7 small", "lay Y7 large"} <= set(texts(state))


def test_t3_everybody_sees_all_cards_of_a_column() -> None:
    state = position(Seat(laid="R3 R4 R9"), Seat())
    for seat in (0, 1, None):
        shown = observe(state, seat).players[0].columns[R]
        assert shown == (Card(R, 3), Card(R, 4), Card(R, 9))


def test_t4_in_the_reference_manual_a_flat_column_takes_no_further_card() -> None:
    fitting = []
    for value in REFERENCE_MANUAL.values:
        hand = "" if value == 5 else f"R{value}"
        state = position(Seat(hand=hand, laid="R5 R5"), Seat(), rules=REFERENCE_MANUAL)
        fitting += [text for text in texts(state) if text.startswith("lay R")]
    assert fitting == []


@pytest.mark.parametrize(
    ("rules", "enters"), [(KELTIS, False), (KELTIS_LITERAL, True), (REFERENCE_MANUAL, False)]
)
def test_t5_only_literal_rules_let_the_step_bring_a_figure_on_to_a_path(
    rules: Rules, enters: bool
) -> None:
    state = position(Seat(hand="R10", laid=NINE_CARDS, at="P3"), Seat(), rules=rules)
    after = play(state, "lay R10")
    assert ("advance B large" in texts(after)) is enters
    assert "advance P" in texts(after)


@ALL
def test_t7_the_hand_is_full_again_after_the_draw(rules: Rules) -> None:
    state = position(Seat(hand="R7 Y7"), Seat(), rules=rules)
    for card in ("discard R7", "lay Y7 small"):
        after = play(state, card)
        assert len(after.players[0].hand) == 7
        assert len(play(after, "draw pile").players[0].hand) == 8


def test_t7_every_player_may_take_a_discard_of_another() -> None:
    state = position(Seat(hand="R7"), Seat(hand="Y7"), Seat(hand="P7"))
    state = play(state, "discard R7", "draw pile", "discard Y7", "draw pile", "discard P7")
    assert {"draw R", "draw Y", "draw P"} <= set(texts(state))
    assert Card(R, 7) in play(state, "draw R").players[2].hand


def test_p2_everybody_sees_how_many_wishing_stones_a_player_has() -> None:
    state = position(Seat(hand="R5", laid="R3 R4"), Seat(), tiles={"R3": Tile.WISHING_STONE})
    after = play(state, "lay R5")
    for seat in (0, 1, None):
        assert observe(after, seat).players[0].wishing_stones == 1


@ALL
def test_p3_a_clover_may_move_a_figure_inside_the_goal_area(rules: Rules) -> None:
    tiles = {"R3": Tile.CLOVER}
    state = position(Seat(hand="R5", laid="R3 R4", at="P7"), Seat(), tiles=tiles, rules=rules)
    assert play(state, "lay R5", "advance P").players[0].rows[P] == 8


@pytest.mark.parametrize(
    ("rules", "may_decline"), [(KELTIS, True), (KELTIS_LITERAL, False), (REFERENCE_MANUAL, False)]
)
def test_p4_only_the_default_lets_a_clover_be_declined(rules: Rules, may_decline: bool) -> None:
    assert ("decline" in texts(on_a_clover(rules))) is may_decline


@pytest.mark.parametrize(
    ("rules", "enters"), [(KELTIS, False), (KELTIS_LITERAL, True), (REFERENCE_MANUAL, False)]
)
def test_p5_only_literal_rules_let_a_clover_bring_a_figure_on_to_a_path(
    rules: Rules, enters: bool
) -> None:
    assert ("advance B large" in texts(on_a_clover(rules))) is enters


@pytest.mark.parametrize(
    ("rules", "may_be_spent"), [(KELTIS, False), (KELTIS_LITERAL, False), (REFERENCE_MANUAL, True)]
)
def test_p6_in_the_reference_manual_a_clover_may_be_spent_on_a_figure_on_the_end_stone(
    rules: Rules, may_be_spent: bool
) -> None:
    tiles = {"R3": Tile.CLOVER, "P9": Tile.ONE}
    state = position(Seat(hand="R5", laid="R3 R4", at="P9"), Seat(), tiles=tiles, rules=rules)
    owed = play(state, "lay R5")
    assert ("advance P" in texts(owed)) is may_be_spent
    if may_be_spent:
        after = play(owed, "advance P")
        assert (after.phase, after.players, after.tiles) == (Phase.DRAW, owed.players, owed.tiles)


@ALL
@pytest.mark.parametrize("tile", [Tile.THREE, Tile.WISHING_STONE, Tile.CLOVER])
def test_e1_the_tile_of_the_fifth_figure_does_not_count_on_the_default_board(
    rules: Rules, tile: Tile
) -> None:
    state = position(
        Seat(hand="Y9", laid="Y1 Y2 Y3 Y4 Y5 Y6"),
        Seat(at="R7 P7 G7 B7", taken="R3 R5 R6 P2"),
        tiles={"Y7": tile},
        rules=rules,
    )
    after = play(state, "lay Y9")
    assert after.phase is Phase.OVER
    assert after.tiles == state.tiles
    before, now = state.players[0], after.players[0]
    assert (now.tile_points, now.wishing_stones) == (before.tile_points, before.wishing_stones)


@ALL
def test_e1_figures_on_the_same_path_count_together(rules: Rules) -> None:
    state = position(
        Seat(hand="R9", laid="R1 R2 R3 R4 R5 R6"),
        Seat(at="P7 B7"),
        Seat(at="P7 B7"),
        rules=rules,
    )
    assert play(state, "lay R9").phase is Phase.OVER


@pytest.mark.parametrize(
    ("stones", "points"), [(0, -4), (1, -3), (2, -2), (3, 3), (4, 6), (5, 10), (6, 10)]
)
def test_f2_the_table_of_the_reference_manual(stones: int, points: int) -> None:
    places = [f"{path.letter}{row}" for path in (R, Y) for row in REFERENCE_MANUAL.tile_rows[path]]
    seat = Seat(at="R9 Y9", taken=" ".join(places[:stones]))
    assert score(position(seat, Seat(), rules=REFERENCE_MANUAL), 0).wishing_stones == points


@pytest.mark.parametrize(("stones", "points"), [(0, -4), (1, -3), (2, -2), (3, -3), (4, -6)])
def test_f2_the_table_of_the_spanish_edition_can_be_given_as_rules(
    stones: int, points: int
) -> None:
    rules = Rules(wishing_stone_points=(-4, -3, -2, -3, -6, 10))
    taken = " ".join(["R3", "R5", "R6", "P2"][:stones])
    state = position(Seat(at="R6 P3", taken=taken), Seat(), rules=rules)
    assert score(state, 0).wishing_stones == points


@pytest.mark.parametrize("players", [2, 3, 4])
def test_f3_the_outcome_has_a_score_for_every_player(players: int) -> None:
    state = new_game(players, seed=players)
    rng = random.Random(players)
    while (end := outcome(state)) is None:
        state = play(state, rng.choice(texts(state)))
    assert len(end.scores) == players
    assert end.scores == scores(state)
