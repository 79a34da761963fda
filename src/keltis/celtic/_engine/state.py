"""The position of a game, and what makes one impossible."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, final

import attrs

from keltis._lib.text import count_noun, short_repr
from keltis._lib.values import Drawn, FunctionHints, Immutable, successor
from keltis.celtic._engine.frontier import Frontier, frontier_of
from keltis.celtic._engine.moves import READING_ORDER, Lay
from keltis.celtic._engine.rules import ByShape, Rules
from keltis.celtic._engine.strands import Design, is_joined
from keltis.celtic._engine.tiles import (
    EAST,
    NEUTRAL,
    OPPOSITE,
    SIDES,
    SOUTH,
    Cell,
    Owner,
    Player,
    Shape,
    format_cell,
    is_player,
    letters_of,
    neighbour,
)
from keltis.errors import InvalidState


@final
@attrs.frozen(cache_hash=True)
class GameState(Immutable, FunctionHints, Drawn):
    """A position: the tiles on the table, without the order of the lays, and whose turn it is.

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
        InvalidState.raise_if(_type_faults(self.rules, self.lays, self.to_move))
        left = _tiles_left(self.rules, self.lays)
        InvalidState.raise_if(_faults(self.rules, self.lays, left))
        object.__setattr__(self, "left", left)
        object.__setattr__(self, "frontier", frontier_of(self.rules.grid, self.lays))

    def __repr__(self) -> str:
        return f"<GameState {count_noun(len(self.lays), 'tile')}, {self.to_move} to play>"


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


after_lay: Final[_AfterLay] = successor(GameState, "lays", "to_move", "left", "frontier")


def _type_faults(rules: Rules, lays: tuple[Lay, ...], to_move: Player) -> Iterator[str]:
    """Type faults; later checks assume that there are none."""
    if not isinstance(rules, Rules):
        yield f"rules must be Rules, not {short_repr(rules)}"
    if not isinstance(lays, tuple) or not all(isinstance(lay, Lay) for lay in lays):
        yield f"lays must be a tuple of Lay, not {short_repr(lays)}"
    elif list(lays) != sorted(lays, key=READING_ORDER):
        yield "lays must be sorted row by row"
    if not is_player(to_move):
        yield f"to_move must be Owner.ORANGE or Owner.BLUE, not {short_repr(to_move)}"


def _tiles_left(rules: Rules, lays: Sequence[Lay]) -> tuple[ByShape, ...]:
    """The tiles left by `Owner` and `Shape`; negative if too many are on the table."""
    laid = Counter((lay.supply, lay.shape) for lay in lays)
    return tuple(
        tuple(rules.supplies[owner][shape] - laid[owner, shape] for shape in Shape)
        for owner in Owner
    )


def _faults(rules: Rules, lays: Sequence[Lay], left: tuple[ByShape, ...]) -> Iterator[str]:
    """The faults of the tiles on the table (K1, K4 to K7)."""
    for owner in Owner:
        for supply, rest, shape in zip(rules.supplies[owner], left[owner], Shape, strict=True):
            if rest < 0:
                yield f"{supply - rest} tiles are {owner} {shape}, but there are {supply} (K1)"
    if Lay(0, 0, rules.start, NEUTRAL) not in lays:
        yield f"the start tile, neutral and open to {letters_of(rules.start)}, is not on 0,0 (K4)"
    for cell, tiles in Counter(lay.cell for lay in lays).items():
        if tiles > 1:
            yield f"{tiles} tiles lie on {format_cell(cell)}"
    if lays:
        yield from _design_faults(rules, {lay.cell: lay.mask for lay in lays})


def _design_faults(rules: Rules, design: Design) -> Iterator[str]:
    for cell, mask in design.items():
        for side in (EAST, SOUTH):  # each border once
            there = neighbour(cell, side)
            if there in design and bool(mask & side) != bool(design[there] & OPPOSITE[side]):
                yield f"a path is cut off between {format_cell(cell)} and {format_cell(there)} (K6)"
    for cell in sorted(design.keys() - _connected_cells(design), key=lambda cell: cell[::-1]):
        yield f"the tile on {format_cell(cell)} is not joined to the start tile (K5)"
    faced = [
        neighbour(cell, side) for cell, mask in design.items() for side in SIDES if mask & side
    ]
    for axis, most, way in ((0, rules.width, "wide"), (1, rules.height, "high")):
        numbers = [cell[axis] for cell in (*design, *faced)]
        size = max(numbers) - min(numbers) + 1
        if size > most:
            extent = "the design and the cells it opens to"
            yield f"{extent} are {size} {way}, more than {most} (K7)"


def _connected_cells(design: Design) -> set[Cell]:
    """The cells that are connected to the start tile through open sides."""
    connected: set[Cell] = set()
    pending = [(0, 0)]
    while pending:
        cell = pending.pop()
        if cell in design and cell not in connected:
            connected.add(cell)
            pending += [neighbour(cell, side) for side in SIDES if is_joined(design, cell, side)]
    return connected
