"""The application of `play`, `watch` and `replay`: Textual's pilot presses its keys."""

import asyncio
import logging
import random
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from textual import events
from textual.screen import Screen

import keltis as engine
from cli.programs import Keyboard, Program, read
from cli.screens import Window, drive, look
from keltis import GameRecord
from keltis import celtic as tiles
from keltis.cli import CommandError, main
from keltis.cli._app import GameApp, draw_boxes, run_screen
from keltis.cli._celtic import CELTIC
from keltis.cli._commands import Stopped
from keltis.cli._display import has_application, make_console
from keltis.cli._keltis import KELTIS
from keltis.cli._play_screen import PlayScreen, Selection
from keltis.cli._session import Session, start_session
from keltis.cli._terminal import Choice, Group, view_of
from keltis.cli._watch import split_turns
from keltis.cli._watch_screen import WatchScreen
from keltis.record import parse_record
from keltis.testing import Seat, position
from record_helpers import whole_record

KeltisSession: TypeAlias = Session[engine.GameState, engine.PlayerView, engine.Move, engine.Rules]
CelticSession: TypeAlias = Session[tiles.GameState, tiles.GameState, tiles.Move, tiles.Rules]
KeltisWatch: TypeAlias = WatchScreen[engine.GameState, engine.PlayerView, engine.Move, engine.Rules]

pytestmark = pytest.mark.usefixtures("in_tmp_path")


# The choice that is marked


def group(label: str, options: str, place: tuple[int, int]) -> Group[str]:
    """A group of options with one letter each."""
    return Group(label, tuple(Choice(0, label + option, label=option) for option in options), place)


ROW = [group("A", "123", (0, 0)), group("B", "1", (1, 0)), group("C", "12", (2, 0))]
CELLS = [group("n", "12", (0, -1)), group("w", "1", (-1, 0)), group("e", "1", (1, 0))]
CELLS.append(group("s", "12", (0, 1)))


@pytest.mark.parametrize(
    ("groups", "keys", "move"),
    [
        (ROW, "", "A1"),
        (ROW, "right", "B1"),
        (ROW, "right right", "C1"),
        (ROW, "left", "C1"),  # round to the other end
        (ROW, "right right right", "A1"),
        (ROW, "down", "A2"),
        (ROW, "up", "A3"),
        (ROW, "tab tab tab", "A1"),
        (ROW, "shift+tab", "A3"),
        (ROW, "down right left", "A1"),
        (ROW[:1], "right left", "A1"),
        (CELLS, "down", "s1"),
        (CELLS, "left", "w1"),
        (CELLS, "right", "e1"),
        (CELLS, "up", "s1"),  # round to the other end
        (CELLS, "tab", "n2"),
        (CELLS, "left right", "e1"),
    ],
)
def test_keys_move_the_mark(groups: list[Group[str]], keys: str, move: str) -> None:
    selection = Selection(groups)
    for key in keys.split():
        selection.step(key)
    assert selection.option.move == move


@pytest.mark.parametrize(
    ("marked", "line"),
    [(None, " 00   01   02   03"), (0, "[00]  01   02   03"), (10, " 07   08   09  [10]")],
)
def test_of_too_many_boxes_there_are_those_around_the_mark(marked: int | None, line: str) -> None:
    boxes = [(f"{number:02}", "") for number in range(20)]
    assert draw_boxes(boxes, marked, width=20).plain[:20].rstrip() == line


# Playing


def keltis_session(players: int = 2, seed: int = 1) -> KeltisSession:
    """A game of Ann against bots."""
    return start_session(KELTIS, name="Ann", against=["random"], players=players, seed=seed)


