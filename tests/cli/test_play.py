"""`play`: one person against bots."""

import errno
import io
import random
import re
import signal
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

import keltis
from cli.programs import Program
from keltis import (
    KELTIS_LITERAL,
    Card,
    GameState,
    Move,
    Phase,
    PlayerView,
    Tile,
    determinize,
    legal_moves,
    new_game,
    observe,
)
from keltis.cli import CommandError, main
from keltis.cli._commands import raise_on_stop_signals
from keltis.cli._files import write_text
from keltis.cli._keltis import KeltisTerminal
from keltis.cli._terminal import Choice
from keltis.game import Match
from keltis.notation import format_state, parse_move
from keltis.record import GameRecord, format_record, parse_record
from keltis.testing import Seat, playthrough, position

START = new_game(2, seed=1)

pytestmark = pytest.mark.usefixtures("in_tmp_path")


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    """Types lines into `keltis play`, and keeps its output."""
    return Program(monkeypatch, capsys, "play")


def saved(name: str) -> GameRecord:
    """The game in a file."""
    return parse_record(Path(name).read_text(encoding="utf-8"))


def load(state: GameState) -> tuple[str, str]:
    """The option that begins with this position."""
    Path("position.txt").write_text(format_state(state), encoding="utf-8")
    return "--load", "position.txt"


def test_a_whole_game_by_the_first_choice(player: Program) -> None:
    assert player("--seed", 1, "--save", "game.txt", lines="1\n" * 500) == 0
    assert "You lay R6. Your small figure enters the red path." in player.out
    assert "The game is over" in player.out
    assert "The game is in game.txt: keltis replay game.txt" in player.out
    assert player.err == ""
    record = saved("game.txt")
    assert record.outcome is not None
    assert record.names == ("Guest", "greedy")


def test_a_game_prints_its_seed_at_the_end_only(player: Program) -> None:
    assert player("--seed", 123456, "--against", "random", lines="1\n" * 500) == 0
    assert player.out.count("123456") == 1
    assert player.out.endswith("With --seed 123456 the same cards are dealt again.\n")


def test_a_signal_to_stop_saves_too(player: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_: str) -> str:
        signal.raise_signal(signal.SIGTERM)
        return "1"

    monkeypatch.setattr("builtins.input", stopped)
    before = signal.getsignal(signal.SIGTERM)
    assert player() == 128 + signal.SIGTERM
    assert "keltis play --load keltis-game-1.txt" in player.err
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with raise_on_stop_signals():
            signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_game_is_saved_when_the_terminal_fails(
    player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: str) -> str:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("builtins.input", gone)
    assert player() == 1
    assert player.err.endswith("keltis: Input/output error\n")
    assert saved("keltis-game-1.txt").moves == ()


def test_save_while_playing(player: Program) -> None:
    Path("other.txt").write_text("mine", encoding="utf-8")
    refused = f"save\nsave other.txt\nsave gone/game.txt\nsave {'x' * 300}\nsave .\n"
    lines = f"{refused}1\nsave game.txt\n1\nsave\nquit\n"
    assert player(lines=lines) == 0
    assert "Name a file: save FILE" in player.out
    assert "Not saved: other.txt: this file exists" in player.out
    assert "Not saved: gone/game.txt: there is no directory gone" in player.out
    assert "File name too long" in player.out
    assert "Not saved: .: this is a directory" in player.out
    assert player.out.count("Saved to game.txt. Later: keltis play --load game.txt") == 2
    assert len(saved("game.txt")) > 1
    assert Path("other.txt").read_text(encoding="utf-8") == "mine"


def test_a_path_that_no_file_can_have_is_refused_before_the_game(player: Program) -> None:
    assert player("--save", "gone/game.txt", lines="1\n") == 1
    assert player.out == ""
    assert player.err == "keltis: gone/game.txt: there is no directory gone\n"


