"""What the players see in OpenSpiel, and the games that they cannot tell apart."""

import json
import random
from collections.abc import Callable

import numpy as np
import pytest

import keltis
from adapters import spiel
from adapters.spiel import drawing, load_celtic, load_keltis, play, played, played_celtic, pyspiel
from keltis.adapters._spiel import CHANCE, ObservationKind, SpielGame, SpielState
from keltis.adapters.openspiel import KeltisState, Observer
from keltis.celtic.notation import format_state
from keltis.documents import to_document
from keltis.game import M, R, S, V
from keltis.learning import layout
from keltis.notation import format_view
from profiles import by_profile

NONE = pyspiel.PrivateInfoType.NONE
ONE = pyspiel.PrivateInfoType.SINGLE_PLAYER


def kind_of(*, public: bool, private: object, recall: bool = False) -> ObservationKind:
    kind: ObservationKind = pyspiel.IIGObservationType(
        public_info=public, perfect_recall=recall, private_info=private
    )
    return kind


def observer_of(
    *, public: bool, private: object, recall: bool = False
) -> Observer[keltis.GameState, keltis.PlayerView, keltis.Move, keltis.Rules]:
    kind = kind_of(public=public, private=private, recall=recall)
    return load_keltis().make_py_observer(kind)


def position_of(state: KeltisState) -> keltis.GameState:
    assert state.position is not None
    return state.position


# Tensors.


@pytest.mark.parametrize(
    ("game", "state"),
    [
        *((game := load_keltis(players=players), played(game, players)) for players in (2, 3, 4)),
        (load_celtic(), played_celtic(2, 6)),
    ],
)
def test_the_tensor_has_the_fields_of_the_encoded_view_by_name(
    game: SpielGame[S, V, M, R], state: SpielState[S, V, M, R]
) -> None:
    observer, learning = game.make_py_observer(), game.options.game.learning
    fields = learning.layout(game.rules, game.num_players())
    assert {name: field.shape for name, field in observer.dict.items()} == fields.shapes
    assert state.position is not None
    for player in range(game.num_players()):
        code = np.frombuffer(learning.observation(state.position, player), np.uint8)
        assert state.observation_tensor(player) == code.tolist()
        observer.set_from(state, player)
        for name, part in fields.slices.items():
            assert observer.dict[name].ravel().tolist() == code[part].tolist()


def test_the_tensor_is_zero_during_the_deal() -> None:
    game = load_keltis()
    observer = game.make_py_observer()
    observer.set_from(played(game, 1), 0)
    observer.set_from(play(game.new_initial_state(), random.Random(1), 30), 0)
    assert observer.tensor is not None
    assert not observer.tensor.any()


def test_the_tensor_of_a_spectator_lacks_the_hand_and_the_hidden_cards() -> None:
    observer = observer_of(public=True, private=NONE)
    assert layout(keltis.KELTIS, 2).shapes.keys() - observer.dict.keys() == {"hand", "hidden"}
    state = played(load_keltis(), 1)
    other = state.resample_from_infostate(1, random.Random(1).random)
    tensors = []
    for each in (state, other):
        observer.set_from(each, 0)
        assert observer.tensor is not None
        tensors.append(observer.tensor.tolist())
    assert tensors[0] == tensors[1]


def test_the_private_tensor_is_the_hand() -> None:
    observer = observer_of(public=False, private=ONE)
    state = played(load_keltis(), 1)
    observer.set_from(state, 1)
    assert observer.dict.keys() == {"hand"}
    assert observer.dict["hand"].sum() == len(position_of(state).players[1].hand)


@pytest.mark.parametrize(
    ("game", "state", "private"),
    [
        (load_keltis(), played(load_keltis(), 1), NONE),
        (load_celtic(), played_celtic(2, 6), NONE),
        (load_celtic(), played_celtic(2, 6), ONE),
    ],
)
def test_an_observer_without_any_information_has_nothing(
    game: SpielGame[S, V, M, R], state: SpielState[S, V, M, R], private: object
) -> None:
    observer = game.make_py_observer(kind_of(public=False, private=private))
    observer.set_from(state, 0)
    assert observer.dict == {}
    assert observer.string_from(state, 0) == ""


@pytest.mark.parametrize("game", [load_keltis(), load_celtic()])
def test_a_history_has_no_tensor(game: SpielGame[S, V, M, R]) -> None:
    observer = game.make_py_observer(kind_of(public=True, private=ONE, recall=True))
    assert observer.tensor is None
    assert observer.dict == {}


