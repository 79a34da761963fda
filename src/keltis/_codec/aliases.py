"""Names of 0.2.0 that still work, with a `DeprecationWarning`: `keltis.documents` replaces them."""

import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Generic, TypeVar

from typing_extensions import TypeForm

from keltis._codec.codec import from_json, schema, to_document, to_json
from keltis._codec.json import Json
from keltis._lib.text import short_repr
from keltis.errors import InvalidArgument

T = TypeVar("T")


class OldFunctions(Generic[T]):
    """The functions of 0.2.0 for a kind of value."""

    def __init__(self, name: str, kind: TypeForm[T]) -> None:
        self._name: str = name
        self._kind: TypeForm[T] = kind

    def document(self, value: T) -> dict[str, Json]:
        """A function such as `move_document`."""
        _warn(f"{self._name}_document", "use keltis.documents.to_document(value)")
        return to_document(value)

    def to_json(self, value: T, /, *, indent: int | None = None) -> str:
        """A function such as `move_to_json`."""
        _warn(f"{self._name}_to_json", "use keltis.documents.to_json(value)")
        return to_json(value, indent)

    def from_json(self, text: str) -> T:
        """A function such as `move_from_json`."""
        _warn(f"{self._name}_from_json", "use keltis.documents.from_json(type, text)")
        return from_json(self._kind, text)


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
