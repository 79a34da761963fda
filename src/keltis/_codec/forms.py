"""The documents of classes: what is special about one is a `Form`, and all else follows.

A frozen attrs class needs no form: its document has a key for each argument of the constructor, and
the types of the fields say how they are written. What is special about a field is a codec such as
`Range`, in place of its type or a `Form`.
"""

import enum
import marshal
import re
import types
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import (
    Final,
    Generic,
    Literal,
    Never,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs
from typing_extensions import TypeAliasType

from keltis._codec.json import (
    Fault,
    Json,
    as_array,
    as_object,
    expected,
    fingerprint,
    read_at,
    require_equal,
)
from keltis._codec.kinds import (
    SCHEMA_TYPES,
    Codec,
    Definitions,
    DocumentError,
    Items,
    MapCodec,
    Names,
    Optional,
    PlainCodec,
    Row,
    Schema,
    Scope,
    Writer,
    compile_writer,
    find_registered,
    object_schema,
    register_kind,
)
from keltis._lib.text import unsupported_version
from keltis.errors import KeltisError, PlacedError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Upgrade: TypeAlias = Callable[[dict[str, object], int], dict[str, object]]
_MAX_SHARED: Final = 64
_MAX_KEPT: Final = 1_000


def _call(function: Callable[..., object], *arguments: object, **named: object) -> object:
    """Call a function whose errors are faults of the document."""
    try:
        return function(*arguments, **named)
    except PlacedError as error:
        raise Fault(error.reason, error.place) from error
    except KeltisError as error:
        raise Fault(str(error)) from error


class _Outer(Codec):
    """A codec around the one of another kind, which is made when it is needed."""

    kind: object

    @cached_property
    def inner(self) -> Codec:
        return codec_of(self.kind)


@attrs.frozen(eq=False, slots=False)
class Converted(_Outer):
    """Values that are written as others. `decode` raises a `KeltisError` for what it rejects."""

    encode: Callable[..., object]
    decode: Callable[..., object]
    kind: object = str
    pattern: str = ""
    """A regular expression for the schema of texts."""

    def source(self, value: str, scope: Scope) -> str:
        return self.inner.source_of_call(f"{scope.add(self.encode)}({value})", scope)

    def read(self, given: object) -> object:
        return _call(self.decode, self.inner.read(given))

    def schema(self, defs: Definitions) -> Schema:
        pattern: Schema = {"pattern": self.pattern} if self.pattern else {}
        return self.inner.schema(defs) | pattern


@attrs.frozen(eq=False, slots=False)
class ByKey(_Outer):
    """A tuple that is written as an object, with a key for each item."""

    keys: tuple[str, ...]
    kind: object

    def source(self, value: str, scope: Scope) -> str:
        return f"dict(zip({scope.add(self.keys)}, {Items(self.inner).source(value, scope)}))"

    def read(self, given: object) -> object:
        values, read, key = as_object(given, self.keys, required=self.keys), self.inner.read, ""
        try:
            return tuple([read(values[key := name]) for name in self.keys])
        except Fault as fault:
            raise fault.below(f".{key}") from fault.__cause__

    def schema(self, defs: Definitions) -> Schema:
        return object_schema({key: self.inner.schema(defs) for key in self.keys}, self.keys)


@attrs.frozen(eq=False, slots=False)
class Part(_Outer):
    """A key of a document: the kind of its value, and where the value comes from.

    That is an attribute, which is also the argument of the constructor, or a function of the whole
    value; then the argument has the name of the key.
    """

    kind: object
    get: str | Callable[..., object]
    older: Mapping[str, Json] | None = None
    """The schema of another form that older documents have, and that `upgrade` reads."""

    def value(self, whole: object) -> object:
        """The value of this key in the document of an object."""
        return getattr(whole, self.get) if isinstance(self.get, str) else self.get(whole)

    def source(self, whole: str, scope: Scope) -> str:
        if isinstance(self.get, str):
            return self.inner.source(f"{whole}.{self.get}", scope)
        return self.inner.source_of_call(f"{scope.add(self.get)}({whole})", scope)

    def schema(self, defs: Definitions) -> Schema:
        found = self.inner.schema(defs)
        return found if self.older is None else {"oneOf": [found, {**self.older}]}


@attrs.frozen
class Done:
    """A part of a document that `upgrade` has read; if it is derived, it is not compared."""

    value: object = None


@attrs.frozen(eq=False, slots=False)
class Form(Codec, Generic[T_co]):
    """What is special about the documents of a class.

    >>> import attrs
    >>> from keltis.documents import Form, Part, Range, register, to_document
    >>> @attrs.frozen
    ... class Bid:
    ...     points: int
    ...
    >>> low = Part(bool, lambda bid: bid.points < 10)
    >>> register(Form(Bid, fields={"points": Range(0, 99)}, derived={"low": low}))
    >>> to_document(Bid(7))
    {'points': 7, 'low': True}
    """

    cls: type[T_co]
    name: str = ""
    """Its title in schemas, if not the name of the class."""
    union: str = ""
    """The title in schemas of unions that have only such classes."""
    fields: Mapping[str, object] = attrs.field(factory=dict)
    """The kinds, or `Part`s, of keys that are not what the types of the fields say."""
    derived: Mapping[str, Part] = attrs.field(factory=dict)
    """Keys that follow from the others, for programs that do not know the rules."""
    each: Mapping[tuple[str, str], Part] = attrs.field(factory=dict)
    """By a key of this form and a key of its items, a tuple with what follows for each item."""
    outer: Mapping[str, object] = attrs.field(factory=dict)
    """The kinds of the keys that the form around this one has in `each`."""
    order: Sequence[str] = ()
    """All keys. By default, the fields and then those that are derived."""
    tagged: bool = False
    """Whether the first key is `type`, the name of the class in snake case."""
    format: str = ""
    """The value of the first key, `format`, which `version` follows."""
    version: int = 1
    """The version that is written, and the newest that can be read."""
    upgrade: Upgrade | None = None
    """A function that brings the keys of any version up to date. Values may be `Done`."""
    build: Callable[..., T_co] | None = None
    """A function in place of the constructor. The place of a `PlacedError` is a path below."""
    takes_version: bool = False
    """Whether `build` has the version as an argument."""
    readable: bool = True
    optional: bool = False
    """Whether keys of fields with defaults may be missing."""
    kept: bool = False
    """Whether to keep documents by the objects that they describe. They must be flat."""
    shared: bool = False
    """Whether to keep values by their documents, so that equal documents give one object."""
    error: type[PlacedError] = DocumentError
    unlimited: bool = False
    arguments: tuple[object, ...] = ()
    """Of a generic class, the types that it is made with."""

    @cached_property
    def tag(self) -> str:
        """The name of the class in snake case, which is its `type` in documents."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", self.cls.__name__).lower()

    @cached_property
    def _parts(self) -> dict[str, Part]:
        """All keys in order."""
        kinds = {**_field_types(self.cls, self.arguments), **self.fields}
        parts = {
            name: kind if isinstance(kind, Part) else Part(kind, name)
            for name, kind in kinds.items()
        }
        parts |= self.derived
        return {name: parts[name] for name in self.order or parts}

    @cached_property
    def _header(self) -> tuple[str, ...]:
        return ("format", "version") * bool(self.format) + ("type",) * self.tagged

    @cached_property
    def _keys(self) -> dict[str, bool]:
        """All keys of a document, and whether each is required."""
        fields = _attributes(self.cls) if self.optional else ()
        free = {field.name for field in fields if field.default is not attrs.NOTHING}
        return {name: name not in free for name in (*self._header, *self._parts, *self.outer)}

    @cached_property
    def _required(self) -> list[str]:
        return [name for name, required in self._keys.items() if required]

    # Writing

    def source(self, value: str, scope: Scope) -> str:
        return f"{scope.add(self.write)}({value})"

    @cached_property
    def write(self) -> Writer:
        vars(self)["write"] = lambda value: self.write(value)  # noqa: PLW0108 - found later: a class may refer to itself
        scope = Scope()
        header = {"format": self.format, "version": self.version, "type": self.tag}
        items = [f"{name!r}: {header[name]!r}" for name in self._header]
        items += [f"{name!r}: {part.source('value', scope)}" for name, part in self._parts.items()]
        lines = [f"document = {{{', '.join(items)}}}"]
        for (outer, name), part in self.each.items():
            parts = part.source("value", scope)
            lines.append(f"for item, part in zip(document[{outer!r}], {parts}):")
            lines.append(f"    item[{name!r}] = part")
        write = compile_writer([*lines, "return document"], scope, self.cls.__qualname__)
        return _keeping(write) if self.kept else write

    # Reading

    def read(self, given: object) -> object:
        if not self.shared:
            return self._read(given)
        try:
            key = fingerprint(given)
        except ValueError:  # nested too deeply, or no plain data
            return self._read(given)
        return self._read_bytes(key)

    @cached_property
    def _read_bytes(self) -> Callable[[bytes], object]:
        return lru_cache(_MAX_SHARED)(lambda key: self._read(marshal.loads(key)))  # noqa: S302 - our own bytes

    @cached_property
    def _fields(self) -> list[tuple[str, str, Callable[[object], object]]]:
        """The name, the argument and the reader of each key that is not derived."""
        return [
            (name, part.get if isinstance(part.get, str) else name, part.inner.read)
            for name, part in self._parts.items()
            if name not in self.derived
        ]

    def _read(self, given: object) -> object:
        document = self._checked(given)
        values = {"version": document["version"]} if self.takes_version else {}
        name = ""
        try:
            for name, argument, read in self._fields:
                if name not in document:  # it has its default
                    continue
                part = document[name]
                values[argument] = part.value if type(part) is Done else read(part)
        except Fault as fault:
            raise fault.below(f".{name}") from fault.__cause__
        value = _call(self.build or self.cls, **values)
        for name, part in self.derived.items():
            if type(document[name]) is not Done:
                require_equal(f".{name}", document[name], part.inner.write(part.value(value)))
        for (outer, name), part in self.each.items():
            wanted = as_array(part.inner.write(part.value(value)))
            for index, item in enumerate(as_array(document[outer])):
                require_equal(f".{outer}[{index}].{name}", as_object(item)[name], wanted[index])
        return value

    def _checked(self, given: object) -> dict[str, object]:
        """The keys of a document of this form, up to date."""
        if not self.readable:
            raise TypeError(f"{self.cls.__name__} can be written as a document, but not read")
        version = self._version(given) if self.format else 0
        if self.upgrade is not None:
            given = _call(self.upgrade, as_object(given), version)
        if type(given) is not dict or given.keys() != self._keys.keys():
            given = as_object(given, self._keys, required=self._required)
        if self.tagged and given["type"] != self.tag:
            raise Fault(f"expected {self.tag!r}", ".type")
        return given

    def _version(self, given: object) -> int:
        """The version in the header, which must be one that can be read."""
        if as_object(given, required=("format",))["format"] != self.format:
            raise Fault(f"expected {self.format!r}", ".format")
        version = as_object(given, required=("version",))["version"]
        if type(version) is not int:
            raise expected("an integer", version).below(".version")
        if not 1 <= version <= self.version:
            raise Fault(unsupported_version(version, self.version), ".version")
        return version

    def schema(self, defs: Definitions) -> Schema:
        title = self.name or self.cls.__name__.lstrip("_")
        return defs.refer(self, title, self._define_schema)

    def _define_schema(self, defs: Definitions) -> Schema:
        header: Schema = {
            "format": {"const": self.format},
            "version": {"type": "integer", "minimum": 1, "maximum": self.version},
            "type": {"const": self.tag},
        }
        properties: Schema = {name: header[name] for name in self._header}
        properties |= {name: part.schema(defs) for name, part in self._parts.items()}
        properties |= {name: codec_of(kind).schema(defs) for name, kind in self.outer.items()}
        summary = (self.cls.__doc__ or "").partition("\n")[0]
        return {"description": summary, **object_schema(properties, self._required)}


def _keeping(write: Callable[[object], dict[str, Json]]) -> Writer:
    """A writer that keeps its documents, which are flat, by the objects that they describe."""
    # With the objects: while they are there, no others can have their identities.
    kept: dict[int, tuple[object, dict[str, Json]]] = {}

    def write_once(value: object) -> object:
        found = kept.get(id(value))
        if found is None:
            if len(kept) >= _MAX_KEPT:
                kept.clear()
            found = kept[id(value)] = value, write(value)
        return found[1].copy()

    return write_once


class _Union(Codec):
    """One of several classes, which the key `type` tells apart."""

    def __init__(self, *kinds: object, tagged: bool = True) -> None:
        self._kinds, self._tagged = kinds, tagged

    @cached_property
    def members(self) -> dict[str, Form[object]]:
        forms = [_form(kind, tagged=self._tagged) for kind in self._kinds]
        return {form.tag: form for form in forms}

    @cached_property
    def _tags(self) -> Names:
        return Names({tag: tag for tag in self.members})

    def source(self, value: str, scope: Scope) -> str:
        writers = {form.cls: form.write for form in self.members.values()}
        return f"{scope.add(writers)}[type({value})]({value})"

    def choose(self, given: object) -> Form[object]:
        tag = as_object(given, required=("type",))["type"]
        return self.members[str(read_at(".type", self._tags.read, tag))]

    def read(self, given: object) -> object:
        return self.choose(given).read(given)

    def schema(self, defs: Definitions) -> Schema:
        titles = {form.union for form in self.members.values()}
        title = titles.pop() if len(titles) == 1 else ""
        return defs.refer(self, title, self._define_schema) if title else self._define_schema(defs)

    def _define_schema(self, defs: Definitions) -> Schema:
        return {"oneOf": [form.schema(defs) for form in self.members.values()]}


class Untagged(_Union):
    """One of two classes: the first if the document has this key, else the second."""

    def __init__(self, key: str, first: type, second: type) -> None:
        super().__init__(first, second, tagged=False)
        self._key = key

    def choose(self, given: object) -> Form[object]:
        first, second = self.members.values()
        return first if self._key in as_object(given) else second


# The types of fields


def _attributes(cls: type) -> Sequence["attrs.Attribute[object]"]:
    return attrs.fields(cls) if attrs.has(cls) else ()


def _field_types(cls: type, arguments: tuple[object, ...] = ()) -> dict[str, object]:
    """The types of the arguments of the constructor of an attrs class, which may be generic."""
    hints = get_type_hints(cls)
    types_ = {field.name: hints[field.name] for field in _attributes(cls) if field.init}
    bound = dict(zip(getattr(cls, "__parameters__", ()), arguments, strict=False))
    for base in getattr(cls, "__orig_bases__", ()):  # a subclass may bind the variables of its base
        variables = getattr(get_origin(base), "__parameters__", ())
        bound |= {v: kind for v, kind in zip(variables, get_args(base), strict=False) if v != kind}
    return {name: _bind(kind, bound) for name, kind in types_.items()} if bound else types_


def _bind(kind: object, bound: Mapping[object, object]) -> object:
    """A type with the variables bound."""
    if isinstance(kind, TypeVar):
        return bound[kind]
    arguments = tuple(bound[variable] for variable in getattr(kind, "__parameters__", ()))
    # By the class: types such as `tuple[T, ...]` have the attributes of `tuple`.
    return attrgetter("__getitem__")(type(kind))(kind, arguments) if arguments else kind


# The form or codec of each type

_codecs: Final[dict[object, Codec]] = {}
_forms: Final[dict[tuple[object, bool], Form[object]]] = {}


def register(*forms: Form[object]) -> None:
    """Make forms known: from now on, the values of their classes are written and read like this.

    >>> import attrs
    >>> from keltis.documents import Form, register, to_document
    >>> @attrs.frozen
    ... class Stop:
    ...     seat: int
    ...
    >>> register(Form(Stop, tagged=True))
    >>> to_document(Stop(1))
    {'type': 'stop', 'seat': 1}
    """
    for form in forms:
        register_kind(form.cls, form)


def refusal_form(cls: type[T], reasons: type[enum.Enum], move: object) -> Form[T]:
    """The form of the errors of a game about illegal moves, which are of this type."""
    return Form(
        cls,
        name="Refusal",
        fields={
            "code": Part(
                Names({reason.name: reason for reason in reasons}, title="Illegality"), "reason"
            ),
            "message": Part(str, lambda error: str(error.reason)),
            "move": Part(
                Optional(codec_of(move)),
                lambda error: error.move if isinstance(error.move, get_args(move)) else None,
            ),
        },
        readable=False,
    )


def _form(kind: object, *, tagged: bool = False) -> Form[object]:
    """The form of a class, or of a generic class with its arguments."""
    if (kind, tagged) not in _forms:
        _forms[kind, tagged] = _make_form(kind, tagged=tagged)
    return _forms[kind, tagged]


def _make_form(kind: object, *, tagged: bool) -> Form[object]:
    cls, arguments = get_origin(kind) or kind, get_args(kind)
    if not isinstance(cls, type):
        raise TypeError(f"a union of other types than classes has no document: {kind!r}")
    form = find_registered(cls)
    if form is None and attrs.has(cls):
        form = Form(cls)
    if not isinstance(form, Form):
        raise TypeError(f"there is no document of {cls.__name__}: register a form of it")
    if (tagged and not form.tagged) or arguments:
        return attrs.evolve(form, tagged=tagged or form.tagged, arguments=arguments)
    return form


def codec_of(kind: object) -> Codec:
    """The codec of a type; a codec is its own."""
    codec = _codecs.get(kind)
    if codec is None:
        codec = _codecs[kind] = _make_codec(kind)
    return codec


def _make_codec(kind: object) -> Codec:
    match kind:
        case Codec():
            return kind
        case TypeAliasType():
            return codec_of(kind.__value__)
        case TypeVar():
            return _Unbound()
        case type() if get_origin(kind) is None:
            return _codec_of_class(kind)
    return _codec_of_alias(kind, get_origin(kind), get_args(kind))


def _codec_of_class(cls: type) -> Codec:
    if cls in SCHEMA_TYPES:
        return PlainCodec(cls)
    found = find_registered(cls)
    if found is None and issubclass(cls, enum.Enum):
        return Names({str(member.value): member for member in cls}, title=cls.__name__)
    return found or _form(cls)


def _codec_of_alias(kind: object, origin: object, inner: tuple[object, ...]) -> Codec:
    """The codec of a union, a container, a literal or a generic class."""
    if origin in (Union, types.UnionType):
        members = [member for member in inner if member is not type(None)]
        codec = codec_of(members[0]) if len(members) == 1 else _Union(*members)
        return codec if len(members) == len(inner) else Optional(codec)
    if origin is tuple:
        return Items(codec_of(inner[0])) if inner[1:] == (...,) else Row(*map(codec_of, inner))
    if origin is list:
        return Items(codec_of(inner[0]), list)
    if origin is dict and inner[0] is str:
        return MapCodec(codec_of(inner[1]))
    if origin is Literal:
        return _codec_of_literal(inner)
    if isinstance(origin, type) and attrs.has(origin):
        return _form(kind)
    raise TypeError(f"there is no document of {kind!r}")


def _codec_of_literal(values: tuple[object, ...]) -> Codec:
    """Some texts, or some members of an enum."""
    texts = codec_of(type(values[0])).names
    if texts is None:
        return Names({str(value): value for value in values}, key="")
    return Names({str(text): value for text, value in texts.items() if value in values})


class _Unbound(Codec):
    """A type variable: a generic class without its arguments can only be written."""

    def source(self, value: str, scope: Scope) -> str:
        return f"{scope.add(write)}({value})"

    def read(self, _: object) -> Never:
        raise TypeError("name the type arguments: a generic class has no document by itself")

    def schema(self, defs: Definitions) -> Never:
        self.read(defs)


def write(value: object) -> object:
    """The document of a value, or the part of one."""
    write_value = _writers.get(type(value))
    if write_value is None:
        if isinstance(value, tuple):
            return [write(item) for item in value]
        write_value = _writers[type(value)] = codec_of(type(value)).write
    return write_value(value)


_writers: Final[dict[type, Writer]] = {}
