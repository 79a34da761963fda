"""Illegal moves: the base of their reasons, and of the errors that carry them."""

import enum
from typing import Generic, Self, TypeVar

from keltis._shared.text import short_repr
from keltis.errors import KeltisError


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
        super().__init__(
            f"{short_repr(move, str)}: {reason}"
        )  # without the state, which has secrets

    def __reduce__(self) -> tuple[type[Self], tuple[ReasonT, MoveT, StateT]]:
        return type(self), (self.reason, self.move, self.state)
