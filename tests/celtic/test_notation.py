"""Moves, rules and positions of CELTIC! as text; `test_games` has that everything reads back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from celtic.games import SMALL, WIDE
from keltis import InvalidArgument, InvalidRules, InvalidState, NotationError
from keltis.celtic import CELTIC, Forfeit, Lay, Move, Owner, Pass, Shape, notation, parse_move
from keltis.celtic._engine.rules import MAX_TILES
from keltis.celtic.notation import format_rules, parse_rules, parse_state
from profiles import by_profile

# Moves


def test_k3_a_move_is_a_cell_an_orientation_and_a_supply() -> None:
    lay = Lay(1, -2, 11, Owner.NEUTRAL)
    assert (lay.cell, lay.shape) == ((1, -2), Shape.TEE)
    assert lay == Lay(1, -2, 11, Owner.NEUTRAL)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Lay(0, -1, 4, Owner.NEUTRAL), "lay 0,-1 S neutral"),
        (Lay(-99, 12, 15, Owner.BLUE), "lay -99,12 NESW blue"),
        (Pass(), "pass"),
        (Forfeit(Lay(0, -1, 4, Owner.BLUE)), "forfeit 0,-1 S blue"),
    ],
)
def test_k12_the_notation_of_moves_and_penalties(move: Move, text: str) -> None:
    assert (str(move), parse_move(text)) == (text, move)


@pytest.mark.parametrize(
    "text",
    [
        *("", "Pass", "pass ", "pass\n", "lay", "put 1,2 N blue", "lay 1,2 N", "lay 1,2 N red"),
        *("lay 1,2 N Blue", "lay 1,2 NN blue", "lay 1,2 WE blue", "lay 1,2 n blue", "lay 1,2"),
        *("lay 1,2  N blue", "lay 1, 2 N blue", "lay +1,2 N blue", "lay 01,2 N blue"),
        *("lay -0,2 N blue", "lay 100,2 N blue", "lay \u0661,2 N blue", "lay 1,2 N blue\n"),
        *("forfeits 1,2 N blue", "forfeit", "forfeit 1,2 N"),
    ],
)
def test_any_other_notation_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(text)


def test_a_text_must_not_be_too_long() -> None:
    for parse in (parse_move, parse_rules, parse_state):
        with pytest.raises(
            NotationError, match=r"^expected at most 1000000 characters, not 1000001$"
        ):
            parse("x" * 1_000_001)


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
    for x, y in ((number, 0), (0, number)):
        with pytest.raises(InvalidArgument, match="must be a whole number from -99 to 99"):
            Lay(x, y, 1, Owner.BLUE)


def test_a_tile_has_an_open_side() -> None:
    with pytest.raises(InvalidArgument, match="1 to 15"):
        Lay(0, 0, 0, Owner.BLUE)


@pytest.mark.parametrize("supply", [0, "blue", None])
def test_a_tile_comes_from_a_supply(supply: Owner) -> None:
    with pytest.raises(InvalidArgument, match="Owner"):
        Lay(0, 0, 1, supply)


# Rules


def test_rules_name_what_differs_from_celtic() -> None:
    small = "CELTIC supplies=2,1,0,1,0/1,2,0,1,0/1,1,1,0,1 width=3 height=3"
    wide = "CELTIC supplies=3,2,2,2,0/1,1,2,3,3/1,0,2,1,0 start=NES width=6 height=4"
    assert [format_rules(rules) for rules in (CELTIC, SMALL, WIDE)] == ["CELTIC", small, wide]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", r"word 1: expected CELTIC, not ''"),
        ("KELTIS", r"word 1: expected CELTIC, not 'KELTIS'"),
        ("CELTIC size=6", r"word 2: expected a field of Rules"),
        ("CELTIC width=6 width=6", r"word 3: expected a field of Rules, each once"),
        ("CELTIC width=-6", r"word 2, width: expected a whole number"),
        ("CELTIC width", r"word 2, width: expected a whole number of at most nine digits, not ''"),
        ("CELTIC start=WN", r"word 2, start: expected open sides like NEW"),
        ("CELTIC supplies=1,2,x", r"word 2, supplies: expected a whole number"),
        ("CELTIC " + " " * notation.MAX_RULES_TEXT, r"word 1: expected rules of at most"),
    ],
)
def test_other_rules_are_refused_with_the_place(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_rules(text)


def test_impossible_rules_are_refused() -> None:
    with pytest.raises(InvalidRules, match="supplies must be a count"):
        parse_rules("CELTIC supplies=1,2,3")


# Positions


def test_the_tiles_of_a_position_may_come_in_any_order_with_comments() -> None:
    tiles = "tile: 1,-1 W blue\ntile: 0,-1 ES orange\n"
    state = parse_state(f"rules: CELTIC # all of them\n\nturn: blue\n{tiles}")
    laid = "lay 0,-1 ES orange, lay 1,-1 W blue, lay 0,0 NESW neutral"
    assert ", ".join(map(str, state.lays)) == laid
    assert state.to_move is Owner.BLUE


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("", r"line 2: expected 'rules: \.\.\.', but the text ends here"),
        ("rules: CELTIC", r"line 2: expected 'turn: \.\.\.', but the text ends here"),
        ("rules: CELTIC|turn: neutral", r"line 2, word 1: expected orange or blue, not 'neutral'"),
        (
            "rules: CELTIC|turn: blue|tile: 0,-1 red",
            r"line 3, word 1: expected a tile like '1,-2 N",
        ),
        (
            "rules: CELTIC|turn: blue|stone: 7",
            r"line 3: expected the end of the text, not 'stone: ",
        ),
        (
            "rules: CELTIC|turn: blue" + "|tile: 0,-1 S blue" * (MAX_TILES + 1),
            r"line 84: expected at most 81 tiles",
        ),
    ],
)
def test_other_positions_are_refused_with_the_place(lines: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_state(lines.replace("|", "\n"))


def test_impossible_positions_are_refused() -> None:
    with pytest.raises(InvalidState, match=r"cut off between 0,-1 and 0,0 \(K6\)"):
        parse_state("rules: CELTIC\nturn: blue\ntile: 0,-1 N blue")
