"""What a player may know: nothing hidden shows in a view, and nothing public is missing from it."""

import gc
import json
import pickle
import random
from types import FunctionType, ModuleType
from typing import Final

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
from helpers import pickled, whole_game
from keltis import KELTIS, Card, GameState, Phase, Rules, legal_moves, new_game, scores
from keltis._engine.cards import ALL_CARDS, sort_cards
from keltis._engine.legality import fits
from keltis._engine.view import PlayerView, PublicPlayer, hidden_cards, observe
from keltis.learning import encode
from keltis.testing import states
from leaning import SHORT
from profiles import by_profile

NO_OWN_DISCARD: Final = Rules(may_take_own_discard=False, cards_removed=((2, 30), (3, 7), (4, 5)))
ALL_RULES: Final = (*keltis.PRESETS.values(), NO_OWN_DISCARD, SHORT)
positions: Final = states(rules=st.sampled_from(ALL_RULES))


@st.composite
def seen_by(draw: st.DrawFn) -> tuple[GameState, int | None]:
    state = draw(positions)
    return state, draw(st.none() | st.integers(0, len(state.players) - 1))


def unseen(player: keltis.PlayerState) -> list[Card]:
    cards = list(player.hand)
    for card in player.seen:
        cards.remove(card)
    return cards


def rehidden(state: GameState, viewer: int | None, rng: random.Random) -> GameState:
    """The same position with all cards that the viewer cannot know in other places."""
    hidden = [*state.draw_pile, *state.removed]
    for seat, player in enumerate(state.players):
        hidden += [] if seat == viewer else unseen(player)
    rng.shuffle(hidden)
    hands = [
        player.hand if seat == viewer else [*player.seen, *(hidden.pop() for _ in unseen(player))]
        for seat, player in enumerate(state.players)
    ]
    removed = [hidden.pop() for _ in state.removed]
    players = [
        attrs.evolve(player, hand=sort_cards(hand))
        for player, hand in zip(state.players, hands, strict=True)
    ]
    return attrs.evolve(
        state, players=tuple(players), removed=sort_cards(removed), draw_pile=tuple(hidden)
    )


def as_json(view: PlayerView) -> str:
    return json.dumps(attrs.asdict(view), default=repr)


@settings(max_examples=by_profile(15, 150))
@given(seen_by(), st.integers(0, 2**32))
def test_no_serialisation_tells_states_apart_that_differ_only_in_hidden_cards(
    seen: tuple[GameState, int | None], seed: int
) -> None:
    state, viewer = seen
    other_state = rehidden(state, viewer, random.Random(seed))
    view, other = observe(state, viewer), observe(other_state, viewer)
    assert view == other
    assert hash(view) == hash(other)
    assert repr(view) == repr(other)
    assert str(view) == str(other)
    assert as_json(view) == as_json(other)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.dumps(view, protocol) == pickle.dumps(other, protocol)
    assert hidden_cards(view) == hidden_cards(other)
    for numbers in (encode, keltis.legal_action_ids, keltis.legal_action_mask, legal_moves):
        assert viewer is None or numbers(view) == numbers(other)


def test_rehiding_does_change_the_hidden_cards() -> None:
    state = new_game(2, seed=1)
    other = rehidden(state, 0, random.Random(1))
    assert other.players[0] == state.players[0]
    assert other.players[1].hand != state.players[1].hand
    assert other.draw_pile != state.draw_pile
    assert other.removed != state.removed


@settings(max_examples=by_profile(8, 60))
@given(seen_by(), st.integers(0, 2**32))
def test_every_other_player_learns_of_a_changed_own_hand_only(
    seen: tuple[GameState, int | None], seed: int
) -> None:
    state, viewer = seen
    other = rehidden(state, viewer, random.Random(seed))
    for seat, player in enumerate(state.players):
        assert (observe(state, seat) == observe(other, seat)) is (
            player.hand == other.players[seat].hand
        )


@settings(max_examples=by_profile(15, 60))
@given(positions)
def test_only_the_mover_has_legal_moves_and_lists_them_from_the_view_alone(
    state: GameState,
) -> None:
    for viewer in (None, *range(len(state.players))):
        expected = legal_moves(state) if viewer == state.to_move else ()
        assert legal_moves(observe(state, viewer)) == expected


@settings(max_examples=by_profile(8, 60))
@given(seen_by())
def test_points_outcome_and_which_cards_fit_are_public(seen: tuple[GameState, int | None]) -> None:
    state, viewer = seen
    view = observe(state, viewer)
    assert scores(view) == scores(state)
    assert keltis.outcome(view) == keltis.outcome(state)
    for seat in range(len(state.players)):
        assert keltis.score(view, seat) == scores(state)[seat]
        for card in ALL_CARDS[::7]:
            assert fits(view, seat, card) is fits(state, seat, card)


def test_a_card_fits_exactly_if_it_can_be_laid() -> None:
    for state in whole_game(KELTIS, 2, seed=1):
        if state.phase is Phase.PLAY:
            laid = {move.card for move in legal_moves(state) if isinstance(move, keltis.Lay)}
            hand = state.players[state.to_move].hand
            assert laid == {card for card in hand if fits(state, state.to_move, card)}


