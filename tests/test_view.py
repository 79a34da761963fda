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

from helpers import pickled, whole_game
from keltis import (
    KELTIS,
    PRESETS,
    Advance,
    Card,
    Colour,
    Discard,
    Draw,
    GameState,
    InvalidArgument,
    InvalidState,
    Lay,
    Phase,
    PlayerState,
    Rules,
    Tile,
    apply_move,
    legal_action_ids,
    legal_action_mask,
    legal_moves,
    new_game,
    outcome,
    score,
    scores,
)
from keltis._engine.cards import ALL_CARDS, sort_cards
from keltis._engine.legality import fits
from keltis._engine.view import PlayerView, PublicPlayer, hidden_cards, observe
from keltis.learning import encode
from keltis.testing import states
from profiles import by_profile

NO_OWN_DISCARD: Final = Rules(may_take_own_discard=False, cards_removed=((2, 30), (3, 7), (4, 5)))
SHORT_PATHS: Final = Rules(
    row_points=(-1, 1, 2),
    goal_row=3,
    goal_figures=10,
    tiles=(Tile.CLOVER,) * 3 + (Tile.WISHING_STONE,) * 2,
    tile_rows=((2,),) * 5,
    clover_may_be_declined=False,
)
ALL_RULES: Final = (*PRESETS.values(), NO_OWN_DISCARD, SHORT_PATHS)
NO_CARDS: Final[tuple[tuple[Card, ...], ...]] = ((),) * 5


positions: Final = states(rules=st.sampled_from(ALL_RULES))


@st.composite
def seen_by(draw: st.DrawFn) -> tuple[GameState, int | None]:
    state = draw(positions)
    return state, draw(st.none() | st.integers(0, len(state.players) - 1))


def unseen(player: PlayerState) -> list[Card]:
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


def forged(view: PlayerView, **changes: object) -> PlayerView:
    return attrs.evolve(view, **changes)  # type: ignore[arg-type] # wrong types are the point


def forged_seat(view: PlayerView, seat: int, **changes: object) -> tuple[PublicPlayer, ...]:
    player = attrs.evolve(view.players[seat], **changes)  # type: ignore[arg-type] # the same
    return (*view.players[:seat], player, *view.players[seat + 1 :])


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
    for numbers in (encode, legal_action_ids, legal_action_mask, legal_moves):
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


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", ALL_RULES)
def test_the_mover_lists_the_legal_moves_from_the_view_alone(rules: Rules, players: int) -> None:
    for seed in range(3):
        for state in whole_game(rules, players, seed):
            assert legal_moves(observe(state, state.to_move)) == legal_moves(state)


@settings(max_examples=by_profile(8, 60))
@given(seen_by())
def test_a_viewer_who_is_not_to_move_has_no_legal_moves(seen: tuple[GameState, int | None]) -> None:
    state, viewer = seen
    assert legal_moves(observe(state, viewer)) == (
        legal_moves(state) if viewer == state.to_move else ()
    )


@settings(max_examples=by_profile(8, 60))
@given(seen_by())
def test_points_outcome_and_which_cards_fit_are_public(seen: tuple[GameState, int | None]) -> None:
    state, viewer = seen
    view = observe(state, viewer)
    assert scores(view) == scores(state)
    assert outcome(view) == outcome(state)
    for seat in range(len(state.players)):
        assert score(view, seat) == scores(state)[seat]
        for card in ALL_CARDS[::7]:
            assert fits(view, seat, card) is fits(state, seat, card)


def test_a_card_fits_exactly_if_it_can_be_laid() -> None:
    for state in whole_game(KELTIS, 2, seed=1):
        if state.phase is Phase.PLAY:
            laid = {move.card for move in legal_moves(state) if isinstance(move, Lay)}
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
    assert not any(isinstance(thing, GameState | PlayerState) for thing in reached.values())


def test_a_card_from_the_pile_is_unseen_and_one_from_a_discard_pile_is_seen() -> None:
    state = new_game(2, seed=1)
    card = state.players[0].hand[0]
    state = apply_move(state, Discard(card))
    taken, drawn = apply_move(state, Draw(card.colour)), apply_move(state, Draw(None))
    assert observe(taken, 1).players[0].seen == (card,)
    assert observe(drawn, 1).players[0].seen == ()
    assert observe(drawn, 1).players[0].hand_size == KELTIS.hand_size


def test_seen_cards_are_sorted_whatever_the_order_of_taking() -> None:
    unsorted = [
        (state, seat)
        for state in whole_game(KELTIS, 2, 7)
        for seat, player in enumerate(state.players)
        if player.seen != sort_cards(player.seen)
    ]
    assert unsorted
    for state, seat in unsorted:
        assert observe(state, None).players[seat].seen == sort_cards(state.players[seat].seen)


@pytest.mark.parametrize("player", [-1, 2])
def test_observe_refuses_anything_but_a_seat(player: int) -> None:
    with pytest.raises(
        InvalidArgument, match="player must be a seat from 0 to 1, or None for a spectator, not"
    ):
        observe(new_game(2, seed=1), player)


START: Final = observe(new_game(2, seed=1), 0)


