"""The program in a real terminal, which types and reads what is printed."""

from pathlib import Path
from typing import Final

import pytest

from cli.programs import WAITING
from cli.terminals import Terminal
from keltis.arena import TournamentResult
from keltis.documents import from_json
from keltis.record import GameRecord, parse_record

pytestmark = pytest.mark.thorough
PLAY: Final = ("play", "--seed", 1, "--name", "Ann")


def saved(directory: Path, name: str = "keltis-game-1.txt") -> GameRecord:
    """The game in a file."""
    return parse_record((directory / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("options", "size", "term"),
    [
        (("--plain",), (80, 24), "xterm"),
        ((), (80, 24), "dumb"),
        ((), (55, 24), "xterm"),
        ((), (80, 20), "xterm"),
    ],
)
def test_playing_line_by_line(
    options: tuple[str, ...], size: tuple[int, int], term: str, tmp_path: Path
) -> None:
    with Terminal(*PLAY, *options, directory=tmp_path, size=size, term=term) as terminal:
        terminal.expect("Play a card")
        for line, text in (
            ("ly R6 small", "Did you mean: lay R6 small"),
            ("d R6", "You discard R6."),
            ("", "You draw "),
            ("quit", "Saved to keltis-game-1.txt"),
        ):
            terminal.expect("move> ")
            terminal.type(line)
            terminal.expect(text)
        assert terminal.ends() == 0
    assert [str(move) for move in saved(tmp_path).moves[:2]] == ["discard R6", "draw pile"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_tournament_that_is_interrupted_and_resumed(jobs: int, tmp_path: Path) -> None:
    (tmp_path / "waiting.py").write_text(WAITING, encoding="utf-8")
    command = ["tournament", "waiting:bot", "random", "--deals", "4", "--jobs", str(jobs)]
    with Terminal(*command, directory=tmp_path) as terminal:
        terminal.expect(r"[1-9]\d*/8")
        terminal.press("\x03")
        terminal.expect(r"stopped after \d of 8 games")
        message = terminal.expect(r"Continue with: keltis (tournament .*--resume \S+)\n")
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.printed
    (tmp_path / "go").touch()
    again = message.partition("Continue with: keltis ")[2].split()
    with Terminal(*again, "--out", "all.json", directory=tmp_path) as terminal:
        terminal.expect(r"8 games, 2 players each, seed \d+")
        assert terminal.ends() == 0
    assert from_json(TournamentResult, (tmp_path / "all.json").read_text(encoding="utf-8")).complete
