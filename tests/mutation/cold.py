"""Cold runs: a child imports the changed module, and with it the library and the tests."""

import functools
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType

import pytest

from mutation.mutants import Mutant
from mutation.runs import (
    BOTH_GAMES,
    ROOT,
    import_library,
    limit_test,
    mutant_key,
    paths_of_tests,
    read_results,
    run_in_child,
    run_pytest,
    save_result,
    silence,
)

RECENT = 6
"""How many tests that killed other mutants are run before all tests are."""


class Finder(importlib.abc.MetaPathFinder):
    """Finds the changed module before Python finds the file."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = f"keltis.{mutant.module}"
        self.path = str(mutant.path)
        self.code = mutant.code

    def find_spec(self, fullname: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        loader = _Loader(fullname, self.path)
        loader.code = self.code
        return importlib.util.spec_from_file_location(fullname, self.path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    code: CodeType

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - the interface has it
        return self.code


class _Cold:
    """A plugin of pytest that tells the first test, or file of tests, that fails."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.tell(report.nodeid)

    def pytest_runtest_setup(self) -> None:
        limit_test()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tell(report.nodeid)


def run_cold(mutants: Sequence[Mutant]) -> None:
    """Run first the tests that killed the last mutants of the same module, then all of its game."""
    print(f"{len(mutants)} mutants of modules")
    for count, mutant in enumerate(mutants):
        killers = [
            killer
            for (module, _), killer in reversed(read_results().items())
            if killer and module == mutant.module and (ROOT / killer.partition("::")[0]).is_file()
        ]
        recent = list(dict.fromkeys(killers))[:RECENT]
        rest = [name for name in paths_of_tests() if _is_of_game(name, mutant)]
        killer = None
        for part in filter(None, (recent, rest)):
            killer = killer or run_in_child(functools.partial(_run_imported, mutant, part))
        save_result(mutant_key(mutant), killer)
        print(f"{count + 1} {mutant.module} {mutant.name}: {killer}", flush=True)


def _is_of_game(test: str, mutant: Mutant) -> bool:
    """Whether a file has tests of the game that the mutant belongs to."""
    path = Path(test)
    is_celtic = mutant.module.startswith("celtic.")
    return path.stem in BOTH_GAMES or (path.parent.name == "celtic") == is_celtic


def _run_imported(mutant: Mutant, files: Sequence[str], tell: Callable[[str], None]) -> None:
    silence()
    limit_test(seconds=15)  # for the imports and the collection
    sys.meta_path.insert(0, Finder(mutant))
    import_library()
    run_pytest(files, _Cold(tell), "-x")  # a recent killer that is gone is no failure
