"""The tiles of a game and the window they must fit, as data (K1, K4, K7)."""

from collections.abc import Iterator
from typing import Final, TypeAlias, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable, repr_without_defaults
from keltis.celtic.grid import Grid, grid_of
from keltis.celtic.tiles import ALL_MASKS, NEUTRAL, SHAPES, Owner, Shape, is_mask
from keltis.errors import InvalidArgument, InvalidRules

ByShape: TypeAlias = tuple[int, ...]
"""Five counts of tiles, one for each `Shape`, which is their index."""

NARROWEST: Final = 3
"""The least width and height of a window: what a cross and its four open sides need."""
WIDEST: Final = 9
"""The largest width and height of a window."""
MAX_TILES: Final = WIDEST**2
"""The most tiles that the largest window holds, and so the most that there can be of one owner and shape."""


@final
@attrs.frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(Immutable):
    """The rules of one game. What you leave out is as in `CELTIC`; an impossible combination is refused with all its faults.

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
    """How many tiles there are, by `Owner` and `Shape` (K1)."""
    start: int = 15
    """The open sides of the neutral tile that is laid first, on the cell 0,0 (K4)."""
    width: int = 5
    """The width of the window (K7)."""
    height: int = 5
    """The height of the window (K7)."""

    grid: Grid = attrs.field(init=False, eq=False)
    """The cells that a design can reach. It follows from the rest."""

    def __attrs_post_init__(self) -> None:
        InvalidRules.raise_if(list(_faults(self)))
        object.__setattr__(self, "grid", grid_of(self.width, self.height))

    @property
    def tiles(self) -> ByShape:
        """How many tiles of each shape there are, of whatever owner."""
        return tuple(map(sum, zip(*self.supplies, strict=True)))

    def __repr__(self) -> str:
        return repr_without_defaults(self)


def _are_counts(value: object) -> bool:
    return type(value) is tuple and len(value) == len(Shape) and all(map(_is_count, value))


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_TILES


def _faults(rules: Rules) -> Iterator[str]:
    """All that is wrong with the rules."""
    supplies, start = rules.supplies, rules.start
    sound = (
        type(supplies) is tuple and len(supplies) == len(Owner) and all(map(_are_counts, supplies))
    )
    if not sound:
        yield f"supplies must be a count of tiles, 0 to {MAX_TILES}, for each shape, for each owner, not {short_repr(supplies)}"
    if not is_mask(start):
        yield f"start must be a mask of open sides, 1 to {ALL_MASKS[-1]}, not {short_repr(start)}"
    elif sound and not supplies[NEUTRAL][SHAPES[start]]:
        yield f"start needs a neutral {SHAPES[start]}, but there is none"
    for name in ("width", "height"):
        size = getattr(rules, name)
        if type(size) is not int or not NARROWEST <= size <= WIDEST:
            yield f"{name} must be a whole number from {NARROWEST} to {WIDEST}, not {short_repr(size)}"


CELTIC: Final = Rules()
"""The game as the rulings settle it: two tiles of each shape for each player, one neutral, a window of 5 by 5."""


def require_rules(rules: Rules) -> None:
    """Refuse what is not `Rules`."""
    if type(rules) is not Rules:
        raise InvalidArgument(f"rules must be Rules of keltis.celtic, not {type(rules).__name__}")
