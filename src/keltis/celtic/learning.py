"""What programs that learn need: moves as numbers, positions as bytes, and what a game is worth.

**Actions.** Every move has a number, the same under all rules, which never changes::

    0                                 Pass()
    45 x place + 15 x supply + mask   Lay(x, y, mask, supply)

The supply is 0 for Orange, 1 for Blue and 2 for the neutral tiles. The place is the number of the
cell if all cells but 0,0 are counted from 0, ring by ring, from the start tile outwards: ring 1 is
the eight cells around it, ring 2 the sixteen cells around those. Each ring is counted row by row,
from north to south, and each row from west to east.

A design always has the start tile on 0,0 and fits the window (K4, K7), so no tile is ever laid
farther away than the window is wide or high, less one: in ring 4 at most with the window of the
printed game. The lays in rings 1 to 4 come first, in one block of `STANDARD_ACTION_COUNT`; those
farther out, which only rules of your own can have, follow up to `ACTION_COUNT`. A `Lay` that no
rules allow, on 0,0 or beyond ring 8, has no number. Neither has a `Forfeit`, which is never legal.

**Observations.** `encode(state)` is a position as a fixed number of bytes. It needs no other
library; `numpy.frombuffer(encode(state), numpy.uint8)` is an array without a copy. `layout(rules)`
says where each field is. The viewer comes first and the opponent second, so that a learner always
plays the same colour. Nothing in CELTIC! is hidden: both players see the whole position.

These are the fields with their shapes, where H is 2 x height - 1 and W is 2 x width - 1 of the
window. Owners are in the order viewer, opponent, neutral::

    to_move   2            one-hot: the viewer or the opponent is to move
    supplies  3 x 5        the tiles left, by owner and shape (K1)
    tiles     3 x H x W    1 where a tile of this owner lies
    sides     4 x H x W    1 where a tile is open to the north, east, south, west
    window    H x W        1 on the cells that the window can still cover (K7)

The planes of H rows and W columns, from north to south and from west to east, have the start tile
in their middle, which is the cell 0,0. The design always has this tile and fits the window (K4,
K7), so every tile, and every cell that an open side faces, is in the plane: no position exceeds it.

Only one thing is folded: colours count from the viewer, so that a position seen by Orange has the
same bytes as the position with the colours exchanged seen by Blue. Action numbers name the colour:
`opponent_action` exchanges it. All other positions under the same rules that differ
have different bytes. Rotations and reflections of a position differ.

**Returns.** `win_shares` says what a finished game is worth to each player. There are no margins: a
score has several numbers (K11).
"""

from functools import lru_cache
from typing import Final, assert_never

from keltis._lib.checks import as_int, as_seat
from keltis._lib.exports import set_public_module
from keltis.celtic._engine.legality import legal_moves
from keltis.celtic._engine.moves import PASS, Forfeit, Lay, Move, Pass, trusted_lay
from keltis.celtic._engine.rules import CELTIC, MAX_SIZE, Rules
from keltis.celtic._engine.scoring import outcome
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import (
    ALL_MASKS,
    BLUE,
    NEUTRAL,
    ORANGE,
    PLAYERS,
    SIDES,
    Owner,
    Player,
    Shape,
    opponent,
    require_player,
)
from keltis.errors import InvalidArgument
from keltis.game import (
    Field,
    Layout,
    Returns,
    action_mask,
    consecutive_fields,
    require_returns,
    win_shares,
)

__all__ = [
    "ACTION_COUNT",
    "STANDARD_ACTION_COUNT",
    "VERSION",
    "Field",
    "Layout",
    "action_count",
    "action_id",
    "encode",
    "highest_values",
    "layout",
    "legal_action_ids",
    "legal_action_mask",
    "move_of",
    "observation",
    "opponent_action",
    "return_bounds",
    "returns",
    "seat_action",
    "win_shares",
]

# Actions.

_OWNERS: Final = tuple(Owner)
_MASKS: Final = len(ALL_MASKS)
_PER_CELL: Final = len(_OWNERS) * _MASKS
_RINGS: Final = MAX_SIZE - 1
_REACH: Final = range(-_RINGS, _RINGS + 1)
_CELLS: Final = sorted(
    ((x, y) for y in _REACH for x in _REACH if (x, y) != (0, 0)),
    key=lambda cell: max(map(abs, cell)),
)
"""The cells that a tile can be laid on, in the order of the numbers."""
_STARTS: Final = {cell: _PER_CELL * place for place, cell in enumerate(_CELLS)}
"""By cell, the number before those of the lays on it."""


def _count(rings: int) -> int:
    """How many numbers the pass and the lays in these rings have."""
    return 1 + _PER_CELL * ((2 * rings + 1) ** 2 - 1)


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

    `encode` does not say which colour the viewer has. A learner that plays both
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
    """One byte for every number below `action_count(rules)`: 1 if its move is legal, 0 if not.

    As an array, it is `numpy.frombuffer(mask, numpy.int8)`.

    >>> from keltis.celtic import legal_action_mask, new_game
    >>> mask = legal_action_mask(new_game())
    >>> len(mask), sum(mask)
    (3601, 60)
    """
    return action_mask(legal_action_ids(state), action_count(state.rules))