def test_the_private_information_of_all_players_is_refused() -> None:
    with pytest.raises(keltis.InvalidArgument, match="of one player, or of none"):
        observer_of(public=True, private=pyspiel.PrivateInfoType.ALL_PLAYERS)


def test_parameters_of_an_observer_are_refused() -> None:
    with pytest.raises(keltis.InvalidArgument, match="an observer takes no parameters"):
        load_keltis().make_py_observer(None, {"hands": 2})


# Texts.


def test_the_observation_is_the_view_of_the_player() -> None:
    state = played(load_keltis(), 3)
    assert not state.is_chance_node()
    for player in range(2):
        view = keltis.observe(position_of(state), player)
        assert state.observation_string(player) == format_view(view)


def test_the_texts_of_celtic_are_the_position_and_the_moves() -> None:
    state = played_celtic(2, 6)
    assert state.observation_string(1) == format_state(state.position) == str(state)
    moves = "\n".join(map(str, state.record().moves))
    assert state.information_state_string(1) == moves


def test_all_players_see_that_a_card_is_being_drawn() -> None:
    state = drawing(load_keltis(), 3)
    for player in range(2):
        assert state.observation_string(player).endswith("\ndrawing from the pile")
        assert state.information_state_string(player).endswith("\ndrawing from the pile")


def test_the_information_state_has_the_start_and_all_moves() -> None:
    state = played(load_keltis(), 3)
    record = state.record()
    text = state.information_state_string(1)
    start = format_view(keltis.observe(record.start, 1))
    assert text.startswith(start)
    assert [line.split(" = ")[0] for line in text[len(start) + 1 :].splitlines()] == [
        f"{position.to_move}: {move}" for position, move in record
    ]


def test_only_the_player_who_drew_a_card_from_the_pile_knows_it() -> None:
    state = drawing(load_keltis(), 3)
    seat = position_of(state).to_move
    state.apply_action(54)
    assert state.information_state_string(seat).endswith(f"{seat}: draw pile = B10")
    assert state.information_state_string(1 - seat).endswith(f"{seat}: draw pile")


def test_a_player_sees_the_own_cards_during_the_deal() -> None:
    state = play(load_keltis().new_initial_state(), random.Random(1), 25)
    for number in (7, 54):
        state.apply_action(number)
    own, other = state.observation_string(0), state.observation_string(1)
    assert own.endswith("dealt: 2 cards\nhand: R7 B10")
    assert other.endswith("dealt: 2 cards\nhand: -")
    assert state.information_state_string(0) == own
    assert own.startswith("tiles: ")


def test_before_the_first_tile_nothing_is_seen() -> None:
    state = load_keltis().new_initial_state()
    assert state.observation_string(0) == "tiles: -\ndealt: 0 cards\nhand: -"


def test_a_spectator_sees_no_hand() -> None:
    state = played(load_keltis(), 1)
    text = observer_of(public=True, private=NONE).string_from(state, 1)
    assert text == format_view(keltis.observe(position_of(state), None))
    history = observer_of(public=True, private=NONE, recall=True).string_from(state, 1)
    assert " = " not in history
    dealing = play(load_keltis().new_initial_state(), random.Random(1), 30)
    assert "hand" not in observer_of(public=True, private=NONE).string_from(dealing, 0)


def test_the_private_text_is_the_hand() -> None:
    state = played(load_keltis(), 1)
    text = observer_of(public=False, private=ONE).string_from(state, 1)
    assert text == "hand: " + " ".join(map(str, position_of(state).players[1].hand))


def test_the_private_history_is_the_dealt_hand_and_the_cards_drawn() -> None:
    state = spiel.deal(load_keltis(), random.Random(1))
    observer = observer_of(public=False, private=ONE, recall=True)
    hand = " ".join(map(str, position_of(state).players[0].hand))
    assert observer.string_from(state, 0) == f"dealt: {hand}\ndrawn: -"
    state = drawing(load_keltis(), 3)
    seat = position_of(state).to_move
    before = [observer.string_from(state, player) for player in range(2)]
    state.apply_action(54)
    after = [observer.string_from(state, player) for player in range(2)]
    assert after[seat].endswith("B10")
    assert after[1 - seat] == before[1 - seat]


# Structs, and the tensor that there is not.

STRUCTS = pytest.mark.skipif(
    not hasattr(pyspiel.State, "to_observation_struct"), reason="needs OpenSpiel 2"
)


