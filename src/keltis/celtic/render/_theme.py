"""The colours of the pictures, light and dark.

No colour carries a meaning alone: a letter, a number or a mark is beside it.
"""

from collections.abc import Mapping
from typing import Final, final

import attrs

from keltis._shared.values import Immutable
from keltis.celtic.tiles import Owner
from keltis.render._kit.themes import Paint, as_colours, paint_of


@final
@attrs.frozen(kw_only=True)
class Theme(Immutable):
    """All colours of a picture."""

    page: Paint
    table: str
    """The empty cells of the window."""
    line: str
    """The lines between empty cells, and the edges of panels."""
    faint: str
    """Less important writing."""
    accent: str
    """The last tile, and the edge of the panel of the player to move, or of the winner."""
    glow: str
    """What a caller highlights."""
    panel: Paint
    owners: tuple[Paint, Paint, Paint]
    """The tiles of each owner, and the mark on them."""
    plain: Paint
    """The tiles of a puzzle, which have no owner."""
    edge: str
    """The edge of ribbons."""
    open: Paint
    """The ribbon of an open path, and the line along it."""
    knots: tuple[Paint, ...]
    """The ribbons of the knots; further knots begin from the first again."""

    def tile(self, owner: Owner | None) -> Paint:
        """The paint of a tile."""
        return self.plain if owner is None else self.owners[owner]

    def knot(self, place: int) -> Paint:
        """The paint of a knot, by its place among all knots."""
        return self.knots[place % len(self.knots)]


LIGHT: Final = Theme(
    page=Paint("#faf6ec", "#26241f"),
    table="#efe9d9",
    line="#d3cab4",
    faint="#5d584d",
    accent="#b3560b",
    glow="#fff4a8",
    panel=Paint("#fffdf7", "#26241f"),
    owners=(Paint("#f7cf9d", "#8a4504"), Paint("#b9d3f0", "#17457c"), Paint("#e3ded2", "#5d584d")),
    plain=Paint("#f3ead2", "#8d815f"),
    edge="#2b2620",
    open=Paint("#b9b4aa", "#dcd8cf"),
    knots=(
        Paint("#a6192e", "#e07f8c"),
        Paint("#11734b", "#6cc09b"),
        Paint("#f2c218", "#fff0b0"),
        Paint("#5f3a9b", "#b49be0"),
        Paint("#1d9bb0", "#9be0ea"),
        Paint("#e06fa8", "#f9cde2"),
        Paint("#6b4423", "#c09a76"),
        Paint("#9fb80f", "#e2f08d"),
    ),
)
DARK: Final = Theme(
    page=Paint("#15181b", "#ece8de"),
    table="#1d2226",
    line="#363d43",
    faint="#b3b3aa",
    accent="#f0a040",
    glow="#8a6d00",
    panel=Paint("#1f2428", "#ece8de"),
    owners=(Paint("#6d4216", "#f3b268"), Paint("#1f4470", "#9cc6f5"), Paint("#474b4e", "#c9c9c2")),
    plain=Paint("#3c3d37", "#a6a28d"),
    edge="#0a0c0d",
    open=Paint("#8b8f90", "#aeb2b3"),
    knots=(
        Paint("#e2495e", "#ffa9b4"),
        Paint("#2fb37c", "#a2ecc9"),
        Paint("#f2c84b", "#fff1c0"),
        Paint("#9f7ae0", "#d8c6ff"),
        Paint("#35bcd1", "#b3eff8"),
        Paint("#ef8fc0", "#ffd9ea"),
        Paint("#b98557", "#e6c6a6"),
        Paint("#b7cf3a", "#ecf7ac"),
    ),
)
THEMES: Final = {"light": LIGHT, "dark": DARK}
_PARTS: Final = (
    "page",
    "table",
    "line",
    "faint",
    "accent",
    "glow",
    "panel",
    "plain",
    "edge",
    "open",
)
_OWNER_PARTS: Final = tuple(map(str, Owner))
_KNOT_PARTS: Final = tuple(f"knot {number}" for number in range(1, len(LIGHT.knots) + 1))


def recolour(theme: Theme, colours: Mapping[str, str]) -> Theme:
    """The theme with a caller's colours; the ink on a surface is chosen to be legible."""
    own = as_colours(colours, (*_PARTS, *_OWNER_PARTS, *_KNOT_PARTS))
    orange, blue, neutral = (
        paint_of(own.get(name), paint)
        for name, paint in zip(_OWNER_PARTS, theme.owners, strict=True)
    )
    knots = zip(_KNOT_PARTS, theme.knots, strict=True)
    return Theme(
        page=paint_of(own.get("page"), theme.page),
        table=own.get("table", theme.table),
        line=own.get("line", theme.line),
        faint=own.get("faint", theme.faint),
        accent=own.get("accent", theme.accent),
        glow=own.get("glow", theme.glow),
        panel=paint_of(own.get("panel"), theme.panel),
        owners=(orange, blue, neutral),
        plain=paint_of(own.get("plain"), theme.plain),
        edge=own.get("edge", theme.edge),
        open=paint_of(own.get("open"), theme.open),
        knots=tuple(paint_of(own.get(name), paint) for name, paint in knots),
    )
