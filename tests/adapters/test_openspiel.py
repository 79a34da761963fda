"""The games in OpenSpiel: actions, the end, parameters, copies and records.

`openspiel_lockstep` compares positions, decisions, chance, tensors and returns with the engines.
"""

import pickle
import random
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import pytest

import keltis

pytest.importorskip("pyspiel", reason='OpenSpiel is missing: pip install ".[openspiel]"')

from adapters import spiel
from adapters.openspiel_lockstep import KINDS, Kind, main
from adapters.spiel import DRAW_PILE, deal, drawing, load_celtic, load_keltis, play, played, pyspiel
from keltis import celtic
from keltis.adapters.openspiel import CelticGame, CelticState, KeltisGame, KeltisState
from keltis.celtic.notation import parse_rules as parse_celtic_rules
from keltis.notation import parse_rules
from profiles import by_profile

AnyGame: TypeAlias = KeltisGame | CelticGame
AnyState: TypeAlias = KeltisState | CelticState

OWN_RULES = "KELTIS values=1,2,3,4,5,6,7,8,9,10,11,12 hand_size=6 cards_removed=2:30,3:0,4:0"
KELTIS_STATES: dict[str, Callable[[KeltisGame], KeltisState]] = {
    "first tile": lambda game: game.new_initial_state(),
    "first hand": lambda game: play(game.new_initial_state(), random.Random(1), 30),
    "decision": lambda game: played(game, 2),
    "draw": lambda game: drawing(game, 3),
    "end": lambda game: play(played(game, 4), random.Random(4), 10_000),
}
every_state = pytest.mark.parametrize("kind", [*KELTIS_STATES, 0, 7, 100])
"""Kinds of states of Keltis, and numbers of moves in CELTIC!."""


def make_state(kind: str | int) -> AnyState:
    if isinstance(kind, str):
        return KELTIS_STATES[kind](load_keltis(rules=OWN_RULES, max_game_length=80))
    return play(load_celtic(rules=spiel.CELTIC_RULES).new_initial_state(), random.Random(1), kind)


def position_of(state: KeltisState) -> keltis.GameState:
    assert state.position is not None
    return state.position


# Actions.


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


@pytest.mark.parametrize(
    ("make", "action", "error"),
    [
        (KELTIS_STATES["decision"], DRAW_PILE, keltis.IllegalMove),
        (KELTIS_STATES["decision"], keltis.action_id(keltis.Decline()), keltis.IllegalMove),
        (lambda _: load_celtic().new_initial_state(), 0, celtic.IllegalMove),
    ],
    ids=["draw", "decline", "pass"],
)
def test_an_illegal_move_is_refused_and_changes_nothing(
    make: Callable[[KeltisGame], AnyState], action: int, error: type[Exception]
) -> None:
    state = make(load_keltis())
    before = str(state)
    with pytest.raises(error):
        state.apply_action(action)
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
    tiles = load_celtic().new_initial_state()
    move = celtic.legal_moves(tiles.position)[0]
    assert tiles.action_to_string(celtic.action_id(move)) == str(move)


# The end.


@pytest.mark.parametrize("make", [*KELTIS_STATES.values()], ids=KELTIS_STATES)
def test_the_returns_are_zero_before_the_end(make: Callable[[KeltisGame], KeltisState]) -> None:
    state = make(load_keltis(players=3, max_game_length=80))
    assert state.returns() == [0.0] * 3


def test_the_bounds_of_margins_are_those_of_one_player_against_all_others() -> None:
    low, high = keltis.score_bounds(keltis.KELTIS)
    game = load_keltis(players=4, returns="score_margins")
    assert game.max_utility() == -game.min_utility() == (high - low) * 3 / 4


@pytest.mark.parametrize("load", [load_keltis, load_celtic])
def test_a_finished_game_has_no_player_and_no_decision(load: Callable[[], AnyGame]) -> None:
    state = play(load().new_initial_state(), random.Random(1), 10_000)
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []


def test_a_game_ends_after_the_longest_length() -> None:
    state = deal(load_keltis(max_game_length=9), random.Random(1))
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        play(state, random.Random(decisions), 1)
    assert decisions == 9


