"""What the JSON documents of both games have in common: errors, strict checks and schemas."""

import functools
import json
from collections.abc import Sequence
from importlib import resources
from typing import Final, TypeAlias, TypeVar

from keltis._shared.json import JsonValue, as_indent
from keltis._shared.text import quoted, require_text, short_repr
from keltis.errors import InvalidArgument, PlacedError

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""Any value of JSON."""

NameT = TypeVar("NameT", bound=str)


class DocumentError(PlacedError):
    """A JSON document that cannot be read: `place` is the path in it, and `reason` says why.

    >>> from keltis.documents import DocumentError, move_from_json
    >>> try:
    ...     move_from_json('{"type": "dance"}')
    ... except DocumentError as error:
    ...     print(error.place)
    ...
    $.type
    """

    __module__ = "keltis.documents"  # where both games export it from


_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def dump(document: object, indent: int | None) -> str:
    """A document as JSON: compact, or indented for people."""
    if indent is None:
        return _encode(document)
    return json.dumps(document, indent=as_indent(indent), ensure_ascii=False)


def load(text: str) -> JsonValue:
    """The document in a JSON text."""
    require_text(text)
    return JsonValue.load(text, DocumentError)


def read_name(value: JsonValue, names: Sequence[NameT]) -> NameT:
    """The value, which must be one of these strings."""
    text = value.as_string()
    for name in names:
        if name == text:
            return name
    raise value.error(f"expected one of {', '.join(map(repr, names))}, not {quoted(text)}")


def read_type(value: JsonValue, names: Sequence[NameT]) -> NameT:
    """The key `type` of an object, which must be one of these strings."""
    return read_name(value.get("type"), names)


def read_boolean(value: JsonValue) -> bool:
    """The value, which must be true or false."""
    if type(value.value) is not bool:
        raise value.error(f"expected true or false, not {_short_json(value.value)}")
    return value.value


def read_integer(value: JsonValue, low: int, high: int) -> int:
    """The value, which must be a whole number from `low` to `high`."""
    number = value.as_integer()
    if not low <= number <= high:
        raise value.error(f"expected a whole number from {low} to {high}, not {number}")
    return number


def require_equal(value: JsonValue, expected: object) -> None:
    """Refuse a value that does not follow from the rest of the document."""
    # The text of both is the quick answer, and it keeps 1, 1.0 and true apart.
    if json.dumps(value.value, sort_keys=True) != json.dumps(expected, sort_keys=True):
        _refuse_difference(value, expected)


def _refuse_difference(value: JsonValue, expected: object) -> None:
    """Raise an error that names the first path where a value differs, if there is one."""
    if type(expected) is dict:
        values = value.as_object(*expected)
        for key, inner in expected.items():
            _refuse_difference(values[key], inner)
    elif type(expected) is list:
        items = value.as_array()
        if len(items) != len(expected):
            raise value.error(f"expected {len(expected)} items, not {len(items)}")
        for item, inner in zip(items, expected, strict=True):
            _refuse_difference(item, inner)
    elif type(value.value) is not type(expected) or value.value != expected:
        wanted, given = json.dumps(expected), _short_json(value.value)
        raise value.error(f"expected {wanted}, which follows from the rest, not {given}")


def _short_json(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:40]}..."


_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


@functools.cache
def _schema_file(package: str, name: str) -> str:
    return resources.files(package).joinpath("schemas", name).read_text(encoding="utf-8")


def read_schemas(package: str, file: str) -> dict[str, dict[str, Json]]:
    """The definitions in a file of schemas, by name."""
    definitions: dict[str, dict[str, Json]] = json.loads(_schema_file(package, file))["$defs"]
    return definitions


def build_schema(
    definitions: dict[str, dict[str, Json]], name: str, names: tuple[str, ...], urn: str
) -> dict[str, Json]:
    """The schema with this name and every definition that it needs, so that it stands alone."""
    if name not in names:
        raise InvalidArgument(f"name must be one of {', '.join(names)}, not {short_repr(name)}")
    needed = [name]
    for other in needed:
        text = json.dumps(definitions[other])
        needed += [d for d in definitions if f'"#/$defs/{d}"' in text and d not in needed]
    selected: dict[str, Json] = {
        other: definitions[other] for other in definitions if other in needed
    }
    return {
        "$schema": _DIALECT,
        "$id": f"{urn}:{name}:1",
        "$ref": f"#/$defs/{name}",
        "$defs": selected,
    }
