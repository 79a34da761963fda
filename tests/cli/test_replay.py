"""`show` and `replay`: games in files."""

from pathlib import Path

import pytest

from cli.programs import install_resvg, output
from keltis import new_game
from keltis.cli import main
from keltis.notation import format_state
from keltis.record import GameRecord


def test_replay_narrates_the_game_in_a_file(
    file: Path, game: GameRecord, capsys: pytest.CaptureFixture[str]
) -> None:
    text = " ".join(output(capsys, "replay", file).split())  # lines are wrapped
    assert "0 Ann: " in text
    assert f"Ann lays {game.moves[0]}".replace("lays lay ", "lays ").rsplit(" ", 1)[0] in text
    assert "The game is over" in text


def test_replay_names_drawn_cards_only_to_who_may_know(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = {
        options: output(capsys, "replay", file, "--no-board", *options).count("draws a card")
        for options in ((), ("--seat", 1), ("--reveal",))
    }
    assert drawn[()] > drawn["--seat", 1] > drawn["--reveal",] == 0


def test_replay_draws_a_strip_as_png(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install_resvg(monkeypatch)
    film, strip = tmp_path / "film.svg", tmp_path / "strip.png"
    assert (
        output(capsys, "replay", file, "--svg", film, "--png", strip)
        == f"written: {film}\nwritten: {strip}\n"
    )
    assert strip.read_text(encoding="utf-8").count("keltis-frame") == 6
    assert "<animate" in film.read_text(encoding="utf-8")


def test_show_prints_the_last_board_or_an_earlier_one(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "wins with" in output(capsys, "show", file)
    text = output(capsys, "show", file, "--move", 0)
    assert "Ann is to lay or discard a card" in text
    assert text.count("(8 hidden)") == 2


def test_show_for_one_seat_and_for_all(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "show", file, "--move", 0, "--seat", 1).count("(8 hidden)") == 1
    assert output(capsys, "show", file, "--move", 0, "--reveal").count("hidden") == 0


def test_show_takes_a_position_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.txt"
    path.write_text("# mine\n" + format_state(new_game(2, seed=1)), encoding="utf-8")
    assert "seat 0 is to lay or discard a card" in output(capsys, "show", path)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--move", "9999"), "--move 9999 is beyond the end"),
        (("--seat", "2"), "there is no seat 2: with 2 players the seats are 0 to 1"),
    ],
)
def test_places_that_a_game_does_not_have(
    words: tuple[str, str], message: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(file), *words]) == 1
    assert message in capsys.readouterr().err


def test_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "/nowhere/game.txt"]) == 1
    assert capsys.readouterr().err == "keltis: /nowhere/game.txt: No such file or directory\n"