def test_faults_of_figures_and_of_the_turn_are_listed_beside_those_of_the_cards() -> None:
    moved = attrs.evolve(START.players[0], rows=(1, 0, 0, 0, 0))
    with pytest.raises(InvalidState) as caught:
        attrs.evolve(START, draw_pile_size=65, players=(moved, START.players[1]), may_decline=True)
    for fault in ("hidden cards", "figure on the red path", "no step to decline"):
        assert any(fault in found for found in caught.value.faults)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"rules": "KELTIS"}, "rules must be Rules"),
        ({"viewer": 2}, "viewer must be a seat from 0 to 1, or None"),
        ({"viewer": -1}, "viewer must be a seat from 0 to 1, or None"),
        ({"viewer": "0"}, "viewer must be a seat"),
        ({"viewer": True}, "viewer must be a seat"),
        ({"viewer": None}, "hand must be None for a spectator"),
        ({"hand": None}, "hand must be a sorted tuple of 8 Card"),
        ({"hand": list(START.hand or ())}, "hand must be a sorted tuple of 8 Card"),
        ({"hand": (START.hand or ())[::-1]}, "hand must be a sorted tuple of 8 Card"),
        ({"hand": (START.hand or ())[1:]}, "hand must be a sorted tuple of 8 Card"),
        ({"players": [START.players[0]]}, "players must be a tuple of PublicPlayer"),
        ({"players": ("anna", "ben")}, "players must be a tuple of PublicPlayer"),
        ({"players": START.players[:1]}, "1 players cannot play"),
        ({"tiles": ()}, "tiles must be"),
        ({"draw_pile_size": -1}, "draw_pile_size must be a whole number from 0"),
        ({"draw_pile_size": 64.0}, "draw_pile_size must be a whole number from 0"),
        ({"draw_pile_size": 65}, "there are 102 hidden cards, but room for 103"),
        ({"discards": NO_CARDS[1:]}, "discards must be"),
        ({"removed_size": True}, "removed_size must be a whole number from 0"),
        ({"removed_size": 29, "draw_pile_size": 65}, "29 cards are removed, not 30"),
        ({"to_move": 2}, "to_move must be a seat"),
        ({"phase": "play"}, "phase must be a Phase"),
        ({"phase": Phase.OVER}, "nothing has ended the game"),
        ({"may_decline": 0}, "may_decline must be True or False"),
        ({"may_decline": True}, "there is no step to decline or waste"),
        ({"may_waste": True}, "there is no step to decline or waste"),
        ({"may_waste": 0}, "may_waste must be True or False"),
        ({"barred": 3}, "barred must be a Colour or None"),
        ({"barred": Colour.RED}, "the red discard pile cannot be barred now"),
    ],
)
def test_an_impossible_view_is_refused(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(InvalidState, match=fault):
        forged(START, **changes)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"columns": ()}, "columns must be"),
        ({"rows": (0, 0)}, "rows must be a row for each colour"),
        ({"large": 0}, "large must be a Colour or None"),
        ({"tile_points": -1}, "tile_points must be a whole number from 0"),
        ({"wishing_stones": "1"}, "wishing_stones must be a whole number from 0"),
        ({"hand_size": -1}, "hand_size must be a whole number, at least the 0 seen"),
        ({"hand_size": "8"}, "hand_size must be a whole number"),
        ({"seen": [Card.parse("R1")]}, "seen must be a sorted tuple of Card"),
        ({"seen": (Card.parse("R2"), Card.parse("R1"))}, "seen must be a sorted tuple of Card"),
        (
            {"seen": (Card.parse("R1"),) * 9},
            "hand_size must be a whole number, at least the 9 seen, not 8",
        ),
    ],
)
def test_an_impossible_public_player_is_refused(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(InvalidState, match=fault):
        forged_seat(START, 1, **changes)


@pytest.mark.parametrize(
    ("seat", "changes", "fault"),
    [
        (1, {"hand_size": 7}, "there are 102 hidden cards, but room for 101"),
        (1, {"seen": (Card.parse("R1"),) * 3}, "more cards than the deck has: R1"),
        (
            0,
            {"seen": (Card.parse("R1"),)},
            "seat 0's seen cards are not all in the hand: R1",
        ),
        (1, {"rows": (10, 0, 0, 0, 0)}, "beyond the end stone"),
        (1, {"large": Colour.RED}, "where there is no figure"),
        (1, {"wishing_stones": 1}, "wishing stone"),
    ],
)
def test_a_view_that_no_state_has_is_refused(
    seat: int, changes: dict[str, object], fault: str
) -> None:
    players = forged_seat(START, seat, **changes)
    with pytest.raises(InvalidState, match=fault):
        forged(START, players=players)


def test_the_leaning_games_reach_what_decides_legal_moves() -> None:
    states = [
        state for rules in ALL_RULES for seed in range(3) for state in whole_game(rules, 2, seed)
    ]
    assert {state.phase for state in states} == set(Phase)
    assert {state.may_decline for state in states if state.phase is Phase.ADVANCE} == {False, True}
    assert {state.barred for state in states} == {None, *Colour}
    assert any(
        isinstance(move, Advance) and move.figure is not None
        for state in states
        for move in legal_moves(state)
    )
    finished = [
        state for state in states if state.may_decline and not state.rules.clover_may_be_declined
    ]
    assert finished  # T5
