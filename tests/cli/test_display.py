"""Boards, tables and labels on the terminal."""

import io
from pathlib import Path

import attrs
import pytest
from rich.console import Console
from rich.text import Text

from cli.programs import output
from keltis.celtic import new_game as new_celtic_game
from keltis.celtic.record import GameRecord as CelticRecord
from keltis.cli._celtic import CELTIC
from keltis.cli._display import (
    WIDTH,
    draw_frame,
    draw_scoreboard,
    make_console,
    print_board,
    print_listing,
)
from keltis.cli._keltis import KELTIS
from keltis.cli._terminal import Listing, Scoreboard, distinct_names, view_of
from keltis.record import GameRecord, format_record

TILES = CelticRecord(new_celtic_game())


def test_a_board_is_cropped_where_the_terminal_is_narrow(game: GameRecord) -> None:
    console = Console(width=30, file=io.StringIO())
    for boards in (
        KELTIS.boards(game.final, view_of(KELTIS, game)),
        CELTIC.boards(TILES.final, view_of(CELTIC, TILES)),
    ):
        assert len(console.render_lines(draw_frame(boards, [], 99))) <= 27


def test_long_names_are_clipped(
    game: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    named = attrs.evolve(game, names=("A" * 100, "B" * 100))
    path.write_text(format_record(named), encoding="utf-8")
    assert " A AAAA" in output(capsys, "show", path)


def test_a_name_that_comes_again_gets_a_number() -> None:
    assert distinct_names(("a", "b", "a", "a 2", "a")) == ("a", "b", "a 2", "a 2 2", "a 3")
    first, second = distinct_names(("A" * 100, "A" * 100))
    assert second == "A" * 95 + "~ 2"
    assert len(second) <= len(first)


def test_the_console_is_never_wider_than_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert make_console().width == WIDTH
    monkeypatch.setenv("COLUMNS", "60")
    assert make_console().width == 60


BOARDS = ("1\n2\n3\n4", "1\n2\n3", "1\n2")
PARAGRAPHS = [Text("a\nb"), Text("c"), Text("d")]


@pytest.mark.parametrize(
    ("height", "lines"),
    [
        (9, "1234 abcd"),
        (8, "1234 abcd"),
        (7, "123 abcd"),
        (6, "12 abcd"),
        (5, "123 cd"),
        (4, "12 cd"),
        (3, "12 d"),
        (1, "12 d"),
    ],
)
def test_a_frame_has_the_recent_paragraphs_and_the_longest_board_that_fits(
    height: int, lines: str
) -> None:
    frame = draw_frame(BOARDS, PARAGRAPHS, height)
    with (console := make_console()).capture() as capture:
        console.print(frame)
    assert "".join(line or " " for line in capture.get().splitlines()) == lines


def test_the_leaders_have_stars() -> None:
    scoreboard = Scoreboard(("total",), (("3",), ("5",), ("5",)), best=(1, 2))
    with (console := make_console()).capture() as capture:
        console.print(draw_scoreboard(scoreboard, ["Ann", "Bob", "Cid"]))
    rows = [line for line in capture.get().splitlines() if "3" in line or "5" in line]
    assert ["*" in row for row in rows] == [False, True, True]


@pytest.mark.parametrize("columns", ["30", "80"])
def test_no_choice_is_broken_where_the_terminal_is_narrow(
    columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    rows = (("1 lay R6 small", "2 lay R6 large", "3 discard R6"), ("4 discard R9",))
    console = make_console()
    with console.capture() as capture:
        print_listing(console, Listing(rows, note="a note"))
    text = capture.get()
    assert all(cell in text for row in rows for cell in row)
    assert len(text.splitlines()) == (3 if columns == "80" else 5)


def test_a_board_is_cropped_and_not_wrapped(
    game: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    board, *_ = KELTIS.boards(game.final, view_of(KELTIS, game))
    console = make_console()
    with console.capture() as capture:
        print_board(console, board)
    assert len(capture.get().splitlines()) == len(board.splitlines())
