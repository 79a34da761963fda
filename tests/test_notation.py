"""Moves, cards, rules and positions as text: errors say what was expected where.

`test_games` has that everything reads back, in both games.
"""

import re

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import keltis
from keltis import KELTIS, InvalidState, NotationError, Rules, new_game
from keltis._engine.cards import ALL_CARDS
from keltis._engine.view import observe
from keltis.notation import MAX_TEXT, format_rules_in_full, parse_cards, parse_rules, parse_state
from keltis.testing import states
from leaning import ALL_RULES

START = keltis.notation.format_state(new_game(2, seed=7))
CARD = "expected a card like R7 or B10"
COLOUR = "a colour's letter (R, Y, P, G or B)"
END = "expected the end of the move"
NUMBER = "expected a whole number of at most three digits"
SETS = "expected a rule set (KELTIS, KELTIS_LITERAL, REFERENCE_MANUAL)"
FIELD = "expected a field of Rules, each once, as in hand_size=6"
TILES = "expected tiles (W, C, 1, 2 and 3, or - for none)"
STONES = "expected 9 stones (each W, C, 1, 2, 3 or .)"
ROWS = "expected a row for each of 5 paths, with L for at most one large figure"
OPTION = "expected may-decline, may-waste, barred with a colour's letter, or the end of the line"


def refused(message: str) -> "pytest.RaisesExc[NotationError]":
    """Expect a `NotationError` with exactly this message."""
    return pytest.raises(NotationError, match=f"^{re.escape(message)}$")


def changed(key: str, value: str) -> str:
    """The start, with the line of this key saying something else."""
    return "\n".join(
        f"{key}: {value}" if line.startswith(f"{key}:") else line for line in START.split("\n")
    )


# Moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "word 1: expected discard, lay, advance, decline or draw, not ''"),
        ("Lay R7", "word 1: expected discard, lay, advance, decline or draw, not 'Lay'"),
        ("discard", f"word 2: {CARD}, but the text ends here"),
        ("discard 7R", f"word 2: {CARD}, not '7R'"),
        ("discard  R7", f"word 2: {CARD}, not ''"),
        ("discard R7 small", f"word 3: {END}, not 'small'"),
        ("lay R07", f"word 2: {CARD}, not 'R07'"),
        ("lay R7 tiny", "word 3: expected small, large or the end of the move, not 'tiny'"),
        ("lay R7 small large", f"word 4: {END}, not 'large'"),
        ("advance", f"word 2: expected {COLOUR}, but the text ends here"),
        ("advance X", f"word 2: expected {COLOUR}, not 'X'"),
        ("decline R", f"word 2: {END}, not 'R'"),
        ("draw", f"word 2: expected pile or {COLOUR}, but the text ends here"),
        ("draw R\n", f"word 2: expected pile or {COLOUR}, not 'R\\n'"),
        ("draw pile now", f"word 3: {END}, not 'now'"),
        (f"draw {'x' * 99}", f"word 2: expected pile or {COLOUR}, not '{'x' * 40}...'"),
    ],
)
def test_other_texts_are_no_moves(text: str, message: str) -> None:
    with refused(message):
        keltis.notation.parse_move(text)


def test_text_must_not_be_too_long() -> None:
    for parse in (keltis.notation.parse_move, parse_cards, parse_rules, parse_state):
        with refused(f"expected at most {MAX_TEXT} characters, not {MAX_TEXT + 1}"):
            parse(" " * (MAX_TEXT + 1))


# Cards


@given(st.lists(st.sampled_from(ALL_CARDS), max_size=30))
def test_cards_read_back(cards: list[object]) -> None:
    text = " ".join(map(str, cards)) or "-"
    assert list(parse_cards(text)) == cards
    assert keltis.notation.format_cards(parse_cards(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  ", f"word 1: {CARD}, or - for none, but the text ends here"),
        ("R7 -", f"word 2: {CARD}, not '-'"),
        ("R7,B10", f"word 1: {CARD}, not 'R7,B10'"),
        ("R7 " * 1_001, "word 1001: expected at most 1000 cards"),
        ("R7 " + "R" * 99, f"word 2: {CARD}, not 'RRRRRRRRRR'"),
    ],
)
def test_other_texts_are_no_cards(text: str, message: str) -> None:
    with refused(message):
        parse_cards(text)


# Rules


def test_rules_in_full_have_every_field_and_no_preset() -> None:
    names = [word.partition("=")[0] for word in format_rules_in_full(KELTIS).split()]
    assert names == [field.name for field in attrs.fields(Rules) if field.init]


