"""How the games of a batch ended, and why actions are refused."""

from typing import Final, final

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis.ending import EndReason
from keltis.errors import KeltisError
from keltis.legality import Illegality

END_REASONS: Final[tuple[EndReason | None, ...]] = (
    None,
    EndReason.FIFTH_FIGURE,
    EndReason.DRAW_PILE_EMPTY,
)
"""What the numbers in `reasons` mean: why a game is over, or None while it goes on."""


class IllegalActions(KeltisError):
    """Some actions of a batch are illegal; the batch is unchanged."""

    def __init__(
        self, indices: tuple[int, ...], actions: tuple[int, ...], reasons: tuple[Illegality, ...]
    ) -> None:
        self.indices = indices
        """The games whose action is illegal."""
        self.actions = actions
        """Their actions."""
        self.reasons = reasons
        """Why each is illegal."""
        super().__init__(indices, actions, reasons)

    def __str__(self) -> str:
        faults = zip(self.indices, self.actions, self.reasons, strict=True)
        lines = [f"- game {index}: action {action}: {why}" for index, action, why in faults]
        more = [f"- and {len(lines) - 5} more"] if len(lines) > 5 else []
        return "\n".join([f"illegal actions in {len(lines)} games:", *lines[:5], *more])


@attrs.frozen(eq=False)
class Outcomes:
    """How the games of a batch ended."""

    reasons: NDArray[np.uint8]
    """By game, an index into `END_REASONS`; 0 while the game goes on."""
    scores: NDArray[np.int32]
    """By game and seat, the total points, as if the game ended now."""

    @property
    def winners(self) -> NDArray[np.bool_]:
        """By game and seat, who has won (F4); nobody while the game goes on."""
        best = self.scores.max(axis=1, keepdims=True)
        winners: NDArray[np.bool_] = (self.scores == best) & (self.reasons != 0)[:, np.newaxis]
        return winners


@final
@attrs.frozen(eq=False)
class Playouts(Outcomes):
    """How the games of a batch ended when they were played out."""

    decisions: NDArray[np.int64]
    """By game, how many decisions were made."""
