"""`play`: one person against bots, in the board game."""

import errno
import random
import re
import signal
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

import keltis as engine
from cli.programs import Program, read, write
from keltis import (
    KELTIS_LITERAL,
    Card,
    GameState,
    Move,
    Phase,
    Tile,
    determinize,
    legal_moves,
    new_game,
    observe,
)
from keltis.cli import CommandError
from keltis.cli._commands import raise_on_stop_signals
from keltis.cli._files import write_text
from keltis.cli._keltis import KeltisTerminal
from keltis.cli._terminal import Choice
from keltis.game import Match
from keltis.notation import format_state
from keltis.record import GameRecord, format_record, parse_record
from keltis.testing import Seat, playthrough, position

PLAY = "play --seed 1 --save game.txt"
ALONE = engine.Rules(cards_removed=((1, 30), (2, 30)))


def saved(name: str = "game.txt") -> GameRecord:
    """The game in a file."""
    return parse_record(read(name))


def load(state: GameState) -> str:
    """The option that begins with this position."""
    return f"--load {write(format_state(state), 'position.txt')}"


def test_a_game_prints_its_seed_at_the_end_only(keltis: Program) -> None:
    out = keltis.print("play --seed 123456 --against random", lines="1\n" * 500)
    assert out.count("123456") == 1
    assert out.endswith("With --seed 123456 the same cards are dealt again.\n")


def test_a_signal_to_stop_saves_too(keltis: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: signal.raise_signal(signal.SIGTERM))
    before = signal.getsignal(signal.SIGTERM)
    assert keltis("play") == 128 + signal.SIGTERM
    assert "keltis play --load keltis-game-1.txt" in keltis.err
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with raise_on_stop_signals():
            signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


# Files


