"""The tiles of a game and the window they must fit, as data (K1, K4, K7)."""

from collections.abc import Iterator
from typing import Final, TypeAlias, final

import attrs

from keltis._lib.checks import is_int, make_plain
from keltis._lib.text import short_repr
from keltis._lib.values import SharedPickle, repr_without_defaults
from keltis.celtic._engine.frontier import Grid, grid_of
from keltis.celtic._engine.tiles import ALL_MASKS, NEUTRAL, SHAPES, Owner, Shape, is_mask
from keltis.errors import InvalidRules

ByShape: TypeAlias = tuple[int, ...]
"""Five counts of tiles, one for each `Shape`, which is their index."""

MIN_SIZE: Final = 3
"""The smallest width and height of a window: the room of a cross and its four open sides."""
MAX_SIZE: Final = 9
"""The largest width and height of a window."""
MAX_TILES: Final = MAX_SIZE**2
"""The most tiles of one owner and shape: as many as the largest window holds."""


@final
@attrs.frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(SharedPickle):
    """The rules of one game; the defaults are those of `CELTIC`.

    An impossible combination raises `InvalidRules`, which lists all faults.

    >>> from keltis.celtic import Rules
    >>> Rules(width=6, height=4)
    Rules(width=6, height=4)
    >>> Rules(start=0, width=2)
    Traceback (most recent call last):
    ...
    keltis.InvalidRules: impossible rules, 2 faults:
    - start must be a mask of open sides, 1 to 15, not 0
    - width must be a whole number from 3 to 9, not 2
    """

    supplies: tuple[ByShape, ...] = ((2, 2, 2, 2, 2), (2, 2, 2, 2, 2), (1, 1, 1, 1, 1))
    """The numbers of tiles by `Owner` and `Shape` (K1)."""
    start: int = 15
    """The open sides of the start tile, a neutral one on the cell 0,0 (K4)."""
    width: int = 5
    """The width of the window (K7)."""
    height: int = 5
    """The height of the window (K7)."""

    grid: Grid = attrs.field(init=False, eq=False)
    """The cells in reach, derived from the width and the height."""

    def __attrs_post_init__(self) -> None:
        make_plain(self, "supplies", "start", "width", "height")
        InvalidRules.raise_if(_faults(self))
        object.__setattr__(self, "grid", grid_of(self.width, self.height))

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that can play: two."""
        return (2,)

    @property
    def tiles(self) -> ByShape:
        """The numbers of tiles by `Shape`, of all owners together."""
        return tuple(map(sum, zip(*self.supplies, strict=True)))

    def __repr__(self) -> str:
        return repr_without_defaults(self)

    def _repr_html_(self) -> str:
        """The table in a notebook: the fields, and the defaults of those that differ."""
        from keltis.celtic.notation import format_rules  # noqa: PLC0415 - only notebooks need it
        from keltis.render._kit.html import rules_html  # noqa: PLC0415

        return rules_html(self, format_rules(self))


def _are_counts(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == len(Shape)
        and all(is_int(count, 0, MAX_TILES) for count in value)
    )


def _faults(rules: Rules) -> Iterator[str]:
    supplies, start = rules.supplies, rules.start
    valid = (
        isinstance(supplies, tuple)
        and len(supplies) == len(Owner)
        and all(map(_are_counts, supplies))
    )
    if not valid:
        expected = f"a count from 0 to {MAX_TILES} for each owner and shape"
        yield f"supplies must be {expected}, not {short_repr(supplies)}"
    if not is_mask(start):
        yield f"start must be a mask of open sides, 1 to {ALL_MASKS[-1]}, not {short_repr(start)}"
    elif valid and not supplies[NEUTRAL][SHAPES[start]]:
        yield f"start needs a neutral {SHAPES[start]}, but there is none"
    for name in ("width", "height"):
        size = getattr(rules, name)
        if not is_int(size, MIN_SIZE, MAX_SIZE):
            expected = f"a whole number from {MIN_SIZE} to {MAX_SIZE}"
            yield f"{name} must be {expected}, not {short_repr(size)}"


CELTIC: Final = Rules()
"""The rules of the printed game: two tiles of each shape for each player, one neutral, 5 by 5."""
