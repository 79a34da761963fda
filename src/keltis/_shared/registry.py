"""Objects by name: parses `name:key=value,key=value`, and calls the factory with the options."""

import inspect
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from keltis._shared.checks import is_instance
from keltis._shared.text import class_name, is_text, short_repr
from keltis.errors import InvalidArgument, KeltisError

T = TypeVar("T")
Factory: TypeAlias = Callable[..., object]
Options: TypeAlias = dict[str, int | float | str]


def parse_options(name: str, text: str) -> Options:
    """Parse `key=value,key=value`; numbers become numbers, other values stay text.

    >>> parse_options("search:iterations=200,seconds=0.5", "iterations=200,seconds=0.5")
    {'iterations': 200, 'seconds': 0.5}
    """
    options: Options = {}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        if not (key.isidentifier() and equals and value) or key in options:
            raise InvalidArgument(
                f"cannot make {short_repr(name)}: expected options like iterations=200, "
                f"each once, not {short_repr(part)}"
            )
        options[key] = _parse_value(value)
    return options


def _parse_value(text: str) -> int | float | str:
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def call_factory(name: str, factory: Callable[..., T], options: Options) -> T:
    """Call the factory with the options; whatever fails is an `InvalidArgument` with the name.

    >>> call_factory("box:depth=7", dict, {"depth": 7})
    {'depth': 7}
    """
    _require_options(name, factory, options)
    try:
        return factory(**options)
    except KeltisError:
        raise
    except (Exception, SystemExit) as error:
        reason = f"{class_name(type(error))}: {short_repr(error, str)}"
        raise InvalidArgument(f"cannot make {short_repr(name)}: {reason}") from error


def make_each(items: Sequence[T | str], make: Callable[[str], T], noun: str) -> list[T]:
    """The objects in a sequence, in which a name stands for what `make` makes of it.

    >>> make_each([int, "dict"], {"dict": dict}.__getitem__, "factory")
    [<class 'int'>, <class 'dict'>]
    """
    if is_text(items) or not is_instance(items, Sequence):
        raise InvalidArgument(f"expected a sequence of {noun}s, not {short_repr(items)}")
    made: list[T] = []
    for item in items:
        if not is_text(item) and not callable(item):
            raise InvalidArgument(f"a {noun} must be callable or a name, not {short_repr(item)}")
        made.append(make(item) if is_text(item) else item)
    return made


def _require_options(name: str, factory: Factory, options: Options) -> None:
    try:
        signature = inspect.signature(factory)
    except (TypeError, ValueError):
        return  # a builtin without a signature: the call itself will tell
    try:
        signature.bind(**options)
    except TypeError as error:
        raise InvalidArgument(
            f"cannot make {short_repr(name)}: {error}; its options are {signature}"
        ) from error
