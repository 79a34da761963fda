"""Finding and counting the solutions of the puzzles (K13, K14)."""

import functools
import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final, final

import attrs

from keltis._lib.chance import generator
from keltis._lib.checks import as_int, make_plain
from keltis._lib.text import quoted, require_text, short_repr
from keltis._lib.values import Drawn, Immutable, replace_item
from keltis.celtic._engine.rules import CELTIC, ByShape, Rules
from keltis.celtic._engine.strands import is_joined, strands
from keltis.celtic._engine.tiles import (
    ALL_MASKS,
    EAST,
    NORTH,
    SHAPES,
    SIDES,
    SOUTH,
    WEST,
    Cell,
    Shape,
    is_mask,
)
from keltis.errors import InvalidArgument, NotationError

_MAX_NODES: Final = 1_000_000
"""The most nodes that a count keeps, unless the caller says otherwise: some 200 megabytes."""
_MASK_OF_DIGIT: Final = {f"{mask:X}": mask for mask in ALL_MASKS}


@final
@attrs.frozen(repr=False)
class Filling(Immutable, Drawn):
    """A rectangle of tiles, given as rows of masks.

    The tiles need not fit together, and have no owners.

    >>> from keltis.celtic import Filling
    >>> filling = Filling.parse("6C/39")
    >>> filling.rows, str(filling)
    (((6, 12), (3, 9)), '6C/39')
    """

    rows: tuple[tuple[int, ...], ...]

    def __attrs_post_init__(self) -> None:
        make_plain(self, "rows")
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
    rows, masks = filling.rows, filling.masks
    if list(map(len, rows)) != [rules.width] * rules.height:
        return False
    shapes = Counter(SHAPES[mask] for row in rows for mask in row)
    return tuple(shapes[shape] for shape in Shape) == rules.tiles and all(
        is_joined(masks, cell, side)
        for cell, mask in masks.items()
        for side in SIDES
        if mask & side
    )


def is_hard(filling: Filling, *, rules: Rules = CELTIC) -> bool:
    """Whether a filling solves the hard puzzle: the easy one with a single knot (K14).

    >>> from keltis.celtic import Filling, is_hard
    >>> is_hard(Filling.parse("46EEC/7FF95/7FF85/57F85/113A9"))
    True
    """
    return is_easy(filling, rules=rules) and filling.knots == 1


def solve(
    *,
    hard: bool = False,
    seed: int | None = None,
    rules: Rules = CELTIC,
    max_nodes: int = _MAX_NODES,
) -> Filling | None:
    """A random solution of the easy or the hard puzzle, or None if there is none.

    The same seed gives the same solution on every machine and Python version. All solutions of the
    easy puzzle are equally likely. The first call takes as long as `count_fillings`, and is bounded
    in the same way. For the hard puzzle, at most `max_nodes` easy solutions are tried, and then it
    is an `InvalidArgument` too.

    >>> from keltis.celtic import solve
    >>> solve(seed=1), solve(hard=True, seed=2)
    (<2C444/2FFFD/6FFD5/57955/3BAB9>, <6C6A8/7FFA8/7FFAC/7FB81/3BAA8>)
    """
    rng = generator(seed)
    index = _filling_index(rules, max_nodes)
    for number in islice(_random_cycle(index.count, rng), max_nodes):
        filling = index.filling(number)
        if not hard or filling.knots == 1:
            return filling
    if index.count > max_nodes:
        raise _too_much_work(max_nodes)
    return None


def count_fillings(*, rules: Rules = CELTIC, max_nodes: int = _MAX_NODES) -> int:
    """The exact number of solutions of the easy puzzle (K13).

    Tiles of one shape count as the same, whoever owns them: multiply by `colourings` to tell owners
    apart. Rotations and reflections of a filling count separately.

    The work grows exponentially with the width of the window, and with the kinds of tiles: there is
    a node for every set of open sides and every choice of tiles left. There are 96,525 for 5 by 5,
    which take about a second, and millions for 6 by 6. A count that needs more than `max_nodes` is
    an `InvalidArgument`.

    >>> from keltis.celtic import count_fillings
    >>> count_fillings()
    96448
    """
    return _filling_index(rules, max_nodes).count


def fillings(*, rules: Rules = CELTIC, max_nodes: int = _MAX_NODES) -> Iterator[Filling]:
    """All solutions of the easy puzzle, one after the other.

    They are counted first, with the bound of `count_fillings`.

    >>> from keltis.celtic import fillings
    >>> next(fillings())
    <2842C/2AFC5/6AFFD/7AFFD/3ABB9>
    """
    index = _filling_index(rules, max_nodes)
    return map(index.filling, range(index.count))


def colourings(*, rules: Rules = CELTIC) -> int:
    """The number of ways to give the tiles of one filling to their owners.

    >>> from keltis.celtic import colourings
    >>> colourings()
    24300000
    """
    by_shape = zip(*rules.supplies, strict=True)
    return math.prod(
        math.factorial(sum(counts)) // math.prod(map(math.factorial, counts)) for counts in by_shape
    )


def _too_much_work(max_nodes: int) -> InvalidArgument:
    return InvalidArgument(
        f"this puzzle needs more than {max_nodes} nodes: take a smaller window, or pass max_nodes"
    )


def _random_cycle(count: int, rng: random.Random) -> Iterator[int]:
    """All numbers below `count`, each once: from a random one on, in steps of a random size."""
    if not count:
        return
    number = int(rng.random() * count)
    step = int(rng.random() * count)
    while math.gcd(step, count) != 1:
        step += 1
    for _ in range(count):
        yield number
        number = (number + step) % count


@final
class _FillingIndex:
    """All solutions of the easy puzzle, numbered without listing them (K13).

    Cells are filled in reading order. The number of ways to fill the rest depends only on the open
    sides that lead there and on the tiles left, so it is computed once for each combination: a
    dynamic program along a broken profile.

    The open sides are the bits of a number: one for each column, where its last filled cell is open
    to the south, and one more where the last filled cell is open to the east.
    """

    def __init__(self, rules: Rules, max_nodes: int) -> None:
        self.rules = rules
        self._max_nodes = as_int(max_nodes, "max_nodes", 1)
        self._completions: dict[tuple[int, int, ByShape], int] = {}
        cells = rules.width * rules.height
        self.count: int = self._count(0, 0, rules.tiles) if sum(rules.tiles) == cells else 0
        """The number of fillings."""

    def filling(self, number: int) -> Filling:
        """The filling with this number, from 0 to `count` - 1."""
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
        """The number of ways to fill the cells from this one on."""
        if cell == self.rules.width * self.rules.height:
            return 1
        key = cell, sides, left
        if key not in self._completions:
            following = self._fitting(cell, sides, left)
            self._completions[key] = sum(
                self._count(cell + 1, sides, left) for _, sides, left in following
            )
            if len(self._completions) > self._max_nodes:
                raise _too_much_work(self._max_nodes)
        return self._completions[key]

    def _fitting(self, cell: int, sides: int, left: ByShape) -> list[tuple[int, int, ByShape]]:
        """The masks that fit on a cell, each with the open sides and the tiles left after it."""
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


_filling_index: Final = functools.lru_cache(maxsize=4)(_FillingIndex)
"""The index of all fillings by the rules."""
