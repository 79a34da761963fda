"""Public names in tracebacks and docs."""

import sys
from collections.abc import Callable
from importlib import import_module
from types import FunctionType


def set_public_module(package: str) -> None:
    """Set the `__module__` of the functions and errors that a package exports to the package.

    So a traceback has `keltis.IllegalMove`, the name to import, and not the module it is in. Other
    classes keep theirs, by which `inspect.getsource` finds them.
    """
    module = sys.modules[package]
    for name in module.__all__:
        value = vars(module).get(name)  # not one that is imported lazily
        is_error = isinstance(value, type) and issubclass(value, BaseException)
        if (is_error or isinstance(value, FunctionType)) and value.__module__.startswith(
            (f"{package}.", "keltis._")
        ):
            home, value.__module__ = value.__module__, package
            for member in vars(value).values():  # doctest runs the examples of no others
                method = getattr(member, "__func__", member)  # of a class method
                if isinstance(method, FunctionType) and method.__module__ == home:
                    method.__module__ = package


def lazy_exports(
    package: str, modules: dict[str, str], submodules: tuple[str, ...] = ()
) -> Callable[[str], object]:
    """A `__getattr__` for a package that imports some names from other modules on first use.

    `modules` has the module of each name. `submodules` are imported themselves.

    >>> get = lazy_exports("keltis", {"GameRecord": "keltis.record"})
    >>> get("GameRecord").__name__
    'GameRecord'
    """

    def get(name: str) -> object:
        if name in submodules:
            return import_module(f"{package}.{name}")  # which makes it an attribute
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    names = vars(sys.modules[package])
    names["__dir__"] = lambda: sorted({*names["__all__"], *modules, *submodules})
    return get
