"""The errors of the library. All of them are `KeltisError` and `ValueError`."""

import enum
from collections.abc import Callable, Iterable
from typing import ClassVar, Final, Generic, Self, TypeVar

_SHOWN: Final = 200


def shown(value: object, how: Callable[[object], str] = repr) -> str:
    """What a caller passed, for a message: of a long text only the start, and never an error of its own.

    >>> shown((7, "seven"))
    "(7, 'seven')"
    >>> shown(10**5000)
    '<int that cannot be shown>'
    """
    try:
        text = how(value)
    except Exception:  # noqa: BLE001 - it is the caller's own class, or a number too long for Python
        return f"<{type(value).__name__} that cannot be shown>"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


class KeltisError(ValueError):
    """The base of every error that keltis raises on purpose."""


class InvalidArgument(KeltisError):
    """A function was given something it cannot take: a wrong type, or a number out of range."""


class NotationError(KeltisError):
    """A text is not what it should be. The message says what was expected, and where."""


class _Faulty(KeltisError):
    """Something is wrong in one or more ways, and `faults` lists all of them."""

    subject: ClassVar[str]

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults: tuple[str, ...] = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        if len(self.faults) == 1:
            return f"{self.subject}: {self.faults[0]}"
        return "\n".join(
            [
                f"{self.subject}, {len(self.faults)} faults:",
                *(f"- {fault}" for fault in self.faults),
            ]
        )

    @classmethod
    def raise_if(cls, faults: list[str]) -> None:
        """Raise this error if there is any fault."""
        if faults:
            raise cls(faults)

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


class InvalidRules(_Faulty):
    """Rules that contradict themselves; `faults` lists every reason."""

    subject = "impossible rules"


class InvalidState(_Faulty):
    """A position that cannot be; `faults` lists every reason."""

    subject = "impossible position"


class PlacedError(KeltisError):
    """A file is refused: `place` says where (a move, a line, or a path in JSON), and `reason` why."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"{place}: {reason}")

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.place, self.reason)


class Reason(enum.Enum):
    """A base for the reasons why a move is illegal; `str()` of one is a sentence for people."""

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


ReasonT = TypeVar("ReasonT", bound=Reason)
MoveT = TypeVar("MoveT")
StateT = TypeVar("StateT")


class RefusedMove(KeltisError, Generic[ReasonT, MoveT, StateT]):
    """The rules do not allow this move. Nothing has changed: `state` is as it was."""

    def __init__(self, reason: ReasonT, move: MoveT, state: StateT) -> None:
        self.reason = reason
        self.move = move
        self.state = state
        super().__init__(f"{shown(move, str)}: {reason}")  # without the state, which has secrets

    def __reduce__(self) -> tuple[type[Self], tuple[ReasonT, MoveT, StateT]]:
        return type(self), (self.reason, self.move, self.state)
