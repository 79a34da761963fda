"""The batch engine a second time, with the compiler off."""

import importlib
import sys
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def plain() -> ModuleType:
    """`keltis.batch` with kernels in plain Python, which coverage sees and which checks bounds."""
    # Not above: whether Numba compiles is decided in `pytest_configure`.
    import numba  # noqa: PLC0415

    import keltis.batch  # noqa: PLC0415

    if numba.config.DISABLE_JIT:
        return keltis.batch
    compiled = {name: sys.modules.pop(name) for name in batch_modules()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numba.config, "DISABLE_JIT", True)
        module = importlib.import_module("keltis.batch")
    for name in batch_modules():
        del sys.modules[name]
    sys.modules.update(compiled)
    return module


def batch_modules() -> list[str]:
    return [name for name in sys.modules if name.split(".")[:2] == ["keltis", "batch"]]
