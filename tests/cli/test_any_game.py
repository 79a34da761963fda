"""The commands that are the same for all games, and the terminal that suits any game."""

import random
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from cli.programs import Program, Trial, install_resvg
from cli.screens import FakeScreen
from keltis.cli._display import WIDTH
from keltis.cli._play_screen import PlayScreen
from keltis.cli._screen import ENTER, RIGHT
from keltis.cli._session import start_session
from keltis.game import M, R, S, V

SEED = ("--seed", 1)
RANDOM = ("--against", "random", *SEED)


def tire(monkeypatch: pytest.MonkeyPatch, trial: Trial[S, V, M, R], moves: int) -> None:
    """Let every bot give up after some moves, whatever its name."""
    left = iter(range(moves))

    def tired(_view: V, moves: tuple[M, ...], _rng: random.Random) -> M:
        for _ in left:
            return moves[-1]
        raise RuntimeError("I am tired")

    bots = trial.terminal.game.bots
    owner = bots if hasattr(bots, "__name__") else type(bots)
    monkeypatch.setattr(owner, "make_bot", lambda *_: tired)


# Playing


def test_a_whole_game_by_the_first_choice(trial: Trial[S, V, M, R], program: Program) -> None:
    assert program("play", *RANDOM, "--save", "game.txt", lines="1\n" * 500) == 0
    assert program.err == ""
    assert program.out.startswith(trial.terminal.greeting[:60])
    assert "The game is over" in program.text
    assert f"The game is in game.txt: {trial.terminal.command} replay game.txt" in program.out
    record = trial.read("game.txt")
    assert record.outcome is not None
    assert record.names == ("Guest", "random")
    assert program.width <= WIDTH


def test_the_end_of_the_input_saves_and_the_game_goes_on_later(
    trial: Trial[S, V, M, R], program: Program
) -> None:
    file = f"{trial.terminal.game.name}-game-1.txt"
    again = f"{trial.terminal.command} play --load {file}"
    assert program("play", *RANDOM, lines="1\n") == 0
    assert f"Saved to {file}. Go on with: {again}" in program.err
    before = trial.read(file)
    assert len(before) > 1
    assert program("play", "--load", file, lines="1\n") == 0
    assert trial.read(file).moves[: len(before)] == before.moves
    assert trial.read(file).names == before.names


def test_a_loaded_game_goes_on_as_it_would_have(trial: Trial[S, V, M, R], program: Program) -> None:
    assert program("play", *RANDOM, "--save", "whole.txt", lines="1\n" * 4) == 0
    assert program("play", *RANDOM, "--save", "parts.txt", lines="1\n1\n") == 0
    seed = SEED if trial.read("parts.txt").seed is None else ()
    assert program("play", "--load", "parts.txt", *seed, lines="1\n1\n") == 0
    assert trial.read("parts.txt") == trial.read("whole.txt")