def celtic_session() -> CelticSession:
    """A game of Ann with the orange tiles."""
    return start_session(CELTIC, name="Ann", against=["random"], seed=1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_everything_is_in_one_window(players: int, size: tuple[int, int]) -> None:
    texts: list[str] = []

    async def script(window: Window) -> None:
        texts.append(window.text)

    drive(PlayScreen(keltis_session(players)), script, size)
    lines = texts[0].split("\n")
    assert len(lines) == size[1]
    assert max(map(len, lines)) <= size[0]
    names = ("Fionn", "Morna", "Oisin")[: players - 1]
    for text in ("goal: 0 of 5 figures", "points now", "Play a card", "Hint", "Leave", *names):
        assert text in texts[0]


def test_a_narrow_window_has_every_path_and_every_message() -> None:
    text = look(PlayScreen(keltis_session()), lines=["xyzzy"], size=(60, 24))[-1]
    for part in ("red yellow pink green blue", "I don\N{RIGHT SINGLE QUOTATION MARK}t know"):
        assert part in text
    assert "points now" not in text


def test_a_window_that_is_too_small_says_so() -> None:
    async def script(window: Window) -> None:
        assert "Make this window 43 by 21 or larger." in window.words
        await window.pilot.resize_terminal(80, 24)
        await window.settle()
        assert "row pts red" in window.words

    drive(PlayScreen(keltis_session(4)), script, (40, 12))


def test_two_equal_cards_are_two_and_a_digit_chooses_one() -> None:
    session = keltis_session(seed=5)
    first, *after = look(PlayScreen(session), "4", "down", "down", "9", "enter")
    assert "[R0] R2 P5 P5 P8 G4 G7 G8 1 2 3 4 5 6 7 8" in first
    assert all("P5 [P5]" in text for text in after[:-1])
    assert "[discard]" in after[2]
    assert str(session.record.moves[0]) == "discard P5"


def test_arrows_choose_a_card_and_what_to_do_with_it() -> None:
    session = keltis_session()
    texts = look(PlayScreen(session), "right", "up", "enter", "right", "left", "enter")
    assert "[R9]" in texts[1]
    assert "[discard]" in texts[2]
    assert "[face-down pile] R9" in texts[3]
    assert "[R9]" in texts[4]
    drawn = session.record.start.draw_pile[-1]
    assert f"You drew {drawn}. Play a card" in texts[6]
    assert f"You discard R9, draw {drawn}." in texts[6]
    assert [str(move) for move in session.record.moves[:2]] == ["discard R9", "draw pile"]


def test_digits_choose_where_no_card_is_asked_for() -> None:
    texts = look(PlayScreen(keltis_session()), "up", "enter", "2", "3")
    assert "[face-down pile] R6" in texts[2]
    assert "face-down pile [R6]" in texts[3]
    assert "face-down pile [R6]" in texts[4]


def test_a_move_can_be_typed_and_corrected() -> None:
    session = keltis_session()
    keys = ["r", "9", "space", "l", "x", "left", "right", "backspace"]
    texts = look(PlayScreen(session), *keys, "down", "escape", lines=["r9 l"])
    assert "discard r9 l f1 Help" in texts[8]
    assert "Play a card" in texts[10]
    assert str(session.record.moves[0]) == "lay R9 large"


def test_no_key_of_a_quick_typist_is_lost() -> None:
    async def script(window: Window) -> None:
        for character in "zyx":
            window.app.screen.post_message(events.Key(character, character))
        await window.press("enter")
        assert "know 'zyx'." in window.words

    drive(PlayScreen(keltis_session()), script)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["lay G1 small"], "You cannot lay G1 small: you do not have this card."),
        (["zz"], "Try R7, d R7 or draw."),
        (["  "], "Play a card"),
        (["board"], "Play a card"),
        (["undo"], "There is nothing to take back"),
        (["hint"], "The greedy bot would "),
        (["d R6", "undo"], "Taken back: discard R6."),
        (["save mine.txt"], "Saved to mine.txt"),
        (["d R6"], "The game is saved in keltis-game-1.txt."),
        (["help"], "Each turn you play one card"),
    ],
)
def test_lines_are_answered(lines: list[str], message: str) -> None:
    session = keltis_session()
    assert message in look(PlayScreen(session), lines=lines, size=(120, 60))[-1]
    if session.file is not None:
        assert parse_record(read(str(session.file))) == session.record


def test_undo_takes_the_whole_turn_back_and_the_record_says_so() -> None:
    session = keltis_session()
    texts = look(PlayScreen(session), "enter", "f3")
    assert "2 Fionn" in texts[1]  # no discard pile had a card, so the only draw was made
    assert "Taken back: lay R6 small, draw pile." in texts[2]
    assert session.record.moves == ()
    assert session.record.names == ("Ann (with undo)", "Fionn (random)")
    assert "A Ann " in texts[2]


