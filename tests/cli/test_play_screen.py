"""A game on a whole screen, with keys from a list."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import pytest

from cli.screens import FakeScreen
from keltis import GameState, Move, PlayerView, Rules, celtic
from keltis.cli._celtic import CELTIC
from keltis.cli._keltis import KELTIS
from keltis.cli._play_screen import PlayScreen, ask_for_another, needed_size, show_pages
from keltis.cli._screen import BACKSPACE, DOWN, ENTER, ESCAPE, RESIZE, RIGHT, TAB, UNKNOWN, UP
from keltis.cli._session import Quit, Session, start_session
from keltis.game import M, R, S, V
from keltis.record import parse_record

KeltisSession: TypeAlias = Session[GameState, PlayerView, Move, Rules]
CelticSession: TypeAlias = Session[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]

pytestmark = pytest.mark.usefixtures("in_tmp_path")


def keltis_session(players: int = 2, against: str = "random") -> KeltisSession:
    """A game of Ann against bots."""
    return start_session(
        KELTIS,
        name="Ann",
        seat=0,
        against=[against],
        players=players,
        seed=1,
        rules=None,
        file=None,
    )


def celtic_session() -> CelticSession:
    """A game of Ann with the orange tiles."""
    return start_session(
        CELTIC,
        name="Ann",
        seat=0,
        against=["random"],
        players=None,
        seed=1,
        rules=None,
        file=None,
    )


def play_on(
    session: Session[S, V, M, R], keys: Iterable[str | None], size: tuple[int, int] = (80, 24)
) -> FakeScreen:
    """The screen of a game after these keys."""
    screen = FakeScreen(keys, size)
    with pytest.raises(EOFError):
        PlayScreen(screen, session).play_to_end()
    return screen


def play(
    keys: Iterable[str | None],
    session: KeltisSession | None = None,
    size: tuple[int, int] = (80, 24),
) -> FakeScreen:
    """The screen of a game of Keltis, by default a new one, after these keys."""
    return play_on(keltis_session() if session is None else session, keys, size)


def typed(text: str) -> list[str]:
    """The keys of a line."""
    return [*text, ENTER]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_is_on_one_screen_of_80_by_24(players: int) -> None:
    screen = play([], keltis_session(players))
    assert len(screen.last.split("\n")) == 24
    assert max(map(len, screen.last.split("\n"))) <= 80
    assert "0 of 5 figures in the goal" in screen.last
    assert "goal   9      10" in screen.last
    assert ">A Ann" in screen.last
    assert all(f"random {n}" in screen.last for n in range(2, players))
    assert "Play a card" in screen.last
    assert "Enter do it" in screen.last
    assert needed_size(keltis_session(players)) <= (80, 24)


def test_a_wide_screen_has_the_points_and_the_turns_at_the_side() -> None:
    screen = play([ENTER], keltis_session(4), (120, 40))
    first, *_ = screen.last.split("\n")
    assert first.index("points now") > 80
    assert "W wishing stone" in screen.last
    assert "hand    (8 hidden)" in screen.last
    assert len(screen.last.split("\n")) == 40


@pytest.mark.parametrize("size", [(79, 24), (80, 22), (40, 10)])
def test_a_window_that_is_too_small_says_so(size: tuple[int, int]) -> None:
    assert play([], keltis_session(4), size).text == "Make this window 80 by 23 or larger."


def test_arrows_choose_a_card_and_what_to_do_with_it() -> None:
    session = keltis_session()
    screen = play([RIGHT, DOWN, DOWN, TAB, UP, ENTER, UNKNOWN, RESIZE, None], session)
    assert "[R9]" in screen.frames[1]
    assert "[discard]" in screen.frames[3]
    assert str(session.record.moves[0]) == "discard R9"
    assert "[face-down pile]" in screen.last  # Enter draws from the pile


def test_the_stone_to_which_a_card_leads_is_marked() -> None:
    assert ">." in play([]).last.split("\n")[10]


def test_the_card_that_was_drawn_is_named() -> None:
    session = keltis_session()
    screen = play([*typed("d R6"), ENTER], session)
    drawn = session.record.start.draw_pile[-1]
    assert f"You drew {drawn}. Play a card" in screen.last
    assert f"You discard R6, draw {drawn}." in screen.last
    assert "\nrandom " in screen.last


def test_a_single_choice_is_made_at_once() -> None:
    session = keltis_session()
    play([ENTER], session)  # no discard pile has a card, so the pile is the only choice
    assert [str(move) for move in session.record.moves[:2]] == ["lay R6 small", "draw pile"]


def test_a_move_can_be_typed_and_corrected() -> None:
    session = keltis_session()
    screen = play([*"r9 lx", BACKSPACE], session)
    assert screen.last.endswith("> r9 l_")
    screen = play([*"xyz", ESCAPE, *typed("r9 l")], session)
    assert str(session.record.moves[0]) == "lay R9 large"


def test_typing_has_an_end() -> None:
    assert play("x" * 65).last.endswith("> " + "x" * 60 + "_")


def test_input_errors_are_explained_until_the_next_key_that_matters() -> None:
    screen = play([*typed("lay G1 small")])
    assert "You cannot lay G1 small: you do not have this card." in screen.last
    assert "you do not have" not in play([*typed("lay G1 small"), ESCAPE]).last


def test_hints_and_undo_have_keys() -> None:
    session = keltis_session()
    screen = play(["u"], session)
    assert "You can take back only your own move" in screen.text
    screen = play(["h"], session)
    assert "The greedy bot would " in screen.text
    screen = play([*typed("d R6"), "u"], session)
    assert "Taken back: discard R6." in screen.last
    assert session.record.moves == ()


def test_requests_can_be_typed_too() -> None:
    session = keltis_session()
    assert "Saved to mine.txt" in play([*typed("save mine.txt")], session).last
    assert Path("mine.txt").exists()
    assert "Play a card" in play([*typed("board")], session).last


@pytest.mark.parametrize("game", ["keltis", "celtic"])
def test_help_is_one_page(game: str) -> None:
    keys = ["?", " "]
    screen = play(keys) if game == "keltis" else play_on(celtic_session(), keys)
    *lines, bottom = screen.frames[1].split("\n")
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Keys"
    assert "The board" in lines
    assert bottom == "any key back to the game"
    assert "q leave" in screen.last


def test_a_text_that_is_too_long_has_pages() -> None:
    screen = FakeScreen([None, " ", RESIZE, " "])
    show_pages(screen, [str(number) for number in range(25)])
    assert screen.frames[0].endswith("22\nany key next page")
    assert screen.frames[-1].startswith("23\n24\n")
    assert "any key back to the game" in screen.last


@pytest.mark.parametrize("key", ["y", "q", ENTER])
def test_leaving_asks_first(key: str) -> None:
    screen = FakeScreen(["q", RESIZE, key])
    with pytest.raises(Quit):
        PlayScreen(screen, keltis_session()).play_to_end()
    assert "Leave the game? It is saved" in screen.last


def test_one_can_stay() -> None:
    assert "Play a card" in play(["q", "n"]).last


def test_the_file_of_the_game_is_named_after_the_first_move() -> None:
    session = keltis_session()
    screen = play([*typed("d R6")], session)
    assert "The game is kept in keltis-game-1.txt." in screen.last
    assert parse_record(Path("keltis-game-1.txt").read_text(encoding="utf-8")) == session.record


def test_a_file_that_cannot_be_written_is_reported() -> None:
    session = keltis_session()
    session.file = Path("gone") / "game.txt"
    screen = play([*typed("d R6")], session)
    assert "Not saved: gone/game.txt: there is no directory gone" in screen.text


def test_bots_are_seen_thinking_with_the_hand_in_sight() -> None:
    screen = play([ENTER], keltis_session(3))
    thinking = [frame for frame in screen.frames if "thinks ..." in frame]
    assert ["random thinks" in frame for frame in thinking] == [True, False]
    assert "random 2 thinks" in thinking[1]
    assert all("hand  " in frame for frame in thinking)


def test_a_cell_and_a_tile_of_celtic() -> None:
    session = celtic_session()
    screen = play_on(session, [DOWN, TAB, ENTER])
    assert "[0,-1]" in screen.frames[0]
    assert "[0,1]" in screen.frames[1]
    assert "[╰ NE]" in screen.frames[2]
    assert str(session.record.moves[0]) == "lay 0,1 NE orange"
    assert "You lay a corner NE on 0,1." in screen.last
    assert len(screen.last.split("\n")) == 24


def test_a_cell_that_is_typed_lists_its_tiles() -> None:
    screen = play_on(celtic_session(), typed("0,-1"))
    assert "corner 3 ╭ ES" in screen.text


@pytest.mark.parametrize(("key", "wanted"), [("y", True), ("n", False), ("q", False)])
def test_another_game_is_offered(key: str, wanted: bool) -> None:
    session = celtic_session()
    screen = FakeScreen(["b", "b", RESIZE, key])
    lines = ["The game is over.", "word " * 30]
    assert ask_for_another(screen, session, lines) is wanted
    assert screen.frames[0].startswith("The game is over.\nword word")
    assert "-2    -1     0" in screen.frames[1]
    assert screen.frames[2] == screen.frames[0]
    assert "y another game" in screen.last


def test_another_game_has_the_same_players_and_rules() -> None:
    session = keltis_session(3)
    other = session.new_session()
    assert other.record.names == session.record.names
    assert other.record.start != session.record.start
    assert other.file is None
    assert celtic_session().new_session().record.names == ("Ann", "random")
