"""Test the mutants of the rules modules; the package says how."""

import argparse
import functools
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest
from _pytest import runner as pytest_runner

os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"  # the plugin of the library would import it
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # no plugin is needed, and so it is quicker
os.environ["CI"] = "1"  # the same examples every time
from hypothesis import Phase, settings  # after the environment is set
from hypothesis.internal.conjecture import engine  # noqa: F401 - once, not in every child

from mutation.mutants import Mutant, module_mutants

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "keltis"
RESULTS = ROOT / "build" / "mutation.jsonl"
ACCEPTED = Path(__file__).with_name("accepted.toml")
GOAL = 0.97
SECONDS = 10  # of processor time, for a test
MEMORY = 4 * 2**30
MODULES = (
    *("cards", "board", "rules", "_rule_fields", "columns", "moves", "_options", "players"),
    *("ending", "validation", "state", "setup", "legality", "play", "scoring", "view"),
    *("turns", "returns", "actions"),
    *("celtic.tiles", "celtic.moves", "celtic._frontier", "celtic.rules", "celtic.strands"),
    *("celtic.validation", "celtic.state", "celtic.setup", "celtic.legality", "celtic.play"),
    *("celtic.scoring", "celtic.filling", "celtic.puzzles"),
)
TESTS = (
    *("test_rulings_turn", "test_rulings_tiles", "test_rulings_end", "test_rulings_setup"),
    *("test_rulings_sources", "test_legality", "test_values", "test_rules", "test_setup_game"),
    *("test_view", "test_actions", "test_turns", "test_returns", "test_checks", "test_perft"),
    *("test_generated_functions", "test_messages", "test_notation", "test_properties"),
    *("test_against_naive", "test_determinization", "test_events", "test_stateful"),
    *("celtic/test_play", "celtic/test_scoring", "celtic/test_setup", "celtic/test_tiles"),
    *("celtic/test_rulings_sources", "celtic/test_moves", "celtic/test_puzzles"),
    *("celtic/test_perft", "celtic/test_knots", "celtic/test_properties", "celtic/test_notation"),
    *("celtic/test_events",),
)
Key = tuple[str, str]
"""The module and the name of a mutant."""


def main() -> int:
    """Test the mutants that are not known yet, and report on all."""
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__)
    parser.add_argument("--module", action="append", choices=MODULES, help="only this module")
    parser.add_argument("--sample", type=int, default=0, help="only so many mutants, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--again", action="store_true", help="test the known survivors again")
    parser.add_argument("--fresh", action="store_true", help="test everything again")
    options = parser.parse_args()
    RESULTS.parent.mkdir(exist_ok=True)
    known = {} if options.fresh else _results()
    if options.again:
        known = {key: killer for key, killer in known.items() if killer is not None}
    if options.fresh or options.again:
        RESULTS.unlink(missing_ok=True)
        for key, killer in known.items():
            _save(key, killer)
    mutants = [
        mutant
        for module in options.module or MODULES
        for mutant in module_mutants(module, _path(module))
    ]
    if options.sample:
        mutants = random.Random(options.seed).sample(mutants, min(options.sample, len(mutants)))
    due = [mutant for mutant in mutants if _key(mutant) not in known]
    start = time.monotonic()
    if any(mutant.function for mutant in due):
        _in_child(lambda _: _test_warm(due))
    done = _results()
    _test_cold([mutant for mutant in due if _key(mutant) not in done])
    print(f"{len(due)} mutants tested in {time.monotonic() - start:.0f} s")
    return _report(mutants, whole=not options.sample)


def _path(module: str) -> Path:
    return SOURCE.joinpath(*module.split(".")).with_suffix(".py")


def _key(mutant: Mutant) -> Key:
    return mutant.module, mutant.name


def _results() -> dict[Key, str | None]:
    """What killed each mutant that was tested; None if nothing did."""
    if not RESULTS.exists():
        return {}
    lines = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    return {(module, name): killer for module, name, killer in lines}