@pytest.mark.parametrize(
    ("is_full", "lines"),
    [
        (lambda _text, _written: True, "1\n"),
        (lambda _text, _written: True, "1\n" * 500),
        (lambda text, _written: "result: unfinished" not in text, "1\n" * 500),  # the finished game
        (lambda _text, written: written > 0, "d R6\nquit\n"),  # all but the first
    ],
)
def test_a_game_whose_file_cannot_be_written_any_more_goes_to_another(
    is_full: Callable[[str, int], bool],
    lines: str,
    keltis: Program,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[Path] = []

    def write_if_possible(path: Path, text: str) -> None:
        if path.name == "game.txt" and is_full(text, len(written)):
            raise CommandError(f"{path}: No space left on device")
        written.append(path)
        write_text(path, text)

    monkeypatch.setattr("keltis.cli._files.write_text", write_if_possible)
    assert keltis(PLAY, lines=lines) == 0
    assert "Not saved: game.txt: No space left on device" in keltis.out + keltis.err
    assert "keltis-game-1.txt" in keltis.out + keltis.err
    assert (saved("keltis-game-1.txt").outcome is not None) is (len(lines) > 100)


def test_a_game_that_no_file_takes_goes_on(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("keltis.cli._session.write_new_file", full)
    assert keltis("play --seed 1", lines="1\nquit\n") == 1
    assert "Not saved: No space left on device" in keltis.out
    assert "You lay" in keltis.out


def test_a_game_is_in_its_file_after_every_move(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths: list[int] = []

    def typed(_: str) -> str:
        path = Path("keltis-game-1.txt")
        lengths.append(len(saved(path.name)) if path.exists() else 0)
        if len(lengths) > 3:
            raise EOFError
        return "1"

    monkeypatch.setattr("builtins.input", typed)
    assert keltis("play --seed 1 --against random") == 0
    assert "The game is saved in keltis-game-1.txt." in keltis.out
    assert lengths[0] == 0
    assert all(more > less for less, more in pairwise(lengths))


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs the device /dev/null")
def test_a_device_gets_the_game_once(keltis: Program) -> None:
    assert keltis("play --seed 1 --save /dev/null", lines="1\nquit\n") == 0
    assert "Saved to /dev/null." in keltis.err


@pytest.mark.parametrize("moves", [0, 3, 4])
def test_a_game_that_is_too_long_for_a_record_is_saved(
    moves: int, keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keltis.cli._session.Match", partial(Match, max_moves=moves))
    assert keltis(PLAY, lines="discard R6\ndraw pile\n") == 1
    assert f"a game has at most {moves} moves" in keltis.err
    assert "Saved to game.txt" in keltis.err
    assert len(saved()) == moves


# Moves


@pytest.mark.parametrize(
    ("lines", "taken", "is_noted"),
    [
        ("discard R6\nundo\n", "discard R6", False),
        ("discard R6\ndraw pile\nundo\n", "discard R6, draw pile", True),
        ("discard R6\ndraw R\nundo\n", "discard R6, draw R", True),
        ("\ndiscard R6\n\nu\n", "discard R6, draw pile", True),  # Enter draws from the pile
    ],
)
def test_undo_takes_the_whole_turn_back_and_is_noted_if_it_revealed_something(
    lines: str, taken: str, is_noted: bool, keltis: Program
) -> None:
    assert keltis(PLAY, lines=lines) == 0
    assert f"Taken back: {taken}." in keltis.out
    assert saved().moves == ()
    assert saved().names == ("Guest (with undo)" if is_noted else "Guest", "Fionn (greedy)")


def test_undo_of_nothing_says_so(keltis: Program) -> None:
    assert "There is nothing to take back" in keltis.print("play", lines="undo\nquit\n")


def test_undo_of_a_card_from_the_pile_is_noted_even_when_alone(keltis: Program) -> None:
    alone = position(Seat(hand="R5"), rules=ALONE)
    words = f"--save game.txt {load(alone)}"
    assert keltis("play", words, lines="discard R5\ndraw pile\nundo\n") == 0
    assert saved().names == ("Guest (with undo)",)


def test_undo_goes_back_over_a_step_without_a_choice(keltis: Program) -> None:
    rules = engine.Rules(clover_may_be_declined=False)
    mine = Seat(hand="R8", laid="R3 R4")
    state = position(mine, Seat(), tiles={"R3": Tile.CLOVER}, discards="B3", rules=rules)
    assert keltis("play --save game.txt", load(state), lines="R8\nundo\n") == 0
    assert "Your small figure moves to row 4" in keltis.out
    assert "Taken back: lay R8, advance R." in keltis.out
    assert saved().moves == ()


def test_input_errors_are_explained_and_change_nothing(keltis: Program) -> None:
    lines = "ly R6 small\nlay R6\nlay G1 small\ndraw pile\nadvance R\nlay r6 SMALL now\nquit\n"
    keltis.print("play --seed 1", lines=lines)
    for message in (
        "know 'ly R6 small'. Did you mean: lay R6 small",
        "so say which, small or large. Did you mean: lay R6 small",
        "You cannot lay G1 small: you do not have this card.",
        "You cannot draw pile now: first lay or discard a card.",
        "know 'lay r6 SMALL now'",
    ):
        assert message in keltis.text
    assert "> You" not in keltis.text


def test_bytes_that_cannot_be_decoded_are_an_input_error(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["\udcff", None, "quit"])

    def typed(_: str) -> str:
        answer = next(answers)
        if answer is None:
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
        return answer

    monkeypatch.setattr("builtins.input", typed)
    assert "This cannot be read" in keltis.print("play")


def test_choices_are_computed_once_for_a_prompt(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[int] = []
    choices = KeltisTerminal.choices

    def count(terminal: KeltisTerminal, state: GameState) -> tuple[Choice[Move], ...]:
        computed.append(len(state.draw_pile))
        return choices(terminal, state)

    monkeypatch.setattr(KeltisTerminal, "choices", count)
    assert keltis("play --seed 1", lines="7x\nhelp\nhint\n99\n1\n7x\nquit\n") == 0
    assert computed == [64, 62]  # a single choice is made at once


# Seats


def test_seats_bots_and_rules(keltis: Program) -> None:
    words = "--seat 1 --against random greedy --rules keltis-literal --save game.txt"
    assert keltis("play", words, lines="1\nquit\n") == 0
    record = saved()
    assert record.names == ("Fionn (random)", "Guest", "Morna (greedy)")
    assert record.start.rules == KELTIS_LITERAL
    assert keltis("play --players 4 --against random greedy --save 4.txt", lines="quit\n") == 0
    assert saved("4.txt").names == (
        "Guest",
        "Fionn (random)",
        "Morna (greedy)",
        "Oisin (random)",
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--seat 2", "there is no seat 2: with 2 players the seats are 0 to 1"),
        ("--players 1", "players must be 2 or 3 or 4"),
        ("--load given.txt --seed 3", "a loaded game has its own seed and rules"),
    ],
)
def test_seats_that_cannot_be(words: str, message: str, keltis: Program) -> None:
    record = GameRecord.seeded(2, seed=1, names=("you", "greedy"))
    write(format_record(record))
    assert message in keltis.fail("play", words)


def test_the_command_to_go_on_names_the_bots_that_a_file_may_not_choose(keltis: Program) -> None:
    words = "--seat 1 --name Ann --against keltis.bots:RandomBot --seed 1"
    assert keltis("play", words, lines="quit\n") == 0
    _, _, command = keltis.err.strip().partition("Continue with: keltis ")
    assert command == "play --load keltis-game-1.txt --against keltis.bots:RandomBot"
    assert keltis(command, lines="quit\n") == 0
    assert saved("keltis-game-1.txt").names == ("Fionn (keltis.bots:RandomBot)", "Ann")


# What is printed must not depend on hidden cards.

PROBES = "help\nhint\nboard\nlay G1 small\nlay R6\ndraw pile\nundo\n7x\n99\nhint\n"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_that_look_alike_to_you_look_alike_on_the_screen(
    players: int, keltis: Program
) -> None:
    screens = set()
    state = next(
        state
        for n, (state, _) in enumerate(playthrough(new_game(players, seed=2), random.Random(2)))
        if n > 60 and state.to_move == 0 and state.phase is Phase.PLAY
    )
    for seed in range(4):
        other = determinize(observe(state, 0), random.Random(seed))
        assert keltis("play --seed 5", load(other), f"--save {seed}.txt", lines=PROBES) == 0
        screens.add(keltis.out)
    assert len(screens) == 1


def test_no_card_is_printed_that_you_cannot_know(
    keltis: Program, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed: list[str] = []

    def typed(_: str) -> str:
        printed.append(capsys.readouterr().out)
        return "1"

    monkeypatch.setattr("builtins.input", typed)
    assert keltis("play --seed 8 --save game.txt") == 0
    record = saved()
    asked = [
        n
        for n, (state, _) in enumerate(record)
        if state.to_move == 0 and len(legal_moves(state)) > 1
    ]
    assert len(asked) == len(printed) > 50
    known: set[str] = set()
    done = 0
    for place, text in zip(asked, printed, strict=True):
        for state in record.states[done : place + 1]:
            known |= set(map(str, _visible(state)))
        done = place
        assert set(re.findall(r"\b[RYPGB]\d+\b", text)) <= known


def _visible(state: GameState) -> list[Card]:
    """The cards that seat 0 knows the place of."""
    view = observe(state, 0)
    assert view.hand is not None
    piles = [*view.discards, view.hand]
    for seat in view.players:
        piles += [*seat.columns, seat.seen]
    return [card for pile in piles for card in pile]
