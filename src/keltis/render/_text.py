"""A position as text for the terminal, and moves as a table.

A line has at most 80 columns, and is legible without colour.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, final

import attrs

from keltis._engine.cards import Card, Colour, Tile
from keltis._engine.columns import Direction, direction
from keltis._engine.moves import Advance, Discard, Draw, Lay, Move
from keltis._engine.scoring import scores
from keltis._engine.state import GameState
from keltis._engine.view import Position
from keltis._lib.text import count_noun
from keltis._lib.values import Immutable
from keltis.events import meaning
from keltis.game import Record
from keltis.render._kit import html
from keltis.render._kit.terminal import (
    BOLD,
    COLOURS,
    DIM,
    MARKED,
    Line,
    Span,
    clip_line,
    clip_text,
    format_line,
    pad_line,
    player_letters,
    seat_style,
    wrap_words,
)
from keltis.render._scene import Scene, player_names, scene_of, status_line

WIDTH: Final = 80
"""The most columns that a line takes."""

_TILE: Final = {tile: f"+{tile.points}" for tile in Tile} | {
    Tile.WISHING_STONE: "W",
    Tile.CLOVER: "C",
}
_ARROW: Final = {Direction.UP: "↑", Direction.DOWN: "↓", Direction.FLAT: "=", Direction.FREE: ""}
_FULL_LABEL: Final = 10
_COMPACT_LABEL: Final = 20
"""The widths of the labels left of the paths, with a space after them."""
_COMPACT_NAME: Final = 9


def board_text(
    position: Position,
    *,
    seat: int | None = None,
    reveal: bool = False,
    names: Sequence[str] = (),
    preview: Move | None = None,
    compact: bool = False,
    colour: bool = False,
) -> str:
    """A position as text, in lines of at most 80 columns.

    A view shows what its viewer may know, and a state what a spectator sees. A stone is `W` for a
    wishing stone, `C` for a clover, `+2` for a number or `.` for no tile, and a letter for each
    figure there: small for a small figure, a capital for the large one. The letter stands before
    the player's name.

    :param seat: show a state as this player sees it
    :param reveal: show all hands of a state
    :param preview: a move; `>` marks the stone to which it leads, or its discard pile
    :param compact: need fewer lines: one for each player, and with `reveal` another for the hand
    :param colour: add ANSI colour codes

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
    letters = player_letters(names or [""] * len(scene.names))
    board = _Board(scene, preview, _COMPACT_LABEL if compact else _FULL_LABEL, letters)
    lines = board.compact_lines(hands=reveal) if compact else board.full_lines()
    return "\n".join(format_line(clip_line(line, WIDTH), colour=colour) for line in lines)


