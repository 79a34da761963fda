"""Public names in tracebacks and docs."""

import sys
from types import FunctionType


def set_public_module(package: str) -> None:
    """Set the `__module__` of the classes and functions that a package exports to the package.

    So a traceback has `keltis.IllegalMove`, the name to import, and not the module it is in.
    """
    module = sys.modules[package]
    for name in module.__all__:
        value = getattr(module, name)
        if isinstance(value, (type, FunctionType)) and value.__module__.startswith(f"{package}."):
            value.__module__ = package
