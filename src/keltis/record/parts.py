"""JSON that is read without guessing: a text is not a number, no key comes twice, and every error names its path."""

import json
from collections.abc import Callable
from typing import Final, TypeVar, final

import attrs

from keltis.errors import NotationError
from keltis.immutable import Immutable
from keltis.notation.lines import quoted, require_text
from keltis.record.records import RecordError

T = TypeVar("T")

_MAX_DIGITS: Final = 80
_TYPES: Final[dict[type, str]] = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a number",
    bool: "true or false",
    type(None): "null",
}


@final
@attrs.frozen
class Part(Immutable):
    """A value in a JSON document, and its path there.

    >>> document = Part("$", {"moves": ["pass", 7]})
    >>> first, second = document.fields("moves")["moves"].items()
    >>> first.text()
    'pass'
    >>> second.text()
    Traceback (most recent call last):
    ...
    keltis.record.records.RecordError: $.moves[1]: expected a text, not a number
    """

    place: str
    value: object

    def fields(self, *names: str) -> dict[str, "Part"]:
        """The parts of an object, which must be these."""
        found = self._exact(dict)
        for name in names:
            if name not in found:
                raise RecordError(f"{self.place}.{name}", "this is missing")
        if len(found) > len(names):
            raise RecordError(self.place, f"expected no part {quoted(min(found.keys() - set(names)))}")
        return {name: Part(f"{self.place}.{name}", found[name]) for name in names}

    def items(self) -> list["Part"]:
        """The parts of a list."""
        return [Part(f"{self.place}[{n}]", item) for n, item in enumerate(self._exact(list))]

    def text(self) -> str:
        """The value, which must be a text."""
        return self._exact(str)

    def number(self) -> int:
        """The value, which must be a whole number."""
        return self._exact(int)

    def read(self, parse: Callable[[str], T]) -> T:
        """What the text says; the parser's errors come to name the path."""
        text = self.text()
        try:
            return parse(text)
        except NotationError as error:
            raise RecordError(self.place, str(error)) from None

    def _exact(self, expected: type[T]) -> T:
        if type(self.value) is not expected:
            raise RecordError(self.place, misfit(self.value, expected))
        return self.value


def misfit(value: object, expected: type) -> str:
    """What to say of a value that is of another type than it should be.

    >>> misfit(None, list)
    'expected a list, not null'
    """
    return f"expected {_TYPES[expected]}, not {_TYPES[type(value)]}"


def loaded(text: str, *, kind: str, newest: int) -> Part:
    """The document in a text of JSON that says it is of this kind, and of no newer version than this."""
    document = _value(text)
    if type(document) is not dict:
        raise RecordError("$", misfit(document, dict))
    if document.get("format") != kind:
        raise RecordError("$.format", f"expected {kind!r}, as in the record of a game")
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise RecordError("$.version", f"expected {newest}")
    if version > newest:
        raise RecordError("$.version", f"version {version} is newer than {newest}, the newest that is known here")
    return Part("$", document)


def _value(text: str) -> object:
    require_text(text)
    try:
        value: object = json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_float=_no_number, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        raise RecordError(f"line {error.lineno}, column {error.colno}", f"this is not JSON: {error.msg}") from None
    except RecursionError:
        raise RecordError("$", "this is nested too deeply for a record") from None
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError("$", f"the key {quoted(key)} comes twice in an object")
        found[key] = value
    return found


def _integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise RecordError("$", f"there is a number of {len(digits)} digits")
    return int(digits)


def _no_number(text: str) -> object:
    raise RecordError("$", f"expected only whole numbers, not {quoted(text)}")
