"""Validation of positions: the faults of a `GameState`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from keltis._lib.text import short_repr
from keltis.celtic._engine.moves import READING_ORDER, Lay
from keltis.celtic._engine.rules import ByShape, Rules
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

_EXTENT: Final = "the design and the cells it opens to"


def type_faults(rules: Rules, lays: tuple[Lay, ...], to_move: Player) -> Iterator[str]:
    """Type faults; later checks assume that there are none."""
    if not isinstance(rules, Rules):
        yield f"rules must be Rules, not {short_repr(rules)}"
    if not isinstance(lays, tuple) or not all(isinstance(lay, Lay) for lay in lays):
        yield f"lays must be a tuple of Lay, not {short_repr(lays)}"
    elif list(lays) != sorted(lays, key=READING_ORDER):
        yield "lays must be sorted row by row"
    if not is_player(to_move):
        yield f"to_move must be Owner.ORANGE or Owner.BLUE, not {short_repr(to_move)}"


def faults(rules: Rules, lays: Sequence[Lay]) -> Iterator[str]:
    """The faults of the tiles on the table (K1, K4 to K7)."""
    yield from _supply_faults(rules, lays)
    yield from _start_faults(rules, lays)
    for cell, tiles in Counter(lay.cell for lay in lays).items():
        if tiles > 1:
            yield f"{tiles} tiles lie on {format_cell(cell)}"
    design = {lay.cell: lay.mask for lay in lays}
    yield from _contact_faults(design)
    apart = sorted(design.keys() - _connected_cells(design), key=lambda cell: (cell[1], cell[0]))
    yield from (
        f"the tile on {format_cell(cell)} is not joined to the start tile (K5)" for cell in apart
    )
    yield from _window_faults(rules, design)


def tiles_left(rules: Rules, lays: Sequence[Lay]) -> tuple[ByShape, ...]:
    """The tiles left by `Owner` and `Shape`; negative if too many are on the table."""
    laid = Counter((lay.supply, lay.shape) for lay in lays)
    return tuple(
        tuple(rules.supplies[owner][shape] - laid[owner, shape] for shape in Shape)
        for owner in Owner
    )


def _supply_faults(rules: Rules, lays: Sequence[Lay]) -> Iterator[str]:
    left = tiles_left(rules, lays)
    for owner in Owner:
        for shape in Shape:
            if left[owner][shape] < 0:
                supply = rules.supplies[owner][shape]
                laid = supply - left[owner][shape]
                yield f"{laid} tiles are {owner} {shape}, but there are {supply} (K1)"


def _start_faults(rules: Rules, lays: Sequence[Lay]) -> Iterator[str]:
    if Lay(0, 0, rules.start, NEUTRAL) not in lays:
        yield f"the start tile, neutral and open to {letters_of(rules.start)}, is not on 0,0 (K4)"


def _contact_faults(design: Mapping[Cell, int]) -> Iterator[str]:
    for cell, mask in design.items():
        for side in (EAST, SOUTH):  # each border once
            there = neighbour(cell, side)
            if there in design and bool(mask & side) != bool(design[there] & OPPOSITE[side]):
                yield f"a path is cut off between {format_cell(cell)} and {format_cell(there)} (K6)"


def _connected_cells(design: Mapping[Cell, int]) -> set[Cell]:
    """The cells that are connected to the start tile through open sides."""
    connected: set[Cell] = set()
    pending = [(0, 0)]
    while pending:
        cell = pending.pop()
        if cell in design and cell not in connected:
            connected.add(cell)
            pending += [
                there
                for side in SIDES
                if design[cell] & side
                and design.get(there := neighbour(cell, side), 0) & OPPOSITE[side]
            ]
    return connected


def _window_faults(rules: Rules, design: Mapping[Cell, int]) -> Iterator[str]:
    faced = [
        neighbour(cell, side) for cell, mask in design.items() for side in SIDES if mask & side
    ]
    cells = [*design, *faced]
    if not cells:
        return
    across, down = (max(numbers) - min(numbers) + 1 for numbers in zip(*cells, strict=True))
    if across > rules.width:
        yield f"{_EXTENT} are {across} wide, more than {rules.width} (K7)"
    if down > rules.height:
        yield f"{_EXTENT} are {down} high, more than {rules.height} (K7)"
