"""`watch`, `replay` and `show`: games that are looked at."""

import io
import random
import sys
from pathlib import Path

import attrs
import pytest
from rich.console import Console

from keltis import Draw, Move, PlayerView, new_game
from keltis.bots import Bot
from keltis.celtic import new_game as new_celtic_game
from keltis.celtic.record import GameRecord as CelticRecord
from keltis.cli import looks, main
from keltis.cli.celtic import looks as celtic_looks
from keltis.cli.pictures import write_png
from keltis.cli.screens import WIDTH
from keltis.notation import format_state
from keltis.record import GameRecord, format_record, parse_record, record_from_json
from keltis.testing import playthrough

CELTIC = CelticRecord(new_celtic_game())


@pytest.fixture(scope="module")
def game() -> GameRecord:
    """A whole game with names."""
    record = GameRecord.seeded(2, seed=5, names=("Ann", "Bob"))
    for _, move in playthrough(record.start, random.Random(5)):
        record = record.append(move)
    return record


@pytest.fixture
def file(game: GameRecord, tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(format_record(game), encoding="utf-8")
    return path


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes rich take the output for a terminal of the usual size. To draw takes its time: games are broken off early."""
    monkeypatch.setattr("keltis.cli.opponents.MAX_MOVES", 30)
    for name, value in (
        ("FORCE_COLOR", "1"),
        ("TERM", "xterm"),
        ("COLUMNS", "80"),
        ("LINES", "24"),
    ):
        monkeypatch.setenv(name, value)


def seat(monkeypatch: pytest.MonkeyPatch, bot: Bot) -> None:
    """Let this bot play, whatever its name."""
    monkeypatch.setattr("keltis.cli.opponents.make_bot", lambda _: bot)


def out(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """What a command prints that ends well."""
    assert main(list(map(str, words))) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def test_watch_tells_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "watch", "--seed", 1)
    assert "  1. Seat 0 " in text
    assert "The game is over" in text
    assert text.count("goal ---") == 2  # the board before and after
    assert "With --seed 1 the same game is played again." in text
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= WIDTH


def test_watch_with_a_seed_repeats_itself(capsys: pytest.CaptureFixture[str]) -> None:
    first = out(capsys, "watch", "random", "greedy", "--seed", 3, "--no-board")
    assert out(capsys, "watch", "random", "greedy", "--seed", 3, "--no-board") == first
    assert "goal ---" not in first


def test_watch_without_a_seed_says_which_it_took(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda seeds: seeds - 1)
    assert "With --seed 999999 " in out(capsys, "watch", "random", "--no-board")


def test_watch_saves_what_it_showed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.JSON"
    out(
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
    record = record_from_json(path.read_text(encoding="utf-8"))
    assert record.names == ("random",) * 3
    assert record.outcome is not None


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(("lines", "players"), [("19", False), ("24", False), ("60", True)])
def test_watch_draws_what_there_is_room_for_in_its_place(
    lines: str, players: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", lines)
    text = out(capsys, "watch", "--seed", 1, "--delay", 0)
    assert "\x1b[31m" in text
    assert "\x1b[1A" in text
    assert ("seat 1 (greedy): " in text) is players
    assert ("; points by seat: -4, -4" in text) is not players


def test_a_board_is_cut_where_the_terminal_is_narrow(game: GameRecord) -> None:
    screen = Console(width=30, file=io.StringIO())
    for board in (
        looks.look_at(game).frame(game.start, [], 99),
        celtic_looks.look_at(CELTIC).frame(CELTIC.start, [], 99),
    ):
        assert len(screen.render_lines(board)) <= 27


@pytest.mark.usefixtures("terminal")
def test_no_color_is_respected(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[31m" not in out(capsys, "watch", "random", "--seed", 1, "--delay", 0)


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_there_is_a_short_delay(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    out(capsys, "watch", "random", "--seed", 1)
    assert set(slept) == {0.1}


def test_too_many_bots_for_the_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "random", "random", "random", "--players", "2"]) == 1
    assert capsys.readouterr().err == "keltis: 3 bots are too many for 2 players\n"


def test_a_number_of_players_that_the_rules_do_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--players", "5"]) == 1
    assert "players must be 2 or 3 or 4" in capsys.readouterr().err


def test_bots_that_go_on_for_ever_are_stopped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def circling(_view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return moves[-1]

    seat(monkeypatch, circling)
    monkeypatch.setattr("keltis.cli.opponents.MAX_MOVES", 101)
    text = out(capsys, "watch", "--seed", 1)
    assert "Stopped after 101 moves" in text
    assert " 51. Seat 0 discards" in text  # the turn that was not finished is told too


def test_a_bot_that_raises_ends_the_game_which_is_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def tired(view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        if view.draw_pile_size < 60:
            raise RuntimeError("I am tired")
        return moves[0]

    seat(monkeypatch, tired)
    path = tmp_path / "game.txt"
    assert main(["watch", "--seed", "1", "--save", str(path)]) == 1
    assert capsys.readouterr().err == "keltis: the bot greedy failed: RuntimeError: I am tired\n"
    assert len(parse_record(path.read_text(encoding="utf-8"))) > 4


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


def test_a_bot_whose_answer_cannot_be_compared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Odd:
        __hash__ = object.__hash__

        def __eq__(self, other: object) -> bool:
            raise RuntimeError

    def odd(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return Odd()  # type: ignore[return-value]  # on purpose

    seat(monkeypatch, odd)
    assert main(["watch"]) == 1
    assert capsys.readouterr().err == "keltis: the bot greedy failed: RuntimeError\n"


def test_replay_tells_the_game_of_a_file(
    file: Path, game: GameRecord, capsys: pytest.CaptureFixture[str]
) -> None:
    text = out(capsys, "replay", file)
    assert "seat 0 (Ann)" in text
    assert f"Seat 0 lays {game.moves[0]}".replace("lays lay ", "lays ").rsplit(" ", 1)[0] in text
    assert "The game is over" in text


def test_replay_tells_drawn_cards_only_to_who_may_know(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = {
        options: out(capsys, "replay", file, "--no-board", *options).count("draws a card")
        for options in ((), ("--seat", 1), ("--reveal",))
    }
    assert drawn[()] > drawn["--seat", 1] > drawn["--reveal",] == 0


def test_replay_of_an_unfinished_game_says_where_it_stops(
    game: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(format_record(game.until(7)), encoding="utf-8")
    assert "Here the record stops, after 7 moves." in out(capsys, "replay", path, "--no-board")


def test_watch_tells_before_the_game_where_it_cannot_be_saved(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["watch", "--save", "gone/game.txt"]) == 1
    assert capsys.readouterr() == ("", "keltis: gone/game.txt: there is no directory gone\n")


@pytest.mark.parametrize("frames", [(), ("--frames", "3")])
def test_replay_makes_a_film(
    file: Path, frames: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = tmp_path / "film.svg"
    assert out(capsys, "replay", file, "--svg", film, *frames) == f"written: {film}\n"
    picture = film.read_text(encoding="utf-8")
    assert picture.startswith("<svg ")
    assert ("<animate" in picture) is not bool(frames)


def test_replay_draws_a_strip_as_png(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    converter(tmp_path, monkeypatch, "rsvg-convert", _WRITES)
    film, strip = tmp_path / "film.svg", tmp_path / "strip.png"
    assert (
        out(capsys, "replay", file, "--svg", film, "--png", strip)
        == f"written: {film}\nwritten: {strip}\n"
    )
    assert strip.read_text(encoding="utf-8").count("keltis-frame") == 6
    assert "<animate" in film.read_text(encoding="utf-8")


def test_frames_without_a_picture_are_a_mistake(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file), "--frames", "3"]) == 1
    assert "say where it goes, by --svg or --png" in capsys.readouterr().err


def test_show_prints_the_last_board_or_an_earlier_one(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "wins with" in out(capsys, "show", file)
    text = out(capsys, "show", file, "--move", 0)
    assert "seat 0 (Ann) is to lay or discard a card" in text
    assert text.count("(8 hidden)") == 2


def test_show_for_one_seat_and_for_all(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert out(capsys, "show", file, "--move", 0, "--seat", 1).count("(8 hidden)") == 1
    assert out(capsys, "show", file, "--move", 0, "--reveal").count("hidden") == 0


def test_long_names_are_clipped(
    game: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    named = attrs.evolve(game, names=("A" * 100, "B" * 100))
    path.write_text(format_record(named), encoding="utf-8")
    assert "seat 0 (AAAA" in out(capsys, "show", path)
    assert looks.look_at(named).names == (f"seat 0 ({'A' * 90}~)", f"seat 1 ({'B' * 90}~)")


def test_show_takes_a_position_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.txt"
    path.write_text("# mine\n" + format_state(new_game(2, seed=1)), encoding="utf-8")
    assert "seat 0 is to lay or discard a card" in out(capsys, "show", path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "this is no game"),
        (b"hello", "this is no game"),
        (b"\xff\xfe", "this is not text in UTF-8"),
        (b'{"format": "poem"}', "$.format: expected 'keltis-record'"),
        (b"rules: KELTIS\nturn: 0 sleep", "line 2, word 2"),
        (b"keltis record 1\nplayers: 9", "line 3"),
    ],
)
def test_files_that_are_no_game(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    assert main(["show", str(path)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"keltis: {path}: ")
    assert message in said.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--move", "9999"), "--move 9999 is beyond the end"),
        (("--seat", "2"), "must be a seat from 0 to 1"),
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


def test_show_draws_svg_as_the_seat_sees_it(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "board.svg"
    assert (
        out(capsys, "show", file, "--seat", 0, "--svg", picture, "--theme", "dark")
        == f"written: {picture}\n"
    )
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


def converter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str) -> None:
    """Let the only converter of this machine be a program of this name that does this."""
    program = tmp_path / name
    program.write_text(f"#!{sys.executable}\nimport sys\n{code}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("keltis.cli.pictures.find_spec", lambda _: None)


_WRITES = "open(sys.argv[-1].rpartition('=')[2], 'wb').write(b'PNG of ' + sys.stdin.buffer.read())"


@pytest.mark.parametrize("name", ["rsvg-convert", "inkscape"])
def test_show_draws_png_by_whatever_is_there(
    name: str,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    converter(tmp_path, monkeypatch, name, _WRITES)
    picture = tmp_path / "board.png"
    assert out(capsys, "show", file, "--png", picture) == f"written: {picture}\n"
    assert picture.read_bytes().startswith(b"PNG of <svg ")


def test_cairosvg_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cairosvg.py").write_text(f"import sys\n{_WRITES}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    write_png(tmp_path / "board.png", "<svg />")
    assert (tmp_path / "board.png").read_bytes() == b"PNG of <svg />"


@pytest.mark.parametrize(
    ("code", "reason"), [("sys.exit('no ink')", "no ink"), ("sys.exit(3)", "exit code 3")]
)
def test_a_converter_that_fails(
    code: str,
    reason: str,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    converter(tmp_path, monkeypatch, "inkscape", code)
    assert main(["show", str(file), "--png", str(tmp_path / "board.png")]) == 1
    assert reason in capsys.readouterr().err


def test_without_a_converter_it_says_what_to_install(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    converter(tmp_path, monkeypatch, "scissors", "")
    assert main(["show", str(file), "--png", str(tmp_path / "board.png")]) == 1
    assert "pip install cairosvg" in capsys.readouterr().err
