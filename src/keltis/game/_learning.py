"""What programs that learn need in every game: layouts of encoded positions, masks and returns."""

import hashlib
from collections.abc import Iterable, Mapping
from math import prod
from typing import Final, Literal, Protocol, TypeAlias, final, get_args

import attrs

from keltis._lib.text import short_repr
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument

Returns: TypeAlias = Literal["win_shares", "score_margins"]
"""The names of what a finished game can be worth to the players."""

RETURNS: Final[tuple[Returns, ...]] = get_args(Returns)


@final
@attrs.frozen
class Field(Immutable):
    """One field of a layout.

    >>> from keltis import KELTIS
    >>> from keltis.learning import layout
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


@final
@attrs.frozen
class Layout(Immutable):
    """Where each field is in the bytes of an encoding. The game's module explains the fields.

    Layouts of the same meaning have the same checksum, others have another: save it with a model.

    >>> from keltis import KELTIS, KELTIS_LITERAL
    >>> from keltis.learning import layout
    >>> two = layout(KELTIS, 2)
    >>> two.size, two.slices["hand"], two.shapes["laid"]
    (707, slice(13, 68, None), (2, 5, 11))
    >>> two.checksum == layout(KELTIS_LITERAL, 2).checksum
    True
    """

    encoding: str
    """The name of the encoding."""
    version: int
    fields: tuple[Field, ...]
    values: tuple[int, ...] = ()
    """What the fields count, where it is not always the same: in Keltis the values of the cards."""

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

        It is made of all fields of the layout, with SHA-256.
        """
        lines = [f"{self.encoding} {self.version}"]
        if self.values:
            lines.append(" ".join(map(str, self.values)))
        lines += [f"{field.name} {field.start} {field.shape}" for field in self.fields]
        return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()[:16]


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


class Scored(Protocol):
    """How a game ended, with a score for every player."""

    @property
    def scores(self) -> tuple[object, ...]: ...
    @property
    def winners(self) -> tuple[int, ...]: ...


def win_shares(outcome: Scored) -> tuple[float, ...]:
    """The win, shared by those who tie, as numbers whose sum is 0.

    Of two players the winner has 1 and the other -1; of four, 3 and -1; all who tie for all have 0.

    >>> import keltis
    >>> end = keltis.Outcome(
    ...     keltis.EndReason.DRAW_PILE_EMPTY, (keltis.Score(1, 0, 2), keltis.Score(0, 0, 2)), (0,)
    ... )
    >>> keltis.win_shares(end)
    (1.0, -1.0)
    """
    return shares_of(outcome.winners, len(outcome.scores))


def shares_of(winners: tuple[int, ...], players: int) -> tuple[float, ...]:
    """The win, shared by these seats, as numbers whose sum is 0."""
    share = players / len(winners)
    return tuple(share - 1 if seat in winners else -1.0 for seat in range(players))


def require_returns(name: object, known: tuple[Returns, ...] = RETURNS) -> Returns:
    """The name of returns that a game has, or an `InvalidArgument`.

    >>> require_returns("win_shares")
    'win_shares'
    """
    for returns in known:
        if name == returns:
            return returns
    raise InvalidArgument(f"returns must be {' or '.join(known)}, not {short_repr(name)}")
