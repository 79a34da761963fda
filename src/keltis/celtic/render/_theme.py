"""The colours of the pictures, light and dark.

No colour carries a meaning alone: a letter, a number or a mark is beside it.
"""

from typing import Final

from keltis.celtic._engine.tiles import Owner
from keltis.render._kit import themes
from keltis.render._kit.themes import COMMON, Paint, Palette


class Theme(themes.Theme):
    """All colours of a picture of the tile game."""

    table: str
    """The empty cells of the window."""
    plain: Paint
    """The tiles of a puzzle, which have no owner."""
    open: Paint
    """The ribbon of an open path, and the line along it."""

    def tile(self, owner: Owner | None) -> Paint:
        """The paint of a tile, and of the mark on it."""
        return self.plain if owner is None else self.paints[str(owner)]

    def knot(self, place: int) -> Paint:
        """The paint of a knot by its place among all; further ones begin from the first again."""
        return self.paints[f"knot {place % len(_KNOTS) + 1}"]


_KNOTS: Final = (
    (Paint("#a6192e", "#e07f8c"), Paint("#e2495e", "#ffa9b4")),
    (Paint("#11734b", "#6cc09b"), Paint("#2fb37c", "#a2ecc9")),
    (Paint("#f2c218", "#fff0b0"), Paint("#f2c84b", "#fff1c0")),
    (Paint("#5f3a9b", "#b49be0"), Paint("#9f7ae0", "#d8c6ff")),
    (Paint("#1d9bb0", "#9be0ea"), Paint("#35bcd1", "#b3eff8")),
    (Paint("#e06fa8", "#f9cde2"), Paint("#ef8fc0", "#ffd9ea")),
    (Paint("#6b4423", "#c09a76"), Paint("#b98557", "#e6c6a6")),
    (Paint("#9fb80f", "#e2f08d"), Paint("#b7cf3a", "#ecf7ac")),
)
PALETTE: Final = Palette(
    Theme,
    {
        **COMMON,
        "table": ("#efe9d9", "#1d2226"),
        "line": ("#d3cab4", "#363d43"),
        "faint": ("#5d584d", "#b3b3aa"),
        "plain": (Paint("#f3ead2", "#8d815f"), Paint("#3c3d37", "#a6a28d")),
        "edge": ("#2b2620", "#0a0c0d"),
        "open": (Paint("#b9b4aa", "#dcd8cf"), Paint("#8b8f90", "#aeb2b3")),
        "orange": (Paint("#f7cf9d", "#8a4504"), Paint("#6d4216", "#f3b268")),
        "blue": (Paint("#b9d3f0", "#17457c"), Paint("#1f4470", "#9cc6f5")),
        "neutral": (Paint("#e3ded2", "#5d584d"), Paint("#474b4e", "#c9c9c2")),
        **{f"knot {number}": tones for number, tones in enumerate(_KNOTS, 1)},
    },
)
