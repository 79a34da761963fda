"""All solutions of the easy puzzle, numbered without listing them (K13)."""

import functools
from typing import final

from keltis._shared.values import replace_item
from keltis.celtic.filling import Filling
from keltis.celtic.rules import ByShape, Rules
from keltis.celtic.tiles import EAST, NORTH, SHAPES, SOUTH, WEST


@final
class Catalogue:
    """All fillings of the window by all tiles, in a fixed order.

    Cells are filled in reading order. What the cells still empty can hold depends only on the open
    sides that lead to them and on the tiles left, so it is worked out once for each combination of
    these: a dynamic program along a broken profile.

    The open sides are the bits of a number: one for each column, of its last filled cell to the
    south, and one more for the last filled cell to the east.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._completions: dict[tuple[int, int, ByShape], int] = {}
        cells = rules.width * rules.height
        self.count: int = self._count(0, 0, rules.tiles) if sum(rules.tiles) == cells else 0
        """How many fillings there are."""

    def filling(self, number: int) -> Filling:
        """One of the fillings, from number 0 to one less than there are."""
        width, height = self.rules.width, self.rules.height
        sides, left = 0, self.rules.tiles
        masks: list[int] = []
        for cell in range(width * height):
            options = iter(self._fitting(cell, sides, left))
            mask, sides, left = next(options)
            while number >= (ways := self._count(cell + 1, sides, left)):
                number -= ways
                mask, sides, left = next(options)
            masks.append(mask)
        return Filling(
            tuple(tuple(masks[row : row + width]) for row in range(0, width * height, width))
        )

    def _count(self, cell: int, sides: int, left: ByShape) -> int:
        """In how many ways the cells from this one on can be filled."""
        if cell == self.rules.width * self.rules.height:
            return 1
        key = cell, sides, left
        if key not in self._completions:
            following = self._fitting(cell, sides, left)
            self._completions[key] = sum(
                self._count(cell + 1, sides, left) for _, sides, left in following
            )
        return self._completions[key]

    def _fitting(self, cell: int, sides: int, left: ByShape) -> list[tuple[int, int, ByShape]]:
        """The masks of the tiles that fit on a cell; after each, the open sides that lead on, and the tiles left."""
        y, x = divmod(cell, self.rules.width)
        column, carry = 1 << x, 1 << self.rules.width
        entered = (NORTH if sides & column else 0) | (WEST if sides & carry else 0)
        kept = sides & ~column & ~carry
        fitting = []
        for south in (0,) if y == self.rules.height - 1 else (0, SOUTH):
            for east in (0,) if x == self.rules.width - 1 else (0, EAST):
                mask = entered | east | south
                shape = SHAPES[mask]
                if mask and left[shape]:
                    after = kept | (column if south else 0) | (carry if east else 0)
                    fitting.append((mask, after, replace_item(left, shape, left[shape] - 1)))
        return fitting


@functools.lru_cache(maxsize=4)
def catalogue_of(rules: Rules) -> Catalogue:
    """The catalogue for these rules."""
    return Catalogue(rules)
