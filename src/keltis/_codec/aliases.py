"""Names of 0.2.0 that still work, with a `DeprecationWarning`: `keltis.documents` replaces them."""

import warnings
from importlib import import_module
from typing import Final, Generic, TypeVar

from typing_extensions import TypeForm

from keltis._codec.codec import from_json, schema, to_document, to_json
from keltis._codec.json import Json
from keltis._lib.text import short_repr
from keltis.errors import InvalidArgument

T = TypeVar("T")


class OldFunctions:
    """The functions of 0.2.0 that write a kind of value."""

    def __init__(self, name: str) -> None:
        self._name = name

    def document(self, value: object) -> dict[str, Json]:
        """A function such as `move_document`."""
        _warn(f"{self._name}_document", "to_document(value)")
        return to_document(value)

    def to_json(self, value: object, /, *, indent: int | None = None) -> str:
        """A function such as `move_to_json`."""
        _warn(f"{self._name}_to_json", "to_json(value)")
        return to_json(value, indent)


event_document: Final = OldFunctions("event").document
event_to_json: Final = OldFunctions("event").to_json
move_document: Final = OldFunctions("move").document
move_to_json: Final = OldFunctions("move").to_json
record_to_json: Final = OldFunctions("record").to_json
refusal_document: Final = OldFunctions("refusal").document
refusal_to_json: Final = OldFunctions("refusal").to_json
rules_document: Final = OldFunctions("rules").document
state_document: Final = OldFunctions("state").document
state_to_json: Final = OldFunctions("state").to_json


class OldReader(Generic[T]):
    """A function of 0.2.0 such as `move_from_json`."""

    def __init__(self, name: str, kind: TypeForm[T]) -> None:
        self._name: str = name
        self._kind: TypeForm[T] = kind

    def __call__(self, text: str) -> T:
        """Read a value."""
        _warn(f"{self._name}_from_json", "from_json(type, text)")
        return from_json(self._kind, text)


OLD_SCHEMAS: Final = {
    "state": "GameState",
    "move": "Move",
    "event": "events.Event",
    "refusal": "IllegalMove",
    "rules": "Rules",
    "record": "GameRecord",
}
"""The names that `schema` knew in both games, with the places of their types."""


def old_schema(name: str, places: dict[str, str]) -> dict[str, Json]:
    """The schema with this name, by the places of types in `keltis`."""
    if name not in places:
        raise InvalidArgument(f"name must be one of {', '.join(places)}, not {short_repr(name)}")
    _warn(f"schema({name!r})", "schema(type)")
    module, _, kind = f"keltis.{places[name]}".rpartition(".")
    return schema(getattr(import_module(module), kind))


def _warn(name: str, instead: str) -> None:
    message = f"{name} is deprecated: use keltis.documents.{instead}"
    warnings.warn(message, DeprecationWarning, stacklevel=3)
