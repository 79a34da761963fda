"""A fixed number for every move, for machine learning.

The numbers are the same under all rules and never change:

| number | move |
|---|---|
| 0 | `Pass()` |
| 45 x place + 15 x supply + mask | `Lay(x, y, mask, supply)` |

The supply is 0 for Orange, 1 for Blue and 2 for the neutral tiles. The place is the number of the
cell if all cells but 0,0 are counted from 0, ring by ring, from the start tile outwards: ring 1 is
the eight cells around it, ring 2 the sixteen cells around those. Each ring is counted row by row,
from north to south, and each row from west to east.

A design always has the start tile on 0,0 and fits the window (K4, K7), so no tile is ever laid
farther away than the window is wide or high, less one: in ring 4 at most with the window of the
printed game. The lays in rings 1 to 4 come first, in one block of `STANDARD_ACTION_COUNT`; those
farther out, which only rules of your own can have, follow up to `ACTION_COUNT`. A `Lay` that no
rules allow, on 0,0 or beyond ring 8, has no number. Neither has a `Forfeit`, which is never legal.
"""

from typing import Final, assert_never

from keltis._shared.checks import as_int
from keltis._shared.encoding import action_mask
from keltis.celtic.legality import legal_moves
from keltis.celtic.moves import PASS, Forfeit, Lay, Move, Pass, trusted_lay
from keltis.celtic.rules import CELTIC, MAX_SIZE, Rules
from keltis.celtic.state import GameState
from keltis.celtic.tiles import ALL_MASKS, BLUE, ORANGE, Cell, Owner
from keltis.errors import InvalidArgument

_OWNERS: Final = tuple(Owner)
_MASKS: Final = len(ALL_MASKS)
_PER_CELL: Final = len(_OWNERS) * _MASKS
_RINGS: Final = MAX_SIZE - 1


def _all_cells() -> list[Cell]:
    """The cells that a tile can be laid on, in the order of the numbers."""
    reach = range(-_RINGS, _RINGS + 1)
    cells = [(x, y) for y in reach for x in reach if (x, y) != (0, 0)]
    return sorted(cells, key=lambda cell: max(abs(cell[0]), abs(cell[1])))


def _count(rings: int) -> int:
    """How many numbers the pass and the lays in these rings have."""
    return 1 + _PER_CELL * ((2 * rings + 1) ** 2 - 1)


_CELLS: Final = tuple(_all_cells())
_STARTS: Final = {cell: _PER_CELL * place for place, cell in enumerate(_CELLS)}
"""By cell, the number before those of the lays on it."""

ACTION_COUNT: Final = _count(_RINGS)
"""How many moves there are under any rules."""
STANDARD_ACTION_COUNT: Final = _count(max(CELTIC.width, CELTIC.height) - 1)
"""How many moves there are with a window of at most 5 by 5, as in the printed game."""


def action_count(rules: Rules) -> int:
    """How many action numbers these rules use: all numbers of their moves are below it.

    >>> from keltis.celtic import CELTIC, action_count
    >>> action_count(CELTIC)
    3601
    """
    return _count(max(rules.width, rules.height) - 1)


def action_id(move: Move) -> int:
    """The number of a move.

    >>> from keltis.celtic import Lay, Owner, Pass, action_id
    >>> action_id(Pass()), action_id(Lay(0, -1, 4, Owner.NEUTRAL))
    (0, 79)
    """
    if type(move) is Lay:
        start = _STARTS.get((move.x, move.y))
        if start is None:
            raise InvalidArgument(
                f"a tile on {move.x},{move.y} has no number: expected a cell other than 0,0, "
                f"with x and y from {-_RINGS} to {_RINGS}"
            )
        return start + _MASKS * move.supply + move.mask
    if type(move) is Pass:
        return 0
    if type(move) is Forfeit:
        raise InvalidArgument("a penalty has no number")
    assert_never(move)


def move_of(action: int) -> Move:
    """The move with this number.

    >>> from keltis.celtic import move_of
    >>> move_of(79)
    Lay(x=0, y=-1, mask=4, supply=Owner.NEUTRAL)
    """
    number = as_int(action, "action", 0, ACTION_COUNT - 1)
    if number == 0:
        return PASS
    place, rest = divmod(number - 1, _PER_CELL)
    x, y = _CELLS[place]
    supply, mask = divmod(rest, _MASKS)
    return trusted_lay(x, y, ALL_MASKS[mask], _OWNERS[supply])


def opponent_action(action: int) -> int:
    """The number of the same move with Orange and Blue exchanged.

    `keltis.celtic.encoding` does not say which colour the viewer has. A learner that plays both
    colours from there reads and writes the actions of Blue through this function.

    >>> from keltis.celtic import Lay, Owner, action_id, move_of, opponent_action
    >>> move_of(opponent_action(action_id(Lay(0, -1, 4, Owner.BLUE))))
    Lay(x=0, y=-1, mask=4, supply=Owner.ORANGE)
    """
    number = as_int(action, "action", 0, ACTION_COUNT - 1)
    if number == 0:
        return 0
    supply = (number - 1) % _PER_CELL // _MASKS
    return number + _MASKS * _EXCHANGE[supply]


_EXCHANGE: Final = (BLUE - ORANGE, ORANGE - BLUE, 0)
"""By `Owner`, the change to the other player's supply."""


def legal_action_ids(state: GameState) -> tuple[int, ...]:
    """The numbers of all legal moves, ascending.

    >>> from keltis.celtic import legal_action_ids, new_game
    >>> legal_action_ids(new_game())[:3]
    (49, 50, 51)
    """
    return tuple(sorted([action_id(move) for move in legal_moves(state)]))


def legal_action_mask(state: GameState) -> bytes:
    """One byte for every number: 1 if its move is legal, 0 if not.

    The mask has `ACTION_COUNT` bytes; the first `action_count(rules)` of them are enough for these
    rules. As an array, it is `numpy.frombuffer(mask, numpy.int8)`.

    >>> from keltis.celtic import CELTIC, action_count, legal_action_mask, new_game
    >>> legal_action_mask(new_game())[: action_count(CELTIC)].count(1)
    60
    """
    return action_mask(legal_action_ids(state), ACTION_COUNT)
