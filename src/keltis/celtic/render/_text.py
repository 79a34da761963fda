"""A position as text for the terminal, and moves as a table.

A line has at most 80 columns, and is legible without colour.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product, zip_longest
from typing import Final, TypeAlias

import attrs

from keltis._lib.text import count_noun
from keltis.celtic._engine.legality import legal_moves
from keltis.celtic._engine.moves import Lay, Move
from keltis.celtic._engine.rules import MAX_SIZE
from keltis.celtic._engine.scoring import score_text, scores
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.strands import Arc, Design, Strand, is_joined, strands
from keltis.celtic._engine.tiles import (
    EAST,
    OPPOSITE,
    PLAYERS,
    SIDES,
    SOUTH,
    STEP,
    WEST,
    Cell,
    Owner,
    Shape,
)
from keltis.celtic.events import meaning
from keltis.celtic.render._scene import Position, Scene, scene_of, status_line
from keltis.celtic.render._tiles import LETTERS
from keltis.celtic.render._weave import quarter_turns
from keltis.errors import InvalidArgument
from keltis.game import Record
from keltis.render._kit import html
from keltis.render._kit.terminal import (
    BOLD,
    DIM,
    MARKED,
    Line,
    Span,
    clip_text,
    format_line,
    text_width,
)

WIDTH: Final = 80
"""The most columns that a line takes."""

_Canvas: TypeAlias = dict[tuple[int, int], Span]
"""Characters by line and column."""

# A tile takes three lines of five columns, with a line and a column between tiles, where the
# strands cross.
_LINES: Final = 4
_COLUMNS: Final = 6
_LABEL: Final = 4
_MIDDLE: Final = (1, 2)
_CORNERS: Final = ((0, 3), (2, 3), (2, 1), (0, 1))
"""The line and the column where a strand turns, clockwise from the north-east.

