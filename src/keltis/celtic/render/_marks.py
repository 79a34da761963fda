"""What a caller marks in a picture: the last moves, cells and arrows."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, assert_never, final

import attrs

from keltis._shared.checks import as_int
from keltis._shared.values import Immutable
from keltis.celtic.moves import Forfeit, Lay, Move, Pass
from keltis.celtic.render._ribbons import cell_centre
from keltis.celtic.render._scene import Scene
from keltis.celtic.render._theme import Theme
from keltis.celtic.tiles import Cell
from keltis.errors import InvalidArgument
from keltis.render._kit.svg import arrow

Arrow: TypeAlias = tuple[Cell, Cell]
"""An arrow from one cell to another."""


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
    scene: Scene, last: Iterable[Move], highlight: Iterable[Cell], arrows: Iterable[Arrow]
) -> Marks:
    """The marks of a position; raises `InvalidArgument` for those that it cannot have."""
    return Marks(
        tuple(cell for move in last for cell in _laid_cells(scene, move)),
        tuple(_as_cell(cell, "highlight", scene) for cell in highlight),
        tuple(_as_arrow(pair, scene) for pair in arrows),
    )


def _laid_cells(scene: Scene, move: Move) -> Iterator[Cell]:
    match move:
        case Lay():
            if scene.state is None or move not in scene.state.lays:
                raise InvalidArgument(f"last does not lead to this position: it has no tile {move}")
            yield move.cell
        case Pass() | Forfeit():
            pass
        case _:
            assert_never(move)


def _as_cell(cell: Cell, name: str, scene: Scene) -> Cell:
    (x, y), columns, rows = cell, scene.window.columns, scene.window.rows
    return (
        as_int(x, f"the x of a cell in {name}", columns[0], columns[-1]),
        as_int(y, f"the y of a cell in {name}", rows[0], rows[-1]),
    )


def _as_arrow(pair: Arrow, scene: Scene) -> Arrow:
    start, end = (_as_cell(cell, "arrows", scene) for cell in pair)
    if start == end:
        raise InvalidArgument(f"an arrow is a pair of two different cells, not {pair!r}")
    return start, end


def arrow_marks(marks: Marks, theme: Theme) -> Iterator[str]:
    """The arrows of the caller."""
    for tail, head in marks.arrows:
        ends = cell_centre(tail), cell_centre(head)
        yield arrow(*ends, theme.page.ink, theme.page.fill, opacity=0.85)
