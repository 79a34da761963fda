"""The two profiles of a test run: `default`, which is quick, and `thorough`.

Neither is judged by the clock. Where `CI` is set, both try the same examples every time.
"""

import ast
import gc
import inspect
import os
import signal
from collections.abc import Generator
from functools import cache
from types import ModuleType

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from profiles import is_thorough

settings.register_profile(
    "default",
    settings.get_profile("default"),
    deadline=None,
    derandomize="CI" in os.environ,
    max_examples=10,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=60)
settings.load_profile("default")


def pytest_configure(config: pytest.Config) -> None:
    """Run kernels as plain Python in the quick tests, and let no signal be ignored.

    Kernels are compiled for the slow tests, and with `NUMBA_DISABLE_JIT=0` for the quick ones too.
    Programs under test would inherit a signal that is ignored, as in a background job. A handler is
    not inherited, so this process can go on ignoring that its terminal is closed.
    """
    if config.option.markexpr == "not slow":
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """Keep the garbage collector away from the modules and tests, which all stay."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no doctests in the tests: a test module that cannot be imported is an error.

    The collector of doctests would skip it, and leave it behind as imported but empty.
    """
    return [collector for collector in (yield) if type(collector) is pytest.Module]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that are not for the profile of this run."""
    for item in items:
        if isinstance(item, pytest.DoctestItem) and is_slow_example(item.nodeid):
            item.add_marker(pytest.mark.slow)
    chosen = [item for item in items if _is_chosen(item)]
    config.hook.pytest_deselected(items=[item for item in items if not _is_chosen(item)])
    items[:] = chosen


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return OneCompiler(config, log)


class OneCompiler(LoadScopeScheduling):
    """Gives all tests of kernels to the same process, so that each kernel is compiled once.

    The goldens are apart: for each shape of game that a process knows, Numba takes longer to
    compile the next one.
    """

    def _split_scope(self, nodeid: str) -> str:
        if not compiles(nodeid):
            return nodeid
        return "goldens" if "goldens" in nodeid else "kernels"


def compiles(nodeid: str) -> bool:
    return "batch" in nodeid or "compiled" in nodeid


def is_slow_example(nodeid: str) -> bool:
    return compiles(nodeid) or "bots/_search" in nodeid or nodeid.endswith("arena.sprt")


def _is_chosen(item: pytest.Item) -> bool:
    """Whether a test is for this profile: `thorough` repeats no test that it does not change."""
    is_marked = item.get_closest_marker("thorough") is not None
    if is_marked or not is_thorough():
        return is_marked is is_thorough()
    return isinstance(item, pytest.Function) and (
        is_hypothesis_test(item.obj) or item.originalname in names_by_profile(item.module)
    )


@cache
def names_by_profile(module: ModuleType) -> frozenset[str]:
    """The functions and constants of a module that call `by_profile`, or use one that does."""
    uses: dict[str, set[str]] = {}
    for statement in ast.parse(inspect.getsource(module)).body:
        nodes = list(ast.walk(statement))
        used = {node.id for node in nodes if isinstance(node, ast.Name)}
        used |= {node.arg for node in nodes if isinstance(node, ast.arg)}  # such as fixtures
        named = [statement, *getattr(statement, "targets", ()), getattr(statement, "target", None)]
        for node in named:
            uses[getattr(node, "name", getattr(node, "id", ""))] = used
    found = {"by_profile"}
    while more := {name for name, used in uses.items() if used & found} - found:
        found |= more
    return frozenset(found)
