"""Immutable values: their copies and pickles, and generated constructors that are quick."""

import enum
import linecache
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING, Final, Generic, Never, ParamSpec, Protocol, Self, TypeVar

import attrs

from keltis.errors import KeltisError

P = ParamSpec("P")
T = TypeVar("T")


@attrs.frozen(eq=False)
class Immutable:
    """A base for frozen attrs classes: a copy is the object itself, and unpickling checks it."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Mapping[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[object, ...]]:
        # Unpickling calls the constructor, so that a forged pickle meets the same checks as any
        # other argument.
        return _call_constructor, (type(self), _constructor_arguments(self))

    def _repr_pretty_(self, printer: "_Printer", cycle: bool) -> None:  # noqa: ARG002 - the values have no cycles
        # Without this, IPython and Hypothesis print every field, also those that the repr leaves
        # out.
        printer.text(repr(self))


def public_module(kind: type | FunctionType) -> str:
    """The package that exports a class or function of this library; else its own module."""
    package, _, rest = kind.__module__.partition("._")
    return package if rest and package.startswith("keltis") else kind.__module__


class _FunctionHint:
    """An attribute that is missing, and whose error names the function to call instead."""

    def __init__(self, function: str) -> None:
        self.function = function

    def __get__(self, position: object, kind: type) -> Never:
        call = f"{public_module(kind)}.{self.function}(…)"
        raise AttributeError(f"a {kind.__name__} has data only: call {call} instead")


class FunctionHints:
    """A base for positions, for those who look for a method where there is a function."""

    __slots__ = ()

    if not TYPE_CHECKING:  # pragma: no branch - to a type checker, these attributes are unknown
        legal_moves = _FunctionHint("legal_moves")
        apply_move = _FunctionHint("apply_move")
        outcome = _FunctionHint("outcome")
        is_over = _FunctionHint("outcome")
        scores = _FunctionHint("scores")


def show_tables_in_notebooks() -> None:
    """Let IPython show tuples and lists of our values as tables, if this is a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    if shell:
        for kind in (tuple, list):
            shell.display_formatter.formatters["text/html"].for_type(kind, _sequence_html)


def _sequence_html(values: Sequence[object]) -> str | None:
    first: object = values
    while isinstance(first, tuple | list) and first:
        first = first[0]
    if not type(first).__module__.startswith("keltis."):
        return None
    html = import_module("keltis.render._kit.html")
    write = html.sequence_html if first is values[0] else html.turns_html
    table: str | None = write(values)
    return table


class Drawn:
    """A base for values that the `render` of their game draws, as text and in notebooks."""

    __slots__ = ()

    def __str__(self) -> str:
        return self._draw("board_text")

    def _repr_svg_(self) -> str:
        return self._draw("board_svg", size=560, theme="auto")

    def _draw(self, function: str, **options: object) -> str:
        # Drawing comes after the rules, so it is imported when it is needed.
        package = import_module(public_module(type(self))).__package__
        render = import_module(f"{package}.render")
        drawn: str = getattr(render, function)(self, **options)
        return drawn


def _reject(member: enum.Enum, name: str, value: object = None) -> Never:  # noqa: ARG001 - as Python calls it
    raise attrs.exceptions.FrozenInstanceError


class ImmutableEnum(enum.Enum):
    """A base for enums: their members reject assignments, as objects of frozen attrs classes do.

    The whole process shares a member, so a changed one would change every game. Attributes beside
    `name` and `value` are `Final` and assigned in `__init__`.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if len(cls):  # it has members, which are complete by now, and so no subclass
            # By a variable: a type checker that sees a `__setattr__` allows any new attribute.
            for name in ("__setattr__", "__delattr__"):
                setattr(cls, name, _reject)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


@attrs.frozen(eq=False)
class CanonicalPickle(Immutable):
    """A base for values whose pickles are equal, byte for byte, when the values are."""

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[object, ...]]:
        arguments = _constructor_arguments(self)
        copies = {name: _copy_tuples(value) for name, value in arguments.items()}
        return _call_constructor, (type(self), copies)


@attrs.frozen(eq=False)
class SharedPickle(CanonicalPickle):
    """A base for values that many others refer to: equal ones are unpickled as one object."""

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[object, ...]]:
        return _unpickle_shared, super().__reduce__()[1]


def _constructor_arguments(value: Immutable) -> dict[str, object]:
    """The fields that define a value, by name; the other fields follow from them."""
    return {
        field.name: getattr(value, field.name)
        for field in attrs.fields(type(value))
        if field.init and field.eq
    }


def _copy_tuples(value: object) -> object:
    """Copy every tuple in a value: a pickle shows which tuples are the same object."""
    return tuple([_copy_tuples(item) for item in value]) if type(value) is tuple else value


def _call_constructor(cls: Callable[..., T], arguments: Mapping[str, object]) -> T:
    return cls(**arguments)


_MAX_SHARED: Final = 64
_shared: Final[dict[object, object]] = {}


def _unpickle_shared(cls: type[T], arguments: Mapping[str, object]) -> T:
    key = (cls, *arguments.items())
    try:
        found = _shared.get(key)
    except TypeError:  # forged: no such value can be hashed
        return _call_constructor(cls, arguments)
    if isinstance(found, cls):
        return found
    value = _call_constructor(cls, arguments)
    if len(_shared) >= _MAX_SHARED:
        _shared.clear()
    _shared[key] = value
    return value


class _Printer(Protocol):
    """The printer that IPython and Hypothesis pass to `_repr_pretty_`."""

    def text(self, obj: str, /) -> None: ...


def repr_without_defaults(value: Immutable) -> str:
    """The repr of a value with only those fields that differ from their defaults."""
    arguments = [
        f"{field.name}={getattr(value, field.name)!r}"
        for field in attrs.fields(type(value))
        if field.init and getattr(value, field.name) != field.default
    ]
    return f"{type(value).__name__}({', '.join(arguments)})"


def replace_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with another item at this index."""
    changed = [*items]
    changed[index] = item
    return tuple(changed)