@pytest.mark.parametrize("rules", ALL_RULES)
def test_rules_in_full_read_back_and_do_not_depend_on_the_version(rules: Rules) -> None:
    for version in (1, 2, keltis.notation.FILE_VERSION):
        assert parse_rules(format_rules_in_full(rules), version=version) == rules


@pytest.mark.parametrize("version", [0, 1_000])
def test_an_unsupported_version_is_refused(version: int) -> None:
    newest = keltis.notation.FILE_VERSION
    message = rf"^unsupported version {version} \(newest supported: {newest}\)$"
    with pytest.raises(keltis.InvalidArgument, match=message):
        parse_rules("KELTIS", version=version)


EVERY_FIELD = Rules(
    values=(0, 1, 5, 6, 7, 8, 9, 20),
    copies=3,
    row_points=(-4, 0, 10),
    goal_row=2,
    tiles=KELTIS.tiles[8:10] + KELTIS.tiles[-7:],
    tile_rows=((1, 2), (1, 2, 3), (), (3,), (1, 2, 3)),
    small_figures=3,
    large_figures=0,
    large_factor=3,
    cards_removed=((1, 30), (2, 0)),
    hand_size=7,
    goal_figures=4,
    wishing_stone_points=(0, -1),
    equal_pair_fixes_flat=True,
    may_take_own_discard=False,
    clover_may_be_declined=False,
    advance_may_enter=True,
    step_may_be_wasted=True,
)
LARGEST = Rules(
    values=tuple(range(21)),
    copies=9,
    row_points=(-999,) * 50,
    goal_row=50,
    tiles=(keltis.Tile.CLOVER,) * 250,
    tile_rows=(tuple(range(1, 51)),) * 5,
    small_figures=5,
    large_factor=9,
    cards_removed=tuple((players, 300) for players in range(1, 7)),
    hand_size=99,
    goal_figures=30,
    wishing_stone_points=(-999,) * 50,
)


@pytest.mark.parametrize("rules", [EVERY_FIELD, LARGEST])
def test_every_field_of_the_rules_reads_back(rules: Rules) -> None:
    for text in (keltis.notation.format_rules(rules), format_rules_in_full(rules)):
        assert parse_rules(text) == rules
    fields = [field for field in attrs.fields(Rules) if field.init]
    assert keltis.notation.format_rules(EVERY_FIELD).count("=") == len(fields)


def test_any_preset_can_be_changed() -> None:
    rules = Rules(hand_size=6, clover_may_be_declined=False, advance_may_enter=True)
    assert parse_rules("KELTIS_LITERAL hand_size=6") == rules


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"word 1: {SETS}, not ''"),
        ("keltis", f"word 1: {SETS}, not 'keltis'"),
        ("KELTIS fun=6", f"word 2: {FIELD}, not 'fun=6'"),
        ("KELTIS deck=R7", f"word 2: {FIELD}, not 'deck=R7'"),
        ("KELTIS copies=2 copies=3", f"word 3: {FIELD}, not 'copies=3'"),
        ("KELTIS copies", f"word 2, copies: {NUMBER}, not ''"),
        ("KELTIS copies=1000", f"word 2, copies: {NUMBER}, not '1000'"),
        ("KELTIS copies=02", f"word 2, copies: {NUMBER}, not '02'"),
        ("KELTIS copies=\u0662", f"word 2, copies: {NUMBER}, not '\u0662'"),
        ("KELTIS values=1,2,", f"word 2, values: {NUMBER}, not ''"),
        ("KELTIS tiles=WX", f"word 2, tiles: {TILES}, not 'WX'"),
        ("KELTIS tiles=", f"word 2, tiles: {TILES}, not ''"),
        ("KELTIS tile_rows=1/x", f"word 2, tile_rows: {NUMBER}, not 'x'"),
        ("KELTIS cards_removed=2-30", f"word 2, cards_removed: {NUMBER}, not '2-30'"),
        ("KELTIS advance_may_enter=1", "word 2, advance_may_enter: expected yes or no, not '1'"),
        ("x" * 3_001, "word 1: expected rules of at most 3000 characters, not 3001"),
    ],
)
def test_other_texts_are_no_rules(text: str, message: str) -> None:
    with refused(message):
        parse_rules(text)


def test_impossible_rules_are_refused_with_all_their_faults() -> None:
    with pytest.raises(keltis.InvalidRules) as caught:
        parse_rules("KELTIS goal_row=12 copies=0 cards_removed=2,3 tile_rows=1")
    assert len(caught.value.faults) == 4


