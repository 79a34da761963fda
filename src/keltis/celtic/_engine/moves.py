"""The moves, lay a tile or pass, the penalty that a record can contain, and their notation."""

import re
from operator import attrgetter
from typing import Final, TypeAlias, final

import attrs

from keltis._lib.checks import as_int
from keltis._lib.text import quoted, require_text, short_repr
from keltis._lib.values import Immutable, trusted_constructor
from keltis.celtic._engine.tiles import SHAPES, Cell, Owner, Shape, as_mask, letters_of, parse_sides
from keltis.errors import InvalidArgument, NotationError

MAX_COORDINATE: Final = 99
"""The largest x or y, in either direction, of a move."""


@final
@attrs.frozen
class Lay(Immutable):
    """Lay a tile from a supply on a cell, with certain sides open (K3). Also a tile on the table.

    The start tile is on the cell 0,0; x grows to the east, y to the south.

    >>> from keltis.celtic import Lay, Owner
    >>> lay = Lay(1, -2, 11, Owner.BLUE)
    >>> str(lay), lay.shape
    ('lay 1,-2 NEW blue', Shape.TEE)
    """

    x: int
    y: int
    mask: int
    """The open sides: the sum of north 1, east 2, south 4 and west 8."""
    supply: Owner

    def __attrs_post_init__(self) -> None:
        for name in ("x", "y"):
            coordinate = as_int(getattr(self, name), name, -MAX_COORDINATE, MAX_COORDINATE)
            object.__setattr__(self, name, coordinate)
        object.__setattr__(self, "mask", as_mask(self.mask))
        if not isinstance(self.supply, Owner):
            raise InvalidArgument(
                f"the supply of a tile must be an Owner, not {short_repr(self.supply)}"
            )

    @property
    def cell(self) -> Cell:
        """The cell as a pair of x and y."""
        return self.x, self.y

    @property
    def shape(self) -> Shape:
        """The shape of the tile."""
        return SHAPES[self.mask]

    def __str__(self) -> str:
        return f"lay {self.x},{self.y} {letters_of(self.mask)} {self.supply}"


trusted_lay: Final = trusted_constructor(Lay)
"""The constructor of `Lay` without checks, for arguments that are known to be valid."""

READING_ORDER: Final = attrgetter("y", "x")
"""The sort key of tiles: row by row."""


@final
@attrs.frozen
class Pass(Immutable):
    """Pass: the only move of a player who cannot lay a tile while the other player can (K8)."""

    def __str__(self) -> str:
        return "pass"


PASS: Final = Pass()


@final
@attrs.frozen
class Forfeit(Immutable):
    """The penalty for a tile that was laid beyond the window: tile back, turn lost (K12).

    It is never legal: `legal_moves` does not list it, and `apply_move` rejects it. `forfeit_turn`
    gives the state after it, and a `GameRecord` can contain it among its moves.

    >>> from keltis.celtic import Forfeit, parse_move
    >>> str(Forfeit(parse_move("lay 2,0 EW orange")))
    'forfeit 2,0 EW orange'
    """

    lay: Lay
    """The lay that was taken back."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.lay, Lay):
            raise InvalidArgument(f"expected the Lay taken back, not {short_repr(self.lay)}")

    def __str__(self) -> str:
        return f"forfeit{str(self.lay).removeprefix('lay')}"


Move: TypeAlias = Lay | Pass | Forfeit
"""One turn of one player: a tile, a pass, or in a record the penalty in place of one."""

_NUMBER: Final = "(0|-?[1-9][0-9]?)"
_TILE: Final = re.compile(f"{_NUMBER},{_NUMBER} ([NESW]+) ([a-z]+)")
_OWNERS: Final = {str(owner): owner for owner in Owner}


def parse_move(text: str) -> Move:
    """Parse a move, exactly as `str(move)` writes it.

    >>> from keltis.celtic import parse_move
    >>> parse_move("lay 1,-2 NEW blue")
    Lay(x=1, y=-2, mask=11, supply=Owner.BLUE)
    >>> parse_move("forfeit 2,0 EW orange").lay
    Lay(x=2, y=0, mask=10, supply=Owner.ORANGE)
    >>> parse_move("lay 1,-2 WEN blue")
    Traceback (most recent call last):
    ...
    keltis.NotationError: expected open sides like NEW, in the order N, E, S, W, not 'WEN'
    """
    require_text(text)
    if text == "pass":
        return PASS
    if text.startswith("forfeit"):
        return Forfeit(_parse_lay(text, "forfeit", "a penalty like 'forfeit 1,-2 NEW blue'"))
    return _parse_lay(text, "lay", "a move like 'lay 1,-2 NEW blue' or 'pass'")


def _parse_lay(text: str, verb: str, expected: str) -> Lay:
    first, _, tile = text.partition(" ")
    match = _TILE.fullmatch(tile)
    if first != verb or match is None:
        raise NotationError(f"expected {expected}, not {quoted(text)}")
    x, y, letters, supply = match.groups()
    mask = parse_sides(letters)
    if supply not in _OWNERS:
        raise NotationError(f"expected a supply (orange, blue or neutral), not {quoted(supply)}")
    return Lay(int(x), int(y), mask, _OWNERS[supply])
