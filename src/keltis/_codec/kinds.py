"""The codec of each kind of value: how it is written and read, and its schema.

A frozen attrs class needs nothing: its document has a key for each argument of the constructor, and
the types of the fields say how they are written. What is special about a class is a `Form`, and
what is special about a field is a codec such as `Range`, in place of a type or in `Annotated`.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from importlib import import_module
from operator import attrgetter
from typing import (
    Final,
    TypeAlias,
    TypeVar,
)

import attrs

from keltis._codec.json import (
    TYPE_NAMES,
    Fault,
    Json,
    as_array,
    as_object,
    expected,
    load,
    read_at,
)
from keltis._lib.text import quoted, require_text
from keltis._lib.values import compile_function
from keltis.errors import PlacedError

T = TypeVar("T")
Schema: TypeAlias = dict[str, Json]
Writer: TypeAlias = Callable[[object], object]

SCHEMA_TYPES: Final[dict[object, str]] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


class DocumentError(PlacedError):
    """A JSON document that cannot be read: `place` is the path in it, and `reason` says why.

    >>> from keltis import Move
    >>> from keltis.documents import DocumentError, from_json
    >>> try:
    ...     from_json(Move, '{"type": "dance"}')
    ... except DocumentError as error:
    ...     print(error.place)
    ...
    $.type
    """

    __module__ = "keltis.documents"  # where it is exported from


class Scope(dict[str, object]):
    """The names in the source of a writer."""

    def add(self, value: object = None) -> str:
        """A new name, for an object or for a variable."""
        name = f"name_{len(self)}"
        self[name] = value
        return name


class Definitions:
    """The definitions that a schema refers to, by their names."""

    def __init__(self) -> None:
        self.schemas: dict[str, Schema] = {}
        self._names: dict[object, str] = {}

    def refer(self, key: object, title: str, define: Callable[["Definitions"], Schema]) -> Schema:
        """A reference to a definition, which is made if it is not there yet."""
        if key not in self._names:
            name, number = title, 1
            while name in self.schemas:
                number += 1
                name = f"{title}{number}"
            self._names[key] = name
            self.schemas[name] = {}  # its place, before those that it refers to
            self.schemas[name] = {"title": name, **define(self)}
        return {"$ref": f"#/$defs/{self._names[key]}"}

    def resolve(self, schema: Schema) -> Schema:
        """A schema itself in place of a reference to it, unless others refer to it too."""
        reference = schema.get("$ref")
        if reference is None or json.dumps(self.schemas).count(json.dumps(reference)):
            return schema
        return self.schemas.pop(str(reference).removeprefix("#/$defs/"))


class Codec:
    """How the values of one kind are written and read; by default any JSON, as it is."""

    error: type[PlacedError] = DocumentError
    unlimited: bool = False
    """Whether the JSON can have more characters than other texts."""
    names: Mapping[object, object] | None = None
    """The values by their texts, if the texts are names."""

    def source(self, value: str, scope: Scope) -> str:  # noqa: ARG002 - for others
        """From the source of a value to the source of its document."""
        return value

    def read(self, given: object) -> object:
        """The value that a document describes; raises `Fault`."""
        return given

    def schema(self, defs: Definitions) -> Schema:  # noqa: ARG002 - for others
        """The JSON Schema of the documents."""
        return {}

    def parse(self, data: object, place: str) -> object:
        """The value that plain data describes; raises the error of this kind."""
        try:
            return self.read(data)
        except Fault as fault:
            raise self.error(f"{place}{fault.path}", fault.reason) from fault.__cause__
        except RecursionError:
            raise self.error(place, "nested too deeply") from None

    def parse_json(self, text: str, place: str) -> object:
        """The value that JSON describes."""
        if not self.unlimited:
            require_text(text)
        return self.parse(load(text, self.error, place), place)

    @cached_property
    def write(self) -> Writer:
        """The compiled function that writes a value."""
        scope = Scope()
        return compile_writer([f"return {self.source('value', scope)}"], scope, "a value")

    def source_of_call(self, source: str, scope: Scope) -> str:
        """The source of the document of a value that is computed, once."""
        plain = self.source("value", Scope()) == "value"
        return source if plain else f"{scope.add(self.write)}({source})"


def compile_writer(lines: Iterable[str], scope: Scope, title: str) -> Callable[[object], T]:
    """Compile the function that has the body of these lines."""
    source = ["def write(value):\n", *(f"    {line}\n" for line in lines)]
    return compile_function(source, f"documents of {title}, {id(scope):x}", scope)


class PlainCodec(Codec):
    def __init__(self, cls: type) -> None:
        self.cls = cls

    def read(self, given: object) -> object:
        if type(given) is not self.cls:
            raise expected(TYPE_NAMES[self.cls], given)
        return given

    def schema(self, _: Definitions) -> Schema:
        return {"type": SCHEMA_TYPES[self.cls]}


@attrs.frozen(eq=False, slots=False)
class Range(Codec):
    """A whole number within limits."""

    low: int
    high: int | None = None

    def read(self, given: object) -> object:
        if type(given) is not int:
            raise expected("an integer", given)
        if given < self.low or (self.high is not None and given > self.high):
            most = "on" if self.high is None else f"to {self.high}"
            raise Fault(f"expected a whole number from {self.low} {most}, not {given}")
        return given

    def schema(self, _: Definitions) -> Schema:
        upper: Schema = {} if self.high is None else {"maximum": self.high}
        return {"type": "integer", "minimum": self.low, **upper}


class Seed(Codec):
    """A whole number from 0: a text from 2**53 on, where JavaScript would round a number."""

    def source(self, value: str, scope: Scope) -> str:  # noqa: ARG002 - for others
        return f"({value} if {value} < {2**53} else str({value}))"

    def read(self, given: object) -> object:
        if type(given) is str and not re.fullmatch(_DIGITS, given):
            raise Fault(f"expected a whole number from 0, not {quoted(given)}")
        return _SEED.read(int(given) if type(given) is str else given)

    def schema(self, defs: Definitions) -> Schema:
        return {"oneOf": [_SEED.schema(defs), {"type": "string", "pattern": f"^({_DIGITS})$"}]}


_SEED: Final = Range(0)
_DIGITS: Final = "0|[1-9][0-9]{0,79}"


class Names(Codec):
    """A closed set of values, such as the members of an enum, by their texts.

    `key` is an attribute that differs for all of them: each member of an enum has a value. Without
    a key, the values are the texts. `wanted` is what an error says was expected. A title is the
    name in schemas.
    """

    def __init__(
        self,
        values: Mapping[str, object],
        key: str = "_value_",
        wanted: str = "",
        *,
        title: str = "",
    ) -> None:
        self._values = dict[object, object](values.items())
        self.names: Mapping[object, object] | None = self._values
        self._key = key
        self._wanted = wanted or f"one of {', '.join(map(repr, values))}"
        self._title = title

    def source(self, value: str, scope: Scope) -> str:
        if not self._key:
            return value
        attribute = attrgetter(self._key)
        texts = {attribute(value): text for text, value in self._values.items()}
        if all(key == text for key, text in texts.items()):
            return f"{value}.{self._key}"
        numbers = [*texts] == [*range(len(texts))]
        return f"{scope.add([*texts.values()] if numbers else texts)}[{value}.{self._key}]"

    def read(self, given: object) -> object:
        if type(given) is not str:
            raise expected("a string", given)
        if given not in self._values:
            raise Fault(f"expected {self._wanted}, not {quoted(given)}")
        return self._values[given]

    def schema(self, defs: Definitions) -> Schema:
        first, *others = map(str, self._values)
        found: Schema = {"type": "string", "enum": [first, *others]} if others else {"const": first}
        return defs.refer(self, self._title, lambda _: found) if self._title else found


class Items(Codec):
    """A tuple of any length."""

    def __init__(self, item: Codec, build: Callable[[Iterable[object]], object] = tuple) -> None:
        self._item, self._build = item, build
        self._quick = item.read if item.names is None else item.names.__getitem__

    def source(self, value: str, scope: Scope) -> str:
        name = scope.add()
        written = self._item.source(name, scope)
        return f"[*{value}]" if written == name else f"[{written} for {name} in {value}]"

    def read(self, given: object) -> object:
        items = as_array(given)
        try:
            return self._build(map(self._quick, items))
        except (Fault, KeyError, TypeError):
            read = self._item.read
            return self._build([read_at(f"[{i}]", read, item) for i, item in enumerate(items)])

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "array", "items": self._item.schema(defs)}


class Row(Codec):
    """A tuple of a certain length."""

    def __init__(self, *codecs: Codec) -> None:
        self._codecs = codecs

    def source(self, value: str, scope: Scope) -> str:
        items = (codec.source(f"{value}[{i}]", scope) for i, codec in enumerate(self._codecs))
        return f"[{', '.join(items)}]"

    def read(self, given: object) -> object:
        items = zip(self._codecs, as_array(given, len(self._codecs)), strict=True)
        return tuple([read_at(f"[{i}]", c.read, item) for i, (c, item) in enumerate(items)])

    def schema(self, defs: Definitions) -> Schema:
        parts: list[Json] = [codec.schema(defs) for codec in self._codecs]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts)}


class MapCodec(Codec):
    def __init__(self, item: Codec) -> None:
        self.item = item

    def source(self, value: str, scope: Scope) -> str:
        key, item = scope.add(), scope.add()
        return f"{{{key}: {self.item.source(item, scope)} for {key}, {item} in {value}.items()}}"

    def read(self, given: object) -> object:
        items, read = as_object(given).items(), self.item.read
        return {key: read_at(f".{key}", read, item) for key, item in items}

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "object", "additionalProperties": self.item.schema(defs)}


class Optional(Codec):
    """A value or None."""

    def __init__(self, inner: Codec) -> None:
        self._inner = inner
        self.names: Mapping[object, object] | None = (
            None if inner.names is None else {**inner.names, None: None}
        )

    def source(self, value: str, scope: Scope) -> str:
        written = self._inner.source(value, scope)
        return written if written == value else f"(None if {value} is None else {written})"

    def read(self, given: object) -> object:
        return None if given is None else self._inner.read(given)

    def schema(self, defs: Definitions) -> Schema:
        return {"oneOf": [{"type": "null"}, self._inner.schema(defs)]}


def object_schema(properties: Schema, required: Iterable[str]) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": [*required],
        "additionalProperties": False,
    }


# The codecs of classes that have one

_registered: Final[dict[type, Codec]] = {}
_imported: Final[set[str]] = set()


def register_kind(cls: type, codec: Codec) -> None:
    """Make known how the values of a class are written, as with `Names` or `Converted`."""
    _registered[cls] = codec


def find_registered(cls: type) -> Codec | None:
    """The form or codec of a class, or None.

    First its package has a chance to register what it has: the attribute `__documents__` of a
    package is the name of the module to import.
    """
    if cls not in _registered:
        package = cls.__module__
        while package and not hasattr(sys.modules.get(package), "__documents__"):
            package = package.rpartition(".")[0]
        if package and package not in _imported:
            _imported.add(package)
            import_module(vars(sys.modules[package])["__documents__"])
    return _registered.get(cls)
