"""A board for the terminal: at most 80 columns, and legible without colour."""

from collections.abc import Iterator, Sequence
from typing import Final

from keltis._shared.narration import count_noun
from keltis.board import Tile
from keltis.cards import Card, Colour
from keltis.columns import direction
from keltis.render._kit.terminal import (
    Line,
    Span,
    clip_line,
    clip_text,
    format_line,
    pad_line,
    wrap_words,
)
from keltis.render._scene import Scene, scene_of, status_line
from keltis.view import Position

WIDTH: Final = 80
"""The most columns that a line takes."""

_TILE: Final = {
    Tile.WISHING_STONE: "W",
    Tile.CLOVER: "C",
    Tile.ONE: "+1",
    Tile.TWO: "+2",
    Tile.THREE: "+3",
}
_PATH_STYLE: Final = ("31", "33", "95", "32", "94")
_SEAT_STYLE: Final = ("1;30;47", "1;97;40", "1;30;46", "1;97;45")
_DIM: Final = "2"
_BOLD: Final = "1"
_LABEL: Final = 10
"""The width of the labels left of the paths, with a space after them."""


def board_text(
    position: Position,
    *,
    seat: int | None = None,
    reveal: bool = False,
    names: Sequence[str] = (),
    colour: bool = False,
) -> str:
    """A position as text, in lines of at most 80 columns.

    A state shows what a spectator sees; with `seat`, what that player sees; with `reveal`, all
    hands. A view shows what its viewer may know. `colour` adds ANSI colour codes.

    A stone is `W` for a wishing stone, `C` for a clover, `+2` for a number or `.` for no tile,
    with the seats of the figures there in brackets, `L` for a large one.

    >>> import keltis
    >>> from keltis.render import board_text
    >>> print(board_text(keltis.new_game(2, seed=1), seat=0).partition("start")[0])
    player 0 is to lay or discard a card
    draw pile 64, 0 of 5 figures in the goal
    <BLANKLINE>
     row  pts R red         Y yellow      P pink        G green       B blue
       9   10 +2            W             +1            W             W
       8    7 .             .             .             .             .
       7    6 +1            W             W             C             +2
    --------- goal -----------------------------------------------------------------
       6    3 +3            +2            .             .             C
       5    2 +3            .             C             C             .
       4    1 .             C             .             W             W
       3   -2 C             .             C             .             C
       2   -3 .             C             W             W             .
       1   -4 .             .             .             .             .
    <BLANKLINE>
    """
    scene = scene_of(position, seat=seat, reveal=reveal, names=names)
    return "\n".join(format_line(clip_line(line, WIDTH), colour=colour) for line in _lines(scene))


def _lines(scene: Scene) -> Iterator[Line]:
    view = scene.view
    yield (Span(status_line(scene), _BOLD),)
    yield (
        Span(f"draw pile {view.draw_pile_size}, "),
        Span(f"{scene.figures_in_goal} of {view.rules.goal_figures} figures in the goal"),
    )
    yield ()
    yield from _table_row(
        " row  pts", [[Span(f"{path.letter} {path}", _PATH_STYLE[path])] for path in Colour]
    )
    yield from _paths(scene)
    yield from _start(scene)
    yield from _table_row("discards", [_discards(view.discards[path]) for path in Colour])
    for seat in range(len(view.players)):
        yield ()
        yield from _player(scene, seat)


def _seat_style(seat: int) -> str:
    return _SEAT_STYLE[seat % len(_SEAT_STYLE)]


def _row_label(scene: Scene, row: int) -> str:
    return f"{row:>4} {scene.view.rules.row_points[row - 1]:>4}"


def _table_row(label: str, cells: Sequence[Sequence[Span]]) -> Iterator[Line]:
    """A label and a cell for each path, on as many lines as the longest cell needs."""
    columns = (WIDTH - _LABEL) // len(Colour)
    cell_lines = [wrap_words(cell, columns - 1) for cell in cells]
    for number in range(max(map(len, cell_lines))):
        line = pad_line([Span(label if number == 0 else "")], _LABEL)
        for cell in cell_lines:
            line += pad_line(cell[number] if number < len(cell) else (), columns)
        yield line


def _paths(scene: Scene) -> Iterator[Line]:
    rules = scene.view.rules
    for row in range(rules.path_length, 0, -1):
        yield from _table_row(_row_label(scene, row), [_stone(scene, path, row) for path in Colour])
        if row == rules.goal_row:
            yield (Span("--------- goal ".ljust(WIDTH, "-"), _DIM),)


def _stone(scene: Scene, path: Colour, row: int) -> list[Span]:
    """A tile and the figures on one stone."""
    tile = scene.view.tiles[path][row]
    words = [Span(".", _DIM) if tile is None else Span(_TILE[tile], _PATH_STYLE[path])]
    figures = [
        Span(f"{seat}{'L' if player.large is path else ''}", _seat_style(seat))
        for seat, player in enumerate(scene.view.players)
        if player.rows[path] == row
    ]
    if not figures:
        return words
    # The brackets belong to the first and the last figure, so that no line breaks between them.
    figures[0] = Span(f"[{figures[0].text}", figures[0].style)
    figures[-1] = Span(f"{figures[-1].text}]", figures[-1].style)
    return [*words, *figures]


def _start(scene: Scene) -> Iterator[Line]:
    words = []
    for seat in range(len(scene.view.players)):
        small, large = scene.starting_figures(seat)
        kinds = [f"{small} small"] * (small > 0) + ["large"] * large
        words.append(Span(f"[{seat}: {', '.join(kinds) or 'none'}]", _seat_style(seat)))
    yield from _labelled_words("start", words)


def _labelled_words(title: str, words: Sequence[Span]) -> Iterator[Line]:
    """A label, and words after it on one or more lines."""
    for number, line in enumerate(wrap_words(words, WIDTH - _LABEL)):
        yield pad_line([Span(title if number == 0 else "")], _LABEL) + line


def _card(card: Card) -> Span:
    return Span(str(card), _PATH_STYLE[card.colour])


def _discards(pile: Sequence[Card]) -> list[Span]:
    """The top card and the number of cards."""
    return [_card(pile[-1]), Span(f"of {len(pile)}")] if pile else [Span("-", _DIM)]


def _player(scene: Scene, seat: int) -> Iterator[Line]:
    view, player, score = scene.view, scene.view.players[seat], scene.scores[seat]
    name = clip_text(scene.names[seat], 30)
    is_due = seat == view.to_move and scene.outcome is None
    yield (
        Span(f"{'>' if is_due else ' '}{seat}", _seat_style(seat)),
        Span(f" {name}: ", _BOLD),
        Span(count_noun(score.total, "point"), _BOLD),
        Span(f" = {score.paths} paths, {score.tile_points} tiles, {score.wishing_stones} for"),
        Span(f" {count_noun(player.wishing_stones, 'wishing stone')}"),
    )
    yield from _table_row("  columns", [_column(scene, player.columns[path]) for path in Colour])
    faces = scene.faces[seat]
    hidden = player.hand_size - len(faces)
    words = [_card(card) for card in faces] + ([Span(f"({hidden} hidden)", _DIM)] if hidden else [])
    yield from _labelled_words("  hand", words)


def _column(scene: Scene, column: Sequence[Card]) -> list[Span]:
    """The direction of a column, and its cards."""
    if not column:
        return [Span("-", _DIM)]
    way = Span(direction(scene.view.rules, column).value, _DIM)
    return [way, *(Span(str(card.value), _PATH_STYLE[card.colour]) for card in column)]
