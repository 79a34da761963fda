"""`play`: what is typed, and what comes back."""

import errno
import io
import random
import re
import signal
import sys
from pathlib import Path

import pytest

import keltis
from keltis import (
    KELTIS_LITERAL,
    Card,
    Colour,
    Draw,
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
from keltis.cli import main
from keltis.cli.answers import Mistake, Request, Word, understood
from keltis.cli.choices import choices, menu, question
from keltis.cli.errors import CommandError
from keltis.cli.files import write_text
from keltis.cli.matches import addressed
from keltis.cli.signals import stoppable
from keltis.events import describe, events
from keltis.notation import format_state, parse_move
from keltis.record import GameRecord, format_record, parse_record
from keltis.testing import Seat, playthrough, position

START = new_game(2, seed=1)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class Player:
    """Types lines into `keltis play`, and reads what comes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self.out = ""
        self.err = ""

    def play(self, *words: object, lines: str = "") -> int:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        code = main(["play", *map(str, words)])
        self.out, self.err = self._capsys.readouterr()
        return code


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Player:
    return Player(monkeypatch, capsys)


def saved(name: str) -> GameRecord:
    """The game in a file."""
    return parse_record(Path(name).read_text(encoding="utf-8"))


def load(state: GameState) -> tuple[str, str]:
    """The option that begins with this position."""
    Path("position.txt").write_text(format_state(state), encoding="utf-8")
    return "--load", "position.txt"


def test_a_whole_game_by_the_first_choice(player: Player) -> None:
    assert player.play("--seed", 1, "--save", "game.txt", lines="1\n" * 500) == 0
    assert "You lay R6. Your small figure enters the red path." in player.out
    assert "The game is over" in player.out
    assert "The game is in game.txt: keltis replay game.txt" in player.out
    assert player.err == ""
    record = saved("game.txt")
    assert record.outcome is not None
    assert record.names == ("you", "greedy")


def test_a_game_that_is_not_saved_tells_its_seed_at_the_end_only(player: Player) -> None:
    assert player.play("--seed", 123456, "--against", "random", lines="1\n" * 500) == 0
    assert player.out.count("123456") == 1
    assert player.out.endswith("With --seed 123456 the same cards are dealt again.\n")


def test_the_end_of_the_input_saves_and_says_how_to_go_on(player: Player) -> None:
    assert player.play(lines="1\n") == 0
    assert (
        "Saved to keltis-game-1.txt. Go on with: keltis play --load keltis-game-1.txt" in player.err
    )
    assert len(saved("keltis-game-1.txt")) == 1


def test_ctrl_c_saves_too(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert player.play() == 130
    assert "keltis play --load keltis-game-1.txt" in player.err


def test_a_signal_to_stop_saves_too(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(_: str) -> str:
        signal.raise_signal(signal.SIGTERM)
        return "1"

    monkeypatch.setattr("builtins.input", told)
    before = signal.getsignal(signal.SIGTERM)
    assert player.play() == 128 + signal.SIGTERM
    assert "keltis play --load keltis-game-1.txt" in player.err
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with stoppable():
            signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_game_is_saved_when_the_terminal_fails(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: str) -> str:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("builtins.input", gone)
    assert player.play() == 1
    assert player.err.endswith("keltis: Input/output error\n")
    assert saved("keltis-game-1.txt").moves == ()


def test_a_loaded_game_goes_on_as_it_would_have(player: Player) -> None:
    assert player.play("--seed", 4, "--save", "whole.txt", lines="1\n1\n1\n1\n1\n1\n") == 0
    assert player.play("--seed", 4, "--save", "parts.txt", lines="1\n1\n1\n") == 0
    assert player.play("--load", "parts.txt", lines="1\n1\n1\n") == 0
    assert saved("parts.txt") == saved("whole.txt")


def test_quit_leaves_and_saves_only_where_there_is_a_file(player: Player) -> None:
    assert player.play(lines="quit\n") == 0
    assert "not kept" in player.out
    assert list(Path().iterdir()) == []
    assert player.play("--save", "game.txt", lines="1\nquit\n") == 0
    assert "keltis play --load game.txt" in player.err
    assert len(saved("game.txt")) == 1


def test_save_while_playing(player: Player) -> None:
    Path("other.txt").write_text("mine", encoding="utf-8")
    lines = f"save\nsave other.txt\nsave gone/game.txt\nsave {'x' * 300}\nsave .\n1\nsave game.txt\n1\nsave\nquit\n"
    assert player.play(lines=lines) == 0
    assert "Say where: save FILE" in player.out
    assert "Not saved: other.txt: there is such a file already" in player.out
    assert "Not saved: gone/game.txt: there is no directory gone" in player.out
    assert "File name too long" in player.out
    assert "Not saved: .: this is a directory" in player.out
    assert player.out.count("Saved to game.txt. Later: keltis play --load game.txt") == 2
    assert len(saved("game.txt")) > 1
    assert Path("other.txt").read_text(encoding="utf-8") == "mine"


def test_a_file_that_is_there_is_not_overwritten(player: Player) -> None:
    Path("game.txt").touch()
    assert player.play("--save", "game.txt") == 1
    assert "there is such a file already" in player.err


def test_a_place_where_no_file_can_be_is_told_before_the_game(player: Player) -> None:
    assert player.play("--save", "gone/game.txt", lines="1\n") == 1
    assert player.out == ""
    assert player.err == "keltis: gone/game.txt: there is no directory gone\n"


@pytest.mark.parametrize(("lines", "code"), [("1\n", 0), ("1\n" * 500, 0)])
def test_a_game_whose_file_cannot_be_written_any_more_goes_to_another(
    lines: str, code: int, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        if path.name == "game.txt":
            raise CommandError(f"{path}: No space left on device")
        write_text(path, text)

    monkeypatch.setattr("keltis.cli.files.write_text", full)
    assert player.play("--seed", 1, "--save", "game.txt", lines=lines) == code
    assert "Not saved: game.txt: No space left on device" in player.err
    assert (
        len(saved("keltis-game-1.txt")) == len(lines) // 2
        or saved("keltis-game-1.txt").outcome is not None
    )
    assert "keltis-game-1.txt" in player.out + player.err


def test_a_game_that_is_over_is_not_played_on(player: Player) -> None:
    record = GameRecord.seeded(2, 1, names=("Ann", "Bob"))
    for _, move in playthrough(record.start, random.Random(1)):
        record = record.append(move)
    Path("game.txt").write_text(format_record(record), encoding="utf-8")
    assert player.play("--load", "game.txt", "--against", "greedy") == 1
    assert (
        player.err == "keltis: game.txt: this game is over; look at it by: keltis replay game.txt\n"
    )
    assert saved("game.txt") == record


def test_hint_is_what_greedy_would_do_and_stays_the_same(player: Player) -> None:
    assert player.play("--seed", 1, lines="hint\nhint\nquit\n") == 0
    hints = re.findall(r"The greedy bot would ([a-zA-Z0-9 ]+)\.", player.out)
    assert len(hints) == 2
    assert len(set(hints)) == 1
    assert parse_move(hints[0]) in legal_moves(START)


def test_help_and_board(player: Player) -> None:
    assert player.play("--seed", 1, lines="help\nboard\nquit\n") == 0
    assert "What to type" in player.out
    assert player.out.count("--- goal ---") == 2
    assert max(map(len, player.out.splitlines())) <= 80


def test_undo_takes_back_what_revealed_nothing(player: Player) -> None:
    assert (
        player.play(
            "--seed", 1, "--save", "game.txt", lines="lay R6 small\nundo\nlay R9 large\nquit\n"
        )
        == 0
    )
    assert "Taken back: lay R6 small." in player.out
    assert saved("game.txt").moves == (parse_move("lay R9 large"),)


@pytest.mark.parametrize(
    "lines", ["undo\n", "discard R6\ndraw pile\nundo\n", "discard R6\ndraw R\nundo\n"]
)
def test_undo_takes_nothing_back_that_others_have_answered(lines: str, player: Player) -> None:
    assert player.play("--seed", 1, "--save", "game.txt", lines=lines) == 0
    assert "You can take back only your own move" in player.out
    assert [str(move) for move in saved("game.txt").moves[:2]] == lines.splitlines()[:-1]


def test_undo_takes_no_card_of_the_pile_back_even_when_alone(player: Player) -> None:
    alone = position(Seat(hand="R5"), rules=_alone())
    assert player.play(*load(alone), lines="discard R5\ndraw pile\nundo\ndiscard R5\n") == 0
    assert "You can take back only your own move" in player.out


def _alone() -> keltis.Rules:
    return keltis.Rules(cards_removed=((1, 30), (2, 30)))


def test_mistakes_are_explained_and_nothing_happens(player: Player) -> None:
    lines = "\nly R6 small\nlay R6\nR6\n99\nlay G1 small\ndraw pile\nadvance R\nhlep\nlay r6 SMALL now\nxyzzy\nquit\n"
    assert player.play("--seed", 1, lines=lines) == 0
    text = " ".join(player.out.split())
    assert "Type the number of a choice, or help." in text
    assert (
        "expected discard, lay, advance, decline or draw, not 'ly'). Did you mean: lay R6 small"
        in text
    )
    assert (
        "You cannot lay R6: it brings a figure on to the path, so say which, small or large. Did you mean: lay R6 small"
        in text
    )
    assert "There is no choice 99: they go from 1 to 24." in text
    assert "You cannot lay G1 small: you do not have this card." in text
    assert "You cannot draw pile now: first lay or discard a card." in text
    assert "Did you mean: help?" in text
    assert "not 'NOW'" in text
    assert "not 'xyzzy'). Type help to see what you can type." in text
    assert "> You" not in text


def test_what_cannot_be_decoded_is_a_mistake(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["\udcff", None, "quit"])

    def typed(_: str) -> str:
        answer = next(answers)
        if answer is None:
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
        return answer

    monkeypatch.setattr("builtins.input", typed)
    assert player.play() == 0
    assert "This cannot be read" in player.out


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("1", parse_move("lay R6 small")),
        (" 3 ", parse_move("discard R6")),
        ("Lay  r6   LARGE", parse_move("lay R6 large")),
        ("?", Request(Word.HELP, "")),
        ("SAVE my game.txt", Request(Word.SAVE, "my game.txt")),
        ("exit", Request(Word.QUIT, "")),
    ],
)
def test_what_is_typed_is_understood(text: str, answer: object) -> None:
    assert understood(text, START, choices(observe(START, 0))) == answer


@pytest.mark.parametrize("text", ["²", "1" * 5000, "lay " * 5000, "\x00", "٣"])
def test_strange_texts_are_short_mistakes(text: str) -> None:
    with pytest.raises(Mistake) as mistake:
        understood(text, START, choices(observe(START, 0)))
    assert len(str(mistake.value)) < 200


def test_the_reasons_name_no_rulings() -> None:
    state = position(
        Seat(),
        Seat(),
        discards="R5",
        phase=Phase.DRAW,
        rules=keltis.Rules(may_take_own_discard=False),
        barred=Colour.RED,
    )
    for text in ("draw blue", "draw red"):
        with pytest.raises(
            Mistake, match=r"^You cannot draw [BR]: [a-z ,]+\. Did you mean: draw pile\?$"
        ):
            understood(text, state, choices(observe(state, 0)))


def test_colours_may_be_written_out() -> None:
    state = position(Seat(), Seat(), discards="R5 B3", phase=Phase.DRAW)
    assert understood("draw blue", state, choices(observe(state, 0))) == Draw(Colour.BLUE)


def listed(state: GameState) -> list[str]:
    """The choices of the player to move, without their numbers."""
    return [str(choice)[3:] for choice in choices(observe(state, state.to_move))]


def test_choices_say_what_they_lead_to() -> None:
    tiles = {"R2": Tile.CLOVER, "G4": Tile.WISHING_STONE, "B6": Tile.TWO}
    state = position(
        Seat(hand="R8 G9 B9 P9 Y10", at="R1 G3 B5 P6 Y9", large="R"), Seat(), tiles=tiles
    )
    found = listed(state)
    assert {"lay R8 (row 2, clover)", "lay G9 (row 4, wishing stone)", "lay B9 (row 6, +2)"} <= set(
        found
    )
    assert {"lay P9 (row 7, goal)", "lay Y10 (a step for another figure)", "discard R8"} <= set(
        found
    )


def test_draws_say_which_card_it_is_if_it_can_be_known() -> None:
    state = position(Seat(), Seat(), discards="R5 R6", phase=Phase.DRAW)
    assert listed(state)[:2] == [
        f"draw pile ({len(state.draw_pile)} cards left)",
        "draw R (takes R6)",
    ]
    last = position(Seat(), Seat(), pile_size=1, phase=Phase.DRAW)
    assert listed(last)[0] == "draw pile (the last card, which ends the game)"


@pytest.mark.parametrize(
    ("may_decline", "asked"),
    [
        (True, "A step for one of your figures, if you like."),
        (False, "A step for one of your figures."),
    ],
)
def test_the_question_says_whether_a_step_must_be_used(may_decline: bool, asked: str) -> None:
    rules = keltis.Rules(clover_may_be_declined=may_decline)
    state = position(
        Seat(at="R2"),
        Seat(),
        tiles={"R2": Tile.CLOVER},
        phase=Phase.ADVANCE,
        may_decline=may_decline,
        rules=rules,
    )
    assert question(observe(state, 0)) == asked
    assert menu(observe(state, 0)).row_count == len(legal_moves(state)) == 1 + may_decline


def test_sentences_are_addressed_to_you() -> None:
    told = set()
    for rules_seed in range(6):
        for state, move in playthrough(new_game(2, seed=rules_seed), random.Random(rules_seed)):
            told |= {addressed(describe(event), 0) for event in events(state, move, 0)}
    assert not any(sentence.startswith("Seat 0") for sentence in told)
    yours = {sentence.split()[1] for sentence in told if sentence.startswith("You ")}
    assert yours == {"lay", "discard", "draw", "get", "take"}
    assert not any("now has" in sentence for sentence in told if sentence.startswith("You "))


def test_seats_and_bots(player: Player) -> None:
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
    assert player.play(*words, lines="1\nquit\n") == 0
    record = saved("game.txt")
    assert record.names == ("random", "you", "greedy")
    assert record.start.rules == KELTIS_LITERAL
    assert "seat 1 (you)" in player.out


def test_a_seat_that_is_not_there(player: Player) -> None:
    assert player.play("--seat", 2) == 1
    assert player.err == "keltis: there is no seat 2: with 2 players the seats are 0 to 1\n"


def record_file(*names: str) -> str:
    Path("game.txt").write_text(
        format_record(GameRecord.seeded(len(names) or 2, seed=1, names=names)), encoding="utf-8"
    )
    return "game.txt"


@pytest.mark.parametrize(
    ("names", "words", "seats"),
    [
        (("random", "you"), (), ("random", "you")),
        (("random", "you"), ("--seat", "0"), ("you", "greedy")),
        ((), (), ("you", "greedy")),
        (("Ann", "Bob"), ("--against", "random"), ("you", "random")),
    ],
)
def test_who_plays_on_in_a_loaded_game(
    names: tuple[str, ...], words: tuple[str, ...], seats: tuple[str, ...], player: Player
) -> None:
    assert (
        player.play("--load", record_file(*names), "--save", "on.txt", *words, lines="quit\n") == 0
    )
    assert saved("on.txt").names == seats


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            (),
            "the file says that 'os:abort' plays, which is no installed bot: say who, by --against",
        ),
        (("--against", "random", "random"), "this game has 1 other players"),
        (("--seed", "3"), "a loaded game has its own seed and rules"),
        (("--rules", "keltis"), "a loaded game has its own seed and rules"),
    ],
)
def test_a_file_does_not_say_which_code_is_run(
    words: tuple[str, ...], message: str, player: Player
) -> None:
    assert player.play("--load", record_file("you", "os:abort"), *words) == 1
    assert message in player.err


def test_a_bot_that_fails_tells_nothing_of_its_cards_and_the_game_is_saved(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
        raise RuntimeError(f"my hand is {view.hand}")

    monkeypatch.setattr("keltis.cli.opponents.make_bot", lambda _: careless)
    assert player.play(lines="1\n1\n") == 1
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


# What is printed must not depend on hidden cards.

PROBES = "help\nhint\nboard\nlay G1 small\nlay R6\ndraw pile\nundo\n7x\n99\nhint\n"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_that_look_alike_to_you_look_alike_on_the_screen(
    players: int, player: Player
) -> None:
    screens = set()
    state = next(
        state
        for n, (state, _) in enumerate(playthrough(new_game(players, seed=2), random.Random(2)))
        if n > 60 and state.to_move == 0 and state.phase is Phase.PLAY
    )
    for seed in range(4):
        other = determinize(observe(state, 0), random.Random(seed))
        assert player.play(*load(other), "--seed", 5, "--save", f"{seed}.txt", lines=PROBES) == 0
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
    asked = [n for n, (state, _) in enumerate(record) if state.to_move == 0]
    assert len(asked) == len(printed) > 60
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
