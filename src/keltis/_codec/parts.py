"""The codecs of texts, numbers, containers and alternatives: how each is written and read."""

import linecache
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Final, TypeAlias, TypeVar

import attrs
from typing_extensions import TypeForm

from keltis._codec.forms import DocumentError, Names, Range, Text
from keltis._codec.json import TYPE_NAMES, Fault, Json, as_array, as_object, expected
from keltis._lib.text import quoted
from keltis.errors import KeltisError, PlacedError

T = TypeVar("T")

Schema: TypeAlias = dict[str, Json]
Reader: TypeAlias = Callable[[object], object]
Writer: TypeAlias = Callable[[object], object]

SCHEMA_TYPES: Final[dict[object, str]] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


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
        self.schemas: dict[str, Json] = {}
        self._names: dict[object, str] = {}

    def refer(self, key: object, name: str, define: Callable[["Definitions"], Schema]) -> Schema:
        """A reference to a definition, which is made if it is not there yet."""
        if key not in self._names:
            while name in self.schemas:
                name = f"{name}_"
            self._names[key] = name
            self.schemas[name] = None  # its place, before those that it refers to
            self.schemas[name] = define(self)
        return {"$ref": f"#/$defs/{self._names[key]}"}


@attrs.define(eq=False, slots=False)
class Codec:
    """How the values of one kind are written and read."""

    source: Callable[[str, Scope], str]
    """From the source of a value to the source of its document."""
    read: Reader
    schema: Callable[[Definitions], Schema]
    lookup: Mapping[object, object] | None = None
    """The values by their texts, if the texts are names."""
    error: type[PlacedError] = DocumentError
    unlimited: bool = False


def as_it_is(value: str, _: Scope) -> str:
    return value


def compile_writer(
    lines: Iterable[str], scope: Scope, title: str, _kind: TypeForm[T]
) -> Callable[[object], T]:
    """The function `write(value)` with these lines, which returns a document of this kind."""
    source = "".join(["def write(value):\n", *(f"    {line}\n" for line in lines)])
    file = f"<generated to write {title}, {id(scope):x}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    found: dict[str, Callable[[object], T]] = {}
    exec(compile(source, file, "exec"), scope, found)  # noqa: S102 - of names of attributes, as in attrs
    return found["write"]


def read_at(path: str, read: Reader, given: object) -> object:
    """Read a part of a document, whose faults are at this path."""
    try:
        return read(given)
    except Fault as fault:
        raise fault.below(path) from fault.__cause__


def call(function: Callable[..., object], *arguments: object, **named: object) -> object:
    """Call a function whose errors are faults of the document."""
    try:
        return function(*arguments, **named)
    except PlacedError as error:
        raise Fault(error.reason, error.place) from error
    except KeltisError as error:
        raise Fault(str(error)) from error


# Codecs of texts and numbers


def plain_codec(cls: type) -> Codec:
    def read(given: object) -> object:
        if type(given) is not cls:
            raise expected(TYPE_NAMES[cls], given)
        return given

    return Codec(as_it_is, read, lambda _: {"type": SCHEMA_TYPES[cls]})


def integer_codec(limits: Range) -> Codec:
    low, high = limits.low, limits.high
    most = "on" if high is None else f"to {high}"

    def read(given: object) -> object:
        if type(given) is not int:
            raise expected("an integer", given)
        if given < low or (high is not None and given > high):
            raise Fault(f"expected a whole number from {low} {most}, not {given}")
        return given

    upper: Schema = {} if high is None else {"maximum": high}
    return Codec(as_it_is, read, lambda _: {"type": "integer", "minimum": low, **upper})


def names_codec(names: Names[object], source: Callable[[str, Scope], str] | None = None) -> Codec:
    values: dict[object, object] = dict(names.values.items())
    wanted = names.expected or f"one of {', '.join(map(repr, values))}"

    def read(given: object) -> object:
        if type(given) is not str:
            raise expected("a string", given)
        if given not in values:
            raise Fault(f"expected {wanted}, not {quoted(given)}")
        return values[given]

    def find(value: str, scope: Scope) -> str:
        texts = {attribute(value): text for text, value in names.values.items()}
        if all(key == text for key, text in texts.items()):
            return f"{value}.{names.key}"
        numbers = [*texts] == [*range(len(texts))]
        return f"{scope.add([*texts.values()] if numbers else texts)}[{value}.{names.key}]"

    attribute = attrgetter(names.key)
    return Codec(source or find, read, lambda _: {"enum": [*names.values]}, values)


