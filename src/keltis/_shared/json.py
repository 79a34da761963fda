"""A strict JSON reader: exact types, no duplicate keys, and every error names its path."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Final, TypeVar, final

import attrs

from keltis._shared.checks import as_int
from keltis._shared.text import quoted, unsupported_version
from keltis._shared.values import Immutable
from keltis.errors import NotationError, PlacedError

T = TypeVar("T")

_MAX_DIGITS: Final = 80
_TYPE_NAMES: Final[dict[type, str]] = {
    dict: "an object",
    list: "an array",
    str: "a string",
    int: "an integer",
    float: "a float",
    bool: "a boolean",
    type(None): "null",
}

_MAX_INDENT: Final = 100


def as_indent(indent: int | None) -> int | None:
    """Return the indentation of a JSON document, or None for a document of one line."""
    return None if indent is None else as_int(indent, "indent", 0, _MAX_INDENT)


@final
@attrs.frozen
class JsonValue(Immutable):
    """A value in a JSON document, its path there, and the class of the errors that name it.

    >>> document = JsonValue.load('{"moves": ["pass", 7]}', PlacedError)
    >>> first, second = document.get("moves").as_array()
    >>> first.as_string()
    'pass'
    >>> second.as_string()
    Traceback (most recent call last):
    ...
    keltis.errors.PlacedError: $.moves[1]: expected a string, not an integer
    """

    value: object
    path: str
    error_class: type[PlacedError]

    @classmethod
    def load(cls, text: str, error_class: type[PlacedError], path: str = "$") -> "JsonValue":
        """The document in a JSON text. Its paths begin with `path`."""
        try:
            value = json.loads(text, object_pairs_hook=_load_object, parse_int=_load_integer)
        except json.JSONDecodeError as error:
            position = f"line {error.lineno}, column {error.colno}"
            raise error_class(path, f"invalid JSON: {error.msg}, {position}") from None
        except RecursionError:
            raise error_class(path, "nested too deeply") from None
        except _Unsupported as error:
            raise error_class(path, str(error)) from None
        return cls(value, path, error_class)

    def error(self, reason: str) -> PlacedError:
        """An error that names this path."""
        return self.error_class(self.path, reason)

    @property
    def is_null(self) -> bool:
        """Whether the value is null."""
        return self.value is None

    def has(self, key: str) -> bool:
        """Whether the value, which must be an object, has this key."""
        return key in self._exact(dict)

    def get(self, key: str) -> "JsonValue":
        """One value of an object."""
        values = self._exact(dict)
        path = f"{self.path}.{key}"
        if key not in values:
            raise self.error_class(path, "this key is missing")
        return JsonValue(values[key], path, self.error_class)

    def as_object(self, *keys: str) -> dict[str, "JsonValue"]:
        """The values of an object, which must have exactly these keys."""
        values = {key: self.get(key) for key in keys}
        unexpected = self._exact(dict).keys() - set(keys)
        if unexpected:
            raise self.error(f"unexpected key {quoted(min(unexpected))}")
        return values

    def as_array(self) -> list["JsonValue"]:
        """The values of an array."""
        return [
            JsonValue(item, f"{self.path}[{index}]", self.error_class)
            for index, item in enumerate(self._exact(list))
        ]

    def as_string(self) -> str:
        """The value, which must be a string."""
        return self._exact(str)

    def as_strings(self) -> tuple[str, ...]:
        """The values of an array, which must be strings."""
        return tuple(item.as_string() for item in self.as_array())

    def as_integer(self) -> int:
        """The value, which must be an integer."""
        return self._exact(int)

    def as_integers(self) -> tuple[int, ...]:
        """The values of an array, which must be integers."""
        return tuple(item.as_integer() for item in self.as_array())

    def parse(self, parse: Callable[[str], T]) -> T:
        """The result of a parser for the value, which must be a string. Errors name the path."""
        text = self.as_string()
        try:
            return parse(text)
        except NotationError as error:
            raise self.error(str(error)) from None

    def _exact(self, expected: type[T]) -> T:
        if type(self.value) is not expected:
            found = _TYPE_NAMES[type(self.value)]
            raise self.error(f"expected {_TYPE_NAMES[expected]}, not {found}")
        return self.value


def read_version(document: JsonValue, *, file_format: str, newest: int) -> int:
    """The version of a document, which must be of this format and of a supported version."""
    if document.get("format").value != file_format:
        raise document.get("format").error(f"expected {file_format!r}")
    version = document.get("version").as_integer()
    if not 1 <= version <= newest:
        raise document.get("version").error(unsupported_version(version, newest))
    return version


class _Unsupported(Exception):
    """The JSON has something that Python accepts, but this reader does not."""


def _load_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        duplicate = next(key for key, count in Counter(k for k, _ in pairs).items() if count > 1)
        raise _Unsupported(f"duplicate key {quoted(duplicate)}")
    return values


def _load_integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise _Unsupported(f"an integer has {len(digits)} digits (at most {_MAX_DIGITS})")
    return int(digits)
