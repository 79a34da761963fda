"""The colours of the pictures, light and dark.

No colour carries a meaning alone: a letter, a symbol or a shape is always beside it.
"""

from collections.abc import Mapping
from typing import Final, final

import attrs

from keltis._shared.values import Immutable
from keltis.board import ByColour
from keltis.cards import Colour
from keltis.render._kit.themes import Paint, as_colours, paint_of


@final
@attrs.frozen(kw_only=True)
class Theme(Immutable):
    """All colours of a picture."""

    page: Paint
    board: str
    """The surface under the paths."""
    line: str
    """Thin lines: from the points of a row to its stones, and around panels."""
    goal: Paint
    stone: Paint
    dark_stone: Paint
    edge: str
    """The edge of stones, tiles and figures."""
    tile: Paint
    clover: str
    spiral: str
    panel: Paint
    faint: str
    """Less important writing, still legible on a panel, the page and the board."""
    accent: str
    """The last move, and the edge of the panel of the player to move, or of the winners."""
    glow: str
    """What a caller highlights."""
    back: Paint
    """The back of a card."""
    paths: ByColour[Paint]
    seats: tuple[Paint, ...]
    """By seat; further players begin from the first again."""

    def path(self, colour: Colour) -> Paint:
        """The paint of a path and its cards."""
        return self.paths[colour]

    def seat(self, seat: int) -> Paint:
        """The paint of a player's figures."""
        return self.seats[seat % len(self.seats)]


_PATHS: Final = (
    Paint("#b01e1e", "#ffffff"),
    Paint("#f7d538", "#1d1a12"),
    Paint("#ee76c0", "#1d1a12"),
    Paint("#6ec26a", "#10140d"),
    Paint("#2646b0", "#ffffff"),
)
_SEATS: Final = (
    Paint("#ffffff", "#16181a"),
    Paint("#24262b", "#ffffff"),
    Paint("#f58220", "#16181a"),
    Paint("#5c3a9e", "#ffffff"),
    Paint("#3fc1c9", "#16181a"),
    Paint("#7a4a21", "#ffffff"),
)

LIGHT: Final = Theme(
    page=Paint("#faf6ec", "#26241f"),
    board="#dde6cf",
    line="#b7c4a4",
    goal=Paint("#f3e3a8", "#5d4705"),
    stone=Paint("#d3cdc0", "#26241f"),
    dark_stone=Paint("#6d675e", "#ffffff"),
    edge="#3b3832",
    tile=Paint("#fdf8e7", "#26241f"),
    clover="#1e7a3c",
    spiral="#4a5a70",
    panel=Paint("#fffdf7", "#26241f"),
    faint="#56524a",
    accent="#b3560b",
    glow="#fff4a8",
    back=Paint("#58705f", "#ffffff"),
    paths=_PATHS,
    seats=_SEATS,
)
DARK: Final = Theme(
    page=Paint("#15181b", "#ece8de"),
    board="#22322b",
    line="#3e5348",
    goal=Paint("#4c4322", "#f5e3a0"),
    stone=Paint("#8b8f8c", "#15181b"),
    dark_stone=Paint("#454a4c", "#ffffff"),
    edge="#0b0d0e",
    tile=Paint("#f2ead2", "#26241f"),
    clover="#1e7a3c",
    spiral="#4a5a70",
    panel=Paint("#1f2428", "#ece8de"),
    faint="#b3b3aa",
    accent="#f0a040",
    glow="#8a6d00",
    back=Paint("#3d5648", "#f2efe6"),
    paths=_PATHS,
    seats=_SEATS,
)
THEMES: Final = {"light": LIGHT, "dark": DARK}
_PARTS: Final = (
    *("page", "board", "line", "goal", "stone", "dark_stone", "edge", "tile", "clover", "spiral"),
    *("panel", "faint", "accent", "glow", "back"),
)
_PATH_PARTS: Final = tuple(map(str, Colour))
_SEAT_PARTS: Final = tuple(f"player {seat}" for seat in range(len(_SEATS)))


def recolour(theme: Theme, colours: Mapping[str, str]) -> Theme:
    """The theme with a caller's colours; the ink on a surface is chosen to be legible."""
    own = as_colours(colours, (*_PARTS, *_PATH_PARTS, *_SEAT_PARTS))
    red, yellow, pink, green, blue = (
        paint_of(own.get(name), paint) for name, paint in zip(_PATH_PARTS, theme.paths, strict=True)
    )
    seats = zip(_SEAT_PARTS, theme.seats, strict=True)
    return Theme(
        page=paint_of(own.get("page"), theme.page),
        board=own.get("board", theme.board),
        line=own.get("line", theme.line),
        goal=paint_of(own.get("goal"), theme.goal),
        stone=paint_of(own.get("stone"), theme.stone),
        dark_stone=paint_of(own.get("dark_stone"), theme.dark_stone),
        edge=own.get("edge", theme.edge),
        tile=paint_of(own.get("tile"), theme.tile),
        clover=own.get("clover", theme.clover),
        spiral=own.get("spiral", theme.spiral),
        panel=paint_of(own.get("panel"), theme.panel),
        faint=own.get("faint", theme.faint),
        accent=own.get("accent", theme.accent),
        glow=own.get("glow", theme.glow),
        back=paint_of(own.get("back"), theme.back),
        paths=(red, yellow, pink, green, blue),
        seats=tuple(paint_of(own.get(name), paint) for name, paint in seats),
    )
