"""The program in a real terminal, of two sizes: a pseudo-terminal types, and reads the screen."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cli.programs import WAITING
from cli.terminals import Terminal
from keltis.arena import TournamentResult
from keltis.celtic import record as celtic
from keltis.documents import from_json
from keltis.record import GameRecord, parse_record

pytestmark = pytest.mark.thorough
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
SIZES: Final = ((80, 24), (120, 40))
PLAY: Final = ("play", "--seed", 1, "--name", "Ann")
SAVED: Final = "Saved to keltis-game-1.txt. Go on with: keltis play --load keltis-game-1.txt"


def saved(directory: Path, name: str = "keltis-game-1.txt") -> GameRecord:
    """The game in a file."""
    return parse_record((directory / name).read_text(encoding="utf-8"))


# On the whole screen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_turn_with_arrow_keys(players: int, size: tuple[int, int], tmp_path: Path) -> None:
    words = ("play", "--seed", 1, "--players", players, "--rules", "KELTIS hand_size=6")
    with Terminal(*words, directory=tmp_path, size=size) as terminal:
        terminal.expect("Your name")
        terminal.type("Ann")
        screen = terminal.shows("Play a card", "figures in the goal", ">A Ann", "q leave")
        assert all(f"greedy {n}" in screen for n in range(2, players))
        hand = screen.split("\n")[-3].replace("[", " ").replace("]", " ").split()
        first, second = hand[:2]
        for key, text in (
            (RIGHT, f"[{second}]"),
            (LEFT, f"[{first}]"),
            (UP, "[discard]"),
            ("\r", "[face-down pile]"),
            ("\r", "You drew "),
            ("q", "Leave the game?"),
        ):
            terminal.press(key)
            terminal.shows(text)
        terminal.press("y")
        terminal.expect("Saved to keltis-game-1.txt. Go on with: keltis play --load")
        assert terminal.ends() == 0
    record = saved(tmp_path)
    assert record.names == ("Ann", *["greedy"] * (players - 1))
    assert [str(move) for move in record.moves[:2]] == [f"discard {first}", "draw pile"]


def test_a_whole_game_and_another(tmp_path: Path) -> None:
    with Terminal("celtic", *PLAY, "--against", "random", directory=tmp_path) as terminal:
        terminal.shows("Lay a tile", "> O Ann", "[0,-1]")
        terminal.press(f"{DOWN}\t")
        terminal.shows("[0,1]", "[╰ NE]")
        while "y another game" not in terminal.press_and_look("\r"):
            pass
        terminal.shows("The game is over", "celtic replay celtic-game-1.txt")
        terminal.press("by")
        terminal.shows("Lay a tile", "This is CELTIC!")
        terminal.press("qy")
        assert terminal.ends() == 0
    text = (tmp_path / "celtic-game-1.txt").read_text(encoding="utf-8")
    assert celtic.parse_record(text).outcome is not None
    assert "The game is over" in terminal.display.printed  # it stays in the terminal


def test_a_game_in_another_size_and_after_ctrl_z(tmp_path: Path) -> None:
    with Terminal(*PLAY, directory=tmp_path) as terminal:
        terminal.shows("Play a card")
        terminal.resize(120, 40)
        terminal.shows("points now", "W wishing stone", "q leave")  # the whole frame
        terminal.resize(40, 10)
        terminal.resize(80, 24)
        terminal.shows("Play a card", "q leave")
        terminal.waits()
        terminal.send_signal(signal.SIGTSTP)  # a system does not stop a process without a shell
        terminal.takes_screen(2)
        terminal.shows("Play a card")
        terminal.press("qy")
        assert terminal.ends() == 0


def test_killing_the_process_loses_no_move(tmp_path: Path) -> None:
    with Terminal(*PLAY, directory=tmp_path) as terminal:
        terminal.shows("Play a card")
        terminal.press("d r6\r")
        terminal.shows("Draw a card.", "The game is kept in keltis-game-1.txt.")
        terminal.send_signal(signal.SIGKILL)
        assert terminal.ends() == -signal.SIGKILL
    assert [str(move) for move in saved(tmp_path).moves] == ["discard R6"]
    with Terminal("play", "--load", "keltis-game-1.txt", directory=tmp_path) as terminal:
        terminal.shows("Draw a card.", ">A Ann")


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_leaving_by_a_key(key: str, code: int, tmp_path: Path) -> None:
    with Terminal(*PLAY, directory=tmp_path) as terminal:
        terminal.shows("Play a card")
        terminal.waits()
        terminal.press(key)
        terminal.expect(SAVED)
        assert terminal.ends() == code
        assert "Traceback" not in terminal.display.printed


_SLEEPY: Final = """
import time
def bot():
    return lambda *_: time.sleep(600)