def _save(key: Key, killer: str | None) -> None:
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps([*key, killer]) + "\n")


def _in_child(work: Callable[[Callable[[str], None]], None]) -> str | None:
    """Do this work in a forked process. The answer is the last text that it told, or None.

    The work tells a text by calling its argument.
    """
    sys.stdout.flush()
    with tempfile.TemporaryFile() as file:
        child = os.fork()
        if child == 0:
            try:
                work(lambda text: _overwrite(file.fileno(), text))
            except BaseException as error:  # noqa: BLE001 - a mutant may raise anything
                _overwrite(file.fileno(), f"{type(error).__name__}")
            os._exit(0)
        _, status = os.waitpid(child, 0)
        text = os.pread(file.fileno(), MEMORY, 0).decode()
    if os.WIFSIGNALED(status):
        return f"endless: signal {os.WTERMSIG(status)}"
    return text or None


def _overwrite(descriptor: int, text: str) -> None:
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, text.encode(), 0)


def _limit() -> None:
    """Stop this process when the next test takes too long."""
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)


def _silence() -> None:
    """Discard what this process prints, and bound its memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)


def _import_library() -> None:
    for module in MODULES:
        importlib.import_module(f"keltis.{module}")
    importlib.import_module("keltis.testing.registration").register()


def _run_pytest(files: Sequence[str], plugin: object) -> int:
    os.chdir(ROOT)
    options = ("-q", "-x", "--assert=plain", "--tb=native", "-p", "no:cacheprovider")
    return pytest.main([*options, *files], plugins=[plugin])


def _test_files() -> list[str]:
    tests = [str(ROOT / "tests" / f"{name}.py") for name in TESTS]
    return tests + [str(_path(module)) for module in MODULES]


# Warm: a child changes the code of a function in a process that has imported everything.


def _test_warm(mutants: Sequence[Mutant]) -> None:
    called_by_import: set[tuple[str, int]] = set()

    def record(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called_by_import.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    sys.setprofile(record)
    _import_library()
    sys.setprofile(None)
    warm = [
        mutant
        for mutant in mutants
        if mutant.function and (str(mutant.path), mutant.function[1]) not in called_by_import
    ]
    _run_pytest(_test_files(), _Warm(warm))


class _Warm:
    """A plugin of pytest that runs the collected tests on every mutant."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.mutants = mutants

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
            first = [name for name in recent[mutant.module][:30] if name in callers[place]]
            order = first + [name for name in callers[place] if name not in first]
            tests = [items[name] for name in order]
            killer = _in_child(
                functools.partial(_run_changed, functions[place], code, mutant, tests)
            )
            _save(_key(mutant), killer)
            if killer in items:
                others = [name for name in recent[mutant.module] if name != killer]
                recent[mutant.module] = [killer, *others]
            print(f"{count + 1} {mutant.module} {mutant.name}: {killer}", flush=True)
        return True


def _functions() -> dict[tuple[str, int], list[FunctionType]]:
    """The functions of the library by file and first line."""
    functions: dict[tuple[str, int], list[FunctionType]] = defaultdict(list)
    for value in gc.get_objects():
        if type(value) is FunctionType and value.__code__.co_filename.startswith(str(SOURCE)):
            code = value.__code__
            functions[code.co_filename, code.co_firstlineno].append(value)
    return functions


def _callers(
    items: Sequence[pytest.Item], functions: dict[tuple[str, int], list[FunctionType]]
) -> dict[tuple[str, int], list[str]]:
    """The tests that call each function, the quickest first. Fails unless all tests pass."""
    places = {id(f.__code__): place for place, group in functions.items() for f in group}

    called: set[int] = set()

    def record(frame: FrameType, *_: object) -> None:  # None: no events of lines are wanted
        called.add(id(frame.f_code))

    def run(tell: Callable[[str], None]) -> None:
        answer: list[tuple[float, str, list[tuple[str, int]]]] = []
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

    text = _in_child(run) or ""
    if not text.startswith("["):
        pytest.exit(text, returncode=2)
    callers: dict[tuple[str, int], list[str]] = defaultdict(list)
    for _, name, calls in json.loads(text):
        for path, line in calls:
            callers[path, line].append(name)
    return callers