def test_ctrl_c_saves_too(
    trial: Trial[S, V, M, R], program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert program("play") == 130
    assert f"play --load {trial.terminal.game.name}-game-1.txt" in program.err


def test_quit_saves_unless_no_move_was_made(trial: Trial[S, V, M, R], program: Program) -> None:
    assert program("play", lines="quit\n") == 0
    assert "there is nothing to save" in program.out
    assert list(Path().iterdir()) == []
    assert program("play", *RANDOM, "--save", "game.txt", lines="1\nquit\n") == 0
    assert f"{trial.terminal.command} play --load game.txt" in program.err
    assert trial.read("game.txt").moves


def test_a_file_that_is_there_is_not_overwritten(program: Program) -> None:
    Path("game.txt").touch()
    assert program("play", "--save", "game.txt") == 1
    assert "this file exists" in program.err


def test_hints_help_board_and_save(trial: Trial[S, V, M, R], program: Program) -> None:
    Path("other.txt").write_text("mine", encoding="utf-8")
    lines = "hint\nhint\nhelp\nboard\nsave\nsave other.txt\nsave game.txt\n1\nquit\n"
    assert program("play", *RANDOM, lines=lines) == 0
    terminal = trial.terminal
    hints = re.findall(rf"The {terminal.default_bot} bot would ([^.]+)\.", program.out)
    assert len(hints) == 2
    assert len(set(hints)) == 1
    assert terminal.help in program.out  # no line of it is broken
    assert terminal.board_help in program.out
    assert program.out.count(trial.board) >= 2
    assert "Name a file: save FILE" in program.out
    assert "Not saved: other.txt: this file exists" in program.out
    assert f"Saved to game.txt. Later: {terminal.command} play --load game.txt" in program.out
    assert Path("other.txt").read_text(encoding="utf-8") == "mine"
    assert len(trial.read("game.txt")) >= 1


def test_what_cannot_be_used_is_explained(trial: Trial[S, V, M, R], program: Program) -> None:
    choices = trial.terminal.choices(trial.play_game(seed=1).start)
    last, first = len(choices), choices[0].move
    assert program("play", *RANDOM, lines=f"{first}\n{first}\n") == 0
    assert f"You cannot {first}" in program.text
    assert program("play", *RANDOM, lines="\n99\nxyzzy\nundo\nquit\n") == 0
    assert "Type the number of a choice, or ? for help." in program.out
    assert f"There is no choice 99: they go from 1 to {last}." in program.out
    assert "'xyzzy'" in program.out
    assert trial.terminal.undo_refusal.split(",", maxsplit=1)[0] in program.text
    assert "You leave before the first move" in program.out


def test_the_last_choice_can_be_taken_back(trial: Trial[S, V, M, R], program: Program) -> None:
    assert program("play", *RANDOM, "--save", "game.txt", lines="2\nundo\n") == 0
    taken = re.findall(r"Taken back: (.+)\.\n", program.out)
    if trial.terminal.game.name == "keltis":  # the card that was drawn since has been seen
        assert not taken
    else:
        assert len(taken) == 1
        assert trial.read("game.txt").moves == ()


def test_a_bot_that_fails_while_playing_hides_its_reason(
    trial: Trial[S, V, M, R], program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    tire(monkeypatch, trial, 1)
    assert program("play", "--save", "game.txt", lines="1\n" * 20) == 1
    bot = trial.terminal.default_bot
    assert program.err.endswith(f"keltis: the bot {bot} failed: RuntimeError\n")
    assert "Saved to game.txt" in program.err
    assert len(trial.read("game.txt")) > 1


def test_more_bots_than_seats(program: Program) -> None:
    assert program("play", "--players", 2, "--against", "random", "random") == 1
    assert program.err == "keltis: 2 bots are too many for 1 seat\n"
    assert program("watch", "random", "random", "random", "--players", 2) == 1
    assert program.err == "keltis: 3 bots are too many for 2 seats\n"


@pytest.mark.parametrize(
    ("names", "words", "seats"),
    [
        (("random", "you"), (), ("random", "you")),
        (("random", "you"), ("--seat", "0"), ("you", "DEFAULT")),
        ((), (), ("Guest", "DEFAULT")),
        (("Ann", "Bob"), ("--against", "random"), ("Ann", "random")),
        (("Ann", "random"), ("--name", "Eve"), ("Eve", "random")),
    ],
)
def test_who_plays_on_in_a_loaded_game(
    names: tuple[str, ...],
    words: Sequence[str],
    seats: tuple[str, ...],
    trial: Trial[S, V, M, R],
    program: Program,
) -> None:
    if trial.words == ("celtic",):
        words = [word.replace("0", "orange") for word in words]
    file = trial.write(trial.play_game(names=names).until(0))
    assert program("play", "--load", file, "--save", "on.txt", *words, lines="quit\n") == 0
    default = trial.terminal.default_bot
    assert trial.read("on.txt").names == tuple(name.replace("DEFAULT", default) for name in seats)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "the file names 'os:abort' as a player, but no installed bot is called so"),
        (("--against", "random", "random"), "this game has 1 other players"),
        (("--players", "2"), "a loaded game has its own players: leave --players out"),
    ],
)
def test_a_file_does_not_say_which_code_is_run(
    words: tuple[str, ...], message: str, trial: Trial[S, V, M, R], program: Program
) -> None:
    file = trial.write(trial.play_game(names=("you", "os:abort")).until(0))
    assert program("play", "--load", file, *words) == 1
    assert message in program.err


def test_a_game_that_is_over_is_not_played_on(trial: Trial[S, V, M, R], program: Program) -> None:
    game = trial.play_game()
    assert program("play", "--load", trial.write(game)) == 1
    again = f"{trial.terminal.command} replay given.txt"
    message = f"keltis: given.txt: this game is over; look at it with: {again}\n"
    assert program.err == message
    assert trial.read("given.txt") == game


def test_a_game_on_a_screen(trial: Trial[S, V, M, R], program: Program) -> None:
    assert not program.out
    session = start_session(
        trial.terminal,
        name="Ann",
        seat=0,
        against=["random"],
        players=2,
        seed=1,
        rules=None,
        file=None,
    )
    screen = FakeScreen([RIGHT, "h", *[ENTER] * 20], (120, 50))
    with suppress(EOFError):  # a game of Keltis is longer
        PlayScreen(screen, session).play_to_end()
    assert (session.match.outcome is not None) is (trial.terminal.game.name != "keltis")
    assert len(screen.frames[0].split("\n")) == 50
    assert " bot would " in " ".join(screen.frames[2].split())
    assert session.new_session().record.names == ("Ann", "random")


# Watching


