"""Imagined states fit what the player knows, and each is as likely as it should be."""

import pickle
import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Final, TypeAlias

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
from helpers import excess, tiny_game
from keltis import Card, GameState, InvalidState, PlayerView, Rules, determinize, new_game, observe
from keltis._engine.view import complete_state, hidden_cards, trusted_view
from keltis._lib.chance import shuffle
from keltis.notation import parse_cards
from keltis.testing import views
from profiles import by_profile

Secret: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""The hand of seat 1, the draw pile and the removed cards."""
Sampler: TypeAlias = Callable[[PlayerView, random.Random], GameState]


ALL_RULES: Final = (
    *keltis.PRESETS.values(),
    Rules(may_take_own_discard=False, cards_removed=((2, 30), (3, 7), (4, 5))),
)
any_views: Final = views(rules=st.sampled_from(ALL_RULES))


@settings(max_examples=by_profile(10, 100))
@given(any_views, st.integers(0, 2**32))
def test_an_imagined_state_looks_the_same_to_the_viewer(view: PlayerView, seed: int) -> None:
    again = observe(determinize(view, random.Random(seed)), view.viewer)
    assert again == view
    assert repr(again) == repr(view)
    assert pickle.dumps(again) == pickle.dumps(view)


@settings(max_examples=by_profile(10, 100))
@given(any_views, st.integers(0, 2**32))
def test_an_imagined_state_is_a_possible_one(view: PlayerView, seed: int) -> None:
    state = determinize(view, random.Random(seed))
    checked = attrs.evolve(state, players=tuple(attrs.evolve(player) for player in state.players))
    assert checked == state
    assert checked.options == state.options


def test_one_shuffle_is_all_the_chance_there_is() -> None:
    view = observe(new_game(2, seed=1), 0)
    rng, counted = random.Random(1), random.Random(1)
    determinize(view, rng)
    for _ in hidden_cards(view)[1:]:
        counted.random()
    assert rng.getstate() == counted.getstate()


SMALL: Final = tiny_game("B0 B0", "R0 Y0", pile="R0 P0", seen="B0 B0")
"""For seat 0, R0 R0 Y0 P0 G0 are hidden, in 33 ways that are not all as likely."""
SMALL_VIEW: Final = observe(SMALL, 0)


def secret(state: GameState) -> Secret:
    return state.players[1].hand, state.draw_pile, state.removed


def orders(view: PlayerView) -> Counter[Secret]:
    """In how many orders of the hidden cards they lie like this."""
    return Counter(
        secret(complete_state(view, order)) for order in permutations(hidden_cards(view))
    )


def bias(view: PlayerView, sampler: Sampler) -> float:
    """How far a sampler is from states as likely as if every order of the hidden cards were."""
    rng = random.Random(1)
    return excess(Counter(secret(sampler(view, rng)) for _ in range(4000)), orders(view))


def carelessly_shuffled(view: PlayerView, rng: random.Random) -> GameState:
    hidden = list(hidden_cards(view))
    for place in range(len(hidden)):
        other = rng.randrange(len(hidden))
        hidden[place], hidden[other] = hidden[other], hidden[place]
    return complete_state(view, hidden)


def pile_in_order(view: PlayerView, rng: random.Random) -> GameState:
    hidden = shuffle(hidden_cards(view), rng)
    size = view.draw_pile_size
    return complete_state(view, sorted(hidden[:size]) + hidden[size:])


def equal_cards_taken_for_one(view: PlayerView, rng: random.Random) -> GameState:
    return complete_state(view, rng.choice(ONE_ORDER_OF_EACH))


ONE_ORDER_OF_EACH: Final = list(
    {
        secret(complete_state(SMALL_VIEW, order)): order
        for order in permutations(hidden_cards(SMALL_VIEW))
    }.values()
)


def test_the_small_position_has_more_and_less_likely_states() -> None:
    assert Counter(orders(SMALL_VIEW).values()) == {4: 27, 2: 6}


@pytest.mark.parametrize("viewer", [0, None])
def test_every_state_is_as_likely_as_it_should_be(viewer: int | None) -> None:
    assert bias(observe(SMALL, viewer), determinize) < 3.1


@pytest.mark.parametrize("sampler", [carelessly_shuffled, pile_in_order, equal_cards_taken_for_one])
def test_a_biased_sampler_is_found_out(sampler: Sampler) -> None:
    assert bias(SMALL_VIEW, sampler) > 3.1


def test_seen_cards_stay_in_their_hand() -> None:
    other = attrs.evolve(SMALL.players[1], seen=parse_cards("Y0"))
    view = observe(attrs.evolve(SMALL, players=(SMALL.players[0], other)), None)
    for seed in range(50):
        hand = determinize(view, random.Random(seed)).players[1].hand
        assert Card.parse("Y0") in hand
        assert len(hand) == 2


@pytest.mark.parametrize(
    ("draw_pile_size", "hand", "fault"),
    [
        (3, "B0 B0", "there are 5 hidden cards, but room for 6"),
        (2, "B0 B0 B0", "more cards than the deck has: B0"),
    ],
)
def test_a_view_that_cannot_be_completed_is_refused(
    draw_pile_size: int, hand: str, fault: str
) -> None:
    fields = attrs.asdict(SMALL_VIEW, recurse=False) | {
        "draw_pile_size": draw_pile_size,
        "hand": parse_cards(hand),
    }
    with pytest.raises(InvalidState, match=fault):
        determinize(trusted_view(**fields), random.Random(1))
