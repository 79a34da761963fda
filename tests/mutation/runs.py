"""What warm and cold runs share: the modules, the tests, the results, and forked processes."""

import importlib
import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "keltis"
RESULTS = ROOT / "build" / "mutation.jsonl"
SECONDS = 5  # of processor time, for a test
MEMORY = 4 * 2**30
_RULES = (
    *("cards", "rules", "columns", "moves", "options", "players", "ending", "validation"),
    *("state", "setup", "legality", "play", "scoring", "view"),
)
_CELTIC_RULES = (
    *("tiles", "moves", "frontier", "rules", "strands", "state", "setup"),
    *("legality", "play", "scoring"),
)
MODULES = (
    *(f"_engine.{name}" for name in _RULES),
    *("learning", "celtic.puzzles"),
    *(f"celtic._engine.{name}" for name in _CELTIC_RULES),
)
KERNELS = tuple(
    f"batch._{name}"
    for name in (
        *("numbers", "layout", "arguments", "engine", "records", "greedy", "search", "batch"),
        *("vector", "value"),
    )
)
"""Tested only if they are named: samples were tried, and not yet all of their mutants."""
TESTS = (
    *("test_preset_tables", "test_games"),
    *("test_rulings_turn", "test_rulings_tiles", "test_rulings_end", "test_rulings_setup"),
    *("test_legality", "test_values", "test_rules", "test_setup_game", "test_setup_view"),
    *("test_view", "test_turns", "test_returns", "test_checks", "test_perft"),
    *("test_encoding", "test_learning"),
    *("test_generated_functions", "test_junk", "test_notation", "test_properties"),
    *("test_against_naive", "test_determinization", "test_events", "test_reachable_steps"),
    *("celtic/test_play", "celtic/test_setup", "celtic/test_tiles", "celtic/test_puzzles"),
    *("celtic/test_knots", "celtic/test_properties", "celtic/test_notation"),
    *("celtic/test_events", "batch/test_kernels", "batch/test_batch", "batch/test_vector"),
    *("batch/test_memory", "batch/test_value_kernels", "batch/test_search"),
)
BOTH_GAMES = ("test_preset_tables", "test_games", "test_perft", "test_junk", "test_learning")
"""The files with tests of both games."""
Key = tuple[str, str]
"""The module and the name of a mutant."""


def source_path(module: str) -> Path:
    return SOURCE.joinpath(*module.split(".")).with_suffix(".py")


def read_results() -> dict[Key, str | None]:
    """What killed each mutant that was tested; None if nothing did."""
    if not RESULTS.exists():
        return {}
    lines = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    return {(module, name): killer for module, name, killer in lines}


def save_result(key: Key, killer: str | None) -> None:
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps([*key, killer]) + "\n")


def run_in_child(work: Callable[[Callable[[str], None]], None]) -> str | None:
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
        return f"stopped by signal {os.WTERMSIG(status)}"
    return text or None


def _overwrite(descriptor: int, text: str) -> None:
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, text.encode(), 0)


def limit_test(seconds: float = SECONDS) -> None:
    """Stop this process when what it does next, such as a test, takes longer."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def silence() -> None:
    """Discard what this process prints, and bound its memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)


def import_library() -> None:
    for module in (*MODULES, *KERNELS):
        importlib.import_module(f"keltis.{module}")
    importlib.import_module("keltis.testing._registration").register()


def run_pytest(files: Sequence[str], plugin: object, *options: str) -> int:
    os.chdir(ROOT)
    always = ("-q", "--assert=plain", "--tb=native", "-p", "no:cacheprovider")
    return pytest.main([*always, *options, *files], plugins=[plugin])


def paths_of_tests(modules: Iterable[str] = (*MODULES, *KERNELS)) -> list[str]:
    """The files of tests of some modules, and the modules with examples.

    Examples of kernels are left out: they take minutes without a compiler.
    """
    tests = [ROOT / "tests" / f"{name}.py" for name in TESTS]
    tests += [source_path(module) for module in MODULES]
    return [str(test) for test in tests if any(is_test_of(str(test), one) for one in modules)]


def is_test_of(test: str, module: str) -> bool:
    """Whether a test, or a file of tests, is one of the game or the engine of a module."""
    path = (ROOT / test.partition("::")[0]).relative_to(ROOT)
    of_test, of_module = (
        next((part for part in ("batch", "celtic") if part in parts), "")
        for parts in (path.parts, module.split("."))
    )
    return of_test == of_module or (path.stem in BOTH_GAMES and of_module != "batch")