def test_the_keys_of_help_and_hint() -> None:
    texts = look(PlayScreen(keltis_session()), "f2", "f1", "down", "x", "?", "escape")
    assert "The greedy bot would" in texts[1]
    assert "How to play" in texts[2]
    assert "How to play" in texts[3]
    assert "How to play" not in texts[4]
    assert "Keys" in texts[5]
    assert "Play a card" in texts[6]


def test_a_file_that_cannot_be_written_is_reported() -> None:
    session = keltis_session()
    session.file = Path("gone") / "game.txt"
    text = look(PlayScreen(session), lines=["d R6"], size=(120, 40))[-1]
    assert "Not saved: gone/game.txt: there is no directory gone" in text


def click(screen: Screen[None], *texts: str) -> None:
    """Click on these texts, one after the other, where they are in the window."""

    async def script(window: Window) -> None:
        for text in texts:
            lines = window.text.split("\n")
            line, column = next(
                (number, lines[number].index(text))
                for number in reversed(range(len(lines)))
                if text in lines[number]
            )
            await window.pilot.click(offset=(column + 1, line))
            await window.settle()

    drive(screen, script)


@pytest.mark.parametrize(
    ("texts", "moves"),
    [
        (("points now",), []),
        (("R9 ", "lay, large"), ["lay R9 large", "draw pile"]),
        (("R9 ", "discard", "Y4 "), ["discard R9"]),  # the hand is not asked for
        (("discard", "face-down"), ["discard R6", "draw pile"]),
        (("discard", "pile 64"), ["discard R6", "draw pile"]),  # it is marked already
        ((">",), ["lay R6 small", "draw pile"]),
        (("R9 ", "-4"), []),
    ],
)
def test_clicks(texts: tuple[str, ...], moves: list[str]) -> None:
    session = keltis_session()
    click(PlayScreen(session), *texts)
    assert [str(move) for move in session.record.moves[:2]][: len(moves) or None] == moves


def test_a_click_on_the_board_marks_the_move_that_leads_there() -> None:
    session = celtic_session()
    texts = look(PlayScreen(session), "down", "tab", lines=["1,0"])
    assert "[0,1]" in texts[1]
    assert "[╰ NE]" in texts[2]
    assert "[1,0]" in texts[3]
    click(PlayScreen(session), "·", "+", "N")


def test_a_cell_and_a_tile_of_celtic() -> None:
    session = celtic_session()
    texts = look(PlayScreen(session), "down", "tab", "enter")
    assert str(session.record.moves[0]) == "lay 0,1 NE orange"
    assert "You lay a corner NE on 0,1." in texts[-1]
    assert "No tile can be laid on 2,2." in look(PlayScreen(session), lines=["2,2"])[-1]


# The end


def last_turn() -> KeltisSession:
    """A game that ends with the next card."""
    state = position(Seat(hand="R5"), Seat(), pile_size=1)
    return Session(KELTIS, GameRecord(start=state, names=("Ann", "Fionn (random)")), 0, 1)


def test_the_end_is_explained_and_another_game_offered() -> None:
    async def script(window: Window) -> None:
        await window.press("enter", "enter")
        assert "The game is over" in window.words
        assert "y another game" in window.words
        await window.press("z", "b")
        assert "The game is over: Enter for the points" in window.words
        await window.press("f2", "1", "left", "enter", "escape", "enter", "y")
        assert "Play a card" in window.words

    session = last_turn()
    assert drive(PlayScreen(session), script) is None
    assert session.record.moves == ()


def test_the_last_turn_can_be_taken_back_too() -> None:
    async def script(window: Window) -> None:
        await window.press("enter", "enter", "b", "f3")
        assert "Play a card" in window.words

    session = last_turn()
    drive(PlayScreen(session), script)
    assert session.record.outcome is None


# Leaving


def fail(*_: object) -> engine.Move:
    """A bot that fails."""
    raise RuntimeError("I am tired")