def text_codec(text: Text[object]) -> Codec:
    def read(given: object) -> object:
        if type(given) is not str:
            raise expected("a string", given)
        return call(text.read, given)

    pattern: Schema = {"pattern": text.pattern} if text.pattern else {}
    return Codec(
        lambda value, scope: f"{scope.add(text.write)}({value})",
        read,
        lambda _: {"type": "string", **pattern},
    )


# Codecs of containers


def array_codec(item: Codec, build: Callable[[Iterable[object]], object] = tuple) -> Codec:
    quick = item.read if item.lookup is None else item.lookup.__getitem__

    def source(value: str, scope: Scope) -> str:
        name = scope.add()
        written = item.source(name, scope)
        return f"[*{value}]" if written == name else f"[{written} for {name} in {value}]"

    def read(given: object) -> object:
        items = as_array(given)
        try:
            return build(map(quick, items))
        except (Fault, KeyError, TypeError):
            return build([read_at(f"[{i}]", item.read, inner) for i, inner in enumerate(items)])

    return Codec(source, read, lambda defs: {"type": "array", "items": item.schema(defs)})


def row_codec(codecs: list[Codec], names: list[str], build: Callable[..., object]) -> Codec:
    """Values with parts in a certain order, each with the source by which the value has it."""

    def source(value: str, scope: Scope) -> str:
        parts = zip(codecs, names, strict=True)
        return f"[{', '.join(codec.source(value + name, scope) for codec, name in parts)}]"

    def read(given: object) -> object:
        items = as_array(given)
        if len(items) != len(codecs):
            raise Fault(f"expected {len(codecs)} items, not {len(items)}")
        pairs = enumerate(zip(codecs, items, strict=True))
        values = [read_at(f"[{i}]", codec.read, item) for i, (codec, item) in pairs]
        return call(build, *values)

    def schema(defs: Definitions) -> Schema:
        parts: list[Json] = [codec.schema(defs) for codec in codecs]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts)}

    return Codec(source, read, schema)


def by_key_codec(keys: tuple[str, ...], item: Codec) -> Codec:
    def read(given: object) -> object:
        values = as_object(given, keys, required=keys)
        return tuple([read_at(f".{key}", item.read, values[key]) for key in keys])

    return Codec(
        lambda value, scope: (
            f"dict(zip({scope.add(keys)}, {array_codec(item).source(value, scope)}))"
        ),
        read,
        lambda defs: object_schema({key: item.schema(defs) for key in keys}),
    )


def map_codec(item: Codec) -> Codec:
    def source(value: str, scope: Scope) -> str:
        key, inner = scope.add(), scope.add()
        written = item.source(inner, scope)
        return f"{{{key}: {written} for {key}, {inner} in {value}.items()}}"

    def read(given: object) -> object:
        values = as_object(given).items()
        return {key: read_at(f".{key}", item.read, inner) for key, inner in values}

    return Codec(
        source, read, lambda defs: {"type": "object", "additionalProperties": item.schema(defs)}
    )


def object_schema(properties: Schema, required: Iterable[str] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties] if required is None else [*required],
        "additionalProperties": False,
    }


# Codecs of alternatives


def optional_codec(inner: Codec) -> Codec:
    def source(value: str, scope: Scope) -> str:
        written = inner.source(value, scope)
        return written if written == value else f"(None if {value} is None else {written})"

    return Codec(
        source,
        lambda given: None if given is None else inner.read(given),
        lambda defs: {"oneOf": [{"type": "null"}, inner.schema(defs)]},
        None if inner.lookup is None else {**inner.lookup, None: None},
    )


def named_codec(values: Mapping[str, object], inner: Codec) -> Codec:
    """Values by their names, or else as the codec `inner` has them."""
    names = {value: name for name, value in values.items()}
    by_name = names_codec(Names(values))
    return Codec(
        lambda value, scope: f"({scope.add(names)}.get({value}) or {inner.source(value, scope)})",
        lambda given: (by_name if type(given) is str else inner).read(given),
        lambda defs: {"oneOf": [by_name.schema(defs), inner.schema(defs)]},
    )
