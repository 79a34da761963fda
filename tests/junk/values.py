"""Values that nobody should pass: wrong types, extreme sizes, and objects that raise or lie."""

import math
import random
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Final, NoReturn

from hypothesis.strategies import SearchStrategy

import keltis
from junk.valid import CELTIC_LAY, CELTIC_RECORD, CELTIC_STATE, OVER, RECORD, RESULT, STATE, Factory
from keltis import celtic


class Hostility(RuntimeError):
    """Raised by the objects below, whatever is asked of them."""


def _refuse(*_arguments: object) -> NoReturn:
    raise Hostility


def _hostile(*names: str, base: type = object) -> Factory:
    """Objects of a class whose methods with these names raise."""
    members = dict.fromkeys(names, _refuse)
    return type("Hostile", (base,), members)


def _lying(cls: type) -> Factory:
    """Objects that claim to be of this class, and have none of its attributes."""
    return type("Liar", (), {"__class__": property(lambda _self: cls)})


def _nested(depth: int) -> object:
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return value


def _cyclic() -> object:
    value: list[object] = []
    value.append(value)
    return value


def _generator() -> Iterator[int]:
    yield from range(3)


JUNK: Final[dict[str, Factory]] = {
    "None": lambda: None,
    "five": lambda: 5,
    "true": lambda: True,
    "minus one": lambda: -1,
    "fraction": lambda: 1.5,
    "nan": lambda: math.nan,
    "infinity": lambda: math.inf,
    "huge": lambda: 10**400,
    "very huge": lambda: 10**5000,
    "very negative": lambda: -(10**5000),
    "complex": lambda: 1j,
    "empty text": str,
    "word": lambda: "x",
    "long text": lambda: "x" * 1_100_000,
    "lines": lambda: "\n" * 3_000,
    "surrogate": lambda: "\ud800\x00",
    "bytes": lambda: b"R7",
    "byte array": lambda: bytearray(b"R7"),
    "object": object,
    "empty list": list,
    "list": lambda: [5, "x", None],
    "long list": lambda: ["x" * 100] * 20_000,
    "nested": lambda: _nested(2_000),
    "cyclic": _cyclic,
    "empty tuple": tuple,
    "tuple": lambda: (5, "x", None),
    "tuples": lambda: ((), (5,), ("x", "y")),
    "huge numbers": lambda: (10**5000,) * 5,
    "dict": lambda: {"a": 1},
    "hostile keys": lambda: {_hostile("__repr__")(): 1},
    "set": lambda: {1, 2},
    "generator": _generator,
    "range": lambda: range(100_000),
    "class": lambda: int,
    "type of a game": lambda: keltis.GameState,
    "function": lambda: _generator,
    "builtin": lambda: len,
    "module": lambda: keltis,
    "exception": lambda: ValueError("x" * 100_000),
    "colour": lambda: keltis.Colour.BLUE,
    "card": lambda: keltis.Card.parse("B0"),
    "cards": lambda: STATE.players[1].hand,
    "move": keltis.Decline,
    "rules": lambda: keltis.REFERENCE_MANUAL,
    "state": lambda: OVER,
    "view": lambda: keltis.observe(OVER, None),
    "record": lambda: RECORD,
    "result": lambda: RESULT,
    "tile move": lambda: CELTIC_LAY,
    "tile state": lambda: CELTIC_STATE,
    "tile rules": lambda: celtic.CELTIC,
    "tile record": lambda: CELTIC_RECORD,
    "path": lambda: Path("somewhere/else"),
    "generator of numbers": lambda: random.Random(5),
    "uncomparable": _hostile("__eq__", "__lt__", "__hash__"),
    "without text": _hostile("__repr__", "__str__", "__format__"),
    "without attributes": _hostile("__getattribute__"),
    "without length": _hostile("__len__", "__iter__", "__getitem__", "__contains__"),
    "without a number": _hostile("__index__", "__int__", "__float__", "__bool__"),
    "without an answer": _hostile("__call__"),
    "hostile int": _hostile("__eq__", "__lt__", "__hash__", "__index__", "__repr__", base=int),
    "hostile text": _hostile("__eq__", "__hash__", "__str__", "__repr__", "__len__", base=str),
    "hostile list": _hostile("__iter__", "__len__", "__getitem__", base=list),
    "hostile tuple": _hostile("__iter__", "__len__", "__getitem__", base=tuple),
    "hostile dict": _hostile("__iter__", "items", "keys", "get", "__getitem__", base=dict),
    "hostile class": _hostile("__class__"),
    "hostile class property": type("Hostile", (), {"__class__": property(_refuse)}),
    "claims to be text": _lying(str),
    "claims to be a number": _lying(int),
    "claims to be a list": _lying(list),
    "claims to be a dict": _lying(dict),
    "claims to be a state": _lying(keltis.GameState),
    "claims to be rules": _lying(keltis.Rules),
    "claims to be random": _lying(random.Random),
    "claims to be an executor": _lying(Executor),
    "claims to be a strategy": _lying(SearchStrategy),
}
"""Functions that make a new value that is wrong nearly everywhere, by what it is."""
