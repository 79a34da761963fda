"""A position, as a fixed number of bytes, for programs that learn.

`encode(state)` needs no other library; `numpy.frombuffer(encode(state), numpy.uint8)` is an array
without a copy. `layout(rules)` says where each field is. The viewer comes first and the opponent
second, so that a learner always plays the same colour. Nothing in CELTIC! is hidden: both players
see the whole position.

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
`keltis.celtic.opponent_action` exchanges it. All other positions under the same rules that differ
have different bytes. Rotations and reflections of a position differ.
"""

from functools import lru_cache
from typing import ClassVar, Final, final

import attrs

from keltis._shared.encoding import BaseLayout, Field, consecutive_fields
from keltis._shared.exports import set_public_module
from keltis.celtic.rules import Rules
from keltis.celtic.state import GameState
from keltis.celtic.tiles import (
    ALL_MASKS,
    NEUTRAL,
    PLAYERS,
    SIDES,
    Owner,
    Player,
    Shape,
    opponent,
    require_player,
)

__all__ = ["VERSION", "Field", "Layout", "encode", "layout"]

VERSION: Final = 1
"""The version of the layout. Another version means that old bytes and new ones do not compare."""

_OPEN_SIDES: Final = tuple(
    tuple(place for place, side in enumerate(SIDES) if mask & side)
    for mask in range(ALL_MASKS[-1] + 1)
)
"""By mask, the places of the open sides."""


@final
@attrs.frozen
class Layout(BaseLayout):
    """Where each field is in the bytes of `encode`. The module's docstring explains the fields.

    Layouts of the same meaning have the same checksum, others have another: save it with a model.

    >>> from keltis.celtic import CELTIC, Rules
    >>> from keltis.celtic.encoding import layout
    >>> fields = layout(CELTIC)
    >>> fields.size, fields.slices["supplies"], fields.shapes["tiles"]
    (665, slice(2, 17, None), (3, 9, 9))
    >>> fields.checksum == layout(Rules(start=7)).checksum
    True
    """

    encoding: ClassVar[str] = "keltis.celtic.encoding"


def layout(rules: Rules) -> Layout:
    """The layout of what `encode` returns under these rules.

    >>> from keltis.celtic import Rules
    >>> from keltis.celtic.encoding import layout
    >>> layout(Rules(width=6, height=4)).shapes["window"]
    (7, 11)
    """
    return _layout(rules.width, rules.height)


@lru_cache(maxsize=64)
def _layout(width: int, height: int) -> Layout:
    plane = 2 * height - 1, 2 * width - 1
    shapes: dict[str, tuple[int, ...]] = {
        "to_move": (len(PLAYERS),),
        "supplies": (len(Owner), len(Shape)),
        "tiles": (len(Owner), *plane),
        "sides": (len(SIDES), *plane),
        "window": plane,
    }
    return Layout(VERSION, consecutive_fields(shapes))


def encode(state: GameState, viewer: Player | None = None) -> bytes:
    """The position as bytes, as one of the players sees it. The module's docstring explains them.

    The viewer is the player to move, unless you name one.

    >>> from keltis.celtic import CELTIC, new_game
    >>> from keltis.celtic.encoding import encode, layout
    >>> code = encode(new_game())
    >>> fields = layout(CELTIC).slices
    >>> list(code[fields["to_move"]]), list(code[fields["supplies"]][-5:])
    ([1, 0], [1, 1, 1, 1, 0])
    """
    if viewer is None:
        viewer = state.to_move
    require_player(viewer)
    rules, owners = state.rules, (viewer, opponent(viewer), NEUTRAL)
    plan = _plan(rules.width, rules.height)
    code = bytearray(plan.size)
    code[plan.to_move + owners.index(state.to_move)] = 1
    counts = [count for owner in owners for count in state.left[owner]]
    code[plan.supplies : plan.supplies + len(counts)] = bytes(counts)
    tiles = [plan.tiles + plan.cells * owners.index(owner) for owner in Owner]
    for lay in state.lays:
        place = plan.middle + plan.columns * lay.y + lay.x
        code[tiles[lay.supply] + place] = 1
        for side in _OPEN_SIDES[lay.mask]:
            code[plan.sides + plan.cells * side + place] = 1
    _write_window(code, plan, state)
    return bytes(code)


@attrs.frozen
class _Plan:
    """What `encode` looks up, computed once for a size of window."""

    size: int
    to_move: int
    """The first byte of this field, and so on."""
    supplies: int
    tiles: int
    sides: int
    window: int
    columns: int
    """The number of columns of a plane."""
    cells: int
    """The number of cells of a plane."""
    middle: int
    """The place of the cell 0,0 in a plane."""


@lru_cache(maxsize=64)
def _plan(width: int, height: int) -> _Plan:
    fields = _layout(width, height)
    rows, columns = fields.shapes["window"]
    cells = rows * columns
    starts = {field.name: field.start for field in fields.fields}
    return _Plan(fields.size, columns=columns, cells=cells, middle=cells // 2, **starts)


def _write_window(code: bytearray, plan: _Plan, state: GameState) -> None:
    west, east, north, south = state.frontier.box
    width, height = state.rules.width, state.rules.height
    first, stop = east - width + 1, west + width
    for y in range(south - height + 1, north + height):
        row = plan.window + plan.middle + plan.columns * y
        code[row + first : row + stop] = b"\x01" * (stop - first)


set_public_module(__name__)
