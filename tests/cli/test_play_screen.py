"""A game on a whole screen, with keys from a list, and `play` in a terminal."""

import io
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from rich.console import Console
from rich.text import Text

import keltis as engine
from cli.programs import Program, read
from cli.screens import FakeScreen
from keltis import celtic as tiles
from keltis.cli import main
from keltis.cli._celtic import CELTIC
from keltis.cli._keltis import KELTIS
from keltis.cli._play_screen import PlayScreen, Selection, ask_for_another, needed_size, show_pages
from keltis.cli._screen import Key
from keltis.cli._session import Quit, Session, start_session
from keltis.cli._terminal import Choice, Group
from keltis.game import M, R, S, V
from keltis.record import parse_record

KeltisSession: TypeAlias = Session[engine.GameState, engine.PlayerView, engine.Move, engine.Rules]
CelticSession: TypeAlias = Session[tiles.GameState, tiles.GameState, tiles.Move, tiles.Rules]

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
        (ROW, (), "A1"),
        (ROW, (Key.RIGHT,), "B1"),
        (ROW, (Key.RIGHT, Key.RIGHT), "C1"),
        (ROW, (Key.LEFT,), "C1"),  # round to the other end
        (ROW, (Key.RIGHT, Key.RIGHT, Key.RIGHT), "A1"),
        (ROW, (Key.DOWN,), "A2"),
        (ROW, (Key.UP,), "A3"),
        (ROW, (Key.TAB, Key.TAB, Key.TAB), "A1"),
        (ROW, (Key.BACK_TAB,), "A3"),
        (ROW, (Key.DOWN, Key.RIGHT, Key.LEFT), "A1"),
        (ROW, (Key.UNKNOWN,), "A1"),
        (ROW[:1], (Key.RIGHT, Key.LEFT), "A1"),
        (CELLS, (Key.DOWN,), "s1"),
        (CELLS, (Key.LEFT,), "w1"),
        (CELLS, (Key.RIGHT,), "e1"),
        (CELLS, (Key.UP,), "s1"),  # round to the other end
        (CELLS, (Key.TAB,), "n2"),
        (CELLS, (Key.LEFT, Key.RIGHT), "e1"),
    ],
)
def test_keys_move_the_mark(groups: list[Group[str]], keys: tuple[str, ...], move: str) -> None:
    selection = Selection(groups)
    for key in keys:
        selection.handle(key)
    assert selection.option.move == move


@pytest.mark.parametrize(
    ("steps", "line"),
    [(0, " [00] 01  02  03 >"), (10, "<[10] 11  12  13 >"), (19, "< 16  17  18 [19] ")],
)
def test_too_many_labels_are_those_around_the_mark(steps: int, line: str) -> None:
    selection = Selection([group(f"{number:02}", "1", (number, 0)) for number in range(20)])
    for _ in range(steps):
        selection.handle(Key.RIGHT)
    assert selection.draw(20)[1].plain == line


def test_a_note_follows_the_option() -> None:
    noted = Group("A", (Choice(1, "x", "row 3", "x"), Choice(2, "y", "", "y")), (0, 0))
    groups, options = Selection([noted]).draw(80)
    assert (groups.plain, options.plain) == (" [A] ", " [x] y     row 3")


# The screen


def keltis_session(players: int = 2) -> KeltisSession:
    """A game of Ann against bots."""
    return start_session(KELTIS, name="Ann", against=["random"], players=players, seed=1)


def celtic_session() -> CelticSession:
    """A game of Ann with the orange tiles."""
    return start_session(CELTIC, name="Ann", against=["random"], seed=1)


def play_on(
    session: Session[S, V, M, R], keys: Iterable[str | None], size: tuple[int, int] = (80, 24)
) -> FakeScreen:
    """The screen of a game after these keys."""
    screen = FakeScreen(keys, size)
    with pytest.raises(EOFError):
        PlayScreen(screen, session).play_to_end()
    return screen


def play(keys: Iterable[str | None], session: KeltisSession | None = None) -> FakeScreen:
    """The screen of a game of Keltis, by default a new one, after these keys."""
    return play_on(keltis_session() if session is None else session, keys)


def typed(text: str) -> list[str]:
    """The keys of a line."""
    return [*text, Key.ENTER]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_is_on_one_screen_of_80_by_24(players: int) -> None:
    screen = play([], keltis_session(players))
    assert len(screen.last.split("\n")) == 24
    assert max(map(len, screen.last.split("\n"))) <= 80
    for text in ("0 of 5 figures in the goal", "goal   9      10", ">A Ann", "Play a card", ">."):
        assert text in screen.last
    assert all(f"random {n}" in screen.last for n in range(2, players))
    assert "Enter do it" in screen.last
    assert needed_size(keltis_session(players)) <= (80, 24)


def test_a_wide_screen_has_the_points_and_the_turns_at_the_side() -> None:
    screen = play_on(keltis_session(4), [Key.ENTER], (120, 40))
    first, *_ = screen.last.split("\n")
    assert first.index("points now") > 80
    assert "W wishing stone" in screen.last
    assert "hand    (8 hidden)" in screen.last
    assert len(screen.last.split("\n")) == 40


