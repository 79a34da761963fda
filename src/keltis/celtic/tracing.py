"""The paths of a position: knots, which are closed, and open ones (K10)."""

from typing import final

import attrs

from keltis._shared.values import Immutable
from keltis.celtic.moves import Lay
from keltis.celtic.state import GameState, require_state
from keltis.celtic.tiles import PLAYERS, Player
from keltis.celtic.weave import Arc, strands


@final
@attrs.frozen
class Path(Immutable):
    """A path: its arcs as they follow each other, and the tiles they visit."""

    arcs: tuple[Arc, ...]
    is_knot: bool
    """Whether it is closed; its last arc then leads back to the first."""
    tiles: tuple[Lay, ...]
    """The tiles it visits, each once, row by row."""

    def count(self, player: Player) -> int:
        """How many tiles of this player it visits: what a knot scores (K10)."""
        return sum(tile.supply is player for tile in self.tiles)

    @property
    def counts(self) -> tuple[int, int]:
        """How many tiles of Orange and of Blue it visits."""
        orange, blue = PLAYERS
        return self.count(orange), self.count(blue)


def paths(state: GameState) -> tuple[Path, ...]:
    """All paths, closed and open, in the order of their first arcs when these are read row by row and clockwise."""
    require_state(state)
    return tuple(
        Path(
            strand.arcs, strand.closed, tuple(lay for lay in state.lays if lay.cell in strand.cells)
        )
        for strand in strands({lay.cell: lay.mask for lay in state.lays})
    )


def knots(state: GameState) -> tuple[Path, ...]:
    """The closed paths, in the order of `paths`.

    >>> from keltis.celtic import Owner, Rules, setup_game
    >>> end = Rules(start=2, supplies=((1, 0, 0, 0, 0),) * 3)
    >>> [knot.counts for knot in knots(setup_game([Lay(1, 0, 8, Owner.BLUE)], rules=end))]
    [(0, 1)]
    """
    return tuple(path for path in paths(state) if path.is_knot)
