"""Fixtures for the tests of the program."""

from collections.abc import Callable
from functools import partial
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
def make_program(
    in_tmp_path: Path,  # noqa: ARG001 - fixtures take no marks
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., Program]:
    """Makes programs that run in an empty directory."""
    return partial(Program, monkeypatch, capsys)


@pytest.fixture
def keltis(make_program: Callable[..., Program]) -> Program:
    """Runs `keltis`."""
    return make_program()


@pytest.fixture
def celtic(make_program: Callable[..., Program]) -> Program:
    """Runs `keltis celtic`."""
    return make_program("celtic")


@pytest.fixture(params=TRIALS)
def trial(request: pytest.FixtureRequest) -> AnyTrial:
    """Each game, with its own terminal and with the one for any game."""
    name: str = request.param
    return TRIALS[name]


@pytest.fixture
def program(trial: AnyTrial, make_program: Callable[..., Program]) -> Program:
    """Runs the commands of the game."""
    return make_program(*trial.words, run=trial.run)


@pytest.fixture
def in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes rich take the output for a terminal of the usual size."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    for setting in ("FORCE_COLOR=1", "TERM=xterm", "COLUMNS=80", "LINES=24"):
        name, value = setting.split("=")
        monkeypatch.setenv(name, value)
