"""What a player can choose: every legal move with a number, and a word about what it leads to."""

from collections.abc import Iterator
from typing import assert_type, final

import attrs
from rich.table import Table

from keltis._shared.values import Immutable
from keltis.board import Figure, Tile
from keltis.cards import Colour
from keltis.legality import legal_moves
from keltis.moves import Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis.view import PlayerView, PublicPlayer


@final
@attrs.frozen
class Choice(Immutable):
    """A legal move."""

    number: int
    """From 1."""
    move: Move
    note: str
    """What it leads to, as far as the player can know; often nothing needs to be said."""

    def __str__(self) -> str:
        return f"{self.number:>2} {self.move}" + (f" ({self.note})" if self.note else "")


def choices(view: PlayerView) -> tuple[Choice, ...]:
    """The choices of the viewer, in the order of `legal_moves`."""
    return tuple(
        Choice(number, move, _note(view, move)) for number, move in enumerate(legal_moves(view), 1)
    )


def _note(view: PlayerView, move: Move) -> str:
    match move:
        case Lay():
            return (
                "" if move.figure else _stone(view, move.card.colour, "a step for another figure")
            )
        case Advance():
            return _stone(view, move.colour, "")
        case Draw(Colour() as source):
            return f"takes {view.discards[source][-1]}"
        case Draw():
            size = view.draw_pile_size
            return f"{size} cards left" if size > 1 else "the last card, which ends the game"
    assert_type(move, Discard | Decline)  # nothing else is left
    return ""


def _stone(view: PlayerView, colour: Colour, beyond: str) -> str:
    """The stone that the mover's next step on a path leads to, or what there is beyond its end."""
    row = _mover(view).rows[colour] + 1
    if row > view.rules.path_length:
        return beyond
    words = [f"row {row}"]
    tile = view.tiles[colour][row]
    if tile is not None:
        words.append(_TILES[tile])
    if row == view.rules.goal_row:
        words.append("goal")
    return ", ".join(words)


_TILES = {tile: f"+{tile.points}" if tile.points else tile.value for tile in Tile}


def _mover(view: PlayerView) -> PublicPlayer:
    return view.players[view.to_move]


def question(view: PlayerView) -> str:
    """What the player has to decide."""
    if view.phase is Phase.PLAY:
        return "Play a card: lay it to your column, or discard it."
    if view.phase is Phase.DRAW:
        return "Draw a card."
    return "A step for one of your figures" + (", if you like." if view.may_decline else ".")


def menu(view: PlayerView) -> Table:
    """The choices as a table: those of a card side by side."""
    table = Table.grid(padding=(0, 3))
    for row in _rows(choices(view)):
        table.add_row(*map(str, row))
    return table


def _rows(offered: tuple[Choice, ...]) -> Iterator[list[Choice | str]]:
    """A row for each card, its discard in the last column; a row for each choice that is not about a card."""
    row: list[Choice | str] = ["", ""]
    for choice in offered:
        match choice.move:
            case Lay(_, Figure.LARGE):
                row[1] = choice
            case Lay():
                row[0] = choice
            case Discard():
                yield [*row, choice]
                row = ["", ""]
            case _:
                yield [choice]
