"""`watch`, `show` and `replay`: what only the board game has."""

import random
import threading

import pytest

from cli.programs import Program, read, write
from keltis import GameRecord, Move, PlayerView
from keltis.bots import play_match
from keltis.cli import main
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
    assert parse_record(read("3.txt")).names == tuple(
        f"{name} (random)" for name in ("Fionn", "Morna", "Oisin")
    )


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
    assert " 51. Fionn discards" in text  # the unfinished turn


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
