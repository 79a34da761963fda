"""The commands that are the same for all games, and the terminal that suits any game."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Never

import pytest

from cli.programs import Program, Trial, install_resvg, read, write
from cli.screens import look
from keltis.cli._display import WIDTH
from keltis.cli._play_screen import PlayScreen
from keltis.cli._session import start_session
from keltis.game import M, R, S, V

RANDOM = "--against random --seed 1"
PLAY = f"play {RANDOM} --save game.txt"


def seat(
    monkeypatch: pytest.MonkeyPatch,
    trial: Trial[S, V, M, R],
    bot: Callable[[V, tuple[M, ...], random.Random], object],
) -> None:
    """Let this bot play, whatever its name."""
    bots = trial.terminal.game.bots
    owner = bots if hasattr(bots, "__name__") else type(bots)
    monkeypatch.setattr(owner, "make_bot", lambda *_: bot)


def tire(monkeypatch: pytest.MonkeyPatch, trial: Trial[S, V, M, R], moves: int) -> None:
    """Let every bot give up after some moves."""
    left = iter(range(moves))

    def tired(_view: V, moves: tuple[M, ...], _rng: random.Random) -> M:
        for _ in left:
            return moves[-1]
        raise RuntimeError("I am tired")

    seat(monkeypatch, trial, tired)


# Playing


def test_a_whole_game_by_the_first_choice(trial: Trial[S, V, M, R], program: Program) -> None:
    out = program.print(PLAY, lines="1\n" * 500)
    assert out.startswith(trial.terminal.greeting[:60])
    assert "The game is over" in program.text
    assert f"The game is in game.txt: {trial.terminal.command} replay game.txt" in out
    record = trial.read("game.txt")
    assert record.outcome is not None
    assert record.names == ("Guest", "Fionn (random)")
    assert program.width <= WIDTH


def test_the_end_of_the_input_saves_and_the_game_goes_on_later(
    trial: Trial[S, V, M, R], program: Program
) -> None:
    file = f"{trial.terminal.game.name}-game-1.txt"
    again = f"{trial.terminal.command} play --load {file}"
    assert program("play", RANDOM, lines="1\n") == 0
    assert f"Saved to {file}. Continue with: {again}" in program.err
    before = trial.read(file)
    assert len(before) > 1
    assert program("play --load", file, lines="1\n") == 0
    assert trial.read(file).moves[: len(before)] == before.moves
    assert trial.read(file).names == before.names


def test_a_loaded_game_goes_on_as_it_would_have(trial: Trial[S, V, M, R], program: Program) -> None:
    assert program("play --save whole.txt", RANDOM, lines="1\n" * 4) == 0
    assert program("play --save parts.txt", RANDOM, lines="1\n1\n") == 0
    seed = "--seed 1" if trial.read("parts.txt").seed is None else ""
    assert program("play --load parts.txt", seed, lines="1\n1\n") == 0
    assert trial.read("parts.txt") == trial.read("whole.txt")


@pytest.mark.parametrize(
    ("error", "code"),
    [(KeyboardInterrupt(), 130), (OSError(5, "Input/output error"), 1)],
)
def test_an_interruption_saves_too(
    error: BaseException,
    code: int,
    trial: Trial[S, V, M, R],
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(_: str) -> Never:
        raise error

    monkeypatch.setattr("builtins.input", interrupted)
    assert program("play") == code
    assert f"play --load {trial.terminal.game.name}-game-1.txt" in program.err
    assert program.err.endswith("keltis: Input/output error\n") is (code == 1)


def test_quit_saves_unless_no_move_was_made(trial: Trial[S, V, M, R], program: Program) -> None:
    assert "there is nothing to save" in program.print("play", lines="quit\n")
    assert list(Path().iterdir()) == []
    assert program(PLAY, lines="1\nexit\n") == 0
    assert f"{trial.terminal.command} play --load game.txt" in program.err
    assert trial.read("game.txt").moves


def test_hints_help_board_and_save(trial: Trial[S, V, M, R], program: Program) -> None:
    write("mine", "other.txt")
    names = ("", "other.txt", "gone/game.txt", "x" * 300, ".", "my game.txt", "")
    saves = "".join(f" SAVE {name}\n" for name in names)
    assert program("play", RANDOM, lines=f"hint\nh\n?\nboard\n{saves}1\nquit\n") == 0
    terminal = trial.terminal
    hints = re.findall(rf"The {terminal.default_bot} bot would ([^.]+)\.", program.out)
    assert len(hints) == 2
    assert len(set(hints)) == 1
    assert terminal.help(terminal.game.rules) in program.out  # no line of it is broken
    assert terminal.board_help in program.out
    assert program.out.count(trial.board) >= 2
    for message in (
        "Name a file: save FILE",
        "Not saved: other.txt: this file exists",
        "Not saved: gone/game.txt: there is no directory gone",
        "File name too long",
        "Not saved: .: this is a directory",
    ):
        assert message in program.out
    saved = f"Saved to my game.txt. Later: {terminal.command} play --load 'my game.txt'"
    assert program.out.count(saved) == 2
    assert read("other.txt") == "mine"
    assert len(trial.read("my game.txt")) >= 1


def test_what_cannot_be_used_is_explained(trial: Trial[S, V, M, R], program: Program) -> None:
    choices = trial.terminal.choices(trial.play_game(seed=1).start)
    last, first = len(choices), choices[0].move
    assert program("play", RANDOM, lines=f"{first}\n{first}\n") == 0
    assert f"You cannot {first}" in program.text
    program.print("play", RANDOM, lines=f"\n99\n0\n{'1' * 5000}\n²\nxyzzy\nundo\nquit\n")
    assert "Type the number of a choice, or ? for help." in program.out
    for number in ("99", "0", r"1+\.\.\."):
        assert re.search(f"There is no choice {number}: they go from 1 to {last}.", program.text)
    assert "'xyzzy'" in program.out
    assert "There is nothing to take back: you have not chosen a move yet." in program.text
    assert "You leave before the first move" in program.out


def test_the_last_choice_can_be_taken_back(trial: Trial[S, V, M, R], program: Program) -> None:
    assert program(PLAY, lines="2\nundo\n") == 0
    assert len(re.findall(r"Taken back: (.+)\.\n", program.out)) == 1
    assert trial.read("game.txt").moves == ()
    assert trial.read("game.txt").names == ("Guest (with undo)", "Fionn (random)")


def test_a_bot_that_fails_while_playing_hides_its_reason(
    trial: Trial[S, V, M, R], program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    tire(monkeypatch, trial, 1)
    assert program("play --save game.txt", lines="1\n" * 20) == 1
    bot = trial.terminal.default_bot
    assert program.err.endswith(f"keltis: the bot {bot} failed: RuntimeError\n")
    assert "Saved to game.txt" in program.err
    assert len(trial.read("game.txt")) > 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("play --players 2 --against random random", "2 bots are too many for 1 seat"),
        ("watch random random random --players 2", "3 bots are too many for 2 seats"),
        ("play --save given.txt", "given.txt: this file exists"),
        ("play --save gone/game.txt", "gone/game.txt: there is no directory gone"),
        ("watch --save gone/game.txt", "gone/game.txt: there is no directory gone"),
        ("replay given.txt --frames 3", "--frames needs a file for the picture: add --svg or"),
        ("show given.txt --move 9999", "--move 9999 is beyond the end: the game in this file"),
        ("show /nowhere/game.txt", "/nowhere/game.txt: No such file or directory"),
    ],
)
def test_what_cannot_be_is_refused(
    words: str, message: str, trial: Trial[S, V, M, R], program: Program
) -> None:
    trial.write(trial.play_game().until(3))
    assert message in program.fail(words)


@pytest.mark.parametrize(
    ("names", "words", "seats"),
    [
        (("random", "you"), "", ("Fionn (random)", "you")),
        (("random", "you"), "--seat 0", ("you", "Fionn (DEFAULT)")),
        ((), "", ("Guest", "Fionn (DEFAULT)")),
        (("Ann", "Bob"), "--against random", ("Ann", "Fionn (random)")),
        (("Ann", "Morna (random)"), "--name Eve", ("Eve", "Fionn (random)")),
    ],
)
def test_who_plays_on_in_a_loaded_game(
    names: tuple[str, ...],
    words: str,
    seats: tuple[str, ...],
    trial: Trial[S, V, M, R],
    program: Program,
) -> None:
    if trial.words == ("celtic",):
        words = words.replace("0", "orange")
    file = trial.write(trial.play_game(names=names).until(0))
    assert program("play --save on.txt --load", file, words, lines="quit\n") == 0
    default = trial.terminal.default_bot
    assert trial.read("on.txt").names == tuple(name.replace("DEFAULT", default) for name in seats)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "the file names 'os:abort' as a player, but no installed bot is called so"),
        ("--against random random", "this game has 1 other players"),
        ("--players 2", "a loaded game has its own players: leave --players out"),
        ("--rules RULES", "a loaded game has its own seed and rules"),
    ],
)
def test_a_file_does_not_say_which_code_is_run(
    words: str, message: str, trial: Trial[S, V, M, R], program: Program
) -> None:
    file = trial.write(trial.play_game(names=("you", "os:abort")).until(0))
    rules = trial.terminal.game.format_rules(trial.terminal.game.rules).partition(" ")[0]
    assert message in program.fail("play --load", file, words.replace("RULES", rules))


def test_a_game_that_is_over_is_not_played_on(trial: Trial[S, V, M, R], program: Program) -> None:
    game = trial.play_game()
    again = f"{trial.terminal.command} replay given.txt"
    message = f"keltis: given.txt: this game is over; look at it with: {again}"
    assert program.fail("play --load", trial.write(game)) == message
    assert trial.read("given.txt") == game


@pytest.mark.usefixtures("in_tmp_path")
@pytest.mark.slow
def test_a_game_on_a_screen(trial: Trial[S, V, M, R]) -> None:
    session = start_session(trial.terminal, name="Ann", against=["random"], seed=1)
    texts = look(PlayScreen(session), "right", "f2", *["enter"] * 13, size=(120, 50))
    assert (session.match.outcome is None) is (trial.terminal.game.name == "keltis")
    assert trial.terminal.question(session.record.until(0)) in texts[0]
    assert " bot would " in texts[2]
    session.rename_person("Ann (with undo)")
    session.start_again()
    assert session.record.names == ("Ann", "Fionn (random)")
    assert session.record.moves == ()
    assert session.file is None


# Watching


def test_watch_narrates_a_whole_game(trial: Trial[S, V, M, R], program: Program) -> None:
    out = program.print("watch random --seed 1 --save game.txt")
    assert f"  1. {'X' if trial.board == '. . .' else 'Fionn'} " in out
    assert "The game is over" in program.text
    assert "\x1b" not in out
    assert program.width <= WIDTH
    assert out.endswith("With --seed 1 the same game is played again.\n")
    record = trial.read("game.txt")
    assert record.outcome is not None
    assert record.names == ("Fionn (random)", "Morna (random)")
    assert record.moves == trial.play_game(seed=1).moves
    assert program.print("watch random --seed 1") == out
    assert program.print("replay game.txt") == out.rpartition("With")[0]


def test_watch_without_a_seed_says_which_it_took(
    trial: Trial[S, V, M, R], program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda seeds: seeds - 1)
    out = program.print("watch random --no-board --svg end.svg --theme dark")
    assert "With --seed 999999 " in out
    assert trial.board not in out
    assert "written: end.svg" in out
    assert read("end.svg").startswith("<svg ")


def quit_program(*_: object) -> Never:
    """A bot that wants to end the program."""
    raise SystemExit


@pytest.mark.parametrize(
    ("bot", "reason"),
    [(quit_program, "SystemExit"), (lambda *_: "a poem", "its answer is not a legal move")],
)
def test_a_bot_that_fails_ends_the_game(
    bot: Callable[[object, object, random.Random], object],
    reason: str,
    trial: Trial[S, V, M, R],
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seat(monkeypatch, trial, bot)
    assert program("watch") == 1
    assert program.err == f"keltis: the bot {trial.terminal.default_bot} failed: {reason}\n"


def test_a_bot_that_raises_ends_the_game_which_is_saved(
    trial: Trial[S, V, M, R], program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    tire(monkeypatch, trial, 4)
    assert program("watch --save game.txt") == 1
    bot = trial.terminal.default_bot
    assert program.err == f"keltis: the bot {bot} failed: RuntimeError: I am tired\n"
    assert len(trial.read("game.txt")) == 4


# Showing and replaying


def test_show_prints_or_draws_the_last_board_or_an_earlier_one(
    trial: Trial[S, V, M, R], program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = trial.write(trial.play_game())
    last = program.print("show", file)
    assert trial.board in program.print("show", file, "--move 0") != last
    install_resvg(monkeypatch)
    out = program.print("show", file, "--svg board.svg --png board.png --theme dark")
    assert out == "written: board.svg\nwritten: board.png\n"
    assert read("board.svg").startswith("<svg ")
    assert read("board.png") == f"PNG of {read('board.svg')}"


def test_show_takes_a_position_too(trial: Trial[S, V, M, R], program: Program) -> None:
    if trial.board == ". . .":
        pytest.skip("its positions do not begin with their rules")
    state = trial.terminal.game.notation.format_state(trial.play_game().start)
    assert " is to " in program.print("show", write(f"# mine\n{state}"))


def test_replay_of_an_unfinished_game_says_where_it_stops(
    trial: Trial[S, V, M, R], program: Program
) -> None:
    file = trial.write(trial.play_game().until(3))
    out = program.print("replay --no-board", file)
    assert "The record stops here, after 3 moves." in out


def test_replay_draws_a_strip_or_a_picture_that_moves(
    trial: Trial[S, V, M, R], program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_resvg(monkeypatch)
    file = trial.write(trial.play_game())
    pictures = set()
    for words in ("--svg film.svg", "--frames 1 --svg film.svg", "--frames 3 --svg film.svg"):
        assert program.print("replay", file, words) == "written: film.svg\n"
        pictures.add(read("film.svg"))
    out = program.print("replay", file, "--svg film.svg --png strip.png")
    assert out == "written: film.svg\nwritten: strip.png\n"
    pictures.add(read("strip.png").removeprefix("PNG of "))
    assert len(pictures) == 4
    assert read("film.svg") in pictures


def test_files_in_json(program: Program) -> None:
    program.print("watch random --seed 1 --no-board --save game.JSON")
    assert read("game.JSON").startswith("{\n  ")
    program.print("replay game.JSON --no-board")
    assert "The game is over" in program.text
    assert "game.JSON: $" in program.fail("show", write("{}", "game.JSON"))


@pytest.mark.parametrize("content", ["", "hello", "poem 1"])
def test_files_without_a_game(content: str, trial: Trial[S, V, M, R], program: Program) -> None:
    header = f"{trial.terminal.game.name} record 1"
    expected = f"keltis: given.txt: expected a game: a record that begins with '{header}'"
    assert program.fail("show", write(content)).startswith(expected)


def test_long_names_are_clipped(trial: Trial[S, V, M, R], program: Program) -> None:
    names = ("A" * 100, "\N{CJK UNIFIED IDEOGRAPH-5B54}" * 100)
    program.print("show", trial.write(trial.play_game(names=names).until(0)))
    assert program.width <= WIDTH


@pytest.mark.usefixtures("in_tmp_path")
def test_saving_elsewhere_leaves_no_half_game_behind(trial: Trial[S, V, M, R]) -> None:
    session = start_session(trial.terminal, name="Ann", against=["random"], seed=1)
    session.choose(trial.terminal.choices(session.match.state)[0].move)
    session.save_somewhere()
    session.save_as("mine.txt")
    assert [path.name for path in Path().iterdir()] == ["mine.txt"]
