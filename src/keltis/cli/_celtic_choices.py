"""The choices of a person who plays CELTIC!, and the moves that this person types."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from keltis._shared.text import quoted
from keltis.celtic import (
    Cell,
    GameState,
    Lay,
    Owner,
    Shape,
    apply_move,
    illegality,
    knots,
    legal_moves,
    parse_move,
)
from keltis.celtic.tiles import MASK_OF_LETTERS, format_cell, letters_of
from keltis.cli._games import Choice, Group, Listing, Option
from keltis.cli._input import InputError, suggest

MENU_SIZE: Final = 12
"""The most choices that a menu lists; of more, it lists only the cells."""
CLOSES_KNOT: Final = "*"
"""The note of a tile that closes a knot."""
_GLYPHS: Final = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""The tiles by their masks."""
_CELLS_PER_LINE: Final = 4
_TILES_PER_SHAPE: Final = 3
"""The most tiles of a shape on one cell: a tee with one side that must be open."""


def lays(state: GameState) -> tuple[Lay, ...]:
    """The tiles that can be laid, in the order of `legal_moves`."""
    return tuple(move for move in legal_moves(state) if isinstance(move, Lay))


def list_choices(state: GameState) -> tuple[Choice[Lay], ...]:
    """The choices of the player to move, in the order of `legal_moves`."""
    closed = len(knots(state))
    return tuple(
        Choice(number, lay, CLOSES_KNOT * (len(knots(apply_move(state, lay))) > closed))
        for number, lay in enumerate(lays(state), 1)
    )


def ask() -> str:
    """The question that is put to the player to move."""
    return "Lay a tile: yours, or a neutral one."


def make_menu(choices: Sequence[Choice[Lay]]) -> Listing:
    """The choices, or if they are many the cells with the numbers of their choices."""
    return list_tiles(choices) if len(choices) <= MENU_SIZE else _list_cells(choices)


def list_tiles(choices: Iterable[Choice[Lay]]) -> Listing:
    """A row for each cell and shape: first the player's own tiles, then the neutral ones."""
    listed = tuple(choices)
    note = "* closes a knot." if any(choice.note for choice in listed) else ""
    return Listing(tuple(_tile_rows(listed)), gap=1, note=note)


def _tile_rows(choices: Iterable[Choice[Lay]]) -> Iterator[tuple[str, ...]]:
    for cell, group in groupby(choices, _cell_of):
        label = f"{format_cell(cell)}:"
        by_shape: dict[Shape, list[Choice[Lay]]] = {}
        for choice in group:
            by_shape.setdefault(choice.move.shape, []).append(choice)
        for shape, same in sorted(by_shape.items()):
            own = [_format_choice(c) for c in same if c.move.supply is not Owner.NEUTRAL]
            neutral = [_format_choice(c) for c in same if c.move.supply is Owner.NEUTRAL]
            own += [""] * (_TILES_PER_SHAPE - len(own))
            yield label, str(shape), *own, "neutral" if neutral else "", *neutral
            label = ""


def group_choices(choices: Iterable[Choice[Lay]]) -> tuple[Group[Lay], ...]:
    """The choices by cell."""
    return tuple(
        Group(format_cell(cell), tuple(_option(choice) for choice in group), cell)
        for cell, group in groupby(choices, _cell_of)
    )


def _option(choice: Choice[Lay]) -> Option[Lay]:
    lay = choice.move
    neutral = " neutral" if lay.supply is Owner.NEUTRAL else ""
    note = "closes a knot" if choice.note else ""
    return Option(f"{_GLYPHS[lay.mask]} {letters_of(lay.mask)}{neutral}", lay, note)


def _list_cells(choices: Sequence[Choice[Lay]]) -> Listing:
    note = "Type a cell to see the tiles that fit there."
    if any(choice.note for choice in choices):
        note += " * closes a knot."
    cells = [_format_range(cell, list(group)) for cell, group in groupby(choices, _cell_of)]
    return Listing(
        tuple(
            tuple(cells[start : start + _CELLS_PER_LINE])
            for start in range(0, len(cells), _CELLS_PER_LINE)
        ),
        note=note,
    )


def _cell_of(choice: Choice[Lay]) -> Cell:
    return choice.move.cell


def _format_choice(choice: Choice[Lay]) -> str:
    mask = choice.move.mask
    return f"{choice.number:>2} {_GLYPHS[mask]} {letters_of(mask)}{choice.note}"


def _format_range(cell: Cell, choices: Sequence[Choice[Lay]]) -> str:
    note = CLOSES_KNOT * any(choice.note for choice in choices)
    return f"{format_cell(cell):>5}: {choices[0].number}-{choices[-1].number}{note}"


_CELL: Final = re.compile(r"(?:lay )?(-?[0-9]{1,2}) ?, ?(-?[0-9]{1,2})")
_LAY: Final = re.compile(rf"{_CELL.pattern} ([nesw]{{1,4}})(?: (orange|blue|neutral))?")


def parse_typed_move(text: str, state: GameState, choices: Sequence[Choice[Lay]]) -> Lay | Listing:
    """The legal move that the player to move typed; for a cell, its tiles. Raises `InputError`."""
    typed = " ".join(text.lower().split())
    if cell := _CELL.fullmatch(typed):
        return _list_tiles_on((int(cell[1]), int(cell[2])), choices)
    match = _LAY.fullmatch(typed)
    if match is None and typed != "pass":
        moves = [str(choice.move) for choice in choices]
        raise InputError(
            f"This is neither a move nor a cell: {quoted(typed)}.{suggest(typed, moves)}"
        )
    move = parse_move(typed if match is None else _normalise(match, state.to_move))
    reason = illegality(state, move)
    if reason is None and isinstance(move, Lay):
        return move
    raise InputError(f"You cannot {move}: {reason}.")


def _list_tiles_on(cell: Cell, choices: Sequence[Choice[Lay]]) -> Listing:
    fitting = [choice for choice in choices if choice.move.cell == cell]
    if fitting:
        return list_tiles(fitting)
    cells = dict.fromkeys(format_cell(choice.move.cell) for choice in choices)
    raise InputError(f"No tile can be laid on {format_cell(cell)}. Tiles fit on {' '.join(cells)}.")


def _normalise(match: re.Match[str], mover: Owner) -> str:
    """The move in the notation: sides in any order, and by default the player's own tile."""
    x, y, sides, supply = match.groups()
    letters = next(letters for letters in MASK_OF_LETTERS if set(letters) == set(sides.upper()))
    return f"lay {int(x)},{int(y)} {letters} {supply or mover}"
