"""Suggestions."""

from keltis.cli._terminal import Choice, suggest

CHOICES = [Choice(1, "lay R6"), Choice(2, "discard R6")]


def test_likely_moves_are_suggested_first() -> None:
    assert suggest("lay R7", CHOICES, ["draw pile"]) == " Did you mean: draw pile, lay R6?"
    assert suggest("xyzzy", CHOICES) == " Type ? for help."
