"""Warm runs: a child changes a function in a process that has imported everything."""

import functools
import gc
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from types import CodeType, FrameType, FunctionType

import attrs
import pytest
from _pytest.runner import runtestprotocol

from mutation import runs
from mutation.mutants import Mutant

Place = tuple[str, int]
"""The file and the first line of a function."""


def run_warm(mutants: Sequence[Mutant], tell: Callable[[str], None]) -> None:
    """Test the mutants of functions, and save the result of each where it is certain.

    Tell if that was impossible, because a test fails without a change.
    """
    called_by_import: set[Place] = set()

    def record(frame: FrameType, *_: object) -> None:  # None: no events of lines are wanted
        called_by_import.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    sys.settrace(record)
    runs.import_library()
    sys.settrace(None)
    plugin = _Warm(mutants, called_by_import)
    tests = runs.paths_of_tests({mutant.module for mutant in mutants})
    if runs.run_pytest(tests, plugin, "-x") != pytest.ExitCode.OK:
        tell("The tests do not pass without a change.")


@attrs.frozen(eq=False)
class _Warm:
    """A plugin of pytest that runs the collected tests on every mutant."""

    mutants: Sequence[Mutant]
    called_by_import: set[Place]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        functions = _functions()
        items = {item.nodeid: item for item in session.items}
        print(f"\n{len(items)} tests, {len(self.mutants)} mutants of functions")
        callers = _callers(session.items, functions)
        recent: dict[str, list[str]] = defaultdict(list)
        for count, mutant in enumerate(self.mutants):
            assert mutant.function
            place = str(mutant.path), mutant.function[1]
            code = _find_code(mutant.code, *mutant.function)
            if not callers[place] or code is None:
                continue
            if any(len(f.__code__.co_freevars) != len(code.co_freevars) for f in functions[place]):
                continue
            names = [name for name in callers[place] if runs.is_test_of(name, mutant.module)]
            first = [name for name in recent[mutant.module][:30] if name in names]
            order = first + [name for name in names if name not in first]
            tests = [items[name] for name in order]
            killer = runs.run_in_child(
                functools.partial(_run_changed, functions[place], code, mutant, tests)
            )
            if killer is None and place in self.called_by_import:
                continue  # what the import made is unchanged: a cold run decides
            runs.save_result(mutant.key, killer)
            if killer in items:
                others = [name for name in recent[mutant.module] if name != killer]
                recent[mutant.module] = [killer, *others]
            print(f"{count + 1} {mutant.module} {mutant.name}: {killer}", flush=True)
        return True


def _functions() -> dict[Place, list[FunctionType]]:
    """The functions of the library by file and first line."""
    functions: dict[Place, list[FunctionType]] = defaultdict(list)
    gc.unfreeze()  # `conftest.py` hides what was imported
    for value in gc.get_objects():
        if type(value) is FunctionType and value.__code__.co_filename.startswith(str(runs.SOURCE)):
            code = value.__code__
            functions[code.co_filename, code.co_firstlineno].append(value)
    return functions


def _callers(
    items: Sequence[pytest.Item], functions: dict[Place, list[FunctionType]]
) -> dict[Place, list[str]]:
    """The tests that call each function, the quickest first. Fails unless all tests pass."""
    places = {id(f.__code__): place for place, group in functions.items() for f in group}

    called: set[int] = set()

    def record(frame: FrameType, *_: object) -> None:  # None: no events of lines are wanted
        called.add(id(frame.f_code))

    def run(tell: Callable[[str], None]) -> None:
        answer: list[tuple[float, str, list[Place]]] = []
        for item in items:
            called.clear()
            start = time.process_time()
            sys.settrace(record)
            failed = _fails(item)
            sys.settrace(None)
            if failed:
                tell(f"{item.nodeid} fails without a change")
                return
            calls = [places[code] for code in called if code in places]
            answer.append((time.process_time() - start, item.nodeid, calls))
        tell(json.dumps(sorted(answer)))

    text = runs.run_in_child(run) or ""
    if not text.startswith("["):
        pytest.exit(text, returncode=2)
    callers: dict[Place, list[str]] = defaultdict(list)
    for _, name, calls in json.loads(text):
        for path, line in calls:
            callers[path, line].append(name)
    return callers


def _fails(item: pytest.Item) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=None)
    return any(report.failed for report in reports)


def _find_code(code: CodeType, name: str, line: int) -> CodeType | None:
    if code.co_name == name and code.co_firstlineno == line:
        return code
    inner = (_find_code(c, name, line) for c in code.co_consts if isinstance(c, CodeType))
    return next((found for found in inner if found), None)


def _run_changed(
    functions: Sequence[FunctionType],
    code: CodeType,
    mutant: Mutant,
    tests: Sequence[pytest.Item],
    tell: Callable[[str], None],
) -> None:
    runs.silence()
    for function in functions:
        function.__code__ = code
    for value in vars(sys.modules[f"keltis.{mutant.module}"]).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()
    for test in tests:
        runs.limit_test()
        if _fails(test):
            tell(test.nodeid)
            return
