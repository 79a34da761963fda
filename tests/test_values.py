"""The vocabulary: colours, cards, tiles, figures, moves."""

import copy
import itertools
import operator
import pickle
import random
import re

import attrs
import pytest
from hypothesis import given

from keltis import (
    Advance,
    Card,
    Colour,
    Decline,
    Direction,
    Discard,
    Draw,
    EndReason,
    Figure,
    GameState,
    Illegality,
    IllegalMove,
    InvalidArgument,
    InvalidRules,
    InvalidState,
    KeltisError,
    Lay,
    Move,
    NotationError,
    Phase,
    Tile,
    apply_move,
    illegality,
    legal_moves,
    new_game,
)
from keltis.cards import ALL_CARDS, sort_cards
from keltis.record import RecordError
from keltis.testing import cards, moves

R7 = Card.parse("R7")


def test_colours_are_in_order_and_are_indices() -> None:
    assert [colour.letter for colour in Colour] == ["R", "Y", "P", "G", "B"]
    assert "abcde"[Colour.GREEN] == "d"
    assert (str(Colour.PINK), repr(Colour.PINK)) == ("pink", "Colour.PINK")


@pytest.mark.parametrize("text", ["", "r", "X", "RED", None, 0])
def test_only_their_letters_are_parsed(text: str) -> None:
    with pytest.raises(NotationError, match="expected a colour's letter"):
        Colour.parse(text)


@given(cards())
def test_a_card_is_written_and_read_back(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card(card.colour, card.value) is card
    assert repr(card) == f"<{card}>"


@pytest.mark.parametrize(
    "text",
    ["", "R", "7", "R07", "R7 ", " R7", "r7", "R-1", "R21", "RR7", "X3", "R٣", None, 7],
)
def test_anything_else_is_not_a_card(text: str) -> None:
    with pytest.raises(NotationError, match="expected a card like R7 or B10"):
        Card.parse(text)


def test_cards_are_ordered_by_colour_then_value() -> None:
    shuffled = list(ALL_CARDS)
    random.Random(1).shuffle(shuffled)
    assert sorted(shuffled) == list(ALL_CARDS) == list(sort_cards(shuffled))
    for low, high in itertools.pairwise(ALL_CARDS):
        assert [low < high, low <= high, low > high, low >= high] == [True, True, False, False]
        assert [high < low, high <= low, high > low, high >= low] == [False, False, True, True]
        same = Card(low.colour, low.value)
        assert [low < same, low <= same, low > same, low >= same] == [False, True, False, True]
        assert (low.colour, low.value) < (high.colour, high.value)


def test_a_card_is_not_a_number() -> None:
    assert R7.index != R7  # type: ignore[comparison-overlap] # the point of the test
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError):
            compare(R7, 7)


@pytest.mark.parametrize("value", [-1, 21, 1.0, "1", None, True])
def test_a_card_has_a_value_from_0_to_20(value: int) -> None:
    with pytest.raises(InvalidArgument, match="a card's value must be a whole number from 0 to 20"):
        Card(Colour.RED, value)


@pytest.mark.parametrize("colour", [0, "R", None])
def test_a_card_has_a_colour(colour: Colour) -> None:
    with pytest.raises(InvalidArgument, match="a card's colour must be a Colour"):
        Card(colour, 7)


def test_equal_cards_are_one_object_however_they_come() -> None:
    assert copy.copy(R7) is copy.deepcopy(R7) is pickle.loads(pickle.dumps(R7)) is R7  # noqa: S301 - our own bytes
    assert hash(R7) == hash(Card(Colour.RED, 7))


def test_another_card_can_be_made_from_a_card() -> None:
    assert attrs.evolve(R7, value=8) is Card(Colour.RED, 8)
    assert attrs.evolve(R7) is R7


def test_cards_are_frozen() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        R7.value = 8  # type: ignore[misc] # the point of the test


def test_number_tiles_have_points() -> None:
    assert {tile: tile.points for tile in Tile if tile.points} == {
        Tile.ONE: 1,
        Tile.TWO: 2,
        Tile.THREE: 3,
    }
    assert Tile("clover") is Tile.CLOVER


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Discard(R7), "discard R7"),
        (Lay(R7), "lay R7"),
        (Lay(R7, Figure.LARGE), "lay R7 large"),
        (Advance(Colour.PINK), "advance P"),
        (Advance(Colour.PINK, Figure.SMALL), "advance P small"),
        (Decline(), "decline"),
        (Draw(None), "draw pile"),
        (Draw(Colour.BLUE), "draw B"),
    ],
)
def test_moves_have_a_notation(move: Move, text: str) -> None:
    assert str(move) == text