def test_a_draw_that_is_the_last_decision_gets_its_card() -> None:
    state = deal(load_keltis(max_game_length=2), random.Random(1))
    state.apply_action(next(a for a in state.legal_actions() if a % 4 == 1))  # a discard
    state.apply_action(DRAW_PILE)
    assert not state.is_terminal()
    state.apply_action(state.chance_outcomes()[0][0])
    assert state.is_terminal()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_history_is_longer_than_the_game_announces(players: int) -> None:
    game = load_keltis(players=players)
    dealt = position_of(deal(game, random.Random(1)))
    assert game.max_chance_nodes_in_history() == 25 + 8 * players + len(dealt.draw_pile)
    assert game.max_history_length() == 2000 + game.max_chance_nodes_in_history()


# Parameters.


def test_a_preset_can_be_named_in_the_text_of_a_game() -> None:
    game = pyspiel.load_game("python_keltis(rules=REFERENCE_MANUAL,players=3)")
    assert position_of(deal(game, random.Random(1))).rules == keltis.REFERENCE_MANUAL


@pytest.mark.parametrize("with_other_signs", [False, True])
@pytest.mark.parametrize(
    ("load", "text", "rules"),
    [
        (
            partial(load_keltis, players=3, returns="score_margins", max_game_length=77),
            OWN_RULES,
            parse_rules(OWN_RULES),
        ),
        (load_celtic, spiel.CELTIC_RULES, parse_celtic_rules(spiel.CELTIC_RULES)),
    ],
    ids=["Keltis", "CELTIC!"],
)
def test_own_rules_are_read_in_both_notations_and_from_the_text_of_a_game(
    load: Callable[..., AnyGame], text: str, rules: object, with_other_signs: bool
) -> None:
    game = load(rules=text.replace("=", ":").replace(",", ";") if with_other_signs else text)
    again = pyspiel.load_game(str(game))
    assert again.rules == game.rules == rules
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
        ("seats", 3, r"unknown parameters \['seats'\] \(known: pla"),
    ],
)
def test_a_wrong_parameter_is_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(keltis.KeltisError, match=message):
        KeltisGame({name: value})


def test_celtic_takes_no_number_of_players() -> None:
    with pytest.raises(keltis.InvalidArgument, match=r"unknown parameters \['players'\]"):
        CelticGame({"players": 2})


def test_a_game_without_parameters_has_the_defaults() -> None:
    assert KeltisGame().get_parameters() == load_keltis().get_parameters()


# Copies and records.


@every_state
def test_a_copy_goes_its_own_way(kind: str | int) -> None:
    state = make_state(kind)
    before, history = str(state), state.history()
    play(state.clone(), random.Random(1), 5)
    assert (str(state), state.history()) == (before, history)
    assert str(state.clone()) == before


@every_state
def test_a_state_survives_serialisation(kind: str | int) -> None:
    state = make_state(kind)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    for again in (pyspiel.deserialize_game_and_state(text)[1], pickle.loads(pickle.dumps(state))):  # noqa: S301 - ours
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert again.information_state_string(1) == state.information_state_string(1)
        rest = [play(each, random.Random(1), 50) for each in (state.clone(), again)]
        assert str(rest[0]) == str(rest[1])


def test_the_text_of_a_state_has_all_hands() -> None:
    state = played(load_keltis(), 1)
    lines = str(state).splitlines()
    for seat, player in enumerate(position_of(state).players):
        assert lines[seat - 2] == f"cards {seat}: {' '.join(map(str, player.hand))}"


@pytest.mark.parametrize(
    "load", [*(partial(load_keltis, players=players) for players in (2, 3, 4)), load_celtic]
)
def test_the_record_has_all_moves_and_leads_to_the_position(load: Callable[[], AnyGame]) -> None:
    state = play(load().new_initial_state(), random.Random(1), 10_000)
    record, learning = state.record(), load().options.game.learning
    assert record.outcome is not None
    assert record.final == state.position
    decisions = [item.action for item in state.full_history() if item.player >= 0]
    assert [learning.move_of(action) for action in decisions] == list(record.moves)


def test_there_is_no_record_during_the_deal() -> None:
    state = load_keltis().new_initial_state()
    assert state.position is None
    with pytest.raises(keltis.InvalidArgument, match="the deal is not complete"):
        state.record()


# Some of the games that `nox --sessions peers` plays at length.


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
def test_every_state_is_that_of_the_scalar_engine(kind: Kind) -> None:
    for seed in range(by_profile(1, 20)):
        counts = kind.compare(seed)
        assert counts["games"] == 1
        assert counts["states"] == counts["decisions"] + counts["chance nodes"] + 1


def test_the_summary_counts_what_was_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "3", "--only", "CELTIC!, 7 by 4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" games")[0] for line in lines] == ["CELTIC!, 7 by 4: 3", "all: 3"]
    assert "differences: none" in lines[-1]
