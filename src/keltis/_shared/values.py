"""What makes the values of this library immutable, and quick to build all the same."""

from collections.abc import Callable, Mapping
from typing import ParamSpec, Protocol, Self, TypeVar

import attrs

P = ParamSpec("P")
T = TypeVar("T")


@attrs.frozen(eq=False)
class Immutable:
    """A base for frozen attrs classes: a copy is the object itself, and a pickle is checked when it is loaded."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Mapping[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[object, ...]]:
        # Loading calls the constructor, so that a forged pickle meets the same checks as any other
        # argument.
        return _rebuilt, (type(self), _told(self))

    def _repr_pretty_(self, printer: "_Printer", cycle: bool) -> None:  # noqa: ARG002 - the values have no cycles
        # Without this, IPython and Hypothesis print every field, also those that the repr leaves
        # out.
        printer.text(repr(self))


@attrs.frozen(eq=False)
class Unshared(Immutable):
    """A base for values whose pickles are equal, byte for byte, when they are."""

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[object, ...]]:
        return _rebuilt, (
            type(self),
            {name: _unshared(value) for name, value in _told(self).items()},
        )


def _told(value: Immutable) -> dict[str, object]:
    """The fields that make a value what it is, by their names; the others follow from them."""
    return {
        field.name: getattr(value, field.name)
        for field in attrs.fields(type(value))
        if field.init and field.eq
    }


def _unshared(value: object) -> object:
    """The same value with every tuple an object of its own: a pickle shows which of them are one object."""
    return tuple([_unshared(item) for item in value]) if type(value) is tuple else value


def changed_fields(value: Immutable) -> str:
    """The repr of a value by those of its fields that differ from their defaults."""
    fields = [field for field in attrs.fields(type(value)) if field.init]
    changed = [field.name for field in fields if getattr(value, field.name) != field.default]
    return f"{type(value).__name__}({', '.join(f'{name}={getattr(value, name)!r}' for name in changed)})"


class _Printer(Protocol):
    """What IPython and Hypothesis pass to `_repr_pretty_`."""

    def text(self, obj: str, /) -> None: ...


def _rebuilt(cls: Callable[..., T], fields: Mapping[str, object]) -> T:
    return cls(**fields)


def unchecked(cls: Callable[P, T]) -> Callable[P, T]:
    """A constructor with the signature of the frozen attrs class `cls` that takes its arguments on trust.

    For values that are right because of how they were made, such as the state after a legal move.
    It skips the checks, and takes a quarter of the time of attrs' own constructor: a frozen class
    sets its fields through `object.__setattr__`, one call each, while here they are plainly
    assigned to an object of an unfrozen subclass, which then becomes one of `cls`.
    """
    if not isinstance(cls, type) or not attrs.has(cls):
        raise TypeError(f"{cls!r} is not an attrs class")
    unfrozen = type(
        cls.__name__,
        (cls,),
        {
            "__slots__": (),
            "__init__": object.__init__,
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        },
    )
    names = list(attrs.fields_dict(cls))
    lines = [
        f"def build({', '.join(names)}):",
        "    self = unfrozen()",
        *(f"    self.{name} = {name}" for name in names),
        "    self.__class__ = cls",
        "    return self",
    ]
    built: dict[str, Callable[P, T]] = {}
    # The source is made of the class's own field names, as attrs makes its methods.
    exec("\n".join(lines), {"unfrozen": unfrozen, "cls": cls}, built)  # noqa: S102
    return built["build"]


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same tuple with one item replaced."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)
