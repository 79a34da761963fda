"""The distribution of the next draw and of the deal, against counting every order."""

import math
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import keltis
from helpers import FixedRandom, tiny_game
from keltis import KELTIS, Card, Deal, InvalidArgument, Rules, Tile, draw_counts, observe, with_top
from keltis._engine.view import complete_state, hidden_cards
from keltis.testing import states, views

TINY: Final = Rules(
    values=(0,),
    copies=1,
    row_points=(1, 2),
    goal_row=2,
    tiles=(Tile.CLOVER, Tile.CLOVER, Tile.ONE),
    tile_rows=((1, 2), (1,), (), (), ()),
    cards_removed=((1, 1), (2, 1)),
    hand_size=1,
    goal_figures=2,
)
SMALL: Final = tiny_game("B0 B0", "R0 Y0", pile="R0 R0 P0")


@given(states())
def test_the_counts_of_a_state_are_its_pile_and_removed_cards(state: keltis.GameState) -> None:
    pool = state.draw_pile + state.removed if state.draw_pile else ()
    assert draw_counts(state) == Counter(pool)
    assert list(draw_counts(state)) == sorted(set(pool))


@given(views())
def test_the_counts_of_a_view_are_the_hidden_cards(view: keltis.PlayerView) -> None:
    hidden = hidden_cards(view) if view.draw_pile_size else ()
    assert draw_counts(view) == Counter(hidden)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_counts_of_a_view_are_the_tops_of_all_orders(viewer: int | None) -> None:
    view = observe(SMALL, viewer)
    orders = permutations(hidden_cards(view))
    tops = Counter(complete_state(view, order).draw_pile[-1] for order in orders)
    often = math.factorial(len(hidden_cards(view)) - 1)
    assert {card: count * often for card, count in draw_counts(view).items()} == tops


@given(states(over=False), st.data())
def test_a_possible_card_comes_to_the_top(state: keltis.GameState, data: st.DataObject) -> None:
    card = data.draw(st.sampled_from(sorted(draw_counts(state))))
    changed = with_top(state, card, data.draw(st.none() | st.builds(random.Random)))
    assert changed.draw_pile[-1] is card
    assert attrs.evolve(changed) == changed
    assert changed.options == state.options
    assert draw_counts(changed) == draw_counts(state)
    for viewer in (None, *range(len(state.players))):
        assert observe(changed, viewer) == observe(state, viewer)


def test_a_card_that_is_on_top_changes_nothing() -> None:
    state = keltis.new_game(2, seed=1)
    assert with_top(state, state.draw_pile[-1]) is state


def test_with_an_rng_every_order_of_the_rest_stays_as_likely() -> None:
    """All orders of the pile, and all choices of the equal card, each as often."""
    card, results = Card.parse("R0"), Counter[keltis.GameState]()
    view = observe(SMALL, 0)
    other = attrs.evolve(view.players[1], seen=SMALL.players[1].hand)
    known = attrs.evolve(view, players=(view.players[0], other))
    orders = [complete_state(known, order) for order in permutations(hidden_cards(known))]
    for state in orders:
        for share in range(12):
            results[with_top(state, card, FixedRandom(share / 12))] += 1
    assert len(results) == len({state for state in orders if state.draw_pile[-1] is card})
    assert len(set(results.values())) == 1


@pytest.mark.parametrize("rng", [None, random.Random(1)])
def test_a_card_that_is_elsewhere_cannot_be_on_top(rng: random.Random | None) -> None:
    with pytest.raises(
        InvalidArgument, match=r"^B0 cannot be on top of the pile: it is neither in"
    ):
        with_top(SMALL, Card.parse("B0"), rng)


def test_an_empty_pile_has_no_top() -> None:
    state = SMALL
    while keltis.legal_moves(state):
        drawing = state.phase is keltis.Phase.DRAW
        state = keltis.apply_move(state, keltis.legal_moves(state)[0 if drawing else -1])
    assert draw_counts(state) == draw_counts(observe(state, 0)) == {}
    with pytest.raises(InvalidArgument, match=r"^the face-down pile is empty"):
        with_top(state, Card.parse("R0"))


