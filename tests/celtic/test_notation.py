"""Rules and positions as text."""

import pytest
from hypothesis import given

from celtic.games import SMALL, WIDE, positions, rule_sets
from keltis.celtic import CELTIC, GameState, Lay, Owner, Rules
from keltis.celtic.notation import (
    MAX_RULES_TEXT,
    format_rules,
    format_state,
    format_tile,
    parse_rules,
    parse_state,
    parse_tile,
)
from keltis.celtic.rules import MAX_TILES
from keltis.errors import InvalidRules, InvalidState, NotationError


@given(rules=rule_sets)
def test_rules_are_read_as_they_are_written(rules: Rules) -> None:
    assert parse_rules(format_rules(rules)) == rules


def test_rules_name_what_differs_from_celtic() -> None:
    assert format_rules(CELTIC) == "CELTIC"
    assert format_rules(SMALL) == "CELTIC supplies=2,1,0,1,0/1,2,0,1,0/1,1,1,0,1 width=3 height=3"
    assert (
        format_rules(WIDE)
        == "CELTIC supplies=3,2,2,2,0/1,1,2,3,3/1,0,2,1,0 start=NES width=6 height=4"
    )


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
        ("CELTIC " + " " * MAX_RULES_TEXT, r"word 1: expected rules of at most"),
    ],
)
def test_other_rules_are_refused_with_the_place(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_rules(text)


def test_impossible_rules_are_refused() -> None:
    with pytest.raises(InvalidRules, match="supplies must be a count"):
        parse_rules("CELTIC supplies=1,2,3")


@given(state=positions)
def test_positions_are_read_as_they_are_written(state: GameState) -> None:
    assert parse_state(format_state(state)) == state


def test_the_tiles_of_a_position_may_come_in_any_order_with_comments() -> None:
    state = parse_state(
        "rules: CELTIC # all of them\n\nturn: blue\ntile: 1,-1 W blue\ntile: 0,-1 ES orange\n"
    )
    assert [str(lay) for lay in state.lays] == [
        "lay 0,-1 ES orange",
        "lay 1,-1 W blue",
        "lay 0,0 NESW neutral",
    ]
    assert state.to_move is Owner.BLUE


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", r"line 2: expected 'rules: \.\.\.', but the text ends here"),
        ("rules: CELTIC", r"line 2: expected 'turn: \.\.\.', but the text ends here"),
        ("rules: CELTIC\nturn: neutral", r"line 2, word 1: expected orange or blue, not 'neutral'"),
        (
            "rules: CELTIC\nturn: blue\ntile: 0,-1 red",
            r"line 3, word 1: expected a tile like '1,-2 NEW blue'",
        ),
        (
            "rules: CELTIC\nturn: blue\nstone: 7",
            r"line 3: expected the end of the text, not 'stone: 7'",
        ),
        (
            "rules: CELTIC\nturn: blue" + "\ntile: 0,-1 S blue" * (MAX_TILES + 1),
            r"line 84: expected at most 81 tiles",
        ),
    ],
)
def test_other_positions_are_refused_with_the_place(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_state(text)


def test_impossible_positions_are_refused() -> None:
    with pytest.raises(InvalidState, match=r"cut off between 0,-1 and 0,0 \(K6\)"):
        parse_state("rules: CELTIC\nturn: blue\ntile: 0,-1 N blue")


def test_a_tile_is_written_as_the_move_that_lays_it() -> None:
    lay = Lay(1, -2, 11, Owner.BLUE)
    assert format_tile(lay) == "1,-2 NEW blue"
    assert parse_tile("1,-2 NEW blue") == lay


def test_the_largest_supplies_are_read_as_they_are_written() -> None:
    largest = Rules(supplies=((81,) * 5,) * 3, start=14, width=9, height=9)
    assert parse_rules(format_rules(largest)) == largest
