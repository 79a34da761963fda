"""Fixtures for the tests of the program."""

from pathlib import Path

import pytest

from cli.programs import TRIALS, AnyTrial, Program


@pytest.fixture(autouse=True)
def no_waiting_for_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be written without waiting for the disk, which takes long after every move."""
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.fixture
def in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the current directory be an empty one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def keltis(
    in_tmp_path: Path,  # noqa: ARG001 - fixtures take no marks
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Program:
    """Runs `keltis` in an empty directory."""
    return Program(monkeypatch, capsys)


@pytest.fixture
def celtic(
    in_tmp_path: Path,  # noqa: ARG001 - fixtures take no marks
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
    in_tmp_path: Path,  # noqa: ARG001 - fixtures take no marks
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Program:
    """Runs the commands of the game in an empty directory."""
    return trial.make_program(monkeypatch, capsys)


@pytest.fixture
def in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes rich take the output for a terminal of the usual size."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {
        "FORCE_COLOR": "1",
        "TERM": "xterm",
        "COLUMNS": "80",
        "LINES": "24",
    }.items():
        monkeypatch.setenv(name, value)
