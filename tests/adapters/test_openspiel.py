"""Keltis as a game of OpenSpiel: chance, decisions, returns, parameters and copies."""

import importlib
import pickle
import random
import sys
from collections.abc import Callable

import pytest

import keltis
from adapters.spiel import DRAW_PILE, deal, drawing, load_keltis, play, played, pyspiel
from keltis.adapters.openspiel import KeltisGame, KeltisState
from keltis.notation import parse_rules

ALL_PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
KINDS_OF_STATES = pytest.mark.parametrize(
    "make",
    [
        lambda game: game.new_initial_state(),
        lambda game: play(game.new_initial_state(), random.Random(1), 30),
        lambda game: played(game, 2),
        lambda game: drawing(game, 3),
        lambda game: play(played(game, 4), random.Random(4), 10_000),
    ],
    ids=["first tile", "first hand", "decision", "draw", "end"],
)


def position_of(state: KeltisState) -> keltis.GameState:
    assert state.position is not None
    return state.position


# Chance.


def test_the_first_outcomes_are_the_tiles_with_their_probabilities() -> None:
    state = load_keltis().new_initial_state()
    assert state.chance_outcomes() == [
        (0, 9 / 25),
        (1, 9 / 25),
        (2, 2 / 25),
        (3, 3 / 25),
        (4, 0.08),
    ]


@ALL_PLAYERS
def test_the_deal_has_an_outcome_for_every_tile_and_every_card_of_the_hands(players: int) -> None:
    state = deal(load_keltis(players=players), random.Random(1))
    assert len(state.history()) == 25 + 8 * players
    assert state.current_player() == 0


def test_the_hands_have_the_cards_that_were_dealt() -> None:
    game = load_keltis(players=3)
    state = deal(game, random.Random(1))
    cards = tuple(dict.fromkeys(keltis.KELTIS.deck))
    dealt = [cards[action] for action in state.history()[25:]]
    hands = [dealt[start : start + 8] for start in (0, 8, 16)]
    assert [player.hand for player in position_of(state).players] == [
        tuple(sorted(hand)) for hand in hands
    ]


def test_a_draw_has_the_probabilities_of_the_pile_and_the_removed_cards_together() -> None:
    state = drawing(load_keltis(), 5)
    position = position_of(state)
    pool = sorted(position.draw_pile + position.removed)
    cards = tuple(dict.fromkeys(keltis.KELTIS.deck))
    assert state.chance_outcomes() == [
        (number, pool.count(card) / len(pool)) for number, card in enumerate(cards) if card in pool
    ]


def test_the_card_that_chance_chooses_goes_to_the_hand_of_the_player_who_draws() -> None:
    state = drawing(load_keltis(), 6)
    seat = position_of(state).to_move
    number, _ = state.chance_outcomes()[-1]
    card = tuple(dict.fromkeys(keltis.KELTIS.deck))[number]
    before = position_of(state).players[seat].hand.count(card)
    state.apply_action(number)
    assert position_of(state).players[seat].hand.count(card) == before + 1


@pytest.mark.parametrize("action", [-2, 5])
def test_a_number_that_no_tile_has_is_refused(action: int) -> None:
    with pytest.raises(keltis.InvalidArgument, match="the number of a tile must be"):
        load_keltis().new_initial_state().apply_action(action)


def test_a_card_that_cannot_be_drawn_is_refused() -> None:
    state = drawing(load_keltis(), 7)
    (gone, *_) = set(range(55)) - {action for action, _ in state.chance_outcomes()}
    with pytest.raises(keltis.InvalidArgument, match="cannot be on top of the pile"):
        state.apply_action(gone)
    with pytest.raises(keltis.InvalidArgument, match="the number of a card must be"):
        state.apply_action(55)


# Decisions.


@ALL_PLAYERS
def test_decisions_are_those_of_the_player_to_move_in_ascending_order(players: int) -> None:
    rng = random.Random(players)
    state = deal(load_keltis(players=players), rng)
    for _ in range(100):
        if not state.is_chance_node():
            position = position_of(state)
            assert state.current_player() == position.to_move
            assert state.legal_actions() == list(keltis.legal_action_ids(position))
            assert state.legal_actions() == sorted(state.legal_actions())
            assert state.legal_actions((position.to_move + 1) % players) == []
        play(state, rng, 1)


