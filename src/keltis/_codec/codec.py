"""One codec for every value: JSON, plain data and JSON Schemas, from the fields of classes.

There is a codec for each type, made on first use and kept. It writes by compiled source that looks
as if it were written by hand, and reads strictly.
"""

import enum
import re
import types
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import (
    Final,
    Literal,
    Never,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    runtime_checkable,
)
from typing import get_type_hints as resolved_types

import attrs
from typing_extensions import TypeAliasType, TypeForm

from keltis._codec.forms import (
    ByKey,
    Done,
    Form,
    Items,
    Named,
    Names,
    Optional,
    Part,
    Range,
    Raw,
    Row,
    Text,
    Untagged,
    registered,
)
from keltis._codec.json import (
    Fault,
    Json,
    as_array,
    as_object,
    dump,
    expected,
    fingerprint,
    load,
    require_equal,
)
from keltis._codec.parts import (
    SCHEMA_TYPES,
    Codec,
    Definitions,
    Schema,
    Scope,
    Writer,
    array_codec,
    as_it_is,
    by_key_codec,
    call,
    compile_writer,
    integer_codec,
    map_codec,
    named_codec,
    names_codec,
    object_schema,
    optional_codec,
    plain_codec,
    read_at,
    row_codec,
    text_codec,
)
from keltis._lib.text import require_text, unsupported_version

T = TypeVar("T")

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


# The functions that users call


def to_document(value: object) -> dict[str, Json]:
    """A value as plain data for JSON.

    >>> import keltis
    >>> from keltis.documents import to_document
    >>> to_document(keltis.Lay("R7", "large"))
    {'type': 'lay', 'action': 164, 'text': 'lay R7 large', 'card': 'R7', 'figure': 'large'}
    """
    write = _writers.get(type(value)) or _write
    document = write(value)
    if not isinstance(document, dict):
        raise TypeError(f"a {type(value).__name__} is a part of documents, and none by itself")
    return document


def _write(value: object) -> object:
    write = _writers.get(type(value))
    if write is None:
        if isinstance(value, tuple):
            return [_write(item) for item in value]
        write = _writers[type(value)] = _writer(codec_of(type(value)))
    return write(value)


def to_json(value: object, indent: int | None = None) -> str:
    """A value as JSON, compact or indented; `from_json` reads it back.

    >>> import keltis
    >>> from keltis.documents import to_json
    >>> to_json(keltis.Draw())
    '{"type":"draw","action":0,"text":"draw pile","source":null}'
    """
    return dump(_write(value), indent)


def from_document(kind: TypeForm[T], data: object, *, place: str = "$") -> T:
    """The value of a type that plain data describes. Errors name the path of the first fault.

    >>> from keltis import Draw, Move
    >>> from keltis.documents import from_document, to_document
    >>> from_document(Move, to_document(Draw()))
    Draw(source=None)
    """
    codec = codec_of(kind)
    try:
        # A table of codecs by type cannot know their types; neither does `vars`.
        value: T = vars(codec)["read"](data)
    except Fault as fault:
        raise codec.error(f"{place}{fault.path}", fault.reason) from fault.__cause__
    except RecursionError:
        raise codec.error(place, "nested too deeply") from None
    return value


def from_json(kind: TypeForm[T], text: str, *, place: str = "$") -> T:
    """The value of a type that JSON describes. Errors name the path of the first fault.

    Unknown, missing and repeated keys are rejected, and what is derived, such as scores and legal
    moves, must follow from the rest. The paths in errors begin with `place`.

    >>> import keltis
    >>> from keltis.documents import from_json
    >>> from_json(keltis.Move, '{"type": "draw", "action": 0, "text": "draw pile", "source": null}')
    Draw(source=None)
    >>> from_json(keltis.Move, '{"type": "draw", "action": 1, "text": "draw pile", "source": null}')
    Traceback (most recent call last):
    ...
    keltis.documents.DocumentError: $.action: expected 0, which follows from the rest, not 1
    """
    codec = codec_of(kind)
    if not codec.unlimited:
        require_text(text)
    return from_document(kind, load(text, codec.error, place), place=place)


