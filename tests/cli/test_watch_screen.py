"""A game to watch on a whole screen, with keys from a list."""

from collections.abc import Iterable

import pytest

from cli.screens import FakeScreen
from keltis.cli._keltis import KELTIS
from keltis.cli._screen import DOWN, ENTER, LEFT, RESIZE, RIGHT, UP
from keltis.cli._terminal import view_of
from keltis.cli._watch import WatchScreen, split_turns
from keltis.record import GameRecord


def watch(
    game: GameRecord, keys: Iterable[str | None], *, reveal: bool = False, delay: float = 0.4
) -> FakeScreen:
    """The screen of somebody who presses these keys, the last of which leaves."""
    screen = FakeScreen(keys)
    view = view_of(KELTIS, game, reveal=reveal)
    records = (game.until(number) for number in range(1, len(game) + 1))
    turns = (turn.record for turn in split_turns(KELTIS, records, view))
    shown = WatchScreen(screen, KELTIS, view, game.until(0), turns, delay).run()
    assert shown.moves == game.moves[: len(shown)]
    return screen


def turn(frame: str) -> str:
    """The line of a frame that says where the game is."""
    return frame.split("\n")[-2]


def test_turns_go_on_while_no_key_is_pressed(game: GameRecord) -> None:
    screen = watch(game, [None, None, "q"])
    assert [turn(frame) for frame in screen.frames] == [
        "Turn 0: 0.4 seconds a turn",
        "Turn 1: 0.4 seconds a turn",
        "Turn 2: 0.4 seconds a turn",
    ]
    assert screen.delays == [0.4] * 3


def test_a_pause_waits_for_a_key(game: GameRecord) -> None:
    screen = watch(game, [None, " ", RESIZE, "p", None, "q"])
    assert screen.delays == [0.4, 0.4, None, None, 0.4, 0.4]
    assert "Turn 1: paused" in screen.frames[2]
    assert "Turn 2:" in screen.last


@pytest.mark.parametrize("key", [RIGHT, "n", ENTER])
def test_a_step_pauses(key: str, game: GameRecord) -> None:
    screen = watch(game, [key, key, "q"])
    assert turn(screen.last) == "Turn 2: paused"


def test_back_shows_an_earlier_turn_again(game: GameRecord) -> None:
    screen = watch(game, [None, None, LEFT, "b", LEFT, RIGHT, "q"])
    assert [int(turn(frame).split()[1][:-1]) for frame in screen.frames] == [0, 1, 2, 1, 0, 0, 1]
    assert screen.frames[0].split("\n")[:-2] == screen.frames[4].split("\n")[:-2]


def test_the_pace_can_be_changed(game: GameRecord) -> None:
    screen = watch(game, [UP, "+", DOWN, "-", "-", "q"])
    assert screen.delays == [0.4, 0.2, 0.1, 0.2, 0.4, 0.8]
    assert watch(game, [*"+" * 9, "q"]).delays[-1] == 0.05
    assert watch(game, [*"-" * 9, "q"]).delays[-1] == 6.0


def test_at_the_end_enter_leaves(game: GameRecord) -> None:
    screen = watch(game, [*[None] * (len(game.turns) + 1), ENTER])
    assert turn(screen.last) == f"Turn {len(game.turns)}: the end"
    assert screen.delays[-1] is None
    assert "The game is over" in screen.last


def test_at_the_end_one_can_go_back_and_on(game: GameRecord) -> None:
    screen = watch(game, [*[None] * (len(game.turns) + 1), LEFT, RIGHT, RIGHT, ENTER])
    assert turn(screen.frames[-3]).endswith("paused")
    assert turn(screen.last).endswith("the end")


def test_all_hands_are_on_the_screen_if_they_are_face_up(game: GameRecord) -> None:
    assert watch(game, ["q"], reveal=True).last.count("  hand ") == 2
    assert "hand" not in watch(game, ["q"]).last
