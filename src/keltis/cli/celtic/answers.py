"""What a player of CELTIC! types: a number, a move, a cell or one of a few words; and what is wrong with anything else."""

import re
from collections.abc import Sequence
from typing import Final

from rich.table import Table

from keltis._shared.text import quoted
from keltis.celtic import Cell, GameState, Move, illegality, parse_move
from keltis.celtic.tiles import MASK_OF_LETTERS, Owner
from keltis.cli.answers import Mistake, Request, did_you_mean, word_or_number
from keltis.cli.celtic.choices import Choice, tiles, written

_CELL: Final = re.compile(r"(?:lay )?(-?[0-9]{1,2}) ?, ?(-?[0-9]{1,2})")
_LAY: Final = re.compile(rf"{_CELL.pattern} ([nesw]{{1,4}})(?: (orange|blue|neutral))?")


def understood(text: str, state: GameState, offered: Sequence[Choice]) -> Move | Request | Table:
    """What the player to move says by this text; the tiles that fit, if it is a cell."""
    answer: Move | Request | None = word_or_number(text, [choice.move for choice in offered])
    if answer is not None:
        return answer
    typed = " ".join(text.lower().split())
    if cell := _CELL.fullmatch(typed):
        return _fitting((int(cell[1]), int(cell[2])), offered)
    return _move(typed, state, offered)


def _fitting(cell: Cell, offered: Sequence[Choice]) -> Table:
    there = [choice for choice in offered if choice.move.cell == cell]
    if there:
        return tiles(there)
    cells = dict.fromkeys(written(choice.move.cell) for choice in offered)
    raise Mistake(f"No tile can be laid on {written(cell)}. Tiles fit on {' '.join(cells)}.")


def _move(typed: str, state: GameState, offered: Sequence[Choice]) -> Move:
    lay = _LAY.fullmatch(typed)
    if lay is None and typed != "pass":
        moves = [str(choice.move) for choice in offered]
        raise Mistake(f"This is no move, nor a cell: {quoted(typed)}.{did_you_mean(typed, moves)}")
    move = parse_move(typed if lay is None else _spelt(lay, state.to_move))
    reason = illegality(state, move)
    if reason is None:
        return move
    raise Mistake(f"You cannot {move}: {reason}.")


def _spelt(lay: re.Match[str], mover: Owner) -> str:
    """The move as moves are written. The sides may come in any order, and a tile is the player's own where nothing is said."""
    x, y, sides, supply = lay.groups()
    letters = next(letters for letters in MASK_OF_LETTERS if set(letters) == set(sides.upper()))
    return f"lay {int(x)},{int(y)} {letters} {supply or mover}"
