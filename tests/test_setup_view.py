"""What a person sees at a table, from texts; and positions whose hidden cards are filled in."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keltis
from keltis import GameState, InvalidState, Phase, PlayerView, observe, setup_game, setup_view
from keltis.notation import format_cards, format_view, parse_cards, parse_view
from keltis.testing import states, views

TILES: Final = ".W.C.1.WC .C.2.W.CW .3.W.C.C1 .W.C.2.WC .C.W.3.W2"
ROWS: Final = keltis.Rules(tile_rows=((2, 4, 6, 8, 9),) * 5)
"""The rules whose tiles are on the rows of `TILES`."""
HAND: Final = "R1 R3 P7 P8 G2 G2 B0 B9"


def public_arguments(position: PlayerView | GameState) -> dict[str, object]:
    """What `setup_game` and `setup_view` both take, some of it as texts."""
    view = position if isinstance(position, PlayerView) else observe(position, 0)
    lines = dict(line.split(": ", 1) for line in format_view(view).splitlines())
    names = ("large", "tile_points", "wishing_stones", "seen")
    return {
        "tiles": lines["tiles"],
        "discards": [str(card) for pile in view.discards for card in pile],
        "columns": [format_cards(c for column in p.columns for c in column) for p in view.players],
        "rows": [dict(zip(keltis.Colour, player.rows, strict=True)) for player in view.players],
        **{name: [getattr(player, name) for player in position.players] for name in names},
        **{name: getattr(view, name) for name in ("to_move", "phase", "may_decline", "barred")},
        "may_waste": view.may_waste,
        "rules": view.rules,
    }


set_up_view: Callable[..., PlayerView] = setup_view
set_up_game: Callable[..., GameState] = setup_game


def view_of(**changes: object) -> PlayerView:
    """The view at the start of a game of two, with some arguments changed."""
    usual = {"players": 2, "hand": HAND, "tiles": TILES, "rules": ROWS}
    return set_up_view(**usual | changes)


@given(views())
def test_a_view_can_be_written_down_as_texts(view: PlayerView) -> None:
    hand = None if view.hand is None else format_cards(view.hand)
    arguments = public_arguments(view) | {"hand": hand, "viewer": view.viewer}
    assert set_up_view(players=len(view.players), **arguments) == view


@given(views())
def test_the_text_of_a_view_parses_back(view: PlayerView) -> None:
    assert parse_view(format_view(view)) == view


def test_by_default_it_is_the_turn_of_the_viewer() -> None:
    view = view_of(players=3, viewer=2)
    assert (view.to_move, view.phase) == (2, Phase.PLAY)
    assert [player.hand_size for player in view.players] == [8, 8, 8]
    assert keltis.legal_moves(view)


def test_a_player_who_has_not_drawn_holds_one_card_less() -> None:
    view = view_of(discards="Y4", to_move=1, phase=Phase.DRAW)
    assert [player.hand_size for player in view.players] == [8, 7]
    assert view.draw_pile_size == 64


def test_a_spectator_sees_no_hand() -> None:
    view = view_of(hand=None, viewer=None)
    assert view.hand is None
    assert view.to_move == 0


def test_all_words_that_are_no_cards_are_listed_at_once() -> None:
    with pytest.raises(InvalidState) as caught:
        view_of(hand="R1 7R", tiles=".W.C X", discards="Y44", columns=["B1 ?", ""], seen=["", "x"])
    assert caught.value.faults == (
        "tiles: expected the tiles of 5 paths, not of 2",
        "tiles: expected 9 stones (each W, C, 1, 2, 3 or .), not '.W.C'",
        "tiles: expected 9 stones (each W, C, 1, 2, 3 or .), not 'X'",
        "hands: expected a card like R7 or B10, not '7R'",
        "columns: expected a card like R7 or B10, not '?'",
        "seen: expected a card like R7 or B10, not 'x'",
        "discards: expected a card like R7 or B10, not 'Y44'",
    )


def test_all_faults_of_an_impossible_view_are_listed() -> None:
    with pytest.raises(InvalidState) as caught:
        view_of(hand="R1 R1 R1", tile_points=[5, 0], phase=Phase.DRAW)
    assert len(caught.value.faults) > 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 7}, "players must be 2 or 3 or 4"),
        ({"viewer": 2}, "viewer must be"),
        ({"viewer": None}, "give a viewer and a hand, or None for both"),
        ({"hand": None}, "give a viewer and a hand, or None for both"),
        ({"seen": [""]}, "seen must have one entry for each of the 2 hands, not 1"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(keltis.InvalidArgument, match=message):
        view_of(**arguments)


@given(states(), st.integers(0, 2**32))
def test_unknown_hands_and_piles_are_filled_in(state: GameState, seed: int) -> None:
    hands = [state.players[0].hand, *[None] * (len(state.players) - 1)]
    filled = set_up_game(hands=hands, rng=random.Random(seed), **public_arguments(state))
    assert observe(filled, 0) == observe(state, 0)


def test_a_pile_that_is_left_out_is_shuffled_with_an_rng() -> None:
    start = keltis.new_game(2, seed=1, rules=ROWS)
    hands = [player.hand for player in start.players]
    fill = [
        setup_game(hands=hands, tiles=TILES, rules=ROWS, rng=random.Random(seed))
        for seed in (1, 1, 2)
    ]
    assert fill[0] == fill[1] != fill[2]
    pools = [Counter(state.draw_pile + state.removed) for state in fill]
    assert pools[0] == pools[2]
    assert list(fill[0].draw_pile) != sorted(fill[0].draw_pile)


SMALL: Final = keltis.Rules(
    values=(0,), copies=1, hand_size=1, cards_removed=((2, 1),), tiles=(), tile_rows=((),) * 5
)


def test_every_card_is_as_likely_in_every_unknown_place() -> None:
    rng = random.Random(3)
    found = Counter(
        setup_game(hands=["R0", None], tiles={}, rules=SMALL, rng=rng) for _ in range(2400)
    )
    assert len(found) == 24
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < 49.7  # once in a thousand
    view = observe(next(iter(found)), 0)
    assert {keltis.determinize(view, rng) for _ in range(500)} == found.keys()


def test_s3_a_hand_with_too_many_seen_cards_is_not_filled() -> None:
    with pytest.raises(InvalidState) as caught:
        setup_game(
            hands=["R0", None], seen=["", "Y0 P0"], tiles={}, rules=SMALL, rng=random.Random(1)
        )
    assert caught.value.faults == ("seat 1 must hold 1 cards now, not 2 (S3)",)


def test_e2_a_view_with_all_cards_in_other_places_is_over() -> None:
    view = setup_view(players=2, hand="R0", tiles={}, discards="Y0 P0", rules=SMALL)
    assert (view.draw_pile_size, view.phase) == (0, Phase.OVER)


def test_s2_a_view_with_more_cards_in_sight_than_there_can_be_is_refused() -> None:
    with pytest.raises(InvalidState) as caught:
        setup_view(players=2, hand="R0", tiles={}, discards="Y0 P0 G0", rules=SMALL)
    assert caught.value.faults == ("0 cards are removed, not 1 as with 2 players (S2)",)


def test_a_hand_is_filled_by_a_generator_only() -> None:
    with pytest.raises(
        keltis.InvalidArgument, match="a hand of None is filled at random, so it needs"
    ):
        setup_game(hands=["R0", None], tiles={}, rules=SMALL)


VIEW: Final = format_view(view_of())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pile: 64 cards", "pile: R1", "line 4: expected a number of cards, as in '64 cards', not"),
        ("hand 1: 8 cards", "hand 1: R1", "line 13: expected a number of cards, as the hand of"),
        ("turn: 0 play", "turn: 0 sleep", "line 2, word 2: expected a phase"),
        ("seen 1: -", "seen 1: -\nmore", "line 19: expected the end of the text, not 'more'"),
    ],
)
def test_another_text_is_no_view(old: str, new: str, message: str) -> None:
    assert old in VIEW
    with pytest.raises(keltis.NotationError, match=message):
        parse_view(VIEW.replace(old, new))


def test_an_impossible_view_is_refused_with_its_faults() -> None:
    text = VIEW.replace("pile: 64 cards", "pile: 63 cards")
    for version in (None, 1):
        with pytest.raises(InvalidState, match="there are 102 hidden cards, but room for 101"):
            parse_view(text, version=version)


def test_one_card_is_a_number_of_cards() -> None:
    state = setup_game(hands=["R0", None], tiles={}, rules=SMALL, rng=random.Random(1))
    view = observe(state, 0)
    assert parse_view(format_view(view).replace("1 cards", "1 card")) == view


def test_cards_of_an_empty_hand_are_a_dash() -> None:
    view = setup_view(players=2, hand="-", tiles={}, discards="R0", phase=Phase.DRAW, rules=SMALL)
    assert view.hand == parse_cards("-") == ()
    assert parse_view(format_view(view)) == view