# Generated functions build a value that is valid because of how it was made, such as the state
# after a legal move. They skip the checks, and take a quarter of the time of attrs' constructor: a
# frozen class sets its fields through `object.__setattr__`, one call each, while these functions
# assign them to an object of an unfrozen subclass, whose class they then set to the frozen one.


def trusted_constructor(cls: Callable[P, T], **derived: Callable[[T], object]) -> Callable[P, T]:
    """Generate a constructor of a frozen attrs class that does not check its arguments.

    It has the signature of `cls`. Converters do not run either. `derived` computes the fields that
    the signature leaves out, in their order.
    """
    fields = [field for field in _fields(cls) if field.init]
    names = {f"default_{field.name}": field.default for field in fields}
    names |= {f"derive_{name}": derive for name, derive in derived.items()}
    parameters = [
        field.name if field.default is attrs.NOTHING else f"{field.name}=default_{field.name}"
        for field in fields
    ]
    values = {field.name: field.name for field in fields}
    values |= {name: f"derive_{name}(self)" for name in derived}
    return _generate(cls, f"construct({', '.join(parameters)})", values, names)


def successor(cls: Callable[..., T], *changed: str) -> Callable[..., T]:
    """Generate a function that copies a value of a frozen attrs class with some fields changed.

    The function takes the value, and a keyword argument for every field that is `changed`:
    `successor(GameState, "phase")` gives a function to call as `function(state, phase=DRAW)`.
    Annotate it with a protocol, so that type checkers know the types of the fields.
    """
    values = {
        field.name: field.name if field.name in changed else f"value.{field.name}"
        for field in _fields(cls)
    }
    return _generate(cls, f"successor(value, /, *, {', '.join(changed)})", values, {})


def _fields(cls: Callable[..., object]) -> Sequence["attrs.Attribute[object]"]:
    if not isinstance(cls, type) or not attrs.has(cls):
        raise TypeError(f"{cls!r} is not an attrs class")
    return list(attrs.fields_dict(cls).values())


def _generate(
    cls: Callable[..., T],
    signature: str,
    values: Mapping[str, str],
    names: Mapping[str, object],
) -> Callable[..., T]:
    """Compile a function that builds an object of a class from an expression for every field."""
    if hasattr(cls, "_attrs_cached_hash"):
        values = {**values, "_attrs_cached_hash": "None"}  # attrs computes the hash on first use
    lines = [
        f"def {signature}:\n",
        "    self = unfrozen()\n",
        *(f"    self.{name} = {value}\n" for name, value in values.items()),
        "    self.__class__ = cls\n",
        "    return self\n",
    ]
    title = f"{cls.__module__}.{cls.__qualname__}: {signature}"
    return compile_function(lines, title, {**names, "cls": cls, "unfrozen": _unfrozen(cls)})


def compile_function(lines: list[str], title: str, names: dict[str, object]) -> Callable[..., T]:
    """The function that these lines of source define, with some names."""
    source, file = "".join(lines), f"<generated for {title}>"
    linecache.cache[file] = len(source), None, lines, file  # for tracebacks, as attrs does it
    scope: dict[str, Callable[..., T]] = {}
    exec(compile(source, file, "exec"), names, scope)  # noqa: S102 - of names of fields alone, as in attrs
    (function,) = scope.values()
    return function


@cache
def _unfrozen(cls: type) -> type:
    """A subclass whose objects take assignments, and whose constructor does nothing."""
    members = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    return type(cls.__name__, (cls,), members)


class Reason(ImmutableEnum):
    """A base for the reasons why a move is illegal; `str()` of one is a sentence for people."""

    def __str__(self) -> str:
        return str(self.value)


ReasonT = TypeVar("ReasonT", bound=Reason)
MoveT = TypeVar("MoveT")
StateT = TypeVar("StateT")


class RefusedMove(KeltisError, Generic[ReasonT, MoveT, StateT]):
    """A base for errors about illegal moves, with the reason, the move and the unchanged state."""

    def __init__(self, reason: ReasonT, move: MoveT, state: StateT) -> None:
        self.reason = reason
        self.move = move
        self.state = state
        # Without the state, which has hidden cards.
        super().__init__(f"{move}: {reason}")

    def __reduce__(self) -> tuple[type[Self], tuple[ReasonT, MoveT, StateT]]:
        return type(self), (self.reason, self.move, self.state)
