"""JSON that is read strictly: every value knows where it stands, and is asked for what it must be."""

import json
from typing import Final, Self

from keltis.arena.errors import ArenaError
from keltis.notation.lines import quoted

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


class Node:
    """A value of JSON, and its place for messages.

    >>> games = Node.parse('{"games": [{"turns": "7"}]}', "$").parts("games")["games"]
    >>> games.items()[0].parts("turns")["turns"].whole()
    Traceback (most recent call last):
    ...
    keltis.arena.errors.ArenaError: $.games[0].turns: expected a whole number, not a text
    """

    def __init__(self, value: object, place: str) -> None:
        self.value = value
        self.place = place

    @classmethod
    def parse(cls, text: str, place: str) -> Self:
        """The value of a JSON text, which stands at this place."""
        try:
            return cls(json.loads(text, object_pairs_hook=_object, parse_int=_integer), place)
        except json.JSONDecodeError as error:
            raise ArenaError(place, f"this is not JSON: {error.msg}, line {error.lineno}, column {error.colno}") from None
        except RecursionError:
            raise ArenaError(place, "this is nested too deeply") from None
        except _Unfit as error:
            raise ArenaError(place, str(error)) from None

    def error(self, reason: str) -> ArenaError:
        """An error that names this place."""
        return ArenaError(self.place, reason)

    def parts(self, *keys: str) -> dict[str, "Node"]:
        """The parts of an object that has exactly these keys."""
        value = self.value
        if type(value) is not dict:
            raise self._misfit(dict)
        for key in keys:
            if key not in value:
                raise ArenaError(f"{self.place}.{key}", "this is missing")
        for key in value:
            if key not in keys:
                raise self.error(f"expected no part {quoted(key)}")
        return {key: Node(value[key], f"{self.place}.{key}") for key in keys}

    def items(self) -> list["Node"]:
        """The items of a list."""
        if type(self.value) is not list:
            raise self._misfit(list)
        return [Node(item, f"{self.place}[{n}]") for n, item in enumerate(self.value)]

    def whole(self) -> int:
        """A whole number."""
        if type(self.value) is not int:
            raise self._misfit(int)
        return self.value

    def text(self) -> str:
        """A text."""
        if type(self.value) is not str:
            raise self._misfit(str)
        return self.value

    def _misfit(self, expected: type) -> ArenaError:
        return self.error(f"expected {_TYPES[expected]}, not {_TYPES[type(self.value)]}")


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
