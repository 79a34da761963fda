"""Strict JSON: exact types, no repeated keys, and every error names its path."""

import json
import marshal
from collections import Counter
from collections.abc import Callable, Collection
from typing import Final, TypeVar

from typing_extensions import TypeAliasType

from keltis._lib.checks import as_int
from keltis._lib.text import quoted, short
from keltis.errors import PlacedError

T = TypeVar("T")

Json = TypeAliasType("Json", "dict[str, Json] | list[Json] | str | int | float | bool | None")
"""Any value of JSON."""

TYPE_NAMES: Final[dict[type, str]] = {
    dict: "an object",
    list: "an array",
    str: "a string",
    int: "an integer",
    float: "a float",
    bool: "a boolean",
    type(None): "null",
}
_MAX_DIGITS: Final = 80
_MAX_INDENT: Final = 100


class Fault(Exception):
    """A fault in a document. Whoever passes it on puts their own key before the path."""

    def __init__(self, reason: str, path: str = "") -> None:
        self.reason = reason
        self.path = path
        super().__init__(reason)

    def below(self, path: str) -> "Fault":
        """The same fault, as seen from above."""
        self.path = f"{path}{self.path}"
        return self


def dump(document: object, indent: int | None = None) -> str:
    """Plain data as JSON: compact, or indented for people."""
    if indent is None:
        return _encode(document)
    indent = as_int(indent, "indent", 0, _MAX_INDENT)
    return json.dumps(document, indent=indent, ensure_ascii=False)


def load(text: str, error: type[PlacedError], place: str = "$") -> object:
    """The plain data in JSON. Errors begin with `place`."""
    try:
        return _decode(text)
    except json.JSONDecodeError as fault:
        reason = f"invalid JSON: {fault.msg}, line {fault.lineno}, column {fault.colno}"
    except RecursionError:
        reason = "nested too deeply"
    except Fault as fault:
        reason = fault.reason
    raise error(place, reason)


def _load_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        duplicate = next(key for key, count in Counter(k for k, _ in pairs).items() if count > 1)
        raise Fault(f"duplicate key {quoted(duplicate)}")
    return values


def _load_integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise Fault(f"an integer has {len(digits)} digits (at most {_MAX_DIGITS})")
    return int(digits)


_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode: Final = json.JSONDecoder(object_pairs_hook=_load_object, parse_int=_load_integer).decode


def expected(wanted: str, given: object) -> Fault:
    """The fault of a value of another type."""
    found = TYPE_NAMES.get(type(given), f"a {type(given).__name__}")
    return Fault(f"expected {wanted}, not {found}")


def as_array(given: object, length: int | None = None) -> list[object]:
    """The array that is given, of this length."""
    if type(given) is not list:
        raise expected("an array", given)
    if length is not None and len(given) != length:
        raise Fault(f"expected {length} items, not {len(given)}")
    return given


def as_object(
    given: object, keys: Collection[str] = (), *, required: Collection[str] = ()
) -> dict[str, object]:
    """The object that is given: with all keys that are required, and, if `keys` are, no others."""
    if type(given) is not dict:
        raise expected("an object", given)
    for key in required:
        if key not in given:
            raise Fault("this key is missing", f".{key}")
    unexpected = given.keys() - {*keys} if keys else ()
    if unexpected:
        raise Fault(f"unexpected key {quoted(min(map(str, unexpected)))}")
    return given


def read_at(path: str, read: Callable[[object], T], given: object) -> T:
    """Read a part of a document, whose faults are at this path."""
    try:
        return read(given)
    except Fault as fault:
        raise fault.below(path) from fault.__cause__


def require_equal(path: str, given: object, wanted: object) -> None:
    """Reject a value that does not follow from the rest of its document."""
    # The bytes tell 1, 1.0 and true apart. Keys in another order need the closer look.
    if given == wanted and fingerprint(given) == fingerprint(wanted):
        return
    if isinstance(wanted, dict):
        items = read_at(path, lambda value: as_object(value, wanted, required=wanted), given)
        for key, value in wanted.items():
            require_equal(f"{path}.{key}", items[key], value)
    elif isinstance(wanted, list):
        values = read_at(path, lambda value: as_array(value, len(wanted)), given)
        for index, (item, value) in enumerate(zip(values, wanted, strict=True)):
            require_equal(f"{path}[{index}]", item, value)
    else:
        follows = f"expected {json.dumps(wanted)}, which follows from the rest"
        raise Fault(f"{follows}, not {short(json.dumps(given))}", path)


def fingerprint(document: object) -> bytes:
    """Bytes that differ for all documents that differ, also in the types of numbers."""
    # By far the quickest way. Version 0, as the bytes of later ones depend on identities.
    return marshal.dumps(document, 0)  # type: ignore[arg-type]  # a ValueError if it is not JSON