def schema(kind: TypeForm[T]) -> Schema:
    """The JSON Schema (draft 2020-12) of the documents of a type. It stands alone."""
    definitions = Definitions()
    body = codec_of(kind).schema(definitions)
    return {"$schema": _DIALECT, **body, "$defs": definitions.schemas}


# Codecs of unions


def _writer(codec: Codec) -> Writer:
    if isinstance(codec, _Object):
        return codec.writer()
    scope = Scope()
    return compile_writer([f"return {codec.source('value', scope)}"], scope, "a value", object)


def _choice(members: Iterable["_Object"], choose: Callable[[object], "_Object"]) -> Codec:
    """One of several classes."""

    def source(value: str, scope: Scope) -> str:
        writers = {member.cls: member.writer() for member in members}
        return f"{scope.add(writers)}[type({value})]({value})"

    return Codec(
        source,
        lambda given: choose(given).read(given),
        lambda defs: {"oneOf": [member.schema(defs) for member in members]},
    )


def _union(kinds: Iterable[object]) -> Codec:
    members = {member.tag: member for member in (_object(kind, tagged=True) for kind in kinds)}
    tags = names_codec(Names({tag: tag for tag in members}))

    def choose(given: object) -> _Object:
        tag = as_object(given, required=("type",))["type"]
        return members[str(read_at(".type", tags.read, tag))]

    return _choice(members.values(), choose)


def _untagged(untagged: Untagged) -> Codec:
    first, second = _object(untagged.first), _object(untagged.second)
    return _choice(
        (first, second), lambda given: first if untagged.key in as_object(given) else second
    )


# Codecs of classes


