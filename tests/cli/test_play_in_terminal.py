"""What `play` does in a terminal, with a screen for tests in place of the real one."""

import io
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from cli.screens import FakeScreen
from keltis.cli import main
from keltis.cli._screen import ENTER
from keltis.record import parse_record

pytestmark = pytest.mark.usefixtures("in_tmp_path")


class Keyboard(io.StringIO):
    """Lines that come from a terminal."""

    def isatty(self) -> bool:
        """True, as of a terminal."""
        return True


def type_lines(monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    """Let these lines be typed into a terminal."""
    monkeypatch.setattr(sys, "stdin", Keyboard(lines))


def use_screen(monkeypatch: pytest.MonkeyPatch, *games: Iterable[str | None]) -> list[FakeScreen]:
    """Let each screen that is opened get these keys; the screens are in the list."""
    screens = [FakeScreen(keys) for keys in games]
    left = iter(screens)

    @contextmanager
    def open_screen(_: Console) -> Iterator[FakeScreen]:
        yield next(left)

    for module in ("_play", "_watch"):
        monkeypatch.setattr(f"keltis.cli.{module}.has_screen", lambda *_: True)
        monkeypatch.setattr(f"keltis.cli.{module}.open_screen", open_screen)
    return screens


CELTIC = ("celtic", "play", "--against", "random", "--seed", "1")


def test_the_program_asks_for_a_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, "#1\nZoe\n1\nquit\n")
    assert main(["play", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "A name is 1 to 100 printable characters, without #." in out
    assert "Zoe: -4 points" in out
    assert parse_record(Path("keltis-game-1.txt").read_text(encoding="utf-8")).names[0] == "Zoe"


def test_nobody_needs_a_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, "\nquit\n")
    assert main(["play"]) == 0
    assert "Guest: -4 points" in capsys.readouterr().out


@pytest.mark.parametrize(("answers", "games"), [(["y"], 2), ([""], 1), ([], 1)])
def test_another_game_line_by_line(
    answers: list[str],
    games: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    offers: list[str] = []

    def answer(question: str) -> str:
        if not question.startswith("Another game?"):
            return "quit" if offers else "1"
        offers.append(question)
        if not answers:
            raise EOFError
        return answers.pop()

    type_lines(monkeypatch, "")
    monkeypatch.setattr("builtins.input", answer)
    assert main([*CELTIC, "--name", "Ann"]) == 0
    assert capsys.readouterr().out.count("CELTIC!: type ") == games
    assert len(offers) == 1


def test_another_game_on_the_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screens = use_screen(monkeypatch, [ENTER] * 60, ["y"], ["q", "y"])
    assert main([*CELTIC, "--name", "Ann"]) == 0
    out, err = capsys.readouterr()
    assert "The game is over" in out  # it stays when the screen is left
    assert "there is nothing to save" in out
    assert err == ""
    assert "y another game" in screens[1].last
    assert "Leave the game?" in screens[2].last


def test_the_end_explains_the_points_and_shows_the_hands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("play", "--seed", "1", "--against", "random", "--name", "Ann", "--players", "4")
    screens = use_screen(monkeypatch, [ENTER] * 999, ["q"])
    assert main([*words]) == 0
    record = parse_record(Path("keltis-game-1.txt").read_text(encoding="utf-8"))
    lines = screens[1].last.split("\n")
    assert len(lines) == 24
    assert lines[0].startswith("The game is over")
    for name in ("red path", "blue path", "tiles", "wishing stones", "total"):
        assert any(line.startswith(name) for line in lines)
    for label, player in zip(
        ("Ann", "random", "random 2", "random 3"), record.final.players, strict=True
    ):
        hand = next(line for line in lines if line.startswith(f"hand of {label} "))
        assert hand.split()[-len(player.hand) :] == list(map(str, player.hand))
    assert "With --seed 1 the same cards are dealt again." in capsys.readouterr().out


def test_a_long_name_is_cut_in_front_of_its_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ("play", "--seed", "1", "--against", "random", "--name", "Bartholomew the Great")
    screens = use_screen(monkeypatch, [ENTER] * 999, ["q"])
    assert main([*words]) == 0
    hands = [line for line in screens[1].last.split("\n") if line.startswith("hand of ")]
    assert hands[0].startswith("hand of Barthol~ ")
    assert {line[16] for line in hands} == {" "}


def test_leaving_the_screen_saves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_screen(monkeypatch, [ENTER])
    assert main(["play", "--seed", "1", "--name", "Ann"]) == 0  # the input ends
    assert "Saved to keltis-game-1.txt. Go on with:" in capsys.readouterr().err


def test_a_small_window_has_no_screen_and_is_told_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, "quit\n" * 2)
    monkeypatch.setattr("keltis.cli._play.has_screen", lambda _, size: size == (1, 1))
    assert main(["play", "--seed", "1", "--name", "Ann"]) == 0
    assert "A window of 80 by 21 or larger" in capsys.readouterr().out
    assert main(["play", "--seed", "1", "--name", "Ann", "--plain"]) == 0
    assert "A window of" not in capsys.readouterr().out


def test_a_replay_that_is_left_has_the_points_of_its_last_board(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "random", "--seed", "1", "--save", "game.txt", "--no-board"]) == 0
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    use_screen(monkeypatch, ["q"])
    capsys.readouterr()
    assert main(["replay", "game.txt"]) == 0
    out = Text.from_ansi(capsys.readouterr().out).plain
    moves = len(parse_record(Path("game.txt").read_text(encoding="utf-8")))
    assert f"You left after 0 of {moves} moves." in out
    assert "│     0 │     0 │             -4 │    -4 │" in out


def test_watching_on_the_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    (screen,) = use_screen(monkeypatch, [None, "q"])
    assert main(["watch", "random", "--seed", "1"]) == 0
    assert "Turn 1: 0.5 seconds a turn" in screen.last
    out = capsys.readouterr().out
    assert "You left after " in out
    assert "goal ---" in out
