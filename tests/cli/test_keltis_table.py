"""The board game on a whole screen."""

import random
import re

import pytest
from hypothesis import given, settings

from keltis import Phase, determinize, observe
from keltis.cli._keltis_table import (
    TABLE_WIDTH,
    draw_hand,
    draw_panel,
    draw_tables,
    letters_of,
)
from keltis.cli._terminal import Viewpoint
from keltis.notation import parse_move
from keltis.state import GameState
from keltis.testing import Seat, position, states
from profiles import by_profile

CODES = re.compile(r"\x1b\[[\d;]*m")


def labels(state: GameState) -> tuple[str, ...]:
    return tuple(f"Player {seat}" for seat in range(len(state.players)))


def tables(state: GameState, move: str | None = None, **view: bool | int) -> list[str]:
    """The tables without their colours."""
    drawn = draw_tables(
        state,
        Viewpoint(labels(state), named=True, **view),  # type: ignore[arg-type]  # as given
        None if move is None else parse_move(move),
    )
    return [CODES.sub("", table) for table in drawn]


@given(states())
@settings(max_examples=by_profile(8, 40), deadline=None)
def test_tables_keep_to_their_width_and_height(state: GameState) -> None:
    drawn = tables(state, reveal=True)
    heights = [len(table.split("\n")) for table in drawn]
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] == 4 + state.rules.path_length + len(state.players)
    assert all(len(line) <= TABLE_WIDTH for line in drawn[-1].split("\n"))


@given(states())
@settings(max_examples=by_profile(8, 40), deadline=None)
def test_tables_show_only_what_the_viewer_may_know(state: GameState) -> None:
    other = determinize(observe(state, 0), random.Random(1))
    view = Viewpoint(labels(state), named=True, seat=0)
    assert draw_tables(state, view, None) == draw_tables(other, view, None)
    assert draw_hand(state, view) == draw_hand(other, view)
    assert draw_panel(state, view.labels) == draw_panel(other, view.labels)


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Ann", "greedy"), ("a", "g")),
        (("greedy", "greedy 2", "greedy 3"), ("g", "r", "e")),
        (("\N{CJK UNIFIED IDEOGRAPH-5B54}", "7"), ("a", "b")),
        (("a" * 2,) * 27, (*"abcdefghijklmnopqrstuvwxyz", "?")),
    ],
)
def test_every_player_has_a_letter(names: tuple[str, ...], letters: tuple[str, ...]) -> None:
    assert letters_of(names) == letters


STATE = position(
    Seat(hand="R8 B2", at="R3 G7", large="G"), Seat(at="R4", seen="B5"), discards="B3 B4"
)


def test_figures_are_letters_and_large_ones_capitals() -> None:
    table = tables(STATE)[-1]
    assert re.search(r"^ goal   7 .* P", table, re.MULTILINE)
    assert re.search(r"^ +4 +1 +\S+ +l", table, re.MULTILINE)


@pytest.mark.parametrize(
    ("move", "line"), [("lay R8", r"^ +4 +1 +>"), ("discard B2", None), ("draw B", None)]
)
def test_the_stone_of_a_lay_is_marked(move: str, line: str | None) -> None:
    text = tables(STATE, move)[-1].partition("start")[0]
    assert bool(re.search(r"\s>", text)) is (line is not None)
    if line is not None:
        assert re.search(line, text, re.MULTILINE)


def test_the_pile_of_a_draw_is_marked() -> None:
    drawing = position(Seat(), Seat(), discards="B3", phase=Phase.DRAW)
    view = Viewpoint(labels(drawing), named=True)
    table = draw_tables(drawing, view, parse_move("draw B"))[-1]
    assert "\x1b[1;7mB3" in table
    assert "\x1b[1;7mB3" not in draw_tables(drawing, view, None)[-1]


def test_hands_are_known_as_far_as_the_viewer_knows_them() -> None:
    roomy = tables(STATE, seat=0)[0]
    assert re.search(r"hand: B5 and \d+ hidden", roomy)
    assert "hidden" not in tables(STATE, reveal=True)[0]
    assert tables(STATE, reveal=True)[1].count("  hand: ") == 2


def test_nobody_is_due_when_the_game_is_over() -> None:
    over = position(Seat(), Seat(), pile_size=0, phase=Phase.OVER)
    assert ">" in tables(STATE)[-1]
    assert ">" not in tables(over)[-1]


def test_a_spectator_has_no_hand() -> None:
    assert draw_hand(STATE, Viewpoint(labels(STATE))) == ""
