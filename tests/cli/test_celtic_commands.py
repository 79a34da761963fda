"""`keltis celtic`: the commands for the tile game."""

import random
from pathlib import Path

import pytest

from cli.programs import Program, install_resvg
from keltis.celtic import (
    GameState,
    Lay,
    Move,
    Owner,
    Pass,
    Player,
    legal_moves,
    new_game,
    parse_move,
)
from keltis.celtic.bots import Bot, RandomBot, play_match
from keltis.celtic.notation import format_state
from keltis.celtic.record import GameRecord, format_record, parse_record, record_from_json
from keltis.cli import main
from keltis.cli._celtic import CELTIC, HELP
from keltis.cli._display import WIDTH
from keltis.cli._session import Session

START = new_game()
PASS = Pass()
WEAK = "search:games=1"
"""A bot that looks at the next move only, and so takes no time."""


def games(count: int) -> list[GameRecord]:
    """Games of random bots."""
    return [play_match([RandomBot(), RandomBot()], seed=seed) for seed in range(count)]


def forced(player: Player) -> GameState:
    """A position in which this player must pass, and the game goes on."""
    return next(
        state
        for game in games(60)
        for state, move in game
        if move == PASS and state.to_move is player
    )


def saved(name: str) -> GameRecord:
    """The game in a file."""
    return parse_record(Path(name).read_text(encoding="utf-8"))


def written(text: str) -> str:
    """The name of a file with this text."""
    Path("given.txt").write_text(text, encoding="utf-8")
    return "given.txt"


def seat(monkeypatch: pytest.MonkeyPatch, bot: Bot) -> None:
    """Let this bot play, whatever its name."""
    monkeypatch.setattr("keltis.celtic.bots.make_bot", lambda _: bot)


def tired(state: GameState, moves: tuple[Move, ...], _rng: random.Random) -> Move:
    """A bot that leaves as much open as it can, and gives up after four tiles."""
    if len(state.lays) > 4:
        raise RuntimeError("I am tired")
    return max(moves, key=lambda move: move.mask if isinstance(move, Lay) else 0)


# The commands


def test_celtic_alone_prints_its_help(celtic: Program) -> None:
    assert celtic() == 2
    assert celtic.out == ""
    assert all(name in celtic.err for name in ("watch", "play", "solve", "show", "replay"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "watch greedy",
            "unknown bot 'greedy': expected random, search, or search:games=N",
        ),
        ("play --against search:games=many", "games must be a whole number from 1, not 'many'"),
        ("play --seat green", "expected orange or blue, not 'green'"),
        ("solve --seed=-1", "expected a whole number from 0, not '-1'"),
        ("weave", "invalid choice: 'weave'"),
    ],
)
def test_wrong_usage_has_exit_code_2(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["celtic", *words.split()])
    assert message in " ".join(capsys.readouterr().err.split())


# Watching


def test_watch_narrates_a_whole_game(celtic: Program) -> None:
    assert celtic("watch", "random", WEAK, "--seed", 1, "--save", "game.txt") == 0
    assert celtic.err == ""
    assert "  1. random lays " in celtic.out
    assert "That closes a knot: " in celtic.text
    assert "The game is over: " in celtic.text
    assert "knots, the best first" in celtic.out
    assert celtic.out.endswith("With --seed 1 the same game is played again.\n")
    assert "\x1b" not in celtic.out
    record = saved("game.txt")
    assert record.outcome is not None
    assert record.names == ("random", WEAK)
    assert celtic.out.count("O random") == 2  # the board before and after


def test_watch_with_a_seed_repeats_itself(celtic: Program) -> None:
    assert celtic("watch", "random", "--seed", 3, "--no-board") == 0
    first = celtic.out
    assert celtic("watch", "random", "--seed", 3, "--no-board") == 0
    assert celtic.out == first
    assert "O orange" not in first


def test_watch_plays_the_search_bot_and_says_which_seed_it_took(
    celtic: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda seeds: seeds - 1)
    monkeypatch.setattr("keltis.celtic.bots._registry._BUILTIN", {"search": RandomBot})
    assert celtic("watch", "--no-board") == 0
    assert "search lays " in celtic.out
    assert "With --seed 999999 " in celtic.out


