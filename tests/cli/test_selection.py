"""The choice that is marked, and how keys move the mark."""

import pytest

from keltis.cli._play_screen import Selection
from keltis.cli._screen import BACK_TAB, DOWN, LEFT, RIGHT, TAB, UP
from keltis.cli._terminal import Group, Option


def group(label: str, options: str, place: tuple[int, int]) -> Group[str]:
    return Group(label, tuple(Option(option, label + option) for option in options), place)


ROW = [group("A", "123", (0, 0)), group("B", "1", (1, 0)), group("C", "12", (2, 0))]
CELLS = [group("n", "12", (0, -1)), group("w", "1", (-1, 0)), group("e", "1", (1, 0))]
CELLS.append(group("s", "12", (0, 1)))


def marked(groups: list[Group[str]], *keys: str) -> str:
    """The move with the mark after these keys."""
    selection = Selection(groups)
    for key in keys:
        selection.handle(key)
    return selection.option.move


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        ((), "A1"),
        ((RIGHT,), "B1"),
        ((RIGHT, RIGHT), "C1"),
        ((LEFT,), "C1"),  # round to the other end
        ((RIGHT, RIGHT, RIGHT), "A1"),
        ((DOWN,), "A2"),
        ((UP,), "A3"),
        ((TAB, TAB, TAB), "A1"),
        ((BACK_TAB,), "A3"),
        ((DOWN, RIGHT, LEFT), "A1"),
    ],
)
def test_groups_side_by_side(keys: tuple[str, ...], move: str) -> None:
    assert marked(ROW, *keys) == move


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        ((DOWN,), "s1"),
        ((LEFT,), "w1"),
        ((RIGHT,), "e1"),
        ((UP,), "s1"),  # round to the other end
        ((TAB,), "n2"),
        ((LEFT, RIGHT), "e1"),
    ],
)
def test_groups_on_a_board(keys: tuple[str, ...], move: str) -> None:
    assert marked(CELLS, *keys) == move


def test_one_group_stays() -> None:
    assert marked(ROW[:1], RIGHT, LEFT) == "A1"


def test_other_keys_do_nothing() -> None:
    assert marked(ROW, "x") == "A1"


def test_too_many_labels_are_those_around_the_mark() -> None:
    many = [group(f"{number:02}", "1", (number, 0)) for number in range(20)]
    selection = Selection(many)
    _, line = selection.draw(20)
    assert line.plain == " [00] 01  02  03 >"
    for _ in range(10):
        selection.handle(RIGHT)
    _, line = selection.draw(20)
    assert line.plain == "<[10] 11  12  13 >"
    for _ in range(9):
        selection.handle(RIGHT)
    _, line = selection.draw(20)
    assert line.plain == "< 16  17  18 [19] "


def test_a_note_follows_the_option() -> None:
    noted = Group("A", (Option("x", "x", "row 3"), Option("y", "y")), (0, 0))
    selection = Selection([noted])
    groups, options = selection.draw(80)
    assert (groups.plain, options.plain) == (" [A] ", " [x] y     row 3")
