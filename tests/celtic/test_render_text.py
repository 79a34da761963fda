"""Pictures for the terminal."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from celtic.games import EASY_ONLY, EXAMPLE, HARD, lays, positions, state_after
from keltis.celtic import (
    Filling,
    GameState,
    Lay,
    Owner,
    Rules,
    apply_move,
    legal_moves,
    new_game,
    parse_move,
)
from keltis.celtic._engine.tiles import EAST, SOUTH
from keltis.celtic.render import board_text
from keltis.celtic.render._text import WIDTH
from keltis.celtic.render._weave import is_joined
from keltis.errors import InvalidArgument
from keltis.render._kit.terminal import text_width

CODES = re.compile(r"\x1b\[[\d;]*m")
FILLINGS = [HARD, EASY_ONLY, Filling.parse("6C/F1"), Filling.parse("123456789/" * 3 + "123456789")]


def test_the_start() -> None:
    assert board_text(new_game()).split("\n")[2:13] == [
        "      -2    -1     0     1     2",
        "                                              ╵ ╰ │ ├ ┼",
        "-2    ·     ·     ·     ·     ·    > O orange 2 2 2 2 2",
        "                                     B blue   2 2 2 2 2",
        "                                     N        1 1 1 1 0",
        "",
        "-1    ·     ·     +     ·     ·      O no knot",
        "                                     B no knot",
        "",
        "                ─╯ ╰─              4 open paths",
        " 0    ·     +     N     +     ·",
    ]


def test_the_end_of_the_example_game() -> None:
    text = board_text(state_after(*lays(EXAMPLE)), names=("Ann", "Bob"))
    assert text.startswith("Bob wins, 9 3 2 to 7 3 2\n")
    for line in (
        "O Ann 0 0 0 0 1",
        "O 7 3 2",
        "B 9 3 2",
        "1  20 tiles  7  9",
        "2  4 tiles   2  2",
        "3  11 tiles  3  3",
    ):
        assert line in text
    assert "open path" not in text
    assert ">" not in text


@given(position=positions)
@settings(max_examples=50, deadline=None)
def test_a_plus_is_where_the_next_tile_can_go(position: GameState) -> None:
    cells = {move.cell for move in legal_moves(position) if isinstance(move, Lay)}
    assert board_text(position).count("+") == len(cells)


def test_k8_no_plus_for_who_must_pass() -> None:
    rules = Rules(supplies=((4, 0, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 1)))
    assert "+" not in board_text(state_after("lay 0,-1 S orange", rules=rules))


def test_k9_no_plus_when_the_game_is_over() -> None:
    stuck = new_game(rules=Rules(supplies=((0,) * 5, (0,) * 5, (0, 0, 0, 0, 1))))
    text = board_text(stuck)
    assert "4 open paths" in text
    assert "+" not in text


def test_knots_are_heavy_and_open_paths_light() -> None:
    assert not set("━┃┏┓┗┛") & set(board_text(new_game()))
    assert not set("─╭╮╯╰") & set(board_text(HARD))


@given(position=positions)
@settings(max_examples=30, deadline=None)
def test_k2_strands_cross_once_between_two_tiles_that_are_joined(position: GameState) -> None:
    design = {lay.cell: lay.mask for lay in position.lays}
    joined = [cell for cell in design for side in (EAST, SOUTH) if is_joined(design, cell, side)]
    assert board_text(position).count("\N{BOX DRAWINGS LIGHT DIAGONAL CROSS}") == len(joined)


@given(position=positions | st.sampled_from(FILLINGS), colour=st.booleans())
@settings(max_examples=50, deadline=None)
def test_at_most_80_columns_and_no_space_at_the_end(
    position: GameState | Filling, colour: bool
) -> None:
    for line in CODES.sub("", board_text(position, colour=colour)).split("\n"):
        assert len(line) <= WIDTH
        assert colour or line == line.rstrip()


@given(state=positions)
@settings(max_examples=30, deadline=None)
def test_colour_adds_codes_and_changes_nothing_else(state: GameState) -> None:
    plain = [line.rstrip() for line in CODES.sub("", board_text(state, colour=True)).split("\n")]
    assert "\n".join(plain) == board_text(state)


def test_the_widest_window_and_long_names_keep_to_80_columns() -> None:
    rules = Rules(width=9, height=9, supplies=((81, 9, 0, 10, 1),) * 3)
    for names in ((), ("Ann " * 20 + "A", "孔" * 50)):
        lines = board_text(new_game(rules=rules), names=names).split("\n")
        assert all(text_width(line) <= WIDTH for line in lines)
        assert [line[-14:] for line in lines[3:7]] == [
            " ╵  ╰  │  ├  ┼",
            *["81  9  0 10  1"] * 2,
            "81  9  0 10  0",
        ]


@given(state=positions)
@settings(max_examples=30, deadline=None)
def test_a_preview_shows_the_tiles_of_the_position_after_the_move(state: GameState) -> None:
    for lay in legal_moves(state):
        if isinstance(lay, Lay):
            shown = board_text(state, preview=lay).split("\n")[2:]
            after = board_text(apply_move(state, lay)).split("\n")[2:]
            columns = 4 + 6 * state.rules.width
            assert _tiles(shown, columns) == _tiles(after, columns)


def _tiles(lines: list[str], columns: int) -> list[str]:
    """The lines of the window with tiles, without the cells at the edges."""
    drawn = [re.sub(r"[·+\d-]", " ", line[4:columns]) for line in lines[1:]]
    left = min((len(line) - len(line.lstrip()) for line in drawn if line.strip()), default=0)
    return [text for line in drawn if (text := line[left:].rstrip())]


def test_a_preview_is_in_reverse_video() -> None:
    lay = parse_move("lay 0,-1 S orange")
    assert isinstance(lay, Lay)
    text = board_text(new_game(), preview=lay, colour=True)
    assert text.count("\x1b[1;7m") == 15
    assert "\x1b[1;7mO" in text


@pytest.mark.parametrize("text", ["lay 0,-1 N orange", "lay 2,2 N orange", "lay 0,-1 S blue"])
def test_only_a_legal_tile_has_a_preview(text: str) -> None:
    lay = parse_move(text)
    assert isinstance(lay, Lay)
    with pytest.raises(InvalidArgument, match="preview must be a legal Lay of this position"):
        board_text(new_game(), preview=lay)


def test_a_filling_has_no_preview() -> None:
    with pytest.raises(InvalidArgument, match="preview must be a legal Lay"):
        board_text(HARD, preview=Lay(0, -1, 4, Owner.ORANGE))


def test_a_filling_that_is_too_wide_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="room for 9 tiles side by side, not for 10"):
        board_text(Filling.parse("F" * 10))
