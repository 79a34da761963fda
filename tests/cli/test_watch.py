"""`watch`, `show` and `replay`: what only the board game has, and the whole screen."""

import random
import threading
from collections.abc import Iterable

import pytest

from cli.programs import Program, read, write
from cli.screens import FakeScreen
from keltis import GameRecord, Move, PlayerView
from keltis.bots import play_match
from keltis.cli import main
from keltis.cli._keltis import KELTIS
from keltis.cli._screen import Key
from keltis.cli._terminal import view_of
from keltis.cli._watch import WatchScreen, split_turns
from keltis.record import format_record, parse_record
from record_helpers import whole_record


@pytest.fixture(scope="module")
def game() -> GameRecord:
    """A whole game with names."""
    return whole_record(seed=5, names=("Ann", "Bob"))


def limit_moves(monkeypatch: pytest.MonkeyPatch, moves: int) -> None:
    """Let a game stop after a number of moves."""
    monkeypatch.setattr("keltis.cli._watch.MAX_MOVES", moves)


# Watching


def test_watch_plays_the_game_of_play_match(keltis: Program) -> None:
    keltis.print("watch greedy random --seed 7 --save game.txt")
    moves = play_match(["greedy", "random"], seed=7).moves
    assert parse_record(read("game.txt")).moves == moves
    keltis.print("watch random --players 3 --rules reference-manual --no-board --save 3.txt")
    assert parse_record(read("3.txt")).names == ("random",) * 3


