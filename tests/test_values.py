"""The vocabulary: colours, cards, tiles, figures, moves, errors."""

import copy
import itertools
import operator
import random
import re

import attrs
import pytest
from hypothesis import given

import keltis
from helpers import pickled
from keltis import Advance, Card, Colour, Discard, Draw, Figure, InvalidArgument, Lay, NotationError
from keltis._engine.cards import ALL_CARDS, sort_cards
from keltis.testing import cards

R7 = Card.parse("R7")


def test_a_colour_is_an_index_with_a_name() -> None:
    assert "abcde"[Colour.GREEN] == "d"
    assert (str(Colour.PINK), repr(Colour.PINK)) == ("pink", "Colour.PINK")


@pytest.mark.parametrize("text", ["", "r", "X", "RED", None, 0])
def test_only_the_letters_of_colours_are_parsed(text: str) -> None:
    with pytest.raises(NotationError, match="expected a colour's letter"):
        Colour.parse(text)


@given(cards())
def test_a_card_is_written_and_read_back(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card(card.colour, card.value) is card
    assert repr(card) == f"<{card}>"


@pytest.mark.parametrize(
    "text", ["", "R", "7", "R07", "R7 ", " R7", "r7", "R-1", "R21", "RR7", "X3", "R٣", None, 7]
)
def test_anything_else_is_not_a_card(text: str) -> None:
    with pytest.raises(NotationError, match="expected a card like R7 or B10"):
        Card.parse(text)


def test_cards_are_ordered_by_colour_then_value() -> None:
    shuffled = list(ALL_CARDS)
    random.Random(1).shuffle(shuffled)
    assert sorted(shuffled) == list(ALL_CARDS) == list(sort_cards(shuffled))
    compare = (operator.lt, operator.le, operator.gt, operator.ge)
    for low, high in itertools.pairwise(ALL_CARDS):
        assert (low.colour, low.value) < (high.colour, high.value)
        assert [test(low, high) for test in compare] == [True, True, False, False]
        assert [test(high, low) for test in compare] == [False, False, True, True]
        assert [test(low, low) for test in compare] == [False, True, False, True]


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
    assert copy.copy(R7) is copy.deepcopy(R7) is pickled(R7) is attrs.evolve(R7) is R7
    assert attrs.evolve(R7, value=8) is Card(Colour.RED, 8)
    assert hash(R7) == hash(Card(Colour.RED, 7))


@pytest.mark.parametrize(
    ("text", "move", "from_texts"),
    [
        ("discard R7", Discard(R7), Discard("R7")),
        ("lay R7", Lay(R7), Lay("R7")),
        ("lay R7 large", Lay(R7, Figure.LARGE), Lay("R7", "large")),
        ("advance P", Advance(Colour.PINK), Advance("P")),
        ("advance P small", Advance(Colour.PINK, Figure.SMALL), Advance("P", "small")),
        ("decline", keltis.Decline(), keltis.Decline()),
        ("draw pile", Draw(None), Draw("pile")),
        ("draw pile", Draw(None), Draw()),
        ("draw B", Draw(Colour.BLUE), Draw("B")),
        ("draw B", Draw(Colour.BLUE), Draw("b")),
        ("draw R", Draw(Colour.RED), Draw("red")),
        ("discard R7", Discard(Card.parse("R7")), Discard("r7")),
    ],
)
def test_a_move_has_a_notation_and_can_be_made_from_texts(
    text: str, move: keltis.Move, from_texts: keltis.Move
) -> None:
    assert (str(move), keltis.parse_move(text)) == (text, move)
    assert pickled(from_texts) == from_texts == move


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
    "error",
    [
        keltis.IllegalMove,
        InvalidArgument,
        keltis.InvalidRules,
        keltis.InvalidState,
        NotationError,
        keltis.RecordError,
    ],
)
def test_every_error_is_one_of_ours_and_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, keltis.KeltisError)
    assert issubclass(error, ValueError)


def test_an_error_with_faults_survives_pickling() -> None:
    again = pickled(keltis.InvalidRules(["a", "b"]))
    assert (again.faults, str(again)) == (("a", "b"), "impossible rules, 2 faults:\n- a\n- b")


def test_values_have_no_room_for_more() -> None:
    state = keltis.new_game(2, seed=1)
    after = keltis.apply_move(state, keltis.legal_moves(state)[0])
    assert type(after) is keltis.GameState
    for value in (state, after, after.players[0], keltis.legal_moves(state)[0]):
        assert not hasattr(value, "__dict__")


def test_members_say_their_names() -> None:
    assert repr([Figure.LARGE, keltis.Phase.PLAY]) == "[Figure.LARGE, Phase.PLAY]"


def test_rules_in_a_forged_pickle_are_checked() -> None:
    build, (cls, arguments) = keltis.KELTIS.__reduce__()
    assert isinstance(arguments, dict)
    assert build(cls, arguments) is build(cls, arguments)
    with pytest.raises(keltis.InvalidRules, match="values must be"):
        build(cls, {**arguments, "values": [1, 2]})
