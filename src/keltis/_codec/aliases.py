"""Names of 0.2.0 that still work, with a `DeprecationWarning`: `keltis.documents` replaces them."""

import warnings
from collections.abc import Callable, Iterable, Mapping
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


def old_functions(
    name: str, kind: TypeForm[T]
) -> tuple[Callable[[T], dict[str, Json]], OldWriter[T], Callable[[str], T]]:
    """Functions such as `move_document`, `move_to_json` and `move_from_json`."""

    def write_document(value: T) -> dict[str, Json]:
        _warn(f"{name}_document", "use keltis.documents.to_document(value)")
        return to_document(value)

    def write_json(value: T, /, *, indent: int | None = None) -> str:
        _warn(f"{name}_to_json", "use keltis.documents.to_json(value)")
        return to_json(value, indent)

    def read_json(text: str) -> T:
        _warn(f"{name}_from_json", "use keltis.documents.from_json(type, text)")
        return from_json(kind, text)

    return write_document, write_json, read_json


def old_schema(name: str, places: Mapping[str, str]) -> dict[str, Json]:
    """What `schema` gave by a name; a place such as `keltis:GameState` says of which type."""
    if name not in places:
        raise InvalidArgument(f"name must be one of {', '.join(places)}, not {short_repr(name)}")
    _warn(f"schema({name!r})", "use keltis.documents.schema(type)")
    module, _, kind = places[name].partition(":")
    return schema(getattr(import_module(module), kind))


def old_names(module: str, documents: Iterable[str], **values: object) -> Callable[[str], object]:
    """A `__getattr__` for a module that had types such as `StateDocument`, and other values."""
    values |= {f"{name}Document": dict[str, Json] for name in documents}

    def get(name: str) -> object:
        if name not in values:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        _warn(f"{module}.{name}", "see keltis.documents")
        return values[name]

    return get


def _warn(name: str, instead: str) -> None:
    warnings.warn(f"{name} is deprecated: {instead}", DeprecationWarning, stacklevel=3)
