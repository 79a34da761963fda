"""What the parsers say of a game before it is imported is true."""

import pytest

from keltis.arena import DEFAULT_MAX_TURNS
from keltis.cli import _tournament, _watch, main
from keltis.cli._celtic import CELTIC as CELTIC_TERMINAL
from keltis.cli._celtic import CelticTerminal
from keltis.cli._keltis import KELTIS as KELTIS_TERMINAL
from keltis.cli._keltis import KeltisTerminal
from keltis.cli._registry import CELTIC, KELTIS, GameArguments


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The help of a command on one line."""
    with pytest.raises(SystemExit, match="0"):
        main([*words, "--help"])
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "terminal"), [(KELTIS, KELTIS_TERMINAL), (CELTIC, CELTIC_TERMINAL)]
)
def test_bots_and_seats_are_those_of_the_game(
    arguments: GameArguments, terminal: KeltisTerminal | CelticTerminal
) -> None:
    assert arguments.load_terminal() is terminal
    assert arguments.default_bot == terminal.default_bot
    assert all(name in arguments.bots for name in terminal.game.bots.bot_names())
    assert arguments.seats in ((), terminal.seat_labels(2))


def test_the_defaults_in_the_help_are_those_of_the_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = help_of(capsys, "tournament")
    assert f"stopped (default: {DEFAULT_MAX_TURNS})" in text
    assert f"all seatings (default: {_tournament._DEALS})" in text
    assert f"a strip of {_watch._FRAMES} boards" in help_of(capsys, "replay")