def seat_action(action: int, seat: int) -> int:
    """The number that goes with the observations of a seat: Blue has that of `opponent_action`.

    So a move with a tile of the viewer's own has the same number for both players. The function
    turns the numbers into those of `action_id`, too.

    >>> from keltis.celtic import Lay, Owner, action_id
    >>> seat_action(action_id(Lay(0, -1, 4, Owner.BLUE)), 1)
    49
    """
    return opponent_action(action) if seat else action


# Observations.

VERSION: Final = 1
"""The version of the layout. Another version means that old bytes and new ones do not compare."""

_ENCODING: Final = "keltis.celtic.encoding"  # part of the checksum; where it was in version 1
_OPEN_SIDES: Final = tuple(
    tuple(place for place, side in enumerate(SIDES) if mask & side)
    for mask in range(ALL_MASKS[-1] + 1)
)
"""By mask, the places of the open sides."""


def layout(rules: Rules, players: int = 2) -> Layout:  # noqa: ARG001 - always two
    """The layout of what `encode` returns under these rules.

    >>> from keltis.celtic import Rules
    >>> from keltis.celtic.learning import layout
    >>> layout(Rules(width=6, height=4)).shapes["window"]
    (7, 11)
    """
    return _layout_and_starts(rules.width, rules.height)[0]


@lru_cache(maxsize=64)
def _layout_and_starts(width: int, height: int) -> tuple[Layout, dict[str, int]]:
    """The layout for a size of window, and by the name of a field its first byte."""
    plane = 2 * height - 1, 2 * width - 1
    shapes: dict[str, tuple[int, ...]] = {
        "to_move": (len(PLAYERS),),
        "supplies": (len(Owner), len(Shape)),
        "tiles": (len(Owner), *plane),
        "sides": (len(SIDES), *plane),
        "window": plane,
    }
    fields = consecutive_fields(shapes)
    starts = {field.name: field.start for field in fields}
    return Layout(_ENCODING, VERSION, fields), starts


def encode(state: GameState, viewer: Player | None = None) -> bytes:
    """The position as bytes, as one of the players sees it. The module's docstring explains them.

    The viewer is the player to move, unless you name one.

    >>> from keltis.celtic import CELTIC, new_game
    >>> from keltis.celtic.learning import encode, layout
    >>> code = encode(new_game())
    >>> fields = layout(CELTIC).slices
    >>> list(code[fields["to_move"]]), list(code[fields["supplies"]][-5:])
    ([1, 0], [1, 1, 1, 1, 0])
    """
    if viewer is None:
        viewer = state.to_move
    require_player(viewer)
    rules, owners = state.rules, (viewer, opponent(viewer), NEUTRAL)
    fields, at = _layout_and_starts(rules.width, rules.height)
    columns = 2 * rules.width - 1
    cells = columns * (2 * rules.height - 1)
    middle = cells // 2  # the cell 0,0
    code = bytearray(fields.size)
    code[at["to_move"] + owners.index(state.to_move)] = 1
    counts = [count for owner in owners for count in state.left[owner]]
    code[at["supplies"] : at["supplies"] + len(counts)] = bytes(counts)
    tiles = [at["tiles"] + cells * owners.index(owner) for owner in Owner]
    for lay in state.lays:
        place = middle + columns * lay.y + lay.x
        code[tiles[lay.supply] + place] = 1
        for side in _OPEN_SIDES[lay.mask]:
            code[at["sides"] + cells * side + place] = 1
    west, east, north, south = state.frontier.box
    first, stop = east - rules.width + 1, west + rules.width
    for y in range(south - rules.height + 1, north + rules.height):
        row = at["window"] + middle + columns * y
        code[row + first : row + stop] = b"\x01" * (stop - first)
    return bytes(code)


def observation(state: GameState, seat: int) -> bytes:
    """The position as bytes, as the player at a seat sees it.

    >>> from keltis.celtic import Owner, new_game
    >>> observation(new_game(), 1) == encode(new_game(), Owner.BLUE)
    True
    """
    return encode(state, PLAYERS[as_seat(seat, len(PLAYERS), "seat")])


def highest_values(rules: Rules, players: int = 2) -> bytes:
    """The highest value of each byte of `encode`, at least 1. Each player can be the viewer.

    >>> from keltis.celtic import CELTIC
    >>> max(highest_values(CELTIC))
    2
    """
    fields = layout(rules, players)
    *own, neutral = rules.supplies
    either = tuple(map(max, *own))
    highest = bytearray(b"\1" * fields.size)
    highest[fields.slices["supplies"]] = bytes(max(1, n) for n in (*either, *either, *neutral))
    return bytes(highest)


# Returns.


def returns(state: GameState, name: Returns = "win_shares") -> tuple[float, ...] | None:
    """By seat, what the finished game is worth: its `win_shares`. It is None before the end.

    >>> from keltis.celtic import new_game
    >>> print(returns(new_game()))
    None
    """
    require_returns(name, _RETURNS)
    end = outcome(state)
    return None if end is None else win_shares(end)


def return_bounds(
    rules: Rules,  # noqa: ARG001 - the same under all rules
    players: int = 2,
    name: Returns = "win_shares",
) -> tuple[float, float]:
    """The lowest and the highest return: that of the loser, and that of the winner.

    >>> from keltis.celtic import CELTIC
    >>> return_bounds(CELTIC)
    (-1.0, 1.0)
    """
    require_returns(name, _RETURNS)
    return -1.0, players - 1.0


_RETURNS: Final[tuple[Returns, ...]] = ("win_shares",)


set_public_module(__name__)