The right end of side n is at corner n, its left end at the corner before."""
_BORDER: Final = {EAST: (1, 5), SOUTH: (3, 2)}
"""The place where the strands of two tiles cross, by the side between them."""
_LIGHT: Final = {5: "│", 10: "─", 3: "╰", 6: "╭", 12: "╮", 9: "╯"}
_HEAVY: Final = {5: "┃", 10: "━", 3: "┗", 6: "┏", 12: "┓", 9: "┛"}
"""The box-drawing characters by the sides that they lead to."""
_SHAPES: Final = "╵╰│├┼"
_CROSSING: Final = "\N{BOX DRAWINGS LIGHT DIAGONAL CROSS}"

_OWNER_STYLE: Final = {Owner.ORANGE: "1;30;43", Owner.BLUE: "1;97;44", Owner.NEUTRAL: "1;30;47"}
_KNOT_STYLE: Final = ("31", "32", "33", "35", "36", "91", "92", "95")


def board_text(
    position: Position,
    *,
    seat: int | None = None,  # noqa: ARG001 - as in `keltis.render`; nothing is hidden here
    reveal: bool = False,  # noqa: ARG001 - the same
    names: Sequence[str] = (),
    preview: Move | None = None,
    compact: bool = False,
    colour: bool = False,
) -> str:
    """A position, or a filling of a puzzle, as text in lines of at most 80 columns.

    Heavy lines are knots and light lines are open paths; a cross between two tiles is where their
    strands cross. A tile has its owner's letter, a cell where the next tile can go a `+`, and any
    other cell of the window a dot. `preview` draws a tile of a legal move as if it lay there.
    `compact` leaves out who is to move. `colour` adds ANSI colour codes; the tile of the preview is
    then in reverse video. Nothing is hidden, so `seat` and `reveal` make no difference.

    >>> from keltis.celtic import Filling
    >>> from keltis.celtic.render import board_text
    >>> print(board_text(Filling.parse("6C/39")))
    4 tiles, 2 knots
    <BLANKLINE>
           0     1
         ┏━━━ ━━━┓   knots
     0   ┃   ╳   ┃   1  4 tiles
         ┃ ┏━ ━┓ ┃   2  4 tiles
          ╳     ╳
         ┃ ┗━ ━┛ ┃
     1   ┃   ╳   ┃
         ┗━━━ ━━━┛
    """  # noqa: RUF002 - the crosses are not letters
    scene = scene_of(position, names=names)
    marked = preview.cell if isinstance(preview, Lay) else None
    if isinstance(preview, Lay):
        scene = _with_preview(scene, preview)
    if scene.window.width > MAX_SIZE:
        raise InvalidArgument(
            f"text has room for {MAX_SIZE} tiles side by side, not for {scene.window.width}"
        )
    heading = [] if compact else [(Span(clip_text(status_line(scene), WIDTH), BOLD),), ()]
    lines = [*heading, *_lines(scene, marked)]
    return "\n".join(format_line(line, colour=colour) for line in lines)


def _with_preview(scene: Scene, lay: Lay) -> Scene:
    """The scene with one more tile, and the window moved no further than it must be."""
    if scene.state is None or lay not in legal_moves(scene.state):
        raise InvalidArgument(f"preview must be a legal Lay of this position, not {lay}")
    window = scene.window
    left = min(max(window.left, lay.x - window.width + 1), lay.x)
    top = min(max(window.top, lay.y - window.height + 1), lay.y)
    design = {**scene.design, lay.cell: lay.mask}
    return attrs.evolve(
        scene,
        design=design,
        owners={**scene.owners, lay.cell: lay.supply},
        window=attrs.evolve(window, left=left, top=top),
        strands=strands(design),
    )


def _lines(scene: Scene, marked: Cell | None) -> Iterator[Line]:
    columns = _LABEL + _COLUMNS * scene.window.width
    yield (Span(" " * _LABEL + "".join(f"{x:>4}  " for x in scene.window.columns), DIM),)
    board = _board(scene, columns, marked)
    for beside, line in zip_longest(_panel(scene, WIDTH - columns - 1), board, fillvalue=()):
        yield (*(line or (Span(" " * columns),)), Span(" "), *beside)


def _board(scene: Scene, columns: int, marked: Cell | None) -> Iterator[Line]:
    canvas = _canvas(scene)
    if marked is not None:
        for within in product(range(_LINES - 1), range(_COLUMNS - 1)):
            place = _place(scene, marked, within)
            canvas[place] = Span(canvas.get(place, Span(" ")).text, MARKED)
    for number in range(_LINES * scene.window.height - 1):
        row, line = divmod(number, _LINES)
        y = f"{scene.window.rows[row]:>2}" if line == 1 else ""
        drawn = (canvas.get((number, column), Span(" ")) for column in range(columns - _LABEL))
        yield Span(y.ljust(_LABEL), DIM), *drawn


def _canvas(scene: Scene) -> _Canvas:
    canvas: _Canvas = {}
    middles = {(x, y): Span("·", DIM) for y in scene.window.rows for x in scene.window.columns}
    middles |= {cell: Span("+", BOLD) for cell in scene.free_cells}
    middles |= {cell: Span(" ") for cell in scene.design}
    middles |= {cell: _owner(owner) for cell, owner in scene.owners.items()}
    for cell, middle in middles.items():
        canvas[_place(scene, cell, _MIDDLE)] = middle
    for strand in scene.open:
        _draw(canvas, scene, strand, _LIGHT, DIM)
    for place, knot in enumerate(scene.knots):
        _draw(canvas, scene, knot, _HEAVY, _knot_style(place))
    return canvas


def _knot_style(place: int) -> str:
    return _KNOT_STYLE[place % len(_KNOT_STYLE)]


def _place(scene: Scene, cell: Cell, within: tuple[int, int]) -> tuple[int, int]:
    x, y = cell[0] - scene.window.left, cell[1] - scene.window.top
    return y * _LINES + within[0], x * _COLUMNS + within[1]


def _draw(
    canvas: _Canvas, scene: Scene, strand: Strand, glyphs: dict[int, str], style: str
) -> None:
    """Draw a strand, and the crossings where it is on top."""
    for arc in strand.arcs:
        cell = arc.x, arc.y
        for place, sides in _pieces(scene.design, arc):
            canvas[_place(scene, cell, place)] = Span(glyphs[sides], style)
        if arc.side in _BORDER and is_joined(scene.design, cell, arc.side):
            canvas[_place(scene, cell, _BORDER[arc.side])] = Span(_CROSSING, style)


def _pieces(design: Design, arc: Arc) -> Iterator[tuple[tuple[int, int], int]]:
    """The pieces of an arc: their places in the tile, and the two sides that each joins."""
    first = SIDES.index(arc.side)
    last = first + quarter_turns(design, arc) - 1
    coming = arc.side
    yield from _stub(first, coming)
    for corner in range(first, last):
        here, there = _CORNERS[corner % 4], _CORNERS[(corner + 1) % 4]
        going = SIDES[(corner + 2) % 4]
        yield here, coming | going
        yield ((here[0] + there[0]) // 2, (here[1] + there[1]) // 2), going | OPPOSITE[going]
        coming = OPPOSITE[going]
    leaving = SIDES[(last + 1) % 4]
    yield _CORNERS[last % 4], coming | leaving
    yield from _stub(last % 4, leaving)


def _stub(corner: int, side: int) -> Iterator[tuple[tuple[int, int], int]]:
    """The piece from a corner to the side of the tile, if there is room between them."""
    if side in (EAST, WEST):
        line, column = _CORNERS[corner]
        yield (line, column + STEP[side][0]), EAST | WEST


def _panel(scene: Scene, room: int) -> Iterator[Line]:
    """The supplies, the scores and the knots."""
    if scene.state is not None:
        yield from _supplies(scene, scene.state, room)
        yield ()
        for player in PLAYERS:
            score = score_text(scene.scores[player])
            yield Span("  "), _owner(player), Span(f" {score}"[: room - 3], BOLD)
        yield ()
    if scene.knots:
        yield (Span("knots" if scene.state is None else "knots        O  B", DIM),)
    for place, knot in enumerate(scene.knots):
        yield _knot(scene, place, knot)
    if scene.open:
        yield (Span(count_noun(len(scene.open), "open path"), DIM),)


def _owner(owner: Owner) -> Span:
    return Span(LETTERS[owner], _OWNER_STYLE[owner])


def _supplies(scene: Scene, state: GameState, room: int) -> Iterator[Line]:
    digits = max(len(str(count)) for counts in state.rules.supplies for count in counts)
    names = [clip_text(name, room - 4 - len(Shape) * (digits + 1)) for name in (*scene.names, "")]
    longest = max(map(text_width, names))
    yield (Span(" " * (4 + longest) + _columns(_SHAPES, digits), DIM),)
    for owner, name in zip(Owner, names, strict=True):
        is_due = owner is state.to_move and scene.outcome is None
        space = " " * (longest - text_width(name))
        left = _columns(map(str, state.left[owner]), digits)
        yield (
            Span("> " if is_due else "  ", BOLD),
            _owner(owner),
            Span(f" {name}{space}"),
            Span(left),
        )


def _columns(texts: Iterable[str], digits: int) -> str:
    return "".join(f" {text:>{digits}}" for text in texts)


def _knot(scene: Scene, place: int, knot: Strand) -> Line:
    line = Span(f"{place + 1:<2} {count_noun(len(knot.cells), 'tile')}", _knot_style(place))
    if scene.state is None:
        return (line,)
    orange, blue = (scene.count(knot, player) for player in PLAYERS)
    return line, Span(f"{orange:>{14 - len(line.text)}}{blue:>3}")


def moves_table(moves: Record[GameState, Move] | Iterable[Move]) -> html.MovesTable:
    """The turns of a record with the knots after them, or a list of moves, as a table.

    A notebook shows the table; `str` of it is text.

    >>> from keltis.celtic import legal_moves, new_game
    >>> from keltis.celtic.render import moves_table
    >>> print(moves_table(legal_moves(new_game())[:2]))
    2 moves
    number  move                meaning
    0       lay 0,-1 S orange   orange end at 0,-1
    1       lay 0,-1 NS orange  orange straight at 0,-1
    """
    return html.moves_table(
        moves,
        meaning,
        lambda record: scene_of(record.start, names=record.names).names,
        lambda state: map(score_text, scores(state)),
        "move",
    )