@pytest.mark.parametrize(("lines", "code"), [("1\n", 0), ("1\n" * 500, 0)])
def test_a_game_whose_file_cannot_be_written_any_more_goes_to_another(
    lines: str, code: int, player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        if path.name == "game.txt":
            raise CommandError(f"{path}: No space left on device")
        write_text(path, text)

    monkeypatch.setattr("keltis.cli._files.write_text", full)
    assert player("--seed", 1, "--save", "game.txt", lines=lines) == code
    assert "Not saved: game.txt: No space left on device" in player.out
    record = saved("keltis-game-1.txt")
    assert str(record.moves[0]) == "lay R6 small"
    assert (record.outcome is not None) is (len(lines) > 2)
    assert "keltis-game-1.txt" in player.out + player.err


def test_undo_takes_back_what_revealed_nothing(player: Program) -> None:
    assert (
        player("--seed", 1, "--save", "game.txt", lines="discard R6\nundo\ndiscard R9\nquit\n") == 0
    )
    assert "Taken back: discard R6." in player.out
    assert saved("game.txt").moves == (parse_move("discard R9"),)


@pytest.mark.parametrize(
    "lines", ["undo\n", "discard R6\ndraw pile\nundo\n", "discard R6\ndraw R\nundo\n"]
)
def test_undo_takes_nothing_back_that_others_have_answered(lines: str, player: Program) -> None:
    assert player("--seed", 1, "--save", "game.txt", lines=lines) == 0
    assert "You can take back only your own move" in player.out
    assert [str(move) for move in saved("game.txt").moves[:2]] == lines.splitlines()[:-1]


def test_undo_takes_no_card_of_the_pile_back_even_when_alone(player: Program) -> None:
    alone = position(Seat(hand="R5"), rules=_alone())
    assert player(*load(alone), lines="discard R5\ndraw pile\nundo\ndiscard R5\n") == 0
    assert "You can take back only your own move" in player.out


def _alone() -> keltis.Rules:
    return keltis.Rules(cards_removed=((1, 30), (2, 30)))


def test_input_errors_are_explained_and_change_nothing(player: Program) -> None:
    lines = "\nly R6 small\nlay R6\nR6\n99\nlay G1 small\ndraw pile\nadvance R\n"
    lines += "lay r6 SMALL now\nxyzzy\nquit\n"
    assert player("--seed", 1, lines=lines) == 0
    text = " ".join(player.out.split())
    assert "Type the number of a choice, or ? for help." in text
    assert (
        "expected discard, lay, advance, decline or draw, not 'ly'). Did you mean: lay R6 small"
        in text
    )
    assert (
        "You cannot lay R6: it brings a figure on to the path, so say which, small or large. "
        "Did you mean: lay R6 small" in text
    )
    assert "There is no choice 99: they go from 1 to 24." in text
    assert "You cannot lay G1 small: you do not have this card." in text
    assert "You cannot draw pile now: first lay or discard a card." in text
    assert "not 'NOW'" in text
    assert "not 'xyzzy'). Type ? for help." in text
    assert "> You" not in text


def test_bytes_that_cannot_be_decoded_are_an_input_error(
    player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["\udcff", None, "quit"])

    def typed(_: str) -> str:
        answer = next(answers)
        if answer is None:
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
        return answer

    monkeypatch.setattr("builtins.input", typed)
    assert player() == 0
    assert "This cannot be read" in player.out


def test_seats_and_bots(player: Program) -> None:
    words = (
        "--seat",
        1,
        "--against",
        "random",
        "greedy",
        "--rules",
        "keltis-literal",
        "--save",
        "game.txt",
    )
    assert player(*words, lines="1\nquit\n") == 0
    record = saved("game.txt")
    assert record.names == ("random", "Guest", "greedy")
    assert record.start.rules == KELTIS_LITERAL
    assert "Guest: " in player.out


def test_a_seat_that_is_not_there(player: Program) -> None:
    assert player("--seat", 2) == 1
    assert player.err == "keltis: there is no seat 2: with 2 players the seats are 0 to 1\n"


def record_file(*names: str) -> str:
    Path("game.txt").write_text(
        format_record(GameRecord.seeded(len(names) or 2, seed=1, names=names)), encoding="utf-8"
    )
    return "game.txt"


def test_the_command_to_go_on_names_the_bots_that_a_file_may_not_choose(player: Program) -> None:
    words = ("--seat", 1, "--name", "Ann", "--against", "keltis.bots:RandomBot", "--seed", 1)
    assert player(*words, lines="quit\n") == 0
    _, _, command = player.err.strip().partition("Go on with: keltis play ")
    assert command == "--load keltis-game-1.txt --against keltis.bots:RandomBot"
    assert player(*command.split(), lines="quit\n") == 0
    assert saved("keltis-game-1.txt").names == ("keltis.bots:RandomBot", "Ann")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            (),
            "the file names 'os:abort' as a player, but no installed bot is called so",
        ),
        (("--against", "random", "random"), "this game has 1 other players"),
        (("--seed", "3"), "a loaded game has its own seed and rules"),
        (("--rules", "keltis"), "a loaded game has its own seed and rules"),
    ],
)
def test_a_file_does_not_say_which_code_is_run(
    words: tuple[str, ...], message: str, player: Program
) -> None:
    assert player("--load", record_file("you", "os:abort"), *words) == 1
    assert message in player.err