@pytest.mark.parametrize("size", [(79, 24), (80, 22), (40, 10)])
def test_a_window_that_is_too_small_says_so(size: tuple[int, int]) -> None:
    screen = play_on(keltis_session(4), [], size)
    assert screen.text == "Make this window 80 by 23 or larger."


def test_arrows_choose_a_card_and_what_to_do_with_it() -> None:
    session = keltis_session()
    screen = play(
        [Key.RIGHT, Key.DOWN, Key.DOWN, Key.TAB, Key.UP, Key.ENTER, Key.UNKNOWN, Key.RESIZE, None],
        session,
    )
    assert "[R9]" in screen.frames[1]
    assert "[discard]" in screen.frames[3]
    assert str(session.record.moves[0]) == "discard R9"
    assert "[face-down pile]" in screen.last  # Enter draws from the pile


def test_the_card_that_was_drawn_is_named() -> None:
    session = keltis_session()
    screen = play([*typed("d R6"), Key.ENTER], session)
    drawn = session.record.start.draw_pile[-1]
    assert f"You drew {drawn}. Play a card" in screen.last
    assert f"You discard R6, draw {drawn}." in screen.last
    assert "\nrandom " in screen.last


def test_a_single_choice_is_made_at_once() -> None:
    session = keltis_session()
    play([Key.ENTER], session)  # no discard pile has a card, so the pile is the only choice
    assert [str(move) for move in session.record.moves[:2]] == ["lay R6 small", "draw pile"]


def test_a_move_can_be_typed_and_corrected() -> None:
    session = keltis_session()
    assert play([*"r9 lx", Key.BACKSPACE], session).last.endswith("> r9 l_")
    play([*"xyz", Key.ESCAPE, *typed("r9 l")], session)
    assert str(session.record.moves[0]) == "lay R9 large"
    assert play("x" * 65).last.endswith("> " + "x" * 60 + "_")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (typed("lay G1 small"), "You cannot lay G1 small: you do not have this card."),
        ([*typed("lay G1 small"), Key.ESCAPE], "Play a card"),
        ("u", "You can take back only your own move"),
        ("h", "The greedy bot would "),
        ([*typed("d R6"), "u"], "Taken back: discard R6."),
        (typed("board"), "Play a card"),
        (["q", "n"], "Play a card"),
        (typed("save mine.txt"), "Saved to mine.txt"),
        (typed("d R6"), "The game is kept in keltis-game-1.txt."),
    ],
)
def test_answers_stay_until_the_next_key_that_matters(keys: Iterable[str], message: str) -> None:
    session = keltis_session()
    screen = play(keys, session)
    assert message in screen.text
    assert ("you do not have" in screen.text) is ("you do not have" in message)
    if session.file is not None:
        assert parse_record(read(str(session.file))) == session.record


def test_a_file_that_cannot_be_written_is_reported() -> None:
    session = keltis_session()
    session.file = Path("gone") / "game.txt"
    screen = play([*typed("d R6")], session)
    assert "Not saved: gone/game.txt: there is no directory gone" in screen.text


@pytest.mark.parametrize("is_celtic", [False, True])
def test_help_is_one_page(is_celtic: bool) -> None:
    screen = play_on(celtic_session(), "? ") if is_celtic else play("? ")
    *lines, bottom = screen.frames[1].split("\n")
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Keys"
    assert "The board" in lines
    assert bottom == "any key back to the game"
    assert "q leave" in screen.last


def test_a_text_that_is_too_long_has_pages() -> None:
    screen = FakeScreen([None, " ", Key.RESIZE, " "])
    show_pages(screen, [str(number) for number in range(25)])
    assert screen.frames[0].endswith("22\nany key next page")
    assert screen.frames[-1].startswith("23\n24\n")
    assert "any key back to the game" in screen.last


@pytest.mark.parametrize("key", ["y", "q", Key.ENTER])
def test_leaving_asks_first(key: str) -> None:
    screen = FakeScreen(["q", Key.RESIZE, key])
    with pytest.raises(Quit):
        PlayScreen(screen, keltis_session()).play_to_end()
    assert "Leave the game? It is saved" in screen.last


def test_bots_are_seen_thinking_with_the_hand_in_sight() -> None:
    screen = play([Key.ENTER], keltis_session(3))
    thinking = [frame for frame in screen.frames if "thinks ..." in frame]
    assert ["random thinks" in frame for frame in thinking] == [True, False]
    assert "random 2 thinks" in thinking[1]
    assert all("hand  " in frame for frame in thinking)


def test_a_cell_and_a_tile_of_celtic() -> None:
    session = celtic_session()
    screen = play_on(session, [Key.DOWN, Key.TAB, Key.ENTER])
    assert "[0,1]" in screen.frames[1]
    assert "[╰ NE]" in screen.frames[2]
    assert str(session.record.moves[0]) == "lay 0,1 NE orange"
    assert "You lay a corner NE on 0,1." in screen.last
    assert len(screen.last.split("\n")) == 24
    assert "corner 3 ╭ ES" in play_on(celtic_session(), typed("0,-1")).text


