"""Cold runs: a child imports the changed module, and with it the library and the tests."""

import functools
import importlib.abc
import importlib.machinery
import importlib.util
import json
import sys
from collections.abc import Callable, Sequence
from types import CodeType

import attrs
import pytest

from mutation import runs
from mutation.mutants import Mutant

RECENT = 6
"""How many tests that killed other mutants are run before all tests are."""


@attrs.frozen
class _Finder(importlib.abc.MetaPathFinder):
    """Finds the changed module before Python finds the file."""

    mutant: Mutant

    def find_spec(self, fullname: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if fullname != f"keltis.{self.mutant.module}":
            return None
        loader = _Loader(fullname, str(self.mutant.path))
        loader.code = self.mutant.code
        return importlib.util.spec_from_file_location(fullname, loader.path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    code: CodeType

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - the interface has it
        return self.code


@attrs.frozen(eq=False)
class _Recorder:
    """A plugin of pytest that notes the tests, and the files of tests, that fail."""

    failed: list[str] = attrs.Factory(list)

    def pytest_runtest_setup(self) -> None:
        runs.limit_test()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.pytest_runtest_logreport(report)

    def pytest_runtest_logreport(self, report: pytest.CollectReport | pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def failures(mutant: Mutant | None, tests: Sequence[str], *options: str) -> list[str]:
    """The tests, and the files of tests, that fail on a mutant, or what else ends their process."""
    answer = runs.run_in_child(functools.partial(_run_imported, mutant, tests, options)) or "[]"
    found: list[str] = json.loads(answer) if answer.startswith("[") else [answer]
    return found


def _run_imported(
    mutant: Mutant | None, tests: Sequence[str], options: Sequence[str], tell: Callable[[str], None]
) -> None:
    runs.silence()
    runs.limit_test(seconds=15)  # for the imports and the collection
    if mutant is not None:
        sys.meta_path.insert(0, _Finder(mutant))
    runs.import_library()
    recorder = _Recorder()
    if runs.run_pytest(tests, recorder, *options) == pytest.ExitCode.INTERNAL_ERROR:
        recorder.failed.append("pytest itself")
    tell(json.dumps(recorder.failed))


def run_cold(mutants: Sequence[Mutant]) -> None:
    """Run first the tests that killed the last mutants of the same module, then all of its game."""
    print(f"{len(mutants)} mutants of modules")
    for count, mutant in enumerate(mutants):
        killers = [
            killer
            for (module, _), killer in reversed(runs.read_results().items())
            if killer
            and module == mutant.module
            and (runs.ROOT / killer.partition("::")[0]).is_file()
        ]
        recent = list(dict.fromkeys(killers))[:RECENT]
        rest = runs.paths_of_tests([mutant.module])
        # A recent killer that is gone is no failure.
        found = (recent and failures(mutant, recent, "-x")) or failures(mutant, rest, "-x")
        killer = found[0] if found else None
        runs.save_result(mutant.key, killer)
        print(f"{count + 1} {mutant.module} {mutant.name}: {killer}", flush=True)
