"""The position of a game."""

from typing import Final, Protocol, final

import attrs

from keltis._lib.values import Immutable, successor
from keltis.celtic._engine import validation
from keltis.celtic._engine.frontier import Frontier, frontier_of
from keltis.celtic._engine.moves import Lay
from keltis.celtic._engine.rules import ByShape, Rules
from keltis.celtic._engine.tiles import Player
from keltis.errors import InvalidState


@final
@attrs.frozen(cache_hash=True)
class GameState(Immutable):
    """A position: the tiles on the table, in whatever order they were laid, and whose turn it is.

    Make one with `new_game` or `setup_game`. The constructor, and so `attrs.evolve` and unpickling,
    raises `InvalidState` with all faults of an impossible position.
    """

    rules: Rules
    lays: tuple[Lay, ...]
    """All tiles on the table, with the start tile, row by row."""
    to_move: Player
    """Whose turn it is; after the end, whose turn it would be."""

    left: tuple[ByShape, ...] = attrs.field(init=False, eq=False, repr=False)
    """The tiles left by `Owner` and `Shape`, derived from the rest."""
    frontier: Frontier = attrs.field(init=False, eq=False, repr=False)
    """Where the design can grow, derived from the rest."""

    def __attrs_post_init__(self) -> None:
        InvalidState.raise_if(list(validation.type_faults(self.rules, self.lays, self.to_move)))
        InvalidState.raise_if(list(validation.faults(self.rules, self.lays)))
        object.__setattr__(self, "left", validation.tiles_left(self.rules, self.lays))
        object.__setattr__(self, "frontier", frontier_of(self.rules.grid, self.lays))

    def __str__(self) -> str:
        """The board as text."""
        from keltis.celtic.render import board_text  # noqa: PLC0415 - drawing comes after the rules

        return board_text(self)

    def _repr_svg_(self) -> str:
        """The picture in a notebook."""
        from keltis.celtic.render import board_svg  # noqa: PLC0415 - render imports this module

        return board_svg(self, size=560, theme="auto")


class _AfterTurn(Protocol):
    def __call__(self, state: GameState, /, *, to_move: Player) -> GameState: ...


class _AfterLay(Protocol):
    def __call__(
        self,
        state: GameState,
        /,
        *,
        lays: tuple[Lay, ...],
        to_move: Player,
        left: tuple[ByShape, ...],
        frontier: Frontier,
    ) -> GameState: ...


after_turn: Final[_AfterTurn] = successor(GameState, "to_move")
after_lay: Final[_AfterLay] = successor(GameState, "lays", "to_move", "left", "frontier")