@STRUCTS
@pytest.mark.parametrize("state", [played(load_keltis(), 3), played_celtic(2, 6)])
def test_structs_are_our_documents(state: SpielState[S, V, M, R]) -> None:
    game = state._options.game
    assert state.position is not None
    whole = json.loads(state.to_json())
    assert whole == {"state": to_document(state.position), "text": str(state)}
    for player in range(2):
        seen = json.loads(state.to_observation_struct(player).to_json())
        assert seen["view"] == to_document(game.engine.observe(state.position, player))
        assert seen["text"] == state.observation_string(player)
    for action in state.legal_actions():
        struct = state.action_to_struct(state.current_player(), action)
        assert json.loads(struct.to_json()) == to_document(game.learning.move_of(action))
        assert state.struct_to_actions(struct) == [action]


@STRUCTS
def test_outcomes_of_chance_are_structs_too() -> None:
    state = load_keltis().new_initial_state()
    assert json.loads(state.to_json())["state"] is None
    assert json.loads(state.to_observation_struct(0).to_json())["view"] is None
    struct = state.action_to_struct(CHANCE, 1)
    assert json.loads(struct.to_json()) == {
        "type": "chance",
        "action": 1,
        "text": state.action_to_string(CHANCE, 1),
    }
    state.apply_action_struct(struct)
    assert state.history() == [1]


@pytest.mark.parametrize(
    ("game", "state"),
    [(load_keltis(), played(load_keltis(), 3)), (load_celtic(), played_celtic(2, 6))],
)
def test_an_information_state_says_that_it_has_no_tensor(
    game: SpielGame[S, V, M, R], state: SpielState[S, V, M, R]
) -> None:
    for ask in (
        state.information_state_tensor,
        game.information_state_tensor_shape,
        game.information_state_tensor_size,
    ):
        with pytest.raises(NotImplementedError, match="use observation_tensor"):
            ask()


# Games that a player cannot tell apart.


def seen_by(state: KeltisState, player: int) -> tuple[object, ...]:
    return (
        state.information_state_string(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state._to_observation_struct(player),
        state.current_player(),
        len(state.history()),
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("nodes", [0, 25, 70])
def test_a_resampled_state_looks_the_same_to_the_player(players: int, nodes: int) -> None:
    state = played(load_keltis(players=players), 7, nodes)
    sampler = random.Random(1).random
    for player in range(players):
        for _ in range(by_profile(2, 20)):
            other = state.resample_from_infostate(player, sampler)
            assert seen_by(other, player) == seen_by(state, player)
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()


def test_a_resampled_state_has_other_hidden_cards() -> None:
    state = played(load_keltis(), 7, 50)
    sampler = random.Random(1).random
    hands = {
        position_of(state.resample_from_infostate(0, sampler)).players[1].hand for _ in range(10)
    }
    assert len(hands) == 10


def test_a_resampled_state_keeps_the_order_in_which_the_player_was_dealt() -> None:
    state = played(load_keltis(), 7, 50)
    other = state.resample_from_infostate(0, random.Random(1).random)
    assert other.history()[: 25 + 8] == state.history()[: 25 + 8]
    assert other.history()[25 + 8 : 25 + 16] != state.history()[25 + 8 : 25 + 16]


def test_a_draw_is_resampled_before_its_card_is_known() -> None:
    state = drawing(load_keltis(), 7)
    other = state.resample_from_infostate(0, random.Random(1).random)
    assert other.is_chance_node()
    assert seen_by(other, 0) == seen_by(state, 0)


def test_the_same_numbers_give_the_same_state() -> None:
    state = played(load_keltis(), 7, 50)
    sampled = [state.resample_from_infostate(0, random.Random(1).random) for _ in range(2)]
    assert sampled[0].history() == sampled[1].history()


def test_a_state_of_celtic_is_resampled_as_a_copy_because_nothing_is_hidden() -> None:
    state = played_celtic(1, 8)
    other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert other.history() == state.history()


def test_the_deal_is_not_resampled() -> None:
    state = load_keltis().new_initial_state()
    with pytest.raises(keltis.InvalidArgument, match="the deal is not complete"):
        state.resample_from_infostate(0, random.Random(1).random)


@pytest.mark.parametrize("player", [-1, 2])
def test_a_player_who_is_not_there_cannot_be_resampled_for(player: int) -> None:
    sampler: Callable[[], float] = random.Random(1).random
    with pytest.raises(keltis.InvalidArgument, match="player_id must be a seat from 0 to 1"):
        played(load_keltis(), 7).resample_from_infostate(player, sampler)