def test_the_message_of_a_bot_that_fails_hides_its_cards(
    player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
        raise RuntimeError(f"my hand is {view.hand}")

    monkeypatch.setattr("keltis.bots.make_bot", lambda _: careless)
    assert player("--seed", 1, lines="1\n1\n") == 1
    assert player.err.endswith("keltis: the bot greedy failed: RuntimeError\n")
    assert "Saved to keltis-game-1.txt" in player.err


def test_on_a_terminal_lines_can_be_edited(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setitem(sys.modules, "readline", None)  # as on a machine that has none
    monkeypatch.setattr(sys, "stdin", Keyboard("quit\n"))
    assert main(["play"]) == 0
    assert "move> quit" not in capsys.readouterr().out  # the terminal shows it itself


def test_enter_draws_from_the_pile(player: Program) -> None:
    assert player("--seed", 1, "--save", "game.txt", lines="\ndiscard R6\n\nquit\n") == 0
    assert "Type the number of a choice, or ? for help." in player.out
    assert [str(move) for move in saved("game.txt").moves[:2]] == ["discard R6", "draw pile"]


def test_undo_goes_back_over_a_step_without_a_choice(player: Program) -> None:
    rules = keltis.Rules(clover_may_be_declined=False)
    state = position(
        Seat(hand="R8", laid="R3 R4"),
        Seat(),
        tiles={"R3": Tile.CLOVER},
        discards="B3",
        rules=rules,
    )
    assert player(*load(state), "--save", "game.txt", lines="R8\nundo\n") == 0
    assert "Your small figure moves to row 4" in player.out
    assert "Taken back: lay R8." in player.out
    assert saved("game.txt").moves == ()


def test_a_game_is_in_its_file_after_every_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lengths: list[int] = []

    def typed(_: str) -> str:
        path = Path("keltis-game-1.txt")
        lengths.append(len(saved(path.name)) if path.exists() else 0)
        if len(lengths) > 3:
            raise EOFError
        return "1"

    monkeypatch.setattr("builtins.input", typed)
    assert main(["play", "--seed", "1", "--against", "random"]) == 0
    assert "The game is kept in keltis-game-1.txt." in capsys.readouterr().out
    assert lengths[0] == 0
    assert all(more > less for less, more in pairwise(lengths))


def test_a_device_gets_the_game_once(player: Program) -> None:
    if not Path("/dev/null").exists():
        pytest.skip("there is no /dev/null")
    assert player("--seed", 1, "--save", "/dev/null", lines="1\nquit\n") == 0
    assert "Saved to /dev/null." in player.err


def test_a_game_that_no_file_takes_goes_on(
    player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("keltis.cli._session.write_new_file", full)
    assert player("--seed", 1, lines="1\nquit\n") == 1
    assert "Not saved: No space left on device" in player.out
    assert "You discard" in player.out or "You lay" in player.out


def test_a_file_that_fails_at_the_very_end_is_reported(
    player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        if "result: unfinished" not in text and path.name == "game.txt":
            raise CommandError(f"{path}: No space left on device")
        write_text(path, text)

    monkeypatch.setattr("keltis.cli._files.write_text", full)
    assert player("--seed", 1, "--save", "game.txt", lines="1\n" * 500) == 0
    assert "Not saved: game.txt: No space left on device" in player.out + player.err
    assert saved("keltis-game-1.txt").outcome is not None


def test_a_file_that_fails_when_you_leave_is_reported(
    player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Path] = []

    def full(path: Path, text: str) -> None:
        calls.append(path)
        if len(calls) > 1:
            raise CommandError(f"{path}: No space left on device")
        write_text(path, text)

    monkeypatch.setattr("keltis.cli._files.write_text", full)
    assert player("--seed", 1, "--save", "game.txt", lines="d R6\nquit\n") == 0
    assert "Not saved: game.txt: No space left on device" in player.err
    assert "Saved to keltis-game-1.txt." in player.err


def test_the_number_of_players(player: Program) -> None:
    words = ("--players", 4, "--against", "random", "greedy", "--save", "game.txt")
    assert player(*words, lines="quit\n") == 0
    assert saved("game.txt").names == ("Guest", "random", "greedy", "random")
    assert player("--players", 2, "--against", "random", "greedy") == 1
    assert player.err == "keltis: 2 bots are too many for 1 seat\n"
    assert player("--players", 1) == 1
    assert "players must be 2 or 3 or 4" in player.err
    assert player("--load", "game.txt", "--players", 4) == 1
    assert player.err == "keltis: a loaded game has its own players: leave --players out\n"


# What is printed must not depend on hidden cards.

PROBES = "help\nhint\nboard\nlay G1 small\nlay R6\ndraw pile\nundo\n7x\n99\nhint\n"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_that_look_alike_to_you_look_alike_on_the_screen(
    players: int, player: Program
) -> None:
    screens = set()
    state = next(
        state
        for n, (state, _) in enumerate(playthrough(new_game(players, seed=2), random.Random(2)))
        if n > 60 and state.to_move == 0 and state.phase is Phase.PLAY
    )
    for seed in range(4):
        other = determinize(observe(state, 0), random.Random(seed))
        assert player(*load(other), "--seed", 5, "--save", f"{seed}.txt", lines=PROBES) == 0
        screens.add(player.out)
    assert len(screens) == 1


def test_no_card_is_printed_that_you_cannot_know(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed: list[str] = []

    def typed(_: str) -> str:
        printed.append(capsys.readouterr().out)
        return "1"

    monkeypatch.setattr("builtins.input", typed)
    assert main(["play", "--seed", "8", "--save", "game.txt"]) == 0
    record = saved("game.txt")
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


def test_choices_are_computed_once_for_a_prompt(
    player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[int] = []

    choices = KeltisTerminal.choices

    def count(terminal: KeltisTerminal, state: GameState) -> tuple[Choice[Move], ...]:
        computed.append(len(state.draw_pile))
        return choices(terminal, state)

    monkeypatch.setattr(KeltisTerminal, "choices", count)
    assert player("--seed", 1, lines="7x\nhelp\nhint\n99\n1\n7x\nquit\n") == 0
    assert computed == [64, 62]  # a single choice is made at once


@pytest.mark.parametrize("moves", [0, 3, 4])
def test_a_game_that_is_too_long_for_a_record_is_saved(
    moves: int, player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keltis.cli._session.Match", partial(Match, max_moves=moves))
    assert player("--seed", 1, "--save", "game.txt", lines="discard R6\ndraw pile\n") == 1
    assert f"a game has at most {moves} moves" in player.err
    assert "Saved to game.txt" in player.err
    assert len(saved("game.txt")) == moves