@final
@attrs.frozen
class _Board(Immutable):
    """A scene as lines; a row of the table has a label, and a cell for each path."""

    scene: Scene
    preview: Move | None
    label: int
    """The width of the labels."""
    letters: tuple[str, ...]
    """By seat, the letter of the player's figures."""

    @property
    def _cell(self) -> int:
        """The width of what is in a cell; a space follows it."""
        return (WIDTH - self.label) // len(Colour) - 1

    def full_lines(self) -> Iterator[Line]:
        view, rules = self.scene.view, self.scene.view.rules
        yield (Span(status_line(self.scene), BOLD),)
        yield self._piles()
        yield ()
        yield from self._row((Span(" row  pts"),), self._headings())
        for row in range(rules.path_length, 0, -1):
            label = Span(f"{row:>4} {rules.row_points[row - 1]:>4}")
            cells = (self._words([sign, *on]) for sign, on in self._stones(row))
            yield from self._row((label,), cells)
            if row == rules.goal_row:
                yield (Span("--------- goal ".ljust(WIDTH, "-"), DIM),)
        yield from self._list("start", self._start())
        yield from self._discards()
        for seat in range(len(view.players)):
            yield ()
            yield from self._player(seat)

    def compact_lines(self, *, hands: bool) -> Iterator[Line]:
        """A line for each row of the board and for each player; another one for a hand."""
        view, rules = self.scene.view, self.scene.view.rules
        yield self._piles()
        yield from self._row((Span("      row  points", DIM),), self._headings())
        for row in range(rules.path_length, 0, -1):
            goal = "goal" if row >= rules.goal_row else ""
            label = Span(f" {goal:<4}{row:>4}{rules.row_points[row - 1]:>8}", DIM)
            # Figures stand close together, so that those of all players have room.
            cells = ([(sign, Span(" "), *on)] for sign, on in self._stones(row))
            yield from self._row((label,), cells)
        yield from self._list("start", self._start())
        yield from self._discards()
        for seat, player in enumerate(view.players):
            columns = ([(self._short_column(column),)] for column in player.columns)
            yield from self._row(self._short_label(seat), columns)
            if hands:
                yield from self._list("  hand", self._hand(seat))

    def _piles(self) -> Line:
        view = self.scene.view
        return (
            Span(f"draw pile {view.draw_pile_size}, "),
            Span(f"{self.scene.figures_in_goal} of {view.rules.goal_figures} figures in the goal"),
        )

    def _row(self, label: Line, cells: Iterable[Sequence[Line]]) -> Iterator[Line]:
        """A label and cells, on as many lines as the longest cell needs."""
        cell_lines = list(cells)
        for number in range(max(map(len, cell_lines))):
            line = pad_line(label if number == 0 else (), self.label)
            for cell in cell_lines:
                part = clip_line(cell[number], self._cell) if number < len(cell) else ()
                line += pad_line(part, self._cell + 1)
            yield line

    def _words(self, words: Iterable[Span]) -> list[Line]:
        return wrap_words(words, self._cell)

    def _list(self, label: str, words: Iterable[Span]) -> Iterator[Line]:
        """A label, and words after it on one or more lines."""
        for number, line in enumerate(wrap_words(words, WIDTH - self.label)):
            yield pad_line([Span(label if number == 0 else "")], self.label) + line

    def _headings(self) -> list[list[Line]]:
        names = [Span(f"{path.letter} {path}", COLOURS[str(path)]) for path in Colour]
        return [self._words([name]) for name in names]

    def _stones(self, row: int) -> Iterator[tuple[Span, list[Span]]]:
        """The sign of each stone of a row, and the letters of the figures on it.

        A letter is small for a small figure, a capital for the large one.
        """
        players = self.scene.view.players
        for path in Colour:
            tile = self.scene.view.tiles[path][row]
            sign = Span(".", DIM) if tile is None else Span(_TILE[tile], COLOURS[str(path)])
            figures = [
                Span(letter.upper() if player.large is path else letter, seat_style(seat))
                for seat, (letter, player) in enumerate(zip(self.letters, players, strict=True))
                if player.rows[path] == row
            ]
            yield self._mark(sign, path, row), figures

    def _mark(self, span: Span, path: Colour, row: int) -> Span:
        """The sign of a stone, or in row 0 of a discard pile, marked if the preview leads there."""
        match self.preview:
            case Lay(Card(target)) | Advance(target):
                view = self.scene.view
                place = target, view.players[view.to_move].rows[target] + 1
            case Discard(Card(target)) | Draw(Colour() as target):
                place = target, 0
            case _:
                return span
        return Span(f">{span.text}", MARKED) if place == (path, row) else span

    def _start(self) -> Iterator[Span]:
        """The figures of each player that are not on a path yet."""
        for seat, letter in enumerate(self.letters):
            smalls, larges = self.scene.starting_figures(seat)
            yield Span(letter * smalls + letter.upper() * larges or "-", seat_style(seat))

    def _discards(self) -> Iterator[Line]:
        cells = []
        for path, pile in zip(Colour, self.scene.view.discards, strict=True):
            top = self._mark(_card(pile[-1]) if pile else Span("-", DIM), path, 0)
            cells.append(self._words([top, Span(f"of {len(pile)}")] if pile else [top]))
        yield from self._row((Span("discards"),), cells)

    def _player(self, seat: int) -> Iterator[Line]:
        player, score = self.scene.view.players[seat], self.scene.scores[seat]
        yield (
            self._seat(seat),
            Span(f" {clip_text(self.scene.names[seat], 30)}: ", BOLD),
            Span(count_noun(score.total, "point"), BOLD),
            Span(f" = {score.paths} paths, {score.tile_points} tiles, {score.wishing_stones} for"),
            Span(f" {count_noun(player.wishing_stones, 'wishing stone')}"),
        )
        columns = (self._words(self._column(column)) for column in player.columns)
        yield from self._row((Span("  columns"),), columns)
        yield from self._list("  hand", self._hand(seat))

    def _seat(self, seat: int) -> Span:
        """The letter of a player, and whether it is their turn."""
        is_due = seat == self.scene.view.to_move and self.scene.outcome is None
        return Span(f"{'>' if is_due else ' '}{self.letters[seat].upper()}", seat_style(seat))

    def _short_label(self, seat: int) -> Line:
        name = clip_text(self.scene.names[seat], _COMPACT_NAME)
        stones = self.scene.view.players[seat].wishing_stones
        total = Span(f"{self.scene.scores[seat].total:>4}", BOLD)
        words = pad_line([Span(f" {name}", BOLD)], _COMPACT_NAME + 1)
        return (self._seat(seat), *words, total, Span(f" W{stones}"))

    def _hand(self, seat: int) -> list[Span]:
        """The cards that are face up, and the number of the others."""
        faces = self.scene.faces[seat]
        hidden = self.scene.view.players[seat].hand_size - len(faces)
        return [*map(_card, faces), *([Span(f"({hidden} hidden)", DIM)] if hidden else [])]

    def _column(self, column: Sequence[Card]) -> list[Span]:
        if not column:
            return [Span("-", DIM)]
        way = Span(direction(self.scene.view.rules, column).value, DIM)
        return [way, *(Span(str(card.value), _card(card).style) for card in column)]

    def _short_column(self, column: Sequence[Card]) -> Span:
        """An arrow for the direction of a column, and its cards; of many cards the last ones."""
        if not column:
            return Span("-", DIM)
        arrow = _ARROW[direction(self.scene.view.rules, column)]
        values = [str(card.value) for card in column]
        text = arrow + " ".join(values)
        while len(text) > self._cell:
            del values[0]
            text = f"{arrow}…{' '.join(values)}"
        return Span(text, _card(column[-1]).style)


def _card(card: Card) -> Span:
    return Span(str(card), COLOURS[str(card.colour)])


def moves_table(moves: Record[GameState, Move] | Iterable[Move]) -> html.MovesTable:
    """The turns of a record with the points after them, or a list of moves, as a table.

    A notebook shows the table; `str` of it is text.

    >>> import keltis
    >>> from keltis.render import moves_table
    >>> state = keltis.new_game(2, seed=1)
    >>> print(moves_table(keltis.legal_moves(state)[:2]))
    2 moves
    number  move          meaning
    0       lay R6 small  lay the red 6 with a small figure
    1       lay R6 large  lay the red 6 with the large figure
    """
    return html.moves_table(
        moves,
        meaning,
        lambda record: player_names(record.names, len(record.start.players)),
        lambda state: [str(score.total) for score in scores(state)],
        "moves",
    )