@pytest.mark.parametrize(("key", "wanted"), [("y", True), ("n", False), ("q", False)])
def test_another_game_is_offered(key: str, wanted: bool) -> None:
    screen = FakeScreen(["b", "b", Key.RESIZE, key])
    assert ask_for_another(screen, celtic_session(), ["The game is over.", "word " * 30]) is wanted
    assert screen.frames[0].startswith("The game is over.\nword word")
    assert "-2    -1     0" in screen.frames[1]
    assert screen.frames[2] == screen.frames[0]
    assert "y another game" in screen.last


# The command in a terminal, with a screen for tests in place of the real one


class Keyboard(io.StringIO):
    """Lines that come from a terminal."""

    def isatty(self) -> bool:
        """True, as of a terminal."""
        return True


def type_lines(monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    """Let these lines be typed into a terminal."""
    monkeypatch.setattr(sys, "stdin", Keyboard(lines))


def use_screen(monkeypatch: pytest.MonkeyPatch, *games: Iterable[str | None]) -> list[FakeScreen]:
    """Let each screen that is opened get these keys; the screens are in the list."""
    screens = [FakeScreen(keys) for keys in games]
    left = iter(screens)

    @contextmanager
    def open_screen(_: Console) -> Iterator[FakeScreen]:
        yield next(left)

    for module in ("_play", "_watch"):
        monkeypatch.setattr(f"keltis.cli.{module}.has_screen", lambda *_: True)
        monkeypatch.setattr(f"keltis.cli.{module}.open_screen", open_screen)
    return screens


PLAY = "play --against random --seed 1"
NAMED = f"{PLAY} --name Ann"


@pytest.mark.parametrize(("lines", "name"), [("#1\nZoe\n1\nquit\n", "Zoe"), ("\nquit\n", "Guest")])
def test_the_program_asks_for_a_name(
    lines: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)  # as on a machine that has none
    type_lines(monkeypatch, lines)
    assert main(PLAY.split()) == 0
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

    type_lines(monkeypatch, "")
    monkeypatch.setattr("builtins.input", answer)
    assert main(["celtic", *NAMED.split()]) == 0
    assert capsys.readouterr().out.count("CELTIC!: type ") == games
    assert len(offers) == 1


def test_another_game_on_the_screen(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    screens = use_screen(monkeypatch, [Key.ENTER] * 60, ["y"], ["q", "y"])
    out = celtic.print(NAMED)
    assert "The game is over" in out  # it stays when the screen is left
    assert "there is nothing to save" in out
    assert "y another game" in screens[1].last
    assert "Leave the game?" in screens[2].last


def test_the_end_explains_the_points_and_shows_the_hands(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = use_screen(monkeypatch, [Key.ENTER] * 999, ["q"])
    out = keltis.print(PLAY, "--name 'Bartholomew the Great' --players 4")
    record = parse_record(read("keltis-game-1.txt"))
    lines = screens[1].last.split("\n")
    assert len(lines) == 24
    assert lines[0].startswith("The game is over")
    for name in ("red path", "blue path", "tiles", "wishing stones", "total"):
        assert any(line.startswith(name) for line in lines)
    labels = ("Barthol~", "random", "random 2", "random 3")
    for label, player in zip(labels, record.final.players, strict=True):
        hand = next(line for line in lines if line.startswith(f"hand of {label} "))
        assert hand[16:].split() == list(map(str, player.hand))
    assert "With --seed 1 the same cards are dealt again." in out


def test_leaving_the_screen_saves(keltis: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    use_screen(monkeypatch, [Key.ENTER])
    assert keltis(NAMED) == 0  # the input ends
    assert "Saved to keltis-game-1.txt. Go on with:" in keltis.err


@pytest.mark.parametrize("words", [(), ("--plain",)])
def test_a_small_window_has_no_screen_and_is_told_why(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, "quit\n")
    monkeypatch.setattr("keltis.cli._play.has_screen", lambda _, size: size == (1, 1))
    assert main([*NAMED.split(), *words]) == 0
    assert ("A window of 80 by 21 or larger" in capsys.readouterr().out) is not bool(words)


@pytest.mark.usefixtures("in_colour")
def test_watching_and_replaying_on_the_screen(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched, _ = use_screen(monkeypatch, [None, "q"], ["q"])
    out = keltis.print("watch random --seed 1 --save game.txt")
    assert "Turn 1: 0.5 seconds a turn" in watched.last
    assert "You left after " in out
    assert "goal ---" in out
    out = Text.from_ansi(keltis.print("replay game.txt")).plain
    assert f"You left after 0 of {len(parse_record(read('game.txt')))} moves." in out
    assert "│     0 │     0 │             -4 │    -4 │" in out  # the points of the last board
