"""Names of 0.2.0 that still work, with a `DeprecationWarning`: `keltis.documents` replaces them."""

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Protocol, TypeVar

from typing_extensions import TypeForm

from keltis._codec.codec import from_json, schema, to_document, to_json
from keltis._codec.json import Json
from keltis._lib.text import short_repr
from keltis.errors import InvalidArgument

T = TypeVar("T")
ValueT_contra = TypeVar("ValueT_contra", contravariant=True)


class OldWriter(Protocol[ValueT_contra]):
    """A function such as `move_to_json`."""

    def __call__(self, value: ValueT_contra, /, *, indent: int | None = None) -> str:
        """The value as JSON."""


def old_writer(name: str, _kind: TypeForm[T]) -> OldWriter[T]:
    """A function such as `move_to_json`."""

    def write(value: T, /, *, indent: int | None = None) -> str:
        _warn(name, "keltis.documents.to_json(value)")
        return to_json(value, indent)

    return write


def old_reader(name: str, kind: TypeForm[T]) -> Callable[[str], T]:
    """A function such as `move_from_json`."""

    def read(text: str) -> T:
        _warn(name, "keltis.documents.from_json(type, text)")
        return from_json(kind, text)

    return read


def old_document(name: str, _kind: TypeForm[T]) -> Callable[[T], dict[str, Json]]:
    """A function such as `move_document`."""

    def write(value: T) -> dict[str, Json]:
        _warn(name, "keltis.documents.to_document(value)")
        return to_document(value)

    return write


def old_schema(places: Mapping[str, str]) -> Callable[[str], dict[str, Json]]:
    """The function `schema`, by names; a place such as `keltis:GameState` says of which type."""

    def get(name: str) -> dict[str, Json]:
        if name not in places:
            raise InvalidArgument(
                f"name must be one of {', '.join(places)}, not {short_repr(name)}"
            )
        _warn(f"schema({name!r})", "keltis.documents.schema(type)")
        module, _, kind = places[name].partition(":")
        return schema(getattr(import_module(module), kind))

    return get


def old_names(module: str, values: Mapping[str, object]) -> Callable[[str], object]:
    """A `__getattr__` for a module that had these names, such as types of documents."""

    def get(name: str) -> object:
        if name not in values:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warnings.warn(
            f"{module}.{name} is deprecated: see keltis.documents", DeprecationWarning, stacklevel=2
        )
        return values[name]

    return get


def _warn(name: str, instead: str) -> None:
    message = f"{name} is deprecated: use {instead}"
    warnings.warn(message, DeprecationWarning, stacklevel=3)
