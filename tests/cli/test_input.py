"""Requests, numbers of choices, and suggestions."""

import pytest

from keltis.cli._prompt import Action, Request, parse_number, parse_request
from keltis.cli._terminal import Choice, InputError, suggest

CHOICES = [Choice(1, "lay R6"), Choice(2, "discard R6")]


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("?", Request(Action.HELP)),
        (" SAVE my game.txt ", Request(Action.SAVE, "my game.txt")),
        ("exit", Request(Action.QUIT)),
        ("undo", Request(Action.UNDO)),
        ("lay R6", None),
        ("1", None),
    ],
)
def test_actions_have_names_and_aliases(text: str, request_: Request | None) -> None:
    assert parse_request(text) == request_


@pytest.mark.parametrize(
    ("text", "move"), [("1", "lay R6"), (" 02 ", "discard R6"), ("1x", None), ("²", None)]
)
def test_a_number_chooses(text: str, move: str | None) -> None:
    assert parse_number(text, CHOICES) == move


@pytest.mark.parametrize("text", ["0", "3", "1" * 5000])
def test_a_number_without_a_choice_is_an_error(text: str) -> None:
    with pytest.raises(
        InputError, match=r"^There is no choice \d+(\.\.\.)?: they go from 1 to 2\.$"
    ):
        parse_number(text, CHOICES)


def test_likely_moves_are_suggested_first() -> None:
    assert suggest("lay R7", CHOICES, ["draw pile"]) == " Did you mean: draw pile, lay R6?"
    assert suggest("xyzzy", CHOICES) == " Type ? for help."
