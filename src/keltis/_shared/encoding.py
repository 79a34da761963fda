"""What programs that learn need in both games: layouts of encoded positions, and masks."""

import hashlib
from collections.abc import Iterable, Mapping
from math import prod
from typing import ClassVar, final

import attrs

from keltis._shared.values import Immutable


@final
@attrs.frozen
class Field(Immutable):
    """One field of a layout.

    >>> from keltis import KELTIS
    >>> from keltis.encoding import layout
    >>> field = layout(KELTIS, 2).fields[0]
    >>> field.name, field.start, field.stop
    ('phase', 0, 4)
    """

    name: str
    shape: tuple[int, ...]
    start: int
    """The index of its first byte."""

    @property
    def stop(self) -> int:
        """The index after its last byte."""
        return self.start + prod(self.shape)


@attrs.frozen
class BaseLayout(Immutable):
    """Where each field is in the bytes of an encoding. Each game has a subclass."""

    encoding: ClassVar[str]
    """The module that defines the encoding."""

    version: int
    fields: tuple[Field, ...]

    @property
    def size(self) -> int:
        """How many bytes there are in all."""
        return self.fields[-1].stop

    @property
    def slices(self) -> dict[str, slice]:
        """By the name of a field, its bytes."""
        return {field.name: slice(field.start, field.stop) for field in self.fields}

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """By the name of a field, its shape, to reshape its slice to."""
        return {field.name: field.shape for field in self.fields}

    @property
    def checksum(self) -> str:
        """The same for layouts of the same meaning, and different for others: save it with a model.

        It is made of the version and all other fields of the layout, with SHA-256.
        """
        lines = [f"{self.encoding} {self.version}", *self._parameters()]
        lines += [f"{field.name} {field.start} {field.shape}" for field in self.fields]
        return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()[:16]

    def _parameters(self) -> list[str]:
        """What changes the meaning of the bytes, beside the version and the fields."""
        return []


def consecutive_fields(shapes: Mapping[str, tuple[int, ...]]) -> tuple[Field, ...]:
    """Fields with these names and shapes, one after the other.

    >>> fields = consecutive_fields({"phase": (4,), "hand": (5, 11), "pile": (1,)})
    >>> [field.start for field in fields]
    [0, 4, 59]
    """
    fields: list[Field] = []
    for name, shape in shapes.items():
        fields.append(Field(name, shape, fields[-1].stop if fields else 0))
    return tuple(fields)


def action_mask(actions: Iterable[int], count: int) -> bytes:
    """One byte for each of `count` action numbers: 1 if it is among the actions, 0 if not.

    >>> list(action_mask([0, 3], 5))
    [1, 0, 0, 1, 0]
    """
    mask = bytearray(count)
    for action in actions:
        mask[action] = 1
    return bytes(mask)
