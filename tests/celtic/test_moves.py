"""Moves and their notation."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from celtic.games import candidates
from keltis.celtic import Forfeit, Lay, Move, Owner, Pass, Shape, parse_move
from keltis.errors import InvalidArgument, NotationError
from profiles import by_profile


def test_k3_a_move_is_a_cell_an_orientation_and_a_supply() -> None:
    lay = Lay(1, -2, 11, Owner.NEUTRAL)
    assert (lay.cell, lay.shape) == ((1, -2), Shape.TEE)
    assert lay == Lay(1, -2, 11, Owner.NEUTRAL)


def test_notation() -> None:
    assert str(Lay(0, -1, 4, Owner.NEUTRAL)) == "lay 0,-1 S neutral"
    assert str(Lay(-3, 12, 15, Owner.BLUE)) == "lay -3,12 NESW blue"
    assert str(Pass()) == "pass"


@given(
    move=candidates
    | st.builds(Lay, st.integers(-99, 99), st.integers(-99, 99), st.just(7), st.just(Owner.ORANGE))
)
def test_every_move_is_read_as_it_is_written(move: Move) -> None:
    assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pass",
        "pass ",
        "pass\n",
        "lay",
        "put 1,2 N blue",
        "lay 1,2 N",
        "lay 1,2 N red",
        "lay 1,2 N Blue",
        "lay 1,2 NN blue",
        "lay 1,2 WE blue",
        "lay 1,2 n blue",
        "lay 1,2  N blue",
        "lay 1, 2 N blue",
        "lay +1,2 N blue",
        "lay 01,2 N blue",
        "lay -0,2 N blue",
        "lay 100,2 N blue",
        "lay \u0661,2 N blue",
        "lay 1,2 N blue\n",
    ],
)
def test_any_other_notation_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(text)


@pytest.mark.parametrize(
    "text", ["x" * 100_000, f"lay 1,2 {'N' * 100_000} blue", f"lay 1,2 N {'b' * 100_000}"]
)
def test_the_message_of_a_long_text_is_short(text: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_move(text)
    assert len(str(error.value)) < 200


@given(move=candidates)
def test_every_recorded_move_is_read_as_it_is_written(move: Move) -> None:
    assert parse_move(str(move)) == move
    if isinstance(move, Lay):
        assert parse_move(str(Forfeit(move))) == Forfeit(move)


def test_k12_the_notation_of_a_penalty() -> None:
    assert str(Forfeit(Lay(0, -1, 4, Owner.BLUE))) == "forfeit 0,-1 S blue"


@pytest.mark.parametrize("text", ["forfeits 1,2 N blue", "forfeit", "forfeit 1,2 N", "lay 1,2"])
def test_k12_any_other_notation_of_a_penalty_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(text)


@given(text=st.text() | st.from_regex(r"lay -?\d+,-?\d+ [NESW]* (orange|blue|neutral)"))
@settings(max_examples=by_profile(20, 300))
def test_what_is_read_is_written_the_same(text: str) -> None:
    try:
        move = parse_move(text)
    except NotationError:
        return
    assert str(move) == text


@pytest.mark.parametrize("number", [-100, 100, True, 1.0, "1", None])
def test_a_cell_is_given_by_two_whole_numbers(number: int) -> None:
    with pytest.raises(InvalidArgument, match="must be a whole number from -99 to 99"):
        Lay(number, 0, 1, Owner.BLUE)
    with pytest.raises(InvalidArgument, match="must be a whole number from -99 to 99"):
        Lay(0, number, 1, Owner.BLUE)


def test_a_tile_has_an_open_side() -> None:
    with pytest.raises(InvalidArgument, match="1 to 15"):
        Lay(0, 0, 0, Owner.BLUE)


@pytest.mark.parametrize("supply", [0, "blue", None])
def test_a_tile_comes_from_a_supply(supply: Owner) -> None:
    with pytest.raises(InvalidArgument, match="Owner"):
        Lay(0, 0, 1, supply)
