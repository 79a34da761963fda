"""What the parsers say of a game before it is imported is true."""

import pytest

from keltis.arena import DEFAULT_MAX_TURNS
from keltis.cli import _replay, _tournament, main
from keltis.cli._registry import CELTIC, KELTIS


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The help of a command on one line."""
    with pytest.raises(SystemExit, match="0"):
        main([*words, "--help"])
    return " ".join(capsys.readouterr().out.split())


def test_the_default_bots_are_those_of_the_games() -> None:
    assert KELTIS.default_bot == KELTIS.load_terminal().default_bot
    assert CELTIC.default_bot == CELTIC.load_terminal().default_bot


def test_every_installed_bot_is_named() -> None:
    assert all(name in KELTIS.bots for name in KELTIS.load().bots.bot_names())
    assert all(name in CELTIC.bots for name in CELTIC.load().bots.bot_names())


def test_the_seats_of_celtic_are_its_players() -> None:
    assert CELTIC.seats == CELTIC.load_terminal().seat_labels(2)


def test_the_defaults_in_the_help_are_those_of_the_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = help_of(capsys, "tournament")
    assert f"stopped (default: {DEFAULT_MAX_TURNS})" in text
    assert f"all seatings (default: {_tournament._DEALS})" in text
    assert f"a strip of {_replay._FRAMES} boards" in help_of(capsys, "replay")
