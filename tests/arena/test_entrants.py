"""Entrants: their names and labels."""

from collections.abc import Callable

import pytest

import arena_bots as bots
from keltis import InvalidArgument
from keltis.arena import Entrant, as_entrants


def test_the_label_of_an_entrant_names_its_bot() -> None:
    assert Entrant("x", "random").label == "random"
    assert Entrant("x", bots.hasty).label == "arena_bots.hasty"
    assert Entrant("x", bots.Mute()).label == "arena_bots.Mute"


def test_a_bot_with_strange_names_has_the_label_of_its_class() -> None:
    assert Entrant("x", bots.NAMELESS).label == "arena_bots.Nameless"
    assert Entrant("x", bots.hidden()).label == "Hidden"


def test_names_of_bots_become_entrants_with_different_names() -> None:
    ann = Entrant("ann", bots.hasty)
    assert as_entrants(["random", ann, "random"]) == (
        Entrant("random", "random"),
        ann,
        Entrant("random 2", "random"),
    )


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Entrant(7, bots.hasty), "the name of an entrant must be text, not 7"),  # type: ignore[arg-type]  # on purpose
        (lambda: Entrant("x", 7), "the bot of 'x' must be a bot or the name of one, not 7"),  # type: ignore[arg-type]  # on purpose
        (lambda: Entrant("x", "no such bot"), "unknown bot 'no such bot'"),
        (lambda: as_entrants("random"), "expected a sequence of entrants, not 'random'"),
        (lambda: as_entrants(7), "expected a sequence of entrants, not 7"),  # type: ignore[arg-type]  # on purpose
        (
            lambda: as_entrants([bots.Mute()]),  # type: ignore[list-item]  # on purpose
            "an entrant must be an Entrant or the name of a bot, not <arena_bots.Mute",
        ),
    ],
)
def test_invalid_entrants_are_refused(make: Callable[[], object], reason: str) -> None:
    with pytest.raises(InvalidArgument, match=reason):
        make()
