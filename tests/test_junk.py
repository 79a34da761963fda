"""Bad input gets our error, everywhere: every public callable is called with junk.

`junk.targets` finds them. A call returns, or raises a `KeltisError` with a short message; it
changes no argument and takes no large memory. What else may pass through, `attack` says.
"""

import random
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from junk.attacks import Arguments, all_junk, attack, single_faults
from junk.targets import Target, public_modules, target_of, targets
from junk.values import JUNK
from keltis import InvalidArgument
from profiles import by_profile

JUNK_A_PARAMETER = by_profile(8, len(JUNK))
"""How many kinds of junk each parameter gets."""
JUNK_ONLY = by_profile(2, 20)
"""How many calls of each callable have nothing but junk."""
MAX_GROWTH = 300_000_000
"""The most bytes that the memory of this process may grow by."""

by_module = pytest.mark.parametrize("module", public_modules())


def targets_of(module: str) -> list[Target]:
    """The callables that name this module as theirs; the tests of other modules have the rest."""
    others = [other for other in public_modules() if other.startswith(f"{module}.")]
    return [
        target
        for target in targets()
        if target.name.startswith(f"{module}.")
        and not any(target.name.startswith(f"{other}.") for other in others)
    ]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files go to an empty folder, and the program have no arguments."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["keltis"])


@pytest.fixture
def _bounded_memory() -> Iterator[None]:
    before = peak_memory()
    yield
    assert peak_memory() - before < MAX_GROWTH


def peak_memory() -> int:
    """The most bytes that this process has had so far."""
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_every_exported_callable_is_a_target() -> None:
    found = {target.name for target in targets()}
    assert {"keltis.new_game", "keltis.record.GameRecord.seeded"} <= found
    assert {"keltis.bots.GreedyBot.__call__", "keltis.celtic.Shape.of"} <= found
    assert len(found) > 200


@by_module
def test_valid_arguments_are_known_for_every_callable(module: str) -> None:
    """Where this fails, `BY_TYPE` or `BY_NAME` in `junk.valid` needs an entry."""
    for target in targets_of(module):
        with suppress(FileNotFoundError):  # of a file that would take long to write
            target.call(target.valid_arguments())


@by_module
@pytest.mark.usefixtures("_bounded_memory")
def test_one_wrong_argument_gets_our_error(module: str) -> None:
    faults = [
        (described, fault)
        for target in targets_of(module)
        for described, arguments in sample(single_faults(target), target)
        if (fault := attack(target, arguments())) is not None
    ]
    assert faults == []


def sample(faults: Iterator[tuple[str, Arguments]], target: Target) -> list[tuple[str, Arguments]]:
    """As many of the faults as this profile tries, always the same."""
    every = list(faults)
    most = JUNK_A_PARAMETER * len(target.parameters)
    return random.Random(target.name).sample(every, min(most, len(every)))


@by_module
@pytest.mark.usefixtures("_bounded_memory")
def test_nothing_but_junk_gets_our_error(module: str) -> None:
    faults = []
    for target in targets_of(module):
        rng = random.Random(target.name)
        for _ in range(JUNK_ONLY):
            described, arguments = all_junk(target, rng)
            if (fault := attack(target, arguments())) is not None:
                faults.append((described, fault))
    assert faults == []


def test_attacks_report_wrong_exceptions_long_messages_and_changed_arguments() -> None:
    def fail(value: object) -> None:
        raise KeyError(value)

    def complain(value: object) -> None:
        raise InvalidArgument(f"{value}" * 1_001)

    def change(value: list[int]) -> None:
        value.append(1)

    def accept(value: object) -> None:
        del value

    reports = [
        attack(target_of("a function", function), {"value": [0]})
        for function in (fail, complain, change, accept)
    ]
    assert reports[0] == "KeyError: [0]"
    assert str(reports[1]).startswith("a message of 3003 characters")
    assert reports[2:] == ["changed value", None]
