"""Entrants: their names and labels."""

import pytest

import arena_bots as bots
from keltis import InvalidArgument
from keltis.arena import Entrant, as_entrants, play_tournament


def test_the_label_of_an_entrant_names_its_bot() -> None:
    assert Entrant("x", "random").label == "random"
    assert Entrant("x", bots.hasty).label == "arena_bots.hasty"
    assert Entrant("x", bots.Mute()).label == "arena_bots.Mute"


def test_names_of_bots_become_entrants_with_different_names() -> None:
    ann = Entrant("ann", bots.hasty)
    assert as_entrants(["random", ann, "random"]) == (
        Entrant("random", "random"),
        ann,
        Entrant("random 2", "random"),
    )


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="unknown bot 'no such bot'"):
        play_tournament([Entrant("x", "no such bot"), "random"])