"""


@pytest.fixture(params=["asked", "listening"])
def left_alone(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Terminal]:
    """A game in which the person is asked for a move, or waits for that of a bot."""
    (tmp_path / "sleepy.py").write_text(_SLEEPY, encoding="utf-8")
    with Terminal(*PLAY, "--against", "sleepy:bot", directory=tmp_path) as terminal:
        terminal.shows("Play a card")
        terminal.press("d r6\r")
        terminal.shows("Draw a card.")
        if request.param == "listening":
            terminal.press("\r")
            terminal.shows("thinks ...")
        terminal.waits()
        yield terminal


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_stop_saves_the_game(
    number: signal.Signals, left_alone: Terminal, tmp_path: Path
) -> None:
    left_alone.send_signal(number)
    left_alone.expect(SAVED)
    assert left_alone.ends() == 128 + number
    assert "Traceback" not in left_alone.display.printed
    assert saved(tmp_path).moves


def test_closing_the_window_saves_the_game(left_alone: Terminal, tmp_path: Path) -> None:
    left_alone.close()
    assert saved(tmp_path).moves


@pytest.mark.parametrize("game", [(), ("celtic",)])
def test_watching_with_pause_steps_and_back(game: tuple[str, ...], tmp_path: Path) -> None:
    words = (*game, "watch", "random", "--seed", 1, "--delay", 60, "--save", "game.txt")
    with Terminal(*words, directory=tmp_path) as terminal:
        terminal.shows("Turn 0: 60 seconds a turn", "Space pause")
        for keys, text in (
            (" ", "Turn 0: paused"),
            (RIGHT + RIGHT, "Turn 2: paused"),
            (LEFT, "Turn 1: paused"),
            (" " + UP, "Turn 1: 6 seconds a turn"),
        ):
            terminal.press(keys)
            terminal.shows(text)
        terminal.press("q")
        terminal.expect("You left after ")
        assert terminal.ends() == 0
    assert (tmp_path / "game.txt").exists()


def test_watching_a_whole_game(tmp_path: Path) -> None:
    with Terminal("watch", "--seed", 1, "--delay", 0, directory=tmp_path) as terminal:
        terminal.shows("The game is over", "the end")
        terminal.press("\r")
        terminal.expect("goal ---")
        terminal.expect("wishing stones")
        assert terminal.ends() == 0


def test_ctrl_c_while_watching(tmp_path: Path) -> None:
    with Terminal(
        "watch", "--seed", 1, "--delay", 60, "--save", "game.txt", directory=tmp_path
    ) as terminal:
        terminal.shows("Turn 0:")
        terminal.press(RIGHT)
        terminal.shows("Turn 1: paused")
        terminal.waits()
        terminal.press("\x03")
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.display.printed
    assert len(saved(tmp_path, "game.txt").turns) == 1


# Line by line


@pytest.mark.parametrize(
    ("options", "size", "term"),
    [
        (("--plain",), (80, 24), "xterm"),
        ((), (80, 24), "dumb"),
        ((), (79, 24), "xterm"),
        ((), (80, 20), "xterm"),
    ],
)
def test_playing_line_by_line(
    options: tuple[str, ...], size: tuple[int, int], term: str, tmp_path: Path
) -> None:
    with Terminal(*PLAY, *options, directory=tmp_path, size=size, term=term) as terminal:
        terminal.expect("Play a card")
        for line, text in (
            ("ly R6 small", "Did you mean: lay R6 small"),
            ("d R6", "You discard R6."),
            ("", "You draw "),
            ("quit", "Saved to keltis-game-1.txt"),
        ):
            terminal.expect("move> ")
            terminal.type(line)
            terminal.expect(text)
        assert terminal.ends() == 0
    assert [str(move) for move in saved(tmp_path).moves[:2]] == ["discard R6", "draw pile"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_tournament_that_is_interrupted_and_resumed(jobs: int, tmp_path: Path) -> None:
    (tmp_path / "waiting.py").write_text(WAITING, encoding="utf-8")
    command = ["tournament", "waiting:bot", "random", "--deals", "4", "--jobs", str(jobs)]
    with Terminal(*command, directory=tmp_path) as terminal:
        terminal.expect(r"[1-9]\d*/8")
        terminal.press("\x03")
        terminal.expect(r"stopped after \d of 8 games")
        message = terminal.expect(r"Go on with: keltis (tournament .*--resume \S+)\n")
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.display.printed
    (tmp_path / "go").touch()
    again = message.partition("Go on with: keltis ")[2].split()
    with Terminal(*again, "--out", "all.json", directory=tmp_path) as terminal:
        terminal.expect(r"8 games, 2 players each, seed \d+")
        assert terminal.ends() == 0
    assert from_json(TournamentResult, (tmp_path / "all.json").read_text(encoding="utf-8")).complete
