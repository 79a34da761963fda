"""`watch`: bots play a game."""

import random
import sys
import threading
from pathlib import Path

import pytest

from cli.programs import output
from keltis import Draw, GameRecord, Move, PlayerView
from keltis.bots import Bot, play_match
from keltis.cli import main
from keltis.documents import from_json
from keltis.record import parse_record


def limit_moves(monkeypatch: pytest.MonkeyPatch, moves: int) -> None:
    """Let a game stop after a number of moves."""
    monkeypatch.setattr("keltis.cli._watch.MAX_MOVES", moves)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes rich take the output for a terminal of the usual size; games are short."""
    limit_moves(monkeypatch, 30)
    for name, value in (
        ("FORCE_COLOR", "1"),
        ("TERM", "xterm"),
        ("COLUMNS", "80"),
        ("LINES", "24"),
    ):
        monkeypatch.setenv(name, value)


def seat(monkeypatch: pytest.MonkeyPatch, bot: Bot) -> None:
    """Let this bot play, whatever its name."""
    monkeypatch.setattr("keltis.bots.make_bot", lambda _: bot)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(("columns", "is_narrow"), [("79", True), ("80", False)])
def test_a_narrow_terminal_cuts_the_board_and_says_so(
    columns: str,
    is_narrow: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    text = output(capsys, "watch", "random", "--delay", 0)
    assert ("The whole board needs a window of 80 columns." in text) == is_narrow


def test_watch_plays_the_game_of_play_match(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert main(["watch", "greedy", "random", "--seed", "7", "--save", str(path)]) == 0
    watched = parse_record(path.read_text(encoding="utf-8"))
    assert watched.moves == play_match(["greedy", "random"], seed=7).moves


def test_watch_saves_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.JSON"
    output(
        capsys,
        "watch",
        "random",
        "--players",
        3,
        "--rules",
        "reference-manual",
        "--no-board",
        "--save",
        path,
    )
    record = from_json(GameRecord, path.read_text(encoding="utf-8"))
    assert record.names == ("random",) * 3
    assert record.outcome is not None


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(("lines", "players"), [("19", False), ("24", False), ("60", True)])
def test_watch_draws_what_there_is_room_for_in_its_place(
    lines: str, players: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", lines)
    text = output(capsys, "watch", "--seed", 1, "--delay", 0)
    assert "\x1b[31m" in text
    assert "\x1b[1A" in text
    assert ("greedy 2: " in text) is players
    assert ("      row  points" in text) is not players


@pytest.mark.usefixtures("terminal")
def test_no_color_is_respected(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[31m" not in output(capsys, "watch", "random", "--seed", 1, "--delay", 0)


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_there_is_a_short_delay(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    output(capsys, "watch", "random", "--seed", 1)
    assert set(slept) == {0.5}


def test_seats_are_not_filled_for_more_players_than_any_rules_have(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["watch", "--players", "300000000"]) == 1
    assert capsys.readouterr().err == "keltis: expected at most 100 players, not 300000000\n"


def test_a_number_of_players_that_the_rules_do_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--players", "5"]) == 1
    assert "players must be 2 or 3 or 4" in capsys.readouterr().err


def test_bots_that_go_on_for_ever_are_stopped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def circling(_view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return moves[-1]

    seat(monkeypatch, circling)
    limit_moves(monkeypatch, 101)
    text = output(capsys, "watch", "--seed", 1)
    assert "Stopped after 101 moves" in text
    assert " 51. greedy discards" in text  # the unfinished turn


def test_a_bot_that_wants_to_end_the_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def quitting(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
        sys.exit()

    seat(monkeypatch, quitting)
    assert main(["watch"]) == 1
    assert capsys.readouterr().err == "keltis: the bot greedy failed: SystemExit\n"


def test_a_bot_that_answers_nonsense(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return Draw(None)

    seat(monkeypatch, mistaken)
    assert main(["watch"]) == 1
    assert (
        capsys.readouterr().err == "keltis: the bot greedy failed: its answer is not a legal move\n"
    )


def test_a_file_that_cannot_be_written_is_refused_before_the_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["watch", "--save", "gone/game.txt"]) == 1
    assert capsys.readouterr() == ("", "keltis: gone/game.txt: there is no directory gone\n")


@pytest.mark.parametrize("option", ["--save", "--svg"])
def test_when_nobody_looks_any_more_the_files_get_the_whole_game(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_away(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("keltis.cli._watch.narrate_game", look_away)
    path = tmp_path / "end"
    assert main(["watch", "random", "--seed", "1", option, str(path)]) == 1
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<svg") or parse_record(text).outcome is not None
    assert main(["watch", "random", "--seed", "1"]) == 1


def test_outside_the_main_thread_signals_are_left_alone() -> None:
    codes: list[int] = []
    command = ["watch", "random", "--seed", "1", "--no-board"]
    thread = threading.Thread(target=lambda: codes.append(main(command)))
    thread.start()
    thread.join()
    assert codes == [0]
