"""What a player of CELTIC! can choose: every legal move with a number, cell by cell."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, final

import attrs
from rich.table import Table

from keltis._shared.values import Immutable
from keltis.celtic import Cell, GameState, Lay, Owner, Shape, apply_move, knots, legal_moves
from keltis.celtic.tiles import letters_of

FEW: Final = 12
"""So many choices are shown at once; of more, only the cells."""
_PICTURES: Final = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""The tiles by their masks."""
_CELLS_IN_A_LINE: Final = 4
_SAME_SHAPE: Final = 3
"""How many tiles of a shape there can be on a cell: a tee with one side that must be open has three orientations."""


@final
@attrs.frozen
class Choice(Immutable):
    """A tile that can be laid."""

    number: int
    """From 1."""
    move: Lay
    closes: bool
    """Whether it closes a knot."""

    def __str__(self) -> str:
        return f"{self.number:>2} {_PICTURES[self.move.mask]} {letters_of(self.move.mask)}{'*' * self.closes}"


def choices(state: GameState) -> tuple[Choice, ...]:
    """The choices of the player to move, in the order of `legal_moves`."""
    lays = [move for move in legal_moves(state) if isinstance(move, Lay)]
    closed = len(knots(state))
    return tuple(
        Choice(number, lay, len(knots(apply_move(state, lay))) > closed)
        for number, lay in enumerate(lays, 1)
    )


def question(offered: Sequence[Choice]) -> str:
    """What the player has to decide."""
    asked = (
        "Lay a tile."
        if len(offered) <= FEW
        else "Lay a tile. Type a cell to see the tiles that fit there."
    )
    return f"{asked} * closes a knot." if any(choice.closes for choice in offered) else asked


def menu(offered: Sequence[Choice]) -> Table:
    """The choices if they are few, otherwise the cells with the numbers of their choices."""
    return tiles(offered) if len(offered) <= FEW else _cells(offered)


def _cell(choice: Choice) -> Cell:
    return choice.move.cell


def written(cell: Cell) -> str:
    """A cell as moves write it."""
    return f"{cell[0]},{cell[1]}"


def _cells(offered: Iterable[Choice]) -> Table:
    table = Table.grid(padding=(0, 3))
    found = [_numbers(cell, list(there)) for cell, there in groupby(offered, _cell)]
    for start in range(0, len(found), _CELLS_IN_A_LINE):
        table.add_row(*found[start : start + _CELLS_IN_A_LINE])
    return table


def _numbers(cell: Cell, there: Sequence[Choice]) -> str:
    star = "*" * any(choice.closes for choice in there)
    return f"{written(cell):>5}: {there[0].number}-{there[-1].number}{star}"


def tiles(offered: Iterable[Choice]) -> Table:
    """These choices, with a line for every cell and shape: first the player's own tiles, then the neutral ones."""
    table = Table.grid(padding=(0, 1))
    for cell, there in groupby(offered, _cell):
        label = f"{written(cell)}:"
        by_shape: dict[Shape, list[Choice]] = {}
        for choice in there:
            by_shape.setdefault(choice.move.shape, []).append(choice)
        for shape, alike in sorted(by_shape.items()):
            own = [str(choice) for choice in alike if choice.move.supply is not Owner.NEUTRAL]
            neutral = [str(choice) for choice in alike if choice.move.supply is Owner.NEUTRAL]
            own += [""] * (_SAME_SHAPE - len(own))
            table.add_row(label, str(shape), *own, "neutral" if neutral else "", *neutral)
            label = ""
    return table