def test_watch_narrates_a_whole_game(trial: Trial[S, V, M, R], program: Program) -> None:
    assert program("watch", "random", *SEED, "--save", "game.txt") == 0
    assert program.err == ""
    assert f"  1. {'X' if trial.board == '. . .' else 'random'} " in program.out
    assert "The game is over" in program.text
    assert "\x1b" not in program.out
    assert program.width <= WIDTH
    assert program.out.endswith("With --seed 1 the same game is played again.\n")
    record = trial.read("game.txt")
    assert record.outcome is not None
    assert record.names == ("random", "random")
    assert record.moves == trial.play_game(seed=1).moves


def test_watch_with_a_seed_repeats_itself(trial: Trial[S, V, M, R], program: Program) -> None:
    assert program("watch", "random", "--seed", 3, "--no-board") == 0
    first = program.out
    assert program("watch", "random", "--seed", 3, "--no-board") == 0
    assert program.out == first
    assert trial.board not in first


def test_watch_without_a_seed_says_which_it_took(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda seeds: seeds - 1)
    assert program("watch", "random", "--no-board") == 0
    assert "With --seed 999999 " in program.out


def test_watch_draws_the_end(program: Program) -> None:
    words = ("--no-board", "--svg", "end.svg", "--theme", "dark")
    assert program("watch", "random", *SEED, *words) == 0
    assert "written: end.svg" in program.out
    assert Path("end.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_a_bot_that_raises_ends_the_game_which_is_saved(
    trial: Trial[S, V, M, R], program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    tire(monkeypatch, trial, 4)
    assert program("watch", "--save", "game.txt") == 1
    bot = trial.terminal.default_bot
    assert program.err == f"keltis: the bot {bot} failed: RuntimeError: I am tired\n"
    assert len(trial.read("game.txt")) == 4


# Showing and replaying


def test_show_prints_the_last_board_or_an_earlier_one(
    trial: Trial[S, V, M, R], program: Program
) -> None:
    file = trial.write(trial.play_game())
    assert program("show", file) == 0
    last = program.out
    assert program("show", file, "--move", 0) == 0
    assert trial.board in program.out != last
    assert program("show", file, "--move", 9999) == 1
    assert "--move 9999 is beyond the end" in program.err


def test_show_draws(
    trial: Trial[S, V, M, R], program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_resvg(monkeypatch)
    file = trial.write(trial.play_game())
    pictures = ("--svg", "board.svg", "--png", "board.png", "--theme", "dark")
    assert program("show", file, *pictures) == 0
    assert program.out == "written: board.svg\nwritten: board.png\n"
    assert Path("board.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert Path("board.png").read_bytes().startswith(b"PNG of <svg ")


def test_replay_prints_what_watch_printed(program: Program) -> None:
    assert program("watch", "random", "--seed", 3, "--save", "game.txt") == 0
    watched = program.out.removesuffix("With --seed 3 the same game is played again.\n")
    assert program("replay", "game.txt") == 0
    assert program.out == watched


def test_replay_of_an_unfinished_game_says_where_it_stops(
    trial: Trial[S, V, M, R], program: Program
) -> None:
    file = trial.write(trial.play_game().until(3))
    assert program("replay", file, "--no-board") == 0
    assert "The record stops here, after 3 moves." in program.out


def test_replay_draws_a_strip_or_a_picture_that_moves(
    trial: Trial[S, V, M, R], program: Program
) -> None:
    file = trial.write(trial.play_game())
    pictures = set()
    for words in ((), ("--frames", "1"), ("--frames", "3")):
        assert program("replay", file, "--svg", "film.svg", *words) == 0
        assert program.out == "written: film.svg\n"
        pictures.add(Path("film.svg").read_text(encoding="utf-8"))
    assert len(pictures) == 3
    assert program("replay", file, "--frames", "3") == 1
    assert "--frames needs a file for the picture: add --svg or --png" in program.err


def test_files_in_json(program: Program) -> None:
    assert program("watch", "random", *SEED, "--no-board", "--save", "game.JSON") == 0
    assert Path("game.JSON").read_text(encoding="utf-8").startswith("{\n  ")
    assert program("replay", "game.JSON", "--no-board") == 0
    assert "The game is over" in program.text
    Path("game.JSON").write_text("{}", encoding="utf-8")
    assert program("show", "game.JSON") == 1
    assert "game.JSON: $" in program.err


@pytest.mark.parametrize("content", ["", "hello", "poem 1"])
def test_files_without_a_game(content: str, trial: Trial[S, V, M, R], program: Program) -> None:
    Path("given.txt").write_text(content, encoding="utf-8")
    assert program("show", "given.txt") == 1
    assert program.out == ""
    header = f"{trial.terminal.game.name} record 1"
    expected = f"keltis: given.txt: expected a game: a record that begins with '{header}'"
    assert program.err.startswith(expected)


def test_long_names_are_clipped(trial: Trial[S, V, M, R], program: Program) -> None:
    names = ("A" * 100, "\N{CJK UNIFIED IDEOGRAPH-5B54}" * 100)
    assert program("show", trial.write(trial.play_game(names=names).until(0))) == 0
    assert program.width <= WIDTH