def deals(deal: Deal, chance: Fraction) -> dict[Deal, Fraction]:
    """Every complete deal, with its probability."""
    counts = deal.counts()
    if not counts:
        return {deal: chance}
    found: dict[Deal, Fraction] = {}
    for item, count in counts.items():
        found |= deals(deal.with_next(item), chance * Fraction(count, sum(counts.values())))
    return found


@pytest.mark.parametrize("players", [1, 2])
def test_the_deals_are_as_likely_as_by_counting_every_order(players: int) -> None:
    expected: dict[Deal, Fraction] = {}
    orders = [*permutations(TINY.tiles)]
    decks = [*permutations(TINY.deck)]
    for tiles in orders:
        for deck in decks:
            deal = Deal(players, TINY, tiles=tiles, cards=deck[:players])
            chance = Fraction(1, len(orders) * len(decks))
            expected[deal] = expected.get(deal, Fraction(0)) + chance
    assert deals(Deal(players, TINY), Fraction(1)) == expected


@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 60))
def test_a_deal_completes_to_a_new_game_with_its_tiles_and_hands(
    players: int, seed: int, steps: int
) -> None:
    rng, deal = random.Random(seed), Deal(players, first_player=1)
    while steps and not deal.is_complete:
        steps -= 1
        deal = deal.with_next(rng.choice(sorted(deal.counts(), key=str)))
    state = deal.state(rng)
    assert attrs.evolve(state) == state
    assert state.to_move == 1
    laid = [tile for path in state.tiles for tile in path if tile is not None]
    assert tuple(laid[: len(deal.tiles)]) == deal.tiles
    for seat, player in enumerate(state.players):
        dealt = deal.cards[seat * 8 : (seat + 1) * 8]
        assert not Counter(dealt) - Counter(player.hand)


def test_a_complete_deal_leaves_only_the_pile_to_chance() -> None:
    rng = random.Random(1)
    deal = Deal(2)
    while not deal.is_complete:
        deal = deal.with_next(next(iter(deal.counts())))
    first, second = deal.state(rng), deal.state(rng)
    assert first != second
    assert observe(first, 0) == observe(second, 0)
    assert keltis.determinize(observe(first, 0), rng).tiles == second.tiles


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 7}, "players must be 2 or 3 or 4 under these rules, not 7"),
        ({"first_player": 2}, "first_player must be"),
        ({"tiles": []}, "tiles must be a tuple of Tile, not"),
        ({"cards": ("R0",)}, "cards must be a tuple of Card, not"),
        ({"tiles": (Tile.ONE,) * 3}, "the rules do not have all of these tiles"),
        ({"cards": (Card.parse("R0"),)}, "all tiles must be laid before"),
        ({"tiles": KELTIS.tiles, "cards": KELTIS.deck[:17]}, "the hands take 16 cards, not 17"),
        ({"rules": "KELTIS"}, "rules must be Rules, not 'KELTIS'"),
    ],
)
def test_an_impossible_deal_is_refused(arguments: dict[str, object], message: str) -> None:
    make_deal: Callable[..., Deal] = Deal
    with pytest.raises(InvalidArgument, match=message):
        make_deal(**{"players": 2, **arguments})


def test_a_card_cannot_come_before_the_tiles() -> None:
    with pytest.raises(InvalidArgument, match=r"^<R0> cannot be the next in this deal$"):
        Deal(2).with_next(Card.parse("R0"))


def test_nothing_comes_after_a_complete_deal() -> None:
    deal = Deal(2, tiles=KELTIS.tiles, cards=KELTIS.deck[:16])
    assert deal.counts() == {}
    with pytest.raises(InvalidArgument, match="cannot be the next"):
        deal.with_next(Card.parse("B10"))