def test_a_bot_that_fails_ends_the_application(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keltis.bots.make_bot", lambda _: fail)

    async def script(window: Window) -> None:
        await window.pilot.press("enter")
        await window.until(lambda: not window.app.is_running)

    stopped = drive(PlayScreen(keltis_session()), script)
    assert str(stopped) == "the bot random failed: RuntimeError"


def test_a_bot_thinks_in_sight_and_leaving_does_not_wait_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_answer = threading.Event()

    def think(_view: object, moves: tuple[engine.Move, ...], _rng: random.Random) -> engine.Move:
        may_answer.wait()
        return moves[0]

    monkeypatch.setattr("keltis.bots.make_bot", lambda _: think)
    session = keltis_session()

    async def script(window: Window) -> None:
        threads = threading.active_count()
        await window.pilot.press("enter")
        await window.until(lambda: "Fionn thinks …" in window.words)
        assert "R9" in window.words  # the hand
        await window.pilot.press("f2", "f3", "left", "enter", "3", "escape")
        await window.pilot.press(*"R9", "enter")
        await window.until(lambda: "Please wait: it is not your turn." in window.words)
        await window.pilot.click(offset=(10, 3))
        window.app.workers.cancel_all()
        await window.pilot.pause()
        may_answer.set()
        await window.until(lambda: threading.active_count() <= threads)

    assert drive(PlayScreen(session), script) is None
    assert [str(move) for move in session.record.moves] == ["lay R6 small", "draw pile"]


# The application as a command starts it


def press_on_run(monkeypatch: pytest.MonkeyPatch, *games: Iterable[str]) -> list[str]:
    """Let a terminal be there, and each application get these keys; return what it shows last."""
    shown: list[str] = []
    left = iter(games)

    def run(app: GameApp) -> BaseException | None:
        async def press() -> None:
            async with app.run_test() as pilot:
                window = Window(pilot, app)
                await window.settle()
                for key in next(left):
                    shown.append(window.words)
                    await pilot.press(key)
                    await window.settle()
                await window.until(lambda: not app.is_running)

        asyncio.run(press())
        return app.return_value

    monkeypatch.setattr(GameApp, "run", run)
    for module in ("_play", "_watch"):
        monkeypatch.setattr(f"keltis.cli.{module}.has_application", lambda _: True)
    return shown


PLAY = "play --against random --seed 1 --name Ann"


def test_leaving_saves(keltis: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    press_on_run(monkeypatch, ["ctrl+q"], [*"quit", "enter"], ["enter", "ctrl+q"], ["ctrl+c"])
    for _ in range(2):
        assert "there is nothing to save" in keltis.print(PLAY)
    assert keltis(PLAY) == 0
    assert "Saved to keltis-game-1.txt. Continue with:" in keltis.err
    assert keltis(PLAY) == 130


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_stop_saves(
    number: signal.Signals, keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(app: GameApp) -> BaseException | None:
        async def stop() -> None:
            async with app.run_test() as pilot:
                signal.raise_signal(number)
                await Window(pilot, app).until(lambda: not app.is_running)

        asyncio.run(stop())
        return app.return_value

    press_on_run(monkeypatch)
    monkeypatch.setattr(GameApp, "run", run)
    assert keltis(PLAY) == 128 + number
    assert "Saved to keltis-game-1.txt" in keltis.err


@pytest.mark.slow
def test_a_game_that_ends_is_explained_in_the_terminal_too(
    celtic: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = press_on_run(monkeypatch, [*["enter"] * 13, "y", "ctrl+q"], [*["enter"] * 13, "q"])
    out = celtic.print(PLAY)
    assert "The game is over" not in out  # that of the first game was on the screen
    assert "there is nothing to save" in out
    assert "y another game" in shown[13]
    assert "The game is over" in celtic.print(PLAY)
    assert celtic.out.endswith("With --seed 1 the same cards are dealt again.\n") is False


def test_an_application_that_fails_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameApp, "run", lambda app: app.exit(return_code=1))
    with pytest.raises(CommandError, match="the screen failed; --plain works without it"):
        run_screen(PlayScreen(keltis_session()))


def test_what_the_kernels_log_is_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    logger = logging.getLogger("keltis.batch")

    def run(app: GameApp) -> BaseException | None:
        async def log() -> None:
            async with app.run_test() as pilot:
                window = Window(pilot, app)
                await window.settle()
                await asyncio.to_thread(logger.info, "compiling kernels")
                await window.until(lambda: "Compiling once, about half a minute" in window.words)
                logger.warning("nowhere to write")
                await window.until(lambda: "keltis.batch: nowhere to write" in window.words)
                await pilot.press("ctrl+q")

        asyncio.run(log())
        logger.info("too late")
        return app.return_value

    monkeypatch.setattr(GameApp, "run", run)
    run_screen(PlayScreen(keltis_session()))


def test_a_signal_before_the_application_runs_stops_the_program() -> None:
    with pytest.raises(Stopped):
        GameApp(PlayScreen(keltis_session())).stop_by_signal(signal.SIGTERM)


def test_the_palette_has_what_the_keys_do() -> None:
    async def script(window: Window) -> None:
        commands = {command.title for command in window.app.get_system_commands(window.app.screen)}
        assert {"Help", "Hint", "Undo", "Leave", "Theme"} <= commands

    drive(PlayScreen(keltis_session()), script)


# A terminal that is no place for the application


@pytest.mark.usefixtures("in_colour")
@pytest.mark.parametrize(
    ("columns", "lines", "words", "message"),
    [
        (55, 24, "", "A window of 56 by 22 or larger shows the board in its place."),
        (80, 21, "", "A window of 56 by 22 or larger shows the board in its place."),
        (80, 24, "", 'A board that stays in its place needs Textual: pip install "keltis[cli]"'),
        (80, 24, "--plain", ""),
    ],
)
def test_a_small_window_has_no_application_and_is_told_why(
    columns: int,
    lines: int,
    words: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))
    if "Textual" in message:
        monkeypatch.setattr("keltis.cli._display.find_spec", lambda _: None)
    monkeypatch.setattr(sys, "stdin", Keyboard("quit\n"))
    assert main([*PLAY.split(), *words.split()]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert ("in its place" in out) is bool(message)
    assert message in out


@pytest.mark.usefixtures("in_colour")
def test_a_terminal_has_the_application(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not has_application(make_console())
    monkeypatch.setattr(sys, "stdin", Keyboard())
    assert has_application(make_console())


@pytest.mark.parametrize(("lines", "name"), [("#1\nZoe\n1\nquit\n", "Zoe"), ("\nquit\n", "Guest")])
def test_the_program_asks_for_a_name(
    lines: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)  # as on a machine that has none
    monkeypatch.setattr(sys, "stdin", Keyboard(lines))
    assert main(["play", "--against", "random", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert ("A name is 1 to 100 printable characters, without #." in out) is ("#" in lines)
    assert f"{name}: -4 points" in out
    assert "move> quit" not in out  # the terminal shows it itself


@pytest.mark.parametrize(("answers", "games"), [(["y"], 2), ([""], 1), ([], 1)])
def test_another_game_line_by_line(
    answers: list[str],
    games: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    offers: list[str] = []

    def answer(question: str) -> str:
        if not question.startswith("Another game?"):
            return "quit" if offers else "1"
        offers.append(question)
        if not answers:
            raise EOFError
        return answers.pop()

    monkeypatch.setattr(sys, "stdin", Keyboard())
    monkeypatch.setattr("builtins.input", answer)
    assert main(["celtic", *PLAY.split()]) == 0
    assert capsys.readouterr().out.count("CELTIC!: type ") == games
    assert len(offers) == 1


# Watching


@pytest.fixture(scope="module")
def game() -> GameRecord:
    """A whole game with names."""
    return whole_record(seed=5, names=("Ann", "Bob"))


def watch(game: GameRecord, *, reveal: bool = False, delay: float = 1000) -> KeltisWatch:
    """A screen that shows this game."""
    view = view_of(KELTIS, game, reveal=reveal)
    records = (game.until(number) for number in range(1, len(game) + 1))
    return WatchScreen(KELTIS, view, game.until(0), split_turns(records), delay)


def where(text: str) -> str:
    """The part of a text that says where the game is."""
    return text[text.index("Turn ") :].partition(" space")[0]


@pytest.mark.slow
def test_turns_go_on_by_themselves_to_the_end(game: GameRecord) -> None:
    screen = watch(game, delay=0)

    async def script(window: Window) -> None:
        await window.until(lambda: screen.is_complete)
        total = len(game.turns)
        await window.press("left", "right")
        assert f"Turn {total} of {total}: the end" in window.words
        assert "The game is over" in window.words
        await window.pilot.press("enter")
        await window.until(lambda: not window.app.is_running)

    assert drive(screen, script) is None
    assert screen.records[-1].moves == game.moves


def test_the_keys_of_a_spectator(game: GameRecord) -> None:
    keys = {
        "space": "Turn 0: paused",
        "right": "Turn 1: paused",
        "enter": "Turn 2: paused",
        "n": "Turn 3: paused",
        "left": "Turn 2: paused",
        "b": "Turn 1: paused",
        "home": "Turn 0: paused",
        "backspace": "Turn 0: paused",
        "1": "Turn 0: paused go to turn 1_ Enter",
        "2": "Turn 0: paused go to turn 12_ Enter",
        "x": "Turn 0: paused go to turn 12_ Enter",
    }
    texts = look(watch(game), *keys, "backspace", "enter", "p", "up", "down", "plus", "minus")
    assert [where(text) for text in texts[1:12]] == list(keys.values())
    assert where(texts[13]) == "Turn 1: paused"
    assert [where(text) for text in texts[14:]] == [
        f"Turn 1: {delay} seconds a turn" for delay in ("1000", "6", "6", "3", "6")
    ]


def test_the_pace_has_limits(game: GameRecord) -> None:
    screen = watch(game)
    look(screen, "space", *["up"] * 9)
    assert screen.delay == 0.05


@pytest.mark.slow
def test_home_end_and_a_jump(game: GameRecord) -> None:
    total = len(game.turns)
    texts = look(watch(game), "end", "left", "home", "5", "enter", "end", "9", "9", "9", "enter")
    assert where(texts[1]) == f"Turn {total} of {total}: the end"
    assert where(texts[2]) == f"Turn {total - 1} of {total}: paused"
    assert where(texts[5]) == f"Turn 5 of {total}: paused"
    assert where(texts[10]) == f"Turn {total} of {total}: the end"


def test_all_hands_are_on_the_screen_if_they_are_face_up(game: GameRecord) -> None:
    assert look(watch(game, reveal=True))[0].count(" hand ") == 2
    assert " hand " not in look(watch(game))[0]


def test_a_bot_that_fails_ends_watching(game: GameRecord) -> None:
    def turns() -> Iterator[GameRecord]:
        yield game.until(2)
        raise CommandError("I am tired")

    screen = WatchScreen(KELTIS, view_of(KELTIS, game), game.until(0), turns(), 1000)

    async def script(window: Window) -> None:
        await window.pilot.press("end")
        await window.until(lambda: not window.app.is_running)

    assert str(drive(screen, script)) == "I am tired"


def test_leaving_at_once_leaves_no_worker_behind(game: GameRecord) -> None:
    screen = watch(game)

    async def script(_: Window) -> None:
        screen.action_last()
        screen.app.workers.cancel_all()

    assert drive(screen, script) is None


def test_keys_count_while_a_bot_thinks(game: GameRecord) -> None:
    may_answer = threading.Semaphore(0)

    def turns() -> Iterator[GameRecord]:
        for number in range(1, 6):
            may_answer.acquire()
            yield game.until(number)

    screen = WatchScreen(KELTIS, view_of(KELTIS, game), game.until(0), turns(), 1000)

    async def script(window: Window) -> None:
        await window.pilot.press("right", "right", "3", "enter")
        assert "going to turn 3 …" in window.words
        may_answer.release()
        await window.until(lambda: screen.place == 1)
        await window.pilot.press("end")
        assert "going to the end …" in window.words
        await window.pilot.press("home")
        may_answer.release(2)
        await window.settle()
        assert where(window.text).startswith("Turn 0: paused")
        assert len(screen.records) == 3
        await window.pilot.press("end")
        may_answer.release(3)
        await window.settle()
        assert where(window.text).startswith("Turn 5 of 5: the end")

    assert drive(screen, script) is None


def test_watching_and_replaying_as_commands(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    press_on_run(monkeypatch, ["right", "q"], ["escape"], ["ctrl+q"])
    out = keltis.print("watch random --seed 1 --delay 60 --save game.txt")
    assert "You left after " in out
    assert "goal" in out
    assert " wins" not in out
    length = len(parse_record(read("game.txt")))
    out = keltis.print("replay game.txt --delay 60")
    assert f"You left after 0 of {length} moves." in out
    assert "You left" in keltis.print("replay game.txt --delay 60")
