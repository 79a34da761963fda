"""What a caller marks in a picture: the last moves, cells and arrows."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, final, get_args

import attrs

from keltis._shared.checks import as_int, is_int
from keltis._shared.svg import arrow, item_tuple
from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.celtic.moves import Lay, RecordedMove
from keltis.celtic.render._ribbons import cell_centre
from keltis.celtic.render._scene import Scene
from keltis.celtic.render._theme import Theme
from keltis.celtic.tiles import Cell
from keltis.errors import InvalidArgument

Arrow: TypeAlias = tuple[Cell, Cell]
"""An arrow from one cell to another."""

_MOVES: Final = get_args(RecordedMove)


@final
@attrs.frozen
class Marks(Immutable):
    """Everything that is marked in a picture."""

    last: tuple[Cell, ...] = ()
    """The cells of the tiles that were laid last."""
    cells: tuple[Cell, ...] = ()
    arrows: tuple[Arrow, ...] = ()


NO_MARKS: Final = Marks()


def marks_of(
    scene: Scene, last: Iterable[RecordedMove], highlight: Iterable[Cell], arrows: Iterable[Arrow]
) -> Marks:
    """The marks of a position; raises `InvalidArgument` for those that it cannot have."""
    moves = item_tuple(last, "last", "moves")
    return Marks(
        tuple(cell for move in moves for cell in _laid_cells(scene, move)),
        tuple(
            _as_cell(cell, "highlight", scene)
            for cell in item_tuple(highlight, "highlight", "cells")
        ),
        tuple(_as_arrow(pair, scene) for pair in item_tuple(arrows, "arrows", "pairs of cells")),
    )


def _laid_cells(scene: Scene, move: object) -> Iterator[Cell]:
    if type(move) not in _MOVES:
        raise InvalidArgument(f"last must have moves of keltis.celtic, not {short_repr(move)}")
    if type(move) is Lay:
        if scene.state is None or move not in scene.state.lays:
            raise InvalidArgument(f"last does not lead to this position: it has no tile {move}")
        yield move.cell


def _as_cell(cell: object, name: str, scene: Scene) -> Cell:
    columns, rows = scene.window.columns, scene.window.rows
    match cell:
        case (x, y) if is_int(x, columns[0], columns[-1]) and is_int(y, rows[0], rows[-1]):
            return as_int(x, "x"), as_int(y, "y")
        case _:
            raise InvalidArgument(
                f"{name} takes cells (x, y) with x from {columns[0]} to {columns[-1]} and y from "
                f"{rows[0]} to {rows[-1]}, not {short_repr(cell)}"
            )


def _as_arrow(pair: object, scene: Scene) -> Arrow:
    match pair:
        case (tail, head):
            start, end = (_as_cell(cell, "arrows", scene) for cell in (tail, head))
            if start != end:
                return start, end
    raise InvalidArgument(f"an arrow is a pair of two different cells, not {short_repr(pair)}")


def arrow_marks(marks: Marks, theme: Theme) -> Iterator[str]:
    """The arrows of the caller."""
    for tail, head in marks.arrows:
        ends = cell_centre(tail), cell_centre(head)
        yield arrow(*ends, theme.page.ink, theme.page.fill, opacity=0.85)
