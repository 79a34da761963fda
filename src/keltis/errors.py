"""The errors of the library. All of them are `KeltisError` and `ValueError`.

`Invalid...` and `Illegal...` name the value that is rejected: `InvalidRules`, `IllegalMove`.
`...Error` names what failed: `NotationError`, `RecordError`.
"""

from collections.abc import Iterable
from typing import ClassVar, Final, Self

_MAX_LISTED: Final = 30
"""The most faults in a message; an error has all of them."""


class KeltisError(ValueError):
    """The base of every error that keltis raises on purpose."""


class InvalidArgument(KeltisError):
    """An argument with an impossible value: no such seat, an unknown name, a number too large."""


class NotationError(KeltisError):
    """A text that cannot be parsed. The message says what was expected, and where."""


class _InvalidValue(KeltisError):
    """A value with one or more faults; `faults` lists all of them."""

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
                *(f"- {fault}" for fault in self.faults[:_MAX_LISTED]),
                *([f"- and {more} more"] if (more := len(self.faults) - _MAX_LISTED) > 0 else ()),
            ]
        )

    @classmethod
    def raise_if(cls, faults: Iterable[str]) -> None:
        """Raise this error if there is any fault."""
        if listed := tuple(faults):
            raise cls(listed)

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


class InvalidRules(_InvalidValue):
    """Rules that contradict themselves; `faults` lists every reason."""

    subject = "impossible rules"


class InvalidState(_InvalidValue):
    """A position that is impossible in the game; `faults` lists every reason."""

    subject = "impossible position"


class PlacedError(KeltisError):
    """An error in a file, at `place` (a move, a line, or a path in JSON), for `reason`."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"{place}: {reason}")

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.place, self.reason)


class RecordError(PlacedError):
    """A record is rejected: `place` is a move, a line, or a path in JSON; `reason` says why."""
