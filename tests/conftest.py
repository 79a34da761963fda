"""The two profiles of a test run: `default`, which is quick, and `thorough`.

Neither is judged by the clock. Where `CI` is set, both try the same examples every time.
"""

import os
import signal
from collections.abc import Generator

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


def pytest_configure() -> None:
    """Let no signal be ignored, as in a background job: the programs under test would inherit it.

    A handler is not inherited, so this process can go on ignoring that its terminal is closed.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no doctests in the tests: a test module that cannot be imported is an error.

    The collector of doctests would skip it, and leave it behind as imported but empty.
    """
    return [collector for collector in (yield) if type(collector) is pytest.Module]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that are not for the profile of this run."""
    for item in items:
        if isinstance(item, pytest.DoctestItem) and compiles(item.nodeid):
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


def _is_chosen(item: pytest.Item) -> bool:
    """Whether a test is for this profile: `thorough` repeats no test that it does not change."""
    if item.get_closest_marker("thorough"):
        return is_thorough()
    return (
        not is_thorough()
        or (isinstance(item, pytest.Function) and is_hypothesis_test(item.obj))
        or hasattr(getattr(item, "module", None), "by_profile")
    )
