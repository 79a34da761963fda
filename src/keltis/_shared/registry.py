"""Objects by name: parses `name:key=value,key=value`, and calls the factory with the options."""

import inspect
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from keltis._shared.text import short, short_repr
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
        reason = f"{type(error).__name__}: {short(str(error))}"
        raise InvalidArgument(f"cannot make {short_repr(name)}: {reason}") from error


def make_each(items: Sequence[T | str], make: Callable[[str], T]) -> list[T]:
    """The objects in a sequence, in which a name stands for what `make` makes of it.

    >>> make_each([int, "dict"], {"dict": dict}.__getitem__)
    [<class 'int'>, <class 'dict'>]
    """
    return [make(item) if isinstance(item, str) else item for item in items]


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
