"""The types of arguments, and their messages."""

import sys
from pathlib import Path

import pytest

from keltis.cli import main


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("dance", "invalid choice: 'dance'"),
        ("watch --seed=-1", "expected a whole number from 0, not '-1'"),
        ("watch --seed two", "expected a whole number from 0, not 'two'"),
        ("watch --players 0", "expected a whole number from 1, not 0"),
        ("watch --delay never", "expected seconds from 0 to 60, not 'never'"),
        ("watch --delay nan", "expected seconds from 0 to 60, not 'nan'"),
        (
            "watch --rules house",
            "expected one of keltis, keltis-literal, reference-manual, not 'house'",
        ),
        ("play --name #", "the name of seat 0 must not contain a #"),
        ("celtic watch --rules keltis", "expected one of celtic, not 'keltis'"),
        ("tournament", "the following arguments are required: BOT"),
        ("tournament random random --games 1 --deals 1", "not allowed with"),
    ],
)
def test_wrong_usage_has_exit_code_2(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(words.split())
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("KELTIS hand=6", "word 2: expected a field of Rules"),
        ("keltis hand_size=0", "hand_size"),
    ],
)
def test_changes_of_rules_are_checked(
    rules: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["play", "--rules", rules])
    assert message in capsys.readouterr().err


@pytest.mark.usefixtures("in_tmp_path")
def test_every_command_takes_rules_with_changes(capsys: pytest.CaptureFixture[str]) -> None:
    rules = ("--rules", "keltis hand_size=6")
    assert main(["watch", "random", *rules, "--no-board", "--save", "watched.txt"]) == 0
    assert " hand_size=6 " in Path("watched.txt").read_text(encoding="utf-8")
    games = ("--deals", "1", "--max-turns", "2", "--out", "games.json")
    assert main(["tournament", "random", "random", *rules, *games]) == 0
    assert '"hand_size":6' in Path("games.json").read_text(encoding="utf-8")
    words = ("--rules", "celtic width=4", "--players", "2", "--no-board", "--save", "knots.txt")
    assert main(["celtic", "watch", "random", *words]) == 0
    assert "rules: CELTIC width=4" in Path("knots.txt").read_text(encoding="utf-8")
    capsys.readouterr()


@pytest.mark.parametrize("command", ["watch", "play"])
def test_celtic_is_for_two_players(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["celtic", command, "--players", "3"]) == 1
    assert capsys.readouterr().err == "keltis: CELTIC! is for 2 players, not 3\n"


def test_an_unknown_bot_is_answered_with_the_names_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["watch", "deep-blue"])
    captured = capsys.readouterr().err
    assert all(name in captured for name in ("deep-blue", "random", "greedy", "search"))


def test_a_bot_of_your_own_may_be_in_this_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = """
def first():
    return lambda view, moves, rng: moves[0]
def failing():
    raise RuntimeError("no luck")
def leaving():
    raise SystemExit("bye")
"""
    (tmp_path / "bots_of_mine.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.chdir(tmp_path)
    assert main(["watch", "bots_of_mine:first", "--no-board"]) == 0
    assert "bots_of_mine:first lays" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main(["watch", "bots_of_mine:failing"])
    assert "cannot make 'bots_of_mine:failing': RuntimeError: no luck" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["watch", "bots_of_mine:leaving"])
    assert "cannot make 'bots_of_mine:leaving': SystemExit: bye" in capsys.readouterr().err
