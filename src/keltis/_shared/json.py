"""JSON that is read without guessing: a text is not a number, no key comes twice, and every error names its path."""

import json
from collections.abc import Callable
from typing import Final, TypeVar, final

import attrs

from keltis._shared.text import quoted
from keltis._shared.values import Immutable
from keltis.errors import NotationError, PlacedError

T = TypeVar("T")

_MAX_DIGITS: Final = 80
_TYPES: Final[dict[type, str]] = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}


@final
@attrs.frozen
class Part(Immutable):
    """A value in a JSON document, its path there, and the class of the errors that name it.

    >>> document = Part.parse('{"moves": ["pass", 7]}', PlacedError)
    >>> first, second = document.fields("moves")["moves"].items()
    >>> first.text()
    'pass'
    >>> second.text()
    Traceback (most recent call last):
    ...
    keltis.errors.PlacedError: $.moves[1]: expected a text, not a whole number
    """

    value: object
    place: str
    refusal: type[PlacedError]

    @classmethod
    def parse(cls, text: str, refusal: type[PlacedError], place: str = "$") -> "Part":
        """The document in a text of JSON, which stands at this place."""
        try:
            return cls(
                json.loads(text, object_pairs_hook=_object, parse_int=_integer), place, refusal
            )
        except json.JSONDecodeError as error:
            raise refusal(
                place, f"this is not JSON: {error.msg}, line {error.lineno}, column {error.colno}"
            ) from None
        except RecursionError:
            raise refusal(place, "this is nested too deeply") from None
        except _Unfit as error:
            raise refusal(place, str(error)) from None

    def error(self, reason: str) -> PlacedError:
        """An error that names this path."""
        return self.refusal(self.place, reason)

    def fields(self, *names: str) -> dict[str, "Part"]:
        """The parts of an object, which must be these."""
        found = self._exact(dict)
        for name in names:
            if name not in found:
                raise self.refusal(f"{self.place}.{name}", "this is missing")
        if len(found) > len(names):
            raise self.error(f"expected no part {quoted(min(found.keys() - set(names)))}")
        return {name: Part(found[name], f"{self.place}.{name}", self.refusal) for name in names}

    def items(self) -> list["Part"]:
        """The parts of a list."""
        return [
            Part(item, f"{self.place}[{n}]", self.refusal)
            for n, item in enumerate(self._exact(list))
        ]

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
            raise self.error(str(error)) from None

    def _exact(self, expected: type[T]) -> T:
        if type(self.value) is not expected:
            raise self.error(misfit(self.value, expected))
        return self.value


def misfit(value: object, expected: type) -> str:
    """What to say of a value that is of another type than it should be.

    >>> misfit(None, list)
    'expected a list, not null'
    """
    return f"expected {_TYPES[expected]}, not {_TYPES[type(value)]}"


class _Unfit(Exception):
    """There is something in the JSON that Python would take, but should not."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Unfit(f"the key {quoted(key)} comes twice in an object")
        found[key] = value
    return found


def _integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise _Unfit(f"there is a number of {len(digits)} digits")
    return int(digits)
