"""Illegal moves: a base for the reasons, and a base for the errors."""

from typing import Generic, Self, TypeVar

from keltis._shared.values import ImmutableEnum
from keltis.errors import KeltisError


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