@settings(max_examples=by_profile(8, 60))
@given(seen_by())
def test_a_view_has_everything_public(seen: tuple[GameState, int | None]) -> None:
    state, viewer = seen
    view = observe(state, viewer)
    assert view.viewer == viewer
    assert view.hand == (None if viewer is None else state.players[viewer].hand)
    assert (view.draw_pile_size, view.removed_size) == (len(state.draw_pile), len(state.removed))
    for name in ("rules", "tiles", "discards", "to_move", "phase", "may_decline", "barred"):
        assert getattr(view, name) == getattr(state, name)
    for public, player in zip(view.players, state.players, strict=True):
        assert public.hand_size == len(player.hand)
        assert public.seen == sort_cards(player.seen)
        for name in ("columns", "rows", "large", "tile_points", "wishing_stones"):
            assert getattr(public, name) == getattr(player, name)


@settings(max_examples=by_profile(8, 60))
@given(seen_by())
def test_hidden_are_the_cards_in_the_pile_removed_and_unseen_in_other_hands(
    seen: tuple[GameState, int | None],
) -> None:
    state, viewer = seen
    hidden = [*state.draw_pile, *state.removed]
    for seat, player in enumerate(state.players):
        hidden += [] if seat == viewer else unseen(player)
    assert hidden_cards(observe(state, viewer)) == sort_cards(hidden)


@settings(max_examples=by_profile(8, 60))
@given(seen_by())
def test_a_view_passes_its_own_checks_and_survives_a_pickle(
    seen: tuple[GameState, int | None],
) -> None:
    view = observe(*seen)
    assert pickled(view) == view
    assert pickle.dumps(pickled(view)) == pickle.dumps(view)
    assert attrs.evolve(view) == view


def test_equal_views_have_equal_pickles_also_when_their_rules_are_made_of_other_objects() -> None:
    rules = Rules(tile_rows=tuple((*rows,) for rows in KELTIS.tile_rows))
    view, other = observe(new_game(2, seed=1), 0), observe(new_game(2, seed=1, rules=rules), 0)
    assert view == other
    assert pickle.dumps(view) == pickle.dumps(other)


def test_a_view_holds_no_state() -> None:
    reached: dict[int, object] = {}
    to_visit: list[object] = [observe(new_game(3, seed=1), 0)]
    while to_visit:
        thing = to_visit.pop()
        if id(thing) not in reached and not isinstance(thing, type | ModuleType | FunctionType):
            reached[id(thing)] = thing
            to_visit += gc.get_referents(thing)
    assert any(isinstance(thing, PublicPlayer) for thing in reached.values())
    assert not any(isinstance(thing, GameState | keltis.PlayerState) for thing in reached.values())


@pytest.mark.parametrize("player", [-1, 2])
def test_observe_refuses_anything_but_a_seat(player: int) -> None:
    with pytest.raises(
        keltis.InvalidArgument,
        match="player must be a seat from 0 to 1, or None for a spectator, not",
    ):
        observe(new_game(2, seed=1), player)


START: Final = observe(new_game(2, seed=1), 0)
R1: Final = Card.parse("R1")


def with_seat(seat: int, **changes: object) -> dict[str, object]:
    """The players of the view, one of whom is changed; `test_setup_game` has wrong types."""
    player = attrs.evolve(START.players[seat], **changes)  # type: ignore[arg-type] # impossible ones
    return {"players": (*START.players[:seat], player, *START.players[seat + 1 :])}


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"viewer": None}, ["hand must be None for a spectator"]),
        ({"players": START.players[:1]}, ["1 players cannot play"]),
        ({"removed_size": 29, "draw_pile_size": 65}, ["29 cards are removed, not 30"]),
        (with_seat(1, hand_size=7), ["there are 102 hidden cards, but room for 101"]),
        (with_seat(1, seen=(R1,) * 3), ["more cards than the deck has: R1"]),
        (with_seat(0, seen=(R1,)), ["seat 0's seen cards are not all in the hand: R1"]),
        # the checks of figures and turns that states have, too
        (
            with_seat(1, rows=(1, 0, 0, 0, 0)) | {"draw_pile_size": 65, "may_decline": True},
            ["there are 102 hidden", "seat 1 has a figure on the red path", "there is no step to"],
        ),
        (with_seat(1, rows=(10, 0, 0, 0, 0)), ["seat 1's figure on the red path is on row 10"]),
        (with_seat(1, wishing_stones=1), ["1 wishing stones are with seat 1"]),
        ({"phase": Phase.OVER}, ["the phase is OVER, but nothing has ended the game"]),
    ],
)
def test_a_view_that_no_state_has_is_refused(changes: dict[str, object], faults: list[str]) -> None:
    with pytest.raises(keltis.InvalidState) as caught:
        attrs.evolve(START, **changes)  # type: ignore[arg-type] # impossible ones
    for fault in faults:
        assert any(found.startswith(fault) for found in caught.value.faults)
