"""Pages about frameworks run only where their framework is installed."""

from importlib.util import find_spec

import pytest

FRAMEWORKS = {"gymnasium": "gymnasium", "openspiel": "pyspiel", "pettingzoo": "pettingzoo"}
"""By the name of a page and of its extra, the module that it needs."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        name = item.path.stem
        if item.path.suffix == ".md" and name in FRAMEWORKS and find_spec(FRAMEWORKS[name]) is None:
            item.add_marker(pytest.mark.skip(reason=f'needs: pip install "keltis[{name}]"'))
