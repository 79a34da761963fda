"""What is special about the documents of a class, as data, and how a package makes it known.

A frozen attrs class needs none of this: its document has a key for each argument of the
constructor, and the types of the fields say how they are written. Everything else is a `Form` of
the class, or a kind such as `Names` for the values that are written as text.
"""

import enum
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Final, Generic, TypeVar

import attrs

from keltis._codec.json import Json
from keltis.errors import PlacedError

T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)


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


@attrs.frozen
class Range:
    """A whole number within limits."""

    low: int
    high: int | None = None


@attrs.frozen(eq=False)
class Text(Generic[T]):
    """Values that are written as text. `read` raises a `KeltisError` for any other text."""

    write: Callable[[T], str]
    read: Callable[[str], T]
    pattern: str = ""
    """A regular expression for the schema."""


@attrs.frozen(eq=False)
class Names(Generic[T]):
    """A closed set of values, such as the members of an enum, by their texts."""

    values: Mapping[str, T]
    key: str = "_value_"
    """An attribute that differs for all of them; each member of an enum has a value."""
    expected: str = ""
    """What an error says was expected, if not the list of all texts."""


def names_of(members: type[E], name: Callable[[E], str]) -> Names[E]:
    """The members of an enum by a text of each."""
    return Names({name(member): member for member in members})


@attrs.frozen
class Raw:
    """Any JSON, as it is."""


@attrs.frozen(eq=False)
class Items:
    """A tuple of any length."""

    kind: object


@attrs.frozen(eq=False)
class Optional:
    """A value or None."""

    kind: object


@attrs.frozen(eq=False)
class ByKey:
    """A tuple that is written as an object, with a key for each item."""

    keys: tuple[str, ...]
    kind: object


@attrs.frozen(eq=False)
class Row:
    """A tuple of a certain length, or an object that is written as the array of its fields."""

    kinds: tuple[object, ...]
    cls: type | None = None


@attrs.frozen(eq=False)
class Named:
    """A value that is written as its name if it has one."""

    names: Mapping[str, object]
    kind: object


@attrs.frozen(eq=False)
class Untagged:
    """One of two classes: the first if the document has this key, else the second."""

    key: str
    first: type
    second: type


@attrs.frozen(eq=False)
class Part:
    """A key of a document: the kind of its value, and where the value comes from.

    That is an attribute, which is also the argument of the constructor, or a function of the whole
    value; then the argument has the name of the key.
    """

    kind: object
    get: str | Callable[..., object]
    older: Mapping[str, Json] | None = None
    """The schema of another form that older documents have, and that `upgrade` reads."""


@attrs.frozen(eq=False, kw_only=True)
class Form(Generic[T]):
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

    cls: type[T] = attrs.field(kw_only=False)
    name: str = ""
    """Its name in schemas, if not that of the class."""
    fields: Mapping[str, object] = attrs.field(factory=dict)
    """The kinds, or `Part`s, of keys that are not what the types of the fields say."""
    derived: Mapping[str, Part] = attrs.field(factory=dict)
    """Keys that follow from the others, for programs that do not know the rules."""
    each: Mapping[str, Mapping[str, Part]] = attrs.field(factory=dict)
    """By field, derived keys of the items of an array; their functions return one for each item."""
    order: Sequence[str] = ()
    """All keys. By default, the fields and then those that are derived."""
    tagged: bool = False
    """Whether the first key is `type`, the name of the class in snake case."""
    format: str = ""
    """The value of the first key, `format`, which `version` follows."""
    version: int | Callable[[T], int] = 1
    """The version that is written."""
    newest: int = 1
    """The newest version that can be read."""
    upgrade: Callable[[dict[str, object], int], dict[str, object]] | None = None
    """A function that brings the keys of any version up to date. Values may be `Done`."""
    build: Callable[..., T] | None = None
    """A function in place of the constructor. The place of a `PlacedError` is a path below."""
    takes_version: bool = False
    """Whether `build` has the version as an argument."""
    readable: bool = True
    optional: bool = False
    """Whether keys of fields with defaults may be missing."""
    kept: int = 0
    """How many documents to keep, by the object that each describes. They must be flat."""
    shared: int = 0
    """How many values to keep, by their documents, so that equal documents give one object."""
    error: type[PlacedError] = DocumentError
    unlimited: bool = False
    """Whether the JSON can have more characters than other texts."""


@attrs.frozen
class Done:
    """A part of a document that `upgrade` has read; if it is derived, it is not compared."""

    value: object = None


_kinds: Final[dict[object, object]] = {}
"""The form or kind of each class that has one."""
_imported: Final[set[str]] = set()


def register(*forms: Form[T]) -> None:
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


def register_kind(cls: type, kind: object) -> None:
    """Make known how the values of a class are written, as with `Names` or `Text`."""
    _kinds[cls] = kind


def registered(cls: type) -> object:
    """The form or kind of a class, or None.

    First its package has a chance to register what it has: the attribute `__documents__` of a
    package is the name of the module to import.
    """
    if cls not in _kinds:
        package = cls.__module__
        while package and not hasattr(sys.modules.get(package), "__documents__"):
            package = package.rpartition(".")[0]
        if package and package not in _imported:
            _imported.add(package)
            import_module(vars(sys.modules[package])["__documents__"])
    return _kinds.get(cls)