@pytest.mark.usefixtures("in_colour")
@pytest.mark.parametrize(
    ("words", "columns", "lines", "is_full"),
    [
        ("watch", 79, 24, False),
        ("watch", 80, 19, False),
        ("watch", 80, 24, False),
        ("watch", 80, 60, True),
        ("celtic watch random", 80, 24, False),
        ("celtic watch random", 80, 40, True),
    ],
)
def test_watch_draws_what_there_is_room_for_in_its_place(
    words: str,
    columns: int,
    lines: int,
    is_full: bool,
    keltis: Program,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit_moves(monkeypatch, 30)
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))
    text = keltis.print(words, "--seed 1")
    assert "\x1b[1A" in text
    assert "\x1b[31m" in text or "celtic" in words
    assert ("..." in text) is (lines == 19)  # nothing else had to be cut
    heading = "greedy 2: " if words == "watch" else "is to lay a tile"
    assert (heading in text.partition("1. ")[2]) is is_full
    assert ("The whole board needs a window of 80 columns." in text) == (columns < 80)
    assert set(slept) == {0.5}
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[31m" not in keltis.print(words, "--seed 1 --delay 0")


@pytest.mark.parametrize(
    ("players", "message"),
    [(300_000_000, "expected at most 100 players, not"), (5, "players must be 2 or 3 or 4")],
)
def test_a_number_of_players_that_the_rules_do_not_know(
    players: int, message: str, keltis: Program
) -> None:
    assert message in keltis.fail(f"watch --players {players}")


def test_bots_that_go_on_for_ever_are_stopped(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def circling(_view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return moves[-1]

    monkeypatch.setattr("keltis.bots.make_bot", lambda _: circling)
    limit_moves(monkeypatch, 101)
    text = keltis.print("watch --seed 1")
    assert "Stopped after 101 moves" in text
    assert " 51. greedy discards" in text  # the unfinished turn


@pytest.mark.parametrize("option", ["--save", "--svg"])
def test_when_nobody_looks_any_more_the_files_get_the_whole_game(
    option: str, keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_away(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("keltis.cli._watch.narrate_game", look_away)
    assert keltis("watch random --seed 1", option, "end") == 1
    assert read("end").startswith("<svg") or parse_record(read("end")).outcome is not None
    assert keltis("watch random --seed 1") == 1


def test_outside_the_main_thread_signals_are_left_alone() -> None:
    codes: list[int] = []
    command = ["watch", "random", "--seed", "1", "--no-board"]
    thread = threading.Thread(target=lambda: codes.append(main(command)))
    thread.start()
    thread.join()
    assert codes == [0]


# Showing and replaying


def test_hidden_cards_are_for_who_may_know(game: GameRecord, keltis: Program) -> None:
    write(format_record(game))
    shown = {
        words: keltis.print("show given.txt --move 0", words).count("(8 hidden)")
        for words in ("", "--seat 1", "--reveal")
    }
    assert shown == {"": 2, "--seat 1": 1, "--reveal": 0}
    drawn = {
        words: keltis.print("replay given.txt --no-board", words).count("draws a card")
        for words in ("", "--seat 1", "--reveal")
    }
    assert drawn[""] > drawn["--seat 1"] > drawn["--reveal"] == 0
    message = "there is no seat 2: with 2 players the seats are 0 to 1"
    assert message in keltis.fail("show given.txt --seat 2")


# On a whole screen


def watch(
    game: GameRecord, keys: Iterable[str | None], *, reveal: bool = False, delay: float = 0.4
) -> FakeScreen:
    """The screen of somebody who presses these keys, the last of which leaves."""
    screen = FakeScreen(keys)
    view = view_of(KELTIS, game, reveal=reveal)
    records = (game.until(number) for number in range(1, len(game) + 1))
    turns = (record for record, _ in split_turns(KELTIS, records, view))
    shown = WatchScreen(screen, KELTIS, view, [game.until(0)], turns, delay).run()
    assert shown.moves == game.moves[: len(shown)]
    return screen


def turn(frame: str) -> str:
    """The line of a frame that says where the game is."""
    return frame.split("\n")[-2]


def test_turns_go_on_while_no_key_is_pressed(game: GameRecord) -> None:
    screen = watch(game, [None, None, "q"])
    assert [turn(frame) for frame in screen.frames] == [
        f"Turn {number}: 0.4 seconds a turn" for number in range(3)
    ]
    assert screen.delays == [0.4] * 3


def test_a_pause_waits_for_a_key(game: GameRecord) -> None:
    screen = watch(game, [None, " ", Key.RESIZE, "p", None, "q"])
    assert screen.delays == [0.4, 0.4, None, None, 0.4, 0.4]
    assert "Turn 1: paused" in screen.frames[2]
    assert "Turn 2:" in screen.last


@pytest.mark.parametrize("key", [Key.RIGHT, "n", Key.ENTER])
def test_a_step_pauses(key: str, game: GameRecord) -> None:
    assert turn(watch(game, [key, key, "q"]).last) == "Turn 2: paused"


def test_back_shows_an_earlier_turn_again(game: GameRecord) -> None:
    screen = watch(game, [None, None, Key.LEFT, "b", Key.LEFT, Key.RIGHT, "q"])
    assert [int(turn(frame).split()[1][:-1]) for frame in screen.frames] == [0, 1, 2, 1, 0, 0, 1]
    assert screen.frames[0].split("\n")[:-2] == screen.frames[4].split("\n")[:-2]


def test_the_pace_can_be_changed(game: GameRecord) -> None:
    screen = watch(game, [Key.UP, "+", Key.DOWN, "-", "-", "q"])
    assert screen.delays == [0.4, 0.2, 0.1, 0.2, 0.4, 0.8]
    assert watch(game, [*"+" * 9, "q"]).delays[-1] == 0.05
    assert watch(game, [*"-" * 9, "q"]).delays[-1] == 6.0


@pytest.mark.parametrize("keys", [[], [Key.LEFT, Key.RIGHT, Key.RIGHT]])
def test_at_the_end_one_can_go_back_and_enter_leaves(keys: list[str], game: GameRecord) -> None:
    screen = watch(game, [*[None] * (len(game.turns) + 1), *keys, Key.ENTER])
    assert turn(screen.last) == f"Turn {len(game.turns)}: the end"
    assert screen.delays[-1] is None
    assert "The game is over" in screen.last


def test_all_hands_are_on_the_screen_if_they_are_face_up(game: GameRecord) -> None:
    assert watch(game, ["q"], reveal=True).last.count("  hand ") == 2
    assert "hand" not in watch(game, ["q"]).last
