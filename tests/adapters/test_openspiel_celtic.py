"""CELTIC! as a game of OpenSpiel."""

import pickle
import random

import pytest

import keltis
from adapters.spiel import CELTIC_RULES, load_celtic, played_celtic, pyspiel
from keltis import celtic
from keltis.adapters.openspiel import CelticGame, Observer
from keltis.celtic.learning import encode, layout
from keltis.celtic.notation import format_state, parse_rules


def observer_of(
    *, public: bool = True, recall: bool = False
) -> Observer[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]:
    kind = pyspiel.IIGObservationType(
        public_info=public,
        perfect_recall=recall,
        private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER,
    )
    return load_celtic().make_py_observer(kind)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_goes_as_the_rules_say(seed: int) -> None:
    game, rng = load_celtic(), random.Random(seed)
    state, position = game.new_initial_state(), celtic.new_game()
    while (end := celtic.outcome(position)) is None:
        assert state.position == position
        assert state.current_player() == position.to_move
        assert state.legal_actions() == list(celtic.legal_action_ids(position))
        action = rng.choice(state.legal_actions())
        assert state.action_to_string(action) == str(celtic.move_of(action))
        state.apply_action(action)
        position = celtic.apply_move(position, celtic.move_of(action))
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.record().outcome == end
    assert state.record().final == state.position
    assert len(state.history()) <= game.max_game_length()


def returns_of(winner: celtic.Player | None) -> list[float]:
    """The returns of a game with this winner."""
    for seed in range(1000):
        state = played_celtic(seed, 100)
        end = state.record().outcome
        if end is not None and end.winner is winner:
            return [float(value) for value in state.returns()]
    raise AssertionError(winner)


def test_the_winner_gets_what_the_other_player_loses() -> None:
    assert returns_of(celtic.Owner.ORANGE) == [1.0, -1.0]
    assert returns_of(celtic.Owner.BLUE) == [-1.0, 1.0]
    assert returns_of(None) == [0.0, 0.0]


def test_the_returns_are_zero_before_the_end() -> None:
    assert played_celtic(1, 5).returns() == [0.0, 0.0]


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    state = load_celtic().new_initial_state()
    with pytest.raises(celtic.IllegalMove, match="may not pass"):
        state.apply_action(celtic.action_id(celtic.Pass()))
    assert state.position == celtic.new_game()


@pytest.mark.parametrize("text", [CELTIC_RULES, CELTIC_RULES.replace("=", ":").replace(",", ";")])
def test_own_rules_are_read_in_both_notations(text: str) -> None:
    game = load_celtic(rules=text)
    assert game.rules == parse_rules(CELTIC_RULES)
    assert pyspiel.load_game(str(game)).rules == game.rules


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(keltis.InvalidArgument, match=r"unknown parameters \['players'\]"):
        CelticGame({"players": 2})


@pytest.mark.parametrize("moves", [0, 7, 100])
def test_a_state_survives_copies_and_serialisation(moves: int) -> None:
    game = load_celtic(rules=CELTIC_RULES)
    state = played_celtic(1, moves, rules=CELTIC_RULES)
    text = pyspiel.serialize_game_and_state(game, state)
    copies = [
        state.clone(),
        pyspiel.deserialize_game_and_state(text)[1],
        pickle.loads(pickle.dumps(state)),  # noqa: S301 - ours
    ]
    for copy in copies:
        assert copy.position == state.position
        assert copy.record() == state.record()
        assert copy.history() == state.history()


@pytest.mark.parametrize("player", [0, 1])
def test_the_tensor_has_the_bytes_of_the_encoded_position(player: int) -> None:
    state = played_celtic(2, 6)
    code = encode(state.position, celtic.Owner.BLUE if player else celtic.Owner.ORANGE)
    assert state.observation_tensor(player) == list(code)


def test_the_tensor_has_the_fields_of_the_layout_by_name() -> None:
    observer = observer_of()
    fields = layout(celtic.CELTIC)
    assert {name: field.shape for name, field in observer.dict.items()} == fields.shapes


def test_the_texts_are_the_position_and_the_moves() -> None:
    state = played_celtic(2, 6)
    assert state.observation_string(1) == format_state(state.position) == str(state)
    moves = "\n".join(map(str, state.record().moves))
    assert state.information_state_string(1) == moves


def test_a_history_has_no_tensor() -> None:
    assert observer_of(recall=True).tensor is None


def test_without_public_information_there_is_nothing_to_see() -> None:
    observer = observer_of(public=False)
    state = played_celtic(2, 6)
    observer.set_from(state, 0)
    assert observer.dict == {}
    assert observer.string_from(state, 0) == ""


def test_a_state_is_resampled_as_a_copy_because_nothing_is_hidden() -> None:
    state = played_celtic(1, 8)
    other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert other.history() == state.history()
