"""The named rule sets by file version: what a name means in a file never changes.

A file names its rules by a preset and the fields that differ from it. When a table of a preset
changes, that preset means something else in new files, which therefore get a new version.

To change a preset: write its present tables here as data, as below for version 1, and add a version
for `keltis.rules.PRESETS`. A test compares the newest version with `PRESETS`.
"""

from collections.abc import Mapping
from typing import Final

import attrs

from keltis._shared.text import unsupported_version
from keltis.board import Tile
from keltis.errors import InvalidArgument
from keltis.rules import PRESETS, Rules

_KELTIS_1: Final = Rules(
    values=(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    copies=2,
    row_points=(-4, -3, -2, 1, 2, 3, 6, 7, 10),
    goal_row=7,
    tiles=(
        *[Tile.WISHING_STONE] * 9,
        *[Tile.CLOVER] * 9,
        *[Tile.ONE] * 2,
        *[Tile.TWO] * 3,
        *[Tile.THREE] * 2,
    ),
    tile_rows=((2, 4, 6, 8, 9),) * 5,
    small_figures=4,
    large_figures=1,
    large_factor=2,
    cards_removed=((2, 30), (3, 0), (4, 0)),
    hand_size=8,
    goal_figures=5,
    wishing_stone_points=(-4, -3, 2, 3, 6, 10),
    equal_pair_fixes_flat=False,
    may_take_own_discard=True,
    clover_may_be_declined=True,
    advance_may_enter=False,
    step_may_be_wasted=False,
)

PRESETS_BY_VERSION: Final[dict[int, Mapping[str, Rules]]] = {
    1: {  # since 0.1.0
        "KELTIS": _KELTIS_1,
        "KELTIS_LITERAL": attrs.evolve(
            _KELTIS_1, clover_may_be_declined=False, advance_may_enter=True
        ),
        "REFERENCE_MANUAL": attrs.evolve(
            _KELTIS_1,
            values=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
            cards_removed=((2, 0), (3, 0), (4, 0)),
            wishing_stone_points=(-4, -3, -2, 3, 6, 10),
            equal_pair_fixes_flat=True,
            clover_may_be_declined=False,
        ),
    },
    2: PRESETS,  # since 0.2.0: the checkerboard of C3, wasted steps (P6)
}
"""The presets by the version of the files that name them, oldest first."""

_NEW_FIELDS: Final = {"step_may_be_wasted": 2}
"""The fields that 0.1.0 does not know, by the version whose files can first name them."""


def newest_version() -> int:
    """The newest version of files that this release reads."""
    return max(PRESETS_BY_VERSION)


def field_names(version: int | None) -> tuple[str, ...]:
    """The fields of `Rules` that files of a version can name, or with None all."""
    names = tuple(field.name for field in attrs.fields(Rules) if field.init)
    if version is None:
        return names
    return tuple(name for name in names if _NEW_FIELDS.get(name, 1) <= version)


def presets_of(version: int | None) -> Mapping[str, Rules]:
    """The presets that files of a version name, or with None those of this release."""
    if version is None:
        return PRESETS
    if type(version) is not int or version not in PRESETS_BY_VERSION:
        raise InvalidArgument(unsupported_version(version, newest_version()))
    return PRESETS_BY_VERSION[version]