def tag_of(cls: type) -> str:
    """The name of a class in snake case, which is its `type` in documents."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


@attrs.frozen(eq=False)
class _Key:
    """A key of an object, and where its value comes from."""

    name: str
    part: Part
    codec: Codec

    @property
    def argument(self) -> str:
        """The argument of the constructor."""
        return self.part.get if isinstance(self.part.get, str) else self.name

    def value(self, whole: object) -> object:
        """Its value in an object."""
        get = self.part.get
        return getattr(whole, get) if isinstance(get, str) else get(whole)

    def source(self, scope: Scope) -> str:
        """The source of its document."""
        get = self.part.get
        if isinstance(get, str):
            return self.codec.source(f"value.{get}", scope)
        name = scope.add()
        part = f"{scope.add(get)}(value)"
        if self.codec.source(name, Scope()) == name:  # it is written as it is
            return part
        return f"{scope.add(_writer(self.codec))}({part})"

    def schema(self, defs: Definitions) -> Schema:
        """The schema, also for the form of older documents."""
        found, older = self.codec.schema(defs), self.part.older
        return found if older is None else {"oneOf": [found, {**older}]}


def _field_types(cls: type, arguments: tuple[object, ...] = ()) -> dict[str, object]:
    """The types of the arguments of the constructor of an attrs class, which may be generic."""
    if not attrs.has(cls):
        return {}
    hints = resolved_types(cls)
    types_ = {field.name: hints[field.name] for field in attrs.fields(cls) if field.init}
    bound = dict(zip(getattr(cls, "__parameters__", ()), arguments, strict=False))
    for base in getattr(cls, "__orig_bases__", ()):  # a subclass may bind the variables of its base
        variables = getattr(get_origin(base), "__parameters__", ())
        bound |= {v: kind for v, kind in zip(variables, get_args(base), strict=False) if v != kind}
    return {name: _bind(kind, bound) for name, kind in types_.items()} if bound else types_


def _names_with_defaults(cls: type) -> set[str]:
    """The arguments of an attrs class that may be left out."""
    fields = attrs.fields(cls) if attrs.has(cls) else ()
    return {field.name for field in fields if field.default is not attrs.NOTHING}


@runtime_checkable
class _Generic(Protocol):
    """A type such as `tuple[T, ...]`."""

    def __getitem__(self, arguments: tuple[object, ...], /) -> object: ...


def _bind(kind: object, bound: Mapping[object, object]) -> object:
    """A type with the variables bound."""
    if isinstance(kind, TypeVar):
        return bound[kind]
    variables = getattr(kind, "__parameters__", ())
    if variables and isinstance(kind, _Generic):
        return kind[tuple(bound[variable] for variable in variables)]
    return kind


class _Object(Codec):
    """The codec of a class, by its form."""

    def __init__(
        self, form: Form[object], arguments: tuple[object, ...] = (), *, tagged: bool = False
    ) -> None:
        super().__init__(
            lambda value, scope: f"{scope.add(self.writer())}({value})",
            self._read_shared if form.shared else self._read,
            lambda defs: defs.refer(self, form.name or tag_of(form.cls), self._define_schema),
            error=form.error,
            unlimited=form.unlimited,
        )
        self.cls, self.tag = form.cls, tag_of(form.cls)
        self._form, self._arguments, self._tagged = form, arguments, tagged or form.tagged
        self._header = ("format", "version") * bool(form.format) + ("type",) * self._tagged
        self._writer: Writer | None = None
        self._shared: dict[bytes, object] = {}
        self._outer: list[_Key] = []
        """Keys that are derived from what contains the object, as scores are."""

    def define(self, outer: Mapping[str, Part] | None = None) -> "_Object":
        """Make the codecs of all keys, which can refer to this one."""
        form, types_ = self._form, _field_types(self.cls, self._arguments)
        parts = {name: Part(kind, name) for name, kind in types_.items()}
        for name, kind in form.fields.items():
            parts[name] = kind if isinstance(kind, Part) else Part(kind, name)
        order = form.order or [*parts, *form.derived]
        keys = [_key(name, form.derived.get(name) or parts[name]) for name in order]
        self._each = {
            name: [
                (key, _writer(array_codec(key.codec))) for key in map(_key, inner, inner.values())
            ]
            for name, inner in form.each.items()
        }
        for key in keys:
            if key.name in self._each:
                inner = _Object(_form_of(get_args(key.part.kind)[0])).define(form.each[key.name])
                object.__setattr__(key, "codec", array_codec(inner))
        self._keys = keys
        self._outer = [_key(name, part) for name, part in (outer or {}).items()]
        self._fields = [
            (key.name, key.argument, key.codec.read) for key in keys if key.name not in form.derived
        ]
        self._derived = [(key, _writer(key.codec)) for key in keys if key.name in form.derived]
        self._names = (*self._header, *order, *(key.name for key in self._outer))
        self._name_set = set(self._names)
        free = _names_with_defaults(self.cls) if form.optional else set[str]()
        self._required = [name for name in self._names if name not in free]
        return self

    # Writing

    def writer(self) -> Writer:
        """The function that writes an object. It is compiled on first use."""
        if self._writer is None:
            self._writer = self._write_later  # for a class that refers to itself
            write = self._compile_writer()
            self._writer = _keeping(write, self._form.kept) if self._form.kept else write
        return self._writer

    def _write_later(self, value: object) -> object:
        return self.writer()(value)

    def _compile_writer(self) -> Callable[[object], dict[str, Json]]:
        form, scope = self._form, Scope()
        version = form.version
        number = f"{scope.add(version)}(value)" if callable(version) else repr(version)
        header = {"format": repr(form.format), "version": number, "type": repr(self.tag)}
        items = [f"{name!r}: {header[name]}" for name in self._header]
        items += [f"{key.name!r}: {key.source(scope)}" for key in self._keys]
        lines = [f"document = {{{', '.join(items)}}}"]
        for name, keys in self._each.items():
            for key, write in keys:
                parts = f"{scope.add(write)}({scope.add(key.value)}(value))"
                lines.append(f"for item, part in zip(document[{name!r}], {parts}):")
                lines.append(f"    item[{key.name!r}] = part")
        title = self.cls.__qualname__
        return compile_writer([*lines, "return document"], scope, title, dict[str, Json])

    # Reading

    def _read_shared(self, given: object) -> object:
        try:
            key = fingerprint(given)
        except ValueError:  # nested too deeply, or no plain data
            return self._read(given)
        if key not in self._shared:
            value = self._read(given)
            if len(self._shared) >= self._form.shared:
                self._shared.clear()
            self._shared[key] = value
        return self._shared[key]

    def _read(self, given: object) -> object:
        form = self._form
        document = self._checked(given)
        values = {"version": document["version"]} if form.takes_version else {}
        name = ""
        try:
            for name, argument, read in self._fields:
                if name not in document:  # it has its default
                    continue
                part = document[name]
                values[argument] = part.value if type(part) is Done else read(part)
        except Fault as fault:
            raise fault.below(f".{name}") from fault.__cause__
        value = call(form.build or self.cls, **values)
        for key, write in self._derived:
            if type(document[key.name]) is not Done:
                _require(f".{key.name}", document[key.name], write(key.value(value)))
        for name, keys in self._each.items():
            for key, write in keys:
                items, parts = as_array(document[name]), as_array(write(key.value(value)))
                for index, (item, part) in enumerate(zip(items, parts, strict=True)):
                    _require(f".{name}[{index}].{key.name}", as_object(item)[key.name], part)
        return value

    def _checked(self, given: object) -> dict[str, object]:
        """The keys of a document of this form, up to date."""
        form = self._form
        if not form.readable:
            raise TypeError(f"{self.cls.__name__} can be written as a document, but not read")
        version = self._version(given) if form.format else 0
        if form.upgrade is not None:
            given = call(form.upgrade, as_object(given), version)
        if type(given) is not dict or given.keys() != self._name_set:
            given = as_object(given, self._names, required=self._required)
        if self._tagged and given["type"] != self.tag:
            raise Fault(f"expected {self.tag!r}", ".type")
        return given

    def _version(self, given: object) -> int:
        """The version in the header, which must be one that can be read."""
        document, form = as_object(given, required=("format",)), self._form
        if document["format"] != form.format:
            raise Fault(f"expected {form.format!r}", ".format")
        version = as_object(given, required=("version",))["version"]
        if type(version) is not int:
            raise expected("an integer", version).below(".version")
        if not 1 <= version <= form.newest:
            raise Fault(unsupported_version(version, form.newest), ".version")
        return version

    def _define_schema(self, defs: Definitions) -> Schema:
        form = self._form
        header: Schema = {
            "format": {"const": form.format},
            "version": {"type": "integer", "minimum": 1, "maximum": form.newest},
            "type": {"const": self.tag},
        }
        properties: Schema = {name: header[name] for name in self._header}
        properties |= {key.name: key.schema(defs) for key in (*self._keys, *self._outer)}
        summary = (self.cls.__doc__ or "").partition("\n")[0]
        return {"description": summary, **object_schema(properties, self._required)}


def _keeping(write: Callable[[object], dict[str, Json]], size: int) -> Writer:
    """A writer that keeps its documents, which are flat, by the objects that they describe."""
    kept: dict[int, dict[str, Json]] = {}
    described: list[object] = []  # while they are there, no others can have their identities

    def write_once(value: object) -> object:
        document = kept.get(id(value))
        if document is None:
            if len(kept) >= size:
                kept.clear()
                described.clear()
            document = kept[id(value)] = write(value)
            described.append(value)
        return document.copy()

    return write_once


def _require(path: str, given: object, wanted: object) -> None:
    try:
        require_equal(given, wanted)
    except Fault as fault:
        raise fault.below(path) from None


def _key(name: str, part: Part) -> _Key:
    return _Key(name, part, codec_of(part.kind))


def _form_of(kind: object) -> Form[object]:
    if isinstance(kind, type):
        kind = registered(kind) or _plain_form(kind)
    if not isinstance(kind, Form):
        raise TypeError(f"a union of other types than classes has no document: {kind!r}")
    return kind


@cache
def _plain_form(cls: type) -> Form[object]:
    if not attrs.has(cls):
        raise TypeError(f"there is no document of {cls.__name__}: register a form of it")
    return Form(cls)


def _object(kind: object, *, tagged: bool = False) -> _Object:
    """The codec of a form, of a class by its form, or of a generic class with its arguments."""
    form, arguments = _form_of(get_origin(kind) or kind), get_args(kind)
    key = form, arguments, tagged or form.tagged
    found = _objects.get(key)
    if found is None:
        found = _objects[key] = _Object(form, arguments, tagged=tagged)
        found.define()
    return found


# The codec of each kind

_writers: Final[dict[type, Writer]] = {}
_codecs: Final[dict[object, Codec]] = {}
_objects: Final[dict[tuple[Form[object], tuple[object, ...], bool], _Object]] = {}


def codec_of(kind: object) -> Codec:
    """The codec of a type, a form or another kind."""
    codec = _codecs.get(kind)
    if codec is None:
        codec = _codecs[kind] = _make(kind)
    return codec


def _make(kind: object) -> Codec:  # noqa: C901, PLR0911, PLR0912 - a case for each kind of type
    match kind:
        case Form():
            return _object(kind)
        case Range():
            return integer_codec(kind)
        case Names():
            return names_codec(kind)
        case Text():
            return text_codec(kind)
        case Raw():
            return Codec(as_it_is, lambda given: given, lambda _: {})
        case Items():
            return array_codec(codec_of(kind.kind))
        case Optional():
            return optional_codec(codec_of(kind.kind))
        case ByKey():
            return by_key_codec(kind.keys, codec_of(kind.kind))
        case Row(cls=None):
            return _tuple(kind.kinds)
        case Row(cls=type() as cls):
            names = [f".{name}" for name in _field_types(cls)]
            return row_codec([codec_of(inner) for inner in kind.kinds], names, cls)
        case Named():
            return named_codec(kind.names, codec_of(kind.kind))
        case Untagged():
            return _untagged(kind)
        case TypeAliasType():
            return codec_of(kind.__value__)
        case type() if get_origin(kind) is None:
            return _class(kind)
    return _alias(kind, get_origin(kind), get_args(kind))


def _class(cls: type) -> Codec:
    known = registered(cls)
    if known is not None and not isinstance(known, Form):
        return codec_of(known)
    if cls in SCHEMA_TYPES:
        return plain_codec(cls)
    if known is None and issubclass(cls, enum.Enum):
        texts = [(member.value, member) for member in cls]
        return names_codec(Names({str(text): member for text, member in texts}))
    return _object(cls)


def _alias(kind: object, origin: object, inner: tuple[object, ...]) -> Codec:  # noqa: PLR0911 - a case for each kind
    """The codec of a union, a container or a literal."""
    if origin in (Union, types.UnionType):
        members = [member for member in inner if member is not type(None)]
        codec = codec_of(members[0]) if len(members) == 1 else _union(members)
        return codec if len(members) == len(inner) else optional_codec(codec)
    if origin is tuple:
        return array_codec(codec_of(inner[0])) if inner[1:] == (...,) else _tuple(inner)
    if origin is list:
        return array_codec(codec_of(inner[0]), list)
    if origin is dict and inner[0] is str:
        return map_codec(codec_of(inner[1]))
    if origin is Literal:
        return _literal(inner)
    if isinstance(origin, type) and attrs.has(origin):
        return _object(kind)
    if isinstance(kind, TypeVar):  # a generic class without its arguments can only be written
        return Codec(lambda value, scope: f"{scope.add(_write)}({value})", _unbound, _unbound)
    raise TypeError(f"there is no document of {kind!r}")


def _unbound(_: object) -> Never:
    raise TypeError("say of which types: a generic class has no document by itself")


def _tuple(kinds: Iterable[object]) -> Codec:
    codecs = [codec_of(kind) for kind in kinds]
    return row_codec(codecs, [f"[{i}]" for i in range(len(codecs))], lambda *values: values)


def _literal(values: tuple[object, ...]) -> Codec:
    """Some texts, or some members of an enum."""
    if all(type(value) is str for value in values):
        return names_codec(Names({str(value): value for value in values}), as_it_is)
    known = registered(type(values[0]))
    names = known.values if isinstance(known, Names) else {}
    return names_codec(Names({text: value for text, value in names.items() if value in values}))