def _fails(item: pytest.Item) -> bool:
    reports = pytest_runner.runtestprotocol(item, log=False, nextitem=None)
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
    _silence()
    for function in functions:
        function.__code__ = code
    for value in vars(sys.modules[f"keltis.{mutant.module}"]).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()
    for test in tests:
        _limit()
        if _fails(test):
            tell(test.nodeid)
            return


# Cold: a child imports the changed module, and with it the library and the tests.


class _Finder(importlib.abc.MetaPathFinder):
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
    """A plugin of pytest that tells the first test that fails."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell

    def pytest_runtest_setup(self) -> None:
        _limit()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tell(report.nodeid)


def _test_cold(mutants: Sequence[Mutant]) -> None:
    """Run first the tests that killed most mutants of the same module, then all the others."""
    print(f"{len(mutants)} mutants of modules")
    for count, mutant in enumerate(mutants):
        killers = Counter(
            killer.partition("::")[0]
            for (module, _), killer in _results().items()
            if killer and module == mutant.module
        )
        ranked = [str(ROOT / name) for name, _ in killers.most_common() if (ROOT / name).exists()]
        files = ranked + [name for name in _test_files() if name not in ranked]
        killer = None
        for part in files[:4], files[4:]:
            killer = killer or _in_child(functools.partial(_run_imported, mutant, part))
        _save(_key(mutant), killer)
        print(f"{count + 1} {mutant.module} {mutant.name}: {killer}", flush=True)


def _run_imported(mutant: Mutant, files: Sequence[str], tell: Callable[[str], None]) -> None:
    _silence()
    _limit()
    sys.meta_path.insert(0, _Finder(mutant))
    _import_library()
    code = _run_pytest(files, _Cold(tell))
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        tell(f"collection: {code!r}")


def _report(mutants: Sequence[Mutant], *, whole: bool) -> int:
    """Print a table and the survivors; the answer is the exit code."""
    results = _results()
    accepted = {
        (entry["module"], name): entry["reason"]
        for entry in tomllib.loads(ACCEPTED.read_text(encoding="utf-8"))["accepted"]
        for name in entry["mutants"]
    }
    print(f"{'module':<20}{'mutants':>8}{'killed':>8}{'accepted':>9}{'survived':>9}{'share':>9}")
    rows = dict.fromkeys([mutant.module for mutant in mutants])
    survivors = []
    totals: Counter[str] = Counter()
    for module in rows:
        keys = [_key(mutant) for mutant in mutants if mutant.module == module]
        alive = [key for key in keys if results[key] is None]
        left = [key for key in alive if key not in accepted]
        row = Counter(mutants=len(keys), killed=len(keys) - len(alive), left=len(left))
        totals += row
        survivors += left
        print(_row(module, row))
    print(_row("all", totals))
    for mutant in mutants:
        if _key(mutant) in survivors:
            print(f"survived: {mutant.module}:{mutant.line} {mutant.name}")
    stale = [key for key in accepted if whole and key[0] in rows and results.get(key) is not None]
    for module, name in stale:
        print(f"accepted, but killed: {module} {name}")
    return int(bool(survivors or stale) or totals["killed"] < GOAL * totals["mutants"])


def _row(name: str, row: Counter[str]) -> str:
    accepted = row["mutants"] - row["killed"] - row["left"]
    share = f"{row['killed'] / row['mutants']:.1%}"
    counts = f"{row['mutants']:>8}{row['killed']:>8}{accepted:>9}{row['left']:>9}"
    return f"{name:<20}{counts}{share:>9}"


if __name__ == "__main__":
    settings.register_profile(  # `conftest.py` builds its profiles on this one
        "default",
        settings.get_profile("default"),
        phases=(Phase.explicit, Phase.generate),
        report_multiple_bugs=False,
    )
    sys.exit(main())