@pytest.mark.parametrize("move", [keltis.Draw(None), keltis.Decline()])
def test_an_illegal_move_is_refused_and_changes_nothing(move: keltis.Move) -> None:
    state = deal(load_keltis(), random.Random(1))
    before = str(state)
    with pytest.raises(keltis.IllegalMove):
        state.apply_action(keltis.action_id(move))
    assert str(state) == before


def test_there_are_no_decisions_during_the_deal() -> None:
    assert load_keltis().new_initial_state()._legal_actions(0) == []


def test_actions_are_written_as_tiles_cards_and_moves() -> None:
    state = load_keltis().new_initial_state()
    assert state.action_to_string(1) == "tile CLOVER"
    play(state, random.Random(1), 25)
    assert state.action_to_string(7) == "card R7"
    play(state, random.Random(1), 16)
    assert state.action_to_string(state.current_player(), DRAW_PILE) == "draw pile"
    assert drawing(load_keltis(), 1).action_to_string(54) == "card B10"


# The end.


def finished(**parameters: object) -> KeltisState:
    return play(played(load_keltis(**parameters), 1), random.Random(1), 10_000)


@ALL_PLAYERS
@pytest.mark.parametrize(
    ("returns", "expected"),
    [("win_shares", keltis.win_shares), ("score_margins", keltis.score_margins)],
)
def test_the_returns_are_those_of_the_outcome(
    players: int, returns: str, expected: Callable[[keltis.Outcome], tuple[float, ...]]
) -> None:
    game = load_keltis(players=players, returns=returns)
    state = play(played(game, 1), random.Random(1), 10_000)
    end = keltis.outcome(position_of(state))
    assert end is not None
    assert state.returns() == list(expected(end)) == state.rewards()
    assert min(state.returns()) >= game.min_utility()
    assert max(state.returns()) <= game.max_utility()


def test_the_bounds_of_margins_are_those_of_one_player_against_all_others() -> None:
    low, high = keltis.score_bounds(keltis.KELTIS)
    game = load_keltis(players=4, returns="score_margins")
    assert game.max_utility() == -game.min_utility() == (high - low) * 3 / 4


def test_a_finished_game_has_no_player_and_no_decision() -> None:
    state = finished()
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []


@KINDS_OF_STATES
def test_the_returns_are_zero_before_the_end(make: Callable[[object], KeltisState]) -> None:
    state = make(load_keltis(players=3, max_game_length=80))
    assert state.returns() == [0.0] * 3


def test_a_game_ends_after_the_longest_length() -> None:
    state = deal(load_keltis(max_game_length=9), random.Random(1))
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        play(state, random.Random(decisions), 1)
    assert decisions == 9
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_a_draw_that_is_the_last_decision_gets_its_card() -> None:
    state = deal(load_keltis(max_game_length=2), random.Random(1))
    state.apply_action(next(a for a in state.legal_actions() if a % 4 == 1))  # a discard
    state.apply_action(DRAW_PILE)
    assert not state.is_terminal()
    state.apply_action(state.chance_outcomes()[0][0])
    assert state.is_terminal()


@ALL_PLAYERS
def test_no_history_is_longer_than_the_game_announces(players: int) -> None:
    game = load_keltis(players=players)
    dealt = position_of(deal(game, random.Random(1)))
    assert game.max_chance_nodes_in_history() == 25 + 8 * players + len(dealt.draw_pile)
    assert game.max_history_length() == 2000 + game.max_chance_nodes_in_history()


# Parameters.


def test_a_preset_can_be_named_in_the_text_of_a_game() -> None:
    game = pyspiel.load_game("python_keltis(rules=REFERENCE_MANUAL,players=3)")
    assert position_of(deal(game, random.Random(1))).rules == keltis.REFERENCE_MANUAL


