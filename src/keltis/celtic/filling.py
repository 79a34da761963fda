"""Fillings of a rectangle with tiles, and which of them solve the puzzles (K13, K14)."""

from collections import Counter
from operator import index
from typing import Final, final

import attrs

from keltis._shared.text import quoted, require_text, short_repr
from keltis._shared.values import Immutable
from keltis.celtic.rules import CELTIC, Rules
from keltis.celtic.strands import strands
from keltis.celtic.tiles import ALL_MASKS, OPPOSITE, SHAPES, SIDES, Cell, Shape, is_mask, neighbour
from keltis.errors import InvalidArgument, NotationError

_MASK_OF_DIGIT: Final = {f"{mask:X}": mask for mask in ALL_MASKS}


@final
@attrs.frozen(repr=False)
class Filling(Immutable):
    """A rectangle of tiles, given as rows of masks.

    The tiles need not fit together, and have no owners.

    >>> from keltis.celtic import Filling
    >>> filling = Filling.parse("6C/39")
    >>> filling.rows, str(filling)
    (((6, 12), (3, 9)), '6C/39')
    """

    rows: tuple[tuple[int, ...], ...]

    def __attrs_post_init__(self) -> None:
        rows = self.rows
        if (
            not isinstance(rows, tuple)
            or not rows
            or not all(isinstance(row, tuple) and row and all(map(is_mask, row)) for row in rows)
        ):
            raise InvalidArgument(
                f"a filling must be one or more rows of masks from 1 to 15, not {short_repr(rows)}"
            )
        if len({len(row) for row in rows}) > 1:
            raise InvalidArgument(
                f"the rows of a filling must be of one length, not {short_repr(rows)}"
            )
        # Plain integers, whatever kind of whole number the caller passed.
        object.__setattr__(self, "rows", tuple(tuple(map(index, row)) for row in rows))

    @classmethod
    def parse(cls, text: str) -> "Filling":
        """Parse a filling: a hexadecimal digit for the mask of each tile, `/` between the rows.

        >>> from keltis.celtic import Filling
        >>> Filling.parse("6c/39")
        Traceback (most recent call last):
        ...
        keltis.NotationError: expected rows of one length, of digits 1 to F, like 6C/39, not '6c/39'
        """
        require_text(text)
        try:
            return cls(
                tuple(tuple(_MASK_OF_DIGIT[digit] for digit in row) for row in text.split("/"))
            )
        except (KeyError, InvalidArgument):
            expected = "expected rows of one length, of digits 1 to F, like 6C/39"
            raise NotationError(f"{expected}, not {quoted(text)}") from None

    @property
    def masks(self) -> dict[Cell, int]:
        """The masks by cell; the cell in the north-west is 0,0."""
        return {(x, y): mask for y, row in enumerate(self.rows) for x, mask in enumerate(row)}

    @property
    def knots(self) -> int:
        """The number of closed paths."""
        return sum(strand.closed for strand in strands(self.masks))

    def _repr_svg_(self) -> str:
        """The picture in a notebook."""
        from keltis.celtic.render import board_svg  # noqa: PLC0415 - render imports this module

        return board_svg(self, size=560, theme="auto")

    def __str__(self) -> str:
        return "/".join("".join(f"{mask:X}" for mask in row) for row in self.rows)

    def __repr__(self) -> str:
        return f"<{self}>"


def is_easy(filling: Filling, *, rules: Rules = CELTIC) -> bool:
    """Whether a filling solves the easy puzzle (K13).

    It has all tiles, no open side at the rim, and no path that is cut off.

    >>> from keltis.celtic import Filling, is_easy
    >>> is_easy(Filling.parse("2EAE8/6FEF8/553FC/3FAFD/2BA91"))
    True
    """
    rows = filling.rows
    if list(map(len, rows)) != [rules.width] * rules.height:
        return False
    shapes = Counter(SHAPES[mask] for row in rows for mask in row)
    return tuple(shapes[shape] for shape in Shape) == rules.tiles and _is_sealed(filling.masks)


def is_hard(filling: Filling, *, rules: Rules = CELTIC) -> bool:
    """Whether a filling solves the hard puzzle: the easy one with a single knot (K14).

    >>> from keltis.celtic import Filling, is_hard
    >>> is_hard(Filling.parse("46EEC/7FF95/7FF85/57F85/113A9"))
    True
    """
    return is_easy(filling, rules=rules) and filling.knots == 1


def _is_sealed(masks: dict[Cell, int]) -> bool:
    """Whether a side is open exactly where it faces an open side."""
    return all(
        bool(mask & side) == bool(masks.get(neighbour(cell, side), 0) & OPPOSITE[side])
        for cell, mask in masks.items()
        for side in SIDES
    )
