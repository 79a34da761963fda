"""Every public function, class and method, found by walking the packages."""

import enum
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Final, is_typeddict

import attrs

import keltis
from junk.valid import BY_NAME, BY_TYPE, EXAMPLES

ELSEWHERE: Final = (
    "keltis.adapters.",  # environments of frameworks
    "keltis.batch.",  # compiled code over arrays
    "keltis.bots.network.",  # arrays
    "keltis.bots.ProgramBot.",  # its methods start programs
)
"""Callables that other tests attack."""


def public_modules() -> list[str]:
    """The modules with an `__all__` and no underscore in their names, and the plots."""
    walked = pkgutil.walk_packages(keltis.__path__, prefix="keltis.")
    names = ["keltis", *(info.name for info in walked)]
    return [
        name
        for name in names
        if "._" not in name and not f"{name}.".startswith(ELSEWHERE) and _exports(name)
    ]


def _exports(module: str) -> dict[str, object]:
    with suppress(ImportError):  # an extra that is not installed
        imported = importlib.import_module(module)
        names: list[str] = getattr(imported, "__all__", [])
        if module == "keltis.arena.plots":  # a public module without an `__all__`
            names = [name for name in vars(imported) if name.startswith(("plot_", "save_"))]
        return {name: getattr(imported, name) for name in names}
    return {}


@attrs.frozen
class Target:
    """A public callable."""

    name: str
    """Where it is, such as `keltis.record.GameRecord.seeded`."""
    get: Callable[[], Callable[..., object]]
    """Returns the callable; a method is bound to a new object."""
    parameters: tuple[inspect.Parameter, ...]

    def valid_arguments(self) -> dict[str, object]:
        """A valid value for every parameter; `KeyError` if none is known."""
        values: dict[str, object] = {}
        example = EXAMPLES.get(self.name)
        for parameter in self.parameters:
            known = BY_NAME.get(f"{self.name}:{parameter.name}")
            if known is not None:
                values[parameter.name] = known()
            elif example is not None:
                values[parameter.name] = getattr(example, parameter.name)
            elif parameter.kind is parameter.VAR_POSITIONAL:
                values[parameter.name] = ()
            elif parameter.default is parameter.empty:
                values[parameter.name] = valid_value(parameter.annotation)
            elif parameter.default is not attrs.NOTHING:
                values[parameter.name] = parameter.default
        return values

    def call(self, values: Mapping[str, object]) -> None:
        """Call it, and take some items of the result if it is an iterator."""
        positional: list[object] = []
        named: dict[str, object] = {}
        for parameter in self.parameters:
            if parameter.name not in values:
                continue
            value = values[parameter.name]
            if parameter.kind is parameter.VAR_POSITIONAL:
                positional += value if type(value) is tuple else [value]
            elif parameter.kind is parameter.KEYWORD_ONLY:
                named[parameter.name] = value
            else:
                positional.append(value)
        result = self.get()(*positional, **named)
        if isinstance(result, Iterator):
            list(islice(result, 2))


@cache
def targets() -> tuple[Target, ...]:
    """All public callables, sorted by name; each once, wherever else it is exported."""
    found: dict[str, Target] = {}
    for module in public_modules():
        for value in _exports(module).values():
            if inspect.isfunction(value):
                name = f"{value.__module__}.{value.__qualname__}"
                found[name] = target_of(name, value)
            elif inspect.isclass(value) and value.__module__.startswith("keltis"):
                found |= {target.name: target for target in _class_targets(value)}
    return tuple(found[name] for name in sorted(found) if not name.startswith(ELSEWHERE))


def _class_targets(cls: type) -> Iterator[Target]:
    if is_typeddict(cls) or issubclass(cls, BaseException):  # only the library makes exceptions
        return
    name = f"{cls.__module__}.{cls.__qualname__}"
    if not issubclass(cls, enum.Enum) and not getattr(cls, "_is_protocol", False):
        yield target_of(name, cls)
    for method in _methods(cls):
        found: Callable[..., object] = getattr(cls, method)
        if inspect.ismethod(found) or isinstance(inspect.getattr_static(cls, method), staticmethod):
            yield target_of(f"{name}.{method}", found)
        elif not getattr(cls, "_is_protocol", False):
            yield _method_target(f"{name}.{method}", cls, method)


def _methods(cls: type) -> list[str]:
    """The public methods, and `__call__`, that this class or one of its bases here defines."""
    return sorted(
        {
            name
            for base in cls.__mro__
            if base.__module__.startswith("keltis")
            for name, value in vars(base).items()
            if isinstance(value, (staticmethod, classmethod)) or inspect.isfunction(value)
            if not name.startswith("_") or name == "__call__"
        }
    )


def target_of(name: str, call: Callable[..., object]) -> Target:
    signature = inspect.signature(call)
    return Target(name, lambda: call, tuple(signature.parameters.values()))


def _method_target(name: str, cls: type, method: str) -> Target:
    signature = inspect.signature(getattr(cls, method))

    def bound() -> Callable[..., object]:
        call: Callable[..., object] = getattr(valid_value(cls), method)
        return call

    return Target(name, bound, tuple(signature.parameters.values())[1:])


def valid_value(annotation: object) -> object:
    """A new valid value of a type: a listed one, or a class called with valid arguments."""
    if annotation in BY_TYPE:
        return BY_TYPE[annotation]()
    if not inspect.isclass(annotation) or not annotation.__module__.startswith("keltis"):
        raise KeyError(annotation)
    target = target_of(f"{annotation.__module__}.{annotation.__qualname__}", annotation)
    return annotation(**target.valid_arguments())
