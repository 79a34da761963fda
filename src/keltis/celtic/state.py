"""The whole position of a game."""

from typing import Final, final

import attrs

from keltis._shared.values import Immutable, trusted_constructor
from keltis.celtic import validation
from keltis.celtic.frontier import NO_FRONTIER, Frontier, frontier_of
from keltis.celtic.moves import Lay
from keltis.celtic.rules import ByShape, Rules
from keltis.celtic.tiles import Player
from keltis.errors import InvalidArgument, InvalidState


@final
@attrs.frozen
class GameState(Immutable):
    """A position: the tiles on the table and whose turn it is. In which order they were laid makes no difference.

    Make one with `new_game` or `setup_game`. The constructor, and with it `attrs.evolve` and
    unpickling, refuses an impossible position with `InvalidState` and all its faults.
    """

    rules: Rules
    lays: tuple[Lay, ...]
    """All tiles as they were laid, the start tile with them, row by row."""
    to_move: Player
    """Whose turn it is; after the end, whose it would be."""

    left: tuple[ByShape, ...] = attrs.field(default=(), eq=False, repr=False)
    """How many tiles are left, by `Owner` and `Shape`. It follows from the rest, whatever is passed."""
    frontier: Frontier = attrs.field(default=NO_FRONTIER, eq=False, repr=False)
    """Where the design can grow. It follows from the rest, whatever is passed."""

    def __attrs_post_init__(self) -> None:
        InvalidState.raise_if(list(validation.type_faults(self.rules, self.lays, self.to_move)))
        InvalidState.raise_if(list(validation.faults(self.rules, self.lays)))
        object.__setattr__(self, "left", validation.tiles_left(self.rules, self.lays))
        object.__setattr__(self, "frontier", frontier_of(self.rules.grid, self.lays))

    def _repr_svg_(self) -> str:
        """What a notebook shows: the design. Nothing of it is hidden."""
        from keltis.celtic.render import board_svg  # noqa: PLC0415 - pictures stand below, and only who looks needs them

        return board_svg(self)


trusted_state: Final = trusted_constructor(GameState)
"""The constructor for a `GameState` that is right because of how it was made: quicker, and without the checks."""


def require_state(state: GameState) -> None:
    """Refuse what is not a `GameState`."""
    if type(state) is not GameState:
        raise InvalidArgument(f"expected a GameState of keltis.celtic, not {type(state).__name__}")
