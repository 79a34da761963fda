"""Fixtures for the tests of the program."""

import random
from pathlib import Path

import pytest

from cli.programs import TRIALS, AnyTrial, Program
from keltis.record import GameRecord, format_record
from keltis.testing import playthrough


@pytest.fixture(scope="session")
def game() -> GameRecord:
    """A whole game with names."""
    record = GameRecord.seeded(2, seed=5, names=("Ann", "Bob"))
    for _, move in playthrough(record.start, random.Random(5)):
        record = record.append(move)
    return record


@pytest.fixture
def file(game: GameRecord, tmp_path: Path) -> Path:
    """A file with this game."""
    path = tmp_path / "game.txt"
    path.write_text(format_record(game), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def no_waiting_for_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be written without waiting for the disk, which takes long after every move."""
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.fixture
def in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the current directory be an empty one."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def celtic(
    in_tmp_path: None,  # noqa: ARG001 - fixtures take no marks
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Program:
    """Runs `keltis celtic` in an empty directory."""
    return Program(monkeypatch, capsys, "celtic")


@pytest.fixture(params=TRIALS)
def trial(request: pytest.FixtureRequest) -> AnyTrial:
    """Each game, with its own terminal and with the one for any game."""
    name: str = request.param
    return TRIALS[name]


@pytest.fixture
def program(
    trial: AnyTrial,
    in_tmp_path: None,  # noqa: ARG001 - fixtures take no marks
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Program:
    """Runs the commands of the game in an empty directory."""
    return trial.make_program(monkeypatch, capsys)
