"""Sides, the shapes of tiles, and whose they are (K1, K3).

A tile's mask says which of its sides are open, each side being one bit: north 1, east 2, south 4,
west 8.
"""

import enum
from typing import Final, Literal, TypeAlias

from typing_extensions import TypeIs

from keltis._lib.checks import as_int, is_int
from keltis._lib.text import quoted, short_repr
from keltis._lib.values import ImmutableEnum
from keltis.errors import InvalidArgument, NotationError

Cell: TypeAlias = tuple[int, int]
"""A place for a tile: x grows to the east, y to the south."""

NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8
SIDES: Final = (NORTH, EAST, SOUTH, WEST)
"""The sides, clockwise."""

OPPOSITE: Final = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}
STEP: Final = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
"""The change of x and y across each side."""


def neighbour(cell: Cell, side: int) -> Cell:
    """The cell next to this one, across this side."""
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def format_cell(cell: Cell) -> str:
    """A cell as in the notation of moves: `0,-1`."""
    return f"{cell[0]},{cell[1]}"


class Owner(ImmutableEnum, enum.IntEnum):
    """The owner of a tile, usable as an index. Both players lay the neutral ones.

    >>> from keltis.celtic import Owner
    >>> [str(owner) for owner in Owner]
    ['orange', 'blue', 'neutral']
    """

    ORANGE = 0
    BLUE = 1
    NEUTRAL = 2

    def __str__(self) -> str:
        return self.name.lower()


# Member access on an enum class is slow in Python 3.11, and every move needs these.
ORANGE: Final = Owner.ORANGE
BLUE: Final = Owner.BLUE
NEUTRAL: Final = Owner.NEUTRAL

Player: TypeAlias = Literal[Owner.ORANGE, Owner.BLUE]
"""One of the two owners who play."""

PLAYERS: Final[tuple[Player, Player]] = (ORANGE, BLUE)


def opponent(player: Player) -> Player:
    """The other player.

    >>> from keltis.celtic import Owner, opponent
    >>> opponent(Owner.ORANGE)
    Owner.BLUE
    """
    require_player(player)
    return BLUE if player is ORANGE else ORANGE


def is_player(value: object) -> TypeIs[Player]:
    return value is ORANGE or value is BLUE


def require_player(player: Player) -> None:
    """Raise `InvalidArgument` unless this is one of the two players."""
    if not is_player(player):
        raise InvalidArgument(
            f"player must be Owner.ORANGE or Owner.BLUE, not {short_repr(player)}"
        )


class Shape(ImmutableEnum, enum.IntEnum):
    """The five shapes of tiles, usable as an index.

    >>> from keltis.celtic import Shape
    >>> [len(shape.masks) for shape in Shape]
    [4, 4, 2, 4, 1]
    """

    END = 0
    CORNER = 1
    STRAIGHT = 2
    TEE = 3
    CROSS = 4

    @property
    def masks(self) -> tuple[int, ...]:
        """The masks of all its orientations, ascending (K3)."""
        return tuple(mask for mask in ALL_MASKS if SHAPES[mask] is self)

    @staticmethod
    def of(mask: int) -> "Shape":
        """The shape of a tile with these open sides.

        >>> from keltis.celtic import Shape
        >>> Shape.of(11)
        Shape.TEE
        """
        return SHAPES[as_mask(mask)]

    def __str__(self) -> str:
        return self.name.lower()


ALL_MASKS: Final = tuple(range(1, 16))
"""The masks of all tiles in all orientations. Every tile has an open side."""

SHAPES: Final = tuple(
    {1: Shape.END, 3: Shape.TEE, 4: Shape.CROSS}.get(
        mask.bit_count(), Shape.STRAIGHT if mask in (NORTH | SOUTH, EAST | WEST) else Shape.CORNER
    )
    for mask in range(16)
)
"""The shape by the mask, quicker than `Shape.of`; mask 0 is not used."""


def as_mask(value: int) -> int:
    """The mask of a tile as a plain `int`; anything else raises `InvalidArgument`."""
    return as_int(value, "a mask of open sides", ALL_MASKS[0], ALL_MASKS[-1])


def is_mask(value: object) -> bool:
    return is_int(value, ALL_MASKS[0], ALL_MASKS[-1])


def letters_of(mask: int) -> str:
    """The open sides as letters, clockwise from the north.

    >>> letters_of(11)
    'NEW'
    """
    return "".join(letter for side, letter in zip(SIDES, "NESW", strict=True) if mask & side)


MASK_OF_LETTERS: Final = {letters_of(mask): mask for mask in ALL_MASKS}
"""The masks by their letters."""


def parse_sides(text: str) -> int:
    """Parse a mask from the letters of its open sides.

    >>> parse_sides("NEW")
    11
    """
    if text not in MASK_OF_LETTERS:
        raise NotationError(
            f"expected open sides like NEW, in the order N, E, S, W, not {quoted(text)}"
        )
    return MASK_OF_LETTERS[text]
