"""What a caller marks in a picture: the last moves, stones, cards and arrows."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias, assert_never, final

import attrs

from keltis._engine.cards import Card, Colour
from keltis._engine.moves import Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis._lib.checks import as_int
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument
from keltis.render._kit.svg import arrow, circle
from keltis.render._layout import START, STONE, BoardLayout, figure_place, figure_radius
from keltis.render._pieces import ghost
from keltis.render._scene import Scene
from keltis.render._theme import Theme

Stone: TypeAlias = tuple[Colour, int]
"""A stone of the board: its path and its row; row 0 is the starting stone."""
Arrow: TypeAlias = tuple[Stone, Stone]
"""An arrow from one stone to another."""


class Trail(NamedTuple):
    """The way of a figure in the last moves."""

    path: Colour
    tail: int
    """The row that the figure came from, or its present row if that is not known."""
    head: int


@final
@attrs.frozen
class Marks(Immutable):
    """Everything that is marked in a picture."""

    mover: int = 0
    """The seat that made the last moves."""
    trails: tuple[Trail, ...] = ()
    laid: frozenset[Colour] = frozenset()
    """The columns of the mover whose last card was laid."""
    piles: frozenset[Colour | None] = frozenset()
    """The discard piles that changed, and None for the draw pile."""
    stones: frozenset[Stone] = frozenset()
    cards: frozenset[Card] = frozenset()
    arrows: tuple[Arrow, ...] = ()


NO_MARKS: Final = Marks()


def marks_of(
    scene: Scene,
    last: Iterable[Move],
    highlight: Iterable[Card | Stone],
    arrows: Iterable[Arrow],
) -> Marks:
    """The marks of a position; raises `InvalidArgument` for those that it cannot have."""
    view = scene.view
    moves, marked = tuple(last), tuple(highlight)
    # A draw passes the turn on, unless it ends the game.
    players = len(view.players)
    mover = (view.to_move - 1) % players if view.phase is Phase.PLAY else view.to_move
    length = view.rules.path_length
    stones = [mark for mark in marked if not isinstance(mark, Card)]
    return Marks(
        mover,
        tuple(_trails(scene, mover, moves)),
        frozenset(move.card.colour for move in moves if isinstance(move, Lay)),
        frozenset(_piles(moves)),
        frozenset(_as_stone(stone, "highlight", 1, length) for stone in stones),
        frozenset(mark for mark in marked if isinstance(mark, Card)),
        tuple(_as_arrow(pair, length) for pair in arrows),
    )


def _as_stone(stone: Stone, name: str, lowest: int, length: int) -> Stone:
    path, row = stone
    return path, as_int(row, f"the row of a stone in {name}", lowest, length)


def _as_arrow(pair: Arrow, length: int) -> Arrow:
    start, end = (_as_stone(stone, "arrows", 0, length) for stone in pair)
    if start == end:
        raise InvalidArgument(f"an arrow is a pair of two different stones, not {pair!r}")
    return start, end


def _trails(scene: Scene, mover: int, moves: Iterable[Move]) -> Iterator[Trail]:
    """The way of each figure that the moves advanced.

    A card on a finished path and a wasted step (P6) move nothing there, so it is not known where a
    figure on an end stone came from.
    """
    steps: Counter[Colour] = Counter()
    for move in moves:
        match move:
            case Lay(card):
                steps[card.colour] += 1
            case Advance(colour):
                steps[colour] += 1
            case Discard() | Decline() | Draw():
                pass
            case _:
                assert_never(move)
    rows = scene.view.players[mover].rows
    for path, count in sorted(steps.items()):
        at_end = rows[path] == scene.view.rules.path_length
        if rows[path] < count and not at_end:
            raise InvalidArgument(
                f"last does not lead to this position: {scene.names[mover]} cannot have moved "
                f"{count} on the {path} path and be on row {rows[path]}"
            )
        yield Trail(path, rows[path] - (0 if at_end else count), rows[path])


def _piles(moves: Iterable[Move]) -> Iterator[Colour | None]:
    for move in moves:
        match move:
            case Discard(card):
                yield card.colour
            case Draw(source):
                yield source
            case _:
                pass


def highlights(layout: BoardLayout, marks: Marks, theme: Theme) -> Iterator[str]:
    """The glow under the highlighted stones."""
    for path, row in sorted(marks.stones):
        look = theme.glow, theme.edge, 2
        yield circle(layout.stone(path, row), STONE + 9, *look, class_="keltis-highlight")


def last_marks(layout: BoardLayout, scene: Scene, marks: Marks, theme: Theme) -> Iterator[str]:
    """The marks of the last moves, under the figures: where each came from and went to."""
    players = len(scene.view.players)
    for path, tail, head in marks.trails:
        look = "none", theme.accent, 5
        yield circle(layout.stone(path, head), STONE + 3, *look, class_="keltis-last")
        if tail == head:
            continue
        large = scene.view.players[marks.mover].large is path
        radius = figure_radius(players, large=large)
        start, end = (
            figure_place(layout, path, row, marks.mover, players, large=large)
            for row in (tail, head)
        )
        if tail:
            yield ghost(start, radius, marks.mover, theme)
            yield arrow(start, end, theme.accent, theme.page.fill, gaps=(radius, radius))
        else:
            yield arrow(layout.start, end, theme.accent, theme.page.fill, gaps=(START[1], radius))


def arrow_marks(layout: BoardLayout, marks: Marks, theme: Theme) -> Iterator[str]:
    """The arrows of the caller, over everything else."""
    for pair in marks.arrows:
        start, end = (layout.stone(path, row) if row else layout.start for path, row in pair)
        yield arrow(start, end, theme.page.ink, theme.page.fill, opacity=0.8)