def test_watch_narrates_passes_and_draws_the_end(celtic: Program) -> None:
    passing = next(
        seed
        for seed in range(60)
        if celtic("watch", "random", "--seed", seed, "--no-board", "--save", "game.json") == 0
        and "must pass" in celtic.text
    )
    record = record_from_json(Path("game.json").read_text(encoding="utf-8"))
    assert PASS in record.moves
    assert celtic.text.count("must pass: no tile fits.") == record.moves.count(PASS)
    assert (
        celtic(
            "watch",
            "random",
            "--seed",
            passing,
            "--no-board",
            "--svg",
            "end.svg",
            "--theme",
            "dark",
        )
        == 0
    )
    assert "written: end.svg" in celtic.out
    assert Path("end.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize(("lines", "heading"), [("24", False), ("40", True)])
def test_watch_draws_the_board_in_its_place(
    lines: str,
    heading: bool,
    celtic: Program,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in (
        ("FORCE_COLOR", "1"),
        ("TERM", "xterm"),
        ("COLUMNS", "80"),
        ("LINES", lines),
    ):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(["celtic", "watch", "random", "--seed", "1", "--delay", "0"]) == 0
    text = capsys.readouterr().out
    assert "\x1b[1A" in text
    assert ("is to lay a tile" in text.partition("1. ")[2]) is heading
    assert "..." not in text  # nothing had to be cut
    assert celtic.out == ""


def test_the_winner_leads_and_in_a_draw_both_do() -> None:
    drawn = next(
        game for game in games(60) if game.outcome is not None and game.outcome.winner is None
    )
    won = next(
        game for game in games(60) if game.outcome is not None and game.outcome.winner is not None
    )
    assert len(CELTIC.scoreboard(drawn).best) == 2
    assert len(CELTIC.scoreboard(won).best) == 1


def test_a_bot_that_raises_ends_the_game_which_is_saved(
    celtic: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat(monkeypatch, tired)
    assert celtic("watch", "--save", "game.txt") == 1
    assert celtic.err == "keltis: the bot search failed: RuntimeError: I am tired\n"
    assert len(saved("game.txt")) == 4


def test_three_bots_are_too_many(celtic: Program) -> None:
    assert celtic("watch", "random", "random", "random") == 1
    assert celtic.err == "keltis: 3 bots are too many for 2 seats\n"


# Playing


def test_a_whole_game_by_the_first_choice(celtic: Program) -> None:
    assert (
        celtic("play", "--seed", 1, "--against", WEAK, "--save", "game.txt", lines="1\n" * 40) == 0
    )
    assert celtic.err == ""
    assert "> You lay an end S on 0,-1." in celtic.out
    assert "The game is in game.txt: keltis celtic replay game.txt" in celtic.out
    record = saved("game.txt")
    assert record.outcome is not None
    assert record.names == ("Guest", WEAK)


def test_a_game_gets_a_file_and_an_explanation(celtic: Program) -> None:
    words = ("--seed", 1, "--against", "random", "--seat", "blue", "--name", "Bob")
    assert celtic("play", *words, lines="1\n" * 40) == 0
    assert "B Bob" in celtic.out
    assert "The game is over: " in celtic.text
    assert "decides the game" in celtic.out
    assert "The game is in celtic-game-1.txt: keltis celtic replay celtic-game-1.txt" in celtic.out
    assert saved("celtic-game-1.txt").outcome is not None


@pytest.mark.parametrize("player", [Owner.ORANGE, Owner.BLUE])
def test_a_forced_pass_is_made_and_narrated(player: Player, celtic: Program) -> None:
    state = forced(player)
    words = (
        "--load",
        written(format_state(state)),
        "--seat",
        player,
        "--against",
        "random",
        "--save",
        "game.txt",
    )
    assert celtic("play", *words, lines="quit\n") == 0
    assert "> You must pass: no tile fits." in celtic.text
    assert saved("game.txt").moves[0] == PASS


def test_a_pass_that_you_force_is_narrated(celtic: Program) -> None:
    game, place = next(
        (game, place - 1)
        for game in games(60)
        for place, (state, move) in enumerate(game)
        if move == PASS and state.to_move is Owner.BLUE and place
    )
    words = ("--load", written(format_record(game.until(place))), "--seat", "orange")
    assert celtic("play", *words, lines=f"{game.moves[place]}\nquit\n") == 0
    assert "search must pass: no tile fits." in celtic.text


def test_a_cell_shows_its_tiles_and_a_number_lays_one(celtic: Program) -> None:
    assert celtic("play", "--against", "random", "--save", "game.txt", lines="0,-1\n3\nquit\n") == 0
    assert "0,-1: 1-15 -1,0: 16-30 1,0: 31-45 0,1: 46-60" in celtic.text
    assert "corner 3 ╭ ES 5 ╮ SW neutral 11 ╭ ES 13 ╮ SW" in celtic.text
    assert saved("game.txt").moves[0] == parse_move("lay 0,-1 ES orange")


def test_undo_goes_back_to_your_last_decision(celtic: Program) -> None:
    lines = "undo\n0,-1 S\n0,1 N\nundo\nundo\nundo\n0,-1 ES\nquit\n"
    assert (
        celtic("play", "--against", "random", "--seed", 2, "--save", "game.txt", lines=lines) == 0
    )
    assert celtic.text.count("nothing to take back") == 2
    assert "Taken back: lay 0,1 N orange." in celtic.out
    assert "Taken back: lay 0,-1 S orange." in celtic.out
    assert str(saved("game.txt").moves[0]) == "lay 0,-1 ES orange"


@pytest.mark.usefixtures("in_tmp_path")
def test_undo_does_not_stop_at_a_forced_pass() -> None:
    game, place = next(
        (game, place)
        for game in games(60)
        for place, (state, move) in enumerate(game)
        if move == PASS and state.to_move is Owner.ORANGE
    )
    record = game.until(place + 1).rename(("Ann", "random"))
    session = Session(CELTIC, record, seat=0, seed=1)
    assert isinstance(session.undo(), Lay)
    assert session.is_your_turn
    assert len(session.record) < place


def test_hint_help_board_and_save(celtic: Program) -> None:
    lines = "hint\nhint\nhelp\nboard\nsave\nsave game.txt\n1\nquit\n"
    assert celtic("play", "--against", "random", "--seed", 1, lines=lines) == 0
    hints = [
        line for line in celtic.out.splitlines() if line.startswith("The search bot would lay ")
    ]
    assert len(hints) == 2
    assert len(set(hints)) == 1
    assert parse_move(
        hints[0].removeprefix("The search bot would ").removesuffix(".")
    ) in legal_moves(START)
    assert HELP in celtic.out  # no line of it is broken
    assert "Name a file: save FILE" in celtic.out
    assert "Saved to game.txt. Later: keltis celtic play --load game.txt" in celtic.out
    assert len(saved("game.txt")) >= 1


def test_ctrl_c_saves_and_the_game_goes_on_later(
    celtic: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["1"])

    def typed(_: str) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr("builtins.input", typed)
        assert celtic("play", "--against", "random", "--seat", "blue") == 130
    assert (
        "Saved to celtic-game-1.txt. Go on with: keltis celtic play --load celtic-game-1.txt"
        in celtic.err
    )
    before = saved("celtic-game-1.txt")
    assert before.names == ("random", "Guest")
    assert celtic("play", "--load", "celtic-game-1.txt", lines="1\n") == 0
    assert saved("celtic-game-1.txt").moves[: len(before)] == before.moves
    assert saved("celtic-game-1.txt").names == before.names


def test_quit_before_the_first_move_leaves_no_file(celtic: Program) -> None:
    assert celtic("play", lines="quit\n") == 0
    assert "there is nothing to save" in celtic.out
    assert list(Path().iterdir()) == []


def test_a_file_that_is_there_is_not_overwritten(celtic: Program) -> None:
    assert celtic("play", "--save", written("mine")) == 1
    assert "this file exists" in celtic.err


def test_a_bot_that_fails_while_playing(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    seat(monkeypatch, tired)
    assert celtic("play", "--save", "game.txt", lines="1\n" * 5) == 1
    assert celtic.err.endswith("keltis: the bot search failed: RuntimeError\n")
    assert len(saved("game.txt")) > 3


@pytest.mark.parametrize(
    ("names", "words", "seats"),
    [
        (("random", "you"), (), ("random", "you")),
        (("random", "you"), ("--seat", "orange"), ("you", "search")),
        ((), (), ("Guest", "search")),
        (("Ann", "Bob"), ("--against", "random"), ("Ann", "random")),
        (("Ann", "random"), ("--name", "Eve"), ("Eve", "random")),
    ],
)
def test_who_plays_on_in_a_loaded_game(
    names: tuple[str, ...], words: tuple[str, ...], seats: tuple[str, ...], celtic: Program
) -> None:
    file = written(format_record(GameRecord(START, names=names)))
    assert celtic("play", "--load", file, "--save", "on.txt", *words, lines="quit\n") == 0
    assert saved("on.txt").names == seats


def test_a_file_that_names_no_bot(celtic: Program) -> None:
    assert (
        celtic("play", "--load", written(format_record(GameRecord(START, names=("Ann", "Bob")))))
        == 1
    )
    assert (
        celtic.err
        == "keltis: the file names 'Bob' as a player, but no installed bot is called so: "
        "name one after --against\n"
    )


# Showing


def test_show_prints_the_last_board_or_an_earlier_one(celtic: Program) -> None:
    game = play_match([RandomBot(), RandomBot()], seed=5, names=("Ann", "Bob"))
    file = written(format_record(game))
    assert celtic("show", file) == 0
    assert "Ann" in celtic.out
    assert "is to lay a tile" not in celtic.out
    assert celtic("show", file, "--move", 0) == 0
    assert "Ann is to lay a tile" in celtic.out
    assert celtic("show", file, "--move", 99) == 1
    assert "--move 99 is beyond the end" in celtic.err


def test_long_names_are_clipped(celtic: Program) -> None:
    game = GameRecord(new_game(), names=("A" * 100, "\N{CJK UNIFIED IDEOGRAPH-5B54}" * 100))
    assert celtic("show", written(format_record(game))) == 0
    assert "O AAAA" in celtic.out
    assert celtic.width <= WIDTH


def test_show_draws_and_takes_a_position_too(celtic: Program) -> None:
    file = written("# mine\n" + format_state(forced(Owner.BLUE)))
    assert celtic("show", file) == 0
    assert "blue must pass" in celtic.out
    assert celtic("show", file, "--svg", "board.svg", "--theme", "dark") == 0
    assert celtic.out == "written: board.svg\n"
    assert Path("board.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "expected a game: a record that begins with 'celtic record 1'"),
        ("poem 1", "expected a game"),
        ("keltis record 1", "this is a game of Keltis: use keltis and a command"),
        ('{"format": "keltis-record"}', "as in keltis show given.txt"),
        ("rules: KELTIS\nturn: 0", "this is a game of Keltis"),
        ('{"format": "poem"}', "$.format"),
        ("celtic record 9", "unsupported version 9"),
        ("rules: CELTIC\nturn: nobody", "line 2"),
    ],
)
def test_files_without_a_game(content: str, message: str, celtic: Program) -> None:
    assert celtic("show", written(content)) == 1
    assert celtic.out == ""
    assert celtic.err.startswith("keltis: given.txt: ")
    assert message in celtic.err


def test_show_draws_png(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    install_resvg(monkeypatch)
    assert celtic("show", written(format_state(START)), "--png", "board.png") == 0
    assert celtic.out == "written: board.png\n"
    assert Path("board.png").read_bytes().startswith(b"PNG of <svg ")


def test_a_game_that_is_over_is_not_played_on(celtic: Program) -> None:
    text = format_record(games(1)[0])
    assert celtic("play", "--load", written(text)) == 1
    assert (
        celtic.err
        == "keltis: given.txt: this game is over; look at it with: keltis celtic replay given.txt\n"
    )
    assert Path("given.txt").read_text(encoding="utf-8") == text


# Replaying


def test_replay_narrates_a_recorded_game(celtic: Program) -> None:
    game = play_match([RandomBot(), RandomBot()], seed=5, names=("Ann", "Bob"))
    assert celtic("replay", written(format_record(game))) == 0
    assert celtic.err == ""
    assert "  1. Ann lays " in celtic.out
    assert f" {len(game)}. " in celtic.out
    assert celtic.text.count("The game is over: ") == 1
    assert celtic.out.count("O Ann") == 2  # the board before and after
    assert "knots, the best first" in celtic.out
    assert celtic.width <= WIDTH


def test_replay_prints_what_watch_printed(celtic: Program) -> None:
    assert celtic("watch", "random", "--seed", 3, "--save", "game.json") == 0
    watched = celtic.out.removesuffix("With --seed 3 the same game is played again.\n")
    assert celtic("replay", "game.json") == 0
    assert celtic.out == watched


def test_replay_of_an_unfinished_game_says_where_it_stops(celtic: Program) -> None:
    file = written(format_record(games(1)[0].until(3)))
    assert celtic("replay", file, "--no-board") == 0
    assert "The record stops here, after 3 moves." in celtic.out


@pytest.mark.parametrize(("words", "frames"), [((), 0), (("--frames", "3"), 3)])
def test_replay_draws_a_strip_or_a_picture_that_moves(
    words: tuple[str, ...], frames: int, celtic: Program
) -> None:
    file = written(format_record(games(1)[0]))
    assert celtic("replay", file, "--svg", "film.svg", *words) == 0
    assert celtic.out == "written: film.svg\n"
    picture = Path("film.svg").read_text(encoding="utf-8")
    assert picture.count("keltis-frame") == frames
    assert ("<animate" in picture) is not bool(frames)


def test_two_bots_are_too_many_opponents(celtic: Program) -> None:
    assert celtic("play", "--against", "random", "random") == 1
    assert celtic.err == "keltis: 2 bots are too many for 1 seat\n"