@given(moves())
def test_moves_are_values(move: Move) -> None:
    again = pickle.loads(pickle.dumps(move))  # noqa: S301 - our own bytes
    assert again == move
    assert hash(again) == hash(move)
    assert copy.copy(move) is copy.deepcopy(move) is move


@pytest.mark.parametrize(
    ("from_text", "move"),
    [
        (Discard("R7"), Discard(R7)),
        (Lay("R7"), Lay(R7)),
        (Lay("R7", "large"), Lay(R7, Figure.LARGE)),
        (Advance("P"), Advance(Colour.PINK)),
        (Advance("P", "small"), Advance(Colour.PINK, Figure.SMALL)),
        (Draw("R"), Draw(Colour.RED)),
        (Draw("pile"), Draw(None)),
        (Draw(), Draw(None)),
    ],
)
def test_a_move_can_be_made_from_texts(from_text: Move, move: Move) -> None:
    assert from_text == move
    assert pickle.loads(pickle.dumps(from_text)) == move  # noqa: S301 - our own


@pytest.mark.parametrize(
    ("make", "arguments", "message"),
    [
        (Discard, ("7R",), "expected a card like R7 or B10, not '7R'"),
        (Lay, ("R7", "big"), "expected small or large, not 'big'"),
        (Advance, ("X",), "expected a colour's letter (R, Y, P, G or B), not 'X'"),
        (Draw, ("deck",), "expected a colour's letter (R, Y, P, G or B), not 'deck'"),
    ],
)
def test_a_move_from_another_text_is_refused(
    make: type, arguments: tuple[str, ...], message: str
) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        make(*arguments)


@pytest.mark.parametrize(
    ("make", "arguments"),
    [
        (Discard, (None,)),
        (Lay, (7,)),
        (Lay, (R7, 1)),
        (Advance, (0,)),
        (Advance, (Colour.RED, 1)),
        (Draw, (0,)),
        (Draw, (False,)),
    ],
)
def test_a_move_of_wrong_parts_cannot_be_made(make: type, arguments: tuple[object, ...]) -> None:
    with pytest.raises(InvalidArgument, match=f"^{make.__name__} takes a"):
        make(*arguments)


@pytest.mark.parametrize("move", ["discard R7", None, 3, Discard, R7, ()])
def test_what_is_not_a_move_is_refused(move: Move) -> None:
    state = new_game(2, seed=1)
    assert illegality(state, move) is Illegality.NOT_A_MOVE
    with pytest.raises(
        IllegalMove, match="this is not a move: use Discard, Lay, Advance, Decline or Draw"
    ):
        apply_move(state, move)


def test_an_illegal_move_carries_what_it_needs_and_tells_no_secret() -> None:
    state = new_game(2, seed=1)
    with pytest.raises(IllegalMove) as caught:
        apply_move(state, Draw(None))
    error = caught.value
    assert (error.reason, error.move) == (Illegality.PLAY_DUE, Draw(None))
    assert error.state is state
    assert str(error) == "draw pile: a card must be played first: Discard or Lay"
    assert repr(error) == "IllegalMove('draw pile: a card must be played first: Discard or Lay')"
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (again.reason, again.move, again.state) == (error.reason, error.move, error.state)


@pytest.mark.parametrize(
    "error", [IllegalMove, InvalidArgument, InvalidRules, InvalidState, NotationError, RecordError]
)
def test_every_error_is_one_of_ours_and_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, KeltisError)
    assert issubclass(error, ValueError)


def test_states_are_frozen_and_have_no_room_for_more() -> None:
    state = new_game(2, seed=1)
    after = apply_move(state, legal_moves(state)[0])
    for value in (state, after, after.players[0], legal_moves(state)[0]):
        for name in ("phase", "hand", "card", "anything"):
            with pytest.raises(AttributeError):
                setattr(value, name, Phase.OVER)
        with pytest.raises(AttributeError):
            del value.phase  # type: ignore[union-attr] # the point of the test
        assert not hasattr(value, "__dict__")
    assert type(after) is GameState


def test_members_say_their_names() -> None:
    assert repr([Figure.LARGE, Phase.PLAY, Tile.ONE, Illegality.GAME_OVER]) == (
        "[Figure.LARGE, Phase.PLAY, Tile.ONE, Illegality.GAME_OVER]"
    )
    assert repr([Direction.FREE, EndReason.FIFTH_FIGURE]) == (
        "[Direction.FREE, EndReason.FIFTH_FIGURE]"
    )
    assert str(Illegality.GAME_OVER) == "the game is over"