# Positions


def test_comments_spaces_and_the_order_within_a_hand_do_not_matter() -> None:
    text = changed("hand 0", "  B10 B7 B2 B0   P10 P7 Y0 R1 # hello: there")
    assert parse_state(text.replace("\n", "\r\n\n# a comment\n  ")) == new_game(2, seed=7)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("rules: CHESS", f"line 1, word 1: {SETS}, not 'CHESS'"),
        ("turn: ", f"line 2, word 1: {NUMBER}, not ''"),
        ("turn: 0", "line 2, word 2: expected a phase (play, advance, draw, over), not ''"),
        ("turn: 0 play may decline", f"line 2, word 3: {OPTION}, not 'may decline'"),
        ("turn: 0 draw barred X", f"line 2, word 3: {OPTION}, not 'barred X'"),
        ("tiles: .C.3.3.CC", "line 3, word 1: expected the tiles of 5 paths, not of 1"),
        ("tiles:" + " .C.W.C.W" * 5, f"line 3, word 1: {STONES}, not '.C.W.C.W'"),
        ("tiles:" + " .C.W.C.WW" * 4 + " .C.W.C.W4", f"line 3, word 5: {STONES}, not '.C.W.C.W4'"),
        ("pile: R7 r7", f"line 4, word 2: {CARD}, not 'r7'"),
        ("figures 1: 1 2 3 4", f"line 15, word 1: {ROWS}"),
        ("figures 1: 1L 2L 0 0 0", f"line 15, word 1: {ROWS}"),
        (
            "figures 1: 1 -2 0 0 0",
            "line 15, word 2: expected a row, with L for the large figure, as in 4 or 4L, not '-2'",
        ),
        ("points 0: -1", "line 10, word 1: expected a whole number from 0, not -1"),
        ("stones 1: 1e3", f"line 17, word 1: {NUMBER}, not '1e3'"),
    ],
)
def test_a_wrong_line_is_refused_with_its_place(line: str, message: str) -> None:
    key, _, value = line.partition(": ")
    with refused(message):
        parse_state(changed(key, value))


@pytest.mark.parametrize("seat", [-11, -1, 2])
def test_a_seat_that_is_not_there_is_a_fault(seat: int) -> None:
    wasteful = changed("turn", f"{seat} advance").replace("may_be_wasted=no", "may_be_wasted=yes")
    with pytest.raises(InvalidState) as caught:
        parse_state(wasteful)
    assert f"to_move must be a seat from 0 to 1, not {seat}" in caught.value.faults


LINES = START.split("\n")
REMOVED = "removed: R2 R3 R4 R6 R7 R9 R10 R10 Y1 Y2..."


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([*LINES[:4], *LINES[5:]], f"line 5: expected 'discards: ...', not '{REMOVED}'"),
        (LINES[:-1], "line 18: expected 'seen 1: ...', but the text ends here"),
        ([*LINES, "hand 3: R1"], "line 19: expected the end of the text, not 'hand 3: R1'"),
        (["hello"], "line 1: expected 'rules: ...', not 'hello'"),
        ([], "line 2: expected 'rules: ...', but the text ends here"),
    ],
)
def test_lines_must_come_in_order_and_be_complete(lines: list[str], message: str) -> None:
    with refused(message):
        parse_state("\n".join(lines))


def test_an_impossible_position_is_refused_with_all_its_faults() -> None:
    text = changed("points 0", "3").replace("0 play", "0 advance may-decline")
    with pytest.raises(InvalidState) as caught:
        parse_state(text.replace("removed: R2", "removed: R1"))
    faults = "\n".join(caught.value.faults)
    for part in ("than the deck has: R1", "missing: R2", "3 points from tiles", "a step is due"):
        assert part in faults


@given(states(rules=st.sampled_from(ALL_RULES)), st.data())
def test_a_view_is_written_without_hidden_cards(
    state: keltis.GameState, data: st.DataObject
) -> None:
    viewer = data.draw(st.sampled_from([None, *range(len(state.players))]))
    lines = keltis.notation.format_view(observe(state, viewer)).split("\n")
    for line, full in zip(lines, keltis.notation.format_state(state).split("\n"), strict=True):
        key = line.partition(":")[0]
        if key in ("pile", "removed") or (key.startswith("hand") and key != f"hand {viewer}"):
            assert re.fullmatch(r"[a-z]+( \d)?: \d+ cards", line)
        else:
            assert line == full