OWN_RULES = "KELTIS values=1,2,3,4,5,6,7,8,9,10,11,12 hand_size=6 cards_removed=2:30,3:0,4:0"


@pytest.mark.parametrize("text", [OWN_RULES, OWN_RULES.replace("=", ":").replace(",", ";")])
def test_own_rules_are_read_in_both_notations(text: str) -> None:
    game = load_keltis(rules=text)
    assert position_of(deal(game, random.Random(1))).rules == parse_rules(OWN_RULES)
    assert game.num_distinct_actions() == 22 + 20 * 13


def test_the_text_of_a_game_with_own_rules_loads_the_same_game() -> None:
    game = load_keltis(rules=OWN_RULES, players=3, returns="score_margins", max_game_length=77)
    again = pyspiel.load_game(str(game))
    assert again.get_parameters() == game.get_parameters()
    assert again.options == game.options


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("players", 5, "players"),
        ("players", True, "players must be a whole number"),
        ("rules", "CHESS", "expected a rule set"),
        ("rules", 7, "rules must be a text, not 7"),
        ("returns", "points", "returns must be win_shares or score_margins, not 'points'"),
        ("returns", 1, "returns must be win_shares or score_margins, not 1"),
        ("max_game_length", 0, "max_game_length must be a whole number from 1 to 10000"),
    ],
)
def test_a_wrong_parameter_is_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(keltis.KeltisError, match=message):
        KeltisGame({name: value})


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(
        keltis.InvalidArgument, match=r"unknown parameters \['seats'\] \(known: pla"
    ):
        KeltisGame({"seats": 3})


def test_a_game_without_parameters_has_the_defaults() -> None:
    assert KeltisGame().get_parameters() == load_keltis().get_parameters()


# Copies.


@KINDS_OF_STATES
def test_a_copy_goes_its_own_way(make: Callable[[object], KeltisState]) -> None:
    state = make(load_keltis())
    before, history = str(state), state.history()
    play(state.clone(), random.Random(1), 5)
    assert (str(state), state.history()) == (before, history)
    assert str(state.clone()) == before


@KINDS_OF_STATES
@pytest.mark.parametrize("rules", ["KELTIS", OWN_RULES])
def test_a_state_survives_serialisation(make: Callable[[object], KeltisState], rules: str) -> None:
    game = load_keltis(rules=rules, max_game_length=80)
    state = make(game)
    text = pyspiel.serialize_game_and_state(game, state)
    for again in (pyspiel.deserialize_game_and_state(text)[1], pickle.loads(pickle.dumps(state))):  # noqa: S301 - ours
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert again.information_state_string(1) == state.information_state_string(1)
        rest = [play(each, random.Random(1), 50) for each in (state.clone(), again)]
        assert str(rest[0]) == str(rest[1])


def test_a_state_is_as_its_history_makes_it() -> None:
    state = finished(players=3)
    again = load_keltis(players=3).new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)


def test_the_text_of_a_state_has_all_hands() -> None:
    state = played(load_keltis(), 1)
    lines = str(state).splitlines()
    for seat, player in enumerate(position_of(state).players):
        assert lines[seat - 2] == f"cards {seat}: {' '.join(map(str, player.hand))}"


# Records.


@ALL_PLAYERS
def test_the_record_has_all_moves_and_leads_to_the_position(players: int) -> None:
    state = finished(players=players)
    record = state.record()
    position = position_of(state)
    assert record.outcome == keltis.outcome(position)
    assert record.final == position
    decisions = [action for player, action in full_history(state) if player >= 0]
    assert [keltis.action_id(move) for move in record.moves] == decisions


def full_history(state: KeltisState) -> list[tuple[int, int]]:
    return [(item.player, item.action) for item in state.full_history()]


def test_there_is_no_record_during_the_deal() -> None:
    state = load_keltis().new_initial_state()
    assert state.position is None
    with pytest.raises(keltis.InvalidArgument, match="the deal is not complete"):
        state.record()


# The extra.


def test_a_missing_openspiel_is_reported_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("keltis.adapters.openspiel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r'pip install "keltis\[openspiel\]"'):
        importlib.import_module("keltis.adapters.openspiel")
